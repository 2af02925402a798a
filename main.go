// Command cardhour shows what a useful hour of a rented GPU really costs.
package main

import (
	"os"

	"cardhour/app"
)

func main() { os.Exit(app.Main(os.Args[1:])) }

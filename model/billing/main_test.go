package billing

import (
	"flag"
	"os"
	"testing"
)

// draws is how many random cases each law is tried on; -rapid.checks says
// otherwise.
const draws = "10000"

func TestMain(m *testing.M) {
	flag.Parse()
	told := false
	flag.Visit(func(f *flag.Flag) { told = told || f.Name == "rapid.checks" })
	if !told {
		if err := flag.Set("rapid.checks", draws); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

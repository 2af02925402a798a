// Package app puts the program together: the command line, the journal, the
// catalogue and the window. It knows everyone and is known by no one but main.
package app

import (
	"fmt"
	"os"

	"cardhour/app/cli"
	"cardhour/views/text"
)

// Version of the program; FyneApp.toml and the metainfo file carry it too.
const Version = "0.1.0"

// Main runs the program with the arguments after its name and returns the
// exit code.
func Main(args []string) int {
	journal, err := journalPath()
	if err != nil {
		fmt.Fprintln(os.Stderr, text.New(text.Match(os.Getenv("LANG"))).Problem(err))
		return 1
	}
	chosen, err := readConfig()
	if chosen.Journal != "" {
		journal = chosen.Journal
	}
	return cli.Run(args, cli.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Journal: journal, Chosen: chosen.Journal != "", Unchosen: err, Version: Version, Window: openWindow,
	})
}

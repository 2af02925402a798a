package billing

import (
	"cmp"
	"flag"
	"os"
	"testing"
)

// TestMain sets how many random cases each law is tried on: DRAWS, which make
// test sets to the full number, or enough for a quick run. -rapid.checks of
// the command line goes before both.
func TestMain(m *testing.M) {
	flag.Parse()
	told := false
	flag.Visit(func(f *flag.Flag) { told = told || f.Name == "rapid.checks" })
	if !told {
		if err := flag.Set("rapid.checks", cmp.Or(os.Getenv("DRAWS"), "500")); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

package billing

import (
	"flag"
	"os"
	"testing"
)

// TestMain sets how many random cases each law is tried on: DRAWS, which make
// test sets to the full number, always the same ones; or enough for a quick
// run, new ones each time. Flags of the command line go before both.
func TestMain(m *testing.M) {
	flag.Parse()
	told := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { told[f.Name] = true })
	set := func(name, value string) {
		if told[name] {
			return
		}
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	if draws := os.Getenv("DRAWS"); draws != "" {
		set("rapid.checks", draws)
		set("rapid.seed", "20261130")
	} else {
		set("rapid.checks", "300")
	}
	os.Exit(m.Run())
}

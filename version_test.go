package main

import (
	"os"
	"regexp"
	"testing"

	"cardhour/app"
)

// TestTheVersionIsTheSameEverywhere holds what the program, the package, the
// software centre and the papers say of it together.
func TestTheVersionIsTheSameEverywhere(t *testing.T) {
	for _, c := range []struct{ file, pattern string }{
		{"FyneApp.toml", `(?m)^Version = "(.*)"$`},
		{"packaging/io.cardhour.app.metainfo.xml", `<release version="([^"]*)"`}, // the first is the newest
		{"CHANGELOG.md", `(?m)^## \[?([0-9][0-9.]*)`},
	} {
		if got := firstMatch(t, c.file, c.pattern); got != app.Version {
			t.Errorf("%s says version %q, the program %q", c.file, got, app.Version)
		}
	}
	if id, want := firstMatch(t, "packaging/io.cardhour.app.metainfo.xml", `<id>(.*)</id>`), firstMatch(t, "FyneApp.toml", `(?m)^ID = "(.*)"$`); id != want {
		t.Errorf("the metainfo's id is %q, FyneApp.toml's %q", id, want)
	}
}

// TestTheReadmesNameTheGoThatIsNeeded keeps the first thing that a newcomer
// installs right.
func TestTheReadmesNameTheGoThatIsNeeded(t *testing.T) {
	want := firstMatch(t, "go.mod", `(?m)^go (\S+)$`)
	for _, readme := range []string{"README.md", "README.zh-CN.md"} {
		if got := firstMatch(t, readme, `Go ([0-9][0-9.]*[0-9])`); got != want {
			t.Errorf("%s names Go %s, go.mod %s", readme, got, want)
		}
	}
}

func firstMatch(t *testing.T, file, pattern string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(pattern).FindSubmatch(data)
	if found == nil {
		t.Fatalf("%s: nothing matches %s", file, pattern)
	}
	return string(found[1])
}

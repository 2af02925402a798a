package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// goFiles parses every Go file of the module that is not a test.
func goFiles(t *testing.T, mode parser.Mode, visit func(dir string, fset *token.FileSet, f *ast.File)) {
	t.Helper()
	fset := token.NewFileSet()
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != ".") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, mode)
		if err != nil {
			return err
		}
		seen++
		visit(filepath.ToSlash(filepath.Dir(path)), fset, f)
		return nil
	})
	if err != nil || seen < 50 {
		t.Fatalf("walked %d files, %v", seen, err)
	}
}

// TestArrowsOfTheHouse holds who may import whom.
func TestArrowsOfTheHouse(t *testing.T) {
	rules := []struct {
		who  string // a folder and all below it
		not  []string
		why  string
		only []string // folders below who that may all the same
	}{
		{who: "model", not: []string{"cardhour/views", "cardhour/data", "cardhour/app", "cardhour/assets", "fyne.io/", "database/sql", "net/http", "os", "math/rand", "crypto/rand"},
			why: "the rules are pure"},
		{who: "data", not: []string{"cardhour/views", "cardhour/app", "cardhour/assets", "fyne.io/"}, why: "data knows no screen"},
		{who: "views", not: []string{"cardhour/data", "cardhour/app", "database/sql", "net/http", "fyne.io/fyne/v2/app"}, why: "a screen asks the small interface that it declares"},
		{who: "views/text", not: []string{"fyne.io/"}, why: "sentences need no toolkit"},
		{who: "views/chart", not: []string{"fyne.io/"}, why: "pictures need no toolkit"},
		{who: "views/palette", not: []string{"fyne.io/"}, why: "pictures take their colours from here"},
		{who: "views/picture", not: []string{"fyne.io/"}, why: "the command line draws too"},
		{who: "assets", not: []string{"cardhour/", "fyne.io/"}, why: "bytes know nothing"},
		{who: "app/session", not: []string{"fyne.io/", "cardhour/views"}, why: "the session has no toolkit and no language"},
		{who: "app/cli", not: []string{"fyne.io/fyne/v2/app"}, why: "the command line opens no window itself"},
		{who: ".", not: []string{"database/sql", "github.com/mattn/go-sqlite3"}, only: []string{"data/journal"}, why: "only the journal knows SQL"},
		{who: ".", not: []string{"net/http", "github.com/go-resty"}, only: []string{"data/market"}, why: "only live sources use the network"},
	}
	goFiles(t, parser.ImportsOnly, func(dir string, _ *token.FileSet, f *ast.File) {
		for _, rule := range rules {
			if !within(dir, rule.who) || anyWithin(dir, rule.only) {
				continue
			}
			for _, spec := range f.Imports {
				path := strings.Trim(spec.Path.Value, `"`)
				for _, forbidden := range rule.not {
					if path == forbidden || strings.HasPrefix(path, strings.TrimSuffix(forbidden, "/")+"/") {
						t.Errorf("%s imports %s: %s", dir, path, rule.why)
					}
				}
			}
		}
	})
}

func within(dir, who string) bool { return who == "." || dir == who || strings.HasPrefix(dir, who+"/") }

func anyWithin(dir string, list []string) bool {
	for _, who := range list {
		if within(dir, who) {
			return true
		}
	}
	return false
}

// TestScreensStartNoGoroutines keeps every widget on the window's goroutine:
// what takes time happens in the session, which posts its news there.
func TestScreensStartNoGoroutines(t *testing.T) {
	goFiles(t, parser.SkipObjectResolution, func(dir string, fset *token.FileSet, f *ast.File) {
		if !within(dir, "views") {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if g, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s starts a goroutine", fset.Position(g.Pos()))
			}
			return true
		})
	})
}

// TestLabelsBreakChineseLines keeps to the labels of views/widgets: the
// toolkit's break lines at spaces alone, and Chinese has none.
func TestLabelsBreakChineseLines(t *testing.T) {
	goFiles(t, parser.SkipObjectResolution, func(dir string, fset *token.FileSet, f *ast.File) {
		if !within(dir, "views") && !within(dir, "app") {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			at := fset.Position(s.Pos())
			from, ok := s.X.(*ast.Ident)
			if ok && from.Name == "widget" && strings.Contains(s.Sel.Name, "Label") && filepath.ToSlash(at.Filename) != "views/widgets/label.go" {
				t.Errorf("%s uses the toolkit's label", at)
			}
			return true
		})
	})
}

// TestEveryPackageSaysWhatItOwns asks for a package comment.
func TestEveryPackageSaysWhatItOwns(t *testing.T) {
	documented, all := map[string]bool{}, map[string]bool{}
	goFiles(t, parser.ParseComments|parser.SkipObjectResolution, func(dir string, _ *token.FileSet, f *ast.File) {
		all[dir] = true
		if f.Doc != nil {
			documented[dir] = true
		}
	})
	for dir := range all {
		if dir != "." && !documented[dir] {
			t.Errorf("%s has no package comment", dir)
		}
	}
}

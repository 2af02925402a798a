package text

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// found is a rule's name in the source of the model.
type found struct{ prefix, name, where string }

// TestEveryRuleOfTheModelHasItsText reads the source: a rule that is refused
// or given as a reason somewhere, and that no language has a sentence for,
// would reach a person as a bare key.
func TestEveryRuleOfTheModelHasItsText(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range rulesOf(t, "../../model") {
		seen[rule.prefix+rule.name] = true
		for _, lang := range Languages {
			if !New(lang).Has(rule.prefix + rule.name) {
				t.Errorf("%s: no text for %s%s in %s", rule.where, rule.prefix, rule.name, lang)
			}
		}
	}
	// The reader must not go blind when the source changes its manner.
	for _, key := range []string{
		"why.compute", "why.compute_cards", "why.stored_days_free", "why.after_stop", "why.traffic_out_free",
		"problem.number.empty", "problem.number.malformed", "problem.currency.mismatch", "problem.slice.out_of_range",
		"problem.number.out_of_range", "problem.sessions.none", "problem.period.missing",
	} {
		if !seen[key] {
			t.Errorf("%s was not found in the source", key)
		}
	}
}

func rulesOf(t *testing.T, root string) []found {
	t.Helper()
	packages := map[string]*reader{}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		dir := filepath.Dir(path)
		if packages[dir] == nil {
			packages[dir] = &reader{files: token.NewFileSet(), takes: map[string]taker{"Refuse": {1, "problem."}}}
		}
		r := packages[dir]
		file, err := parser.ParseFile(r.files, path, nil, 0)
		r.parsed = append(r.parsed, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []found
	for _, r := range packages {
		// A function may hand its rule on to one that is declared later.
		for range 3 {
			for _, file := range r.parsed {
				ast.Inspect(file, r.learnFunction)
			}
		}
		for _, file := range r.parsed {
			r.words = map[string][]string{}
			ast.Inspect(file, r.learnWord)
			ast.Inspect(file, r.read)
		}
		all = append(all, r.all...)
	}
	return all
}

// reader collects the rules of one package: literals that are given to a
// function whose parameter is called rule, and literals of a field Rule.
type reader struct {
	files  *token.FileSet
	parsed []*ast.File
	takes  map[string]taker
	words  map[string][]string // variable → the literals it is ever set to
	all    []found
}

// taker says which argument of a function is a rule, and what is made of it.
type taker struct {
	arg    int
	prefix string
}

func (r *reader) learnFunction(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		r.function(n.Name.Name, n.Type, n.Body)
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if name, ok := left.(*ast.Ident); ok && i < len(n.Rhs) {
				if right, ok := n.Rhs[i].(*ast.FuncLit); ok {
					r.function(name.Name, right.Type, right.Body)
				}
			}
		}
	}
	return true
}

func (r *reader) function(name string, signature *ast.FuncType, body *ast.BlockStmt) {
	i, at := 0, -1
	for _, field := range signature.Params.List {
		for _, param := range field.Names {
			if param.Name == "rule" {
				at = i
			}
			i++
		}
	}
	if at < 0 || body == nil {
		return
	}
	prefix := ""
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if p := prefixes[nameOf(n.Type)]; p != "" {
				prefix = p
			}
		case *ast.CallExpr:
			if to, ok := r.takes[nameOf(n.Fun)]; ok && to.arg < len(n.Args) && nameOf(n.Args[to.arg]) == "rule" {
				prefix = to.prefix
			}
		}
		return true
	})
	if prefix != "" {
		r.takes[name] = taker{at, prefix}
	}
}

var prefixes = map[string]string{"Because": "why.", "Problem": "problem."}

func (r *reader) learnWord(n ast.Node) bool {
	assign, ok := n.(*ast.AssignStmt)
	if !ok || (assign.Tok != token.ASSIGN && assign.Tok != token.DEFINE) {
		return true
	}
	for i, left := range assign.Lhs {
		name, ok := left.(*ast.Ident)
		if !ok || i >= len(assign.Rhs) {
			continue
		}
		if right, ok := assign.Rhs[i].(*ast.BasicLit); ok && right.Kind == token.STRING {
			word, _ := strconv.Unquote(right.Value)
			r.words[name.Name] = append(r.words[name.Name], word)
		}
	}
	return true
}

func (r *reader) read(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if to, ok := r.takes[nameOf(n.Fun)]; ok && to.arg < len(n.Args) {
			r.keep(to.prefix, n.Args[to.arg])
		}
	case *ast.CompositeLit:
		for _, element := range n.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok && prefixes[nameOf(n.Type)] != "" && nameOf(pair.Key) == "Rule" {
				r.keep(prefixes[nameOf(n.Type)], pair.Value)
			}
		}
	}
	return true
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

func (r *reader) keep(prefix string, e ast.Expr) {
	for _, word := range r.wordsOf(e) {
		r.all = append(r.all, found{prefix, word, r.files.Position(e.Pos()).String()})
	}
}

// wordsOf lists the literals that an expression can come to.
func (r *reader) wordsOf(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		word, err := strconv.Unquote(e.Value)
		if err == nil {
			return []string{word}
		}
	case *ast.Ident:
		return r.words[e.Name]
	case *ast.BinaryExpr:
		var sums []string
		for _, left := range r.wordsOf(e.X) {
			for _, right := range r.wordsOf(e.Y) {
				sums = append(sums, left+right)
			}
		}
		return sums
	}
	return nil
}

package text

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardhour/model/billing"
	"cardhour/model/task"
)

// spelled are the words of types that a rule's name ends in.
var spelled = func() map[string][]string {
	var kinds []string
	for _, kind := range task.Kinds {
		kinds = append(kinds, string(kind))
	}
	return map[string][]string{
		"billing.Settles": {string(billing.EachHour), string(billing.EachDay), string(billing.EachMonth)},
		"billing.Kind":    {string(billing.Percent), string(billing.Coupon), string(billing.Credit)},
		"task.Kind":       kinds,
	}
}()

// parsed reads the packages below root, without their tests.
func parsed(t *testing.T, root string) map[string]*reader {
	t.Helper()
	packages := map[string]*reader{}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		dir := filepath.Dir(path)
		if packages[dir] == nil {
			packages[dir] = &reader{name: filepath.Base(dir), files: token.NewFileSet(), takers: map[string][]taker{}, bodies: map[string][]ast.Node{}}
		}
		r := packages[dir]
		file, err := parser.ParseFile(r.files, path, nil, 0)
		r.parsed = append(r.parsed, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

func rulesOf(t *testing.T, root string) []found {
	t.Helper()
	var all []found
	for _, r := range parsed(t, root) {
		// A function may hand its rule on to one that is declared later.
		for range 4 {
			r.each((*scope).learn)
		}
		r.each((*scope).read)
		for _, where := range r.unread {
			if !strings.HasPrefix(root, "../../model") {
				break // files hand on what they are given in ways of their own
			}
			t.Errorf("%s: which rule is this? The test cannot read it", where)
		}
		all = append(all, r.all...)
	}
	return all
}

// reader collects the rules of one package: literals that come to be the
// argument of a function that makes a Because or a Problem of it, or to be the
// field Rule of one.
type reader struct {
	name   string
	files  *token.FileSet
	parsed []*ast.File
	takers map[string][]taker    // of the package; a method's name begins with a point
	bodies map[string][]ast.Node // of functions and methods by name
	all    []found
	unread []string
}

// taker is a function one of whose arguments is a rule.
type taker struct {
	arg, params int
	variadic    bool
	prefix      string
	body        *ast.BlockStmt // what it adds to the arguments of a sentence
}

func (k taker) fits(args int) bool {
	return k.arg < args && (args == k.params || k.variadic && args >= k.params-1)
}

// scope is one declared function: its closures, and the words and arguments
// that its variables are ever set to.
type scope struct {
	*reader
	closures map[string][]taker
	handed   map[string]bool // parameters that are rules: told where they are given
	words    map[string][]string
	decl     *ast.FuncDecl
}

func (r *reader) each(do func(*scope)) {
	for _, file := range r.parsed {
		for _, d := range file.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil {
				r.bodies[decl.Name.Name] = append(r.bodies[decl.Name.Name], decl.Body)
				do(r.scope(decl))
			}
		}
	}
}

// scope finds the closures of a function, and follows its words in the order
// in which they are written.
func (r *reader) scope(decl *ast.FuncDecl) *scope {
	s := &scope{reader: r, closures: map[string][]taker{}, handed: map[string]bool{}, words: map[string][]string{}, decl: decl}
	s.takerOf(decl.Type, decl.Body)
	for range 2 {
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			if assign, ok := n.(*ast.AssignStmt); ok {
				for i, left := range assign.Lhs {
					if name, ok := left.(*ast.Ident); ok && i < len(assign.Rhs) {
						if right, ok := assign.Rhs[i].(*ast.FuncLit); ok {
							if k, ok := s.takerOf(right.Type, right.Body); ok {
								s.closures[name.Name] = []taker{k}
							}
						}
					}
				}
			}
			return true
		})
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			s.assign(assign)
		}
		return true
	})
	return s
}

func (s *scope) assign(a *ast.AssignStmt) {
	for i, left := range a.Lhs {
		name, ok := left.(*ast.Ident)
		switch {
		case !ok:
		case len(a.Rhs) == len(a.Lhs) && a.Tok == token.ADD_ASSIGN:
			for _, word := range slices.Clone(s.words[name.Name]) {
				for _, end := range s.wordsOf(a.Rhs[i]) {
					s.words[name.Name] = append(s.words[name.Name], word+end)
				}
			}
		case len(a.Rhs) == len(a.Lhs):
			s.words[name.Name] = append(s.words[name.Name], s.wordsOf(a.Rhs[i])...)
		default: // several values of one call
			if call, ok := a.Rhs[0].(*ast.CallExpr); ok {
				s.words[name.Name] = append(s.words[name.Name], s.returned(nameOf(call.Fun), i)...)
			}
		}
	}
}

// returned lists the literals that a function of the package returns.
func (s *scope) returned(function string, i int) []string {
	var words []string
	for _, body := range s.bodies[function] {
		ast.Inspect(body, func(n ast.Node) bool {
			if back, ok := n.(*ast.ReturnStmt); ok && i < len(back.Results) {
				if word, ok := literal(back.Results[i]); ok && word != "" {
					words = append(words, word)
				}
			}
			return true
		})
	}
	return words
}

func (s *scope) learn() {
	k, ok := s.takerOf(s.decl.Type, s.decl.Body)
	if !ok {
		return
	}
	name := s.decl.Name.Name
	if s.decl.Recv != nil {
		name = "." + name
	}
	for _, have := range s.takers[name] {
		if have.body == k.body {
			return
		}
	}
	s.takers[name] = append(s.takers[name], k)
}

// takerOf reports whether one of a function's parameters becomes a rule.
func (s *scope) takerOf(signature *ast.FuncType, body *ast.BlockStmt) (k taker, ok bool) {
	k.body = body
	var names []string
	for _, field := range signature.Params.List {
		for _, param := range field.Names {
			names = append(names, param.Name)
		}
		_, k.variadic = field.Type.(*ast.Ellipsis)
	}
	k.params = len(names)
	take := func(e ast.Expr, prefix string) {
		if i := slices.Index(names, nameOf(e)); i >= 0 {
			k.arg, k.prefix, ok = i, prefix, true
			s.handed[names[i]] = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if rule, prefix := ruleIn(n); rule != nil {
				take(rule, prefix)
			}
		case *ast.CallExpr:
			for _, to := range s.taken(n) {
				take(n.Args[to.arg], to.prefix)
			}
		}
		return true
	})
	return k, ok
}

// ruleIn is the rule of a literal Because or Problem.
func ruleIn(n *ast.CompositeLit) (rule ast.Expr, prefix string) {
	prefix = map[string]string{"Because": "why.", "Problem": "problem."}[nameOf(n.Type)]
	for i, element := range n.Elts {
		pair, keyed := element.(*ast.KeyValueExpr)
		switch {
		case prefix == "":
		case keyed && nameOf(pair.Key) == "Rule":
			return pair.Value, prefix
		case !keyed && i == 0 && prefix == "why.":
			return element, prefix
		}
	}
	return nil, ""
}

// taken lists what a call does with a rule among its arguments.
func (s *scope) taken(call *ast.CallExpr) []taker {
	var able []taker
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		able = s.closures[fun.Name]
		if able == nil {
			able = s.takers[fun.Name]
		}
	case *ast.SelectorExpr:
		if fun.Sel.Name == "Refuse" && nameOf(fun.X) == "reason" {
			able = []taker{{arg: 1, params: 3, variadic: true, prefix: "problem."}}
		} else {
			able = s.takers["."+fun.Sel.Name]
		}
	}
	return slices.DeleteFunc(slices.Clone(able), func(k taker) bool { return !k.fits(len(call.Args)) })
}

func (s *scope) read() {
	ast.Inspect(s.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			// Methods of one name may take their rules at different places.
			able := s.taken(n)
			if told := slices.DeleteFunc(slices.Clone(able), func(k taker) bool { return len(s.wordsOf(n.Args[k.arg])) == 0 }); len(told) > 0 {
				able = told
			}
			for _, to := range able {
				args := map[string]bool{}
				for _, arg := range n.Args[to.arg+1:] {
					s.name(args, arg)
				}
				if to.body != nil {
					s.name(args, to.body)
				}
				s.keep(to.prefix, n.Args[to.arg], args)
			}
		case *ast.CompositeLit:
			if rule, prefix := ruleIn(n); rule != nil {
				args := map[string]bool{}
				s.name(args, n)
				s.keep(prefix, rule, args)
			}
		}
		return true
	})
}

func (s *scope) keep(prefix string, e ast.Expr, args map[string]bool) {
	words := s.wordsOf(e)
	if name := nameOf(e); len(words) == 0 && !s.handed[name] && name != "Rule" {
		s.unread = append(s.unread, s.files.Position(e.Pos()).String())
	}
	for _, word := range words {
		s.all = append(s.all, found{prefix, word, s.files.Position(e.Pos()).String(), args})
	}
}

// name adds the names of all arguments that are made in n: the literals that
// are given first to a function, as in reason.Word("name", x), also in the
// functions of the package that n calls. A variable brings all that are made in
// the whole function.
func (s *scope) name(args map[string]bool, n ast.Node) {
	s.names(args, n)
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			for _, body := range s.bodies[nameOf(n.Fun)] {
				s.names(args, body)
			}
			_, method := n.Fun.(*ast.SelectorExpr)
			return method || len(n.Args) > 0
		case *ast.Ident:
			if n.Obj != nil && n.Obj.Kind == ast.Var && !s.handed[n.Name] {
				s.names(args, s.decl.Body)
				for _, body := range s.calledBy(s.decl.Body) {
					s.names(args, body)
				}
			}
		}
		return true
	})
}

func (s *scope) calledBy(n ast.Node) []ast.Node {
	var bodies []ast.Node
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			bodies = append(bodies, s.bodies[nameOf(call.Fun)]...)
		}
		return true
	})
	return bodies
}

func (s *scope) names(args map[string]bool, n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if len(n.Args) > 0 {
				if word, ok := literal(n.Args[0]); ok {
					args[word] = true
				}
			}
		case *ast.CompositeLit:
			for _, element := range n.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok && nameOf(pair.Key) == "Name" {
					if word, ok := literal(pair.Value); ok {
						args[word] = true
					}
				}
			}
		}
		return true
	})
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

func literal(n ast.Node) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	word, err := strconv.Unquote(lit.Value)
	return word, err == nil
}

// wordsOf lists the literals that an expression can come to.
func (s *scope) wordsOf(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if word, ok := literal(e); ok && word != "" {
			return []string{word}
		}
	case *ast.Ident:
		return s.words[e.Name]
	case *ast.CallExpr:
		if nameOf(e.Fun) == "string" && len(e.Args) == 1 {
			return spelled[s.reader.name+"."+nameOf(e.Args[0])]
		}
	case *ast.BinaryExpr:
		var sums []string
		for _, left := range s.wordsOf(e.X) {
			for _, right := range s.wordsOf(e.Y) {
				sums = append(sums, left+right)
			}
		}
		return sums
	}
	return nil
}

// Package cli is the program without its window: the same rules, asked and
// answered in a terminal. Tests and scripts use it too.
//
// It owns the grammar of the command line, the forms of what it prints and the
// exit codes: 0 done, 1 the thing asked failed or is refused (one sentence on
// stderr), 2 wrong usage. What is printed on stdout is printed whole or not at
// all. It must not know the toolkit, SQL or any rule of its own: a command
// reads, calls model and hands the result to views/text.
//
// A command is one file with a struct of flags and a method Run(*Env) error.
package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"cardhour/model/reason"
	"cardhour/views/text"
)

// Env is the outside world of a command. Fields left zero stand for the
// process's own; Stdout and Stderr must be given.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Now            func() time.Time
	Getenv         func(string) string
	Lang           text.Language // of the system; LC_ALL and LANG are asked where empty, --lang goes before all and stands here for the command
	Journal        string        // the journal's file; --journal goes before it
	Chosen         bool          // the user chose that file: where it is gone, none is made
	Unchosen       error         // why it is not known which one the user chose; nil when it is
	Version        string

	// Window opens the window and returns when it is closed. Where it is nil
	// there is none.
	Window func(*Env) error

	named bool // the journal was named on the command line

	// Say speaks the language chosen. Run sets it before a command runs.
	Say *text.Printer
}

// grammar is the whole command line. Its help stands in the catalogue, under
// cli.help and cli.flag.
type grammar struct {
	Lang    string `placeholder:"TAG"`
	Journal string `placeholder:"FILE" type:"path"`
	Version bool

	Open  openCmd  `cmd:"" default:"1" hidden:""`
	Cost  costCmd  `cmd:""`
	Size  sizeCmd  `cmd:""`
	Check checkCmd `cmd:""`

	Export exportCmd `cmd:""`
	Import importCmd `cmd:""`
	Demo   demoCmd   `cmd:""`
}

// Exit codes.
const (
	done   = 0
	failed = 1
	misuse = 2
)

// wrongUsage marks an error as a mistake in the command line itself.
type wrongUsage struct{ error }

func (w wrongUsage) Unwrap() error { return w.error }

// Run runs the command line args, without the program's name, and returns the
// exit code.
func Run(args []string, env Env) int {
	env.complete(args)
	out := &bytes.Buffer{}
	stdout := env.Stdout
	env.Stdout = out
	err := env.run(args)
	if err == nil {
		if _, wrong := stdout.Write(out.Bytes()); wrong != nil {
			err = reason.Refuse("", "output.failed", reason.Word("detail", wrong.Error()))
		}
	}
	var usage wrongUsage
	switch {
	case err == nil:
		return done
	case errors.As(err, &usage):
		env.complain(env.Say.T("cli.usage", "sentence", env.sentence(usage.error)))
		return misuse
	}
	var partial printed
	if errors.As(err, &partial) { // what was found out is shown beside the failure
		_, _ = stdout.Write(out.Bytes())
	}
	env.complain(env.sentence(err))
	return failed
}

// printed marks a failure whose report on stdout is to be seen all the same.
type printed struct{ error }

func (p printed) Unwrap() error { return p.error }

func (e *Env) complete(args []string) {
	if e.Stdin == nil {
		e.Stdin = os.Stdin
	}
	if e.Now == nil {
		e.Now = time.Now
	}
	if e.Getenv == nil {
		e.Getenv = os.Getenv
	}
	e.Say = text.New(e.language(args))
}

// language is looked for before the arguments are parsed, so that the help
// and what is said about a wrong command line are in it too.
func (e *Env) language(args []string) text.Language {
	for i, arg := range args {
		value, inOne := strings.CutPrefix(arg, "--lang=")
		if !inOne && arg == "--lang" && i+1 < len(args) {
			value = args[i+1]
		}
		if value != "" && value != arg {
			return text.Match(value)
		}
	}
	if e.Lang != "" {
		return e.Lang
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := e.Getenv(name); value != "" {
			return text.Match(value)
		}
	}
	return text.English
}

// helpShown is how kong's wish to end the process comes back to Run.
type helpShown struct{}

func (e *Env) run(args []string) (err error) {
	defer func() {
		switch caught := recover().(type) {
		case nil, helpShown:
		default:
			panic(caught)
		}
	}()
	var g grammar
	parser, err := kong.New(&g, kong.Name("cardhour"), kong.Writers(e.Stdout, e.Stderr),
		kong.Exit(func(int) { panic(helpShown{}) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.PostBuild(e.translate))
	if err != nil {
		return fmt.Errorf("build the command line: %w", err)
	}
	command, err := parser.Parse(args)
	if err != nil {
		return wrongUsage{reason.Refuse("", "cli.arguments", reason.Word("detail", oneLine(err.Error())))}
	}
	if base, _, _ := strings.Cut(g.Lang, "-"); g.Lang != "" && base != "zh" && base != "en" {
		return wrongUsage{reason.Refuse("--lang", "file.choice", reason.Word("text", oneLine(g.Lang)), reason.Word("choices", "zh-Hans, en"))}
	}
	if g.Version {
		_, err := fmt.Fprintln(e.Stdout, strings.TrimSpace("cardhour "+e.Version))
		return err
	}
	if g.Lang != "" {
		e.Lang = text.Match(g.Lang)
	}
	if g.Journal != "" {
		e.Journal, e.named = g.Journal, true
		e.Chosen, e.Unchosen = false, nil
	}
	return command.Run(e)
}

// translate fills in the help of every command, flag and argument.
func (e *Env) translate(k *kong.Kong) error {
	k.Model.Help = e.Say.T("cli.help.cardhour")
	k.Model.HelpFlag.Help = e.Say.T("cli.flag.help")
	var visit func(*kong.Node)
	visit = func(n *kong.Node) {
		for _, flag := range n.Flags {
			if flag != k.Model.HelpFlag {
				flag.Help = e.Say.T("cli.flag." + flag.Name)
			}
		}
		for _, positional := range n.Positional {
			positional.Help = e.Say.T("cli.flag." + positional.Name)
		}
		for _, child := range n.Children {
			if !child.Hidden {
				child.Help = e.Say.T("cli.help." + strings.ReplaceAll(child.Path(), " ", "."))
			}
			visit(child)
		}
	}
	visit(k.Model.Node)
	return nil
}

func (e *Env) complain(sentence string) { _, _ = fmt.Fprintln(e.Stderr, sentence) }

// there reports whether the journal is there to be read. One that somebody
// named is refused where it is not.
func (e *Env) there() (bool, error) {
	if e.Unchosen != nil {
		return false, e.Unchosen
	}
	_, err := os.Stat(e.Journal)
	if !errors.Is(err, fs.ErrNotExist) {
		return true, nil // opening it says what else may be wrong
	}
	if e.named || e.Chosen {
		return false, reason.Refuse("", "check.no_such_journal", reason.Word("path", e.Journal))
	}
	return false, nil
}

// sentence says what is wrong. A place in a file is given as its path, not as
// the name of a field on a screen.
func (e *Env) sentence(err error) string {
	var p *reason.Problem
	if !errors.As(err, &p) {
		return oneLine(e.Say.Problem(err))
	}
	bare := *p
	bare.Field = ""
	sentence := e.Say.Problem(&bare)
	if p.Field != "" {
		sentence = e.Say.T("format.field", "field", p.Field, "sentence", sentence)
	}
	if slices.Contains([]string{"journal.damaged", "journal.orphans", "journal.log_alone"}, p.Rule) {
		sentence = e.Say.T("cli.rescue", "sentence", sentence, "path", strconv.Quote(e.Journal))
	}
	return oneLine(sentence)
}

// oneLine keeps a sentence one sentence, whatever words of others it holds.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// openCmd is what happens when nothing else is asked for.
type openCmd struct{}

// Run opens the window.
func (openCmd) Run(env *Env) error {
	if env.Window == nil {
		return reason.Refuse("", "window.none")
	}
	return env.Window(env)
}

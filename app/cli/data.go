package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"cardhour/data/exchange"
	"cardhour/data/journal"
	"cardhour/model/reason"
)

// exportDataCmd writes the whole journal as one zip.
type exportDataCmd struct {
	Out string `required:"" placeholder:"FILE" type:"path"`
}

// Run writes the file whole or not at all. A journal that is not there yet is
// not made.
func (c *exportDataCmd) Run(env *Env) (err error) {
	if strings.ToLower(filepath.Ext(c.Out)) != ".zip" {
		return reason.Refuse("", "archive.ending", reason.Word("path", c.Out))
	}
	there, err := env.there()
	if err == nil && !there {
		err = reason.Refuse("", "check.no_such_journal", reason.Word("path", env.Journal))
	}
	if err != nil {
		return err
	}
	j, err := journal.Open(env.Journal, journal.Options{Now: env.Now, ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	err = exchange.WriteFile(c.Out, func(w io.Writer) error { return j.Export(context.Background(), w) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(env.Stdout, env.Say.T("cli.export.done", "path", c.Out))
	return err
}

// importCmd groups what is taken into the journal.
type importCmd struct {
	Data importDataCmd `cmd:""`
}

// importDataCmd takes in what export data wrote.
type importDataCmd struct {
	Archive string `arg:"" placeholder:"FILE" type:"path"`
}

// Run takes in the whole file or nothing of it. A journal that is not there
// yet is made once the file is known to be there, unless it is the one that
// the user chose and should be there.
func (c *importDataCmd) Run(env *Env) (err error) {
	f, err := os.Open(c.Archive)
	if err != nil {
		return cannotRead(c.Archive, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	if err != nil {
		return cannotRead(c.Archive, err)
	}
	if env.Journal == "" {
		return reason.Refuse("", "check.no_such_journal", reason.Word("path", "--journal"))
	}
	if _, err := env.there(); err != nil && !env.named {
		return err
	}
	j, err := journal.Open(env.Journal, journal.Options{Now: env.Now})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	done, err := j.Import(context.Background(), f, info.Size())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(env.Stdout, env.Say.T("cli.import.done", "path", j.Path(),
		"added", done.Added, "replaced", done.Replaced, "same", done.Same))
	return err
}

func cannotRead(path string, err error) error {
	return reason.Refuse("", "file.cannot_read", reason.Word("path", path), reason.Word("detail", err.Error()))
}

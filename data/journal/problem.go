package journal

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/mattn/go-sqlite3"

	"cardhour/model/reason"
)

// refuse makes the Problem that a person is shown and keeps what caused it
// for logs.
func refuse(rule, path string, cause error, args ...reason.Arg) error {
	p := reason.Refuse("", rule, append([]reason.Arg{reason.Word("path", path)}, args...)...)
	if cause == nil {
		return p
	}
	return fmt.Errorf("%w (%w)", p, cause)
}

// explain gives err the Problem that it amounts to. Errors that no person
// can do anything about pass as they are.
func explain(err error, path string) error {
	var told *reason.Problem
	if err == nil || errors.As(err, &told) {
		return err
	}
	var wrong misread
	if errors.As(err, &wrong) {
		return refuse("journal.damaged", path, err, reason.Word("detail", shorten(wrong.Error())))
	}
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrFull:
		return refuse("journal.full", path, err)
	case sqlite3.ErrReadonly, sqlite3.ErrPerm:
		return refuse("journal.readonly", path, err)
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrProtocol:
		return refuse("journal.locked", path, err)
	case sqlite3.ErrNotADB:
		return refuse("journal.not_a_database", path, err)
	case sqlite3.ErrCorrupt:
		return refuse("journal.damaged", path, err, reason.Word("detail", shorten(e.Error())))
	case sqlite3.ErrError, sqlite3.ErrSchema, sqlite3.ErrFormat, sqlite3.ErrMismatch:
		// The statements are fixed and known to be right: what does not go
		// with them is the schema in the file.
		return refuse("journal.damaged", path, err, reason.Word("detail", shorten(e.Error())))
	case sqlite3.ErrCantOpen, sqlite3.ErrIoErr:
		return refuse("journal.cannot_open", path, err)
	}
	switch {
	case e.ExtendedCode == sqlite3.ErrConstraintForeignKey:
		return refuse("journal.gone", path, err)
	case e.Code == sqlite3.ErrConstraint:
		// Records are written in the form that the schema asks for.
		return refuse("journal.damaged", path, err, reason.Word("detail", shorten(e.Error())))
	}
	return err
}

// isReadOnly reports whether err comes from a file system that cannot be
// written to.
func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }

// shorten keeps the detail of a damage to a line.
func shorten(text string) string {
	const most = 200
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

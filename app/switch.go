package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"cardhour/data/exchange"
	"cardhour/data/journal"
	"cardhour/model/reason"
	"cardhour/views/settings"
)

// journalName is what a journal is called that nobody named.
const journalName, journalEnding = "journal", ".cardhour"

// Open shows another journal in place of the open one, which stays when that
// fails.
func (k keeper) Open(path string, done settings.Done) {
	if same(path, k.w.journal.Path()) {
		done(k.w.printer().T("settings.journal.same", "path", path), true)
		return
	}
	if err := there(path); err != nil {
		done(k.w.printer().Problem(err), false)
		return
	}
	k.w.change(func(context.Context) (*journal.Journal, error) { return openJournal(path) }, nil, done)
}

// New begins an empty journal in a folder and shows it.
func (k keeper) New(folder string, done settings.Done) {
	k.w.change(func(context.Context) (*journal.Journal, error) {
		return openJournal(freeName(folder, journalName+journalEnding))
	}, nil, done)
}

// Move takes the open journal with its snapshots and evidence to another folder. The copy
// is read through before it is used; the old file is renamed, not deleted.
func (k keeper) Move(folder string, done settings.Done) {
	w, j, s := k.w, k.w.journal, k.w.session
	from := j.Path()
	if same(folder, filepath.Dir(from)) {
		done(w.printer().T("settings.journal.same", "path", from), true)
		return
	}
	w.change(func(context.Context) (moved *journal.Journal, err error) {
		err = s.Replace(func(ctx context.Context) error {
			moved, err = copyJournal(ctx, j, freeName(folder, filepath.Base(from)))
			return err
		})
		return moved, err
	}, func() string { return w.putAside(from) }, done)
}

// copyJournal makes the same journal at path, with the same snapshots and
// evidence.
func copyJournal(ctx context.Context, j *journal.Journal, path string) (_ *journal.Journal, err error) {
	now, err := j.Snapshot(ctx, journal.ByHand)
	if err != nil {
		return nil, err
	}
	kept, err := j.Snapshots(ctx)
	if err != nil {
		return nil, err
	}
	if err := journal.Begin(ctx, path, now.Path, options()); err != nil {
		return nil, err
	}
	shelf := path + ".snapshots"
	defer func() {
		if err != nil { // none was there before
			for _, part := range []string{"", ".snapshots", ".evidence"} {
				_ = os.RemoveAll(path + part)
			}
		}
	}()
	if err := j.CopyEvidence(ctx, path); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(shelf, 0o755); err != nil {
		return nil, cannotWrite(shelf, err)
	}
	for _, s := range kept {
		if err := copyWhole(s.Path, filepath.Join(shelf, filepath.Base(s.Path))); err != nil {
			return nil, cannotWrite(shelf, err)
		}
	}
	copied, err := journal.SnapshotsOf(ctx, path)
	if err != nil {
		return nil, err
	}
	if len(copied) < len(kept) {
		return nil, reason.Refuse("", "journal.copy_differs", reason.Word("path", path))
	}
	return openJournal(path)
}

// putAside renames a journal that was moved away, and its snapshots with it.
func (w *window) putAside(from string) string {
	p := w.printer()
	ending := ".moved-" + time.Now().Format("2006-01-02")
	aside := freeName(filepath.Dir(from), filepath.Base(from)+ending)
	if err := os.Rename(from, aside); err != nil {
		return p.T("settings.journal.moved_copy", "path", w.journal.Path(), "old", from)
	}
	for _, folder := range journal.Beside(from) { // copies of them are in use
		_ = os.Rename(folder, freeName(filepath.Dir(folder), filepath.Base(folder)+ending))
	}
	return p.T("settings.journal.moved", "path", w.journal.Path(), "old", aside)
}

// change shows the journal that open gives. When that fails, the one that is
// open stays. then runs once the old one is closed and says what was done.
func (w *window) change(open func(context.Context) (*journal.Journal, error), then func() string, done settings.Done) {
	var next *journal.Journal
	s := w.session
	busy := w.cover()
	w.beside(func(ctx context.Context) (err error) {
		s.Flush()
		next, err = open(ctx)
		return err
	}, func(err error) {
		busy()
		if err == nil {
			err = w.adopt(next)
		}
		if err != nil {
			done(w.printer().Problem(err), false)
			return
		}
		said := w.printer().T("settings.journal.opened", "path", w.journal.Path())
		if then != nil {
			said = then()
		}
		if err := (config{Journal: w.journal.Path()}).write(); err != nil {
			said = w.printer().Problem(err)
		}
		w.notice(said) // the settings that asked are gone
	})
}

// adopt shows a journal in place of the open one.
func (w *window) adopt(next *journal.Journal) error {
	w.session.Flush()
	if err := w.session.Problem(); err != nil {
		return errors.Join(reason.Refuse("", "journal.unsaved", reason.Word("why", w.printer().Problem(err))), next.Close())
	}
	s, err := w.sessionOn(next)
	if err != nil {
		return errors.Join(err, next.Close())
	}
	before, old := w.session, w.journal
	w.show(next, s)
	if err := errors.Join(before.Close(), old.Close()); err != nil {
		return fmt.Errorf("close the journal: %w", err)
	}
	return nil
}

func openJournal(path string) (*journal.Journal, error) { return journal.Open(path, options()) }

func options() journal.Options { return journal.Options{Now: time.Now, NewID: newID} }

// there refuses a journal that is not there: opening it would make an empty
// one, which looks like a loss.
func there(path string) error {
	if _, err := os.Stat(path); err != nil {
		return reason.Refuse("", "journal.not_there", reason.Word("path", path))
	}
	return nil
}

// same reports whether two names are of one file.
func same(a, b string) bool {
	one, err := os.Stat(a)
	other, gone := os.Stat(b)
	return err == nil && gone == nil && os.SameFile(one, other)
}

// freeName is a name in a folder that nothing has yet.
func freeName(folder, name string) string {
	ending := filepath.Ext(name)
	stem := name[:len(name)-len(ending)]
	for n := 1; ; n++ {
		path := filepath.Join(folder, name)
		if n > 1 {
			path = filepath.Join(folder, fmt.Sprintf("%s-%d%s", stem, n, ending))
		}
		// Nor may what belonged to another journal of the name be taken for its own.
		taken := false
		for _, other := range append([]string{path, path + "-wal", path + "-journal"}, journal.Beside(path)...) {
			_, err := os.Lstat(other)
			taken = taken || !errors.Is(err, os.ErrNotExist)
		}
		if !taken || n > 9999 {
			return path
		}
	}
}

// copyWhole copies a file, whole or not at all.
func copyWhole(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	return exchange.WriteFile(to, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

func cannotWrite(path string, err error) error {
	return reason.Refuse("", "file.cannot_write", reason.Word("path", path), reason.Word("detail", err.Error()))
}

package app

import (
	"context"
	"errors"
	"io"
	"os"

	"cardhour/data/exchange"
	"cardhour/data/journal"
	"cardhour/model/reason"
	"cardhour/views/settings"
)

// keeper does with the open journal what the settings offer. Whatever takes
// time happens beside the window's goroutine.
type keeper struct{ w *window }

// beside runs work beside the window's goroutine and hands its outcome back
// to it.
func (w *window) beside(work func(context.Context) error, done func(error)) {
	w.busy.Go(func() {
		err := work(w.ctx)
		w.post(func() { done(err) })
	})
}

// tell says how something went: a sentence in the window's language.
func (w *window) tell(done settings.Done, good func() string) func(error) {
	return func(err error) {
		if err != nil {
			done(w.printer().Problem(err), false)
			return
		}
		done(good(), true)
	}
}

// anew says how something went that may have brought other settings. Where
// they look otherwise the content is built anew, without whoever asked, so it
// is said above the rest too.
func (w *window) anew(look [3]string, done settings.Done, good func() string) func(error) {
	return w.tell(func(said string, ok bool) {
		done(said, ok)
		if w.look() != look {
			w.build()
			w.notice(said)
		}
	}, good)
}

// snapshotOnStart keeps the journal as it was found, if it has changed since
// the last snapshot. It keeps nobody waiting; when it fails, the window says
// so above the rest.
func (w *window) snapshotOnStart() {
	j := w.journal
	w.beside(func(ctx context.Context) error {
		_, _, err := j.SnapshotIfChanged(ctx, journal.OnStart)
		return err
	}, func(err error) {
		if err != nil && !errors.Is(err, context.Canceled) {
			w.notice(w.printer().Problem(err))
		}
	})
}

// Snapshots lists the snapshots, the newest first.
func (k keeper) Snapshots(done func([]settings.Snapshot, string)) {
	w, j := k.w, k.w.journal
	var list []settings.Snapshot
	w.beside(func(ctx context.Context) error {
		all, err := j.Snapshots(ctx)
		for _, s := range all {
			list = append(list, snapshotOf(s))
		}
		return err
	}, func(err error) { done(list, w.printer().Problem(err)) })
}

func snapshotOf(s journal.SnapshotInfo) settings.Snapshot {
	return settings.Snapshot{Path: s.Path, Time: s.Time.Local(), Reason: string(s.Reason), Decisions: s.Decisions, Runs: s.Runs, Damaged: s.Damaged}
}

// Snapshot makes one now.
func (k keeper) Snapshot(done settings.Done) {
	w, j, s := k.w, k.w.journal, k.w.session
	var made journal.SnapshotInfo
	w.beside(func(ctx context.Context) (err error) {
		s.Flush()
		made, err = j.Snapshot(ctx, journal.ByHand)
		return err
	}, w.tell(done, func() string {
		p := w.printer()
		return p.T("settings.snapshot.made", "date", p.DateTime(made.Time.Local()), "decisions", made.Decisions, "runs", made.Runs)
	}))
}

// Restore puts a snapshot in the place of what the journal holds, which the
// journal keeps as a snapshot first.
func (k keeper) Restore(chosen settings.Snapshot, done settings.Done) {
	w, j, s := k.w, k.w.journal, k.w.session
	look := w.look()
	var before journal.SnapshotInfo
	w.beside(func(context.Context) error {
		return s.Replace(func(ctx context.Context) (err error) {
			before, err = j.Restore(ctx, chosen.Path)
			return err
		})
	}, w.anew(look, done, func() string {
		p := w.printer()
		return p.T("settings.snapshot.restored", "date", p.DateTime(chosen.Time), "before", p.DateTime(before.Time.Local()))
	}))
}

// Export writes the whole journal as one zip.
func (k keeper) Export(to string, done settings.Done) {
	w, j, s := k.w, k.w.journal, k.w.session
	w.beside(func(ctx context.Context) error {
		s.Flush()
		err := exchange.WriteFile(to, func(w io.Writer) error { return j.Export(ctx, w) })
		if info, gone := os.Stat(to); err != nil && gone == nil && info.Size() == 0 {
			_ = os.Remove(to) // the dialog made it, and there is nothing in it
		}
		return err
	}, w.tell(done, func() string { return w.printer().T("settings.export.done", "path", to) }))
}

// Import takes in what Export wrote.
func (k keeper) Import(from string, done settings.Done) {
	w, j, s := k.w, k.w.journal, k.w.session
	look := w.look()
	var took journal.Imported
	w.beside(func(context.Context) error {
		f, err := os.Open(from)
		if err != nil {
			return cannotRead(from, err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return cannotRead(from, err)
		}
		return s.Replace(func(ctx context.Context) (err error) {
			took, err = j.Import(ctx, f, info.Size())
			return err
		})
	}, w.anew(look, done, func() string {
		return w.printer().T("settings.import.done", "path", from, "added", took.Added, "replaced", took.Replaced, "same", took.Same)
	}))
}

func cannotRead(path string, err error) error {
	return reason.Refuse("", "file.cannot_read", reason.Word("path", path), reason.Word("detail", err.Error()))
}

package app

import (
	"context"
	"errors"
	"slices"

	"cardhour/data/journal"
	"cardhour/model/reason"
	"cardhour/views/shell"
	"cardhour/views/theme"
)

// trouble is the way back from a journal that cannot be opened.
type trouble struct {
	w       *window
	path    string
	why     string // the sentence about it
	damaged bool   // and not only out of reach
	rescued *journal.Rescued
	screen  *shell.Trouble
}

// damages are the refusals of a journal that can be set aside.
var damages = []string{"journal.damaged", "journal.not_a_database", "journal.log_alone", "journal.unreadable", "journal.orphans"}

// explain says in the window why the journal cannot be opened, and offers
// ways on. Nothing is done to the file before one is chosen.
func (w *window) explain(why error) *trouble {
	t := &trouble{w: w, path: w.env.Journal}
	p := w.printer()
	var refused *reason.Problem
	rule := ""
	if errors.As(why, &refused) {
		rule = refused.Rule
	}
	t.damaged = slices.Contains(damages, rule)
	do := shell.TroubleActions{Another: t.another, New: t.begin, Quit: w.close}
	if t.damaged {
		do.Readable = t.readable
	} else if rule != "journal.newer" && w.env.Unchosen == nil {
		do.Again = t.again
	}
	if t.damaged || rule == "journal.not_there" {
		if s := t.good(w.ctx); s != nil {
			do.Snapshot, do.Holds = t.snapshot, p.T("trouble.snapshot.holds", "date", p.DateTime(s.Time.Local()), "decisions", s.Decisions, "runs", s.Runs)
		}
	}
	w.app.Settings().SetTheme(theme.New(theme.System, 1))
	w.win.SetTitle(p.T("app.name"))
	if err := translateToolkit(p); err != nil {
		w.logToolkit(err)
	}
	t.why = p.Problem(why)
	t.screen = shell.NewTrouble(p, w.win, t.why, do)
	w.win.SetContent(t.screen.Content())
	return t
}

// good is the newest snapshot that looks good; rescuing reads it through.
func (t *trouble) good(ctx context.Context) *journal.SnapshotInfo {
	list, err := journal.SnapshotsOf(ctx, t.path)
	i := slices.IndexFunc(list, func(s journal.SnapshotInfo) bool { return !s.Damaged })
	if err != nil || i < 0 {
		return nil
	}
	return &list[i]
}

// rescue sets the damaged file aside, once.
func (t *trouble) rescue(ctx context.Context) error {
	if t.rescued != nil || !t.damaged {
		return nil
	}
	r, err := journal.Rescue(ctx, t.path, options())
	if err != nil {
		return err
	}
	t.rescued = &r
	if !usual(t.path) {
		return nil
	}
	// The next start is to ask again instead of making an empty journal.
	return config{Journal: t.path}.write()
}

// usual reports whether a journal is opened when none is named.
func usual(path string) bool {
	chosen, err := readConfig()
	if err == nil && chosen.Journal != "" {
		return chosen.Journal == path
	}
	place, err := journalPath()
	return err == nil && place == path
}

// snapshot goes on with the newest good snapshot.
func (t *trouble) snapshot() {
	var from *journal.SnapshotInfo
	t.try(t.path, func(ctx context.Context) error {
		if err := t.rescue(ctx); err != nil {
			return err
		}
		from = t.good(ctx)
		if t.rescued != nil {
			from = t.rescued.Snapshot
		}
		if from == nil {
			return reason.Refuse("", "journal.no_snapshot", reason.Word("path", t.path))
		}
		return journal.Begin(ctx, t.path, from.Path, options())
	}, func() string {
		p := t.w.printer()
		date := p.DateTime(from.Time.Local())
		if t.rescued == nil {
			return p.T("trouble.snapshot.opened", "date", date)
		}
		return p.T("trouble.snapshot.aside", "date", date, "aside", t.rescued.Aside)
	})
}

// again tries the journal once more: the drive may be back.
func (t *trouble) again() {
	t.tryOr(t.path, func(context.Context) error { return there(t.path) }, func() string { return "" }, func(err error) {
		if p := t.w.printer(); p.Problem(err) == t.why {
			t.screen.Say(p.T("trouble.still"))
			return
		}
		t.w.explain(err) // other ways may be open now
	})
}

// another opens a journal that was chosen.
func (t *trouble) another(path string) {
	t.try(path, func(context.Context) error { return there(path) },
		func() string { return t.w.printer().T("settings.journal.opened", "path", path) })
}

// begin opens an empty journal in a folder.
func (t *trouble) begin(folder string) {
	path := freeName(folder, journalName+journalEnding)
	t.try(path, func(context.Context) error { return nil },
		func() string { return t.w.printer().T("settings.journal.opened", "path", path) })
}

// try opens the journal at path after what is done first, and says it there.
func (t *trouble) try(path string, first func(context.Context) error, said func() string) {
	t.tryOr(path, first, said, func(err error) { t.screen.Say(t.w.printer().Problem(err)) })
}

func (t *trouble) tryOr(path string, first func(context.Context) error, said func() string, failed func(error)) {
	w := t.w
	t.screen.Busy()
	var j *journal.Journal
	w.beside(func(ctx context.Context) (err error) {
		if err = first(ctx); err == nil {
			j, err = openJournal(path)
		}
		return err
	}, func(err error) {
		if err == nil {
			if err = w.start(j); err != nil {
				err = errors.Join(err, j.Close())
			}
		}
		if err != nil {
			failed(err)
			return
		}
		w.notice(said())
		if path == t.path {
			return // it was opened by this name before
		}
		if err := (config{Journal: path}).write(); err != nil {
			w.notice(w.printer().Problem(err))
		}
	})
}

// readable saves what can be read beside the damaged file.
func (t *trouble) readable() {
	w := t.w
	t.screen.Busy()
	w.beside(t.rescue, func(err error) {
		p := w.printer()
		switch {
		case t.rescued == nil:
			t.screen.Say(p.Problem(err))
		case t.rescued.Readable == "":
			t.screen.Say(p.T("trouble.readable.nothing", "aside", t.rescued.Aside))
		default:
			rows := 0
			for _, c := range t.rescued.Counts {
				rows += c.Rows
			}
			t.screen.Say(p.T("trouble.readable.done", "path", t.rescued.Readable, "rows", rows, "aside", t.rescued.Aside))
		}
	})
}

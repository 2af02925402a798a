package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/mattn/go-sqlite3"

	"cardhour/model/hardware"
)

// Imported is what an import did.
type Imported struct {
	Added, Replaced, Same int // records
}

// Import takes in all records of an archive that Export wrote, as they are:
// one of the same id is replaced, an answer gives way to one for the same
// requirement at the same platform, and an own card or model to one of the
// same name. It is done wholly or not at all, and
// undone in one step. Settings that are set already stay, since undo does not
// bring them back. An archive that is not right in every part, or comes from
// a newer version, is refused before anything is written. What the journal
// held is kept as a snapshot first; without one nothing is imported.
func (j *Journal) Import(ctx context.Context, r io.ReaderAt, size int64) (Imported, error) {
	steps, err := shippedMigrations()
	if err != nil {
		return Imported{}, err
	}
	a, err := readArchive(r, size, len(steps))
	if err != nil {
		return Imported{}, fmt.Errorf("read an export: %w", err)
	}
	if _, _, err := j.SnapshotIfChanged(ctx, BeforeImport); err != nil {
		return Imported{}, fmt.Errorf("import a journal: %w", err)
	}
	// Files are there before the rows that speak of them.
	if err := a.keepFiles(ctx, j); err != nil {
		return Imported{}, fmt.Errorf("import the evidence: %w", err)
	}
	var done Imported
	err = j.change(ctx, func(tx *sql.Tx) error {
		w := &work{tx: tx, now: j.now(), newID: j.id}
		if done, err = w.takeIn(ctx, a.records); err != nil {
			return misfit(err)
		}
		for _, s := range a.settings {
			if _, err := tx.ExecContext(ctx, `INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING`,
				s.Key, s.Value); err != nil {
				return err
			}
		}
		return w.enter(ctx, Action{Label: "action_import"})
	})
	if err != nil {
		return Imported{}, fmt.Errorf("import a journal: %w", err)
	}
	return done, nil
}

// takeIn makes records what the archive says, their times too.
func (w *work) takeIn(ctx context.Context, records []record) (done Imported, err error) {
	arriving := map[key]bool{}
	for _, r := range records {
		arriving[r.key()] = true
	}
	for _, r := range records {
		old, err := load(ctx, w.tx, r.key())
		if err != nil {
			return done, err
		}
		e, err := effectOf(old, r)
		switch {
		case err != nil:
			return done, err
		case e.before == e.after:
			done.Same++
			continue
		case old == nil:
			done.Added++
		default:
			done.Replaced++
		}
		w.effects = append(w.effects, e)
		same, err := w.inPlaceOf(ctx, r)
		if err != nil {
			return done, err
		}
		for _, s := range same {
			if arriving[s.key()] { // it is overwritten itself
				continue
			}
			if err := w.giveWay(ctx, s, arriving); err != nil {
				return done, err
			}
		}
	}
	return done, restore(ctx, w.tx, w.effects)
}

// inPlaceOf returns what has the place of a record that arrives.
func (w *work) inPlaceOf(ctx context.Context, r record) ([]record, error) {
	switch r := r.(type) {
	case *answerRow:
		return forms[Answers].list(ctx, w.tx, `WHERE platform = ? AND requirement = ?`, r.Platform, r.Requirement)
	case *cardRow:
		return w.namesakes(ctx, Cards, r.Name)
	case *modelRow:
		return w.namesakes(ctx, Models, r.Name)
	}
	return nil, nil
}

// namesakes returns the own cards or models of a name, however it is written.
func (w *work) namesakes(ctx context.Context, kind Kind, name string) ([]record, error) {
	list, err := forms[kind].list(ctx, w.tx, forms[kind].order)
	return slices.DeleteFunc(list, func(r record) bool { return !hardware.Same(nameOf(r), name) }), err
}

func nameOf(r record) string {
	switch r := r.(type) {
	case *cardRow:
		return r.Name
	case *modelRow:
		return r.Name
	}
	return ""
}

// giveWay has a record go, an answer with its evidence, except what arrives
// under another record.
func (w *work) giveWay(ctx context.Context, r record, arriving map[key]bool) error {
	going := []record{r}
	if r.key().kind == Answers {
		files, err := evidenceRows(ctx, w.tx, `WHERE answer_id = ?`, r.key().id)
		if err != nil {
			return err
		}
		for _, f := range files {
			if !arriving[f.key()] {
				going = append(going, f)
			}
		}
	}
	for _, r := range going {
		if slices.ContainsFunc(w.effects, func(e effect) bool { return e.key == r.key() }) {
			continue // two arrive in its place
		}
		gone, err := effectOf(r, nil)
		if err != nil {
			return err
		}
		w.effects = append(w.effects, gone)
	}
	return nil
}

// misfit is what the schema itself refuses, which is the archive's fault.
func misfit(err error) error {
	var e sqlite3.Error
	if errors.As(err, &e) && e.Code == sqlite3.ErrConstraint {
		return spoiled("*.json", e)
	}
	return err
}

package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
)

// keptActions is how many actions can be undone.
const keptActions = 100

// Done is an action that was undone or redone, or could be.
type Done struct {
	Label      string // term of the catalogue
	DecisionID string // the decision it changed; it may not exist now. Empty for none
}

// Steps are what the next undo and the next redo would do; nil for nothing.
type Steps struct{ Undo, Redo *Done }

// UndoState tells what can be undone and redone.
func (j *Journal) UndoState(ctx context.Context) (Steps, error) {
	var s Steps
	err := j.view(ctx, func(q querier) error {
		for undone, done := range map[bool]**Done{false: &s.Undo, true: &s.Redo} {
			a, err := nextAction(ctx, q, undone)
			if err != nil {
				return err
			}
			if a != nil {
				*done = &a.Done
			}
		}
		return nil
	})
	if err != nil {
		return Steps{}, fmt.Errorf("read what can be undone: %w", err)
	}
	return s, nil
}

// Undo takes back the last action; false when there is none.
func (j *Journal) Undo(ctx context.Context) (Done, bool, error) { return j.move(ctx, true) }

// Redo does the last action again that was undone; false when there is none.
func (j *Journal) Redo(ctx context.Context) (Done, bool, error) { return j.move(ctx, false) }

func (j *Journal) move(ctx context.Context, back bool) (done Done, ok bool, err error) {
	err = j.change(ctx, func(tx *sql.Tx) error {
		a, err := nextAction(ctx, tx, !back)
		if err != nil || a == nil {
			return err
		}
		effects, err := effectsOf(ctx, tx, a.seq)
		if err != nil {
			return err
		}
		if back {
			for i, e := range effects {
				effects[i].before, effects[i].after = e.after, e.before
			}
		}
		if err := j.keepBefore(ctx, effects); err != nil {
			return err
		}
		if err := restore(ctx, tx, effects); err != nil {
			return err
		}
		// Without its merge key, nothing joins an action that was moved over.
		_, err = tx.ExecContext(ctx, `UPDATE actions SET undone = ?, merge = '' WHERE seq = ?`, back, a.seq)
		done, ok = a.Done, true
		return err
	})
	if err != nil {
		return Done{}, false, fmt.Errorf("undo or redo: %w", err)
	}
	return done, ok, nil
}

// restore makes every record what the effects say it is afterwards.
//
// The order keeps every reference whole at every moment and gives the
// schema's cascades nothing to do: answers free their place first, then
// records come after those they refer to and go before them.
func restore(ctx context.Context, tx *sql.Tx, effects []effect) error {
	for _, e := range effects {
		if e.key.kind == Answers {
			if err := remove(ctx, tx, e.key); err != nil {
				return err
			}
		}
	}
	rank := func(e effect) int { return slices.Index(Kinds, e.key.kind) }
	slices.SortStableFunc(effects, func(a, b effect) int { return rank(a) - rank(b) })
	for _, e := range effects {
		if e.after == "" {
			continue
		}
		r, err := decode(e.key.kind, e.after)
		if err != nil {
			return unreadable(e.key, err)
		}
		if err := r.save(ctx, tx); err != nil {
			return err
		}
	}
	for _, e := range slices.Backward(effects) {
		if e.after != "" {
			continue
		}
		if err := remove(ctx, tx, e.key); err != nil {
			return err
		}
	}
	return nil
}

// action is an entry of the table of actions.
type action struct {
	seq   int64
	merge string
	at    string
	Done
}

// nextAction returns the action that undo (of what is not undone) or redo
// would take; nil for none.
func nextAction(ctx context.Context, q querier, undone bool) (*action, error) {
	order := `ORDER BY seq DESC`
	if undone {
		order = `ORDER BY seq`
	}
	var a action
	err := q.QueryRowContext(ctx, `SELECT seq, merge, at, label, decision_id FROM actions WHERE undone = ? `+order+` LIMIT 1`,
		undone).Scan(&a.seq, &a.merge, &a.at, &a.Label, &a.DecisionID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &a, err
}

func effectsOf(ctx context.Context, q querier, seq int64) ([]effect, error) {
	return all(ctx, q, func(rows *sql.Rows) (effect, error) {
		var e effect
		var before, after sql.NullString
		err := rows.Scan(&e.key.kind, &e.key.id, &before, &after)
		e.before, e.after = before.String, after.String
		return e, err
	}, `SELECT kind, id, before, after FROM action_changes WHERE seq = ?`, seq)
}

// enter writes what was done to the list of actions.
func (w *work) enter(ctx context.Context, a Action) error {
	w.effects = lasting(w.effects)
	if len(w.effects) == 0 {
		return nil
	}
	cleared, err := w.tx.ExecContext(ctx, `DELETE FROM actions WHERE undone`)
	if err != nil {
		return err
	}
	redoable, err := cleared.RowsAffected()
	if err != nil {
		return err
	}
	last, err := nextAction(ctx, w.tx, false)
	if err != nil {
		return err
	}
	if redoable == 0 && last != nil && a.Merge != "" && last.merge == a.Merge && w.soonAfter(last.at) {
		return w.extend(ctx, last.seq)
	}
	decision := ""
	if len(w.owners) > 0 {
		decision = w.owners[0]
	}
	added, err := w.tx.ExecContext(ctx, `INSERT INTO actions (label, merge, decision_id, at, undone) VALUES (?, ?, ?, ?, 0)`,
		a.Label, a.Merge, decision, utc(w.now))
	if err != nil {
		return err
	}
	seq, err := added.LastInsertId()
	if err != nil {
		return err
	}
	if err := w.list(ctx, seq, w.effects); err != nil {
		return err
	}
	_, err = w.tx.ExecContext(ctx,
		`DELETE FROM actions WHERE seq NOT IN (SELECT seq FROM actions ORDER BY seq DESC LIMIT ?)`, keptActions)
	return err
}

func (w *work) soonAfter(at string) bool {
	last, err := time.Parse(timeText, at)
	since := w.now.Sub(last)
	return err == nil && since >= 0 && since <= mergeWindow
}

// extend joins what was done to an action that is already in the list.
func (w *work) extend(ctx context.Context, seq int64) error {
	earlier, err := effectsOf(ctx, w.tx, seq)
	if err != nil {
		return err
	}
	if _, err := w.tx.ExecContext(ctx, `UPDATE actions SET at = ? WHERE seq = ?`, utc(w.now), seq); err != nil {
		return err
	}
	if _, err := w.tx.ExecContext(ctx, `DELETE FROM action_changes WHERE seq = ?`, seq); err != nil {
		return err
	}
	joined := lasting(joinEffects(earlier, w.effects))
	if len(joined) == 0 {
		_, err := w.tx.ExecContext(ctx, `DELETE FROM actions WHERE seq = ?`, seq)
		return err
	}
	return w.list(ctx, seq, joined)
}

// lasting leaves out records that came and went again.
func lasting(effects []effect) []effect {
	return slices.DeleteFunc(effects, func(e effect) bool { return e.before == "" && e.after == "" })
}

func (w *work) list(ctx context.Context, seq int64, effects []effect) error {
	null := func(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }
	for _, e := range effects {
		if _, err := w.tx.ExecContext(ctx, `INSERT INTO action_changes (seq, kind, id, before, after) VALUES (?, ?, ?, ?, ?)`,
			seq, e.key.kind, e.key.id, null(e.before), null(e.after)); err != nil {
			return err
		}
	}
	return nil
}

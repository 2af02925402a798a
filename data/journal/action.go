package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/trial"
)

// Action is one thing that the user did. It is done wholly or not at all,
// and undone as a whole.
type Action struct {
	Label string // term of the catalogue that says what was done
	// Merge joins actions into one step of undo: consecutive ones with the
	// same text, each within mergeWindow of the one before. Empty never joins.
	Merge   string
	Changes []Change // done in this order: a record after those it refers to
}

// mergeWindow is how long a pause in typing may be before what follows is a
// step of its own.
const mergeWindow = 5 * time.Second

// Change is a part of an action: a record put or deleted.
type Change struct {
	key    key
	record record // nil to delete
	err    error
}

// PutDecision adds a decision or overwrites the one of the same id. The
// journal keeps Updated itself, and Created once it is there.
func PutDecision(d decision.Decision) Change { return put(decisionRowOf(d)) }

// PutQuote adds a quote or overwrites the one of the same id. Quotes may be
// unfinished: nothing but the decision has to be right.
func PutQuote(q billing.Quote) Change { return put(quoteRowOf(q)) }

// PutRun adds a run or overwrites the one of the same id.
func PutRun(r trial.Run) Change { return put(runRowOf(r)) }

// PutBill adds a bill or overwrites the one of the same id.
func PutBill(b trial.Bill) Change { return put(billRowOf(b)) }

// PutAnswer adds an answer. There is one for a requirement at a platform: it
// takes the place of an older one. One without a date was asked now.
func PutAnswer(a barrier.Answer) Change { return put(answerRowOf(a)) }

// PutEvidence adds a file that KeepFile has kept to a record.
func PutEvidence(e fact.Evidence) Change { return put(evidenceRowOf(e)) }

// PutCard adds a card of the user's own or overwrites the one of the same id.
func PutCard(c hardware.OwnCard) Change { return put(cardRowOf(c)) }

// PutModel adds a model of the user's own or overwrites the one of the same id.
func PutModel(m hardware.OwnModel) Change { return put(modelRowOf(m)) }

func put[R record](r R, err error) Change { return Change{key: r.key(), record: r, err: err} }

// Delete removes a record and what belongs to it: with a decision its quotes
// and runs, with a run its bills, with each its evidence, of which the files
// stay. Runs under a deleted quote stay. Deleting what is not there does
// nothing.
func Delete(kind Kind, id string) Change { return Change{key: key{kind, id}} }

// Apply does an action. When it returns nil, the action is on disk and can
// be undone; what had been undone before can no longer be redone. Missing
// ids are filled in. An action that changes nothing leaves no trace.
func (j *Journal) Apply(ctx context.Context, a Action) error {
	if a.Label == "" {
		return errors.New("apply an action: it has no label")
	}
	err := j.change(ctx, func(tx *sql.Tx) error {
		w := &work{tx: tx, now: j.now(), newID: j.id, files: j.evidenceFolder()}
		for _, c := range a.Changes {
			if err := w.do(ctx, c); err != nil {
				return err
			}
		}
		if err := w.touch(ctx); err != nil {
			return err
		}
		if err := j.keepBefore(ctx, w.effects); err != nil {
			return err
		}
		return w.enter(ctx, a)
	})
	if err != nil {
		return fmt.Errorf("apply an action: %w", err)
	}
	return nil
}

// work is an action being done.
type work struct {
	tx    *sql.Tx
	now   time.Time
	newID func() string
	files string // folder of evidence

	effects []effect
	owners  []string // decisions that were changed, the first one first
}

// effect is what became of one record, as documents; empty for no record.
type effect struct {
	key           key
	before, after string
}

func (w *work) do(ctx context.Context, c Change) error {
	if _, known := forms[c.key.kind]; !known {
		return fmt.Errorf("no such kind of record: %q", c.key.kind)
	}
	if c.err != nil {
		return c.err
	}
	if c.record == nil {
		return w.remove(ctx, c.key)
	}
	return w.put(ctx, c.record)
}

func (w *work) put(ctx context.Context, given record) error {
	// What is stored is what undo and redo will bring back: both come from
	// the document.
	text, err := encode(given)
	if err != nil {
		return err
	}
	r, err := decode(given.key().kind, text)
	if err != nil {
		return err
	}
	if err := w.fit(ctx, r); err != nil {
		return err
	}
	old, err := load(ctx, w.tx, r.key())
	if err != nil {
		return err
	}
	at := r.kept()
	if old != nil {
		*at = *old.kept()
	} else if at.Created == "" {
		at.Created = utc(w.now)
	}
	before, err := encode(old)
	if err != nil {
		return err
	}
	if text, err = encode(r); err != nil || text == before {
		return err
	}
	at.Updated = utc(w.now)
	if err := r.save(ctx, w.tx); err != nil {
		return err
	}
	return w.note(ctx, old, r)
}

// fit completes a record and settles what it may collide with.
func (w *work) fit(ctx context.Context, r record) error {
	switch r := r.(type) {
	case *runRow:
		if r.Quote != "" {
			found, err := load(ctx, w.tx, key{Quotes, r.Quote})
			if err != nil {
				return err
			}
			if found == nil {
				r.Quote = "" // deleted meanwhile
			}
		}
	case *answerRow:
		same, err := answerRows(ctx, w.tx, `WHERE platform = ? AND requirement = ?`, r.Platform, r.Requirement)
		if err != nil {
			return err
		}
		if len(same) > 0 && r.ID == "" {
			r.ID = same[0].ID
		} else if len(same) > 0 && r.ID != same[0].ID {
			if err := w.remove(ctx, same[0].key()); err != nil {
				return err
			}
		}
		if r.Asked.At == "" {
			r.Asked = stamp{At: utc(w.now)}
		}
	case *evidenceRow:
		if path := filepath.Join(w.files, r.file()); !exists(path) {
			return reason.Refuse("", "evidence.missing", reason.Word("name", r.Name), reason.Word("path", path))
		}
	}
	if r.key().id == "" {
		r.fill(w.newID())
	}
	return nil
}

// remove deletes a record after all that belongs to it, so that each is
// noted and comes back on undo; the schema's own cascade would forget them.
func (w *work) remove(ctx context.Context, k key) error {
	old, err := load(ctx, w.tx, k)
	if err != nil || old == nil {
		return err
	}
	switch k.kind {
	case Decisions:
		err = errors.Join(w.removeAll(ctx, Runs, `WHERE decision_id = ?`, k.id), w.removeAll(ctx, Quotes, `WHERE decision_id = ?`, k.id))
	case Runs:
		err = errors.Join(w.removeAll(ctx, Bills, `WHERE run_id = ?`, k.id), w.removeAll(ctx, Evidence, `WHERE run_id = ?`, k.id))
	case Quotes:
		err = w.unlink(ctx, k.id)
	case Bills:
		err = w.removeAll(ctx, Evidence, `WHERE bill_id = ?`, k.id)
	case Answers:
		err = w.removeAll(ctx, Evidence, `WHERE answer_id = ?`, k.id)
	case Evidence, Cards, Models: // nothing belongs to them
	}
	if err != nil {
		return err
	}
	if err := w.note(ctx, old, nil); err != nil {
		return err
	}
	return remove(ctx, w.tx, k)
}

func (w *work) removeAll(ctx context.Context, kind Kind, where string, id string) error {
	found, err := forms[kind].list(ctx, w.tx, where, id)
	for _, r := range found {
		if err == nil {
			err = w.remove(ctx, r.key())
		}
	}
	return err
}

// unlink takes a quote away from the runs under it.
func (w *work) unlink(ctx context.Context, quote string) error {
	runs, err := runRows(ctx, w.tx, `WHERE quote_id = ?`, quote)
	for _, r := range runs {
		r.Quote = ""
		if err == nil {
			err = w.put(ctx, r)
		}
	}
	return err
}

// note remembers what became of a record. Of several changes of one record
// the first before and the last after count. It has to be called while the
// decision that the record belongs to can be found.
func (w *work) note(ctx context.Context, old, now record) error {
	e, err := effectOf(old, now)
	if err != nil {
		return err
	}
	w.effects = joinEffects(w.effects, []effect{e})
	for _, r := range []record{old, now} {
		if r == nil {
			continue
		}
		owner, err := r.owner(ctx, w.tx)
		if err != nil {
			return err
		}
		if owner != "" && !slices.Contains(w.owners, owner) {
			w.owners = append(w.owners, owner)
		}
	}
	return nil
}

func effectOf(old, now record) (effect, error) {
	e := effect{}
	for _, r := range []record{old, now} {
		if r != nil {
			e.key = r.key()
		}
	}
	var err error
	if e.before, err = encode(old); err != nil {
		return e, err
	}
	e.after, err = encode(now)
	return e, err
}

// joinEffects lets later effects follow on earlier ones.
func joinEffects(earlier, later []effect) []effect {
	for _, e := range later {
		i := slices.IndexFunc(earlier, func(x effect) bool { return x.key == e.key })
		if i < 0 {
			earlier = append(earlier, e)
		} else {
			earlier[i].after = e.after
		}
	}
	return earlier
}

// touch marks the decisions whose records were changed as changed.
func (w *work) touch(ctx context.Context) error {
	for _, id := range w.owners {
		old, err := load(ctx, w.tx, key{Decisions, id})
		if err != nil {
			return err
		}
		if old == nil || old.kept().Updated == utc(w.now) {
			continue
		}
		now, err := load(ctx, w.tx, key{Decisions, id})
		if err != nil {
			return err
		}
		now.kept().Updated = utc(w.now)
		if err := now.save(ctx, w.tx); err != nil {
			return err
		}
		if err := w.note(ctx, old, now); err != nil {
			return err
		}
	}
	return nil
}

package journal

import (
	"context"
	"encoding/json"
	"fmt"
)

// Kind is a kind of record, by the name of its table.
type Kind string

// The kinds.
const (
	Decisions Kind = "decisions"
	Quotes    Kind = "quotes"
	Runs      Kind = "runs"
	Bills     Kind = "bills"
	Answers   Kind = "answers"
	Evidence  Kind = "evidence"
	Cards     Kind = "cards"  // the user's own
	Models    Kind = "models" // the user's own
)

// Kinds lists all of them; each refers only to those before it.
var Kinds = []Kind{Decisions, Quotes, Runs, Bills, Answers, Evidence, Cards, Models}

// key names one record.
type key struct {
	kind Kind
	id   string
}

// record is a record in the form of the file.
type record interface {
	key() key
	fill(id string)
	kept() *times
	// owner returns the decision that the record belongs to, if any.
	owner(context.Context, querier) (string, error)
	// save inserts the record or overwrites the one of the same id.
	save(context.Context, querier) error
}

// form is what differs between kinds.
type form struct {
	blank  func() record
	list   func(ctx context.Context, q querier, where string, args ...any) ([]record, error)
	remove string // statement that deletes the record of an id
	order  string // in which records of the kind are listed
}

var forms = map[Kind]form{
	Decisions: {func() record { return new(decisionRow) }, listing(decisionRows),
		`DELETE FROM decisions WHERE id = ?`, ` ORDER BY created_at, id`},
	Quotes: {func() record { return new(quoteRow) }, listing(quoteRows),
		`DELETE FROM quotes WHERE id = ?`, ` ORDER BY decision_id, position, created_at, id`},
	Runs: {func() record { return new(runRow) }, listing(runRows),
		`DELETE FROM runs WHERE id = ?`, ` ORDER BY decision_id, created_at, id`},
	Bills: {func() record { return new(billRow) }, listing(billRows),
		`DELETE FROM bills WHERE id = ?`, ` ORDER BY run_id, created_at, id`},
	Answers: {func() record { return new(answerRow) }, listing(answerRows),
		`DELETE FROM answers WHERE id = ?`, ` ORDER BY platform, requirement`},
	Evidence: {func() record { return new(evidenceRow) }, listing(evidenceRows),
		`DELETE FROM evidence WHERE id = ?`, ` ORDER BY created_at, id`},
	Cards: {func() record { return new(cardRow) }, listing(cardRows),
		`DELETE FROM cards WHERE id = ?`, ` ORDER BY created_at, id`},
	Models: {func() record { return new(modelRow) }, listing(modelRows),
		`DELETE FROM models WHERE id = ?`, ` ORDER BY created_at, id`},
}

// listing makes one signature of the readers of all kinds.
func listing[R record](
	rows func(context.Context, querier, string, ...any) ([]R, error),
) func(context.Context, querier, string, ...any) ([]record, error) {
	return func(ctx context.Context, q querier, where string, args ...any) ([]record, error) {
		found, err := rows(ctx, q, where, args...)
		list := make([]record, len(found))
		for i, r := range found {
			list[i] = r
		}
		return list, err
	}
}

// load reads one record; nil when there is none.
func load(ctx context.Context, q querier, k key) (record, error) {
	found, err := forms[k.kind].list(ctx, q, `WHERE id = ?`, k.id)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

func remove(ctx context.Context, q querier, k key) error {
	_, err := q.ExecContext(ctx, forms[k.kind].remove, k.id)
	return err
}

// encode writes a record as the document that undo keeps; "" for none.
func encode(r record) (string, error) {
	if r == nil {
		return "", nil
	}
	text, err := json.Marshal(r)
	if err != nil {
		return "", unreadable(r.key(), err) // it has a part that was read as it is
	}
	return string(text), nil
}

// decode reads what encode wrote.
func decode(kind Kind, text string) (record, error) {
	f, ok := forms[kind]
	if !ok {
		return nil, fmt.Errorf("no such kind of record: %q", kind)
	}
	r := f.blank()
	return r, json.Unmarshal([]byte(text), r)
}

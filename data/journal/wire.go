package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/reason"
)

// Records stand in the file in a form of their own, with stable names, so
// that the model's types can change without it: numbers and times are text
// until a record is made of them.

// timeText is RFC 3339 in UTC with all digits written, so that the order of
// the text is the order of the times.
const timeText = "2006-01-02T15:04:05.000000000Z"

// stamp is a time with the zone it was entered in, to the minute: the UTC
// time alone would move a date typed in China to the day before.
type stamp struct {
	At     string `json:"at"` // empty for no time
	Offset int    `json:"offset_minutes"`
}

// utc writes a time whose zone does not matter.
func utc(t time.Time) string { return t.UTC().Format(timeText) }

// null is the time as a column holds it.
func (s stamp) null() sql.NullString { return sql.NullString{String: s.At, Valid: s.At != ""} }

// encoder turns values of the model into the form of the file and keeps the
// first one that has none.
type encoder struct{ err error }

func (e *encoder) stamp(t time.Time) stamp {
	if t.IsZero() {
		return stamp{}
	}
	const halfDay, minute = 12 * 60 * 60, 60
	if y := t.UTC().Year(); y < 0 || y > 9999 {
		e.err = reason.Refuse("", "journal.year", reason.Int("year", reason.Count, int64(y)))
	}
	_, offset := t.Zone()
	if offset < -2*halfDay+minute || offset > 2*halfDay-minute {
		offset = 0 // no zone on earth
	}
	return stamp{utc(t), offset / minute}
}

// json writes a part of a record that is kept as a document.
func (e *encoder) json(document any) json.RawMessage {
	text, err := json.Marshal(document)
	if err != nil {
		e.err = err
	}
	return text
}

// decoder reads the form of the file and keeps the first error.
type decoder struct{ err error }

func (d *decoder) keep(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *decoder) decimal(text string) decimal.Decimal {
	n, err := decimal.Parse(text)
	d.keep(err)
	return n
}

// said writes a number that is left out where nothing is said.
func said(n decimal.Decimal) string {
	if n == (decimal.Decimal{}) {
		return ""
	}
	return n.String()
}

// said reads what said wrote.
func (d *decoder) said(text string) decimal.Decimal {
	if text == "" {
		return decimal.Decimal{}
	}
	return d.decimal(text)
}

func (d *decoder) stamp(s stamp) time.Time {
	if s.At == "" {
		return time.Time{}
	}
	t, err := time.Parse(timeText, s.At)
	d.keep(err)
	if s.Offset == 0 {
		return t
	}
	return t.In(time.FixedZone("", s.Offset*60))
}

func (d *decoder) json(text json.RawMessage, document any) {
	d.keep(json.Unmarshal(text, document))
}

// times are when a record came into the journal and when it last changed;
// the journal keeps them itself.
type times struct {
	Created string `json:"created"`
	Updated string `json:"updated"`
}

func (t *times) kept() *times { return t }

// querier is a connection or a transaction.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// misread marks a row that holds what its schema forbids: the file is damaged
// in a way that SQLite's own check overlooks, such as an index that is not of
// its table.
type misread struct{ error }

func (m misread) Unwrap() error { return m.error }

// all reads every row of a query.
func all[T any](ctx context.Context, q querier, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var list []T
	for rows.Next() {
		item, err := scan(rows)
		if err != nil && ctx.Err() == nil && rows.Err() == nil {
			err = misread{err}
		}
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, rows.Err()
}

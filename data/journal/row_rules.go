package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// The rules of a quote and its rate of exchange stand in the file under the
// names that the model's types give them. They are read strictly: a rule that
// is not understood would be left out of the price without a word.

// mostRules is how many bytes the rules of a quote may take. A list of a
// hundred discounts takes a third of it.
const mostRules = 64 << 10

// plainRules is how a column has rules that say nothing; documents leave them
// out.
const plainRules = "{}"

func (e *encoder) rules(r billing.Rules) json.RawMessage {
	r.From, r.Until = e.date(r.From), e.date(r.Until)
	r.Discounts = slices.Clone(r.Discounts)
	for i := range r.Discounts {
		r.Discounts[i].Expires = e.date(r.Discounts[i].Expires)
	}
	if e.err != nil {
		return nil
	}
	text := e.json(r)
	switch {
	case string(text) == plainRules:
		return nil
	case len(text) > mostRules:
		e.err = reason.Refuse("rules", "journal.rules_too_long", reason.Int("bytes", reason.Count, int64(len(text))),
			reason.Int("max", reason.Count, mostRules))
	}
	return text
}

func (e *encoder) exchange(x money.Exchange) json.RawMessage {
	if x.On = e.date(x.On); e.err != nil || x == (money.Exchange{}) {
		return nil
	}
	return e.json(x)
}

// date is a time as JSON can hold it: the instant, and the zone it was entered
// in to the minute, without which a last day would become the one before.
func (e *encoder) date(t time.Time) time.Time {
	s := e.stamp(t)
	if s.At == "" {
		return time.Time{}
	}
	t = t.In(time.FixedZone("", s.Offset*60)).Round(0)
	if s.Offset == 0 {
		t = t.UTC()
	}
	if y := t.Year(); y < 0 || y > 9999 {
		e.err = reason.Refuse("", "journal.year", reason.Int("year", reason.Count, int64(y)))
	}
	return t
}

func (d *decoder) rules(text json.RawMessage) (r billing.Rules) {
	if len(text) > mostRules {
		d.keep(errors.New("the rules are too long"))
		return r
	}
	d.strictly(text, &r)
	return r
}

func (d *decoder) exchange(text json.RawMessage) (x money.Exchange) {
	d.strictly(text, &x)
	return x
}

// strictly reads an object in which nothing is unknown; no text is the zero
// value.
func (d *decoder) strictly(text json.RawMessage, into any) {
	if len(text) == 0 {
		return
	}
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		d.keep(errors.New("no object"))
		return
	}
	d.keep(strictly(text, into))
}

// column is a part of a document as a column holds it, where none is written
// as plain.
func column(text json.RawMessage, plain string) string {
	if len(text) == 0 {
		return plain
	}
	return string(text)
}

// document is the reverse of column.
func document(text, plain string) json.RawMessage {
	if text == plain {
		return nil
	}
	return json.RawMessage(text)
}

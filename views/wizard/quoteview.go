package wizard

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/views/text"
	"cardhour/views/widgets"
)

// quoteColumn is what the ledger is sorted by.
type quoteColumn string

// The columns. Without one the ledger stands in the order of the ranking.
const (
	byRank     quoteColumn = ""
	byPlatform quoteColumn = "platform"
	byCard     quoteColumn = "card"
	bySeen     quoteColumn = "seen"
	byJob      quoteColumn = "job"
	byFull     quoteColumn = "full"
	byBare     quoteColumn = "bare"
	byUnknown  quoteColumn = "unknown"
)

// quoteView is how a person looks at the ledger: an order and what is left
// out. It is kept like a half-typed form.
type quoteView struct {
	Sort     quoteColumn  `json:"sort,omitempty"`
	Down     bool         `json:"down,omitempty"`
	Platform string       `json:"platform,omitempty"`
	Card     string       `json:"card,omitempty"`
	Mode     billing.Mode `json:"mode,omitempty"`
}

// keptView is the place of the open decision's view.
func (w *Wizard) keptView() widgets.Kept[quoteView] {
	return widgets.Kept[quoteView]{Forms: w.session, Key: "quotes." + w.shown}
}

// press sorts by a column, then the other way round, then by the ranking
// again. Of dates the newest comes first.
func (v *quoteView) press(column quoteColumn) {
	first := column == bySeen
	switch {
	case v.Sort != column:
		v.Sort, v.Down = column, first
	case v.Down == first:
		v.Down = !first
	default:
		v.Sort, v.Down = byRank, false
	}
}

// filtered reports whether something may be left out.
func (v quoteView) filtered() bool { return v.Platform != "" || v.Card != "" || v.Mode != "" }

// all shows everything again; the order stays.
func (v *quoteView) all() { v.Platform, v.Card, v.Mode = "", "", "" }

// has reports whether a quote is shown.
func (v quoteView) has(w *Wizard, q billing.Quote) bool {
	return (v.Platform == "" || v.Platform == w.platformOf(q)) && (v.Card == "" || v.Card == q.Card) && (v.Mode == "" || v.Mode == q.Mode)
}

// settle forgets what no quote has any more: a picker would not show it.
func (v *quoteView) settle(w *Wizard, all []decision.Candidate) {
	has := func(is func(billing.Quote) bool) bool {
		return slices.ContainsFunc(all, func(c decision.Candidate) bool { return is(c.Quote) })
	}
	if !has(func(q billing.Quote) bool { return w.platformOf(q) == v.Platform }) {
		v.Platform = ""
	}
	if !has(func(q billing.Quote) bool { return q.Card == v.Card }) {
		v.Card = ""
	}
	if !has(func(q billing.Quote) bool { return q.Mode == v.Mode }) {
		v.Mode = ""
	}
}

// apply is what is shown of the candidates, in order. What has no figure in
// the column stands last either way.
func (v quoteView) apply(w *Wizard, all []decision.Candidate) []decision.Candidate {
	var shown []decision.Candidate
	for _, c := range all {
		if v.has(w, c.Quote) {
			shown = append(shown, c)
		}
	}
	if v.Sort == byRank {
		return shown
	}
	d, _ := w.session.Current()
	byName := text.ByName()
	keys := make(map[string]quoteKey, len(shown))
	for _, c := range shown {
		keys[c.Quote.ID] = v.key(w, c, d.Currency)
	}
	slices.SortStableFunc(shown, func(a, b decision.Candidate) int {
		x, y := keys[a.Quote.ID], keys[b.Quote.ID]
		if x.apart != y.apart {
			return x.apart - y.apart
		}
		order := x.number.Cmp(y.number)
		if order == 0 {
			order = byName(x.name, y.name)
		}
		if v.Down {
			return -order
		}
		return order
	})
	return shown
}

// quoteKey is what a quote is sorted by.
type quoteKey struct {
	apart  int // groups that are never mixed, the last ones without a figure
	number decimal.Decimal
	name   string
}

// Groups of sums.
const (
	bounded = iota
	openEnded
	otherMoney
	noFigure
)

func (v quoteView) key(w *Wizard, c decision.Candidate, currency money.Currency) quoteKey {
	q := c.Quote
	sum := func(a money.Amount, known, open bool) quoteKey {
		k := quoteKey{number: a.Value}
		switch {
		case !known:
			return quoteKey{apart: noFigure}
		case a.Currency != currency:
			k.apart = otherMoney
		case open:
			k.apart = openEnded
		}
		return k
	}
	switch v.Sort {
	case byPlatform:
		return quoteKey{name: w.platformOf(q)}
	case byCard:
		return quoteKey{name: cardsOf(q)}
	case bySeen:
		if q.Seen.IsZero() {
			return quoteKey{apart: noFigure}
		}
		return quoteKey{number: decimal.MustNew(q.Seen.Unix(), 0)}
	case byBare:
		bare, ok, err := q.Bare()
		return sum(c.Valued(bare), ok && err == nil, false)
	}
	if c.Cost == nil {
		return quoteKey{apart: noFigure}
	}
	switch v.Sort {
	case byJob:
		return sum(c.High, true, c.Cost.Open)
	case byFull:
		return sum(c.Valued(c.Cost.FullHigh), c.Cost.FullDefined, c.Cost.Open)
	}
	return quoteKey{number: decimal.MustNew(int64(len(c.Cost.Unknown)), 0)}
}

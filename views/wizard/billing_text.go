package wizard

import (
	"image/color"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/palette"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// rowText is a quote as its row shows it, ready to be shown.
type rowText struct {
	name, about string
	quote       []string // of these, of seen and of cost the first that there is room for
	seen        []string // how and when it is quoted
	cost        []string
	full, bare  string
	unknown     string
	warned      string // how many warnings there are
	worth       string // what a price in other money is worth, and by which rate
	verdict     string // why it stands apart; empty for a ranked one
	out         bool
	parts       []widgets.Piece
	upTo        float32 // where what is not settled ends, as a share of the scale
}

func (s *billingStep) rowText(c decision.Candidate, scales map[money.Currency]float64) rowText {
	p, q := s.w.p, c.Quote
	t := rowText{name: s.w.platformOf(q), about: joined(cardsOf(q), q.Tier),
		quote: []string{asGiven(s.w, q.Rate), shortRate(s.w, q.Rate)}, cost: []string{"–"}, full: "–"}
	mode := p.Term(string(q.Mode))
	t.seen = []string{mode}
	if !q.Seen.IsZero() {
		t.seen = []string{joined(mode, p.Date(q.Seen)), mode}
		if q.Mode == billing.OnDemand { // what a price is when nothing else is said
			t.seen[1] = p.Date(q.Seen)
		}
	}
	if e := c.Cost; e != nil {
		t.cost, t.full = []string{s.w.sum(c), s.w.roughSum(c)}, "–"
		if e.FullDefined {
			t.full = p.Range(c.Valued(e.FullLow), c.Valued(e.FullHigh), e.Open)
		}
		if n := len(e.Unknown); n > 0 {
			t.unknown = "? " + strconv.Itoa(n)
		}
		t.parts, t.upTo = partsOf(*e, scales[c.High.Currency]/worthOf(c))
	}
	if n := len(c.Warnings); n > 0 {
		t.warned = "△ " + strconv.Itoa(n)
	}
	if bare, ok, err := q.Bare(); ok && err == nil && q.Check() == nil {
		t.bare = p.Money(c.Valued(bare))
	}
	if !c.InOwn() {
		t.worth = s.w.worth(c)
	}
	switch {
	case c.Out != nil:
		why := p.Because(c.Out.Why)
		if c.Out.Problem != nil {
			why = p.Problem(c.Out.Problem)
		}
		t.out = true
		t.verdict = "✕ " + p.T("billing.out", "step", p.T("step."+strconv.Itoa(int(c.Out.Step))), "why", why)
	case c.NotComparable != nil:
		t.verdict = "△ " + p.T("billing.apart", "why", p.Because(*c.NotComparable))
	}
	return t
}

// sum is what the job costs under a quote, in the currency that it is compared
// in where there is a rate of exchange to it.
func (w *Wizard) sum(c decision.Candidate) string { return w.p.Range(c.Low, c.High, c.Cost.Open) }

// roughSum is the same in whole units.
func (w *Wizard) roughSum(c decision.Candidate) string { return w.rough(c.Low, c.High, c.Cost.Open) }

// rough is a range in whole units, the ends moved apart so that it still holds
// what it held.
func (w *Wizard) rough(low, high money.Amount, open bool) string {
	from, to := low.Value.Floor(0), high.Value.Ceil(0)
	if open || from.IsNeg() || from.Equal(to) {
		return w.p.Range(low, high, open)
	}
	return text.Sign(low.Currency) + w.p.Number(from) + "–" + w.p.Number(to)
}

// fullRate is the full rate in the same currency as the sum.
func (w *Wizard) fullRate(c decision.Candidate) string {
	e := *c.Cost
	e.FullLow, e.FullHigh = c.Valued(e.FullLow), c.Valued(e.FullHigh)
	return w.p.FullRate(e)
}

// worth is what the price of a quote in other money comes to, and the frozen
// rate of exchange with its day.
func (w *Wizard) worth(c decision.Candidate) string {
	x, key := c.Quote.Exchange, "billing.worth"
	if x.On.IsZero() {
		key = "billing.worth.undated"
	}
	r := c.Quote.Rate
	own := asGiven(w, r)
	r.Amount = c.Valued(r.Amount)
	if cents := money.HalfUp(r.Amount.Value, 2); cents.IsPos() {
		r.Amount.Value = cents
	}
	return w.p.T(key, "own", own, "worth", asGiven(w, r), "from", string(x.From), "rate", w.p.Number(x.Rate), "to", string(x.To), "date", w.p.Date(x.On))
}

// worthOf is how much one of the quote's own money is in that of the sums, as
// a length on screen.
func worthOf(c decision.Candidate) float64 {
	if c.InOwn() {
		return 1
	}
	return max(length(c.Quote.Exchange.Rate), 1e-9)
}

// platformOf is how the platform of a quote is called.
func (w *Wizard) platformOf(q billing.Quote) string {
	q.Card = ""
	return w.nameOf(q)
}

func cardsOf(q billing.Quote) string {
	if q.Card == "" {
		return ""
	}
	return countOf(q.Rate.Cards, q.Card)
}

// countOf writes so many of a card.
func countOf(cards int, card string) string {
	if cards <= 1 {
		return card
	}
	return strconv.Itoa(cards) + " × " + card
}

// joined puts short things about one thing beside each other.
func joined(things ...string) string {
	return strings.Join(slices.DeleteFunc(things, func(s string) bool { return s == "" }), " · ")
}

// asGiven is a rate as the platform quotes it.
func asGiven(w *Wizard, r billing.Rate) string {
	unit := string(r.Amount.Currency) + "/" + string(r.Per) + "/" + string(r.Scope)
	return w.p.Value(reason.Value{Kind: reason.Rate, Num: r.Amount.Value, Text: unit})
}

// shortRate is the same with the period as a letter or two.
func shortRate(w *Wizard, r billing.Rate) string {
	per := "per_" + string(r.Per)
	return strings.Replace(asGiven(w, r), "/"+w.p.Term(per), "/"+w.p.T("billing.short."+per), 1)
}

// costScales is the full width of the bars: the dearest of what is compared,
// which is what is in one currency, and some room behind what has no upper end.
func costScales(all []decision.Candidate) map[money.Currency]float64 {
	most := map[money.Currency]float64{}
	for _, c := range all {
		if c.Cost == nil {
			continue
		}
		end := length(c.High.Value)
		if c.Cost.Open {
			end = length(c.Low.Value) * 1.2
		}
		most[c.Low.Currency] = max(most[c.Low.Currency], end)
	}
	return most
}

// length is an amount as a length on screen, which needs no exactness.
func length(d decimal.Decimal) float64 {
	x, _ := d.Float64()
	return max(0, x)
}

// partsOf are the settled parts of a cost in the order of the legend, and how
// far it may reach.
func partsOf(e billing.Estimate, scale float64) ([]widgets.Piece, float32) {
	if scale <= 0 {
		return nil, 0
	}
	sums := map[billing.Kind]float64{}
	for _, l := range e.Lines {
		sums[l.Kind] += length(l.Low)
	}
	var parts []widgets.Piece
	for _, kind := range billing.Kinds {
		if sums[kind] > 0 {
			parts = append(parts, widgets.Piece{Share: float32(sums[kind] / scale), Color: palette.Part(string(kind))})
		}
	}
	if e.Open {
		return parts, 1
	}
	return parts, float32(length(e.High.Value) / scale)
}

// legend explains the colours that the bars use.
func (s *billingStep) legend(all []decision.Candidate) fyne.CanvasObject {
	p := s.w.p
	shown := map[billing.Kind]bool{}
	unsettled := false
	for _, c := range all {
		if c.Cost == nil {
			continue
		}
		unsettled = unsettled || !c.Cost.Exact()
		for _, l := range c.Cost.Lines {
			shown[l.Kind] = shown[l.Kind] || l.Low.IsPos()
		}
	}
	box := container.New(layout.NewRowWrapLayoutWithCustomPadding(theme.Unit, 0))
	entry := func(c color.Color, name string) {
		l := widgets.ShortestNote(name)
		l.SizeName = fynetheme.SizeNameCaptionText
		box.Add(container.New(layout.NewCustomPaddedHBoxLayout(-theme.Unit/2), widgets.Swatch(c), l))
	}
	names := map[color.NRGBA][]string{}
	var colors []color.NRGBA
	for _, kind := range billing.Kinds {
		if !shown[kind] {
			continue
		}
		c := palette.Part(string(kind))
		if names[c] == nil {
			colors = append(colors, c)
		}
		names[c] = append(names[c], p.Label(string(kind)))
	}
	for _, c := range colors { // one for the kinds that look alike
		entry(c, p.List(names[c]...))
	}
	if unsettled {
		l := widgets.ShortestNote(p.T("billing.legend.unsettled"))
		l.SizeName = fynetheme.SizeNameCaptionText
		sample := widgets.SpanBar(1.5*theme.Unit, 1, theme.Current().Muted)
		box.Add(container.New(layout.NewCustomPaddedHBoxLayout(-theme.Unit/2),
			container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(1.5*theme.Unit), sample)), l))
	}
	return box
}

// lineName is what a charge line is for.
func (w *Wizard) lineName(l billing.Span) string {
	return joined(w.p.Label(string(l.Kind)), w.p.Item(l.Kind, l.Item))
}

// origin says who claims a figure and when.
func (w *Wizard) origin(c fact.Claim[billing.Figure]) string {
	said := w.p.Term(c.Confidence.String())
	if c.Own {
		said = w.p.T("billing.own")
	}
	return joined(w.p.Date(c.Seen), said, c.Source)
}

// figures writes the ends of what is not settled.
func (w *Wizard) figures(key billing.Key, ends []billing.Figure, c money.Currency, between string) string {
	words := make([]string, len(ends))
	for i, f := range ends {
		words[i] = w.p.Figure(key, f, c)
	}
	return strings.Join(words, between)
}

func caption(text string) *widgets.Label {
	l := widgets.ShortNote(text)
	l.SizeName = fynetheme.SizeNameCaptionText
	return l
}

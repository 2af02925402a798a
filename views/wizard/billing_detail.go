package wizard

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/views/palette"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// indent is where the text of a line begins, behind its mark.
const indent = 2.5 * theme.Unit

// detail is what an open row shows: its charge lines, what is not known and
// whom to ask, the facts behind it, and what can be done with the quote.
func (s *billingStep) detail(c decision.Candidate, r decision.Result) fyne.CanvasObject {
	p, q := s.w.p, c.Quote
	box := container.New(layout.NewCustomPaddedVBoxLayout(-theme.Unit))
	actions := widgets.Row(
		iconButton(p.T("billing.edit"), fynetheme.DocumentCreateIcon(), func() { s.change(q) }),
		iconButton(p.T("billing.duplicate"), fynetheme.ContentCopyIcon(), func() { s.duplicate(q) }),
		iconButton(p.T("billing.delete"), fynetheme.DeleteIcon(), func() {
			delete(s.opened, q.ID)
			s.w.session.DeleteQuote(q.ID)
		}))
	if len(c.Warnings) > 0 {
		box.Add(widgets.Ends(widgets.Heading(p.T("billing.warnings", "count", len(c.Warnings))), actions))
		for _, w := range c.Warnings {
			box.Add(warn(p.Because(w)))
		}
		box.Add(widgets.Spacer(0, 2*theme.Unit))
		box.Add(widgets.Heading(p.T("billing.lines")))
	} else {
		box.Add(widgets.Ends(widgets.Heading(p.T("billing.lines")), actions))
	}
	if said := s.exchanged(q); said != nil {
		box.Add(said)
	}
	if c.Cost == nil {
		box.Add(widgets.Note(p.T("billing.no_lines")))
	} else {
		s.lines(box, *c.Cost, q.Rate.Amount.Currency)
		if said := s.w.hoursFrom(c); said != "" {
			box.Add(indented(widgets.Note(said)))
		}
		s.beside(box, c)
		if len(c.Cost.Unknown) > 0 {
			box.Add(widgets.Spacer(0, 2*theme.Unit))
			box.Add(widgets.Heading(p.T("billing.unknown", "count", len(c.Cost.Unknown))))
			for _, u := range c.Cost.Unknown {
				s.unknown(box, q, u)
			}
		}
	}
	s.comparison(box, c, r)
	box.Add(widgets.Spacer(0, 2*theme.Unit))
	s.endings(box, q)
	box.Add(widgets.Spacer(0, 2*theme.Unit))
	s.steadiness(box, c)
	box.Add(widgets.Spacer(0, 2*theme.Unit))
	s.sources(box, q, touched(q, c.Usage))
	return container.New(layout.NewCustomPaddedLayout(0, 2*theme.Unit, markWidth, 0), box)
}

func iconButton(text string, icon fyne.Resource, tapped func()) *widget.Button {
	b := widget.NewButtonWithIcon(text, icon, tapped)
	b.Importance = widget.LowImportance
	return b
}

// top keeps the first lines of cells level where one cell has several.
func top(o fyne.CanvasObject) fyne.CanvasObject { return container.NewVBox(o) }

func (s *billingStep) lines(box *fyne.Container, e billing.Estimate, c money.Currency) {
	p := s.w.p
	line := func(mark fyne.CanvasObject, name, why, amount string) {
		l, sum := widgets.Body(name), widgets.Figure(amount)
		box.Add(container.NewBorder(nil, nil, container.NewHBox(mark, widgets.Wide(20*theme.Unit, l)),
			top(sum), widgets.Note(why)))
	}
	for _, l := range e.Lines {
		amount := p.Range(money.Amount{Value: l.Low, Currency: c}, money.Amount{Value: l.High, Currency: c}, l.Open)
		swatch := container.New(layout.NewCustomPaddedLayout(1.5*theme.Unit, 0, theme.Unit, 0), widgets.Swatch(palette.Part(string(l.Kind))))
		line(top(swatch), s.w.lineName(l), p.Line(l), amount)
	}
	sum := widgets.Figure(p.Sum(e))
	sum.TextStyle.Bold = true
	box.Add(container.New(layout.NewCustomPaddedLayout(theme.Unit, theme.Unit/2, theme.Unit, 0), widget.NewSeparator()))
	box.Add(container.NewBorder(nil, nil, widgets.Spacer(indent, 0), sum, widgets.Heading(p.T("billing.total"))))
}

// beside is what stands beside the bill and is no part of it: the worth of the
// sum in other money, the person's own hours, and discounts that may not be
// used.
func (s *billingStep) beside(box *fyne.Container, c decision.Candidate) {
	p := s.w.p
	aside := func(name, why, amount string) {
		sum := widgets.Figure(amount)
		sum.Importance = widget.LowImportance
		box.Add(container.NewBorder(nil, nil, container.NewHBox(widgets.Spacer(indent, 0), widgets.Wide(20*theme.Unit, widgets.Note(name))),
			top(sum), widgets.Note(why)))
	}
	if x := c.Quote.Exchange; !c.InOwn() {
		key := "billing.worth.rate"
		if x.On.IsZero() {
			key = "billing.worth.rate.undated"
		}
		aside(p.T("billing.worth.sum"), p.T(key, "from", string(x.From), "rate", p.Number(x.Rate), "to", string(x.To), "date", p.Date(x.On)), s.w.sum(c))
	}
	if mine := c.Cost.MyTime; mine.Value.IsPos() {
		aside(p.T("billing.my_time"), p.T("billing.my_time.note"), p.Money(mine))
	}
	if len(c.Cost.Refused) > 0 {
		box.Add(widgets.Spacer(0, 2*theme.Unit))
		box.Add(widgets.Heading(p.T("billing.refused")))
		for _, r := range c.Cost.Refused {
			box.Add(indented(widgets.Note(p.T("billing.refused.one", "name", r.Name, "why", p.Because(r.Why)))))
		}
	}
}

// unknown is one fact that is not settled, and the question that settles it.
func (s *billingStep) unknown(box *fyne.Container, q billing.Quote, u billing.Unknown) {
	p, c := s.w.p, q.Rate.Amount.Currency
	name := widgets.NewLabel("? " + p.Label(string(u.Key)))
	name.Importance = widget.WarningImportance
	state, about := p.Term("unknown"), p.T("billing.unknown.open")
	switch {
	case u.State == fact.Conflicting:
		state = p.Term("conflicting")
		var claims []string
		for _, claim := range q.Facts[u.Key].Standing() {
			claims = append(claims, p.T("billing.claim", "figure", p.Figure(u.Key, claim.Value, c), "origin", s.w.origin(claim)))
		}
		about = strings.Join(claims, "\n")
	case u.Assume && u.Ends[0] == u.Ends[len(u.Ends)-1]:
		about = p.T("billing.assumed_one", "figure", p.Figure(u.Key, u.Ends[0], c), "basis", p.Basis(u.Basis))
	case u.Assume:
		about = p.T("billing.assumed", "low", p.Figure(u.Key, u.Ends[0], c), "high", p.Figure(u.Key, u.Ends[len(u.Ends)-1], c), "basis", p.Basis(u.Basis))
	}
	box.Add(widgets.Ends(name, widgets.ShortestNote(state)))
	box.Add(indented(widgets.Note(about)))
	box.Add(s.question(p.T("ask." + string(u.Key))))
}

func indented(o fyne.CanvasObject) fyne.CanvasObject {
	return container.NewBorder(nil, nil, widgets.Spacer(indent, 0), nil, o)
}

// sources lists where the price and every fact come from; the facts that this
// task does not touch are left out.
func (s *billingStep) sources(box *fyne.Container, q billing.Quote, matters map[billing.Key]bool) {
	p := s.w.p
	box.Add(widgets.Heading(p.T("billing.sources")))
	row := func(what, figure, origin string) {
		box.Add(widgets.Columns([]float32{23 * theme.Unit, 16 * theme.Unit, -1},
			widgets.Short(what), widgets.Short(figure), caption(origin)))
	}
	row(p.Label("quoted"), asGiven(s.w, q.Rate), joined(p.Term(string(q.Mode)), q.Tier, p.Date(q.Seen), q.Source))
	for _, key := range billing.Keys() {
		if !matters[key] {
			continue
		}
		for _, claim := range q.Facts[key].Standing() {
			row(p.Label(string(key)), p.Figure(key, claim.Value, q.Rate.Amount.Currency), s.w.origin(claim))
		}
	}
	if q.Note != "" {
		box.Add(widgets.Note(q.Note))
	}
}

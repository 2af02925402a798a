package wizard

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/model/hardware"
	"cardhour/model/sizing"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// cardRow is one row of the table of quotes in ready words.
type cardRow struct {
	id, platform, card, cost string
	cards                    int
	verdict                  string
	rank                     widget.Importance
	memory, room, bandwidth  string
	why                      string // in place of reasons, where there is no fit
}

// fillQuotes shows the cards of the person's own quotes and reports whether
// the table was made anew.
func (s *cardStep) fillQuotes(r decision.Result, changed bool) bool {
	candidates := slices.Clone(r.Candidates)
	slices.SortStableFunc(candidates, func(a, b decision.Candidate) int { return a.Quote.Position - b.Quote.Position })
	var rows []cardRow
	for _, c := range candidates {
		rows = append(rows, s.quoteRow(c))
	}
	if !changed && slices.Equal(rows, s.rows) && len(s.quotes.Objects) > 0 {
		return false
	}
	s.rows = rows
	p := s.w.p
	if len(rows) == 0 {
		s.quotes.Objects = []fyne.CanvasObject{widgets.Gap(), widgets.Tight(widgets.Heading(p.T("card.quotes")), widgets.Note(p.T("card.quotes.none")))}
		s.quotes.Add(widgets.Row(widget.NewButton(p.T("funnel.go_to", "step", p.T("step.2")), func() { s.w.Show(decision.StepBilling) })))
		return true
	}
	s.quotes.Objects = []fyne.CanvasObject{widgets.Gap(), widgets.Tight(widgets.Heading(p.T("card.quotes")), widgets.Note(p.T("card.bar.note")))}
	s.quotes.Add(s.heads(quoteWidths, p.T("card.head.verdict"), p.T("card.head.quote"), p.T("card.head.memory"),
		p.T("card.head.room"), p.T("card.head.bandwidth"), p.T("card.head.cost")))
	s.quotes.Add(widget.NewSeparator())
	for i, c := range candidates {
		s.quotes.Add(s.quoteFold(rows[i], c))
		s.quotes.Add(widget.NewSeparator())
	}
	return true
}

func (s *cardStep) quoteRow(c decision.Candidate) cardRow {
	p := s.w.p
	row := cardRow{id: c.Quote.ID, platform: s.w.platformOf(c.Quote), card: c.Quote.Card, cards: c.Quote.Rate.Cards, cost: "–"}
	if row.card == "" {
		row.card = p.T("card.no_card")
	}
	if row.cards > 1 {
		row.card = strconv.Itoa(row.cards) + " × " + row.card
	}
	if c.Cost != nil {
		row.cost = p.Sum(*c.Cost)
	}
	row.verdict, row.rank = s.w.verdictWord(c.Fit)
	card, known := s.cardNamed(c.Quote.Card)
	row.memory, row.bandwidth = s.measure(card.MemoryGiB), s.measure(card.BandwidthGBs)
	row.room = s.room(c.Fit)
	if c.Fit == nil {
		row.why = s.whyNoFit(c, known)
	}
	return row
}

// whyNoFit says why a quote's card could not be held against the need.
func (s *cardStep) whyNoFit(c decision.Candidate, known bool) string {
	p := s.w.p
	if c.Quote.Card == "" {
		return p.T("card.why.none")
	}
	if !known {
		return p.T("card.why.not_listed", "card", c.Quote.Card)
	}
	if _, err := s.onCards(c.Quote.Rate.Cards); err != nil {
		return p.Problem(err)
	}
	return ""
}

func (s *cardStep) quoteFold(row cardRow, c decision.Candidate) fyne.CanvasObject {
	card, known := s.cardNamed(c.Quote.Card)
	verdict := widgets.Short(row.verdict)
	verdict.Importance = row.rank
	line := widgets.Columns(quoteWidths, verdict, widgets.Tight(widgets.Short(row.platform), widgets.ShortNote(row.card)),
		widgets.Figure(row.memory), widgets.Figure(row.room), widgets.Figure(row.bandwidth), widgets.Figure(row.cost))
	head := fyne.CanvasObject(line)
	if e, err := s.onCards(row.cards); err == nil && card.MemoryGiB.OK {
		head = container.NewVBox(line, inText(gauge(e, card, c.Fit, theme.Unit)))
	}
	f := s.fold("quote "+row.id, head, func() fyne.CanvasObject {
		if c.Fit == nil {
			return s.w.undescribed(row.why, c.Quote.Card, known)
		}
		return s.reasons(card, row.cards, *c.Fit)
	})
	f.First = line
	return f
}

// fold makes a row that stays open when the table is made anew.
func (s *cardStep) fold(key string, head fyne.CanvasObject, build func() fyne.CanvasObject) *widgets.Fold {
	f := widgets.NewFold(head, build)
	f.SetOpen(s.opened[key])
	f.Toggled = func(open bool) {
		s.opened[key] = open
		s.box.Refresh()
		s.w.scroll.Refresh()
	}
	return f
}

// reasons says what decided a verdict, and what would make the job fit.
func (s *cardStep) reasons(card hardware.Card, cards int, fit sizing.FitResult) fyne.CanvasObject {
	p := s.w.p
	box := widgets.Tight()
	for _, b := range fit.Reasons {
		box.Add(widgets.Body(p.Because(b)))
	}
	if fit.Verdict == sizing.Fits || fit.Verdict == sizing.NotKnown {
		return box
	}
	r := s.memory.Request
	r.Cards, r.Split = cards, sizing.SplitAuto
	changes := sizing.ChangesThatFit(r, card)
	if len(changes) == 0 {
		box.Add(widgets.Note(p.T("card.changes.none")))
		return box
	}
	box.Add(widgets.Note(p.T("card.changes")))
	for _, c := range changes {
		box.Add(widgets.Ends(widgets.Short("· "+s.change(c)), widgets.Figure(s.w.gib(c.Estimate.Likely))))
	}
	return box
}

// change names a change and, where it is one of degree, how far it goes.
func (s *cardStep) change(c sizing.Change) string {
	p, r := s.w.p, c.Estimate.Request
	what := p.Label(c.Kind.Term())
	switch c.Kind {
	case sizing.ChangeBatch:
		return p.T("card.change_to", "what", what, "to", r.Batch)
	case sizing.ChangeSequence:
		return p.T("card.change_to", "what", what, "to", r.Sequence)
	case sizing.ChangeCards:
		return p.T("card.change_to", "what", what, "to", r.Cards)
	case sizing.ChangePrecision:
		return p.T("card.change_to", "what", what, "to", p.Term(r.Precision.Term()))
	}
	return what
}

// onCards is the need when it is spread over a number of cards.
func (s *cardStep) onCards(n int) (sizing.Estimate, error) {
	r := s.memory.Request
	r.Cards, r.Split = n, sizing.SplitAuto
	return sizing.Memory(r)
}

func (s *cardStep) cardNamed(id string) (hardware.Card, bool) {
	for _, c := range s.w.catalog.Cards() {
		if c.ID == id {
			return c, true
		}
	}
	return hardware.Card{}, false
}

func (s *cardStep) measure(k hardware.Known[float64]) string {
	if !k.OK {
		return "?"
	}
	return s.w.p.Measure(k.Value, 0)
}

// room writes how much stays free, with its sign.
func (s *cardStep) room(f *sizing.FitResult) string {
	if f == nil || !f.HeadroomGiB.OK {
		return "?"
	}
	written := s.w.p.Measure(f.HeadroomGiB.Value, 1)
	if f.HeadroomGiB.Value > 0 {
		return "+" + written
	}
	return written
}

// Columns of the two tables; a negative width is a share of what is left.
var (
	quoteWidths = []float32{11 * theme.Unit, -1, 8 * theme.Unit, 8.5 * theme.Unit, 9 * theme.Unit, 13 * theme.Unit}
	cardWidths  = []float32{11 * theme.Unit, -2, -1, 8 * theme.Unit, 8.5 * theme.Unit}
)

// heads is the head of a table; everything behind the first flexible column
// is a number and stands at the right.
func (s *cardStep) heads(widths []float32, words ...string) fyne.CanvasObject {
	cells := make([]fyne.CanvasObject, len(words))
	for i, word := range words {
		l := widget.NewLabel(word)
		l.Importance = widget.LowImportance
		if widths[i] > 0 && i > 0 {
			l.Alignment = fyne.TextAlignTrailing
		}
		cells[i] = l
	}
	return container.New(layout.NewCustomPaddedLayout(0, 0, widgets.Scaled(widgets.FoldMark), 0), widgets.Columns(widths, cells...))
}

func gauge(e sizing.Estimate, card hardware.Card, f *sizing.FitResult, height float32) fyne.CanvasObject {
	of := widgets.GaugeOf{Capacity: card.MemoryGiB.Value, High: e.High, Portions: portions(e)}
	if f != nil {
		of.Mark = f.UsableGiB.Value
	}
	return widgets.NewGauge(height, of)
}

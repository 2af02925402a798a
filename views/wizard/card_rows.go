package wizard

import (
	"slices"

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

// cardRow is one row of a table of cards in ready words.
type cardRow struct {
	key, name, about string
	verdict, limit   string
	rank             widget.Importance
	room, memory     string
	speed            [2]string // the second where there is less room
	basis            string
	hours            string
	between          [2]string
	cost, costSpan   [2]string
}

// both says the same whatever the room.
func both(text string) [2]string { return [2]string{text, text} }

// rowOf writes what is known of a task on so many of a card. What is not
// known is a question mark; a dash stands where the question does not arise.
func (s *cardStep) rowOf(on decision.OnCards, card hardware.Card) cardRow {
	p := s.w.p
	row := cardRow{memory: "?", room: "?", speed: both("?"), hours: "?", cost: both("–")}
	row.verdict, row.rank = s.w.verdictWord(on.Fit)
	if on.Limit != "" {
		row.limit = p.Label(on.Limit.Term())
	}
	if card.MemoryGiB.OK {
		row.memory = p.T("card.of", "gib", p.Measure(card.MemoryGiB.Value, 0))
	}
	if on.Fit != nil && on.Fit.HeadroomGiB.OK {
		row.room = p.Measure(on.Fit.HeadroomGiB.Value, 1)
		if on.Fit.HeadroomGiB.Value > 0 {
			row.room = "+" + row.room
		}
	}
	if on.Fit != nil && on.Fit.Verdict == sizing.DoesNotFit {
		row.speed, row.hours = both("–"), "–"
		return row
	}
	if on.Speed != nil {
		likely := on.Speed.PerSecond.Likely
		row.speed, row.basis = [2]string{p.Speed(on.Speed.Unit, likely), p.ShortSpeed(on.Speed.Unit, likely)}, p.Term(on.Speed.Basis.Term())
	}
	if h := on.Hours; h != nil {
		row.hours = p.Hours(int64(h.Likely))
		if h.Low != h.High {
			row.between = [2]string{p.HoursSpan(int64(h.Low), int64(h.High)), p.BareHoursSpan(int64(h.Low), int64(h.Likely), int64(h.High))}
		}
	} else if slices.Contains(s.seen.Missing, "work") {
		row.hours = "–" // nobody said how much work there is
	}
	return row
}

// priced adds what the job costs.
func (s *cardStep) priced(row cardRow, c decision.Candidate) cardRow {
	if c.Cost == nil {
		return row
	}
	row.cost = [2]string{s.w.sum(c), s.w.roughSum(c)}
	if c.CostLow != c.Low || c.CostHigh != c.High {
		row.costSpan = [2]string{s.w.p.Range(c.CostLow, c.CostHigh, c.Cost.Open), s.w.rough(c.CostLow, c.CostHigh, c.Cost.Open)}
	}
	return row
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
	s.quotes.Objects = []fyne.CanvasObject{widgets.Gap(), widgets.Tight(widgets.Heading(p.T("card.quotes")), widgets.Note(p.T("card.bar.note"))), s.heads("quote"), widget.NewSeparator()}
	for i, c := range candidates {
		s.quotes.Add(s.quoteFold(rows[i], c))
		s.quotes.Add(widget.NewSeparator())
	}
	return true
}

func (s *cardStep) quoteRow(c decision.Candidate) cardRow {
	card, _ := s.cardNamed(c.Quote.Card)
	row := s.priced(s.rowOf(c.OnCards, card), c)
	row.key, row.name, row.about = "quote "+c.Quote.ID, s.w.platformOf(c.Quote), cardsOf(c.Quote)
	if c.Quote.Card == "" {
		row.about = s.w.p.T("card.no_card")
	}
	return row
}

func (s *cardStep) quoteFold(row cardRow, c decision.Candidate) fyne.CanvasObject {
	card, known := s.cardNamed(c.Quote.Card)
	return s.row(row, card, c.OnCards, func() fyne.CanvasObject {
		if c.Fit == nil {
			return s.w.undescribed(s.whyNoFit(c, known), c.Quote.Card, known)
		}
		return s.reasons(card, c.OnCards)
	})
}

// whyNoFit says why a quote's card could not be held against the need.
func (s *cardStep) whyNoFit(c decision.Candidate, known bool) string {
	p := s.w.p
	switch {
	case c.Quote.Card == "":
		return p.T("card.why.none")
	case !known && s.seen.NoMemory == nil:
		return p.T("card.why.not_listed", "card", c.Quote.Card)
	case c.NoSpeed != nil:
		return p.Problem(c.NoSpeed)
	}
	return p.Problem(s.seen.NoMemory)
}

// row is a line of a table: words and figures above, the need against the
// card below.
func (s *cardStep) row(row cardRow, card hardware.Card, on decision.OnCards, build func() fyne.CanvasObject) fyne.CanvasObject {
	trailing := func(l *widgets.Label) *widgets.Label {
		l.Alignment = fyne.TextAlignTrailing
		return l
	}
	fitted := func(l *widgets.Label, texts [2]string) fyne.CanvasObject {
		f := widgets.NewFirstFit(trailing(l))
		f.Set(texts[:]...)
		return f
	}
	figures := func(upper, lower [2]string) fyne.CanvasObject {
		return lines2(fitted(widgets.Short(""), upper), fitted(caption(""), lower))
	}
	verdict, name := widgets.Short(row.verdict), widgets.Short(row.name)
	verdict.Importance, name.TextStyle.Bold = row.rank, true
	line := widgets.Growing(rowWidths, rowShares, lines2(verdict, caption(row.limit)), lines2(name, caption(row.about)), figures(both(row.room), both(row.memory)),
		figures(row.speed, both(row.basis)), figures(both(row.hours), row.between), figures(row.cost, row.costSpan))
	head := fyne.CanvasObject(line)
	if of, ok := gaugeOf(on, card); ok {
		head = container.NewVBox(line, inText(widgets.NewGauge(0.75*theme.Unit, of)))
	}
	f := s.fold(row.key, head, build)
	f.First = line
	return f
}

// rowWidths are the columns of both tables at their narrowest, rowShares what
// they get of the room that is left.
var (
	rowWidths = []float32{9.5 * theme.Unit, 13.75 * theme.Unit, 8 * theme.Unit, 13 * theme.Unit, 9.5 * theme.Unit, 12.75 * theme.Unit}
	rowShares = []float32{1, 6, 1, 3, 2, 3}
)

// heads is the head of a table, a line for each of a row's two. Everything
// behind the names is a number and stands at the right.
func (s *cardStep) heads(of string) fyne.CanvasObject {
	cells := []fyne.CanvasObject{}
	for i, column := range []string{"verdict", of, "room", "speed", "hours", "cost"} {
		upper, lower := caption(s.w.p.T("card.head."+column)), caption(s.w.p.T("card.head."+column+".2"))
		if i > 1 {
			upper.Alignment, lower.Alignment = fyne.TextAlignTrailing, fyne.TextAlignTrailing
		}
		cells = append(cells, lines2(upper, lower))
	}
	return container.New(layout.NewCustomPaddedLayout(0, 0, widgets.Scaled(widgets.FoldMark), 0), widgets.Growing(rowWidths, rowShares, cells...))
}

// gaugeOf is the need against a card; false where one of them is not known.
func gaugeOf(on decision.OnCards, card hardware.Card) (widgets.GaugeOf, bool) {
	of := widgets.GaugeOf{Capacity: card.MemoryGiB.Value}
	if on.Fit != nil {
		of.Mark = on.Fit.UsableGiB.Value
	}
	switch {
	case !card.MemoryGiB.OK:
		return of, false
	case on.Memory != nil:
		of.High, of.Portions = on.Memory.High, portions(*on.Memory)
	case on.Found != nil && on.Found.Known():
		of.High, of.Portions = on.Found.High.Or(on.Found.Likely.Value), foundPortions(*on.Found)
	default:
		return of, false
	}
	return of, true
}

func (s *cardStep) cardNamed(name string) (hardware.Card, bool) {
	return hardware.CardNamed(s.w.catalog.Cards(), name)
}

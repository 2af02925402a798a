package wizard

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// against is the quote that an open row is compared with, and the picker of
// it, which outlives a refresh.
type against struct {
	open   bool
	other  string   // id; empty: the winner, or who comes next
	ids    []string // the picker's
	names  []string
	choice *widgets.Choice[string]
}

// comparison says why a quote is dearer than another, or cheaper.
func (s *billingStep) comparison(box *fyne.Container, c decision.Candidate, r decision.Result) {
	p, id := s.w.p, c.Quote.ID
	others := s.comparable(id, r)
	if c.Cost == nil || len(others) == 0 {
		return
	}
	a := s.against[id]
	if a == nil {
		a = &against{}
		s.against[id] = a
	}
	box.Add(widgets.Spacer(0, 2*theme.Unit))
	word, icon := "billing.compare.open", fynetheme.MenuExpandIcon()
	if a.open {
		word, icon = "billing.compare.close", fynetheme.MenuDropDownIcon()
	}
	box.Add(widgets.Ends(widgets.Heading(p.T("billing.compare")), iconButton(p.T(word), icon, func() {
		a.open = !a.open
		s.showQuotes()
		s.w.scroll.Refresh() // the page has changed its height
	})))
	if !a.open {
		return
	}
	other := others[0]
	for _, o := range others {
		if o.Quote.ID == a.other {
			other = o
		}
	}
	box.Add(widgets.Narrow(s.others(a, others, other.Quote.ID)))
	box.Add(widgets.Spacer(0, 2*theme.Unit))
	found, err := decision.Compare(other, c)
	if err != nil {
		box.Add(warn(p.Problem(err)))
		return
	}
	box.Add(widgets.Body(p.Paragraph(s.gap(found, other.Quote), s.limits(found, c, other))))
	s.sides(box, found, c.Quote, other.Quote)
}

// comparable lists the other quotes that have a cost: the winner first, else
// who comes next.
func (s *billingStep) comparable(id string, r decision.Result) []decision.Candidate {
	var others []decision.Candidate
	for _, c := range r.Candidates {
		if c.Quote.ID != id && c.Cost != nil {
			others = append(others, c)
		}
	}
	return others
}

// others is the picker of the quote to compare with.
func (s *billingStep) others(a *against, others []decision.Candidate, now string) fyne.CanvasObject {
	var ids, names []string
	for i, c := range others {
		ids = append(ids, c.Quote.ID)
		names = append(names, strconv.Itoa(i+1)+"  "+joined(s.w.nameOf(c.Quote), asGiven(s.w, c.Quote.Rate)))
	}
	if a.choice == nil || !slices.Equal(a.ids, ids) || !slices.Equal(a.names, names) {
		a.ids, a.names = ids, names
		word := func(id string) string {
			for i := range ids {
				if ids[i] == id {
					return names[i]
				}
			}
			return ""
		}
		a.choice = widgets.NewChoice(widgets.ChoiceOf[string]{Label: s.w.p.T("billing.compare.with"), Values: ids, Word: word, Picked: func(id string) {
			a.other = id
			s.showQuotes()
			s.w.scroll.Refresh()
		}})
	}
	a.choice.Fill(now)
	return a.choice.Box
}

// gap is the one sentence: what the quote costs more than the other, or less,
// and mostly for what.
func (s *billingStep) gap(found decision.Comparison, other billing.Quote) string {
	p, name := s.w.p, s.w.nameOf(other)
	sign := found.More.Value.Sign()
	if sign == 0 {
		return p.T("billing.compare.even", "name", name)
	}
	key := "dearer"
	if sign < 0 {
		key = "cheaper"
	}
	causes, contrary, all := found.Mostly()
	words := make([]string, len(causes))
	for i, d := range causes {
		words[i] = s.kindOf(d) + " " + s.signed(d.More)
	}
	causing := words[0]
	if len(words) > 1 {
		causing = p.T("billing.compare.and", "first", words[0], "last", words[1])
	}
	why := "all"
	if !all {
		why = "mostly"
	}
	said := p.T("billing.compare."+key+"."+why, "name", name, "gap", p.Money(absolute(found.More)), "causes", causing)
	if contrary != nil {
		said = p.T("billing.compare."+key+".contrary", "said", said, "line", s.kindOf(*contrary), "amount", p.Money(absolute(contrary.More)))
	}
	return p.T("billing.compare.end", "said", said)
}

// limits says what the numbers do not.
func (s *billingStep) limits(found decision.Comparison, c, other decision.Candidate) string {
	p := s.w.p
	var said []string
	switch {
	case found.Open:
		said = append(said, p.T("billing.compare.unbounded"))
	case found.Unsettled:
		said = append(said, p.T("billing.compare.unsettled"))
	}
	if found.OtherCards {
		said = append(said, p.T("billing.compare.cards", "card", cardsOf(c.Quote), "other", cardsOf(other.Quote)))
	}
	if found.Converted {
		said = append(said, p.T("billing.compare.converted", "currency", string(found.More.Currency)))
	}
	return p.Paragraph(said...)
}

// sides sets the lines of both quotes beside each other.
func (s *billingStep) sides(box *fyne.Container, found decision.Comparison, q, other billing.Quote) {
	p := s.w.p
	widths := []float32{-1, 14 * theme.Unit, 14 * theme.Unit, 14 * theme.Unit}
	figure := func(text string) *widgets.Label {
		l := widgets.Short(text)
		l.Alignment = fyne.TextAlignTrailing
		return l
	}
	head := func(text string) *widgets.Label {
		l := caption(text)
		l.Alignment = fyne.TextAlignTrailing
		return l
	}
	mine, its := s.apart(q, other)
	box.Add(widgets.Columns(widths, caption(p.T("billing.compare.line")), lines2(head(s.w.platformOf(q)), head(mine)), lines2(head(s.w.platformOf(other)), head(its)), head(p.T("billing.compare.gap"))))
	for _, d := range found.Lines {
		if d.A.Value.IsZero() && d.B.Value.IsZero() {
			continue
		}
		box.Add(widgets.Columns(widths, widgets.Short(s.kindOf(d)), figure(p.Money(d.B)), figure(p.Money(d.A)), figure(s.signed(d.More))))
	}
	box.Add(container.NewPadded(widget.NewSeparator()))
	bold := func(l *widgets.Label) *widgets.Label { l.TextStyle.Bold = true; return l }
	box.Add(widgets.Columns(widths, bold(widgets.Short(p.T("billing.total"))), bold(figure(p.Money(found.B))), bold(figure(p.Money(found.A))), bold(figure(s.signed(found.More)))))
}

// apart tells two quotes apart below the names of their platforms: by the
// card, else by what is asked for it.
func (s *billingStep) apart(q, other billing.Quote) (mine, its string) {
	if mine, its = cardsOf(q), cardsOf(other); mine != its && mine != "" && its != "" {
		return mine, its
	}
	return asGiven(s.w, q.Rate), asGiven(s.w, other.Rate)
}

// kindOf is what a difference is about.
func (s *billingStep) kindOf(d billing.Difference) string {
	return s.w.lineName(billing.Span{Kind: d.Kind, Item: d.Item})
}

// signed writes an amount with its sign, also where it is more.
func (s *billingStep) signed(a money.Amount) string {
	if a.Value.IsPos() {
		return "+" + s.w.p.Money(a)
	}
	return s.w.p.Money(a)
}

func absolute(a money.Amount) money.Amount {
	a.Value = a.Value.Abs()
	return a
}

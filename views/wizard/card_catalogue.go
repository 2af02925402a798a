package wizard

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/hardware"
	"cardhour/model/sizing"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// catalogueCards is the table of all cards against the need on one of them.
type catalogueCards struct {
	s      *cardStep
	box    *fyne.Container
	search *widget.Entry
	count  *widgets.Label
	rows   *fyne.Container

	held []heldCard // in the order of the table
}

// heldCard is a card with its row, which is made when it is first shown.
type heldCard struct {
	card hardware.Card
	fit  sizing.FitResult
	row  fyne.CanvasObject
}

func newCatalogueCards(s *cardStep) *catalogueCards {
	p := s.w.p
	c := &catalogueCards{s: s, search: widget.NewEntry(), count: widgets.Note(""), rows: container.NewVBox()}
	c.search.PlaceHolder = p.T("card.search")
	c.search.OnChanged = func(string) { c.show() }
	c.box = container.NewVBox(widgets.Gap(), widgets.Tight(widgets.Heading(p.T("card.catalogue")), c.count),
		widgets.Narrow(c.search),
		s.heads(cardWidths, p.T("card.head.verdict"), p.T("card.head.card"), p.T("card.head.bar"), p.T("card.head.memory"), p.T("card.head.room")),
		widget.NewSeparator(), c.rows)
	return c
}

// hold judges every card for a need: those that fit first, the smallest
// first; of those that do not, the nearest first.
func (c *catalogueCards) hold(e sizing.Estimate) {
	c.held = nil
	for _, card := range c.s.w.catalog.Cards() {
		c.held = append(c.held, heldCard{card: card, fit: sizing.Fit(e, card)})
	}
	slices.SortStableFunc(c.held, func(a, b heldCard) int {
		if by := cmp.Compare(place(a.fit), place(b.fit)); by != 0 {
			return by
		}
		by := cmp.Compare(a.card.MemoryGiB.Value, b.card.MemoryGiB.Value)
		if a.fit.Verdict == sizing.DoesNotFit {
			return -by
		}
		return by
	})
	c.show()
}

func place(f sizing.FitResult) int {
	return slices.Index([]sizing.Verdict{sizing.Fits, sizing.Tight, sizing.NotKnown, sizing.DoesNotFit}, f.Verdict)
}

// show lists the cards that match what is searched for.
func (c *catalogueCards) show() {
	p := c.s.w.p
	var all []hardware.Card
	for _, h := range c.held {
		all = append(all, h.card)
	}
	wanted := map[string]bool{}
	for _, card := range hardware.FindCards(all, c.search.Text) {
		wanted[card.ID] = true
	}
	c.rows.Objects = nil
	fit := 0
	for i := range c.held {
		h := &c.held[i]
		if !wanted[h.card.ID] {
			continue
		}
		if h.fit.Verdict == sizing.Fits {
			fit++
		}
		if h.row == nil {
			h.row = c.row(*h)
		}
		c.rows.Add(h.row)
	}
	c.count.SetText(p.T("card.catalogue.count", "shown", len(c.rows.Objects), "fit", fit))
	if len(c.rows.Objects) == 0 {
		c.rows.Add(widgets.Note(p.T("card.search.none", "query", c.search.Text)))
	}
	c.rows.Refresh()
	if c.s.w.scroll != nil {
		c.s.w.scroll.Refresh()
	}
}

func (c *catalogueCards) row(h heldCard) fyne.CanvasObject {
	s := c.s
	word, rank := s.w.verdictWord(&h.fit)
	verdict := widgets.Short(word)
	verdict.Importance = rank
	head := widgets.Columns(cardWidths, verdict, widgets.Short(h.card.ID), inText(gauge(*s.memory, h.card, &h.fit, theme.Unit)),
		widgets.Figure(s.measure(h.card.MemoryGiB)), widgets.Figure(s.room(&h.fit)))
	return s.fold("card "+h.card.ID, head, func() fyne.CanvasObject { return s.reasons(h.card, 1, h.fit) })
}

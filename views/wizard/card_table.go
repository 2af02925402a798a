package wizard

import (
	"cmp"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/model/hardware"
	"cardhour/model/sizing"
	"cardhour/views/widgets"
)

// tableOrder is what the table of all cards is put in order by.
type tableOrder string

const (
	orderFit    tableOrder = "fit"    // what fits first, the smallest first
	orderHours  tableOrder = "hours"  // the soonest done first
	orderCost   tableOrder = "cost"   // the cheapest quote first
	orderMemory tableOrder = "memory" // the largest first
)

// cardTable is the table of all cards against the need, with filters.
type cardTable struct {
	s      *cardStep
	box    *fyne.Container
	search *widget.Entry
	count  *widgets.Label
	rows   *fyne.Container
	more   *widget.Button

	order tableOrder
	cards int  // 0 is the fewest that are enough
	fits  bool // only those that do not fail
	most  int  // rows shown; the rest behind a button

	held  []heldCard // all, in the order of the table
	shown []cardRow
}

// heldCard is a card in one of its counts.
type heldCard struct {
	row decision.CardRow
	at  int // in decision.Counts
}

func (h heldCard) on() decision.OnCards { return h.row.On[h.at] }
func (h heldCard) cards() int           { return decision.Counts[h.at] }

// firstRows is how many cards are listed before one asks for more.
const firstRows = 12

func newCardTable(s *cardStep) *cardTable {
	p := s.w.p
	c := &cardTable{s: s, search: widget.NewEntry(), count: widgets.Note(""), rows: container.NewVBox(), order: orderFit, most: firstRows}
	c.search.PlaceHolder = p.T("card.search")
	c.search.OnChanged = func(string) { c.look() }
	order := widgets.NewChoice(widgets.ChoiceOf[tableOrder]{Values: []tableOrder{orderFit, orderHours, orderCost, orderMemory},
		Word:   func(o tableOrder) string { return p.T("card.order." + string(o)) },
		Picked: func(o tableOrder) { c.order = o; c.look() }})
	order.Fill(c.order)
	count := widgets.NewChoice(widgets.ChoiceOf[int]{Values: append([]int{0}, decision.Counts...),
		Word: func(n int) string {
			if n == 0 {
				return p.T("card.count.fewest")
			}
			return p.T("card.count.of", "n", n)
		},
		Picked: func(n int) { c.cards = n; c.look() }})
	count.Fill(0)
	fits := widget.NewCheck(p.T("card.only_fits"), func(on bool) { c.fits = on; c.look() })
	c.more = widget.NewButton("", func() { c.most = len(c.held); c.show() })
	c.box = container.NewVBox(widgets.Gap(), widgets.Tight(widgets.Heading(p.T("card.catalogue")), c.count),
		widgets.Triple(c.search, order.Box, count.Box), fits,
		s.heads("card"), widget.NewSeparator(), c.rows, widgets.Row(c.more))
	return c
}

// look is for another way of looking at the table: from its first rows on.
func (c *cardTable) look() {
	c.most = firstRows
	c.hold(c.s.seen)
}

// hold takes in a result and shows it, where anything that is seen of it has
// changed.
func (c *cardTable) hold(r decision.Result) {
	c.held = c.held[:0]
	for _, row := range r.Table {
		h := heldCard{row, row.Best}
		if c.cards > 0 {
			h.at = slices.Index(decision.Counts, c.cards)
		}
		if on := h.on(); c.fits && (on.Fit == nil || on.Fit.Verdict == sizing.DoesNotFit) {
			continue
		}
		c.held = append(c.held, h)
	}
	slices.SortStableFunc(c.held, c.compare)
	c.show()
}

func (c *cardTable) compare(a, b heldCard) int {
	byFit := cmp.Or(cmp.Compare(place(a.on()), place(b.on())), cmp.Compare(c.foreign(a), c.foreign(b)), cmp.Compare(a.cards(), b.cards()))
	byMemory := cmp.Compare(a.row.Card.MemoryGiB.Value, b.row.Card.MemoryGiB.Value)
	switch c.order {
	case orderMemory:
		return -byMemory
	case orderHours:
		return cmp.Or(unknownLast(a.on().Hours != nil, b.on().Hours != nil, func() int {
			return cmp.Compare(a.on().Hours.Likely, b.on().Hours.Likely)
		}), byFit)
	case orderCost:
		x, isX := c.s.seen.BestOn(a.row.Card.ID, a.cards())
		y, isY := c.s.seen.BestOn(b.row.Card.ID, b.cards())
		return cmp.Or(unknownLast(isX, isY, func() int { return x.High.Value.Cmp(y.High.Value) }), byFit)
	}
	if byFit == 0 && a.on().Fit != nil && a.on().Fit.Verdict == sizing.DoesNotFit {
		return -byMemory // the nearest first
	}
	return cmp.Or(byFit, byMemory)
}

// foreign is 1 for a card whose software most programs are not made for, where
// nobody said what theirs need.
func (c *cardTable) foreign(h heldCard) int {
	d, _ := c.s.w.session.Current()
	if stack := h.row.Card.Stack(); d.Task.Stack == "" && stack != "" && stack != hardware.CUDA {
		return 1
	}
	return 0
}

// unknownLast compares two figures of which either may not be there.
func unknownLast(a, b bool, compare func() int) int {
	switch {
	case a && b:
		return compare()
	case a:
		return -1
	case b:
		return 1
	}
	return 0
}

func place(on decision.OnCards) int {
	if on.Fit == nil {
		return len(verdicts)
	}
	return slices.Index(verdicts, on.Fit.Verdict)
}

// verdicts from the best on.
var verdicts = []sizing.Verdict{sizing.Fits, sizing.Tight, sizing.NotKnown, sizing.DoesNotFit}

// show lists the cards that match what is searched for. Rows are made anew
// only when their words differ from what is seen.
func (c *cardTable) show() {
	p := c.s.w.p
	found := c.found()
	fit := 0
	for _, h := range found {
		if on := h.on(); on.Fit != nil && on.Fit.Verdict == sizing.Fits {
			fit++
		}
	}
	c.count.SetText(p.T("card.catalogue.count", "shown", len(found), "fit", fit))
	listed := found[:min(len(found), c.most)]
	words := make([]cardRow, len(listed))
	for i, h := range listed {
		words[i] = c.row(h)
	}
	c.more.SetText(p.T("card.more", "n", len(found)-len(listed)))
	c.more.Hidden = len(found) == len(listed)
	if slices.Equal(words, c.shown) && len(c.rows.Objects) > 0 {
		return
	}
	c.shown = words
	c.rows.Objects = nil
	for i, h := range listed {
		c.rows.Add(c.s.row(words[i], h.row.Card, h.on(), func() fyne.CanvasObject { return c.inside(h) }))
		c.rows.Add(widget.NewSeparator())
	}
	if len(listed) == 0 {
		c.rows.Add(widgets.Note(p.T("card.search.none", "query", c.search.Text)))
	}
	c.rows.Refresh()
	if c.s.w.scroll != nil {
		c.s.w.scroll.Refresh()
	}
}

// found are the cards that match what is searched for, in their order.
func (c *cardTable) found() []heldCard {
	var all []hardware.Card
	for _, h := range c.held {
		all = append(all, h.row.Card)
	}
	wanted := map[string]bool{}
	for _, card := range hardware.FindCards(all, c.search.Text) {
		wanted[card.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(c.held), func(h heldCard) bool { return !wanted[h.row.Card.ID] })
}

func (c *cardTable) row(h heldCard) cardRow {
	row := c.s.rowOf(h.on(), h.row.Card)
	row.key, row.name = "card "+h.row.Card.ID+" "+strconv.Itoa(h.cards()), h.row.Card.ID
	row.about = c.s.w.p.T("card.count", "n", h.cards())
	if best, ok := c.s.seen.BestOn(h.row.Card.ID, h.cards()); ok {
		row = c.s.priced(row, best)
		row.about = joined(row.about, c.s.w.platformOf(best.Quote))
	}
	return row
}

func (c *cardTable) inside(h heldCard) fyne.CanvasObject {
	box := container.NewVBox()
	if on := h.on(); on.Fit != nil {
		box.Add(c.s.reasons(h.row.Card, on))
	}
	box.Add(c.s.counts(h.row))
	box.Add(widgets.Row(c.s.quoteFor(h.row.Card.ID, h.cards())))
	return box
}

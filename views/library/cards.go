package library

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"cardhour/model/hardware"
	"cardhour/views/widgets"
)

// cardList is the tab of cards.
type cardList struct {
	*listing[hardware.Card]
	form *form // that is open, or was last
}

func newCards(l *Library) *cardList {
	p := l.p
	c := &cardList{}
	columns := []widgets.Column{
		{Head: p.T("library.card"), Most: 180}, {Head: p.T("library.memory.head"), Number: true}, {Head: p.T("library.bandwidth.head"), Number: true},
		{Head: p.T("library.fp16.head"), Number: true}, {Head: p.T("library.bf16")}, {Head: p.T("library.fp8")},
		{Head: p.T("library.link.head"), Number: true}, {Head: p.T("library.source"), Share: 1},
	}
	c.listing = newListing(l, listed[hardware.Card]{
		read: l.catalog.Cards, name: func(card hardware.Card) string { return card.ID }, find: hardware.FindCards, tell: c.about,
		owned: func() []string {
			var names []string
			for _, own := range l.session.OwnCards() {
				names = append(names, own.Card.ID)
			}
			return names
		},
		cells: func(card hardware.Card) []string {
			return []string{card.ID, l.cell(card.MemoryGiB, 0), l.cell(card.BandwidthGBs, 0),
				l.cell(card.FP16TFLOPS, 1), l.answer(card.BF16), l.answer(card.FP8), c.link(card), c.source(card.ID, card.Source)}
		},
	}, columns, p.T("library.search.cards"), p.T("library.pick.cards"),
		widgets.Quiet(p.T("library.add.card"), func() { c.describe(hardware.OwnCard{}, "") }))
	return c
}

// link tells a card without a link from one of which nobody has said.
func (c *cardList) link(card hardware.Card) string {
	if card.LinkGBs.OK && card.LinkGBs.Value == 0 {
		return c.l.p.T("library.no_link")
	}
	return c.l.cell(card.LinkGBs, 0)
}

func (c *cardList) about(card hardware.Card) (lines, actions []fyne.CanvasObject) {
	l, p := c.l, c.l.p
	link := c.link(card)
	if card.LinkNote != "" {
		link += " (" + card.LinkNote + ")"
	}
	_, shipped := l.catalog.ShippedCard(card.ID)
	mine, own := c.mine(card.ID)
	lines = append([]fyne.CanvasObject{widgets.Heading(card.ID)}, c.standing(own, shipped)...)
	lines = append(lines,
		widgets.Body(l.said(
			entry{p.T("library.arch"), strings.TrimSpace(card.Vendor + " " + card.Arch)}, entry{p.T("library.capability"), l.cell(card.ComputeCapability, 1)},
			entry{p.T("library.stack"), p.Term(card.Stack().Term())}, entry{p.T("library.tdp"), l.cell(card.TDPWatts, 0)})),
		widgets.Body(l.said(
			entry{p.T("library.memory"), l.cell(card.MemoryGiB, 0)}, entry{p.T("library.bandwidth"), l.cell(card.BandwidthGBs, 0)},
			entry{p.T("library.link"), link}, entry{p.T("library.bf16"), l.answer(card.BF16)}, entry{p.T("library.fp8"), l.answer(card.FP8)})),
		widgets.Body(l.said(
			entry{p.T("library.fp16"), l.cell(card.FP16TFLOPS, 1)}, entry{p.T("library.fp16_accum"), l.cell(card.FP16AccumTFLOPS, 1)},
			entry{p.T("library.fp8_rate"), l.cell(card.FP8TFLOPS, 1)}, entry{p.T("library.fp32"), l.cell(card.FP32TFLOPS, 1)})),
		widgets.Note(l.said(entry{p.T("library.source"), card.Source}, entry{p.T("library.basis"), card.FP16Basis}, entry{p.T("library.note"), card.Notes})),
	)
	mine.Card = card
	return lines, c.acts(own, shipped, func() { c.describe(mine, "") }, func() {
		l.session.DeleteCard(mine.ID)
		l.Refresh()
	})
}

// mine is the user's own card of a name.
func (c *cardList) mine(name string) (hardware.OwnCard, bool) {
	own := c.l.session.OwnCards()
	i := slices.IndexFunc(own, func(o hardware.OwnCard) bool { return hardware.Same(o.Card.ID, name) })
	if i < 0 {
		return hardware.OwnCard{}, false
	}
	return own[i], true
}

// leave goes back from the form to the list.
func (c *cardList) leave() {
	c.kept().Forget()
	c.close()
}

// describe opens the form, unless one is half typed. Asked is the name that
// another place asked for it with.
func (c *cardList) describe(card hardware.OwnCard, asked string) {
	if c.form.busy() {
		return
	}
	f := newCardForm(c, card)
	f.wanted = asked
	c.form = f.form
	c.open(f.box)
	f.begin()
}

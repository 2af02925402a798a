package library

import (
	"fyne.io/fyne/v2"

	"cardhour/model/hardware"
	"cardhour/views/widgets"
)

// cardList is the tab of cards.
type cardList struct {
	l       *Library
	all     []hardware.Card
	pane    *pane
	records *widgets.Records
	shown   fyne.CanvasObject
}

func newCards(l *Library) part {
	p := l.p
	c := &cardList{l: l, all: l.catalog.Cards(), pane: newPane(l, p.T("library.pick.cards"))}
	columns := []widgets.Column{
		{Head: p.T("library.card"), Most: 180}, {Head: p.T("library.memory.head"), Number: true}, {Head: p.T("library.bandwidth.head"), Number: true},
		{Head: p.T("library.fp16.head"), Number: true}, {Head: p.T("library.bf16")}, {Head: p.T("library.fp8")},
		{Head: p.T("library.link.head"), Number: true}, {Head: p.T("library.source"), Share: 1},
	}
	rows := make([]widgets.Record, len(c.all))
	at := map[string]int{}
	for i, card := range c.all {
		at[card.ID] = i
		rows[i] = widgets.Record{Cells: []string{card.ID, l.cell(card.MemoryGiB, 0), l.cell(card.BandwidthGBs, 0),
			l.cell(card.FP16TFLOPS, 1), l.answer(card.BF16), l.answer(card.FP8), c.link(card), card.Source}}
	}
	c.records = widgets.NewRecords(columns, rows, func(row int) { c.pick(c.all[row]) })
	c.shown = l.searchable(p.T("library.search.cards"), len(c.all), c.records, c.pane, func(query string) []int {
		found := []int{}
		for _, card := range hardware.FindCards(c.all, query) {
			found = append(found, at[card.ID])
		}
		return found
	})
	return c
}

func (c *cardList) content() fyne.CanvasObject { return c.shown }
func (c *cardList) refresh()                   {}

// link tells a card without a link from one of which nobody has said.
func (c *cardList) link(card hardware.Card) string {
	if card.LinkGBs.OK && card.LinkGBs.Value == 0 {
		return c.l.p.T("library.no_link")
	}
	return c.l.cell(card.LinkGBs, 0)
}

func (c *cardList) pick(card hardware.Card) {
	l, p := c.l, c.l.p
	link := c.link(card)
	if card.LinkNote != "" {
		link += " (" + card.LinkNote + ")"
	}
	c.pane.fill(
		widgets.Heading(card.ID),
		widgets.Body(l.said(
			entry{p.T("library.arch"), card.Vendor + " " + card.Arch}, entry{p.T("library.capability"), l.cell(card.ComputeCapability, 1)},
			entry{p.T("library.stack"), p.Term(card.Stack().Term())}, entry{p.T("library.tdp"), l.cell(card.TDPWatts, 0)})),
		widgets.Body(l.said(
			entry{p.T("library.memory"), l.cell(card.MemoryGiB, 0)}, entry{p.T("library.bandwidth"), l.cell(card.BandwidthGBs, 0)},
			entry{p.T("library.link"), link}, entry{p.T("library.bf16"), l.answer(card.BF16)}, entry{p.T("library.fp8"), l.answer(card.FP8)})),
		widgets.Body(l.said(
			entry{p.T("library.fp16"), l.cell(card.FP16TFLOPS, 1)}, entry{p.T("library.fp16_accum"), l.cell(card.FP16AccumTFLOPS, 1)},
			entry{p.T("library.fp8_rate"), l.cell(card.FP8TFLOPS, 1)}, entry{p.T("library.fp32"), l.cell(card.FP32TFLOPS, 1)})),
		widgets.Note(l.said(entry{p.T("library.source"), card.Source}, entry{p.T("library.basis"), card.FP16Basis}, entry{p.T("library.note"), card.Notes})),
	)
}

package library

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardhour/model/hardware"
	"cardhour/model/sizing"
	"cardhour/views/widgets"
)

// cardForm is where a card is described, with the few figures first that
// decide what fits on it and how fast it runs.
type cardForm struct {
	*form
	list *cardList
	id   string        // of the record that is changed; empty for a new one
	base hardware.Card // as it was opened; what is picked goes into it at once
	was  hardware.Card
}

// makers are those whose software is known; any other is the empty one.
var makers = []string{"NVIDIA", "AMD", "Huawei", ""}

func newCardForm(list *cardList, card hardware.OwnCard) *cardForm {
	p := list.l.p
	f := &cardForm{list: list, id: card.ID, base: card.Card, was: card.Card}
	f.form = newForm(p, f.submit, list.leave, f.keep)
	f.done = func(asked, saved string) {
		if tell := list.l.CardDone; tell != nil {
			tell(asked, saved)
		}
	}
	b := &f.base
	name := f.input("name", b.ID, widgets.InputOf{Label: p.T("library.form.name"), Placeholder: "RTX 4090 48GB", Typed: func(string) { f.hintName() }})
	maker := pick(f.form, "maker", maker(b.Vendor), makers, func(v string) string { return p.T("library.maker." + strings.ToLower(or(v, "other"))) },
		func(v string) { b.Vendor = or(v, otherMaker(f.was.Vendor)) })
	memory, bandwidth := f.number("memory", b.MemoryGiB), f.number("bandwidth", b.BandwidthGBs)
	fp16 := f.number("fp16", b.FP16TFLOPS)
	bf16, fp8 := f.answer("bf16", &b.BF16), f.answer("fp8", &b.FP8)
	more := f.fold(p.T("library.form.more"), p.T("library.form.more.card"), func() []fyne.CanvasObject {
		return []fyne.CanvasObject{
			widgets.Pair(f.input("arch", b.Arch, widgets.InputOf{}), f.number("capability", b.ComputeCapability)),
			widgets.Pair(f.number("fp8_rate", b.FP8TFLOPS), f.number("fp16_accum", b.FP16AccumTFLOPS)),
			widgets.Pair(f.number("fp32", b.FP32TFLOPS), f.number("link", b.LinkGBs)),
			widgets.Pair(f.number("tdp", b.TDPWatts), widgets.Spacer(0, 0)),
			f.input("source", b.Source, widgets.InputOf{Placeholder: p.T("library.form.source.hint")}), f.input("note", b.Notes, widgets.InputOf{}),
		}
	})
	f.lay(title(p.T, "card", f.id, b.ID), p.T("library.form.note"), name, widgets.Pair(maker.Box, widgets.Spacer(0, 0)),
		widgets.Pair(memory, bandwidth), widgets.Triple(fp16, bf16, fp8), widgets.Gap(), container.NewVBox(more))
	f.hintName()
	return f
}

// title says what the form is for: adding, changing one's own, or taking over
// what is shipped.
func title(say func(string, ...any) string, what, id, name string) string {
	switch {
	case id != "":
		return say("library.form.edit."+what, "name", name)
	case name != "":
		return say("library.form.describe."+what, "name", name)
	}
	return say("library.form.add." + what)
}

func or(s, empty string) string {
	if s == "" {
		return empty
	}
	return s
}

// maker is the entry of the picker for a vendor.
func maker(vendor string) string {
	i := slices.IndexFunc(makers, func(m string) bool { return strings.EqualFold(m, vendor) })
	if i < 0 {
		return ""
	}
	return makers[i]
}

// otherMaker is a vendor that the picker has no entry for.
func otherMaker(vendor string) string {
	if maker(vendor) != "" {
		return ""
	}
	return vendor
}

// hintName says what a card of this name would stand in place of.
func (f *cardForm) hintName() {
	name := f.text("name")
	_, shipped := f.list.l.catalog.ShippedCard(name)
	own, mine := f.list.mine(name)
	f.hintTaken(name != "" && shipped, mine && own.ID != f.id)
}

func (f *form) hintTaken(shipped, own bool) {
	said := ""
	switch {
	case own:
		said = f.p.T("library.form.taken.own")
	case shipped:
		said = f.p.T("library.form.taken.shipped")
	}
	f.fields["name"].Hint(said, own)
}

// card reads the form. What was said of a figure goes with that figure.
func (f *cardForm) card(wrong wrongs) hardware.Card {
	c := f.base
	c.ID, c.Arch, c.Source, c.Notes = f.text("name"), f.text("arch"), f.text("source"), f.text("note")
	for name, to := range map[string]*hardware.Known[float64]{"memory": &c.MemoryGiB, "bandwidth": &c.BandwidthGBs, "fp16": &c.FP16TFLOPS,
		"fp16_accum": &c.FP16AccumTFLOPS, "fp8_rate": &c.FP8TFLOPS, "fp32": &c.FP32TFLOPS, "link": &c.LinkGBs, "tdp": &c.TDPWatts,
		"capability": &c.ComputeCapability} {
		*to = f.readNumber(name, wrong)
	}
	if c.FP16TFLOPS != f.was.FP16TFLOPS {
		c.FP16Basis = ""
	}
	if c.LinkGBs != f.was.LinkGBs {
		c.LinkNote = ""
	}
	return c
}

func (f *cardForm) submit() {
	wrong := wrongs{}
	card := f.card(wrong)
	if !f.right(wrong, sizing.CheckCard(card)) {
		return
	}
	f.list.l.session.PutCard(hardware.OwnCard{ID: f.id, Card: card})
	f.end()
	f.list.choose(card)
	f.back(card.ID)
}

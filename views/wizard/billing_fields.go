package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/views/widgets"
)

// The fields of a quote's form.

// basics are the fields that every quote has.
func (f *quoteForm) basics() []fyne.CanvasObject {
	p, d, find := f.w.p, f.draft, f.w.catalog
	f.told = widgets.Note("")
	platform := f.input(fieldName, widgets.InputOf{Label: p.T("billing.form.platform"), Placeholder: p.T("billing.form.platform.hint"),
		Find: find.FindPlatforms, Typed: f.named})
	f.category = choice(f, widgets.ChoiceOf[string]{Label: p.T("billing.form.category"), Help: widgets.NewHelp(p.T("billing.help.category")),
		Placeholder: p.T("pick"), Values: categories(), Word: p.Term, Picked: func(v string) { d.category = v }}, d.category)
	card := f.input(fieldCard, widgets.InputOf{Label: p.T("billing.form.card"), Placeholder: "RTX 4090 24GB", Find: find.FindCards, Typed: func(string) { f.hintCard() }})
	f.hintCard()
	amount := f.input("rate.amount", widgets.InputOf{Placeholder: "12.50"})
	currency := f.input("currency", widgets.InputOf{Placeholder: "CNY", Typed: func(string) { f.refresh() }})
	per := choice(f, widgets.ChoiceOf[billing.Period]{Label: p.T("field.rate.per"), Values: billing.Periods,
		Word: func(v billing.Period) string { return p.T("billing.form.per", "period", p.Term("per_"+string(v))) }, Picked: func(v billing.Period) { d.per = v; f.refresh() }}, d.per)
	scope := choice(f, widgets.ChoiceOf[billing.Scope]{Label: p.T("field.rate.scope"), Help: widgets.NewHelp(p.T("billing.help.scope")),
		Values: []billing.Scope{billing.PerCard, billing.PerInstance},
		Word:   func(v billing.Scope) string { return p.Label(string(v)) }, Picked: func(v billing.Scope) { d.scope = v }}, d.scope)
	mode := choice(f, widgets.ChoiceOf[billing.Mode]{Label: p.T("field.mode"), Values: billing.Modes,
		Word: func(v billing.Mode) string { return p.Label(string(v)) }, Picked: func(v billing.Mode) { d.mode = v; f.refresh() }}, d.mode)
	cards := f.input("rate.cards", widgets.InputOf{})
	slice := f.input("rate.slice", widgets.InputOf{Help: widgets.NewHelp(p.T("billing.help.slice"))})
	f.month = f.input("rate.month_hours", widgets.InputOf{Unit: p.T("billing.form.hours")})
	return []fyne.CanvasObject{
		platform.Box, f.told, widgets.Pair(f.category.Box, card.Box),
		widgets.Triple(amount.Box, currency.Box, per.Box), f.month.Box,
		widgets.Pair(scope.Box, mode.Box), widgets.Pair(cards.Box, slice.Box),
		widgets.Pair(f.fact(billing.Granularity), f.fact(billing.MinSeconds)),
		widgets.Pair(f.fact(billing.MinAmount), widgets.Spacer(0, 0)),
	}
}

// choice makes a picker that shows its value.
func choice[T comparable](f *quoteForm, d widgets.ChoiceOf[T], value T) *widgets.Choice[T] {
	picked := d.Picked
	d.Picked = func(v T) {
		picked(v)
		f.keep()
	}
	c := widgets.NewKeyChoice(d, f.keys)
	c.Fill(value)
	return c
}

func categories() []string {
	var all []string
	for _, c := range []hardware.Category{hardware.Cloud, hardware.Container, hardware.Hosted, hardware.P2P} {
		all = append(all, string(c))
	}
	return all
}

// named shows what a name of the catalogue has brought.
func (f *quoteForm) named(name string) {
	if f.draft.named(name, f.w.catalog) {
		f.category.Fill(f.draft.category)
		f.inputs["currency"].Set(f.draft.text["currency"])
	}
	f.refresh()
}

// folded are the rest of the billing facts and where the quote comes from.
func (f *quoteForm) folded() *widget.Accordion {
	var items []*widget.AccordionItem
	group := func(key string, content func() []fyne.CanvasObject) {
		from := len(f.order)
		item := widget.NewAccordionItem("", container.NewVBox(content()...))
		f.groups = append(f.groups, &formGroup{item, f.w.p.T("billing.group." + key), f.order[from:len(f.order):len(f.order)]})
		items = append(items, item)
	}
	group("storage", func() []fyne.CanvasObject {
		var rows []fyne.CanvasObject
		for _, item := range billing.Items {
			rows = append(rows, widgets.Pair(f.fact(billing.ItemPrice(item)), f.fact(billing.ItemFree(item))))
		}
		return append(rows, f.fact(billing.StoppedDiskPrice))
	})
	group("traffic", func() []fyne.CanvasObject {
		return []fyne.CanvasObject{
			widgets.Pair(f.fact(billing.TrafficOutPrice), f.fact(billing.TrafficOutFree)),
			widgets.Pair(f.fact(billing.TrafficInPrice), f.fact(billing.BandwidthPrice)),
		}
	})
	group("idle", func() []fyne.CanvasObject {
		return []fyne.CanvasObject{
			f.fact(billing.AfterStopShare),
			widgets.Pair(f.fact(billing.CPUModePrice), f.fact(billing.CPUModeMin)),
		}
	})
	group("rounding", func() []fyne.CanvasObject {
		return []fyne.CanvasObject{
			f.rounding("row_rounding", &f.draft.rowMode), f.rounding("daily_fee_rounding", &f.draft.feeMode),
		}
	})
	group("source", func() []fyne.CanvasObject {
		p := f.w.p
		return []fyne.CanvasObject{
			widgets.Pair(f.input(fieldSource, widgets.InputOf{Label: p.T("billing.form.source"), Placeholder: p.T("billing.form.source.hint")}).Box,
				f.input(fieldSeen, widgets.InputOf{Label: p.T("billing.form.seen"), Placeholder: "2026-11-20"}).Box),
			f.input(fieldNote, widgets.InputOf{Label: p.T("billing.form.note"), Tall: true}).Box,
		}
	})
	more := widget.NewAccordion(items...)
	more.MultiOpen = true
	return more
}

// fact makes the field of a billing fact. Empty is unknown, 0 is known to
// cost nothing.
func (f *quoteForm) fact(key billing.Key) fyne.CanvasObject {
	p, field := f.w.p, fieldFacts+string(key)
	d := widgets.InputOf{Label: p.Label(string(key)), Typed: func(string) { f.refresh() }}
	switch key.Unit() {
	case billing.UnitSeconds:
		d.Unit = p.Term("second")
	case billing.UnitGB:
		d.Unit = "GB"
	case billing.UnitPerGB:
		d.Unit = "/GB"
	case billing.UnitShare:
		d.Unit = "%"
	case billing.UnitTimed, billing.UnitGBTimed:
		d.Behind = f.period(key)
	}
	return f.input(field, d).Box
}

// period picks what a price that runs with time is stated for.
func (f *quoteForm) period(key billing.Key) fyne.CanvasObject {
	c := choice(f, widgets.ChoiceOf[billing.Period]{Values: billing.Periods,
		Word: func(per billing.Period) string {
			word := "/" + f.w.p.Term("per_"+string(per))
			if key.Unit() == billing.UnitGBTimed {
				word = "/GB" + word
			}
			return word
		},
		Picked: func(per billing.Period) { f.draft.factPer[key] = per }}, f.draft.period(key))
	return c.Picker()
}

// rounding makes the pair of fields that say how a platform rounds.
func (f *quoteForm) rounding(name string, mode *billing.RoundingMode) fyne.CanvasObject {
	p := f.w.p
	unit := f.input(name+".unit", widgets.InputOf{Placeholder: "0.01"})
	how := choice(f, widgets.ChoiceOf[billing.RoundingMode]{Label: p.T("field." + name + ".mode"),
		Values: []billing.RoundingMode{billing.RoundNot, billing.RoundUp, billing.RoundDown, billing.RoundNearest},
		Word: func(m billing.RoundingMode) string {
			if m == billing.RoundNot {
				return p.T("billing.round.not")
			}
			return p.T("billing.round." + string(m))
		},
		Picked: func(m billing.RoundingMode) {
			*mode = m
			if m == billing.RoundNot {
				unit.Box.Hide()
			} else {
				unit.Box.Show()
			}
		}}, *mode)
	unit.Box.Hidden = *mode == billing.RoundNot
	return widgets.Pair(how.Box, unit.Box)
}

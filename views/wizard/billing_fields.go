package wizard

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
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
	currency := f.input("currency", widgets.InputOf{Placeholder: "CNY", Find: money.FindCurrencies, Typed: f.typedCurrency})
	per := choice(f, widgets.ChoiceOf[billing.Period]{Label: p.T("field.rate.per"), Values: billing.Periods,
		Word: func(v billing.Period) string { return p.T("billing.form.per", "period", p.Term("per_"+string(v))) }, Picked: func(v billing.Period) { d.per = v; f.refresh() }}, d.per)
	scope := choice(f, widgets.ChoiceOf[billing.Scope]{Label: p.T("field.rate.scope"), Help: widgets.NewHelp(p.T("billing.help.scope")),
		Values: []billing.Scope{billing.PerCard, billing.PerInstance},
		Word:   func(v billing.Scope) string { return p.Label(string(v)) }, Picked: func(v billing.Scope) { d.scope = v }}, d.scope)
	mode := choice(f, widgets.ChoiceOf[billing.Mode]{Label: p.T("field.mode"), Values: billing.Modes,
		Word: func(v billing.Mode) string { return p.Label(string(v)) }, Picked: func(v billing.Mode) { d.mode = v; f.refresh() }}, d.mode)
	cards := f.input("rate.cards", widgets.InputOf{})
	slice := f.input("rate.slice", widgets.InputOf{Help: widgets.NewHelp(p.T("billing.help.slice"))})
	month := f.input("rate.month_hours", widgets.InputOf{Unit: p.T("billing.form.hours")})
	perMillion := "/" + p.Term("per_million_tokens")
	tokens := container.NewVBox(widgets.Pair(f.input("tokens.in", widgets.InputOf{Unit: perMillion}).Box, f.input("tokens.out", widgets.InputOf{Unit: perMillion}).Box),
		widgets.Pair(f.input("tokens.cached", widgets.InputOf{Label: p.T("billing.form.tokens.cached"), Unit: perMillion, Help: f.help("tokens.cached")}).Box, widgets.Spacer(0, 0)))
	place, smallest := widgets.Pair(scope.Box, mode.Box), f.fact(billing.Granularity)
	count, least, leastSum := widgets.Pair(cards.Box, slice.Box), f.fact(billing.MinSeconds), widgets.Pair(f.fact(billing.MinAmount), widgets.Spacer(0, 0))
	f.shows = append(f.shows, func() {
		byToken := d.mode == billing.PerToken
		for _, o := range []fyne.CanvasObject{card.Box, amount.Box, per.Box, scope.Box, count, smallest, least, leastSum} {
			setHidden(o, byToken)
		}
		setHidden(tokens, !byToken)
		setHidden(month.Box, byToken || d.monthFits())
	})
	return []fyne.CanvasObject{
		platform.Box, f.told, widgets.Pair(f.category.Box, card.Box),
		widgets.Triple(amount.Box, currency.Box, per.Box), month.Box,
		place, tokens, count, widgets.Pair(smallest, least), leastSum,
	}
}

func setHidden(o fyne.CanvasObject, hidden bool) {
	switch {
	case hidden:
		o.Hide()
	case !o.Visible():
		o.Show()
	}
}

// typedCurrency forgets a rate of exchange of another currency.
func (f *quoteForm) typedCurrency(string) {
	if f.draft.otherCurrency() {
		for _, name := range []string{"exchange.rate", "exchange.on", "exchange.source"} {
			f.inputs[name].Set("")
		}
	}
	f.refresh()
}

// choice makes a picker that shows its value.
func choice[T comparable](f *quoteForm, d widgets.ChoiceOf[T], value T) *widgets.Choice[T] {
	picked := d.Picked
	d.Picked = func(v T) {
		picked(v)
		f.changed()
	}
	c := widgets.NewKeyChoice(d, f.keys)
	c.Fill(value)
	return c
}

// pick makes a picker that is bound to a text of the draft.
func pick(f *quoteForm, name string, d widgets.ChoiceOf[string]) *widgets.Pick[string] {
	picked := d.Picked
	d.Picked = func(v string) {
		f.draft.set(name, v)
		if picked != nil {
			picked(v)
		}
		f.refresh()
		f.changed()
	}
	if d.Label == "" {
		d.Label = f.w.p.Field(name)
	}
	k := widgets.NewPick(d, f.draft.get(name), f.keys)
	f.note(name, k)
	return k
}

// tick makes a sentence that is true or not, bound to a text of the draft.
func (f *quoteForm) tick(name string, helped bool) *widgets.Tick {
	// A row's tick is called by its own name: its list's stands above it.
	of, inRow := name, false
	if list, rest, cut := strings.Cut(name, "["); cut {
		_, field, _ := strings.Cut(rest, "].")
		of, inRow = list+"."+field, true
	}
	var help fyne.CanvasObject
	if helped {
		help = f.help(of)
	}
	said := f.w.p.T("field." + of)
	if inRow {
		said = f.w.p.T("billing.form." + of)
	}
	t := widgets.NewTick(said, help, f.draft.on(name), func(on bool) {
		f.draft.set(name, tickOr(on))
		f.refresh()
		f.changed()
	}, f.keys)
	f.note(name, t)
	return t
}

// words are the values of a choice as texts.
func words[T ~string](values ...T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}

// term names a choice; the one that is not said has a name of its own.
func (f *quoteForm) term(prefix, value, none string) string {
	if value == "" {
		value = none
	}
	if !f.w.p.Has("term." + prefix + value) { // kept by another version
		return value
	}
	return f.w.p.Label(prefix + value)
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
	case billing.UnitHourly:
		d.Unit = p.T("billing.form.hourly")
	case billing.UnitTimed, billing.UnitGBTimed, billing.UnitEach:
		d.Behind = f.period(key)
	case billing.UnitCount:
		return f.yesNo(key)
	}
	d.Help = f.factHelp(key)
	return f.input(field, d).Box
}

// eachOf names what a price by the piece is for.
var eachOf = map[billing.Key]string{billing.IOPSPrice: "per_iops", billing.LinePrice: "per_mbps", billing.FixedIPPrice: "per_ip"}

// yesNo asks a fact that is true or not; no answer is unknown.
func (f *quoteForm) yesNo(key billing.Key) fyne.CanvasObject {
	p := f.w.p
	var k *widgets.Pick[string]
	k = pick(f, fieldFacts+string(key), widgets.ChoiceOf[string]{Label: p.Label(string(key)), Help: f.factHelp(key), Values: []string{"1", "0", ""},
		Word: func(v string) string {
			return map[string]string{"1": p.Term("yes"), "0": p.Term("no"), "": p.T("billing.form.not_told")}[v]
		},
		Picked: func(v string) {
			if v == "" { // what is known of it shows again
				k.Select.ClearSelected()
			}
		}})
	if f.draft.get(fieldFacts+string(key)) == "" {
		k.Select.ClearSelected()
	}
	return k.Box
}

// factHelp explains the facts whose names do not say it all.
func (f *quoteForm) factHelp(key billing.Key) fyne.CanvasObject {
	switch key.Unit() {
	case billing.UnitGB, billing.UnitGBTimed, billing.UnitPerGB:
		if key != billing.StoppedDiskPrice && key != billing.TrafficInternalPrice {
			return nil
		}
	case billing.UnitSeconds, billing.UnitMoney:
		return nil
	}
	return widgets.NewHelp(f.w.p.T("help." + string(key)))
}

// period picks what a price that runs with time is stated for.
func (f *quoteForm) period(key billing.Key) fyne.CanvasObject {
	c := choice(f, widgets.ChoiceOf[billing.Period]{Values: billing.Periods,
		Word: func(per billing.Period) string {
			word := "/" + f.w.p.Term("per_"+string(per))
			switch key.Unit() {
			case billing.UnitGBTimed:
				word = "/GB" + word
			case billing.UnitEach:
				word = "/" + f.w.p.Term(eachOf[key]) + word
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
			f.refresh()
		}}, *mode)
	f.shows = append(f.shows, func() { setHidden(unit.Box, *mode == billing.RoundNot) })
	return widgets.Pair(how.Box, unit.Box)
}

// The months that platforms bill by, in hours; a month of the calendar is one
// of its own.
const month30, month730, monthOther, monthCalendar = "720", "730", "other", "calendar"

// monthPick picks the length of a month.
func (f *quoteForm) monthPick() fyne.CanvasObject {
	p, d := f.w.p, f.draft
	c := choice(f, widgets.ChoiceOf[string]{Label: p.T("billing.form.month"), Help: f.help("month"),
		Values: []string{month30, monthCalendar, month730, monthOther},
		Word:   func(v string) string { return p.T("billing.form.month." + v) },
		Picked: func(v string) {
			d.pickMonth(v)
			f.inputs["rate.month_hours"].Set(d.text["rate.month_hours"])
			f.refresh()
		}}, d.month())
	f.shows = append(f.shows, func() { c.Fill(d.month()) })
	return c.Box
}

func (d *quoteDraft) month() string {
	switch hours := strings.TrimSpace(d.text["rate.month_hours"]); {
	case d.on("calendar_months"):
		return monthCalendar
	case hours == month30 || hours == month730:
		return hours
	}
	return monthOther
}

func (d *quoteDraft) pickMonth(v string) {
	d.set("calendar_months", tickOr(v == monthCalendar))
	switch v {
	case month30, month730:
		d.text["rate.month_hours"] = v
	case monthOther:
		d.text["rate.month_hours"] = ""
	}
}

// monthFits reports whether the hours of a month need not be asked for: they
// are one of the usual lengths, and the rate does not go by months.
func (d *quoteDraft) monthFits() bool { return d.month() != monthOther && !d.monthMatters() }

package wizard

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/views/widgets"
)

// The folded groups of a quote's form.

// formGroup is a folded part of the form: its title, and in one line what is
// set in it.
type formGroup struct {
	fold   *widgets.Fold
	line   *widget.Separator
	title  string
	head   *widgets.Label
	note   *widgets.Label
	sum    func() []string
	fields []string
}

// folded makes the groups.
func (f *quoteForm) folded() {
	f.more = container.New(layout.NewCustomPaddedVBoxLayout(0), widget.NewSeparator())
	f.group("meter", f.sumMeter, f.meter)
	f.group("price", f.sumPrice, f.price)
	mode := f.group("mode", f.sumMode, f.byMode)
	f.group("storage", f.sumStorage, f.storage)
	f.group("traffic", f.sumTraffic, f.traffic)
	f.group("idle", f.sumIdle, f.idle)
	f.group("other", f.sumOther, f.otherMeters)
	f.group("discounts", f.sumDiscounts, f.discounts)
	exchange := f.group("exchange", f.sumExchange, f.exchange)
	f.group("source", f.sumSource, f.source)
	f.shows = append(f.shows, func() {
		mode.show(f.draft.asksMode())
		_, to := f.draft.worth()
		exchange.show(to != "")
	})
}

func (f *quoteForm) group(key string, sum func() []string, content func() []fyne.CanvasObject) *formGroup {
	from := len(f.order)
	box := container.NewVBox(content()...)
	box.Add(widgets.Gap())
	g := &formGroup{title: f.w.p.T("billing.group." + key), sum: sum, head: widgets.NewLabel(""), note: widgets.ShortNote(""),
		fields: f.order[from:len(f.order):len(f.order)], line: widget.NewSeparator()}
	g.fold = widgets.NewFold(container.NewBorder(nil, nil, g.head, nil, g.note), func() fyne.CanvasObject { return box })
	g.fold.Focus = f.keys.Focused
	g.fold.Toggled = func(bool) { f.resized() }
	f.groups = append(f.groups, g)
	f.more.Add(g.fold)
	f.more.Add(g.line)
	return g
}

func (g *formGroup) show(asked bool) {
	g.fold.Hidden, g.line.Hidden = !asked, !asked
}

// resized lays the page out again after a part of it has changed its height.
func (f *quoteForm) resized() {
	f.more.Refresh()
	if f.scroll != nil { // nil while the form is being built
		f.scroll.Refresh()
	}
}

// unfold opens the group that a field is in.
func (f *quoteForm) unfold(name string) {
	if fold := f.inside[name]; fold != nil {
		fold.SetOpen(true)
	}
	name, _, _ = strings.Cut(name, "[")
	for _, g := range f.groups {
		for _, inside := range g.fields {
			if inside == name {
				g.fold.SetOpen(true)
			}
		}
	}
	f.resized()
}

// say tells at a group how many of its answers the task waits for, and in a
// line what is set in it.
func (f *quoteForm) say(g *formGroup) {
	open := 0
	for _, name := range g.fields {
		key := billing.Key(strings.TrimPrefix(name, fieldFacts))
		if f.marks[key] && f.draft.text[name] == "" && f.draft.told(key).State() != fact.Known {
			open++
		}
	}
	title := g.title
	if open > 0 {
		title = f.w.p.T("billing.form.group", "title", g.title, "count", open)
	}
	set := ""
	for i, piece := range g.sum() {
		if i > 0 {
			piece = f.w.p.T("billing.sum.and", "before", set, "piece", piece)
		}
		set = piece
	}
	if set == "" && open == 0 {
		set = f.w.p.T("billing.sum.none")
	}
	for label, said := range map[*widgets.Label]string{g.head: title, g.note: set} {
		if label.Text != said {
			label.SetText(said)
			g.fold.Refresh()
		}
	}
}

// help is the "?" of a field.
func (f *quoteForm) help(name string) fyne.CanvasObject {
	return widgets.NewHelp(f.w.p.T("billing.help." + name))
}

func (f *quoteForm) head(key string) fyne.CanvasObject {
	return widgets.Row(widgets.Heading(f.w.p.T("billing.form."+key)), f.help(key))
}

func (f *quoteForm) meter() []fyne.CanvasObject {
	settles := pick(f, "settles", widgets.ChoiceOf[string]{Help: f.help("settles"), Values: words(billing.AtStop, billing.EachHour, billing.EachDay, billing.EachMonth),
		Word: func(v string) string { return f.term("settles_", v, "stop") }})
	starts := pick(f, "meter_starts", widgets.ChoiceOf[string]{Help: f.help("meter_starts"),
		Values: words(billing.StartsNotTold, billing.StartsAtOrder, billing.StartsRunning, billing.StartsAtTask),
		Word:   func(v string) string { return f.term("meter_starts_", v, "not_told") }})
	days := pick(f, "daily_fee_days", widgets.ChoiceOf[string]{Help: f.help("daily_fee_days"), Values: words(billing.DaysNamed, billing.DaysCrossed, billing.DaysTouched),
		Word: func(v string) string { return f.term("daily_fee_days_", v, "named") }})
	return []fyne.CanvasObject{
		widgets.Pair(settles.Box, starts.Box),
		f.rounding("row_rounding", &f.draft.rowMode),
		f.tick("minimum_per_row", true).Box,
		widgets.Pair(f.fact(billing.BootBilled), f.fact(billing.QueueBilled)),
		f.tick("bills_requested_time", true).Box,
		widgets.Pair(f.fact(billing.ExtraRows), f.monthPick()),
		days.Box,
		f.rounding("daily_fee_rounding", &f.draft.feeMode),
		widgets.Pair(f.fact(billing.ExtraMidnights), widgets.Spacer(0, 0)),
	}
}

func (f *quoteForm) price() []fyne.CanvasObject {
	return []fyne.CanvasObject{
		widgets.Pair(f.input("tier", widgets.InputOf{Label: f.w.p.T("billing.form.tier"), Help: f.help("tier"), Placeholder: f.w.p.T("billing.form.tier.hint")}).Box, widgets.Spacer(0, 0)),
		widgets.Pair(f.input("valid_from", widgets.InputOf{Placeholder: "2026-11-01"}).Box, f.input("valid_until", widgets.InputOf{Placeholder: "2026-11-30"}).Box),
		f.tick("price_is_reduced", true).Box,
		f.list(listPackages, f.packageRow), f.list(listCaps, f.capRow), f.list(listSeries, f.seriesRow), f.list(listCards, f.cardsRow),
	}
}

// byMode asks what only some ways of buying have. What is filled in is shown
// whatever the way, since it counts.
func (f *quoteForm) byMode() []fyne.CanvasObject {
	p, d := f.w.p, f.draft
	reclaim := container.NewVBox(f.fact(billing.InterruptionRate), widgets.Pair(
		f.input("reclaim.notice_seconds", widgets.InputOf{Unit: p.T("unit.label.minutes")}).Box,
		f.input("reclaim.protection_seconds", widgets.InputOf{Unit: p.T("unit.label.hours")}).Box))
	refund := pick(f, "unused_refund", widgets.ChoiceOf[string]{Help: f.help("unused_refund"), Values: words(billing.NoRefund, billing.CashRefund, billing.VoucherRefund),
		Word: func(v string) string { return f.term("unused_refund_", v, "none") }})
	pack := container.NewVBox(refund.Box, f.head("pack"), widgets.Triple(
		f.input("pack.units", widgets.InputOf{Label: p.T("billing.form.pack.units")}).Box,
		f.input("pack.units_per_hour", widgets.InputOf{Label: p.T("billing.form.pack.per_hour")}).Box,
		f.input("pack.valid_days", widgets.InputOf{Label: p.T("billing.form.pack.days"), Unit: p.T("unit.label.days")}).Box))
	purchase := container.NewVBox(f.head("purchase"), widgets.Triple(
		f.input("purchase.amount", widgets.InputOf{Placeholder: "16000"}).Box, f.input("purchase.resale", widgets.InputOf{}).Box,
		f.input("purchase.months", widgets.InputOf{Placeholder: "36"}).Box))
	f.shows = append(f.shows, func() {
		reclaim.Hidden, pack.Hidden, purchase.Hidden = !d.asksReclaim(), !d.asksPack(), d.mode != billing.Hosted
	})
	return []fyne.CanvasObject{reclaim, pack, purchase}
}

func (d *quoteDraft) asksReclaim() bool {
	return d.mode.Reclaimed() || d.filled("reclaim.notice_seconds", "reclaim.protection_seconds", fieldFacts+string(billing.InterruptionRate))
}

func (d *quoteDraft) asksPack() bool {
	return d.mode == billing.Prepaid || d.filled("unused_refund", "pack.units", "pack.units_per_hour", "pack.valid_days")
}

func (d *quoteDraft) asksMode() bool {
	return d.asksReclaim() || d.asksPack() || d.mode == billing.Hosted
}

func (f *quoteForm) storage() []fyne.CanvasObject {
	var rows []fyne.CanvasObject
	for _, item := range billing.Items {
		rows = append(rows, widgets.Pair(f.fact(billing.ItemPrice(item)), f.fact(billing.ItemFree(item))))
	}
	return append(rows, widgets.Pair(f.fact(billing.StoppedDiskPrice), f.fact(billing.IOPSPrice)), f.list(listShared, f.sharedRow))
}

func (f *quoteForm) traffic() []fyne.CanvasObject {
	return []fyne.CanvasObject{
		widgets.Pair(f.fact(billing.TrafficOutPrice), f.fact(billing.TrafficOutFree)),
		widgets.Pair(f.fact(billing.TrafficInPrice), f.fact(billing.TrafficInternalPrice)),
		widgets.Pair(f.fact(billing.BandwidthPrice), f.fact(billing.LinePrice)),
		widgets.Pair(f.fact(billing.FixedIPPrice), widgets.Spacer(0, 0)),
	}
}

func (f *quoteForm) idle() []fyne.CanvasObject {
	return []fyne.CanvasObject{
		f.fact(billing.AfterStopShare), f.fact(billing.AfterShutdownShare), f.fact(billing.AfterFreeStopShare),
		f.tick("stop_wipes_data", true).Box,
		widgets.Pair(f.fact(billing.CPUModePrice), f.fact(billing.CPUModeMin)),
	}
}

func (f *quoteForm) otherMeters() []fyne.CanvasObject {
	return []fyne.CanvasObject{f.list(listMeters, f.meterRow), f.list(listTiers, f.tierRow)}
}

func (f *quoteForm) discounts() []fyne.CanvasObject {
	return []fyne.CanvasObject{
		f.list(listDiscounts, f.discountRow), f.head("top_up"),
		widgets.Pair(f.input("top_up.pay", widgets.InputOf{Placeholder: "500"}).Box, f.input("top_up.bonus", widgets.InputOf{Placeholder: "200"}).Box),
		f.tick("top_up.bonus_first", true).Box, f.tick("top_up.refundable", false).Box, f.tick("top_up.used_up", true).Box,
		widgets.Pair(f.input("tax_percent_on_top", widgets.InputOf{Label: f.w.p.T("billing.form.tax"), Unit: "%", Help: f.help("tax")}).Box, widgets.Spacer(0, 0)),
	}
}

func (f *quoteForm) exchange() []fyne.CanvasObject {
	p := f.w.p
	says := widgets.Body("")
	rate := f.input("exchange.rate", widgets.InputOf{Label: p.T("billing.form.exchange.rate"), Placeholder: "7.1"})
	f.shows = append(f.shows, func() {
		from, to := f.draft.worth()
		says.SetText(p.T("billing.form.exchange.says", "from", string(from), "to", string(to)))
	})
	return []fyne.CanvasObject{
		says, widgets.Triple(rate.Box, f.input("exchange.on", widgets.InputOf{Label: p.T("billing.form.exchange.on"), Placeholder: "2026-11-20"}).Box,
			f.input("exchange.source", widgets.InputOf{Label: p.T("billing.form.source")}).Box),
	}
}

func (f *quoteForm) source() []fyne.CanvasObject {
	p := f.w.p
	return []fyne.CanvasObject{
		widgets.Pair(f.input(fieldSource, widgets.InputOf{Label: p.T("billing.form.source"), Placeholder: p.T("billing.form.source.hint")}).Box,
			f.input(fieldSeen, widgets.InputOf{Label: p.T("billing.form.seen"), Placeholder: "2026-11-20"}).Box),
		f.input(fieldNote, widgets.InputOf{Label: p.T("billing.form.note"), Tall: true}).Box,
	}
}

package wizard

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/views/widgets"
)

// The lists of a quote's form.

// formList is a list and the fields in its rows, from the top.
type formList struct {
	rows  *widgets.Rows
	order []string
}

// list makes a list of the draft; the fields of a row are named from at on.
func (f *quoteForm) list(name string, cells func(at string) []fyne.CanvasObject) fyne.CanvasObject {
	p, d := f.w.p, f.draft
	l := &formList{}
	f.lists[name] = l
	l.rows = widgets.NewRows(widgets.RowsOf{
		Label: p.T("field." + name), Help: f.help(name), Add: p.T("billing.form.add_row"), Back: p.T("billing.form.row_back"), Keys: f.keys,
		Row: func(i int) (fyne.CanvasObject, func()) {
			first := len(l.order)
			box := container.NewVBox(cells(fmt.Sprintf("%s[%d].", name, i))...)
			begin := l.order[first]
			return box, func() { f.fields[begin].Focus() }
		},
		Added: func() {
			d.addRow(name)
			f.relist(name)[len(d.lists[name])-1]()
		},
		Removed: func(i int) {
			d.removeRow(name, i)
			if firsts := f.relist(name); len(firsts) > 0 {
				firsts[min(i, len(firsts)-1)]()
			} else {
				l.rows.Focus()
			}
		},
		Undone: func() {
			at := d.undoRow(name)
			f.relist(name)[at]()
		},
	}, len(d.lists[name]), d.removed(name))
	f.note(name, l.rows)
	return l.rows.Box
}

func (d *quoteDraft) removed(list string) bool {
	_, gone := d.gone[list]
	return gone
}

// relist makes the rows of a list anew and returns what brings the keyboard to
// each.
func (f *quoteForm) relist(name string) []func() {
	l := f.lists[name]
	for _, field := range l.order {
		delete(f.fields, field)
		delete(f.inputs, field)
	}
	l.order = nil
	firsts := l.rows.Show(len(f.draft.lists[name]), f.draft.removed(name))
	f.refresh()
	f.resized()
	f.changed()
	return firsts
}

// cell makes a field of a row, with a short name.
func (f *quoteForm) cell(at, name string, d widgets.InputOf) fyne.CanvasObject {
	list, _, _ := strings.Cut(at, "[")
	if d.Label == "" {
		d.Label = f.w.p.T("billing.form." + list + "." + name)
	}
	return f.input(at+name, d).Box
}

func (f *quoteForm) cellPick(at, name string, d widgets.ChoiceOf[string]) *widgets.Pick[string] {
	list, _, _ := strings.Cut(at, "[")
	d.Label = f.w.p.T("billing.form." + list + "." + name)
	// Several at once, or one that is not offered, can come from elsewhere.
	if now := f.draft.get(at + name); (name == "lines" || strings.Contains(now, ",")) && !slices.Contains(d.Values, now) {
		word := d.Word
		d.Values = append(slices.Clone(d.Values), now)
		d.Word = func(v string) string {
			var all []string
			for _, one := range strings.Split(v, ",") {
				all = append(all, word(one))
			}
			return f.w.p.List(all...)
		}
	}
	return pick(f, at+name, d)
}

func (f *quoteForm) perPick(at string, periods ...billing.Period) *widgets.Pick[string] {
	return f.cellPick(at, "per", widgets.ChoiceOf[string]{Values: words(periods...), Word: func(v string) string {
		return f.w.p.T("billing.form.per", "period", f.w.p.Term("per_"+v))
	}})
}

func (f *quoteForm) packageRow(at string) []fyne.CanvasObject {
	return []fyne.CanvasObject{widgets.Triple(
		f.cell(at, "amount", widgets.InputOf{Placeholder: "1500"}), f.cell(at, "count", widgets.InputOf{Placeholder: "1"}),
		f.cellPick(at, "per", widgets.ChoiceOf[string]{Values: words(billing.Periods...), Word: func(v string) string { return f.w.p.Label("per_" + v) }}).Box)}
}

func (f *quoteForm) capRow(at string) []fyne.CanvasObject {
	return []fyne.CanvasObject{widgets.Pair(f.cell(at, "amount", widgets.InputOf{Placeholder: "60"}), f.perPick(at, billing.PerDay, billing.PerMonth).Box)}
}

func (f *quoteForm) seriesRow(at string) []fyne.CanvasObject {
	return []fyne.CanvasObject{widgets.Pair(
		f.cell(at, "after_seconds", widgets.InputOf{Unit: f.w.p.T("unit.label.hours"), Placeholder: "24"}), f.cell(at, "amount", widgets.InputOf{}))}
}

func (f *quoteForm) cardsRow(at string) []fyne.CanvasObject {
	return []fyne.CanvasObject{widgets.Pair(f.cell(at, "cards", widgets.InputOf{Placeholder: "8"}), f.cell(at, "amount", widgets.InputOf{}))}
}

// sharedRow ticks what shares a free size.
func (f *quoteForm) sharedRow(at string) []fyne.CanvasObject {
	gb := f.cell(at, "gb", widgets.InputOf{Unit: "GB", Placeholder: "50"})
	return []fyne.CanvasObject{widgets.Pair(gb, widgets.Spacer(0, 0)), f.items(at + "items")}
}

// items ticks several kinds of storage; they share in the order in which they
// were ticked.
func (f *quoteForm) items(name string) fyne.CanvasObject {
	grid := container.NewGridWithColumns(3)
	box := &tickedItems{wrong: widgets.Warning()}
	for _, item := range billing.Items {
		word := string(item)
		on := slices.Contains(strings.Split(f.draft.get(name), ","), word)
		t := widgets.NewTick(f.w.p.Label(word), nil, on, func(on bool) {
			all := slices.DeleteFunc(strings.Split(f.draft.get(name), ","), func(s string) bool { return s == "" || s == word })
			if on {
				all = append(all, word)
			}
			f.draft.set(name, strings.Join(all, ","))
			box.Wrong("")
			f.changed()
		}, f.keys)
		box.ticks = append(box.ticks, t)
		grid.Add(t.Box)
	}
	f.note(name, box)
	return container.NewVBox(grid, box.wrong)
}

type tickedItems struct {
	ticks []*widgets.Tick
	wrong *widgets.Label
}

func (i *tickedItems) Wrong(sentence string) {
	i.wrong.SetText(sentence)
	i.wrong.Hidden = sentence == ""
}
func (i *tickedItems) Focus()          { i.ticks[0].Focus() }
func (*tickedItems) Hint(string, bool) {}
func (*tickedItems) Placeholder(string) {
}

func (f *quoteForm) tierRow(at string) []fyne.CanvasObject {
	values := append(words(billing.TierTraffic), words(billing.Items...)...)
	item := f.cellPick(at, "item", widgets.ChoiceOf[string]{Values: values, Word: func(v string) string {
		if v == string(billing.TierTraffic) {
			return f.w.p.T("field.traffic_out_gb")
		}
		return f.w.p.Label(v)
	}})
	return []fyne.CanvasObject{widgets.Triple(item.Box, f.cell(at, "from_gb", widgets.InputOf{Unit: "GB", Placeholder: "1000"}), f.cell(at, "price", widgets.InputOf{Unit: "/GB"}))}
}

func (f *quoteForm) meterRow(at string) []fyne.CanvasObject {
	p := f.w.p
	name := f.cell(at, "name", widgets.InputOf{Placeholder: p.T("billing.form.meters.name.hint")})
	var per *widgets.Pick[string]
	asked := func(v string) {
		setHidden(per.Box, v != string(billing.WhileRunning) && v != string(billing.WhileKept))
	}
	while := f.cellPick(at, "while", widgets.ChoiceOf[string]{Values: words(billing.WhileRunning, billing.WhileKept, billing.EachStart, billing.Once),
		Word: func(v string) string { return p.Label("while_" + v) }, Picked: func(v string) { asked(v) }})
	amount := f.cell(at, "amount", widgets.InputOf{})
	per = f.perPick(at, billing.Periods...)
	asked(f.draft.get(at + "while"))
	return []fyne.CanvasObject{widgets.Pair(name, while.Box), widgets.Triple(amount, f.cell(at, "count", widgets.InputOf{Placeholder: "1"}), per.Box), widget.NewSeparator()}
}

// linesOffered are the parts of a cost that discounts are mostly for.
var linesOffered = [][]billing.Kind{
	{billing.Useful, billing.SetUp, billing.Idle, billing.Rounded, billing.Unused, billing.Rework},
	{billing.Storage, billing.Images, billing.Retention}, {billing.Traffic},
}

func (f *quoteForm) discountRow(at string) []fyne.CanvasObject {
	p := f.w.p
	name := f.cell(at, "name", widgets.InputOf{Placeholder: p.T("billing.form.discounts.name.hint")})
	kind := f.cellPick(at, "kind", widgets.ChoiceOf[string]{Values: words(billing.Percent, billing.Coupon, billing.Credit), Word: func(v string) string { return p.Label("reduction_" + v) },
		Picked: func(string) { // percent and money are asked for in other words
			f.relist(listDiscounts)
			f.fields[at+"kind"].Focus()
		}})
	value := widgets.InputOf{Label: p.T("billing.form.discounts.value")}
	if f.draft.get(at+"kind") == string(billing.Percent) {
		value = widgets.InputOf{Label: p.T("billing.form.discounts.percent"), Unit: "%", Placeholder: "20"}
	}
	worth := f.cell(at, "value", value)
	return []fyne.CanvasObject{widgets.Triple(name, kind.Box, worth), f.conditions(at), widget.NewSeparator()}
}

// conditions are what a discount is tied to, folded until there are some.
func (f *quoteForm) conditions(at string) fyne.CanvasObject {
	p := f.w.p
	lines := []string{""}
	for _, kinds := range linesOffered {
		lines = append(lines, several(kinds))
	}
	modes := f.cellPick(at, "modes", widgets.ChoiceOf[string]{Values: append([]string{""}, words(billing.Modes...)...), Word: func(v string) string {
		if v == "" {
			return p.T("billing.form.any")
		}
		return p.Label(v)
	}})
	charges := f.cellPick(at, "lines", widgets.ChoiceOf[string]{Values: lines, Word: func(v string) string {
		if i := slices.Index(lines, v); i >= 0 {
			return p.T("billing.form.discounts.lines." + []string{"all", "compute", "storage", "traffic"}[i])
		}
		return p.Term(v)
	}})
	box := container.NewVBox(
		widgets.Pair(f.cell(at, "threshold", widgets.InputOf{Placeholder: "100"}), f.cell(at, "most", widgets.InputOf{})),
		widgets.Pair(modes.Box, charges.Box),
		widgets.Pair(f.cell(at, "cards", widgets.InputOf{Placeholder: p.T("billing.form.discounts.cards.hint")}), f.cell(at, "expires", widgets.InputOf{Placeholder: "2026-12-31"})),
		f.tick(at+"list_price_only", true).Box, f.tick(at+"not_for_gpu", true).Box, f.tick(at+"alone", true).Box)
	fold := widgets.NewFold(widgets.ShortNote(p.T("billing.form.discounts.more")), func() fyne.CanvasObject { return box })
	fold.Focus = f.keys.Focused
	fold.Toggled = func(bool) { f.resized() }
	asked := []string{"threshold", "most", "modes", "lines", "cards", "expires", "list_price_only", "not_for_gpu", "alone"}
	for i, name := range asked {
		asked[i] = at + name
		f.inside[asked[i]] = fold
	}
	fold.SetOpen(f.draft.filled(asked...))
	return fold
}

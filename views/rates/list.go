package rates

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/money"
	"cardhour/views/text"
	"cardhour/views/widgets"
)

// List is all rates, with a form to add one.
type List struct {
	Box *fyne.Container

	// Changed is told when the list has changed its height; it may be nil.
	Changed func()

	p      *text.Printer
	s      Session
	rows   *fyne.Container
	form   *form
	head   *widgets.Label
	cancel *widget.Button
	edited *money.Exchange // what the form was filled from
	shown  []money.Exchange
	gone   *removed
}

// removed is the rate that was removed last. It can be put back on the spot,
// as a row of a form can: rates are a setting, which undo does not know.
type removed struct {
	rate money.Exchange
	at   int
	back *widget.Button
}

// NewList makes the list.
func NewList(p *text.Printer, s Session) *List {
	l := &List{p: p, s: s, rows: container.NewVBox()}
	l.form = newForm(p, s, widgets.Keys{Escape: l.clear}, l.kept)
	l.head = widgets.Heading("")
	l.cancel = widget.NewButton(p.T("rates.cancel"), l.clear)
	in := l.form.inputs
	l.Box = container.NewVBox(
		widgets.Tight(widgets.Heading(p.T("rates.title")), widgets.Note(p.T("rates.note"))), l.rows, l.head,
		widgets.Triple(in[fieldFrom].Box, in[fieldRate].Box, in[fieldTo].Box),
		widgets.Pair(in[fieldOn].Box, in[fieldSource].Box),
		widgets.Flow(widget.NewButton(p.T("rates.keep"), l.form.submit), l.cancel))
	l.clear()
	l.Refresh()
	return l
}

// Refresh shows the rates as they are now. A list that is the same stays, with
// the keyboard.
func (l *List) Refresh() {
	all := l.s.Rates()
	if len(l.rows.Objects) > 0 && slices.Equal(all, l.shown) {
		return
	}
	l.show(all)
}

func (l *List) show(all []money.Exchange) {
	l.shown, l.rows.Objects = all, nil
	for _, x := range all {
		if l.gone != nil && x.From == l.gone.rate.From && x.To == l.gone.rate.To {
			l.gone = nil // there is one again
		}
		l.rows.Add(l.row(x))
	}
	if l.gone != nil {
		at := min(l.gone.at, len(all))
		l.rows.Objects = slices.Insert(l.rows.Objects, at, l.goneRow(l.gone))
	}
	if len(all) == 0 {
		l.rows.Add(widgets.Note(l.p.T("rates.none")))
	}
	l.rows.Refresh()
	if l.Changed != nil {
		l.Changed()
	}
}

func (l *List) row(x money.Exchange) fyne.CanvasObject {
	edit := widget.NewButtonWithIcon(l.p.T("rates.edit"), fynetheme.DocumentCreateIcon(), func() { l.edit(x) })
	remove := widget.NewButtonWithIcon(l.p.T("rates.remove"), fynetheme.DeleteIcon(), func() { l.remove(x) })
	edit.Importance, remove.Importance = widget.LowImportance, widget.LowImportance
	said := widgets.Body(written(l.p, x))
	about := day(l.p, x)
	if x.Source != "" {
		about = strings.TrimPrefix(about+" · "+x.Source, " · ")
	}
	return container.NewVBox(widgets.Ends(widgets.Tight(said, widgets.Note(about)), container.NewCenter(widgets.Row(edit, remove))), widget.NewSeparator())
}

func (l *List) remove(x money.Exchange) {
	l.gone = &removed{rate: x, at: max(0, slices.Index(l.shown, x))}
	l.s.RemoveRate(x.From, x.To)
	l.clear()
	l.form.fill(typedOf(x)) // to save it changed, where the slip was in it
	l.show(l.s.Rates())
	if l.gone != nil {
		widgets.Focus(l.gone.back)
	}
}

// goneRow stands where the rate stood, until another is removed or it is there
// again.
func (l *List) goneRow(g *removed) fyne.CanvasObject {
	g.back = widget.NewButtonWithIcon(l.p.T("rates.back"), fynetheme.ContentUndoIcon(), func() {
		if l.s.PutRate(g.rate) == nil { // it was one before
			l.clear()
			l.Refresh()
		}
	})
	g.back.Importance = widget.LowImportance
	said := widgets.Note(l.p.T("rates.removed", "rate", written(l.p, g.rate)))
	return container.NewVBox(widgets.Ends(said, container.NewCenter(g.back)), widget.NewSeparator())
}

func (l *List) edit(x money.Exchange) {
	l.edited = &x
	l.form.fill(typedOf(x))
	l.head.SetText(l.p.T("rates.change"))
	l.cancel.Show()
	l.form.inputs[fieldRate].Focus()
}

// clear empties the form for a new rate.
func (l *List) clear() {
	l.edited = nil
	l.form.fill(typed{on: l.s.Now().Format(time.DateOnly)})
	l.head.SetText(l.p.T("rates.add"))
	l.cancel.Hide()
}

// kept takes away the rate that was changed into one of other currencies.
func (l *List) kept(x money.Exchange) {
	if old := l.edited; old != nil && (old.From != x.From || old.To != x.To) {
		l.s.RemoveRate(old.From, old.To)
	}
	l.clear()
	l.Refresh()
}

package wizard

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// quoteForm is the form of one quote. Everything typed goes into the draft at
// once; the draft is read, and what is wrong with it told, when it is saved.
type quoteForm struct {
	w      *Wizard
	draft  *quoteDraft
	save   func(billing.Quote)
	cancel func()
	keys   widgets.Keys

	box    fyne.CanvasObject
	scroll *container.Scroll
	more   *widget.Accordion
	groups []*formGroup
	inputs map[string]*widgets.Input
	order  []string // of the inputs, for finding the first wrong one

	category *widgets.Choice[string]
	month    *widgets.Input
	told     *widget.Label // what choosing the platform has filled in
	tally    *widget.Label // how much is wrong, beside the button
	marks    map[billing.Key]bool
}

// formGroup is a folded part of the form.
type formGroup struct {
	item   *widget.AccordionItem
	title  string
	fields []string
}

func newQuoteForm(w *Wizard, draft *quoteDraft, save func(billing.Quote), cancel func()) *quoteForm {
	f := &quoteForm{w: w, draft: draft, save: save, cancel: cancel, inputs: map[string]*widgets.Input{}}
	f.keys = widgets.Keys{Enter: f.submit, Escape: cancel, Focused: widgets.Reveal}
	p := w.p
	title := p.T("billing.form.add")
	if draft.base.ID != "" {
		title = p.T("billing.form.edit")
	}
	f.tally = widgets.Note("")
	f.tally.Importance = widget.DangerImportance
	fields := container.NewVBox(widgets.Title(title))
	fields.Objects = append(fields.Objects, f.basics()...)
	fields.Add(widgets.Gap())
	fields.Add(widgets.Tight(widgets.Heading(p.T("billing.form.rest")), widgets.Note(p.T("billing.form.rest.note"))))
	f.more = f.folded()
	fields.Add(f.more)
	f.scroll = container.NewScroll(widgets.Inset(widgets.Narrow(fields)))
	foot := widgets.Row(widgets.Primary(p.T("billing.form.save"), f.submit), widget.NewButton(p.T("billing.form.cancel"), cancel))
	bar := container.New(layout.NewCustomPaddedLayout(theme.Unit/2, theme.Unit, 2*theme.Unit, 2*theme.Unit),
		container.NewBorder(nil, nil, foot, nil, f.tally))
	// The surface behind the bar hides what the toolkit draws of a field that
	// is scrolled half out of sight: a field's own clip ignores the page's.
	under := canvas.NewRectangle(theme.Current().Surface)
	f.box = container.NewBorder(nil, container.NewStack(under, container.NewVBox(widget.NewSeparator(), bar)), nil, nil, f.scroll)
	f.refresh()
	return f
}

// keep stores the draft as it stands: the program may end at any moment.
func (f *quoteForm) keep() { f.w.keptQuote().Keep(f.draft.texts()) }

// begin brings the keyboard to the first field.
func (f *quoteForm) begin() { f.inputs[fieldName].Focus() }

// submit reads the whole form again: everything that is wrong is told under
// its field, and the form stays until nothing is.
func (f *quoteForm) submit() {
	q, wrong := f.draft.quote()
	if len(wrong) == 0 {
		if id, ok := cardMeant(f.w.catalog, q.Card); ok {
			q.Card = id
		}
		f.save(q)
		return
	}
	for field, in := range f.inputs {
		in.Wrong(f.w.p.Problem(wrong[field]))
	}
	f.tally.SetText(f.w.p.T("billing.form.wrong", "count", len(wrong)))
	for _, field := range f.order {
		if wrong[field] != nil {
			f.unfold(field)
			f.inputs[field].Focus()
			return
		}
	}
}

// unfold opens the group that a field is in.
func (f *quoteForm) unfold(field string) {
	for i, g := range f.groups {
		for _, inside := range g.fields {
			if inside == field {
				f.more.Open(i)
			}
		}
	}
	f.scroll.Refresh()
}

// input makes a field that is bound to a text of the draft.
func (f *quoteForm) input(field string, d widgets.InputOf) *widgets.Input {
	typed := d.Typed
	d.Typed = func(s string) {
		f.draft.text[field] = s
		f.tally.SetText("")
		if typed != nil {
			typed(s)
		}
		f.keep()
	}
	d.Keys = f.keys
	if d.Label == "" {
		d.Label = f.w.p.Field(field)
	}
	in := widgets.NewInput(d)
	in.Set(f.draft.text[field])
	f.inputs[field] = in
	f.order = append(f.order, field)
	return in
}

// refresh shows what the draft and the task have made of the fields: hints,
// what the task is touched by, and fields that do not apply.
func (f *quoteForm) refresh() {
	f.marks = touched(f.draft.mode, f.w.session.Result().Usage)
	for _, key := range billing.Keys() {
		if in := f.inputs[fieldFacts+string(key)]; in != nil {
			f.hint(in, key)
		}
	}
	for _, g := range f.groups {
		if before := g.item.Title; f.count(g) != before {
			f.more.Refresh()
		}
	}
	if f.draft.monthMatters() {
		f.month.Box.Show()
	} else {
		f.month.Box.Hide()
	}
	filled := ""
	if n := len(f.draft.shipped); n > 0 {
		filled = f.w.p.T("billing.form.filled", "count", n)
	}
	f.told.SetText(filled)
	f.told.Hidden = filled == ""
}

// hint says under a field what is known of it without its owner's typing.
func (f *quoteForm) hint(in *widgets.Input, key billing.Key) {
	p := f.w.p
	c, _ := f.draft.currency()
	told := f.draft.told(key)
	standing := told.Standing()
	switch told.State() {
	case fact.Unknown:
		in.Placeholder("?")
	case fact.Conflicting:
		in.Placeholder(f.w.figures(key, told.Values(), c, " / "))
	default:
		in.Placeholder(p.Figure(key, standing[0].Value, c))
	}
	if f.draft.text[fieldFacts+string(key)] != "" {
		if len(standing) == 0 {
			in.Hint("", false)
		} else {
			in.Hint(p.T("billing.form.over", "figure", f.w.figures(key, told.Values(), c, " / ")), false)
		}
		return
	}
	switch {
	case len(standing) == 0 && f.marks[key]:
		in.Hint("△ "+joined(p.Term("unknown"), p.T("billing.form.matters")), true)
	case len(standing) == 0:
		in.Hint(p.Term("unknown"), false)
	case told.State() == fact.Conflicting:
		said := p.Term("conflicting")
		if f.marks[key] {
			said = "△ " + joined(said, p.T("billing.form.matters"))
		}
		for _, claim := range standing {
			said += "\n" + p.T("billing.claim", "figure", p.Figure(key, claim.Value, c), "origin", f.w.origin(claim))
		}
		in.Hint(said, f.marks[key])
	default:
		in.Hint(f.w.origin(standing[0]), false)
	}
}

// count says at a folded group how many of its answers the task waits for.
func (f *quoteForm) count(g *formGroup) string {
	open := 0
	for _, field := range g.fields {
		key := billing.Key(strings.TrimPrefix(field, fieldFacts))
		if f.marks[key] && f.draft.text[field] == "" && f.draft.told(key).State() != fact.Known {
			open++
		}
	}
	g.item.Title = g.title
	if open > 0 {
		g.item.Title = f.w.p.T("billing.form.group", "title", g.title, "count", open)
	}
	return g.item.Title
}

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
	more   *fyne.Container
	groups []*formGroup
	fields map[string]field // by name, as problems name them
	inputs map[string]*widgets.Input
	order  []string // of the fields, for finding the first wrong one; a list stands for its rows
	lists  map[string]*formList
	inside map[string]*widgets.Fold // the fold within a row that a field is in
	shows  []func()                 // what depends on other fields: whether a field is asked for

	category *widgets.Choice[string]
	told     *widgets.Label // what choosing the platform has filled in
	tally    *widgets.Label // how much is wrong, beside the button
	marks    map[billing.Key]bool
}

// field is a part of the form that can be wrong.
type field interface {
	Wrong(sentence string)
	Hint(text string, urgent bool)
	Placeholder(text string)
	Focus()
}

func newQuoteForm(w *Wizard, draft *quoteDraft, save func(billing.Quote), cancel func()) *quoteForm {
	f := &quoteForm{w: w, draft: draft, save: save, cancel: cancel, fields: map[string]field{}, inputs: map[string]*widgets.Input{},
		lists: map[string]*formList{}, inside: map[string]*widgets.Fold{}}
	if d, ok := w.session.Current(); ok {
		draft.home = d.Currency
	}
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
	f.folded()
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
		for _, o := range q.Rules.Discounts {
			for i, card := range o.Cards {
				if id, ok := cardMeant(f.w.catalog, card); ok {
					o.Cards[i] = id
				}
			}
		}
		f.save(q)
		return
	}
	for _, list := range f.draft.prune() {
		f.relist(list)
	}
	if q, wrong = f.draft.quote(); len(wrong) == 0 {
		f.submit()
		return
	}
	for name, in := range f.fields {
		in.Wrong(f.w.p.Problem(wrong[name]))
	}
	said := []string{f.w.p.T("billing.form.wrong", "count", len(wrong))}
	for name, err := range wrong { // of what the form does not show
		if f.fields[name] == nil {
			said = append(said, f.w.p.T("format.field", "field", f.w.p.Field(name), "sentence", f.w.p.Problem(err)))
		}
	}
	f.tally.SetText(f.w.p.Paragraph(said...))
	first := ""
	for _, name := range f.inOrder() {
		if wrong[name] != nil {
			f.unfold(name)
			if first == "" {
				first = name
			}
		}
	}
	if first != "" {
		f.fields[first].Focus()
	}
}

// inOrder lists the fields from the top, rows of lists included.
func (f *quoteForm) inOrder() []string {
	var all []string
	for _, name := range f.order {
		if list := f.lists[name]; list != nil {
			all = append(all, list.order...)
		}
		all = append(all, name)
	}
	return all
}

// note takes a field into the form.
func (f *quoteForm) note(name string, in field) {
	f.fields[name] = in
	if list, _, inRow := strings.Cut(name, "["); inRow {
		f.lists[list].order = append(f.lists[list].order, name)
		return
	}
	f.order = append(f.order, name)
}

// input makes a field that is bound to a text of the draft.
func (f *quoteForm) input(name string, d widgets.InputOf) *widgets.Input {
	typed := d.Typed
	d.Typed = func(s string) {
		f.draft.set(name, s)
		if typed != nil {
			typed(s)
		}
		f.changed()
	}
	d.Keys = f.keys
	if d.Label == "" {
		d.Label = f.w.p.Field(name)
	}
	in := widgets.NewInput(d)
	in.Set(f.draft.get(name))
	f.inputs[name] = in
	f.note(name, in)
	return in
}

// changed keeps the draft, and says anew what is in each folded group.
func (f *quoteForm) changed() {
	f.tally.SetText("")
	for _, g := range f.groups {
		f.say(g)
	}
	f.keep()
}

// refresh shows what the draft and the task have made of the fields: hints,
// what the task is touched by, and fields that do not apply.
func (f *quoteForm) refresh() {
	q, _ := f.draft.quote()
	f.marks = touched(q, f.w.session.Result().Usage)
	for _, key := range billing.Keys() {
		if in := f.fields[fieldFacts+string(key)]; in != nil {
			f.hint(in, key)
		}
	}
	for _, show := range f.shows {
		show()
	}
	for _, g := range f.groups {
		f.say(g)
	}
	filled := ""
	if n := len(f.draft.shipped); n > 0 {
		filled = f.w.p.T("billing.form.filled", "count", n)
	}
	f.told.SetText(filled)
	f.told.Hidden = filled == ""
}

// hint says under a field what is known of it without its owner's typing.
func (f *quoteForm) hint(in field, key billing.Key) {
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

package library

import (
	"errors"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// form is what the forms of a card and of a model share: fields by the names
// that sizing's checks give them, read when the form is saved. An empty field
// is not known. Nothing is kept of a form that is saved or left.
type form struct {
	p      *text.Printer
	box    fyne.CanvasObject
	fields map[string]field
	inputs map[string]*widgets.Input
	order  []string
	parts  []*folded
	hidden map[string]bool // fields that are not asked for as things stand

	scroll *container.Scroll
	foot   *widgets.Label
	live   func() string // what follows from the figures so far
	save   func()
	cancel func()
	end    func() // takes the form away, saved or left
	keep   func() // stores the form as it stands
	half   bool   // something was typed or picked

	wanted string                    // the name that another place asked for the form with
	done   func(asked, saved string) // tells that place; nil where nobody is to be told
}

// field is a part of the form that can be wrong.
type field interface {
	Wrong(sentence string)
	Hint(text string, urgent bool)
	Focus()
}

// folded is a folded part of the form.
type folded struct {
	fold   *widgets.Fold
	fields []string
}

// newForm makes the form. Left is told when it is given up; keep stores it
// while it is half typed.
func newForm(p *text.Printer, save, left, keep func()) *form {
	f := &form{p: p, fields: map[string]field{}, inputs: map[string]*widgets.Input{}, hidden: map[string]bool{}, save: save, keep: keep,
		foot: widgets.Note(""), live: func() string { return "" }}
	f.end = func() {
		f.half = false
		left()
	}
	f.cancel = func() {
		f.end()
		f.back("")
	}
	return f
}

// back tells the place that asked for the form under which name it was saved;
// "" where it was left.
func (f *form) back(saved string) {
	if f.wanted != "" && f.done != nil {
		f.done(f.wanted, saved)
	}
}

// lay puts the fields above the buttons.
func (f *form) lay(title, note string, fields ...fyne.CanvasObject) {
	p := f.p
	rows := container.NewVBox(widgets.Tight(widgets.Title(title), widgets.Note(note)))
	rows.Objects = append(rows.Objects, fields...)
	f.scroll = container.NewScroll(widgets.Inset(widgets.Narrow(rows)))
	buttons := widgets.Row(widgets.Primary(p.T("library.form.save"), f.save), widget.NewButton(p.T("library.form.cancel"), f.cancel))
	bar := container.New(layout.NewCustomPaddedLayout(theme.Unit/2, theme.Unit, 2*theme.Unit, 2*theme.Unit),
		container.NewBorder(nil, nil, buttons, nil, f.foot))
	under := container.New(apron{}, canvas.NewRectangle(theme.Current().Surface))
	f.box = container.NewBorder(nil, container.NewStack(under, container.NewVBox(widget.NewSeparator(), bar)), nil, nil, f.scroll)
	f.changed()
}

// apron is a surface that reaches into the margin below, too. It hides what the
// toolkit draws of a field that is scrolled half out of sight.
type apron struct{}

func (apron) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (apron) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size.AddWidthHeight(0, 3*theme.Unit))
}

// keys leads from field to field with return, and out with escape.
func (f *form) keys(name string) widgets.Keys {
	return widgets.Keys{Enter: func() { f.next(name) }, Escape: f.cancel, Focused: widgets.Reveal}
}

// next brings the keyboard to the field after one, or saves after the last
// that is asked for.
func (f *form) next(name string) {
	passed := false
	for _, other := range f.order {
		if passed && f.asked(other) {
			f.fields[other].Focus()
			return
		}
		passed = passed || other == name
	}
	f.save()
}

func (f *form) asked(name string) bool {
	if f.hidden[name] {
		return false
	}
	for _, part := range f.parts {
		for _, inside := range part.fields {
			if inside == name {
				return part.fold.Open()
			}
		}
	}
	return true
}

func (f *form) note(name string, in field) {
	f.fields[name] = in
	f.order = append(f.order, name)
}

// label is the list's own word for a figure, but where a form has to say more.
func (f *form) label(name string) string {
	if key := "library." + name + ".form"; f.p.Has(key) {
		return f.p.T(key)
	}
	return f.p.T("library." + name)
}

func (f *form) help(name string) fyne.CanvasObject {
	if key := "library.help." + name; f.p.Has(key) {
		return widgets.NewHelp(f.p.T(key))
	}
	return nil
}

// input makes a field that shows a text.
func (f *form) input(name, shown string, d widgets.InputOf) fyne.CanvasObject {
	if d.Label == "" {
		d.Label = f.label(name)
	}
	d.Help, d.Keys = f.help(name), f.keys(name)
	typed := d.Typed
	d.Typed = func(s string) {
		f.fields[name].Hint("", false) // it was about what stood there
		if typed != nil {
			typed(s)
		}
		f.touched()
	}
	in := widgets.NewInput(d)
	in.Set(shown)
	f.inputs[name] = in
	f.note(name, in)
	return in.Box
}

func (f *form) number(name string, v hardware.Known[float64]) fyne.CanvasObject {
	shown := ""
	if v.OK {
		shown = strconv.FormatFloat(v.Value, 'f', -1, 64)
	}
	return f.input(name, shown, widgets.InputOf{Placeholder: f.p.T("library.unknown")})
}

func (f *form) whole(name string, v hardware.Known[int]) fyne.CanvasObject {
	shown := ""
	if v.OK {
		shown = strconv.Itoa(v.Value)
	}
	return f.input(name, shown, widgets.InputOf{Placeholder: f.p.T("library.unknown")})
}

// pick makes a picker of the form.
func pick[T comparable](f *form, name string, v T, values []T, word func(T) string, picked func(T)) *widgets.Pick[T] {
	var k *widgets.Pick[T]
	k = widgets.NewPick(widgets.ChoiceOf[T]{Label: f.label(name), Help: f.help(name), Values: values, Word: word, Placeholder: f.p.T("pick"), Picked: func(v T) {
		k.Hint("", false)
		picked(v)
		f.touched()
	}}, v, f.keys(name))
	f.note(name, k)
	return k
}

// answer is a picker of yes, no and not known.
func (f *form) answer(name string, v *hardware.Answer) fyne.CanvasObject {
	return pick(f, name, *v, []hardware.Answer{hardware.Yes, hardware.No, hardware.NotKnown}, func(a hardware.Answer) string {
		if a == hardware.NotKnown {
			return f.p.T("library.unknown")
		}
		return f.p.Term(a.String())
	}, func(a hardware.Answer) { *v = a }).Box
}

// folded makes a part that opens; the fields in it are made by content.
func (f *form) fold(title, note string, content func() []fyne.CanvasObject) fyne.CanvasObject {
	from := len(f.order)
	box := container.NewVBox(content()...)
	fold := widgets.NewFold(container.NewBorder(nil, nil, widgets.NewLabel(title), nil, widgets.ShortNote(note)), func() fyne.CanvasObject { return box })
	fold.Focus = widgets.Reveal
	fold.Toggled = func(bool) { f.resized() }
	f.parts = append(f.parts, &folded{fold, f.order[from:len(f.order):len(f.order)]})
	return fold
}

// resized lays the form out anew.
func (f *form) resized() {
	f.scroll.Content.Refresh()
	f.scroll.Refresh()
}

// touched is for what a person types or picks: the program may end at any
// moment.
func (f *form) touched() {
	f.half = true
	f.keep()
	f.changed()
}

// changed says anew what follows from the figures.
func (f *form) changed() { f.tell(f.live(), false) }

func (f *form) tell(said string, wrong bool) {
	f.foot.Importance = widget.LowImportance
	if wrong {
		f.foot.Importance = widget.DangerImportance
	}
	f.foot.SetText(said)
}

// wrongs are the errors of a form by the names of its fields.
type wrongs map[string]error

// text is what stands in a field, without spaces around it and twice within.
func (f *form) text(name string) string {
	return strings.Join(strings.Fields(f.inputs[name].Entry.Text), " ")
}

// readNumber reads a figure; an empty field is not known.
func (f *form) readNumber(name string, wrong wrongs) (v hardware.Known[float64]) {
	if f.text(name) == "" {
		return v
	}
	d, err := money.Parse(f.text(name))
	if err != nil {
		wrong[name] = err
		return v
	}
	v.Value, v.OK = d.Float64()
	return v
}

func (f *form) readWhole(name string, wrong wrongs) (v hardware.Known[int]) {
	if f.text(name) == "" {
		return v
	}
	d, err := money.Parse(f.text(name))
	n, _, ok := d.Int64(0)
	switch {
	case err != nil:
		wrong[name] = err
	case !ok || !d.IsInt():
		wrong[name] = reason.Refuse("", "number.not_whole")
	default:
		v = hardware.Know(int(n))
	}
	return v
}

// right reports whether nothing is wrong. What is stands under its field, the
// part that it is in is opened, and the keyboard goes to the first.
func (f *form) right(wrong wrongs, found []*reason.Problem) bool {
	for _, problem := range found {
		if wrong[problem.Field] == nil {
			wrong[problem.Field] = problem
		}
	}
	for name, in := range f.fields {
		in.Wrong(f.p.Problem(bare(wrong[name])))
	}
	if len(wrong) == 0 {
		return true
	}
	for _, part := range f.parts {
		for _, name := range part.fields {
			if wrong[name] != nil {
				part.fold.SetOpen(true)
			}
		}
	}
	f.resized()
	f.tell(f.p.T("library.form.wrong", "count", len(wrong)), true)
	for _, name := range f.order {
		if wrong[name] != nil {
			f.fields[name].Focus()
			break
		}
	}
	return false
}

// bare is an error without its field, for standing under that field.
func bare(err error) error {
	var p *reason.Problem
	if !errors.As(err, &p) {
		return err
	}
	q := *p
	q.Field = ""
	return &q
}

// begin brings the keyboard to the first field.
func (f *form) begin() { f.fields[f.order[0]].Focus() }

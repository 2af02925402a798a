package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// Field is a text field with its label above, its unit behind and what is
// wrong with it below. The text a person types is never changed under their
// hands: Fill writes only what differs in meaning.
type Field struct {
	Box   *fyne.Container
	Entry *widget.Entry

	self    fyne.Focusable // what has the keyboard while the field is typed into
	read    func(string) error
	problem func(error) string
	wrong   *Label
	said    string // the last text that was read well or filled in
	quiet   bool
}

// FieldOf describes a Field.
type FieldOf struct {
	Label, Unit, Placeholder string
	Help                     fyne.CanvasObject // a "?" behind the label; may be nil
	After                    fyne.CanvasObject // beside the field, such as a button that fills it; may be nil
	Tall                     bool              // several lines

	// Read takes in what was typed, or returns what is wrong with it. Wrong
	// text stays in the field; the last good value stays in the record.
	Read    func(string) error
	Problem func(error) string // the sentence for an error of Read
}

// NewField makes a field.
func NewField(d FieldOf) *Field {
	e := &keyedEntry{keys: Keys{Focused: Reveal}}
	e.ExtendBaseWidget(e)
	f := &Field{Entry: &e.Entry, self: e, read: d.Read, problem: d.Problem, wrong: Warning()}
	if d.Tall {
		e.MultiLine, e.Wrapping = true, fyne.TextWrapWord
		f.Entry.SetMinRowsVisible(3)
	}
	f.Entry.PlaceHolder = d.Placeholder
	f.Entry.OnChanged = f.typed
	var input fyne.CanvasObject = e
	if !d.Tall {
		input = underWheel(e)
	}
	if d.Unit != "" {
		input = container.NewBorder(nil, nil, nil, ShortestNote(d.Unit), input)
	}
	if d.After != nil {
		input = container.NewBorder(nil, nil, nil, d.After, input)
	}
	f.Box = container.New(fieldLayout(), labelled(d.Label, d.Help), input, f.wrong)
	return f
}

// Focusable is what takes the keyboard for the field.
func (f *Field) Focusable() fyne.Focusable { return f.self }

// ShortestNote is a second-rank label at its own width.
func ShortestNote(text string) *Label {
	l := NewLabel(text)
	l.Importance = widget.LowImportance
	return l
}

// fieldLayout keeps a label close to its field.
func fieldLayout() fyne.Layout { return layout.NewCustomPaddedVBoxLayout(-theme.Unit / 2) }

// frame draws the border that the toolkit gives to text fields only.
func frame() fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.StrokeColor, r.StrokeWidth, r.CornerRadius = theme.Current().Border, 1, theme.Unit/2
	return r
}

func labelled(text string, help fyne.CanvasObject) fyne.CanvasObject {
	l := NewLabel(text)
	if help == nil {
		return l
	}
	return container.NewHBox(l, help)
}

func (f *Field) typed(text string) {
	if f.quiet || f.read == nil {
		return
	}
	before := f.said
	f.said = text // reading may bring the record back at once
	err := f.read(text)
	if err != nil {
		f.said = before
	}
	f.Wrong(err)
}

// Wrong shows what is wrong with the field; nil takes it away.
func (f *Field) Wrong(err error) {
	if err == nil {
		f.wrong.Hide()
		return
	}
	f.wrong.SetText(f.problem(err))
	f.wrong.Show()
}

// Check reads the field again, as on submit, and reports whether it is right.
func (f *Field) Check() bool {
	err := f.read(f.Entry.Text)
	f.Wrong(err)
	return err == nil
}

// Fill writes a stored value, unless it is what the field said last: then the
// field is ahead of the record, and what is being typed is not touched, be it
// wrong or not finished.
func (f *Field) Fill(text string, same func(shown string) bool) {
	if text == f.said || same(f.said) {
		return
	}
	f.write(text)
}

// Set writes a value whatever the field says.
func (f *Field) Set(text string) {
	if f.Entry.Text == text {
		f.said = text
		return
	}
	f.write(text)
}

func (f *Field) write(text string) {
	f.said = text
	f.quiet = true
	f.Entry.SetText(text)
	f.quiet = false
	f.wrong.Hide()
}

// Choice is a picker over model values.
type Choice[T comparable] struct {
	Box    *fyne.Container
	Select *widget.Select
	shown  *keyedSelect // what Select is the toolkit's part of

	values []T
	quiet  bool
}

// ChoiceOf describes a Choice.
type ChoiceOf[T comparable] struct {
	Label       string
	Help        fyne.CanvasObject
	Placeholder string
	Values      []T
	Word        func(T) string
	Picked      func(T)
}

// NewChoice makes a picker.
func NewChoice[T comparable](d ChoiceOf[T]) *Choice[T] {
	c := &Choice[T]{values: d.Values}
	words := make([]string, len(d.Values))
	for i, v := range d.Values {
		words[i] = d.Word(v)
	}
	shown := &keyedSelect{keys: Keys{Focused: Reveal}}
	shown.ExtendBaseWidget(shown)
	shown.Options = words
	shown.OnChanged = func(string) {
		if i := c.Select.SelectedIndex(); !c.quiet && i >= 0 {
			d.Picked(c.values[i])
		}
	}
	c.Select, c.shown = &shown.Select, shown
	c.Select.PlaceHolder = d.Placeholder
	c.Box = container.New(fieldLayout(), labelled(d.Label, d.Help), container.NewStack(shown, frame()))
	if d.Label == "" { // a cell under the head of a column
		c.Box.Objects = c.Box.Objects[1:]
	}
	return c
}

// Fill picks a stored value without reporting it.
func (c *Choice[T]) Fill(v T) {
	c.quiet = true
	defer func() { c.quiet = false }()
	for i, known := range c.values {
		if known == v {
			if c.Select.SelectedIndex() != i {
				c.Select.SetSelectedIndex(i)
			}
			return
		}
	}
	c.Select.ClearSelected()
}

// Value returns what is picked; false when nothing is.
func (c *Choice[T]) Value() (T, bool) {
	i := c.Select.SelectedIndex()
	if i < 0 {
		var none T
		return none, false
	}
	return c.values[i], true
}

// YesNo is a question with two answers and the state of no answer yet.
type YesNo struct {
	Box   *fyne.Container
	group *widget.RadioGroup
	quiet bool
}

// NewYesNo makes a yes-or-no question.
func NewYesNo(label string, help fyne.CanvasObject, yes, no string, answered func(yes bool)) *YesNo {
	q := &YesNo{}
	q.group = widget.NewRadioGroup([]string{yes, no}, func(s string) {
		if !q.quiet && s != "" {
			answered(s == yes)
		}
	})
	q.group.Horizontal = true
	q.group.Required = true
	q.Box = container.New(fieldLayout(), labelled(label, help), q.group)
	return q
}

// Fill sets the answer without reporting it; answered false shows none.
func (q *YesNo) Fill(yes, answered bool) {
	q.quiet = true
	defer func() { q.quiet = false }()
	want := ""
	if answered {
		want = q.group.Options[1]
		if yes {
			want = q.group.Options[0]
		}
	}
	if q.group.Selected != want {
		q.group.SetSelected(want)
	}
}

// Lookup is a field with a list of what matches the words typed so far.
type Lookup struct {
	Box   *fyne.Container
	Entry *widget.SelectEntry
	quiet bool
}

// NewLookup makes a lookup; find returns the names that match, the best first.
func NewLookup(label string, help fyne.CanvasObject, placeholder string, find func(string) []string, typed func(string)) *Lookup {
	e := &keyedLookup{keys: Keys{Focused: Reveal}}
	e.ExtendBaseWidget(e)
	e.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	e.SetOptions(find(""))
	l := &Lookup{Entry: &e.SelectEntry}
	l.Entry.PlaceHolder = placeholder
	l.Entry.OnChanged = func(s string) {
		if l.quiet {
			return
		}
		l.Entry.SetOptions(find(s))
		typed(s)
	}
	l.Box = container.New(fieldLayout(), labelled(label, help), underWheel(e))
	return l
}

// Fill writes a stored value without reporting it.
func (l *Lookup) Fill(text string) {
	if l.Entry.Text == text {
		return
	}
	l.quiet = true
	l.Entry.SetText(text)
	l.quiet = false
}

// Pair puts two fields side by side at equal widths.
func Pair(a, b fyne.CanvasObject) *fyne.Container { return container.NewGridWithColumns(2, a, b) }

// Triple puts three fields side by side at equal widths.
func Triple(a, b, c fyne.CanvasObject) *fyne.Container {
	return container.NewGridWithColumns(3, a, b, c)
}

package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// Keys says what the keys of a whole form do while one of its fields has the
// keyboard. A focused field keeps all keys to itself, so that each field has
// to hand these on.
type Keys struct {
	Enter, Escape func()
	Focused       func(fyne.CanvasObject) // the field that got the keyboard: it may be out of sight
}

func (k Keys) take(e *fyne.KeyEvent) bool {
	switch {
	case e.Name == fyne.KeyEscape && k.Escape != nil:
		k.Escape()
	case (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter) && k.Enter != nil:
		k.Enter()
	default:
		return false
	}
	return true
}

func (k Keys) focused(o fyne.CanvasObject) {
	if k.Focused != nil {
		k.Focused(o)
	}
}

// Input is a text field of a form that is saved as a whole: label above, a
// hint and what is wrong with it below. It reads nothing itself; the form
// does, when it is saved.
type Input struct {
	Box   *fyne.Container
	Entry *widget.Entry

	self  fyne.Focusable
	label *Label
	hint  *Label
	wrong *Label
	quiet bool
}

// InputOf describes an Input.
type InputOf struct {
	Label, Unit, Placeholder string
	Help                     fyne.CanvasObject
	Tall                     bool                  // several lines
	Find                     func(string) []string // what matches the words typed so far; may be nil
	Behind                   fyne.CanvasObject     // a picker behind the field; may be nil
	Typed                    func(string)
	Keys                     Keys
}

// NewInput makes an input.
func NewInput(d InputOf) *Input {
	in := &Input{label: NewLabel(d.Label), hint: Note(""), wrong: Note("")}
	var object fyne.CanvasObject
	var renew func(string)
	if d.Find != nil {
		e := &keyedLookup{keys: d.Keys}
		e.ExtendBaseWidget(e)
		e.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
		e.SetOptions(d.Find(""))
		renew = func(s string) { e.SetOptions(d.Find(s)) }
		in.Entry, in.self, object = &e.Entry, e, underWheel(e)
	} else {
		e := &keyedEntry{keys: d.Keys}
		e.ExtendBaseWidget(e)
		if d.Tall {
			e.MultiLine, e.Wrapping = true, fyne.TextWrapWord
			e.SetMinRowsVisible(2)
		}
		in.Entry, in.self, object = &e.Entry, e, e
		if !d.Tall {
			object = underWheel(e)
		}
	}
	in.Entry.PlaceHolder = d.Placeholder
	in.Entry.OnChanged = func(s string) {
		if in.quiet {
			return
		}
		if renew != nil {
			renew(s)
		}
		in.Wrong("")
		d.Typed(s)
	}
	switch {
	case d.Behind != nil:
		object = container.NewBorder(nil, nil, nil, d.Behind, object)
	case d.Unit != "":
		object = container.NewBorder(nil, nil, nil, ShortestNote(d.Unit), object)
	}
	in.label.Truncation = fyne.TextTruncateEllipsis
	in.hint.SizeName = fynetheme.SizeNameCaptionText
	in.wrong.Importance = widget.DangerImportance
	in.hint.Hide()
	in.wrong.Hide()
	var head fyne.CanvasObject = in.label
	if d.Help != nil {
		in.label.Truncation = fyne.TextTruncateOff
		head = container.NewHBox(in.label, d.Help)
	}
	below := container.New(layout.NewCustomPaddedVBoxLayout(-0.75*theme.Unit), object, in.hint, in.wrong)
	in.Box = container.New(fieldLayout(), head, below)
	return in
}

// Set writes a text without reporting it.
func (in *Input) Set(text string) {
	if in.Entry.Text == text {
		return
	}
	in.quiet = true
	in.Entry.SetText(text)
	in.quiet = false
}

// Wrong shows what is wrong with the field; nothing takes it away.
func (in *Input) Wrong(sentence string) { setOrHide(in.wrong, sentence) }

// Hint shows what to know about the field, urgent where it waits for an
// answer.
func (in *Input) Hint(text string, urgent bool) {
	in.hint.Importance = widget.LowImportance
	if urgent {
		in.hint.Importance = widget.WarningImportance
	}
	setOrHide(in.hint, text)
}

// Placeholder is what the field shows while nothing is typed.
func (in *Input) Placeholder(text string) {
	if in.Entry.PlaceHolder != text {
		in.Entry.SetPlaceHolder(text)
	}
}

// Focus brings the keyboard to the field.
func (in *Input) Focus() { Focus(in.self) }

// Focus brings the keyboard to an object that is on a screen. The driver only
// knows the canvas of what it has drawn already; for what was put on the
// screen just now, the program's one window is asked.
func Focus(on fyne.Focusable) {
	object, ok := on.(fyne.CanvasObject)
	if !ok {
		return
	}
	driver := fyne.CurrentApp().Driver()
	if c := driver.CanvasForObject(object); c != nil {
		c.Focus(on)
		return
	}
	if windows := driver.AllWindows(); len(windows) > 0 {
		windows[0].Canvas().Focus(on)
	}
}

// EntryOf is the text field that an object with the keyboard is, or is built
// upon.
func EntryOf(on fyne.Focusable) (*widget.Entry, bool) {
	switch on := on.(type) {
	case *widget.Entry:
		return on, true
	case *widget.SelectEntry:
		return &on.Entry, true
	case *keyedEntry:
		return &on.Entry, true
	case *keyedLookup:
		return &on.Entry, true
	case *PasteBox:
		return &on.Entry, true
	}
	return nil, false
}

// Plain is the toolkit's own widget that a field or picker is built upon, for
// those who look at a screen from outside; any other object is itself.
func Plain(o fyne.CanvasObject) fyne.CanvasObject {
	switch o := o.(type) {
	case *keyedEntry:
		return &o.Entry
	case *keyedLookup:
		return &o.SelectEntry
	case *keyedSelect:
		return &o.Select
	case *PasteBox:
		return &o.Entry
	case *keyedButton:
		return &o.Button
	case *keyedCheck:
		return &o.Check
	}
	return o
}

func setOrHide(l *Label, text string) {
	l.SetText(text)
	if text == "" {
		l.Hide()
	} else {
		l.Show()
	}
}

// keyedEntry is an entry that hands on the keys of its form.
type keyedEntry struct {
	widget.Entry
	keys Keys
}

func (e *keyedEntry) TypedKey(k *fyne.KeyEvent) {
	if e.MultiLine && k.Name != fyne.KeyEscape || !e.keys.take(k) {
		e.Entry.TypedKey(k)
	}
}

func (e *keyedEntry) FocusGained() { e.Entry.FocusGained(); e.keys.focused(e) }

// keyedLookup is a lookup that does so.
type keyedLookup struct {
	widget.SelectEntry
	keys Keys
}

// TypedKey opens the list with the key that leads down, as in a picker: no
// other key comes to it.
func (e *keyedLookup) TypedKey(k *fyne.KeyEvent) {
	list, has := e.ActionItem.(fyne.Tappable)
	switch {
	case e.keys.take(k):
	case k.Name == fyne.KeyDown && has:
		list.Tapped(&fyne.PointEvent{})
	default:
		e.SelectEntry.TypedKey(k)
	}
}

func (e *keyedLookup) FocusGained() { e.SelectEntry.FocusGained(); e.keys.focused(e) }

// keyedSelect is a picker that does so.
type keyedSelect struct {
	widget.Select
	keys Keys
}

func (s *keyedSelect) TypedKey(k *fyne.KeyEvent) {
	if !s.keys.take(k) {
		s.Select.TypedKey(k)
	}
}

func (s *keyedSelect) FocusGained() { s.Select.FocusGained(); s.keys.focused(s) }

// NewKeyChoice makes a picker that hands on the keys of its form.
func NewKeyChoice[T comparable](d ChoiceOf[T], keys Keys) *Choice[T] {
	c := NewChoice(d)
	c.shown.keys = keys
	return c
}

// Focus brings the keyboard to the picker.
func (c *Choice[T]) Focus() { Focus(c.shown) }

// Picker is the choice without its label, to stand behind a field.
func (c *Choice[T]) Picker() fyne.CanvasObject { return c.Box.Objects[len(c.Box.Objects)-1] }

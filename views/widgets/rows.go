package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// Rows is a list in a form to which rows can be added and from which each can
// be removed. It holds no values: whoever makes it changes its list when told
// and has the rows made anew.
type Rows struct {
	Box *fyne.Container

	d     RowsOf
	rows  *fyne.Container
	add   *keyedButton
	back  *keyedButton
	wrong *Label
}

// RowsOf describes Rows.
type RowsOf struct {
	Label string
	Help  fyne.CanvasObject // a "?" behind the label; may be nil
	Add   string            // on the button that adds a row
	Back  string            // on the button that brings the row back that was removed last

	Row     func(i int) (row fyne.CanvasObject, first func()) // makes a row; first brings the keyboard to it
	Added   func()
	Removed func(i int)
	Undone  func()
	Keys    Keys
}

// NewRows makes a list of n rows; undo says whether a removed one can be
// brought back.
func NewRows(d RowsOf, n int, undo bool) *Rows {
	r := &Rows{d: d, rows: container.NewVBox(), wrong: Warning()}
	r.add = newKeyedButton(d.Add, fynetheme.ContentAddIcon(), d.Added, d.Keys)
	r.back = newKeyedButton(d.Back, fynetheme.ContentUndoIcon(), d.Undone, d.Keys)
	r.Box = container.New(fieldLayout(), labelled(d.Label, d.Help), r.rows, r.wrong, Row(r.add, r.back))
	r.Show(n, undo)
	return r
}

// Show makes the rows anew and returns what brings the keyboard to each.
func (r *Rows) Show(n int, undo bool) []func() {
	r.rows.Objects = nil
	firsts := make([]func(), n)
	for i := range n {
		row, first := r.d.Row(i)
		firsts[i] = first
		remove := newKeyedButton("", fynetheme.ContentRemoveIcon(), func() { r.d.Removed(i) }, r.d.Keys)
		under := NewLabel("").MinSize().Height - theme.Unit // beside the field, not its label
		r.rows.Add(container.NewBorder(nil, nil, nil, container.NewVBox(Spacer(0, under), remove), row))
	}
	r.rows.Hidden = n == 0
	r.back.Hidden = !undo
	r.Wrong("")
	r.Box.Refresh()
	return firsts
}

// Wrong says what is wrong with the list as a whole; nothing takes it away.
func (r *Rows) Wrong(sentence string) { setOrHide(r.wrong, sentence) }

// Focus brings the keyboard to the button that adds a row.
func (r *Rows) Focus() { Focus(r.add) }

// Hint is for fields that have one; a list has none.
func (*Rows) Hint(string, bool) {}

// Placeholder is for fields that have one; a list has none.
func (*Rows) Placeholder(string) {}

// keyedButton is a quiet button of a form: it is scrolled into sight when the
// keyboard reaches it, and Escape leaves the form.
type keyedButton struct {
	widget.Button
	keys Keys
}

func newKeyedButton(text string, icon fyne.Resource, tapped func(), keys Keys) *keyedButton {
	b := &keyedButton{keys: Keys{Enter: tapped, Escape: keys.Escape, Focused: keys.Focused}}
	b.ExtendBaseWidget(b)
	b.Text, b.Icon, b.OnTapped, b.Importance = text, icon, tapped, widget.LowImportance
	return b
}

func (b *keyedButton) TypedKey(k *fyne.KeyEvent) {
	if !b.keys.take(k) {
		b.Button.TypedKey(k)
	}
}

func (b *keyedButton) FocusGained() { b.Button.FocusGained(); b.keys.focused(b) }

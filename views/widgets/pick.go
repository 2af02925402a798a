package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// Pick is a picker of a form that is saved as a whole: a Choice with a hint
// and what is wrong with it below, as an Input has.
type Pick[T comparable] struct {
	*Choice[T]
	Box         *fyne.Container
	hint, wrong *Label
}

// NewPick makes one that shows a value.
func NewPick[T comparable](d ChoiceOf[T], value T, keys Keys) *Pick[T] {
	k := &Pick[T]{hint: Note(""), wrong: Note("")}
	picked := d.Picked
	d.Picked = func(v T) {
		k.Wrong("")
		picked(v)
	}
	k.Choice = NewKeyChoice(d, keys)
	k.Fill(value)
	k.hint.SizeName = fynetheme.SizeNameCaptionText
	k.wrong.Importance = widget.DangerImportance
	k.hint.Hide()
	k.wrong.Hide()
	k.Box = container.New(layout.NewCustomPaddedVBoxLayout(-0.75*theme.Unit), k.Choice.Box, k.hint, k.wrong)
	return k
}

// Wrong shows what is wrong with the choice; nothing takes it away.
func (k *Pick[T]) Wrong(sentence string) { setOrHide(k.wrong, sentence) }

// Pick chooses by the word that is shown, as a person does; false when there
// is no such word.
func (k *Pick[T]) Pick(word string) bool {
	if !slices.Contains(k.Select.Options, word) {
		return false
	}
	k.Select.SetSelected(word)
	return true
}

// Hint shows what to know about the choice, urgent where it waits for one.
func (k *Pick[T]) Hint(text string, urgent bool) {
	k.hint.Importance = widget.LowImportance
	if urgent {
		k.hint.Importance = widget.WarningImportance
	}
	setOrHide(k.hint, text)
}

// Placeholder is what the picker shows while nothing is picked.
func (k *Pick[T]) Placeholder(text string) {
	if k.Select.PlaceHolder != text {
		k.Select.PlaceHolder = text
		k.Select.Refresh()
	}
}

// Tick is a sentence in a form that is true or not.
type Tick struct {
	Box   *fyne.Container
	check *keyedCheck
	wrong *Label
}

// NewTick makes one; help is a "?" behind it and may be nil.
func NewTick(sentence string, help fyne.CanvasObject, on bool, ticked func(bool), keys Keys) *Tick {
	c := &keyedCheck{keys: keys}
	c.ExtendBaseWidget(c)
	c.Text, c.Checked = sentence, on
	t := &Tick{check: c, wrong: Warning()}
	c.OnChanged = func(on bool) {
		t.Wrong("")
		ticked(on)
	}
	line := Row(c)
	if help != nil {
		line.Add(help)
	}
	t.Box = container.New(fieldLayout(), line, t.wrong)
	return t
}

// Set ticks it or not, and reports it when that is a change.
func (t *Tick) Set(on bool) { t.check.SetChecked(on) }

// Wrong says what is wrong with it; nothing takes it away.
func (t *Tick) Wrong(sentence string) { setOrHide(t.wrong, sentence) }

// Focus brings the keyboard to it.
func (t *Tick) Focus() { Focus(t.check) }

// Hint is for fields that have one; a tick has none.
func (*Tick) Hint(string, bool) {}

// Placeholder is for fields that have one; a tick has none.
func (*Tick) Placeholder(string) {}

// keyedCheck is a check box that hands on the keys of its form.
type keyedCheck struct {
	widget.Check
	keys Keys
}

func (c *keyedCheck) TypedKey(k *fyne.KeyEvent) {
	if !c.keys.take(k) {
		c.Check.TypedKey(k)
	}
}

func (c *keyedCheck) FocusGained() { c.Check.FocusGained(); c.keys.focused(c) }

package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Pressable is the part that buttons in looks of their own share: it is
// pressed by mouse, space or return, and knows whether the keyboard or the
// mouse is on it. A widget embeds it, calls ExtendBaseWidget on itself and
// draws what it says.
type Pressable struct {
	widget.BaseWidget
	Press            func()
	Focused, Hovered bool
}

var (
	_ fyne.Tappable     = (*Pressable)(nil)
	_ fyne.Focusable    = (*Pressable)(nil)
	_ desktop.Hoverable = (*Pressable)(nil)
)

// Tapped presses it.
func (p *Pressable) Tapped(*fyne.PointEvent) { p.Press() }

// FocusGained shows the keyboard's place.
func (p *Pressable) FocusGained() { p.Focused = true; p.Refresh() }

// FocusLost takes the mark away.
func (p *Pressable) FocusLost() { p.Focused = false; p.Refresh() }

// TypedRune does nothing; it takes no text.
func (p *Pressable) TypedRune(rune) {}

// TypedKey presses it on space or return.
func (p *Pressable) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		p.Press()
	}
}

// MouseIn shows that it can be pressed.
func (p *Pressable) MouseIn(*desktop.MouseEvent) { p.Hovered = true; p.Refresh() }

// MouseMoved needs no answer.
func (p *Pressable) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends hovering.
func (p *Pressable) MouseOut() { p.Hovered = false; p.Refresh() }

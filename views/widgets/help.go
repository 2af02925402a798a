package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// helpWidth is that of the text of a help card.
const helpWidth = 320

// NewHelp is the "?" behind a word of the trade; it explains the word in a
// sentence, in a small card that any tap and any of the keys for it closes.
func NewHelp(sentence string) fyne.CanvasObject {
	var b *widget.Button
	b = widget.NewButton("?", func() {
		c := fyne.CurrentApp().Driver().CanvasForObject(b)
		if c == nil {
			return
		}
		text := Body(sentence)
		text.Resize(fyne.NewSize(Scaled(helpWidth), 0)) // from which it knows its height
		card := &helpCard{content: container.NewPadded(Wide(helpWidth, text))}
		card.ExtendBaseWidget(card)
		above := widget.NewPopUp(card, c)
		card.close, card.back = above.Hide, func() { c.Focus(b) }
		size := card.MinSize() // any wider, and the lines would end elsewhere
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
		x := min(at.X, c.Size().Width-size.Width-8)
		y := min(at.Y+b.Size().Height, c.Size().Height-size.Height-8)
		above.Resize(size)
		above.ShowAtPosition(fyne.NewPos(max(0, x), max(0, y)))
		c.Focus(card)
	})
	b.Importance = widget.LowImportance
	return b
}

// helpCard has the keyboard while it is shown: no other way would a key reach
// it.
type helpCard struct {
	widget.BaseWidget
	content fyne.CanvasObject
	close   func()
	back    func() // brings the keyboard to where it came from: a button that is pressed gives it away
}

var (
	_ fyne.Tappable  = (*helpCard)(nil)
	_ fyne.Focusable = (*helpCard)(nil)
)

// CreateRenderer draws what the card says.
func (h *helpCard) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(h.content) }

// Tapped closes it.
func (h *helpCard) Tapped(*fyne.PointEvent) { h.close() }

// FocusGained and FocusLost change nothing: there is no other place for the
// keyboard.
func (h *helpCard) FocusGained() {}

// FocusLost is like FocusGained.
func (h *helpCard) FocusLost() {}

// TypedRune does nothing; the card takes no text.
func (h *helpCard) TypedRune(rune) {}

// TypedKey closes it, also on the keys that opened it.
func (h *helpCard) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape, fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		h.close()
		h.back()
	}
}

// Message is what a dialog says: as wide as its text, no wider than a form or
// the window, and wrapped before the dialog asks for its height.
func Message(text string, window fyne.Window) fyne.CanvasObject {
	l := Body(text)
	width := min(NewLabel(text).MinSize().Width+1, Scaled(theme.FormWidth), window.Canvas().Size().Width*3/4)
	l.Resize(fyne.NewSize(width, 0))
	return Wide(width/Scaled(1), l)
}

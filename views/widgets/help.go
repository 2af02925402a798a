package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// NewHelp is the "?" behind a word of the trade; it explains the word in a
// sentence, in a small card that any tap closes.
func NewHelp(sentence string) fyne.CanvasObject {
	var b *widget.Button
	b = widget.NewButton("?", func() {
		c := fyne.CurrentApp().Driver().CanvasForObject(b)
		if c == nil {
			return
		}
		text := Body(sentence)
		card := widget.NewPopUp(container.NewPadded(Wide(320, text)), c)
		text.Resize(fyne.NewSize(Scaled(320), text.MinSize().Height))
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
		size := fyne.NewSize(Scaled(320)+16, text.MinSize().Height+16)
		x := min(at.X, c.Size().Width-size.Width-8)
		y := min(at.Y+b.Size().Height, c.Size().Height-size.Height-8)
		card.Resize(size)
		card.ShowAtPosition(fyne.NewPos(max(0, x), max(0, y)))
	})
	b.Importance = widget.LowImportance
	return b
}

// Message is what a dialog says: as wide as its text, no wider than a form or
// the window, and wrapped before the dialog asks for its height.
func Message(text string, window fyne.Window) fyne.CanvasObject {
	l := Body(text)
	width := min(NewLabel(text).MinSize().Width+1, Scaled(theme.FormWidth), window.Canvas().Size().Width*3/4)
	l.Resize(fyne.NewSize(width, 0))
	return Wide(width/Scaled(1), l)
}

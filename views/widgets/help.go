package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
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
		text.Resize(fyne.NewSize(320, text.MinSize().Height))
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
		size := fyne.NewSize(336, text.MinSize().Height+16)
		x := min(at.X, c.Size().Width-size.Width-8)
		y := min(at.Y+b.Size().Height, c.Size().Height-size.Height-8)
		card.Resize(size)
		card.ShowAtPosition(fyne.NewPos(max(0, x), max(0, y)))
	})
	b.Importance = widget.LowImportance
	return b
}

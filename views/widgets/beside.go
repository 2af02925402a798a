package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardhour/views/theme"
)

// Beside puts left at a fixed width and right in the room that remains, both
// from the top down. The keyboard comes to the left first, which it would not
// in the toolkit's border layout.
func Beside(width float32, left, right fyne.CanvasObject) *fyne.Container {
	return container.New(beside{width}, left, right)
}

type beside struct{ width float32 }

func (b beside) MinSize(o []fyne.CanvasObject) fyne.Size {
	left, right := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(b.left(left)+theme.Unit+right.Width, max(left.Height, right.Height))
}

func (b beside) left(least fyne.Size) float32 { return max(Scaled(b.width), least.Width) }

func (b beside) Layout(o []fyne.CanvasObject, size fyne.Size) {
	left := b.left(o[0].MinSize())
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(left, size.Height))
	o[1].Move(fyne.NewPos(left+theme.Unit, 0))
	o[1].Resize(fyne.NewSize(max(0, size.Width-left-theme.Unit), size.Height))
}

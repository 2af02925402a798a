package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Flow puts objects beside each other at their own widths, and on further
// lines those that there is no room for.
func Flow(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flow{}, objects...)
}

// flow differs from the toolkit's row-wrap layout in that it never asks for
// more width than its widest object: that one grows with the window and then
// holds it open.
type flow struct{ width float32 } // laid out for; 0 before

// place tells where each object that is shown lies in a width, and the height
// of all.
func (f *flow) place(objects []fyne.CanvasObject, width float32, each func(o fyne.CanvasObject, at fyne.Position, size fyne.Size)) float32 {
	gap := fynetheme.Padding()
	x, y, tall := float32(0), float32(0), float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		size := o.MinSize()
		if x > 0 && x+size.Width > width {
			x, y, tall = 0, y+tall+gap, 0
		}
		each(o, fyne.NewPos(x, y), size)
		x += size.Width + gap
		tall = max(tall, size.Height)
	}
	return y + tall
}

// MinSize is that of one line until it was laid out.
func (f *flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	width := f.width
	if width == 0 {
		width = 1 << 20
	}
	var least fyne.Size
	least.Height = f.place(objects, width, func(_ fyne.CanvasObject, _ fyne.Position, size fyne.Size) { least.Width = max(least.Width, size.Width) })
	return least
}

func (f *flow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	f.width = size.Width
	f.place(objects, size.Width, func(o fyne.CanvasObject, at fyne.Position, size fyne.Size) {
		o.Move(at)
		o.Resize(size)
	})
}

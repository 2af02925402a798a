package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"cardhour/views/theme"
)

// SpanBar is a bar of settled parts, and behind them, hatched, what is not
// settled: from the end of the parts to its own share of the scale.
func SpanBar(height float32, hatchedTo float32, hatch color.Color, pieces ...Piece) fyne.CanvasObject {
	solid := float32(0)
	for _, p := range pieces {
		solid += p.Share
	}
	rest := canvas.NewRasterWithPixels(func(x, y, _, _ int) color.Color {
		if (x+y)%5 < 2 {
			return hatch
		}
		return color.Transparent
	})
	return container.New(&spanLayout{height, solid, min(1, hatchedTo)}, NewBar(height, pieces...), rest)
}

type spanLayout struct{ height, from, to float32 }

func (l *spanLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(4*theme.Unit, l.height)
}

func (l *spanLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(fyne.NewSize(size.Width, l.height))
	objects[1].Move(fyne.NewPos(size.Width*l.from, 0))
	objects[1].Resize(fyne.NewSize(max(0, size.Width*(l.to-l.from)), l.height))
}

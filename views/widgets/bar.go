package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// Piece is one part of a Bar: its share of the scale and its colour.
type Piece struct {
	Share float32
	Color color.Color
}

// Bar shows parts of a whole as a thin stacked bar.
type Bar struct {
	widget.BaseWidget
	pieces []Piece
	height float32
}

// NewBar makes a bar; shares are of the full width and may sum to less.
func NewBar(height float32, pieces ...Piece) *Bar {
	b := &Bar{pieces: pieces, height: height}
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer draws the pieces.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	var objects []fyne.CanvasObject
	for _, p := range b.pieces {
		objects = append(objects, canvas.NewRectangle(p.Color))
	}
	return widget.NewSimpleRenderer(container.New(&barLayout{b}, objects...))
}

type barLayout struct{ b *Bar }

func (l *barLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(4*theme.Unit, l.b.height)
}

func (l *barLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	for i, o := range objects {
		w := max(0, size.Width*l.b.pieces[i].Share)
		if w > 0 {
			w = max(w, 1) // a small part is still seen
		}
		w = min(w, size.Width-x)
		o.Move(fyne.NewPos(x, (size.Height-l.b.height)/2))
		o.Resize(fyne.NewSize(max(0, w), l.b.height))
		x += w
	}
}

// Swatch is a small square of a part's colour, for a list that explains them.
func Swatch(c color.Color) fyne.CanvasObject {
	r := canvas.NewRectangle(c)
	r.SetMinSize(fyne.NewSize(theme.Unit*1.5, theme.Unit*1.5))
	return container.NewCenter(r)
}

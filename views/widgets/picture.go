package widgets

import (
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/palette"
	"cardhour/views/theme"
)

// Drawing is what a Picture shows. Both functions must only read values that
// nobody changes: Draw is also called off the UI goroutine.
type Drawing struct {
	Height func(width int) int                                            // for a width, known without drawing
	Draw   func(width int, scale float64, dark bool) (image.Image, error) // scale pixels to a unit
}

// Picture shows an image that is drawn for the width it is given, sharp at
// the screen's scale, in the scheme that is on screen. It is drawn when it is
// first seen. While a window is being resized the last drawing is stretched;
// the new one follows when the width has rested.
type Picture struct {
	widget.BaseWidget

	drawing Drawing
	least   float32
	raster  *canvas.Raster

	image   image.Image // the last drawing; nil when there is none of what is to be shown
	of      order       // that image was drawn by
	waiting *time.Timer // for the width to rest; nil when it does
	puts    int
}

// order is what an image depends on beside the drawing itself.
type order struct {
	width int
	scale float64
	dark  bool
	put   int
}

// NewPicture makes an empty picture that is at least least wide.
func NewPicture(least float32) *Picture {
	p := &Picture{least: least}
	p.raster = canvas.NewRaster(p.paint)
	p.ExtendBaseWidget(p)
	return p
}

// How long a width must stand before the picture is drawn for it.
const rest = 150 * time.Millisecond

// Put shows something else from now on.
func (p *Picture) Put(d Drawing) {
	p.drawing, p.image = d, nil
	p.puts++
	p.Refresh()
}

// Resize orders a drawing for the new width, once it has rested.
func (p *Picture) Resize(size fyne.Size) {
	p.BaseWidget.Resize(size)
	if p.image == nil || p.unitsWide() == p.of.width {
		return
	}
	if p.waiting != nil {
		p.waiting.Stop()
	}
	draw, of := p.drawing.Draw, p.order(p.of.scale)
	p.waiting = time.AfterFunc(rest, func() {
		img, err := draw(of.width, of.scale, of.dark)
		fyne.Do(func() {
			p.waiting = nil
			if err == nil && of == p.order(of.scale) {
				p.image, p.of = img, of
			}
			p.raster.Refresh()
		})
	})
}

// paint answers the toolkit with the pixels to show now.
func (p *Picture) paint(width, height int) image.Image {
	of := p.order(float64(width) / float64(p.unitsWide()))
	switch {
	case p.drawing.Draw == nil || width < 1:
		return image.NewNRGBA(image.Rect(0, 0, 1, 1))
	case p.image != nil && (p.of == of || p.waiting != nil):
		return p.image
	}
	img, err := p.drawing.Draw(of.width, of.scale, of.dark)
	if err != nil { // what cannot be laid out was refused by whoever put it here
		return image.NewNRGBA(image.Rect(0, 0, 1, 1))
	}
	p.image, p.of = img, of
	return img
}

func (p *Picture) order(scale float64) order {
	return order{width: p.unitsWide(), scale: scale, dark: theme.Current() == palette.Dark, put: p.puts}
}

func (p *Picture) unitsWide() int { return int(max(p.Size().Width, p.least)) }

// CreateRenderer shows the image at its own proportions.
func (p *Picture) CreateRenderer() fyne.WidgetRenderer { return &pictureRenderer{p} }

type pictureRenderer struct{ p *Picture }

func (r *pictureRenderer) Layout(size fyne.Size) { r.p.raster.Resize(r.tall(size.Width)) }

func (r *pictureRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.p.least, r.tall(float32(r.p.unitsWide())).Height)
}

func (r *pictureRenderer) tall(width float32) fyne.Size {
	if r.p.drawing.Height == nil {
		return fyne.NewSize(width, 0)
	}
	return fyne.NewSize(width, float32(r.p.drawing.Height(int(max(width, r.p.least)))))
}

// Refresh is also how the toolkit says that light and dark have changed.
func (r *pictureRenderer) Refresh() {
	r.Layout(r.p.Size())
	r.p.raster.Refresh()
}

func (r *pictureRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.p.raster} }

func (r *pictureRenderer) Destroy() {
	if r.p.waiting != nil {
		r.p.waiting.Stop()
	}
}

package widgets

import (
	"errors"
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardhour/views/theme"
)

// drawings counts what is drawn.
type drawings struct {
	n      int
	width  int
	scale  float64
	dark   bool
	fail   bool
	resize chan int
}

func (d *drawings) drawing() Drawing {
	return Drawing{
		Height: func(width int) int { return width / 2 },
		Draw: func(width int, scale float64, dark bool) (image.Image, error) {
			if d.resize != nil {
				d.resize <- width
				return nil, errors.New("seen enough")
			}
			d.n, d.width, d.scale, d.dark = d.n+1, width, scale, dark
			if d.fail {
				return nil, errors.New("no")
			}
			return image.NewNRGBA(image.Rect(0, 0, int(float64(width)*scale), 10)), nil
		},
	}
}

func TestPictureIsDrawnWhenItIsSeenAndOnlyThen(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	d := &drawings{}
	p := NewPicture(100)
	p.Resize(fyne.NewSize(600, 300))
	p.Put(d.drawing())
	p.Put(d.drawing())
	if d.n != 0 {
		t.Errorf("drawn %d times before anyone looked", d.n)
	}
	p.paint(1200, 600)
	p.paint(1200, 600)
	if d.n != 1 || d.width != 600 || d.scale != 2 || d.dark {
		t.Errorf("drawn %d times, last %d wide at %v, dark %v", d.n, d.width, d.scale, d.dark)
	}
	app.Settings().SetTheme(theme.New(theme.Dark, 1))
	p.paint(1200, 600)
	if d.n != 2 || !d.dark {
		t.Errorf("the scheme changed: drawn %d times, dark %v", d.n, d.dark)
	}
	p.Put(d.drawing())
	p.paint(1200, 600)
	if d.n != 3 {
		t.Errorf("something else was put: drawn %d times", d.n)
	}
	if least := p.MinSize(); least.Width != 100 || least.Height != 300 {
		t.Errorf("the picture asks for %v", least)
	}
	d.fail = true
	p.Put(d.drawing())
	if img := p.paint(1200, 600); img == nil {
		t.Error("a picture that cannot be drawn has no pixels")
	}
}

func TestPictureIsDrawnForANewWidthOnceThatRests(t *testing.T) {
	test.NewTempApp(t)
	d := &drawings{}
	p := NewPicture(100)
	p.Resize(fyne.NewSize(600, 300))
	p.Put(d.drawing())
	before := p.paint(600, 300)
	d.resize = make(chan int, 8)
	for width := float32(601); width < 640; width++ {
		p.Resize(fyne.NewSize(width, 300))
	}
	if p.paint(639, 300) != before {
		t.Error("the last drawing is not stretched while the width moves")
	}
	if width := <-d.resize; width != 639 {
		t.Errorf("drawn for %d, want the last width only", width)
	}
}

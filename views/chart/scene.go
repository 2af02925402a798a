package chart

import (
	"image/color"
	"math"

	"cardhour/views/palette"
)

// scene is a picture whose every part has its place. Coordinates are units of
// the screen before scaling, from the top left.
type scene struct {
	width, height float64
	title         string
	colors        palette.Scheme
	items         []item
}

type item interface{ draw(*brush) }

type point struct{ x, y float64 }

type box struct{ x, y, w, h float64 }

func (b box) right() float64  { return b.x + b.w }
func (b box) bottom() float64 { return b.y + b.h }

func (s *scene) paint(b *brush) {
	area{box{0, 0, s.width, s.height}, s.colors.Surface}.draw(b)
	for _, it := range s.items {
		it.draw(b)
	}
}

func (s *scene) add(items ...item) { s.items = append(s.items, items...) }

// area is a filled rectangle. Thin lines are areas too: they stay sharp.
type area struct {
	box
	color color.NRGBA
}

func (a area) draw(b *brush) {
	b.area(a.color, point{a.x, a.y}, point{a.right(), a.y}, point{a.right(), a.bottom()}, point{a.x, a.bottom()})
}

// segment is one part of a bar.
type segment struct {
	box
	kind  string
	style segmentStyle
	back  color.NRGBA
}

type segmentStyle uint8

const (
	solid    segmentStyle = iota
	hatched               // not settled
	outlined              // taken off
)

func (s segment) draw(b *brush) {
	ink := palette.Part(s.kind)
	if s.style == solid {
		area{s.box, ink}.draw(b)
		return
	}
	back := s.back
	if s.style == outlined {
		// What is taken off was stacked before: it shows through faintly.
		back.A = 0xD0
	}
	area{s.box, back}.draw(b)
	if s.style == hatched {
		b.strokes(ink, 1.5, hatch(s.box, 6))
	}
	frame(b, s.box, ink)
}

func frame(b *brush, r box, ink color.NRGBA) {
	const line = 1
	if r.w < 2*line {
		area{r, ink}.draw(b)
		return
	}
	area{box{r.x, r.y, r.w, line}, ink}.draw(b)
	area{box{r.x, r.bottom() - line, r.w, line}, ink}.draw(b)
	area{box{r.x, r.y, line, r.h}, ink}.draw(b)
	area{box{r.right() - line, r.y, line, r.h}, ink}.draw(b)
}

// hatch gives the rising diagonals inside r, step apart.
func hatch(r box, step float64) [][2]point {
	var lines [][2]point
	for d := step / 2; d < r.w+r.h; d += step {
		// The diagonal leaves the left or lower edge and ends on the upper or
		// right one.
		from := point{r.x + math.Max(0, d-r.h), r.y + math.Min(r.h, d)}
		to := point{r.x + math.Min(r.w, d), r.y + math.Max(0, d-r.w)}
		if to.x-from.x > 0.5 {
			lines = append(lines, [2]point{from, to})
		}
	}
	return lines
}

// arrow points right from the middle of its left edge.
type arrow struct {
	box
	color color.NRGBA
}

func (a arrow) draw(b *brush) {
	mid := a.y + a.h/2
	tip := math.Min(a.h, a.w)
	area{box{a.x, mid - 0.75, a.w - tip/2, 1.5}, a.color}.draw(b)
	b.area(a.color, point{a.right() - tip, a.y}, point{a.right(), mid}, point{a.right() - tip, a.bottom()})
}

// whisker runs from the lowest to the highest amount. Its rim keeps it
// visible on every colour.
type whisker struct {
	box
	ink, rim color.NRGBA
}

func (w whisker) draw(b *brush) {
	mid := w.y + w.h/2
	draw := func(grow float64, c color.NRGBA) {
		area{box{w.x - grow, mid - 0.5 - grow, w.w + 2*grow, 1 + 2*grow}, c}.draw(b)
		for _, x := range []float64{w.x, w.right()} {
			area{box{x - 0.5 - grow, w.y - grow, 1 + 2*grow, w.h + 2*grow}, c}.draw(b)
		}
	}
	draw(1, w.rim)
	draw(0, w.ink)
}

// textItem is one line of text. Its box is as wide as the text.
type textItem struct {
	box
	body  string
	size  float64
	bold  bool
	color color.NRGBA
}

func (t *textItem) draw(b *brush) { b.text(t) }

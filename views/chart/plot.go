package chart

import (
	"image/color"
	"math"
	"strings"

	"cardhour/views/palette"
	"cardhour/views/text"
)

// plot is where the bars stand: from x on, perUnit units to one of money.
type plot struct {
	x, right float64
	perUnit  float64
}

func (a plot) at(amount float64) float64 { return a.x + amount*a.perUnit }

// shortest is the room that a bar keeps beside its figure.
const shortest = 80

// sizeOf is the size of the figure after a bar: the ordinary one, unless the
// figure is so long that no bar would be left.
func (a plot) sizeOf(said string) float64 {
	room := a.right - a.x - gap - shortest
	return math.Min(bodySize, bodySize*room/widthOf(said, bodySize, true))
}

// extent is where a bar's parts end, discounts not yet taken off, and how far
// its open end is drawn beyond.
func (b Bar) extent() (gross, stub float64) {
	for _, p := range b.Parts {
		if _, most, off := p.ends(); !off {
			gross += most
		}
	}
	gross = math.Max(gross, math.Max(0, float(b.High)))
	if b.Open {
		stub = openStub
	}
	return gross, stub
}

// plot places labels, bars, and the axis under them.
func (f FullRate) plot(g *page) {
	labels, marks := 0.0, 0.0
	both := false
	for _, r := range f.Rows {
		labels = math.Max(labels, math.Max(widthOf(clean(r.Label), bodySize, false), widthOf(clean(r.Detail), smallSize, false)))
		both = both || r.Estimate != nil && r.Billed != nil
	}
	labels = math.Min(math.Ceil(labels), g.width*labelShare)
	for _, key := range []string{"chart.estimate", "chart.billed"} {
		marks = math.Max(marks, widthOf(g.p.T(key), smallSize, false))
	}
	a := plot{x: margin + labels + 2*gap + marks + gap, right: g.width - margin}
	a.perUnit = f.scale(g, a)
	height := float64(thick)
	if both {
		height = thin
	}

	g.y += 20
	top := g.y
	grid := len(g.items) // the grid is drawn before the bars, and known after them
	for _, r := range f.Rows {
		g.y = f.row(g, a, r, labels, height)
	}
	g.y -= rowGap / 2
	f.axis(g, a, top-rowGap/2, grid)
}

// scale finds the units to one of money with which every bar and the value
// after it stay on the page.
func (f FullRate) scale(g *page, a plot) float64 {
	least := math.Inf(1)
	for _, b := range f.bars() {
		gross, stub := b.extent()
		said := f.value(g.p, b)
		room := a.right - a.x - stub - gap - widthOf(said, a.sizeOf(said), true)
		if gross > 0 {
			least = math.Min(least, room/gross)
		}
	}
	if math.IsInf(least, 1) {
		return a.right - a.x // all is free: the axis shows one unit of money
	}
	return least
}

// row places one row and returns where the next begins.
func (f FullRate) row(g *page, a plot, r Row, labels, height float64) float64 {
	label, detail := clean(r.Label), clean(r.Detail)
	texts := bodySize * lineHeight
	if detail != "" {
		texts += smallSize * lineHeight
	}
	bars := 0.0
	for _, b := range []*Bar{r.Estimate, r.Billed} {
		if b != nil {
			bars += height + betweenTwo
		}
	}
	bars = math.Max(bars-betweenTwo, height)
	tall := math.Max(texts, bars)

	y := g.y + (tall-texts)/2
	y = g.put(margin, y, shorten(label, labels, bodySize, false), bodySize, false, g.colors.Text).bottom()
	if detail != "" {
		g.put(margin, y, shorten(detail, labels, smallSize, false), smallSize, false, g.colors.Muted)
	}
	y = g.y + (tall-bars)/2
	for i, b := range []*Bar{r.Estimate, r.Billed} {
		if b == nil {
			continue
		}
		f.bar(g, a, b, box{a.x, y, 0, height}, g.p.T([]string{"chart.estimate", "chart.billed"}[i]))
		y += height + betweenTwo
	}
	if r.Undefined != nil {
		at := box{a.x, y, 0, height}
		f.mark(g, at, g.p.T("chart.estimate"))
		f.figure(g, at, shorten(g.p.FullRate(*r.Undefined), a.right-a.x-gap, bodySize, false), bodySize, false, g.colors.Muted)
	}
	return g.y + tall + rowGap
}

// bar places the parts of one bar: first what is certain, then what is not
// settled, hatched, then what discounts take off the end, outlined.
func (f FullRate) bar(g *page, a plot, b *Bar, at box, mark string) {
	f.mark(g, at, mark)
	sum := 0.0
	place := func(kind string, amount float64, style segmentStyle) {
		if amount > 0 {
			from := a.at(sum)
			sum += amount
			g.add(segment{box{from, at.y, a.at(sum) - from, at.h}, kind, style, g.colors.Surface})
		}
	}
	for _, p := range b.Parts {
		if sure, _, off := p.ends(); !off {
			place(string(p.Kind), sure, solid)
		}
	}
	for _, p := range b.Parts {
		if sure, most, off := p.ends(); !off {
			place(string(p.Kind), most-sure, hatched)
		}
	}
	f.seams(g, at)
	gross, stub := b.extent()
	if high := float(b.High); high < gross-1e-9 {
		from := math.Max(a.x, a.at(high))
		g.add(segment{box{from, at.y, a.at(gross) - from, at.h}, "discount", outlined, g.colors.Surface})
	}
	end := a.at(gross)
	if b.Open {
		g.add(segment{box{end, at.y, stub / 2, at.h}, openKind(b), hatched, g.colors.Surface})
		g.add(arrow{box{end + stub/2 + 2, at.y + (at.h-8)/2, stub/2 - 2, 8}, g.colors.Muted})
		end += stub
	} else if low, high := a.at(math.Max(0, float(b.Low))), a.at(math.Max(0, float(b.High))); high-low >= 3 {
		g.add(whisker{box{low, at.y + 3, high - low, at.h - 6}, g.colors.Text, g.colors.Surface})
	}
	said := f.value(g.p, b)
	f.figure(g, box{a.x, at.y, end - a.x, at.h}, said, a.sizeOf(said), true, g.colors.Text)
}

// mark says before a bar what it is.
func (f FullRate) mark(g *page, at box, mark string) {
	width := widthOf(mark, smallSize, false)
	g.put(at.x-gap-width, at.y+(at.h-smallSize*lineHeight)/2, mark, smallSize, false, g.colors.Muted)
}

// figure places a number or a sentence after a bar, on a ground of its own: no
// grid line runs through it.
func (f FullRate) figure(g *page, at box, said string, size float64, bold bool, c color.NRGBA) {
	b := box{at.right() + gap, at.y + (at.h-size*lineHeight)/2, widthOf(said, size, bold), size * lineHeight}
	g.add(area{box{b.x - 3, b.y + 1, b.w + 6, b.h - 1}, g.colors.Surface})
	g.put(b.x, b.y, said, size, bold, c)
}

// seams part neighbours by a thin line: kinds may share a colour.
func (f FullRate) seams(g *page, at box) {
	var before *segment
	for _, it := range g.items {
		s, ok := it.(segment)
		if !ok || s.y != at.y || s.h != at.h || s.style == outlined {
			continue
		}
		if before != nil && before.w > 3 && s.w > 3 {
			g.add(area{box{s.x - 0.5, at.y, 1, at.h}, g.colors.Surface})
		}
		before = &s
	}
}

// openKind is the colour of an open end: of the part that is open, if only
// one is.
func openKind(b *Bar) string {
	kind := ""
	for _, p := range b.Parts {
		if p.Open {
			if kind != "" && palette.Part(kind) != palette.Part(string(p.Kind)) {
				return ""
			}
			kind = string(p.Kind)
		}
	}
	return kind
}

// axis places round ticks under the bars and their lines behind them.
func (f FullRate) axis(g *page, a plot, top float64, grid int) {
	sign := strings.TrimRight(text.Sign(f.Currency), "\u00a0")
	step, decimals := f.ticks(g, a)
	var lines []item
	line := func(x float64, c color.NRGBA) {
		lines = append(lines, area{box{math.Round(x) - 0.5, top, 1, g.y - top}, c})
	}
	y := g.y + 4
	for i := 0; ; i++ {
		x := a.at(float64(i) * step)
		said := g.p.Measure(float64(i)*step, decimals)
		width := widthOf(said, smallSize, false)
		if x+width/2 > a.right {
			break
		}
		if i > 0 {
			line(x, g.colors.Separator)
		}
		g.put(x-width/2, y, said, smallSize, false, g.colors.Muted)
	}
	line(a.x, g.colors.Border)
	g.items = append(g.items[:grid:grid], append(lines, g.items[grid:]...)...)

	g.y = y + smallSize*lineHeight
	unit := sign + g.p.PerCardHour()
	g.y = g.put(a.right-widthOf(unit, smallSize, false), g.y, unit, smallSize, false, g.colors.Muted).bottom()
}

// ticks are so far apart that their figures do not touch.
func (f FullRate) ticks(g *page, a plot) (step float64, decimals int) {
	for apart := 60.0; ; apart *= 1.5 {
		step, decimals = roundStep(apart / a.perUnit)
		last := math.Floor((a.right-a.x)/a.perUnit/step) * step
		if apart > a.right-a.x || widthOf(g.p.Measure(last, decimals), smallSize, false)+2*gap < step*a.perUnit {
			return step, decimals
		}
	}
}

// roundStep is the least 1, 2 or 5 times a power of ten that is not below
// least, and the decimals that it is written with.
func roundStep(least float64) (step float64, decimals int) {
	power := math.Floor(math.Log10(least))
	for _, m := range []float64{1, 2, 5, 10} {
		if step = m * math.Pow(10, power); step >= least*(1-1e-9) {
			break
		}
	}
	decimals = int(math.Max(0, -math.Floor(math.Log10(step)+1e-9)))
	return step, decimals
}

package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// Portion is one part of what a Gauge holds, in the gauge's unit.
type Portion struct {
	Size  float64
	Color color.Color
}

// GaugeOf describes a Gauge. All sizes are in one unit.
type GaugeOf struct {
	Capacity float64 // 0 when it is not known
	Mark     float64 // how much of the capacity can be used; 0 for no mark
	High     float64 // the dear end of the need
	Portions []Portion
}

// Gauge draws a need against a capacity: the parts of the need over the room
// that there is, a thin line from their sum to the high end, and a tick at
// what can be used. The full width is the larger of need and capacity, so
// that what does not fit is seen standing out.
type Gauge struct {
	widget.BaseWidget
	of     GaugeOf
	height float32
}

// NewGauge makes a gauge whose bar has a height.
func NewGauge(height float32, of GaugeOf) *Gauge {
	g := &Gauge{of: of, height: height}
	g.ExtendBaseWidget(g)
	return g
}

const (
	tickOverhang float32 = 3
	spreadHeight float32 = 2
)

// CreateRenderer draws the gauge.
func (g *Gauge) CreateRenderer() fyne.WidgetRenderer {
	r := &gaugeRenderer{g: g, room: canvas.NewRectangle(nil), spread: canvas.NewRectangle(nil), tick: canvas.NewRectangle(nil)}
	r.objects = []fyne.CanvasObject{r.room}
	for _, p := range g.of.Portions {
		part := canvas.NewRectangle(p.Color)
		r.parts = append(r.parts, part)
		r.objects = append(r.objects, part)
	}
	r.objects = append(r.objects, r.spread, r.tick)
	r.paint()
	return r
}

type gaugeRenderer struct {
	g                  *Gauge
	room, spread, tick *canvas.Rectangle
	parts              []*canvas.Rectangle
	objects            []fyne.CanvasObject
}

func (r *gaugeRenderer) Destroy()                     {}
func (r *gaugeRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *gaugeRenderer) MinSize() fyne.Size {
	return fyne.NewSize(4*theme.Unit, r.g.height+2*tickOverhang)
}

func (r *gaugeRenderer) Layout(size fyne.Size) {
	of, sum := r.g.of, 0.0
	for _, p := range of.Portions {
		sum += p.Size
	}
	full := max(of.Capacity, of.High, sum)
	if full <= 0 {
		return
	}
	at := func(v float64) float32 { return size.Width * float32(v/full) }
	top := (size.Height - r.g.height) / 2
	put := func(o *canvas.Rectangle, from, to, y, height float32) {
		o.Move(fyne.NewPos(from, y))
		o.Resize(fyne.NewSize(max(0, to-from), height))
	}
	put(r.room, 0, at(of.Capacity), top, r.g.height)
	sum = 0
	for i, p := range of.Portions {
		from := at(sum)
		sum += p.Size
		put(r.parts[i], from, max(at(sum), from+1), top, r.g.height) // a small part is still seen
	}
	put(r.spread, at(sum), max(at(sum), at(of.High)), (size.Height-spreadHeight)/2, spreadHeight)
	put(r.tick, at(of.Mark)-1, at(of.Mark)+1, top-tickOverhang, r.g.height+2*tickOverhang)
}

func (r *gaugeRenderer) paint() {
	scheme := theme.Current()
	r.room.FillColor, r.spread.FillColor, r.tick.FillColor = scheme.Separator, scheme.Muted, scheme.Text
	r.tick.Hidden = r.g.of.Mark <= 0
}

func (r *gaugeRenderer) Refresh() {
	r.paint()
	for _, o := range r.objects {
		o.Refresh()
	}
}

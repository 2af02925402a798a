// Package chart makes pictures of model values: PNG and SVG bytes that stay
// readable when they are posted alone.
//
// It owns where everything stands and how it is drawn. A picture is laid out
// first, as boxes, and drawn afterwards, so that both formats are the same and
// a test can look at the boxes. It must not know the toolkit, files, or how an
// amount came about.
package chart

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"math"
	"regexp"

	gochart "github.com/wcharczuk/go-chart/v2"
	"github.com/wcharczuk/go-chart/v2/drawing"

	"cardhour/model/reason"
)

// Limits of a picture: narrower ones cannot hold a label and a bar, larger
// ones would take the machine's memory.
const (
	minWidth  = 480
	maxWidth  = 4000
	maxPixels = 40_000_000
)

// The vector renderer knows whole units only. Quarters of a pixel keep bars
// true to their amounts.
const vectorUnits = 4

// png draws s with scale device pixels to a unit.
func (s *scene) png(scale float64) ([]byte, error) {
	if err := s.checkSize(scale); err != nil {
		return nil, err
	}
	width, height := pixels(s.width, scale), pixels(s.height, scale)
	r, err := gochart.PNG(width, height)
	if err != nil {
		return nil, fmt.Errorf("draw the picture: %w", err)
	}
	b := &brush{r: r, k: scale}
	s.paint(b)
	return b.lettered()
}

func pixels(units, scale float64) int { return int(math.Round(units * scale)) }

// checkSize is asked before anything is allocated.
func (s *scene) checkSize(scale float64) error {
	area := s.width * s.height * scale * scale
	if s.width < minWidth || s.width > maxWidth || !(scale > 0) || !(area <= maxPixels) || s.width*scale < 1 {
		return reason.Refuse("", "chart.size")
	}
	return nil
}

// svg draws s as a vector picture.
func (s *scene) svg() ([]byte, error) {
	if err := s.checkSize(1); err != nil {
		return nil, err
	}
	width, height := pixels(s.width, 1), pixels(s.height, 1)
	r, err := gochart.SVG(width*vectorUnits, height*vectorUnits)
	if err != nil {
		return nil, fmt.Errorf("draw the picture: %w", err)
	}
	s.paint(&brush{r: r, k: vectorUnits, vector: true})
	drawn, err := save(r)
	if err != nil {
		return nil, err
	}
	// The renderer gives no size and no title, and writes colours in a form
	// that some programs do not read.
	drawn = styles.ReplaceAllFunc(drawn, func(style []byte) []byte { return rgba.ReplaceAllFunc(style, hex) })
	head := fmt.Sprintf(`<svg width="%d" height="%d" role="img" `, width, height)
	drawn = bytes.Replace(drawn, []byte("<svg "), []byte(head), 1)
	title := "><title>" + escape(s.title) + "</title>"
	return bytes.Replace(drawn, []byte(">"), []byte(title), 1), nil
}

var (
	styles = regexp.MustCompile(`style="[^"]*"`)
	rgba   = regexp.MustCompile(`rgba\((\d+),(\d+),(\d+),1\.0\)`)
)

func hex(found []byte) []byte {
	var r, g, b uint8
	if _, err := fmt.Sscanf(string(found), "rgba(%d,%d,%d,", &r, &g, &b); err != nil {
		return found
	}
	return fmt.Appendf(nil, "#%02X%02X%02X", r, g, b)
}

// save collects the whole picture, so that an error leaves no half of one.
func save(r gochart.Renderer) ([]byte, error) {
	var out bytes.Buffer
	if err := r.Save(&out); err != nil {
		return nil, fmt.Errorf("write the picture: %w", err)
	}
	return out.Bytes(), nil
}

// brush draws on one of the renderers, k device units to a unit of the scene.
type brush struct {
	r      gochart.Renderer
	k      float64
	vector bool
	texts  []*textItem // of a pixel picture, drawn last
}

// plate receives the pixels that the renderer has drawn.
type plate struct {
	bytes.Buffer
	pixels *image.RGBA
}

// SetRGBA is called by the renderer in place of writing a file.
func (p *plate) SetRGBA(pixels *image.RGBA) { p.pixels = pixels }

// lettered draws the texts over the pixels and writes the picture. The
// renderer's own text has holes where strokes of a letter overlap, as they do
// in the bold font, and is an eighth too large; the context below it can do
// both rightly.
func (b *brush) lettered() ([]byte, error) {
	var p plate
	if err := b.r.Save(&p); err != nil {
		return nil, fmt.Errorf("draw the picture: %w", err)
	}
	pen, err := drawing.NewRasterGraphicContext(p.pixels)
	if err != nil {
		return nil, fmt.Errorf("draw the texts: %w", err)
	}
	pen.SetDPI(64) // the context counts 64ths of a pixel
	pen.SetFillRule(drawing.FillRuleWinding)
	for _, t := range b.texts {
		pen.SetFont(fontOf(t.bold))
		pen.SetFontSize(t.size * b.k)
		pen.SetFillColor(t.color)
		if _, err := pen.CreateStringPath(t.body, t.x*b.k, math.Round((t.y+t.size*baseline)*b.k)); err != nil {
			return nil, fmt.Errorf("draw the texts: %w", err)
		}
		pen.Fill()
	}
	if err := png.Encode(&p, p.pixels); err != nil {
		return nil, fmt.Errorf("write the picture: %w", err)
	}
	return p.Bytes(), nil
}

func (b *brush) at(units float64) int { return int(math.Round(units * b.k)) }

func (b *brush) area(c color.NRGBA, corners ...point) {
	b.r.ResetStyle() // a colour left from a text would win over the fill
	b.r.SetFillColor(drawing.Color{R: c.R, G: c.G, B: c.B, A: c.A})
	for i, p := range corners {
		if i == 0 {
			b.r.MoveTo(b.at(p.x), b.at(p.y))
		} else {
			b.r.LineTo(b.at(p.x), b.at(p.y))
		}
	}
	b.r.Close()
	b.r.Fill()
}

func (b *brush) strokes(c color.NRGBA, width float64, lines [][2]point) {
	b.r.ResetStyle()
	b.r.SetStrokeColor(drawing.Color{R: c.R, G: c.G, B: c.B, A: c.A})
	b.r.SetStrokeWidth(width * b.k)
	for _, l := range lines {
		b.r.MoveTo(b.at(l[0].x), b.at(l[0].y))
		b.r.LineTo(b.at(l[1].x), b.at(l[1].y))
	}
	b.r.Stroke()
}

func (b *brush) text(t *textItem) {
	if !b.vector {
		b.texts = append(b.texts, t)
		return
	}
	b.r.ResetStyle()
	b.r.SetDPI(72) // a point is then a unit
	b.r.SetFont(fontOf(t.bold))
	b.r.SetFontSize(t.size * b.k)
	b.r.SetFontColor(drawing.Color{R: t.color.R, G: t.color.G, B: t.color.B, A: t.color.A})
	body := escape(t.body)
	if t.bold { // the renderer names the family only, and both weights have the same
		body = `<tspan font-weight="bold">` + body + `</tspan>`
	}
	b.r.Text(body, b.at(t.x), b.at(t.y+t.size*baseline))
}

func escape(s string) string { return html.EscapeString(s) }

package chart

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/palette"
	"cardhour/views/text"
)

// Measures of the pictures, on the 8-unit grid of the screens.
const (
	margin     = 32
	titleSize  = 20
	leadSize   = 28
	bodySize   = 13
	smallSize  = 11.5
	noteSize   = 11.5
	thick      = 20 // a bar alone in its row
	thin       = 14 // one of two
	betweenTwo = 4
	rowGap     = 20
	openStub   = 32 // drawn after a bar that nothing bounds; not money
	gap        = 8
	labelShare = 0.28 // of the width, at most
)

// page is a scene that is being filled from top to bottom.
type page struct {
	scene
	p *text.Printer
	y float64
}

func newPage(p *text.Printer, width int, dark bool) *page {
	return &page{scene: scene{width: float64(width), colors: palette.Of(dark)}, p: p, y: margin}
}

func (g *page) inner() float64 { return g.width - 2*margin }

// put places a line of text with its left edge at x.
func (g *page) put(x, y float64, body string, size float64, bold bool, c color.NRGBA) box {
	b := box{x, y, widthOf(body, size, bold), size * lineHeight}
	if body != "" {
		g.add(&textItem{b, body, size, bold, c})
	}
	return b
}

// paragraph places a text over as many lines as it needs, at most most.
func (g *page) paragraph(body string, width, size float64, bold bool, c color.NRGBA, most int) {
	lines := wrap(clean(body), width, size, bold)
	if len(lines) > most {
		lines[most-1] = shorten(strings.Join(lines[most-1:], ""), width, size, bold)
		lines = lines[:most]
	}
	for _, line := range lines {
		g.y = g.put(margin, g.y, line, size, bold, c).bottom()
	}
}

func (g *page) head(title, subtitle string) {
	g.title = clean(title)
	g.paragraph(title, g.inner(), titleSize, true, g.colors.Text, 3)
	g.y += 4
	g.paragraph(subtitle, g.inner(), bodySize, false, g.colors.Muted, 4)
}

// foot places the notes under a thin line and the signature beside the last.
func (g *page) foot(notes []string) {
	sign := g.p.T("chart.signature")
	signWidth := widthOf(sign, noteSize, true)
	g.y += 16
	g.add(area{box{margin, g.y, g.inner(), 1}, g.colors.Separator})
	g.y += 12
	last := g.y
	for _, note := range notes {
		g.paragraph(note, g.inner()-signWidth-24, noteSize, false, g.colors.Muted, 12)
		last = g.y - noteSize*lineHeight
		g.y += 2
	}
	end := g.put(g.width-margin-signWidth, last, sign, noteSize, true, g.colors.Muted)
	g.y = math.Max(g.y, end.bottom())
	g.height = math.Ceil(g.y + margin - 8)
}

// layout gives everything its place.
func (f FullRate) layout(p *text.Printer, width int) (*scene, error) {
	if width < minWidth || width > maxWidth {
		return nil, reason.Refuse("", "chart.size")
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	g := newPage(p, width, f.Dark)
	title, subtitle := f.Title, f.Subtitle
	if title == "" {
		title = p.T("chart.full_rate.title")
	}
	if subtitle == "" {
		subtitle = p.T("chart.full_rate.subtitle", "currency", string(f.Currency))
	}
	g.head(title, subtitle)
	if len(f.Rows) == 0 {
		g.y += 48
		g.paragraph(p.T("chart.full_rate.empty"), g.inner(), 14, false, g.colors.Text, 3)
		g.y += 48
		g.foot(f.Footer)
		return &g.scene, nil
	}
	f.lead(g)
	f.legend(g)
	f.plot(g)
	g.foot(append([]string{p.Paragraph(f.notes(p)...)}, f.Footer...))
	return &g.scene, nil
}

// lead places the number that matters: the lowest full rate, of estimates
// alone or, where there are none, of bills. What nothing bounds cannot be the
// lowest.
func (f FullRate) lead(g *page) {
	pick := func(r Row) *Bar { return r.Estimate }
	mark := "chart.estimate"
	if !slices.ContainsFunc(f.Rows, func(r Row) bool { return r.Estimate != nil }) {
		pick, mark = func(r Row) *Bar { return r.Billed }, "chart.billed"
	}
	best, compared := -1, 0
	for i, r := range f.Rows {
		bar := pick(r)
		if bar == nil {
			continue
		}
		compared++
		if !bar.Open && (best < 0 || bar.High.Cmp(pick(f.Rows[best]).High) < 0) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	name, high := clean(f.Rows[best].Label), pick(f.Rows[best]).High
	if compared > 1 {
		name = g.p.T("chart.full_rate.lowest", "name", name)
	}
	overlap := false
	for i, r := range f.Rows {
		if bar := pick(r); bar != nil && i != best && bar.Low.Cmp(high) < 0 {
			overlap = true
		}
	}
	g.y += 12
	figure, room := f.value(g.p, pick(f.Rows[best])), g.inner()-widthOf(g.p.PerCardHour(), bodySize, false)-2
	size := math.Min(leadSize, leadSize*room/widthOf(figure, leadSize, true))
	number := g.put(margin, g.y, figure, size, true, g.colors.Text)
	// The small words stand on the number's own line.
	small := g.y + size*baseline - bodySize*baseline
	unit := g.put(number.right()+2, small, g.p.PerCardHour(), bodySize, false, g.colors.Text)
	said := g.p.T(mark) + " · " + name
	g.put(unit.right()+12, small, shorten(said, g.width-margin-unit.right()-12, bodySize, false), bodySize, false, g.colors.Muted)
	g.y = math.Max(number.bottom(), unit.bottom())
	if overlap {
		g.paragraph(g.p.T("chart.full_rate.overlap"), g.inner(), bodySize, false, g.colors.Pending, 2)
	}
}

func (f FullRate) value(p *text.Printer, b *Bar) string {
	return p.Range(money.Amount{Value: b.Low, Currency: f.Currency}, money.Amount{Value: b.High, Currency: f.Currency}, b.Open)
}

// bars lists all that is drawn.
func (f FullRate) bars() []*Bar {
	var all []*Bar
	for _, r := range f.Rows {
		for _, b := range []*Bar{r.Estimate, r.Billed} {
			if b != nil {
				all = append(all, b)
			}
		}
	}
	return all
}

// legend names the parts that occur. Kinds that share a colour share a place.
func (f FullRate) legend(g *page) {
	occurs, takes := map[billing.Kind]bool{}, map[billing.Kind]bool{}
	unsettled := false
	for _, b := range f.bars() {
		for _, part := range b.Parts {
			_, _, off := part.ends()
			if !part.Amount.IsZero() || !part.Extra.IsZero() || part.Open {
				occurs[part.Kind] = occurs[part.Kind] || !off
				takes[part.Kind] = takes[part.Kind] || off
			}
			unsettled = unsettled || part.Extra.IsPos() || part.Open
		}
		unsettled = unsettled || b.Open
	}
	type entry struct {
		kind  string
		style segmentStyle
		names []string
	}
	var entries []entry
	put := func(kind string, style segmentStyle, name billing.Kind) {
		same := slices.IndexFunc(entries, func(e entry) bool { return palette.Part(e.kind) == palette.Part(kind) && e.style == style })
		if same < 0 {
			entries = append(entries, entry{kind, style, nil})
			same = len(entries) - 1
		}
		entries[same].names = append(entries[same].names, g.p.Term(string(name)))
	}
	for _, kind := range billing.Kinds {
		switch k := string(kind); {
		case occurs[kind] && !palette.Outlined(k):
			put(k, solid, kind)
		case occurs[kind]:
			put(k, outlined, kind)
		}
		if takes[kind] && !(occurs[kind] && palette.Outlined(string(kind))) {
			put(string(billing.Discount), outlined, kind) // as the bars draw it
		}
	}
	if unsettled {
		entries = append(entries, entry{"", hatched, []string{g.p.T("chart.unsettled")}})
	}
	if len(entries) == 0 {
		return
	}
	const swatch, space = 12.0, 18.0
	g.y += 14
	x, line := float64(margin), noteSize*lineHeight
	for _, e := range entries {
		name := shorten(g.p.List(e.names...), g.inner()-swatch-6, noteSize, false)
		wide := swatch + 6 + widthOf(name, noteSize, false)
		if x > margin && x+wide > g.width-margin {
			x, g.y = margin, g.y+line+4
		}
		g.add(segment{box{x, g.y + (line-swatch)/2, swatch, swatch}, e.kind, e.style, g.colors.Surface})
		g.put(x+swatch+6, g.y, name, noteSize, false, g.colors.Text)
		x += wide + space
	}
	g.y += line
}

// notes say what the picture's signs mean, those that occur.
func (f FullRate) notes(p *text.Printer) []string {
	var estimate, billed, ranged, open, discount bool
	for _, r := range f.Rows {
		estimate = estimate || r.Estimate != nil || r.Undefined != nil
		billed = billed || r.Billed != nil
	}
	for _, b := range f.bars() {
		ranged = ranged || !b.Low.Equal(b.High)
		open = open || b.Open
		for _, part := range b.Parts {
			_, _, off := part.ends()
			discount = discount || off
		}
	}
	var notes []string
	for _, n := range []struct {
		occurs bool
		key    string
	}{
		{estimate, "note_estimate"}, {billed, "note_billed"}, {ranged, "note_range"}, {open, "note_open"}, {discount, "note_discount"},
	} {
		if n.occurs {
			notes = append(notes, p.T("chart.full_rate."+n.key))
		}
	}
	return notes
}

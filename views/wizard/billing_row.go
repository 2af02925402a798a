package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// The columns of the ledger. The first three share what is left over.
const (
	markWidth    = 3 * theme.Unit
	nameWidth    = 17 * theme.Unit
	quoteWidth   = 16 * theme.Unit
	costWidth    = 17 * theme.Unit
	fullWidth    = 16 * theme.Unit
	unknownWidth = 5.75 * theme.Unit
)

// ledgerLayout lays out five cells, the mark before them and the sentences
// that stand below them.
type ledgerLayout struct{}

func (ledgerLayout) columns(width float32) (x, w [5]float32) {
	mark := widgets.Scaled(markWidth)
	left := width - mark
	for i, wide := range [5]float32{nameWidth, quoteWidth, costWidth, fullWidth, unknownWidth} {
		w[i] = widgets.Scaled(wide)
		left -= w[i]
	}
	left = max(0, left)
	w[0] += left * 0.4
	w[1] += left * 0.25
	w[2] += left * 0.35
	at := mark
	for i := range w {
		x[i] = at
		at += w[i]
	}
	return x, w
}

// MinSize is that of the narrowest window.
func (l ledgerLayout) MinSize(cells []fyne.CanvasObject) fyne.Size {
	x, w := l.columns(0)
	height := float32(0)
	for _, c := range cells[:6] {
		height = max(height, c.MinSize().Height)
	}
	for _, c := range cells[6:] {
		if c.Visible() {
			height += c.MinSize().Height - theme.Unit
		}
	}
	return fyne.NewSize(x[4]+w[4], height)
}

func (l ledgerLayout) Layout(cells []fyne.CanvasObject, size fyne.Size) {
	x, w := l.columns(size.Width)
	tallest := float32(0)
	for i, c := range cells[:5] {
		h := c.MinSize().Height
		c.Move(fyne.NewPos(x[i], 0))
		c.Resize(fyne.NewSize(w[i], h))
		tallest = max(tallest, h)
	}
	margin, mark := widgets.Scaled(markWidth), cells[5].MinSize()
	cells[5].Move(fyne.NewPos((margin-mark.Width)/2, 1.25*theme.Unit))
	cells[5].Resize(mark)
	for _, c := range cells[6:] {
		if c.Visible() {
			c.Move(fyne.NewPos(margin, tallest-theme.Unit))
			c.Resize(fyne.NewSize(size.Width-margin, c.MinSize().Height))
			tallest += c.MinSize().Height - theme.Unit
		}
	}
}

// quoteRow is one line of the ledger. It opens at a tap, space or return.
type quoteRow struct {
	widgets.Pressable

	back, edge      *canvas.Rectangle
	mark            *widget.Icon
	name, about     *widgets.Label
	quote, seen     *widgets.FirstFit
	cost            *widgets.FirstFit
	bar             *fyne.Container
	full, bare      *widgets.Label
	unknown, warned *widgets.Label
	verdict, worth  *widgets.Label
	cells           *fyne.Container
}

func newQuoteRow(toggle func()) *quoteRow {
	figure := func(l *widgets.Label) *widgets.Label {
		l.Alignment = fyne.TextAlignTrailing
		return l
	}
	cost := figure(widgets.Short(""))
	cost.TextStyle.Bold = true
	r := &quoteRow{back: canvas.NewRectangle(nil), edge: canvas.NewRectangle(nil), mark: widget.NewIcon(nil),
		name: widgets.Short(""), about: caption(""), quote: widgets.NewFirstFit(figure(widgets.Short(""))), seen: widgets.NewFirstFit(figure(caption(""))),
		cost: widgets.NewFirstFit(cost), bar: container.NewStack(), full: figure(widgets.Short("")), bare: figure(caption("")),
		unknown: figure(widgets.Short("")), warned: figure(caption("")), verdict: widgets.Body(""), worth: widgets.Note("")}
	r.Press = toggle
	r.name.TextStyle.Bold = true
	r.verdict.SizeName = fynetheme.SizeNameCaptionText
	r.worth.SizeName = fynetheme.SizeNameCaptionText
	r.unknown.Importance, r.warned.Importance = widget.WarningImportance, widget.WarningImportance
	thick := container.New(layout.NewCustomPaddedLayout(1.5*theme.Unit, 0, theme.Unit, theme.Unit), r.bar)
	r.cells = container.New(ledgerLayout{}, lines2(r.name, r.about), lines2(r.quote, r.seen), lines2(r.cost, thick),
		lines2(r.full, r.bare), lines2(r.unknown, r.warned), r.mark, r.worth, r.verdict)
	r.ExtendBaseWidget(r)
	return r
}

const barHeight = 0.75 * theme.Unit

// show writes a quote into the row.
func (r *quoteRow) show(t rowText, open bool) {
	for l, s := range map[*widgets.Label]string{r.name: t.name, r.about: t.about, r.full: t.full, r.bare: t.bare, r.unknown: t.unknown, r.warned: t.warned, r.worth: t.worth} {
		l.SetText(s)
	}
	r.quote.Set(t.quote...)
	r.seen.Set(t.seen...)
	r.cost.Set(t.cost...)
	r.bar.Objects = []fyne.CanvasObject{widgets.SpanBar(barHeight, t.upTo, theme.Current().Muted, t.parts...)}
	r.mark.SetResource(fynetheme.MenuExpandIcon())
	if open {
		r.mark.SetResource(fynetheme.MenuDropDownIcon())
	}
	r.verdict.Importance = widget.WarningImportance
	if t.out {
		r.verdict.Importance = widget.DangerImportance
	}
	r.verdict.SetText(t.verdict)
	r.verdict.Hidden, r.worth.Hidden = t.verdict == "", t.worth == ""
	r.Refresh()
}

// CreateRenderer draws the row.
func (r *quoteRow) CreateRenderer() fyne.WidgetRenderer {
	out := &quoteRowRenderer{r}
	out.Refresh()
	return out
}

type quoteRowRenderer struct{ r *quoteRow }

func (o *quoteRowRenderer) Destroy() {}

func (o *quoteRowRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{o.r.back, o.r.cells, o.r.edge}
}

func (o *quoteRowRenderer) MinSize() fyne.Size { return o.r.cells.MinSize() }

func (o *quoteRowRenderer) Layout(size fyne.Size) {
	o.r.back.Resize(size)
	o.r.cells.Resize(size)
	o.r.edge.Resize(fyne.NewSize(3, size.Height))
}

func (o *quoteRowRenderer) Refresh() {
	scheme := theme.Current()
	o.r.back.FillColor, o.r.edge.FillColor = scheme.Surface, scheme.Surface
	if o.r.Hovered || o.r.Focused {
		o.r.back.FillColor, o.r.edge.FillColor = scheme.Raised, scheme.Raised
	}
	if o.r.Focused {
		o.r.edge.FillColor = scheme.Accent
	}
	o.r.back.Refresh()
	o.r.edge.Refresh()
	o.r.cells.Refresh()
}

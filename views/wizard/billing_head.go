package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// sortHead is the head of a column that the ledger is sorted by when it is
// pressed. It outlives a refresh, so that the keyboard stays on it.
type sortHead struct {
	widgets.Pressable

	column quoteColumn
	word   string
	back   *canvas.Rectangle
	label  *widgets.Label
}

func newSortHead(column quoteColumn, word string, press func()) *sortHead {
	h := &sortHead{column: column, word: word, back: canvas.NewRectangle(nil), label: caption(word)}
	if column != byPlatform && column != byCard {
		h.label.Alignment = fyne.TextAlignTrailing
	}
	h.Press = press
	h.ExtendBaseWidget(h)
	return h
}

// show marks the column that the ledger is sorted by.
func (h *sortHead) show(v quoteView) {
	said, bold := h.word, false
	if v.Sort == h.column {
		said, bold = "↑ "+h.word, true // before the word, which is cut where there is no room
		if v.Down {
			said = "↓ " + h.word
		}
	}
	h.label.TextStyle.Bold = bold
	h.label.Importance = widget.LowImportance
	if bold {
		h.label.Importance = widget.MediumImportance
	}
	h.label.SetText(said)
	h.Refresh()
}

// CreateRenderer draws the head.
func (h *sortHead) CreateRenderer() fyne.WidgetRenderer {
	out := &sortHeadRenderer{h}
	out.Refresh()
	return out
}

type sortHeadRenderer struct{ h *sortHead }

func (o *sortHeadRenderer) Destroy() {}
func (o *sortHeadRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{o.h.back, o.h.label}
}
func (o *sortHeadRenderer) MinSize() fyne.Size { return o.h.label.MinSize() }

func (o *sortHeadRenderer) Layout(size fyne.Size) {
	inset := theme.Unit / 2 // heads are set closer than their texts are high
	o.h.back.Move(fyne.NewPos(0, inset))
	o.h.back.Resize(fyne.NewSize(size.Width, max(0, size.Height-2*inset)))
	o.h.label.Resize(size)
}

func (o *sortHeadRenderer) Refresh() {
	scheme := theme.Current()
	o.h.back.FillColor, o.h.back.StrokeWidth = scheme.Surface, 0
	if o.h.Hovered || o.h.Focused {
		o.h.back.FillColor = scheme.Raised
	}
	if o.h.Focused {
		o.h.back.StrokeColor, o.h.back.StrokeWidth = scheme.Accent, 1
	}
	o.h.back.Refresh()
	o.h.label.Refresh()
}

// ledgerHead names the columns, each over what stands below it in a row.
type ledgerHead struct {
	box   fyne.CanvasObject
	heads []*sortHead
}

func (s *billingStep) newHead() *ledgerHead {
	p, h := s.w.p, &ledgerHead{}
	sort := func(column quoteColumn) fyne.CanvasObject {
		head := newSortHead(column, p.T("billing.head."+string(column)), func() { s.look(func(v *quoteView) { v.press(column) }) })
		h.heads = append(h.heads, head)
		return head
	}
	plain := func(key string) fyne.CanvasObject {
		l := caption(p.T("billing.head." + key))
		l.Alignment = fyne.TextAlignTrailing
		return l
	}
	h.box = container.New(ledgerLayout{}, lines2(sort(byPlatform), sort(byCard)), lines2(plain("quote"), sort(bySeen)),
		lines2(sort(byJob), caption("")), lines2(sort(byFull), sort(byBare)), lines2(sort(byUnknown), plain("warnings")), widgets.Spacer(0, 0))
	return h
}

func (h *ledgerHead) show(v quoteView) {
	for _, head := range h.heads {
		head.show(v)
	}
}

// lines2 sets the two lines of a cell.
func lines2(upper, lower fyne.CanvasObject) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedVBoxLayout(-1.5*theme.Unit), upper, lower)
}

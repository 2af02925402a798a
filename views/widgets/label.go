package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Label is the toolkit's label with lines that break as Chinese asks for too:
// the toolkit's own break at spaces alone. Its Text stays as it was given; only
// what is drawn has the line ends in it.
type Label struct{ widget.Label }

// NewLabel is a line of text that is not wrapped.
func NewLabel(text string) *Label {
	l := &Label{}
	l.Text = text
	l.ExtendBaseWidget(l)
	return l
}

// CreateRenderer draws the label.
func (l *Label) CreateRenderer() fyne.WidgetRenderer {
	l.ExtendBaseWidget(l)
	r := l.Label.CreateRenderer()
	objects := r.Objects()
	return &labelRenderer{WidgetRenderer: r, label: l, drawn: objects[len(objects)-1].(*widget.RichText)}
}

// labelRenderer breaks the lines for the toolkit's renderer.
type labelRenderer struct {
	fyne.WidgetRenderer
	label *Label
	drawn *widget.RichText

	text       string      // what was broken last,
	paragraphs []paragraph // where it may be,
	room       fitted      // into what room,
	broken     string      // and how
}

// fitted is all that the ends of lines depend on besides the text.
type fitted struct {
	width, size float32
	style       fyne.TextStyle
}

func (r *labelRenderer) Layout(size fyne.Size) {
	r.fill()
	r.WidgetRenderer.Layout(size)
}

func (r *labelRenderer) Refresh() {
	r.fill()
	r.WidgetRenderer.Refresh()
}

// fill gives the text to be drawn. Text that can be selected is copied as it
// is drawn, so nothing is put into it.
func (r *labelRenderer) fill() {
	l := r.label
	th := l.Theme()
	style := r.drawn.Segments[0].(*widget.TextSegment).Style
	room := fitted{l.Size().Width - 2*th.Size(theme.SizeNameInnerPadding), th.Size(style.SizeName), style.TextStyle}
	if l.Wrapping != fyne.TextWrapWord || l.Truncation != fyne.TextTruncateOff || l.Selectable || room.width <= 0 {
		return
	}
	if r.paragraphs == nil || r.text != l.Text {
		r.text, r.paragraphs, r.room = l.Text, nil, fitted{}
		for text := range strings.SplitSeq(l.Text, "\n") {
			r.paragraphs = append(r.paragraphs, newParagraph(text))
		}
	}
	if r.room != room {
		r.room, r.broken = room, r.lines(room)
	}
	r.drawn.Segments[0].(*widget.TextSegment).Text = r.broken
}

func (r *labelRenderer) lines(room fitted) string {
	var all []string
	for _, p := range r.paragraphs {
		for _, line := range p.lines(room.width, func(s string) float32 { return fyne.MeasureText(s, room.size, room.style).Width }) {
			all = append(all, shown(line))
		}
	}
	return strings.Join(all, "\n")
}

// Package widgets holds the pieces that screens are made of: fields with
// their label, unit and error, pickers over model values, columns, cost bars
// and empty states.
//
// It owns how these look and behave. It must not know any rule, any record or
// where words come from: it is handed finished text, or a function that reads
// text and returns what is wrong with it.
package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// Title is the heading of a step or screen.
func Title(text string) *Label {
	l := Body(text)
	l.TextStyle.Bold = true
	l.SizeName = theme.SizeNameStepTitle
	return l
}

// Heading opens a group of fields or rows.
func Heading(text string) *Label {
	l := NewLabel(text)
	l.TextStyle.Bold = true
	return l
}

// Body is wrapped running text.
func Body(text string) *Label {
	l := NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return l
}

// Note is wrapped text of second rank: units, dates, sources, hints.
func Note(text string) *Label {
	l := Body(text)
	l.Importance = widget.LowImportance
	return l
}

// Warning is a sentence about what is wrong, hidden until there is one.
func Warning() *Label {
	l := Body("")
	l.Importance = widget.DangerImportance
	l.Hide()
	return l
}

// Short is one line that is cut with an ellipsis where there is no room.
func Short(text string) *Label {
	l := NewLabel(text)
	l.Truncation = fyne.TextTruncateEllipsis
	return l
}

// ShortNote is Short in second rank.
func ShortNote(text string) *Label {
	l := Short(text)
	l.Importance = widget.LowImportance
	return l
}

// Figure is a number that stands right-aligned under its header.
func Figure(text string) *Label {
	l := NewLabel(text)
	l.Alignment = fyne.TextAlignTrailing
	return l
}

// KeyNumber is the one number that matters on a screen.
func KeyNumber(text string) *Label {
	l := Heading(text)
	l.SizeName = theme.SizeNameKeyNumber
	return l
}

// Primary is the one button of a screen that is the next thing to do.
func Primary(text string, tapped func()) *widget.Button {
	b := widget.NewButton(text, tapped)
	b.Importance = widget.HighImportance
	return b
}

// Quiet is a button without a frame.
func Quiet(text string, tapped func()) *widget.Button {
	b := widget.NewButton(text, tapped)
	b.Importance = widget.LowImportance
	return b
}

// Row puts objects beside each other at their own widths.
func Row(objects ...fyne.CanvasObject) *fyne.Container { return container.NewHBox(objects...) }

// Ends puts left at the left, taking what room there is, and right at the
// right.
func Ends(left, right fyne.CanvasObject) *fyne.Container {
	return container.NewBorder(nil, nil, nil, right, left)
}

// Tight stacks lines of text that belong together, closer than fields are.
func Tight(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedVBoxLayout(-1.25*theme.Unit), objects...)
}

// Gap is vertical room between groups.
func Gap() fyne.CanvasObject { return Spacer(0, 2*theme.Unit) }

// Spacer takes a fixed room.
func Spacer(width, height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(width, height))
	return r
}

// Inset keeps the screen's margin around content.
func Inset(content fyne.CanvasObject) *fyne.Container {
	m := 2 * theme.Unit
	return container.New(layout.NewCustomPaddedLayout(theme.Unit, m, m, m), content)
}

// Narrow keeps content no wider than a form, at the left.
func Narrow(content fyne.CanvasObject) *fyne.Container {
	return container.New(&narrow{theme.FormWidth}, content)
}

type narrow struct{ width float32 }

func (n *narrow) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (n *narrow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(fyne.NewSize(min(size.Width, max(Scaled(n.width), objects[0].MinSize().Width)), size.Height))
}

// Scaled is a width that was chosen for text of the normal size, at the text
// size of the settings. Layouts apply it; screens give normal widths.
func Scaled(width float32) float32 {
	return width * fynetheme.Size(fynetheme.SizeNameText) / theme.TextSize
}

// Wide gives an object a fixed width and its own height.
func Wide(width float32, content fyne.CanvasObject) *fyne.Container {
	return container.New(&wide{width}, content)
}

type wide struct{ width float32 }

func (w *wide) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(max(Scaled(w.width), objects[0].MinSize().Width), objects[0].MinSize().Height)
}

func (w *wide) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(size)
}

// Side keeps a panel at a fixed width, whatever it would like to have.
func Side(width float32, content fyne.CanvasObject) *fyne.Container {
	return container.New(&side{width}, content)
}

type side struct{ width float32 }

func (s *side) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(Scaled(s.width), objects[0].MinSize().Height)
}

func (s *side) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

// Columns lays out one row of a table. A positive width is fixed, a negative
// one is a share of what is left. Rows with the same widths line up.
func Columns(widths []float32, cells ...fyne.CanvasObject) *fyne.Container {
	return container.New(&columns{widths: widths}, cells...)
}

// Growing lays out a row whose columns are at least so wide and share what is
// left in the given proportions.
func Growing(least, shares []float32, cells ...fyne.CanvasObject) *fyne.Container {
	return container.New(&columns{least, shares}, cells...)
}

type columns struct{ widths, grow []float32 }

const columnGap = theme.Unit

func (c *columns) MinSize(cells []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for i, cell := range cells {
		least := cell.MinSize()
		size.Width += max(Scaled(c.widths[i]), least.Width)
		size.Height = max(size.Height, least.Height)
	}
	size.Width += columnGap * float32(len(cells)-1)
	return size
}

func (c *columns) Layout(cells []fyne.CanvasObject, size fyne.Size) {
	free, shares := size.Width-columnGap*float32(len(cells)-1), float32(0)
	for i := range cells {
		if w := c.widths[i]; w >= 0 {
			free -= Scaled(w)
		} else {
			shares -= w
		}
	}
	for _, share := range c.grow {
		shares += share
	}
	x := float32(0)
	for i, cell := range cells {
		w := c.widths[i]
		if w < 0 {
			w = max(0, free*-w/shares)
		} else {
			w = Scaled(w)
			if c.grow != nil {
				w += max(0, free*c.grow[i]/shares)
			}
		}
		least := cell.MinSize().Height
		cell.Move(fyne.NewPos(x, (size.Height-least)/2))
		cell.Resize(fyne.NewSize(w, least))
		x += w + columnGap
	}
}

// Empty is what a place shows while nothing is in it: what goes here, and the
// buttons that begin.
func Empty(title, body string, buttons ...fyne.CanvasObject) *fyne.Container {
	head := Heading(title)
	head.Wrapping = fyne.TextWrapWord
	return Narrow(container.NewVBox(Gap(), head, Note(body), Row(buttons...)))
}

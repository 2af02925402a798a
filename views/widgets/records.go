package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// Column is one column of Records.
type Column struct {
	Head   string
	Number bool    // its figures stand right-aligned under the head
	Most   float32 // width at normal text size that it is not made wider than; 0 = as wide as its texts
	Share  float32 // of the room that is left over; such a column is cut with an ellipsis
}

// Record is one row of ready texts, or the heading of the rows after it.
type Record struct {
	Heading string
	Cells   []string
	Mark    widget.Importance // of the whole row; MediumImportance is plain
}

// Records is a long list of rows under one head. Columns are as wide as the
// longest of all their texts, so that they stand still while one scrolls and
// filters; only the rows in sight have objects.
type Records struct {
	Box fyne.CanvasObject

	columns  []Column
	widths   []float32
	rows     []Record
	shown    []int
	list     *widget.List
	selected func(row int)
}

// NewRecords makes a list of rows; selected is told the number of a row that
// a person picks.
func NewRecords(columns []Column, rows []Record, selected func(row int)) *Records {
	r := &Records{columns: columns, rows: rows, selected: selected}
	r.widths = measure(columns, rows)
	r.list = widget.NewList(func() int { return len(r.shown) }, r.blank, r.fill)
	r.list.OnSelected = r.pick
	heads := make([]fyne.CanvasObject, len(columns))
	least := float32(0)
	for i, c := range columns {
		heads[i] = head(c)
		room := r.widths[i]
		if room < 0 {
			room = leastShare
		}
		least += room + columnGap
	}
	table := container.NewBorder(container.NewVBox(Columns(r.widths, heads...), widget.NewSeparator()), nil, nil, nil, r.list)
	r.Box = container.NewHScroll(container.NewStack(Spacer(least, 0), table))
	r.Show(nil)
	return r
}

// NewNames makes a list of one column without a head.
func NewNames(rows []Record, selected func(row int)) *Records {
	r := &Records{columns: []Column{{Share: 1}}, widths: []float32{-1}, rows: rows, selected: selected}
	r.list = widget.NewList(func() int { return len(r.shown) }, r.blank, r.fill)
	r.list.OnSelected = r.pick
	r.Box = r.list
	r.Show(nil)
	return r
}

func (r *Records) pick(at widget.ListItemID) {
	row := r.shown[at]
	if r.rows[row].Heading != "" {
		r.list.Unselect(at) // a heading is no record
		return
	}
	r.selected(row)
}

// Show filters: the numbers of the rows to show, in order; nil shows all.
func (r *Records) Show(rows []int) {
	if rows == nil {
		rows = make([]int, len(r.rows))
		for i := range rows {
			rows[i] = i
		}
	}
	r.shown = rows
	r.list.UnselectAll()
	r.list.Refresh()
	r.list.ScrollToTop()
}

// Select picks a row as a person would.
func (r *Records) Select(row int) {
	for at, shown := range r.shown {
		if shown == row {
			r.list.Select(at)
		}
	}
}

// leastShare is the room that a column with a share is never squeezed below.
const leastShare = 11 * theme.Unit

func head(c Column) *Label {
	l := ShortestNote(c.Head)
	if c.Number {
		l.Alignment = fyne.TextAlignTrailing
	}
	return l
}

func measure(columns []Column, rows []Record) []float32 {
	size := fynetheme.TextSize()
	scale := size / 14
	wide := func(s string) float32 {
		return fyne.MeasureText(s, size, fyne.TextStyle{}).Width + 2*fynetheme.InnerPadding()
	}
	widths := make([]float32, len(columns))
	for i, c := range columns {
		if c.Share > 0 {
			widths[i] = -c.Share
			continue
		}
		widths[i] = wide(c.Head)
		for _, row := range rows {
			if i < len(row.Cells) {
				widths[i] = max(widths[i], wide(row.Cells[i]))
			}
		}
		if c.Most > 0 {
			// A label that may be cut keeps room for its ellipsis.
			widths[i] += fyne.MeasureText("…", size, fyne.TextStyle{}).Width
			widths[i] = min(widths[i], max(c.Most*scale, wide(c.Head)))
		}
	}
	return widths
}

// blank makes the objects of one row: its cells, and over them the heading
// that it may have to show instead.
func (r *Records) blank() fyne.CanvasObject {
	cells := make([]fyne.CanvasObject, len(r.columns))
	for i, c := range r.columns {
		l := NewLabel("")
		if c.Share > 0 || c.Most > 0 {
			l.Truncation = fyne.TextTruncateEllipsis
		}
		if c.Number {
			l.Alignment = fyne.TextAlignTrailing
		}
		cells[i] = l
	}
	return container.New(layout.NewStackLayout(), Columns(r.widths, cells...), Heading(""))
}

func (r *Records) fill(at widget.ListItemID, object fyne.CanvasObject) {
	parts := object.(*fyne.Container).Objects
	cells, heading := parts[0].(*fyne.Container), parts[1].(*Label)
	row := r.rows[r.shown[at]]
	heading.SetText(row.Heading)
	if row.Heading != "" {
		cells.Hide()
		heading.Show()
		return
	}
	heading.Hide()
	cells.Show()
	for i, c := range cells.Objects {
		label, text := c.(*Label), ""
		if i < len(row.Cells) {
			text = row.Cells[i]
		}
		if label.Importance != row.Mark {
			label.Importance = row.Mark
		}
		label.SetText(text)
	}
}

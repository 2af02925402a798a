package widgets

import "fyne.io/fyne/v2"

// Level lays out one row of a table like Columns, but with the first lines of
// its cells level: for cells of running text.
func Level(widths []float32, cells ...fyne.CanvasObject) *fyne.Container {
	c := Columns(widths, cells...)
	c.Layout = level{&columns{widths: widths}}
	return c
}

type level struct{ *columns }

func (l level) Layout(cells []fyne.CanvasObject, size fyne.Size) {
	l.columns.Layout(cells, size)
	for _, cell := range cells {
		cell.Move(fyne.NewPos(cell.Position().X, 0))
		cell.Resize(fyne.NewSize(cell.Size().Width, cell.MinSize().Height))
	}
}

package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// wheel lies over a field of one line and hands the turns of the mouse wheel
// on to the page. The toolkit's fields keep them, and the page would stand
// still wherever a field lies under the pointer. Nothing else stops at it.
type wheel struct {
	widget.BaseWidget
}

// underWheel puts a wheel over a field.
func underWheel(field fyne.CanvasObject) fyne.CanvasObject {
	w := &wheel{}
	w.ExtendBaseWidget(w)
	return container.NewStack(field, w)
}

// Scrolled scrolls the page.
func (w *wheel) Scrolled(e *fyne.ScrollEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(w)
	if c == nil {
		return
	}
	if page, ok := scrollOf(c.Content(), w); ok && page != nil {
		page.Scrolled(e)
	}
}

// CreateRenderer draws nothing.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}

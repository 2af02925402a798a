package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// Reveal scrolls the area that an object lies in until the object is seen,
// with room for the label above it and the sentence below. The toolkit moves
// the keyboard out of sight without it.
func Reveal(o fyne.CanvasObject) {
	driver := fyne.CurrentApp().Driver()
	c := driver.CanvasForObject(o)
	if c == nil {
		return
	}
	scroll, ok := scrollOf(c.Content(), o)
	if !ok || scroll == nil {
		return
	}
	at := driver.AbsolutePositionForObject(o).Subtract(driver.AbsolutePositionForObject(scroll.Content))
	offset := fyne.NewPos(
		revealed(scroll.Offset.X, scroll.Size().Width, at.X, o.Size().Width, 2*theme.Unit),
		revealed(scroll.Offset.Y, scroll.Size().Height, at.Y, o.Size().Height, 6*theme.Unit))
	if offset != scroll.Offset {
		scroll.ScrollToOffset(offset)
	}
}

// revealed is the offset at which what lies at a place is seen with some room
// on both sides, the offset that there is where it is seen already.
func revealed(offset, seen, at, size, room float32) float32 {
	switch {
	case at-room < offset:
		return max(0, at-room)
	case at+size+room > offset+seen:
		return at + size + room - seen
	}
	return offset
}

// scrollOf finds an object below another and the innermost scrolled area on
// the way to it; ok is false when it is not there.
func scrollOf(in, o fyne.CanvasObject) (scroll *container.Scroll, ok bool) {
	if in == o {
		return nil, true
	}
	var children []fyne.CanvasObject
	switch in := in.(type) {
	case *fyne.Container:
		children = in.Objects
	case *container.Scroll:
		inner, ok := scrollOf(in.Content, o)
		if ok && inner == nil {
			inner = in
		}
		return inner, ok
	case *Fold:
		children = []fyne.CanvasObject{in.head}
		if in.open {
			children = append(children, in.inside)
		}
	case *widget.Accordion:
		for _, item := range in.Items {
			children = append(children, item.Detail)
		}
	}
	for _, child := range children {
		if scroll, ok = scrollOf(child, o); ok {
			return scroll, true
		}
	}
	return nil, false
}

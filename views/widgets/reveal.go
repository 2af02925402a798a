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
	at := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(scroll.Content).Y
	const room = 6 * theme.Unit
	offset := scroll.Offset
	switch {
	case at-room < offset.Y:
		offset.Y = max(0, at-room)
	case at+o.Size().Height+room > offset.Y+scroll.Size().Height:
		offset.Y = at + o.Size().Height + room - scroll.Size().Height
	default:
		return
	}
	scroll.ScrollToOffset(offset)
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

// revealedSelect is a picker that comes into sight with the keyboard.
type revealedSelect struct{ widget.Select }

func (s *revealedSelect) FocusGained() { s.Select.FocusGained(); Reveal(s) }

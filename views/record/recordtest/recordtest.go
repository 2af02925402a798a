// Package recordtest is the hands and eyes of a person in front of a form, for
// black-box tests: it finds things on the screen by the words beside them.
package recordtest

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/widgets"
)

// objects lists everything that is shown in a window, in reading order of the
// tree.
func objects(window fyne.Window) []fyne.CanvasObject {
	var all []fyne.CanvasObject
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if o == nil || !o.Visible() {
			return
		}
		o = widgets.Plain(o)
		all = append(all, o)
		switch o := o.(type) {
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child)
			}
		case *widget.Entry, *widget.SelectEntry, *widget.Select, *widget.Button, *widgets.Label, *widget.Hyperlink: // drawn as a whole
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				walk(child)
			}
		}
	}
	walk(window.Content())
	return all
}

// Shown lists the words on the screen.
func Shown(window fyne.Window) []string {
	var words []string
	for _, o := range objects(window) {
		switch o := o.(type) {
		case *widgets.Label:
			words = append(words, o.Text)
		case *widget.Button:
			words = append(words, o.Text)
		case *widget.Entry:
			words = append(words, o.Text)
		case *widget.Hyperlink:
			words = append(words, o.Text)
		}
	}
	return slices.DeleteFunc(words, func(s string) bool { return s == "" })
}

// See asserts that some words stand on the screen.
func See(t *testing.T, window fyne.Window, words string) {
	t.Helper()
	shown := Shown(window)
	if !slices.ContainsFunc(shown, func(s string) bool { return strings.Contains(s, words) }) {
		t.Errorf("%q is not on the screen: %q", words, shown)
	}
}

// NotSee asserts that some words do not stand on the screen.
func NotSee(t *testing.T, window fyne.Window, words string) {
	t.Helper()
	shown := Shown(window)
	if slices.ContainsFunc(shown, func(s string) bool { return strings.Contains(s, words) }) {
		t.Errorf("%q is on the screen: %q", words, shown)
	}
}

// Buttons lists the buttons with a text.
func Buttons(window fyne.Window, words string) []*widget.Button {
	var found []*widget.Button
	for _, o := range objects(window) {
		if b, ok := o.(*widget.Button); ok && b.Text == words {
			found = append(found, b)
		}
	}
	return found
}

// Press taps the first button with a text.
func Press(t *testing.T, window fyne.Window, words string) {
	t.Helper()
	found := Buttons(window, words)
	if len(found) == 0 {
		t.Fatalf("no button %q: %q", words, Shown(window))
	}
	test.Tap(found[0])
}

// PressIcon taps the i-th button that shows an icon alone.
func PressIcon(t *testing.T, window fyne.Window, icon fyne.Resource, i int) {
	t.Helper()
	for _, b := range Buttons(window, "") {
		if b.Icon != nil && b.Icon.Name() == icon.Name() {
			if i == 0 {
				test.Tap(b)
				return
			}
			i--
		}
	}
	t.Fatalf("no such button with the icon %s", icon.Name())
}

// after finds the i-th object of a kind that follows a label.
func after[T fyne.CanvasObject](t *testing.T, window fyne.Window, label string, i int) T {
	t.Helper()
	seen := false
	for _, o := range objects(window) {
		if l, ok := o.(*widgets.Label); ok && l.Text == label {
			seen = true
		}
		if found, ok := o.(T); ok && seen {
			if i == 0 {
				return found
			}
			i--
		}
	}
	t.Fatalf("nothing to fill in after %q: %q", label, Shown(window))
	var none T
	return none
}

// Entry is the field under a label; the i-th after it where a column has many.
func Entry(t *testing.T, window fyne.Window, label string, i int) *widget.Entry {
	t.Helper()
	return after[*widget.Entry](t, window, label, i)
}

// Type writes into the field under a label, over what stood there.
func Type(t *testing.T, window fyne.Window, label, words string) {
	t.Helper()
	Entry(t, window, label, 0).SetText(words)
}

// Pick chooses in the picker under a label.
func Pick(t *testing.T, window fyne.Window, label, option string) {
	t.Helper()
	picker := after[*widget.Select](t, window, label, 0)
	if !slices.Contains(picker.Options, option) {
		t.Fatalf("%q is not among %q", option, picker.Options)
	}
	picker.SetSelected(option)
}

// Amount is the amount in the i-th line of a bill whose column has that head.
func Amount(t *testing.T, window fyne.Window, head string, i int) *widget.Entry {
	t.Helper()
	return Entry(t, window, head, 2*i) // each line has a note behind its amount
}

package wizard

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/text"
	"cardhour/views/widgets"
)

// What a person sees and does on a screen, whatever it is built of.

// eachOn calls visit for every object that is on screen, from the top.
func eachOn(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	o = widgets.Plain(o)
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, inside := range o.Objects {
			eachOn(inside, visit)
		}
	case *widgets.Label, *widget.Button, *widget.Check, *widget.Entry, *widget.SelectEntry, *widget.Select: // drawn as a whole
	case fyne.Widget:
		for _, inside := range test.WidgetRenderer(o).Objects() {
			eachOn(inside, visit)
		}
	}
}

// wordsOn is everything that can be read on a screen, a line each.
func wordsOn(o fyne.CanvasObject) string {
	var lines []string
	eachOn(o, func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *widgets.Label:
			lines = append(lines, o.Text)
		case *widget.Button:
			lines = append(lines, o.Text)
		case *widget.Check:
			lines = append(lines, o.Text)
		}
	})
	return strings.Join(lines, "\n")
}

// allOn lists the widgets of one type on a screen.
func allOn[T fyne.CanvasObject](o fyne.CanvasObject) []T {
	var found []T
	eachOn(o, func(o fyne.CanvasObject) {
		if w, ok := o.(T); ok {
			found = append(found, w)
		}
	})
	return found
}

// pressOn taps the i-th button with a text.
func pressOn(t *testing.T, o fyne.CanvasObject, word string, i int) {
	t.Helper()
	for _, b := range allOn[*widget.Button](o) {
		if b.Text == word {
			if i == 0 {
				test.Tap(b)
				return
			}
			i--
		}
	}
	t.Fatalf("there is no button %q", word)
}

func reads(t *testing.T, o fyne.CanvasObject, wanted ...string) {
	t.Helper()
	words := wordsOn(o)
	for _, w := range wanted {
		if !strings.Contains(words, w) {
			t.Errorf("%q is not on the screen:\n%s", w, words)
		}
	}
}

func readsNot(t *testing.T, o fyne.CanvasObject, unwanted ...string) {
	t.Helper()
	words := wordsOn(o)
	for _, w := range unwanted {
		if strings.Contains(words, w) {
			t.Errorf("%q is on the screen:\n%s", w, words)
		}
	}
}

func noMissingText(t *testing.T) {
	t.Helper()
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

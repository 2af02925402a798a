package widgets

import (
	"strconv"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

func TestThePageScrollsWhereverTheWheelTurns(t *testing.T) {
	test.NewTempApp(t)
	find := func(string) []string { return []string{"A100 80GB", "RTX 4090 24GB"} }
	typed := func(string) {}
	input, list := NewInput(InputOf{Label: "price", Typed: typed}), NewInput(InputOf{Label: "card", Find: find, Typed: typed})
	lookup := NewLookup("model", nil, "", find, typed)
	field := NewField(FieldOf{Label: "hours", Unit: "h", Read: func(string) error { return nil }})
	page := container.NewVBox(input.Box, list.Box, lookup.Box, field.Box)
	for i := range 40 {
		page.Add(NewLabel(strconv.Itoa(i)))
	}
	fields := map[string]fyne.CanvasObject{"input": input.Entry, "input with a list": list.Entry, "lookup": lookup.Entry, "field": field.Entry}
	scroll := container.NewScroll(page)
	window := test.NewTempWindow(t, scroll)
	window.Resize(fyne.NewSize(300, 300))
	for name, entry := range fields {
		scroll.ScrollToTop()
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(entry)
		test.Scroll(window.Canvas(), at.AddXY(30, 15), 0, -50)
		if scroll.Offset.Y != 50 {
			t.Errorf("over the %s the page scrolls by %v", name, scroll.Offset.Y)
		}
	}
}

func TestTheKeyThatLeadsDownOpensTheListOfAField(t *testing.T) {
	test.NewTempApp(t)
	in := NewInput(InputOf{Find: func(string) []string { return []string{"A100 80GB", "RTX 4090 24GB"} }, Typed: func(string) {}})
	window := test.NewTempWindow(t, in.Box)
	window.Resize(fyne.NewSize(300, 300))
	in.Focus()
	press := func(keys ...fyne.KeyName) {
		for _, key := range keys {
			window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: key})
		}
	}
	press(fyne.KeyDown)
	if window.Canvas().Overlays().Top() == nil {
		t.Fatal("no list opens")
	}
	press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if in.Entry.Text != "RTX 4090 24GB" {
		t.Errorf("it says %q", in.Entry.Text)
	}
}

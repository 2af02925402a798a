package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// helped presses the "?" of a sentence and returns the label of its card.
func helped(t *testing.T, window fyne.Window, help fyne.CanvasObject) *Label {
	t.Helper()
	test.Tap(help.(*widget.Button))
	above := window.Canvas().Overlays().Top()
	if above == nil {
		t.Fatal("no card is shown")
	}
	var found *Label
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *Label:
			found = o
		case *fyne.Container:
			for _, inside := range o.Objects {
				walk(inside)
			}
		case fyne.Widget:
			for _, inside := range test.WidgetRenderer(o).Objects() {
				walk(inside)
			}
		}
	}
	walk(above)
	return found
}

func TestAHelpCardIsClosedByTheKeyboardAndByATap(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	help := NewHelp(sentence).(*widget.Button)
	window := test.NewTempWindow(t, container.NewVBox(container.NewHBox(help)))
	window.Resize(fyne.NewSize(600, 400))
	c := window.Canvas()
	for _, key := range []fyne.KeyName{fyne.KeyEscape, fyne.KeySpace, fyne.KeyReturn} {
		c.Focus(help)
		help.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyTab})
		if c.Overlays().Top() == nil {
			t.Fatal("any key closes the card")
		}
		c.Focused().TypedKey(&fyne.KeyEvent{Name: key})
		if c.Overlays().Top() != nil {
			t.Fatalf("%s does not close the card", key)
		}
		if c.Focused() != help {
			t.Errorf("after %s the keyboard is on %T", key, c.Focused())
		}
	}
	helped(t, window, help)
	test.TapCanvas(c, fyne.NewPos(500, 390))
	if c.Overlays().Top() != nil {
		t.Error("a tap beside the card does not close it")
	}
	label := helped(t, window, help)
	test.TapCanvas(c, app.Driver().AbsolutePositionForObject(label).AddXY(9, 9))
	if c.Overlays().Top() != nil {
		t.Error("a tap on the card does not close it")
	}
}

// Sentences of all lengths: a card is as high as its lines.
func TestAHelpCardHasNoLineTooManyOrTooFew(t *testing.T) {
	app := test.NewTempApp(t)
	for _, scale := range []float32{0.8, 1, 1.5, 2} {
		app.Settings().SetTheme(theme.New(theme.Light, scale))
		box := container.NewVBox()
		window := test.NewTempWindow(t, box)
		window.Resize(fyne.NewSize(1024, 700))
		for n := range 40 {
			words := ""
			for i := range n + 1 {
				words += []string{"显存", "memory ", "按小时", "of a card "}[(i+n)%4]
			}
			help := NewHelp(words)
			box.Objects = []fyne.CanvasObject{container.NewHBox(help)}
			box.Refresh()
			label := helped(t, window, help)
			lines := drawn(t, label)
			last := lines[len(lines)-1]
			below := label.Size().Height - last.Position().Y - last.MinSize().Height
			if last.Text == "" || below < 0 || below > 2*theme.Unit {
				t.Errorf("at %v, %d words: %v are below the last line %q", scale, n, below, last.Text)
			}
			window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		}
	}
}

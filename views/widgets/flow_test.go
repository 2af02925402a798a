package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
)

func TestWhatHasNoRoomBesideGoesBelow(t *testing.T) {
	test.NewTempApp(t)
	gap := fynetheme.Padding()
	a, b, c := Spacer(100, 20), Spacer(80, 30), Spacer(60, 20)
	flow := Flow(a, b, c)
	if got := flow.MinSize(); got != fyne.NewSize(100, 30) {
		t.Errorf("before it is laid out it needs %v", got)
	}
	flow.Resize(fyne.NewSize(100+gap+80, 200))
	if b.Position() != fyne.NewPos(100+gap, 0) || c.Position() != fyne.NewPos(0, 30+gap) {
		t.Errorf("they lie at %v and %v", b.Position(), c.Position())
	}
	if got := flow.MinSize(); got != fyne.NewSize(100, 50+gap) {
		t.Errorf("on two lines it needs %v", got)
	}
	flow.Resize(fyne.NewSize(90, 200)) // narrower than the widest
	if c.Position().Y <= b.Position().Y || a.Position() != fyne.NewPos(0, 0) {
		t.Errorf("they lie at %v, %v and %v", a.Position(), b.Position(), c.Position())
	}
	b.Hide()
	flow.Resize(fyne.NewSize(400, 200))
	if c.Position() != fyne.NewPos(100+gap, 0) || flow.MinSize().Width != 100 {
		t.Errorf("beside what is hidden it lies at %v, all need %v", c.Position(), flow.MinSize())
	}
}

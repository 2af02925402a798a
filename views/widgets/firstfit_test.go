package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestALineSaysAsMuchAsThereIsRoomFor(t *testing.T) {
	test.NewTempApp(t)
	bold := NewLabel("")
	bold.TextStyle.Bold = true
	line := NewFirstFit(bold)
	line.Set("¥1,500.00–1,520.00", "¥1,500–1,520", "¥1.5k")
	window := test.NewTempWindow(t, line)
	window.SetPadded(false)
	for _, c := range []struct {
		width float32
		said  string
	}{{400, "¥1,500.00–1,520.00"}, {130, "¥1,500–1,520"}, {20, "¥1.5k"}, {400, "¥1,500.00–1,520.00"}} {
		line.Resize(fyne.NewSize(c.width, 40))
		if bold.Text != c.said {
			t.Errorf("%v wide it says %q", c.width, bold.Text)
		}
	}
}

package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

func TestADialogIsNotCalledByTheDotsOfItsButton(t *testing.T) {
	test.NewTempApp(t)
	window := test.NewTempWindow(t, widget.NewLabel(""))
	window.Resize(fyne.NewSize(1024, 700))
	ChooseFile(window, "附上截图…", nil, func(string, error) {})
	titled := false
	for _, o := range test.LaidOutObjects(window.Canvas().Overlays().Top()) {
		if l, ok := o.(*widget.Label); ok {
			titled = titled || l.Text == "附上截图"
			if l.Text == "附上截图…" {
				t.Error("the title has the dots")
			}
		}
	}
	if !titled {
		t.Error("the dialog has no title")
	}
}

package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
)

// ChooseFile asks for a file with one of the endings, any if none is named.
// chosen is not called when nothing was chosen; it gets an error when the
// dialog could not give what was.
func ChooseFile(window fyne.Window, title string, endings []string, chosen func(path string, err error)) {
	ShowChooser(window, dialog.NewFileOpen(func(from fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			chosen("", err)
		case from != nil:
			path := from.URI().Path()
			_ = from.Close() // it was not read
			chosen(path, nil)
		}
	}, window), title, endings...)
}

// ShowChooser shows a dialog for a file as large as the window lets it be. Its
// title is what the button that opens it says, without the "…" by which that
// promises a dialog.
func ShowChooser(window fyne.Window, d *dialog.FileDialog, title string, endings ...string) {
	if len(endings) > 0 {
		d.SetFilter(storage.NewExtensionFileFilter(endings))
	}
	d.SetTitleText(strings.TrimSuffix(title, "…"))
	d.Show()
	d.Resize(window.Canvas().Size().SubtractWidthHeight(64, 64)) // takes a dialog that is shown
}

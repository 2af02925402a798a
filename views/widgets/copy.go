package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// NewCopy is a button that puts a text on the clipboard and says so in place
// of its own word.
func NewCopy(word, done string, text func() string) *widget.Button {
	var b *widget.Button
	b = widget.NewButtonWithIcon(word, fynetheme.ContentCopyIcon(), func() {
		fyne.CurrentApp().Clipboard().SetContent(text())
		b.SetText(done)
		b.SetIcon(fynetheme.ConfirmIcon())
	})
	return b
}

// Command bare is the smallest window with the tags, theme and fonts of
// cardhour: what startbench measures cardhour against. It knows nothing else
// of the program.
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

func main() {
	a := app.NewWithID("io.cardhour.bare")
	a.Settings().SetTheme(theme.New(theme.Light, 1))
	w := a.NewWindow("bare")
	w.SetMaster()
	w.SetContent(container.NewCenter(widget.NewLabel("卡时 Cardhour 卡时 Cardhour")))
	w.Resize(fyne.NewSize(1280, 800))
	w.ShowAndRun()
}

package wizard

import (
	"fyne.io/fyne/v2"

	"cardhour/views/widgets"
)

// undescribed says why a card could not be held against the need, and leads to
// where one that the library does not have is described.
func (w *Wizard) undescribed(why, card string, known bool) fyne.CanvasObject {
	note := widgets.Note(why)
	if known || card == "" || w.ToNewCard == nil {
		return note
	}
	return widgets.Ends(note, widgets.Quiet(w.p.T("task.model.describe"), func() { w.ToNewCard(card) }))
}

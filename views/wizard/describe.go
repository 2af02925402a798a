package wizard

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/hardware"
	"cardhour/model/task"
	"cardhour/views/widgets"
)

// mostNear is how many models are offered in place of one.
const mostNear = 3

// suggest says what the model that was typed is computed as where the library
// has it under another name. One that it does not have is answered with the
// nearest, to be taken by a press: only of the library's is the memory known.
func (s *taskStep) suggest(model string) {
	p := s.w.p
	meant, ok := hardware.ModelNamed(s.w.catalog.Models(), model)
	if model == "" || ok && hardware.Same(meant.ID, model) {
		s.nearest.Hide()
		s.unlisted.Hide() // or its room would stay
		return
	}
	var instead []string
	said := p.T("task.model.taken", "model", meant.ID)
	if !ok {
		instead = s.w.catalog.FindModels(model)
		instead, said = instead[:min(mostNear, len(instead))], p.T("task.model.none")
		if len(instead) > 0 {
			said = p.T("task.model.nearest")
		}
	}
	s.nearest.SetText(said)
	s.describe.Hidden = ok || s.w.ToNewModel == nil
	s.offer(instead)
	s.nearest.Show()
	s.unlisted.Show()
}

// offer makes a button of each name. Those that are there already stay: one of
// them may have the keyboard.
func (s *taskStep) offer(names []string) {
	if !slices.Equal(names, s.instead) {
		s.instead = names
		s.answers.Objects = nil
		for _, name := range names {
			s.answers.Add(widget.NewButton(name, func() {
				s.w.session.EditTask("model", func(t *task.Task) { t.Model = name })
			}))
		}
		s.answers.Add(s.describe)
	}
	s.answers.Hidden = len(names) == 0 && s.describe.Hidden
	s.answers.Refresh()
}

// undescribed says why a card could not be held against the need, and leads to
// where one that the library does not have is described.
func (w *Wizard) undescribed(why, card string, known bool) fyne.CanvasObject {
	note := widgets.Note(why)
	if known || card == "" || w.ToNewCard == nil {
		return note
	}
	return widgets.Ends(note, widgets.Quiet(w.p.T("task.model.describe"), func() { w.ToNewCard(card) }))
}

package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/barrier"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/widgets"
)

// answering is an answer that the person is giving about one requirement at
// one platform. It outlives the row that it stands in, so that nothing typed
// is lost when another row changes.
type answering struct {
	box   *fyne.Container
	value string
	open  bool
}

// answerRow offers to copy the question and to write the answer down.
func (s *barrierStep) answerRow(v platformView, l checkLine, question string) fyne.CanvasObject {
	p := s.w.p
	key := v.id + "\x00" + l.req
	form := s.forms[key]
	if form == nil {
		form = s.newAnswering(v.id, l.req)
		s.forms[key] = form
	}
	word := "barrier.correct"
	row := widgets.Row()
	if l.verdict == barrier.Unknown {
		word = "barrier.answer"
		ask := widgets.NewCopy(p.T("barrier.copy"), p.T("barrier.copied"), func() string { return question })
		ask.Importance = widget.LowImportance
		row.Add(ask)
	}
	if !form.open {
		form.box.Hide()
	}
	row.Add(widgets.Quiet(p.T(word), func() { s.turn(form, !form.open) }))
	return container.NewVBox(row, form.box)
}

// turn opens or closes a form.
func (s *barrierStep) turn(form *answering, open bool) {
	form.open = open
	if open {
		form.box.Show()
	} else {
		form.box.Hide()
	}
	s.platforms.Refresh()
	s.w.scroll.Refresh()
}

func (s *barrierStep) newAnswering(platform, id string) *answering {
	p := s.w.p
	req, _ := barrier.ByID(id)
	a := &answering{}
	wrong := widgets.Note("")
	wrong.Importance = widget.DangerImportance
	wrong.Hide()

	var given fyne.CanvasObject
	if req.Compare == barrier.Is {
		given = widgets.NewYesNo(p.T("barrier.their_answer"), nil, p.Term("yes"), p.Term("no"), func(yes bool) {
			a.value = "no"
			if yes {
				a.value = "yes"
			}
			wrong.Hide()
		}).Box
	} else {
		given = widgets.NewField(widgets.FieldOf{Label: p.T("barrier.their_number"), Unit: s.unit(req), Problem: p.Problem,
			Read: func(typed string) error {
				a.value = ""
				v, err := money.Parse(typed)
				if err == nil && v.IsNeg() {
					err = reason.Refuse("", "number.negative")
				}
				if err == nil {
					a.value = v.Trim(0).String()
					wrong.Hide()
				}
				return err
			}}).Box
	}
	note := widgets.NewField(widgets.FieldOf{Label: p.T("barrier.who"), Placeholder: p.T("barrier.who.hint"),
		Read: func(string) error { return nil }, Problem: p.Problem})
	save := widget.NewButton(p.T("barrier.keep"), func() {
		if a.value == "" {
			wrong.SetText(p.T("barrier.no_answer"))
			wrong.Show()
			return
		}
		answer := barrier.Answer{Platform: platform, Requirement: id, Value: a.value, Note: note.Entry.Text}
		s.turn(a, false)
		s.w.session.PutAnswer(answer)
	})
	a.box = container.NewVBox(given, note.Box, wrong, widgets.Row(save))
	return a
}

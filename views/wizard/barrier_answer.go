package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/barrier"
	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/widgets"
)

// answering is an answer that the person is giving about one requirement at
// one platform. It outlives the row that it stands in, so that nothing typed
// is lost when another row changes.
type answering struct {
	platform, req string
	box           *fyne.Container
	files         *fyne.Container // that support it, seen whether the form is open or not
	shown         []fact.Evidence // in files
	value         string
	open          bool
}

// answerTexts is an answer as it was typed.
type answerTexts struct {
	Answer string `json:"answer,omitempty"` // a number as typed, "yes" or "no"
	Note   string `json:"note,omitempty"`
}

func (w *Wizard) keptAnswers() widgets.Kept[map[string]answerTexts] {
	return widgets.Kept[map[string]answerTexts]{Forms: w.session, Key: "answers." + w.shown}
}

// keep stores an answer as it stands; one that says nothing is forgotten.
func (s *barrierStep) keep(key string, typed answerTexts) {
	s.typed[key] = typed
	if typed == (answerTexts{}) {
		delete(s.typed, key)
	}
	if len(s.typed) == 0 {
		s.w.keptAnswers().Forget()
		return
	}
	s.w.keptAnswers().Keep(s.typed)
}

// answerRow offers to copy the question and to write the answer down.
func (s *barrierStep) answerRow(v platformView, l checkLine, question string) fyne.CanvasObject {
	p := s.w.p
	key := v.id + "\x00" + l.req
	form := s.forms[key]
	if form == nil {
		form = s.newAnswering(key, v.id, l.req)
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
	return container.NewVBox(form.files, row, form.box)
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

func (s *barrierStep) newAnswering(key, platform, id string) *answering {
	p := s.w.p
	req, _ := barrier.ByID(id)
	typed, open := s.typed[key]
	a := &answering{platform: platform, req: id, open: open, files: container.NewVBox()}
	wrong := widgets.Warning()

	var given fyne.CanvasObject
	if req.Compare == barrier.Is {
		answer := widgets.NewYesNo(p.T("barrier.their_answer"), nil, p.Term("yes"), p.Term("no"), func(yes bool) {
			a.value = "no"
			if yes {
				a.value = "yes"
			}
			wrong.Hide()
			typed.Answer = a.value
			s.keep(key, typed)
		})
		if typed.Answer == "yes" || typed.Answer == "no" {
			a.value = typed.Answer
			answer.Fill(a.value == "yes", true)
		}
		given = answer.Box
	} else {
		answer := widgets.NewField(widgets.FieldOf{Label: p.T("barrier.their_number"), Unit: s.unit(req), Problem: p.Problem,
			Read: func(number string) error {
				typed.Answer = number
				s.keep(key, typed)
				a.value = ""
				v, err := money.Parse(number)
				if err == nil && v.IsNeg() {
					err = reason.Refuse("", "number.negative")
				}
				if err == nil {
					a.value = v.Trim(0).String()
					wrong.Hide()
				}
				return err
			}})
		if answer.Set(typed.Answer); typed.Answer != "" {
			answer.Check()
		}
		given = answer.Box
	}
	note := widgets.NewField(widgets.FieldOf{Label: p.T("barrier.who"), Placeholder: p.T("barrier.who.hint"),
		Read: func(who string) error { typed.Note = who; s.keep(key, typed); return nil }, Problem: p.Problem})
	note.Set(typed.Note)
	save := widget.NewButton(p.T("barrier.keep"), func() {
		if a.value == "" {
			wrong.SetText(p.T("barrier.no_answer"))
			wrong.Show()
			return
		}
		answer := barrier.Answer{Platform: platform, Requirement: id, Value: a.value, Note: note.Entry.Text}
		s.turn(a, false)
		s.w.session.PutAnswer(answer)
		s.keep(key, answerTexts{})
	})
	a.box = container.NewVBox(given, note.Box, wrong, widgets.Row(save, s.attachButton(a, wrong)))
	return a
}

package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// header names the open decision and leads to the others.
type header struct {
	s     *Shell
	pick  *widget.Select
	mark  *widgets.Label
	box   *fyne.Container
	ids   []string
	quiet bool
}

func newHeader(s *Shell) *header {
	h := &header{s: s, mark: widgets.ShortestNote("")}
	h.pick = widget.NewSelect(nil, func(string) {
		if i := h.pick.SelectedIndex(); !h.quiet && i >= 0 {
			s.session.OpenDecision(h.ids[i])
		}
	})
	add := widget.NewButtonWithIcon(s.p.T("decision.new"), fynetheme.ContentAddIcon(), s.session.NewDecision)
	add.Importance = widget.LowImportance
	rename := widget.NewButton(s.p.T("decision.rename"), s.rename)
	rename.Importance = widget.LowImportance
	h.box = container.NewVBox(container.NewBorder(nil, nil, nil, widgets.Row(h.mark, rename, add), widgets.Wide(28*theme.Unit, h.pick)), widget.NewSeparator())
	return h
}

func (h *header) content() fyne.CanvasObject { return h.box }

func (h *header) refresh(shown bool) {
	current, ok := h.s.session.Current()
	if !shown || !ok {
		h.box.Hide()
		return
	}
	h.quiet = true
	defer func() { h.quiet = false }()
	h.ids = nil
	var names []string
	for _, d := range h.s.session.Decisions() {
		if d.ID == current.ID {
			d = current // its newest edits may not be saved yet
		}
		h.ids = append(h.ids, d.ID)
		names = append(names, h.s.nameOf(d))
	}
	h.pick.SetOptions(names)
	for i, id := range h.ids {
		if id == current.ID {
			h.pick.SetSelectedIndex(i)
		}
	}
	h.mark.SetText("")
	if current.Example {
		h.mark.SetText(h.s.p.T("example.mark"))
	}
	h.box.Show()
}

// nameOf is how a decision is called: its own name, else its sentence.
func (s *Shell) nameOf(d decision.Decision) string {
	if d.Name != "" {
		return d.Name
	}
	if sentence, ok := d.Task.Sentence(); ok {
		return s.p.Because(sentence)
	}
	return s.p.T("decision.unnamed", "date", s.p.DateTime(d.Created))
}

// rename asks for the open decision's name.
func (s *Shell) rename() {
	d, ok := s.session.Current()
	if !ok {
		return
	}
	var ask *dialog.ConfirmDialog
	name := widgets.NewInput(widgets.InputOf{Label: s.p.T("decision.name"), Placeholder: s.nameOf(d), Typed: func(string) {},
		Keys: widgets.Keys{Enter: func() { ask.Confirm() }, Escape: func() { ask.Dismiss() }}})
	name.Set(d.Name)
	ask = dialog.NewCustomConfirm(s.p.T("decision.rename"), s.p.T("ok"), s.p.T("cancel"), name.Box, func(ok bool) {
		if ok {
			s.session.Rename(name.Entry.Text)
		}
	}, s.window)
	ask.Resize(fyne.NewSize(theme.FormWidth, 0))
	ask.Show()
	name.Focus()
}

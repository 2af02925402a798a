package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/widgets"
)

// Notice says a sentence above everything else until it is put away; "" puts
// it away. It keeps nobody from working on, as a dialog would.
func (s *Shell) Notice(sentence string) {
	s.notice = sentence
	s.problem()
}

// problem says above everything else when something could not be saved, and
// below that what the program has to say beside it.
func (s *Shell) problem() {
	s.banner.Objects = nil
	lines := container.NewVBox()
	if err := s.session.Problem(); err != nil {
		sentence := widgets.Body(s.p.T("shell.not_saved", "why", s.p.Problem(err)))
		sentence.Importance = widget.DangerImportance
		lines.Add(container.NewBorder(nil, widget.NewSeparator(), nil,
			container.NewCenter(widget.NewButton(s.p.T("shell.retry"), s.session.Retry)), sentence))
	}
	if s.notice != "" {
		away := widget.NewButtonWithIcon("", fynetheme.CancelIcon(), func() {
			if s.extra.Noticed != nil {
				s.extra.Noticed()
			}
			s.Notice("")
		})
		away.Importance = widget.LowImportance
		lines.Add(container.NewBorder(nil, widget.NewSeparator(), nil, container.NewCenter(away), widgets.Body(s.notice)))
	}
	if len(lines.Objects) > 0 {
		s.banner.Objects = []fyne.CanvasObject{lines}
	}
	s.banner.Refresh()
}

package wizard

import (
	"slices"
	"unicode"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/fact"
	"cardhour/views/widgets"
)

// attachable are the endings of files that support an answer.
var attachable = []string{".png", ".jpg", ".jpeg", ".webp", ".gif", ".pdf", ".txt", ".csv", ".xlsx",
	".PNG", ".JPG", ".JPEG", ".WEBP", ".GIF", ".PDF", ".TXT", ".CSV", ".XLSX"} // the dialog tells them apart

// attachButton asks for a file that supports the answer and has it kept at
// once, whether the answer is written down yet or not.
func (s *barrierStep) attachButton(a *answering, wrong *widgets.Label) fyne.CanvasObject {
	p := s.w.p
	tell := func(err error) {
		wrong.Hide()
		if err != nil {
			wrong.SetText(p.Problem(err))
			wrong.Show()
		}
		s.platforms.Refresh()
		s.w.scroll.Refresh()
	}
	return widgets.Quiet(p.T("barrier.attach"), func() {
		s.w.choose(s.w.window, p.T("barrier.attach"), attachable, func(path string, err error) {
			if err != nil {
				tell(err)
				return
			}
			s.w.session.Attach(a.platform, a.req, path, tell)
		})
	})
}

// fillEvidence shows the files that support each answer.
func (s *barrierStep) fillEvidence() {
	changed := false
	for _, a := range s.forms {
		files := s.w.session.EvidenceOf(a.platform, a.req)
		if slices.Equal(files, a.shown) {
			continue
		}
		a.shown, changed = files, true
		a.files.Objects = nil
		for _, e := range files {
			a.files.Add(s.evidenceRow(e))
		}
		a.files.Refresh()
	}
	if changed {
		s.platforms.Refresh()
		s.w.scroll.Refresh()
	}
}

// evidenceRow is one file: its name opens it.
func (s *barrierStep) evidenceRow(e fact.Evidence) fyne.CanvasObject {
	open := widget.NewButtonWithIcon(shortName(e.Name), fynetheme.FileImageIcon(), func() {
		if s.w.OpenFile != nil {
			s.w.OpenFile(s.w.session.EvidencePath(e))
		}
	})
	open.Importance = widget.LowImportance
	return widgets.Row(open, widgets.Quiet(s.w.p.T("barrier.detach"), func() { s.w.session.RemoveEvidence(e.ID) }))
}

// shortName is a name as long as there is room for, with its ending.
func shortName(name string) string {
	const most, end = 26, 10 // Latin letters wide
	letters := []rune(name)
	if widthOf(letters) <= most {
		return name
	}
	head, tail := len(letters), 0
	for widthOf(letters[:head]) > most-end-1 {
		head--
	}
	for widthOf(letters[tail:]) > end {
		tail++
	}
	return string(letters[:head]) + "…" + string(letters[tail:])
}

// widthOf is how wide letters are, in Latin ones: a Chinese one is two.
func widthOf(letters []rune) int {
	n := len(letters)
	for _, r := range letters {
		if unicode.Is(unicode.Han, r) || (r >= '\u3000' && r <= '\u303F') || (r >= '\uFF00' && r <= '\uFF60') {
			n++
		}
	}
	return n
}

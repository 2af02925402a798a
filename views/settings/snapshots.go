package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/widgets"
)

// snapshots is the list of earlier states, read when it is opened.
func (s *Settings) snapshots() fyne.CanvasObject {
	s.keep.list = container.NewVBox()
	s.keep.said = widgets.Body("")
	s.keep.said.Hide()
	s.keep.fold = widgets.NewFold(widgets.NewLabel(s.p.T("settings.snapshots")), func() fyne.CanvasObject {
		return container.NewVBox(widgets.Note(s.p.T("settings.snapshots.note")),
			widgets.Row(s.keeps(s.p.T("settings.snapshot.now"), func() {
				s.do.Keeper.Snapshot(s.doing(s.keep.said, s.reload))
			})), s.keep.said, s.keep.list)
	})
	s.keep.fold.Toggled = func(open bool) {
		if open {
			s.reload()
		}
		s.layout()
	}
	return s.keep.fold
}

// reload reads the list again, if it is shown.
func (s *Settings) reload() {
	if s.do.Keeper != nil && s.keep.fold.Open() {
		s.do.Keeper.Snapshots(s.list)
	}
}

// list shows the snapshots.
func (s *Settings) list(all []Snapshot, problem string) {
	s.keep.list.RemoveAll()
	switch {
	case problem != "":
		warning := widgets.Warning()
		warning.SetText(problem)
		warning.Show()
		s.keep.list.Add(warning)
	case len(all) == 0:
		s.keep.list.Add(widgets.Note(s.p.T("settings.snapshots.none")))
	}
	for _, one := range all {
		s.keep.list.Add(s.snapshot(one))
	}
	s.keep.fold.Refresh()
	s.layout()
}

// snapshot is one row. Restoring asks no question: what was there before
// becomes a snapshot itself.
func (s *Settings) snapshot(one Snapshot) fyne.CanvasObject {
	p := s.p
	reason := "settings.snapshot.reason." + one.Reason
	if !p.Has(reason) {
		reason = "settings.snapshot.reason.other" // a newer version's
	}
	what := widgets.ShortNote(p.T("settings.snapshot.holds", "reason", p.T(reason), "decisions", one.Decisions, "runs", one.Runs))
	restore := widget.NewButton(p.T("settings.snapshot.restore"), func() {
		if !s.keep.working {
			s.do.Keeper.Restore(one, s.doing(s.keep.said, s.reload))
		}
	})
	if one.Damaged {
		what.SetText(p.T("settings.snapshot.damaged", "reason", p.T(reason)))
		restore.Disable()
	}
	return widgets.Ends(container.NewBorder(nil, nil, widgets.NewLabel(p.DateTime(one.Time)), nil, what), container.NewCenter(restore))
}

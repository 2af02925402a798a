package settings

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/widgets"
)

// Snapshot is an earlier state of the journal that is kept.
type Snapshot struct {
	Path            string
	Time            time.Time // in the zone of the machine
	Reason          string    // why it was made, as the catalogue knows it
	Decisions, Runs int
	Damaged         bool // it cannot be restored
}

// Done is told on the window's goroutine how something went.
type Done func(said string, ok bool)

// Keeper keeps the journal. Each method returns at once and tells later, on the
// window's goroutine, how it went.
type Keeper interface {
	Snapshots(done func(list []Snapshot, problem string)) // the newest first
	Snapshot(done Done)
	Restore(chosen Snapshot, done Done)
	Export(to string, done Done)
	Import(from string, done Done)

	// These show another journal; the screen is gone then, and done is told
	// only when it stays.
	Open(path string, done Done)
	New(folder string, done Done)
	Move(folder string, done Done)
}

// keeping is the part of the screen that keeps the journal.
type keeping struct {
	working bool
	buttons []*widget.Button // that act on the journal
	result  *widgets.Label   // how exporting or importing went
	list    *fyne.Container
	fold    *widgets.Fold
	said    *widgets.Label // how it went with the snapshots
}

// keeping offers to take all that the journal holds elsewhere and back.
func (s *Settings) keeping() fyne.CanvasObject {
	p := s.p
	s.keep.result = widgets.Body("")
	s.keep.result.Hide()
	return container.NewVBox(widgets.Flow(
		s.keeps(p.T("settings.journal.open"), s.openOther),
		s.keeps(p.T("settings.journal.new"), func() { s.folder(p.T("settings.journal.new"), s.do.Keeper.New) }),
		s.keeps(p.T("settings.journal.move"), func() { s.folder(p.T("settings.journal.move"), s.do.Keeper.Move) })),
		widgets.Flow(
			s.keeps(p.T("settings.export"), s.exportAll),
			s.keeps(p.T("settings.import"), s.importAll)), s.keep.result)
}

// keeps makes a button for something that the keeper does.
func (s *Settings) keeps(name string, tapped func()) *widget.Button {
	b := widget.NewButton(name, func() {
		if s.do.Keeper != nil {
			tapped()
		}
	})
	s.keep.buttons = append(s.keep.buttons, b)
	return b
}

// doing begins something and returns what is told how it went.
func (s *Settings) doing(result *widgets.Label, then func()) Done {
	s.begin(result)
	return func(said string, ok bool) {
		s.ended(result, said, ok)
		then()
	}
}

func (s *Settings) exportAll() {
	ask := dialog.NewFileSave(func(to fyne.URIWriteCloser, err error) {
		if to == nil {
			s.asked(err)
			return
		}
		path := to.URI().Path()
		if err := to.Close(); err != nil {
			s.asked(err)
			return
		}
		s.do.Keeper.Export(path, s.doing(s.keep.result, func() {}))
	}, s.window)
	ask.SetFileName("cardhour-" + time.Now().Format("2006-01-02") + ".zip")
	widgets.ShowChooser(s.window, ask, s.p.T("settings.export.title"), ".zip")
}

func (s *Settings) importAll() {
	s.file(s.p.T("settings.import.title"), ".zip", func(path string) {
		s.do.Keeper.Import(path, s.doing(s.keep.result, s.reload))
	})
}

func (s *Settings) openOther() {
	s.file(s.p.T("settings.journal.open"), "", func(path string) {
		s.do.Keeper.Open(path, s.doing(s.keep.result, func() {}))
	})
}

// file asks for a file and does something with it.
func (s *Settings) file(title, kind string, chosen func(path string)) {
	var endings []string
	if kind != "" {
		endings = []string{kind}
	}
	widgets.ChooseFile(s.window, title, endings, func(path string, err error) {
		if err != nil {
			s.asked(err)
			return
		}
		chosen(path)
	})
}

// folder asks for a folder and does something with it.
func (s *Settings) folder(title string, with func(string, Done)) {
	ask := dialog.NewFolderOpen(func(in fyne.ListableURI, err error) {
		if in == nil {
			s.asked(err)
			return
		}
		with(in.Path(), s.doing(s.keep.result, func() {}))
	}, s.window)
	widgets.ShowChooser(s.window, ask, title)
}

// asked says that a dialog could not give what was chosen in it; without an
// error it was cancelled.
func (s *Settings) asked(err error) {
	if err != nil {
		s.ended(s.keep.result, s.p.Problem(err), false)
	}
}

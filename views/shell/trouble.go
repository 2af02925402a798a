package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// Trouble is what the window shows instead of the places when no journal can
// be opened.
type Trouble struct {
	p       *text.Printer
	window  fyne.Window
	said    *widgets.Label
	buttons []*widget.Button
	body    *fyne.Container
}

// TroubleActions are the ways out, the likeliest first. Each but Quit tells
// nothing itself: the program says how it went, or shows the journal. Those
// that are nil are not offered.
type TroubleActions struct {
	Again    func() // what is in the way may be gone
	Snapshot func() // goes on with the newest good snapshot
	Holds    string // what that one holds
	Readable func() // saves what can be read
	Another  func(path string)
	New      func(folder string)
	Quit     func()
}

// NewTrouble builds the screen; sentence says what happened and what is safe.
func NewTrouble(p *text.Printer, window fyne.Window, sentence string, do TroubleActions) *Trouble {
	t := &Trouble{p: p, window: window, said: wrapped(widgets.Body(""))}
	t.said.Selectable = true
	t.said.Hide()
	ways := container.NewVBox()
	add := func(name, note string, tapped func()) {
		if tapped == nil {
			return
		}
		b := widget.NewButton(p.T(name), tapped)
		if len(t.buttons) == 0 {
			b.Importance = widget.HighImportance
		}
		t.buttons = append(t.buttons, b)
		ways.Add(widgets.Row(b))
		if note != "" {
			ways.Add(wrapped(widgets.Note(note)))
		}
	}
	add("shell.retry", "", do.Again)
	add("trouble.snapshot", do.Holds, do.Snapshot)
	add("trouble.readable", p.T("trouble.readable.note"), do.Readable)
	add("settings.journal.open", "", func() { t.ask(do.Another) })
	add("settings.journal.new", "", func() { t.folder(do.New) })
	add("menu.quit", "", do.Quit)
	t.body = container.NewVBox(widgets.Title(p.T("trouble.title")), wrapped(widgets.Body(sentence)), widgets.Gap(), t.said, ways)
	return t
}

// wrapped has a text wrap at its width before it is laid out for the first
// time, so that it is given the height that it needs.
func wrapped(l *widgets.Label) *widgets.Label {
	l.Resize(fyne.NewSize(widgets.Scaled(theme.FormWidth), 0))
	return l
}

// Content is the screen's object.
func (t *Trouble) Content() fyne.CanvasObject {
	return container.NewVScroll(widgets.Inset(widgets.Narrow(t.body)))
}

// Busy keeps hands off while one way is tried.
func (t *Trouble) Busy() {
	for _, b := range t.buttons {
		b.Disable()
	}
}

// Say says how it went and offers the ways again.
func (t *Trouble) Say(sentence string) {
	for _, b := range t.buttons {
		b.Enable()
	}
	t.said.SetText(sentence)
	t.said.Show()
	t.body.Refresh()
}

func (t *Trouble) ask(another func(string)) {
	widgets.ChooseFile(t.window, t.p.T("settings.journal.open"), nil, func(path string, err error) {
		if err != nil {
			t.Say(t.p.Problem(err))
			return
		}
		another(path)
	})
}

func (t *Trouble) folder(begin func(string)) {
	widgets.ShowChooser(t.window, dialog.NewFolderOpen(func(in fyne.ListableURI, err error) {
		switch {
		case err != nil:
			t.Say(t.p.Problem(err))
		case in != nil:
			begin(in.Path())
		}
	}, t.window), t.p.T("settings.journal.new"))
}

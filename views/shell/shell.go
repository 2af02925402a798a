// Package shell is the frame of the window: the rail of places at the left,
// the open decision's name above, what is wrong with saving below it, and the
// main menu with every action.
//
// It owns moving between places and the menu. It must not know what a place
// shows or how anything is stored.
package shell

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// Session is what the frame needs.
type Session interface {
	Decisions() []decision.Decision
	Current() (decision.Decision, bool)
	NewDecision()
	OpenDecision(id string)
	DuplicateDecision(id string)
	DeleteDecision(id string)
	Rename(name string)
	HasExample() bool
	OpenExample()
	RemoveExample()
	UndoLabels() (undo, redo string)
	Undo()
	Redo()
	Problem() error
	Retry()
}

// Place is one of the window's places.
type Place struct {
	Name  string // its key in the catalogue is "place." + Name
	Icon  fyne.Resource
	OfOne bool // it shows the open decision, whose name stands above

	// Build makes its screen when it is first opened, and returns what shows
	// the session's newest state in it.
	Build func() (content fyne.CanvasObject, refresh func())
}

// built is the screen of a place that was opened.
type built struct {
	content fyne.CanvasObject
	refresh func()
}

// Shell is the frame.
type Shell struct {
	p       *text.Printer
	window  fyne.Window
	session Session
	places  []Place
	screens []*built // of the places; nil before it is first opened
	extra   Actions

	open      int
	menuShown string // what the menu says and for which decision
	rail      []*railButton
	center    *fyne.Container
	header    *header
	banner    *fyne.Container
	notice    string // what the program has to say; "" for nothing
	undone    *undoBar
	root      fyne.CanvasObject
}

// Actions are menu actions that belong to single places.
type Actions struct {
	Step   func(decision.Step) // opens one of the five steps
	Paste  func()              // opens the page for prices that were copied elsewhere
	Log    func()              // opens the form for a new trial run
	Export func()              // exports the picture
	About  func()
	Quit   func()

	Noticed func() // what Notice said was put away; may be nil
}

// New builds the frame with the place open that is given by number, and sets
// the window's menu.
func New(p *text.Printer, window fyne.Window, session Session, places []Place, open int, extra Actions) *Shell {
	s := &Shell{p: p, window: window, session: session, places: places, screens: make([]*built, len(places)), extra: extra, center: container.NewStack(), banner: container.NewStack()}
	s.header = newHeader(s)
	s.undone = newUndoBar(s)
	rail := container.NewVBox(widgets.Spacer(0, theme.Unit))
	for i, place := range places {
		b := newRailButton(p.T("place."+place.Name), place.Icon, func() { s.Open(i) })
		s.rail = append(s.rail, b)
		rail.Add(b)
	}
	left := container.NewBorder(nil, nil, nil, widget.NewSeparator(), widgets.Wide(railWidth, rail))
	s.root = container.NewBorder(nil, nil, left, nil, container.NewBorder(container.NewVBox(s.banner, s.header.content(), s.undone.box), nil, nil, nil, s.center))
	// The other usual keys for it; a menu item can show only one pair.
	window.Canvas().AddShortcut(&fyne.ShortcutRedo{}, func(fyne.Shortcut) { s.session.Redo() })
	s.Open(open)
	return s
}

const railWidth = 10.5 * theme.Unit

// Content is the frame's object.
func (s *Shell) Content() fyne.CanvasObject { return s.root }

// Place returns which place is open.
func (s *Shell) Place() int { return s.open }

// Open goes to a place.
func (s *Shell) Open(i int) {
	s.open = i
	for j, b := range s.rail {
		b.open = i == j
		b.Refresh()
	}
	if s.screens[i] == nil {
		content, refresh := s.places[i].Build()
		s.screens[i] = &built{content, refresh}
	}
	s.center.Objects = []fyne.CanvasObject{s.screens[i].content}
	s.Refresh()
	s.center.Refresh()
}

// Refresh shows the session's newest state in the frame and the open place.
func (s *Shell) Refresh() {
	s.header.refresh(s.places[s.open].OfOne)
	s.problem()
	s.undone.refresh()
	s.showMenu()
	s.screens[s.open].refresh()
}

// showMenu sets the menu when something in it has changed: setting it closes
// one that is open.
func (s *Shell) showMenu() {
	menu := s.menu()
	signature := ""
	for _, m := range menu.Items {
		for _, item := range m.Items {
			signature += fmt.Sprint(item.Label, item.Disabled, "|")
		}
	}
	d, _ := s.session.Current()
	if signature += d.ID; signature != s.menuShown {
		s.menuShown = signature
		s.window.SetMainMenu(menu)
	}
}

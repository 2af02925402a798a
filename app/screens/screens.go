// Package screens puts the places of the window together: each screen with
// what it asks for, in one frame. The window, the pictures of `demo` and the
// tests all show the same. It must not know the driver that draws them.
package screens

import (
	"fyne.io/fyne/v2"

	fynetheme "fyne.io/fyne/v2/theme"

	"cardhour/app/session"
	"cardhour/data/catalog"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/views/compare"
	"cardhour/views/journal"
	"cardhour/views/library"
	"cardhour/views/settings"
	"cardhour/views/shell"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/wizard"
)

// Places in the order of the rail.
const (
	Decide = iota
	Journal
	Compare
	Library
	Settings
)

// Hooks are what only the running program can do.
type Hooks struct {
	Quit        func()
	Rebuild     func() // makes the content anew after a setting has changed
	Place       int    // that is open at first
	JournalPath string
	Check       func(done func(sentence string, good bool))
	OpenFolder  func(path string)
	OpenFile    func(path string) // in the system's own viewer
	Version     string
	Keeper      settings.Keeper // nil where there is no journal to keep, as in a picture
	Noticed     func()          // the notice above the rest was put away; may be nil
}

// Screens is the window's content. The screen of a place is nil before it is
// first opened.
type Screens struct {
	Shell   *shell.Shell
	Wizard  *wizard.Wizard
	Journal *journal.Journal
	Compare *compare.Compare
	Library *library.Library
}

// New builds the content in one language and look.
func New(p *text.Printer, window fyne.Window, s *session.Session, c *catalog.Catalog, hooks Hooks) *Screens {
	lookup := shelf{p, c, s}
	all := &Screens{}
	open := func(place int) func() { return func() { all.Shell.Open(place) } }
	hands := deleting{s, func() { all.Shell.Deleted() }}
	all.Shell = shell.New(p, window, hands, []shell.Place{
		{Name: "decide", Icon: theme.IconDecide(), OfOne: true, Build: func() (fyne.CanvasObject, func()) {
			all.Wizard = wizard.New(p, window, hands, lookup)
			all.Wizard.ToCompare = open(Compare)
			all.Wizard.ToNewModel = func(name string) { all.Shell.Open(Library); all.Library.DescribeModel(name) }
			all.Wizard.ToNewCard = func(name string) { all.Shell.Open(Library); all.Library.DescribeCard(name) }
			all.Wizard.OpenFile = hooks.OpenFile
			return all.Wizard.Content(), all.Wizard.Refresh
		}},
		{Name: "journal", Icon: theme.IconJournal(), Build: func() (fyne.CanvasObject, func()) {
			all.Journal = journal.New(p, hands, lookup)
			all.Journal.Opened = open(Decide)
			return all.Journal.Content(), all.Journal.Refresh
		}},
		{Name: "compare", Icon: theme.IconCompare(), OfOne: true, Build: func() (fyne.CanvasObject, func()) {
			all.Compare = compare.New(p, window, named{s, lookup}, open(Decide))
			return all.Compare.Content(), all.Compare.Refresh
		}},
		{Name: "library", Icon: theme.IconLibrary(), Build: func() (fyne.CanvasObject, func()) {
			all.Library = library.New(p, window, lookup, describing{hands})
			// A form that the decision asked for leads back to it.
			all.Library.ModelDone = func(asked, saved string) { described{s}.model(asked, saved); all.Shell.Open(Decide) }
			all.Library.CardDone = func(asked, saved string) { described{s}.card(asked, saved); all.Shell.Open(Decide) }
			return all.Library.Content(), all.Library.Refresh
		}},
		{Name: "settings", Icon: fynetheme.SettingsIcon(), Build: func() (fyne.CanvasObject, func()) {
			made := settings.New(p, window, machine{s, hooks}, settings.Actions{
				Applied: func(string) { hooks.Rebuild() }, OpenFolder: hooks.OpenFolder, Version: hooks.Version, Keeper: hooks.Keeper,
			})
			return made.Content(), made.Refresh
		}},
	}, hooks.Place, shell.Actions{
		Step:   func(step decision.Step) { all.Wizard.Show(step) }, // with Decide open,
		Paste:  func() { all.Shell.Open(Decide); all.Wizard.Paste() },
		Log:    func() { all.Shell.Open(Journal); all.Journal.Log() },
		Export: func() { all.Shell.Open(Compare); all.Compare.Export() },
		About:  open(Settings),
		Quit:   hooks.Quit, Noticed: hooks.Noticed,
	})
	window.SetOnDropped(func(_ fyne.Position, dropped []fyne.URI) {
		if len(dropped) > 0 && all.Shell.Place() == Library {
			all.Library.ReadModel(dropped[0].Path())
		}
	})
	return all
}

// deleting is the session with the frame told of what is deleted, which it
// then offers to take back.
type deleting struct {
	*session.Session
	deleted func()
}

func (d deleting) DeleteQuote(id string)    { d.deleted(); d.Session.DeleteQuote(id) }
func (d deleting) DeleteRun(id string)      { d.deleted(); d.Session.DeleteRun(id) }
func (d deleting) DeleteBill(id string)     { d.deleted(); d.Session.DeleteBill(id) }
func (d deleting) DeleteDecision(id string) { d.deleted(); d.Session.DeleteDecision(id) }
func (d deleting) DeleteCard(id string)     { d.deleted(); d.Session.DeleteCard(id) }
func (d deleting) DeleteModel(id string)    { d.deleted(); d.Session.DeleteModel(id) }
func (d deleting) RemoveEvidence(id string) { d.deleted(); d.Session.RemoveEvidence(id) }
func (d deleting) RemoveExample()           { d.deleted(); d.Session.RemoveExample() }

// named is the session with the names of platforms.
type named struct {
	*session.Session
	lookup shelf
}

// NameOf is how a quote's platform is called.
func (n named) NameOf(q billing.Quote) string { return n.lookup.NameOf(q) }

// machine is the session with what the running program knows of its place.
type machine struct {
	*session.Session
	hooks Hooks
}

// JournalPath is the open journal's file.
func (m machine) JournalPath() string { return m.hooks.JournalPath }

// CheckJournal examines the journal beside the window.
func (m machine) CheckJournal(done func(string, bool)) { m.hooks.Check(done) }

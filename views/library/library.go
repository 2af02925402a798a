// Package library is the place where one looks things up: cards, model shapes,
// and what is known about each platform, with source, date and confidence.
//
// It owns these screens and the grouping of platform facts. It must not know
// where facts are kept or what is computed from them.
package library

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// Fact is one statement of one source about a platform.
type Fact struct {
	Key, Value string
	Unit       string // of a number, as "CNY/GB/day"; "text", "bool" or "enum" for words
	Scope      string // what it is limited to; empty = general
	Source     string
	Note       string
	Seen       time.Time // zero when the source has no date
	Confidence fact.Confidence
	Conflicts  []string // what other sources say instead
	Own        bool     // the user's own figure
}

// Catalog is what the screen looks up.
type Catalog interface {
	Cards() []hardware.Card // the user's own laid over the shipped ones
	Models() []hardware.Model
	ShippedCard(name string) (hardware.Card, bool)
	ShippedModel(name string) (hardware.Model, bool)
	Platforms() []hardware.Platform
	PlatformFacts(id string) []Fact
	Now() time.Time
}

// Session keeps what the user has described. Calls return at once; what they
// change arrives with the next Refresh.
type Session interface {
	widgets.Forms

	OwnCards() []hardware.OwnCard
	OwnModels() []hardware.OwnModel
	PutCard(hardware.OwnCard) string // an empty ID makes a new one; the ID is returned
	DeleteCard(id string)
	PutModel(hardware.OwnModel) string
	DeleteModel(id string)

	// ReadModel reads the files of a model, and tells done on the window's
	// goroutine what stands in them.
	ReadModel(path string, done func(FromFile, error))
}

// Library is the screen.
type Library struct {
	// CardDone and ModelDone are told when a form ends that DescribeCard or
	// DescribeModel opened: the name asked for, and the one that was saved, ""
	// where the form was left. They may be nil.
	CardDone, ModelDone func(asked, saved string)

	p       *text.Printer
	window  fyne.Window
	catalog Catalog
	session Session
	choose  func(folder bool, chosen func(path string, err error))

	root   *fyne.Container
	tabs   *container.AppTabs
	parts  []part
	cards  *cardList
	models *modelList
}

// part is one of the three lists.
type part interface {
	content() fyne.CanvasObject
	refresh()
}

// Tab is one of the three lists.
type Tab int

// The tabs in order.
const (
	Cards Tab = iota
	Models
	Platforms
)

// New builds the screen. The window is where its dialogs open.
func New(p *text.Printer, window fyne.Window, catalog Catalog, session Session) *Library {
	l := &Library{p: p, window: window, catalog: catalog, session: session, root: container.NewStack()}
	l.choose = l.chooser
	l.build()
	l.Refresh()
	l.cards.resume()
	l.models.resume()
	return l
}

// Content is the screen's object.
func (l *Library) Content() fyne.CanvasObject { return l.root }

// Show opens a tab.
func (l *Library) Show(t Tab) { l.tabs.SelectIndex(int(t)) }

// NewCard opens the form for a card of a name, unless one is half typed.
func (l *Library) NewCard(name string) { l.newCard(name, "") }

// DescribeCard does so for a place that lacks the card, and tells it how the
// form ends.
func (l *Library) DescribeCard(name string) { l.newCard(name, name) }

func (l *Library) newCard(name, asked string) {
	l.Show(Cards)
	l.cards.describe(hardware.OwnCard{Card: hardware.Card{ID: name}}, asked)
}

// NewModel opens the form for a model of a name, unless one is half typed.
func (l *Library) NewModel(name string) { l.newModel(name, "") }

// DescribeModel does so for a place that lacks the model, and tells it how the
// form ends.
func (l *Library) DescribeModel(name string) { l.newModel(name, name) }

func (l *Library) newModel(name, asked string) {
	l.Show(Models)
	l.models.describe(hardware.OwnModel{Model: hardware.Model{ID: name, Kind: hardware.LLM}}, nil, asked)
}

// Refresh reads the catalogue anew. What is selected, searched for or being
// typed stays.
func (l *Library) Refresh() {
	for _, part := range l.parts {
		part.refresh()
	}
}

func (l *Library) build() {
	p := l.p
	l.cards, l.models = newCards(l), newModels(l)
	l.parts = []part{l.cards, l.models, newPlatforms(l)}
	l.tabs = container.NewAppTabs()
	for i, name := range []string{"cards", "models", "platforms"} {
		l.tabs.Append(container.NewTabItem(p.T("library.tab."+name), l.parts[i].content()))
	}
	l.root.Objects = []fyne.CanvasObject{widgets.Inset(container.NewBorder(widgets.Title(p.T("library.title")), nil, nil, nil, l.tabs))}
}

// cell writes a number that may be absent.
func (l *Library) cell(k hardware.Known[float64], decimals int) string {
	if !k.OK {
		return l.p.T("library.unknown")
	}
	return l.p.Measure(k.Value, decimals)
}

// whole writes a count that may be absent.
func (l *Library) whole(k hardware.Known[int]) string {
	if !k.OK {
		return l.p.T("library.unknown")
	}
	return l.p.Measure(float64(k.Value), 0)
}

func (l *Library) answer(a hardware.Answer) string {
	if a == hardware.NotKnown {
		return l.p.T("library.unknown")
	}
	return l.p.Term(a.String())
}

// pane shows all that is known about what is selected, below its list.
type pane struct {
	l       *Library
	lines   *fyne.Container
	box     *container.Scroll
	actions *fyne.Container // what can be done with what is selected
	hint    string
}

func newPane(l *Library, hint string) *pane {
	d := &pane{l: l, lines: widgets.Tight(), actions: container.NewVBox(), hint: hint}
	d.box = container.NewVScroll(d.lines)
	d.box.SetMinSize(fyne.NewSize(0, 20*theme.Unit))
	d.clear()
	return d
}

func (d *pane) clear() {
	d.act()
	d.fill(widgets.Note(d.hint))
}

// act offers what can be done.
func (d *pane) act(actions ...fyne.CanvasObject) {
	d.actions.Objects = actions
	d.actions.Refresh()
}

func (d *pane) fill(lines ...fyne.CanvasObject) {
	d.lines.Objects = lines
	d.lines.Refresh() // gives the wrapped texts their width,
	d.lines.Refresh() // from which they know their height
	d.box.Refresh()
	d.box.ScrollToTop()
}

// entry is one line of the pane: what it is and what is known of it.
type entry struct{ label, value string }

// said joins entries to running text, without those that say nothing.
func (l *Library) said(entries ...entry) string {
	var all []string
	for _, e := range entries {
		if e.value != "" {
			all = append(all, l.p.T("library.entry", "label", e.label, "value", e.value))
		}
	}
	return strings.Join(all, l.p.T("library.and"))
}

// under puts the pane below a list.
func (d *pane) under(list fyne.CanvasObject) fyne.CanvasObject {
	detail := container.NewBorder(nil, nil, nil, d.actions, d.box)
	return container.NewBorder(nil, container.NewVBox(widget.NewSeparator(), detail), nil, nil, list)
}

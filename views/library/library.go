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
	Cards() []hardware.Card
	Models() []hardware.Model
	Platforms() []hardware.Platform
	PlatformFacts(id string) []Fact
	Now() time.Time
}

// Library is the screen.
type Library struct {
	p       *text.Printer
	catalog Catalog

	root  *fyne.Container
	tabs  *container.AppTabs
	parts []part
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

// New builds the screen. The window is where its dialogs would open.
func New(p *text.Printer, _ fyne.Window, catalog Catalog) *Library {
	l := &Library{p: p, catalog: catalog, root: container.NewStack()}
	l.Refresh()
	return l
}

// Content is the screen's object.
func (l *Library) Content() fyne.CanvasObject { return l.root }

// Show opens a tab.
func (l *Library) Show(t Tab) { l.tabs.SelectIndex(int(t)) }

// Refresh reads the catalogue anew. What is shipped does not change while the
// program runs, so only what a person can add to is read again.
func (l *Library) Refresh() {
	if l.tabs == nil {
		l.build()
	}
	for _, part := range l.parts {
		part.refresh()
	}
}

func (l *Library) build() {
	p := l.p
	l.parts = []part{newCards(l), newModels(l), newPlatforms(l)}
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
	l     *Library
	lines *fyne.Container
	box   *container.Scroll
	hint  string
}

func newPane(l *Library, hint string) *pane {
	d := &pane{l: l, lines: widgets.Tight(), hint: hint}
	d.box = container.NewVScroll(d.lines)
	d.box.SetMinSize(fyne.NewSize(0, 20*theme.Unit))
	d.clear()
	return d
}

func (d *pane) clear() { d.fill(widgets.Note(d.hint)) }

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
	return container.NewBorder(nil, container.NewVBox(widget.NewSeparator(), d.box), nil, nil, list)
}

// searchable is a list with a field that filters it and a count of what is
// left.
func (l *Library) searchable(hint string, all int, records *widgets.Records, detail *pane, find func(string) []int) fyne.CanvasObject {
	p := l.p
	count := widgets.ShortestNote("")
	none := widgets.Note(p.T("library.none"))
	tell := func(found int) {
		count.SetText(p.T("library.found", "count", found, "all", all))
		if found == 0 {
			none.Show()
		} else {
			none.Hide()
		}
	}
	tell(all)
	search := widget.NewEntry()
	search.PlaceHolder = hint
	search.OnChanged = func(query string) {
		found := find(query)
		records.Show(found)
		detail.clear()
		tell(len(found))
	}
	top := container.NewVBox(container.NewBorder(nil, nil, nil, count, widgets.Narrow(search)), none)
	return container.NewBorder(top, nil, nil, nil, detail.under(records.Box))
}

package library

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/hardware"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// platformList is the tab of platforms: their names at the left, types of
// platform apart from them, and at the right what is known about one.
type platformList struct {
	l     *Library
	all   []hardware.Platform
	rows  []int            // platform of each row of the list; −1 for a heading
	list  *widgets.Records // of names
	facts *widgets.Records // of the open one
	body  *fyne.Container
	open  string // id
	shown fyne.CanvasObject
	drawn []Fact
}

func newPlatforms(l *Library) part {
	p := l.p
	f := &platformList{l: l, all: l.catalog.Platforms(), body: container.NewStack()}
	var rows []widgets.Record
	for _, generic := range []bool{false, true} {
		head := p.T("library.platforms")
		if generic {
			head = p.T("library.generic")
		}
		rows, f.rows = append(rows, widgets.Record{Heading: head}), append(f.rows, -1)
		for i, platform := range f.all {
			if platform.Generic == generic {
				rows, f.rows = append(rows, widgets.Record{Cells: []string{f.name(platform)}}), append(f.rows, i)
			}
		}
	}
	f.list = widgets.NewNames(rows, func(row int) { f.pick(f.all[f.rows[row]]) })
	left := container.NewBorder(nil, nil, nil, widget.NewSeparator(), widgets.Wide(21*theme.Unit, f.list.Box))
	f.shown = container.NewBorder(nil, nil, left, nil, f.body)
	f.list.Select(slices.IndexFunc(f.rows, func(i int) bool { return i >= 0 })) // so that the tab shows what it is for
	return f
}

func (f *platformList) content() fyne.CanvasObject { return f.shown }

// refresh reads the open platform again: its facts are what a person adds to.
func (f *platformList) refresh() {
	if i := slices.IndexFunc(f.all, func(p hardware.Platform) bool { return p.ID == f.open }); i >= 0 {
		f.pick(f.all[i])
	}
}

// name is the platform's own in the language of the screen.
func (f *platformList) name(platform hardware.Platform) string {
	if f.l.p.Language() == text.Chinese {
		return platform.NameZH
	}
	return platform.NameEN
}

func (f *platformList) pick(platform hardware.Platform) {
	l, p := f.l, f.l.p
	facts := l.catalog.PlatformFacts(platform.ID)
	if f.open == platform.ID && slices.EqualFunc(facts, f.drawn, same) {
		return // what is selected and how far it is scrolled stays
	}
	f.open, f.drawn = platform.ID, facts
	about := p.T("library.facts", "category", p.Term(string(platform.Category)), "currency", platform.Currency, "count", len(facts))
	if platform.Generic {
		about += " · " + p.T("library.generic.note")
	}
	head := widgets.Tight(widgets.Heading(f.name(platform)), widgets.Note(about))
	if len(facts) == 0 {
		f.body.Objects = []fyne.CanvasObject{container.NewVBox(head, widgets.Note(p.T("library.no_facts")))}
		f.body.Refresh()
		return
	}
	rows, of := l.arrange(facts)
	detail := newPane(l, p.T("library.pick.facts"))
	f.facts = widgets.NewRecords([]widgets.Column{
		{Head: p.T("library.item"), Most: 160}, {Head: p.T("library.value"), Share: 3}, {Head: p.T("library.scope"), Share: 2},
		{Head: p.T("library.seen.head"), Number: true}, {Head: p.T("library.confidence"), Most: 110},
	}, rows, func(row int) { detail.fill(l.entries(of[row])...) })
	f.body.Objects = []fyne.CanvasObject{container.NewBorder(head, nil, nil, nil, detail.under(f.facts.Box))}
	f.body.Refresh()
}

func same(a, b Fact) bool {
	return slices.Equal(a.Conflicts, b.Conflicts) && a.Key == b.Key && a.Value == b.Value && a.Unit == b.Unit && a.Scope == b.Scope &&
		a.Source == b.Source && a.Note == b.Note && a.Seen.Equal(b.Seen) && a.Confidence == b.Confidence && a.Own == b.Own
}

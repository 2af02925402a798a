package library

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/hardware"
	"cardhour/views/widgets"
)

// listing is a list of named things with a field that filters it and, below
// it, all that is known about the one that is selected. A form may stand over
// it for a while.
type listing[T comparable] struct {
	l *Library
	listed[T]

	all     []T
	own     []string // names of the user's own
	columns []widgets.Column
	records *widgets.Records
	pane    *pane
	search  *widget.Entry
	count   *widgets.Label
	none    *widgets.Label
	list    *fyne.Container // of the records
	under   fyne.CanvasObject
	root    *fyne.Container
	chosen  string // name of what is selected
}

// listed says what a listing is of.
type listed[T comparable] struct {
	read  func() []T
	owned func() []string
	name  func(T) string
	cells func(T) []string
	find  func([]T, string) []T
	tell  func(T) (lines, actions []fyne.CanvasObject)
}

func newListing[T comparable](l *Library, of listed[T], columns []widgets.Column, hint, pick string, buttons ...fyne.CanvasObject) *listing[T] {
	p := l.p
	s := &listing[T]{l: l, listed: of, columns: columns, pane: newPane(l, pick), list: container.NewStack()}
	s.count, s.none = widgets.ShortestNote(""), widgets.Note(p.T("library.none"))
	s.search = widget.NewEntry()
	s.search.PlaceHolder = hint
	s.search.OnChanged = func(string) {
		s.chosen = ""
		s.show()
	}
	beside := widgets.Row(append([]fyne.CanvasObject{s.count}, buttons...)...)
	top := container.NewVBox(container.NewBorder(nil, nil, nil, beside, widgets.Narrow(s.search)), s.none)
	s.under = container.NewBorder(top, nil, nil, nil, s.pane.under(s.list))
	s.root = container.NewStack(s.under)
	return s
}

func (s *listing[T]) content() fyne.CanvasObject { return s.root }

// refresh reads the list again. What is searched for and what is selected
// stays.
func (s *listing[T]) refresh() {
	all, own := s.read(), s.owned()
	if s.records != nil && slices.Equal(all, s.all) && slices.Equal(own, s.own) {
		return
	}
	s.all, s.own = all, own
	rows := make([]widgets.Record, len(all))
	for i, thing := range all {
		rows[i] = widgets.Record{Cells: s.cells(thing)}
	}
	s.records = widgets.NewRecords(s.columns, rows, func(row int) { s.pick(s.all[row]) })
	s.list.Objects = []fyne.CanvasObject{s.records.Box}
	s.list.Refresh() // a list without a height scrolls past what is selected
	s.show()
}

// show filters the list and selects again what was selected.
func (s *listing[T]) show() {
	at := make(map[string]int, len(s.all))
	for i, thing := range s.all {
		at[s.name(thing)] = i
	}
	rows, chosen := []int{}, -1
	for _, thing := range s.find(s.all, s.search.Text) {
		row := at[s.name(thing)]
		rows = append(rows, row)
		if s.chosen != "" && hardware.Same(s.name(thing), s.chosen) {
			chosen = row
		}
	}
	s.records.Show(rows)
	s.count.SetText(s.l.p.T("library.found", "count", len(rows), "all", len(s.all)))
	s.none.Hidden = len(rows) > 0
	s.none.Refresh()
	if chosen >= 0 {
		s.records.Select(chosen)
	} else {
		s.pane.clear()
	}
}

func (s *listing[T]) pick(thing T) {
	s.chosen = s.name(thing)
	lines, actions := s.tell(thing)
	s.pane.act(actions...)
	s.pane.fill(lines...)
}

// choose selects a thing, now or when it comes, and no longer searches for
// what leaves it out.
func (s *listing[T]) choose(thing T) {
	if len(s.find([]T{thing}, s.search.Text)) == 0 {
		s.search.SetText("")
	}
	s.chosen = s.name(thing)
	s.l.Refresh()
	s.show()
}

// open lays a form over the list, close takes it away.
func (s *listing[T]) open(form fyne.CanvasObject) {
	s.root.Objects = []fyne.CanvasObject{form}
	s.root.Refresh()
}

func (s *listing[T]) close() { s.open(s.under) }

// isOwn reports whether the user has described what has this name.
func (s *listing[T]) isOwn(name string) bool {
	return slices.ContainsFunc(s.own, func(own string) bool { return hardware.Same(own, name) })
}

// source is where figures come from, with a word before it where that is the
// user.
func (s *listing[T]) source(name, source string) string {
	p := s.l.p
	switch {
	case !s.isOwn(name):
		return source
	case source == "":
		return p.T("library.yours")
	}
	return p.T("library.yours.source", "source", source)
}

// acts are the buttons beside what is selected: changing it, and deleting it
// where it is the user's own.
func (s *listing[T]) acts(own, shipped bool, change, remove func()) []fyne.CanvasObject {
	p := s.l.p
	if !own {
		return []fyne.CanvasObject{widgets.Quiet(p.T("library.change"), change)}
	}
	word := p.T("library.delete")
	if shipped {
		word = p.T("library.back_to_shipped")
	}
	return []fyne.CanvasObject{widgets.Quiet(p.T("library.edit"), change), widgets.Quiet(word, remove)}
}

// standing says of an own one, under its name, what it lies over.
func (s *listing[T]) standing(own, shipped bool) []fyne.CanvasObject {
	switch {
	case own && shipped:
		return []fyne.CanvasObject{widgets.Note(s.l.p.T("library.yours.over"))}
	case own:
		return []fyne.CanvasObject{widgets.Note(s.l.p.T("library.yours.alone"))}
	}
	return nil
}

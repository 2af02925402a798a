package shell

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/views/widgets"
)

// menu holds every action. A shortcut works only from here: a focused field
// swallows those of the canvas.
func (s *Shell) menu() *fyne.MainMenu {
	return fyne.NewMainMenu(s.decisionMenu(), s.editMenu(), s.goMenu(), s.helpMenu())
}

func (s *Shell) item(key string, action func()) *fyne.MenuItem {
	return fyne.NewMenuItem(s.p.T(key), action)
}

// control is a shortcut with the platform's command key.
func control(item *fyne.MenuItem, key fyne.KeyName, more ...fyne.KeyModifier) *fyne.MenuItem {
	mod := fyne.KeyModifierShortcutDefault
	for _, m := range more {
		mod |= m
	}
	item.Shortcut = &desktop.CustomShortcut{KeyName: key, Modifier: mod}
	return item
}

func enabled(item *fyne.MenuItem, on bool) *fyne.MenuItem {
	item.Disabled = !on
	return item
}

func (s *Shell) decisionMenu() *fyne.Menu {
	d, open := s.session.Current()
	example := s.item("example.open", s.session.OpenExample)
	if s.session.HasExample() {
		example = s.item("example.remove", s.session.RemoveExample)
	}
	quit := s.item("menu.quit", s.extra.Quit)
	quit.IsQuit = true
	return fyne.NewMenu(s.p.T("menu.decision"),
		control(s.item("decision.new", s.session.NewDecision), fyne.KeyN),
		enabled(s.item("decision.rename", s.rename), open),
		enabled(s.item("decision.duplicate", func() { s.session.DuplicateDecision(d.ID) }), open),
		enabled(s.item("decision.delete", func() { s.session.DeleteDecision(d.ID) }), open),
		fyne.NewMenuItemSeparator(),
		example,
		fyne.NewMenuItemSeparator(),
		control(s.item("menu.paste_prices", s.extra.Paste), fyne.KeyV, fyne.KeyModifierShift),
		control(s.item("trial.log", s.extra.Log), fyne.KeyL),
		control(s.item("menu.export", s.extra.Export), fyne.KeyE),
		fyne.NewMenuItemSeparator(),
		control(quit, fyne.KeyQ),
	)
}

func (s *Shell) editMenu() *fyne.Menu {
	undo, redo := s.session.UndoLabels()
	name := func(key, label string) string {
		if label == "" {
			return s.p.T(key)
		}
		return s.p.T(key+".what", "what", s.p.Term(label))
	}
	u := fyne.NewMenuItem(name("menu.undo", undo), func() { s.undo((*widget.Entry).Undo, s.session.Undo) })
	r := fyne.NewMenuItem(name("menu.redo", redo), func() { s.undo((*widget.Entry).Redo, s.session.Redo) })
	u.Shortcut = &fyne.ShortcutUndo{} // the toolkit has a name of its own for these keys
	return fyne.NewMenu(s.p.T("menu.edit"), u, control(r, fyne.KeyZ, fyne.KeyModifierShift))
}

// undo gives the focused field the first chance; when it has nothing to take
// back, the last action on the records is.
func (s *Shell) undo(inField func(*widget.Entry), inRecords func()) {
	if field, ok := widgets.EntryOf(s.window.Canvas().Focused()); ok {
		before := field.Text
		if inField(field); field.Text != before {
			return
		}
	}
	inRecords()
}

func (s *Shell) goMenu() *fyne.Menu {
	var items []*fyne.MenuItem
	for i, place := range s.places {
		items = append(items, control(s.item("place."+place.Name, func() { s.Open(i) }), fyne.KeyName(strconv.Itoa(i+1))))
	}
	items = append(items, fyne.NewMenuItemSeparator())
	for _, step := range decision.Steps {
		label := strconv.Itoa(int(step)) + "  " + s.p.T("step."+strconv.Itoa(int(step)))
		item := fyne.NewMenuItem(label, func() {
			s.Open(0)
			s.extra.Step(step)
		})
		item.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyName(strconv.Itoa(int(step))), Modifier: fyne.KeyModifierAlt}
		items = append(items, item)
	}
	return fyne.NewMenu(s.p.T("menu.go"), items...)
}

func (s *Shell) helpMenu() *fyne.Menu {
	return fyne.NewMenu(s.p.T("menu.help"), s.item("menu.about", s.extra.About))
}

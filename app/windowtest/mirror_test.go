//go:build window

package windowtest

import (
	"image"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"cardhour/app/screens"
	"cardhour/app/session"
	"cardhour/data/catalog"
	"cardhour/data/journal"
	"cardhour/views/settings"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// mirror is the same window on the test driver, over a journal of its own. It
// is handed everything that the real one is, so that it knows what stands
// where, and what the real one has to look like.
type mirror struct {
	*screens.Screens
	t       *testing.T
	p       *text.Printer
	session *session.Session
	catalog *catalog.Catalog
	app     fyne.App
	window  fyne.Window
	size    fyne.Size
	shown   screens.Hooks // what the real window says of itself
}

func newMirror(t *testing.T, lang text.Language, shown screens.Hooks) *mirror {
	t.Helper()
	j, err := journal.Open(filepath.Join(t.TempDir(), "mirror.cardhour"), journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := &mirror{t: t, p: text.New(lang), shown: shown}
	if m.catalog, err = catalog.Load(); err != nil {
		t.Fatal(err)
	}
	ids := 0
	m.session, err = session.Open(j, m.catalog, session.Options{
		Now: time.Now, NewID: func() string { ids++; return strconv.Itoa(1000 + ids) }, Post: func(func()) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.session.Close(); j.Close() })
	m.app = test.NewTempApp(t)
	m.window = m.app.NewWindow("")
	return m
}

// begin is what the program does when it is started.
func (m *mirror) begin() {
	m.Screens = nil
	m.build()
}

// build is what the program does then and after a setting was made.
func (m *mirror) build() {
	m.app.Settings().SetTheme(theme.New(theme.Variant(m.session.Setting(settings.Theme)), 1))
	place := 0
	if m.Screens != nil {
		place = m.Shell.Place()
	}
	m.Screens = screens.New(m.p, m.window, m.session, m.catalog, screens.Hooks{
		Quit: func() {}, Rebuild: m.build, JournalPath: m.shown.JournalPath, Version: m.shown.Version, Check: func(func(string, bool)) {}, OpenFolder: func(string) {},
	})
	m.window.SetContent(m.Shell.Content())
	m.Shell.Open(place)
}

// settle lets what was done take effect.
func (m *mirror) settle() {
	m.session.Flush()
	m.Shell.Refresh()
	m.layout()
}

// thing is an object that is shown, and where its middle is.
type thing struct {
	object fyne.CanvasObject
	at     fyne.Position
	seen   bool // not scrolled out of sight
}

// things lists what is shown, in reading order of the tree; of a dialog or a
// menu that lies over the rest, only that.
func (m *mirror) things() []thing {
	var all []thing
	var walk func(fyne.CanvasObject, fyne.Position, fyne.Position, fyne.Position)
	walk = func(o fyne.CanvasObject, at, from, to fyne.Position) {
		if o == nil || !o.Visible() {
			return
		}
		at = at.Add(o.Position())
		size := o.Size()
		middle := at.AddXY(size.Width/2, size.Height/2)
		if text, ok := o.(*canvas.Text); ok { // its letters, which may have more room than they need
			switch half := text.MinSize().Width / 2; text.Alignment {
			case fyne.TextAlignLeading:
				middle.X = at.X + half
			case fyne.TextAlignTrailing:
				middle.X = at.X + size.Width - half
			}
		}
		all = append(all, thing{o, middle, middle.X > from.X && middle.Y > from.Y && middle.X < to.X && middle.Y < to.Y})
		var inside []fyne.CanvasObject
		switch o := o.(type) {
		case *fyne.Container:
			inside = o.Objects
		case fyne.Widget:
			inside = test.WidgetRenderer(o).Objects()
			if _, scrolls := o.(fyne.Scrollable); scrolls {
				from = fyne.NewPos(max(from.X, at.X), max(from.Y, at.Y))
				to = fyne.NewPos(min(to.X, at.X+size.Width), min(to.Y, at.Y+size.Height))
			}
		}
		for _, child := range inside {
			walk(child, at, from, to)
		}
	}
	c := m.window.Canvas()
	top := c.Overlays().Top()
	if top == nil {
		top = c.Content()
	}
	walk(top, fyne.NewPos(0, 0), fyne.NewPos(0, 0), fyne.NewPos(c.Size().Width, c.Size().Height))
	return all
}

// words finds the i-th place on the screen where some words stand.
func (m *mirror) words(words string, i int) thing {
	m.t.Helper()
	var shown []string
	for _, th := range m.things() {
		if text, ok := th.object.(*canvas.Text); ok {
			if text.Text == words {
				if i == 0 {
					return th
				}
				i--
			}
			shown = append(shown, text.Text)
		}
	}
	m.t.Fatalf("%q is not on the screen: %q", words, shown)
	return thing{}
}

// field finds the i-th field or picker that follows a label.
func (m *mirror) field(label string, i int) thing {
	m.t.Helper()
	passed := label == ""
	for _, th := range m.things() {
		if text, ok := th.object.(*canvas.Text); ok && strings.TrimSpace(text.Text) == label {
			passed = true
		}
		if !passed {
			continue
		}
		switch th.object.(type) {
		case interface{ SelectedText() string }, interface{ SelectedIndex() int }: // entries, selects
			if _, ok := th.object.(fyne.Focusable); ok {
				if i == 0 {
					return th
				}
				i--
			}
		}
	}
	m.t.Fatalf("no field after %q", label)
	return thing{}
}

// tap does what the toolkit does when a mouse button is pressed and let go.
func (m *mirror) tap(th thing) {
	c := m.window.Canvas()
	test.MoveMouse(c, th.at)
	if entry, ok := th.object.(interface {
		fyne.Focusable
		SelectedText() string
	}); ok {
		c.Focus(entry)
	} else {
		test.TapCanvas(c, th.at)
	}
	m.settle()
}

// types hands letters to what has the keyboard.
func (m *mirror) types(letters string) {
	for _, r := range letters {
		if f := m.window.Canvas().Focused(); f != nil {
			f.TypedRune(r)
		}
	}
	m.settle()
}

// key hands a key to what has the keyboard.
func (m *mirror) key(name fyne.KeyName) {
	c := m.window.Canvas()
	switch f := c.Focused(); {
	case name == fyne.KeyTab:
		c.FocusNext()
	case f != nil:
		f.TypedKey(&fyne.KeyEvent{Name: name})
	}
	m.settle()
}

// choose does what a shortcut of the main menu does.
func (m *mirror) choose(key fyne.KeyName, modifier fyne.KeyModifier) {
	m.t.Helper()
	for _, menu := range m.window.MainMenu().Items {
		for _, item := range menu.Items {
			if s, ok := item.Shortcut.(fyne.KeyboardShortcut); ok && s.Key() == key && s.Mod() == modifier {
				item.Action()
				m.settle()
				return
			}
		}
	}
	m.t.Fatalf("no menu item has the shortcut %v %v", modifier, key)
}

// selectAll marks everything in the field that has the keyboard.
func (m *mirror) selectAll() {
	if f, ok := m.window.Canvas().Focused().(fyne.Shortcutable); ok {
		f.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// dismiss takes a dialog away.
func (m *mirror) dismiss() {
	overlays := m.window.Canvas().Overlays()
	overlays.Remove(overlays.Top())
	m.settle()
}

// resize gives the window's inside, less the menu bar, a size.
func (m *mirror) resize(size image.Point) {
	m.size = fyne.NewSize(float32(size.X), float32(size.Y))
	m.layout()
}

// layout lays everything out, as the real window does whenever something in it
// has got another size; twice, as texts are wrapped anew with the second.
func (m *mirror) layout() {
	var within func(fyne.CanvasObject)
	within = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *fyne.Container:
			if o.Layout != nil {
				o.Layout.Layout(o.Objects, o.Size())
			}
			for _, child := range o.Objects {
				within(child)
			}
		case fyne.Widget:
			renderer := test.WidgetRenderer(o)
			renderer.Layout(o.Size())
			for _, child := range renderer.Objects() {
				within(child)
			}
		}
	}
	for range 2 {
		m.window.Resize(m.size.AddWidthHeight(1, 0))
		m.window.Resize(m.size)
		within(m.window.Content())
	}
}

package screens

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"github.com/govalues/decimal"

	"cardhour/app/example"
	"cardhour/app/session"
	"cardhour/data/catalog"
	"cardhour/data/journal"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/views/library"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// bench is the whole window on the test driver, over a journal on disk.
type bench struct {
	*Screens
	s      *session.Session
	window fyne.Window
	p      *text.Printer
}

func build(t *testing.T, lang text.Language, variant theme.Variant, scale float32) *bench {
	t.Helper()
	ids := 0
	now := func() time.Time { return time.Date(2026, 11, 30, 10, 0, 0, 0, time.FixedZone("", 8*3600)) }
	newID := func() string { ids++; return fmt.Sprintf("%04d", ids) }
	j, err := journal.Open(filepath.Join(t.TempDir(), "j.cardhour"), journal.Options{Now: now, NewID: newID})
	if err != nil {
		t.Fatal(err)
	}
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	p := text.New(lang)
	s, err := session.Open(j, cat, session.Options{Now: now, NewID: newID, Post: func(func()) {}, Example: example.Records(p)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(); j.Close() })
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(variant, scale))
	window := app.NewWindow("")
	b := &bench{s: s, window: window, p: p}
	b.Screens = New(p, window, s, cat, Hooks{JournalPath: "journal.cardhour", Check: func(func(string, bool)) {}, OpenFolder: func(string) {}, Quit: func() {}, Rebuild: func() {}})
	window.SetContent(b.Shell.Content())
	b.resize(theme.MinimumWidth, theme.MinimumHeight)
	return b
}

// resize lays out twice: changed text is wrapped anew with the next layout.
func (b *bench) resize(w, h float32) {
	b.window.Resize(fyne.NewSize(w+1, h))
	b.window.Resize(fyne.NewSize(w, h))
}

// each goes through every screen.
func (b *bench) each(visit func(name string)) {
	show := func(name string) {
		size := b.window.Canvas().Size()
		b.resize(size.Width, size.Height)
		visit(name)
	}
	b.Shell.Open(Decide)
	if _, open := b.s.Current(); open {
		for _, step := range decision.Steps {
			b.Wizard.Show(step)
			show(fmt.Sprint("step ", step))
		}
	} else {
		show("decide")
	}
	for place, name := range map[int]string{Journal: "journal", Compare: "compare", Settings: "settings"} {
		b.Shell.Open(place)
		show(name)
	}
	b.Shell.Open(Library)
	for tab := library.Cards; tab <= library.Platforms; tab++ {
		b.Library.Show(tab)
		show(fmt.Sprint("library ", tab))
	}
}

// seen is a piece of text on the screen.
type seen struct {
	text     *canvas.Text
	pos      fyne.Position
	size     fyne.Size
	viewport string // the scrolled areas that it lies in
	sideways bool   // one of them is a list that scrolls to the side
}

// texts lists all visible text with its place.
func texts(o fyne.CanvasObject, at fyne.Position, viewport string, sideways bool, visit func(seen)) {
	if !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	switch o := o.(type) {
	case *canvas.Text:
		if strings.TrimSpace(o.Text) != "" {
			visit(seen{o, at, o.Size(), viewport, sideways})
		}
	case *fyne.Container:
		for _, child := range o.Objects {
			texts(child, at, viewport, sideways, visit)
		}
	case *container.Scroll:
		texts(o.Content, at.Add(fyne.NewPos(-o.Offset.X, -o.Offset.Y)), viewport+fmt.Sprintf("/%p", o),
			sideways || o.Direction == container.ScrollHorizontalOnly, visit)
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			texts(child, at, viewport, sideways, visit)
		}
	}
}

// scrolls lists the scrolled areas that are seen.
func scrolls(o fyne.CanvasObject, visit func(*container.Scroll)) {
	if !o.Visible() {
		return
	}
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			scrolls(child, visit)
		}
	case *container.Scroll:
		visit(o)
		scrolls(o.Content, visit)
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			scrolls(child, visit)
		}
	}
}

// TestLargeTextDoesNotPushTheWindow: text of any size leaves the window at its
// size; a page that needs more room than is left scrolls.
func TestLargeTextDoesNotPushTheWindow(t *testing.T) {
	for _, lang := range text.Languages {
		for _, scale := range []float32{1.5, 2} {
			b := build(t, lang, theme.Light, scale)
			b.s.OpenExample()
			b.s.Flush()
			b.Shell.Refresh()
			b.each(func(name string) {
				if min := b.Shell.Content().MinSize(); min.Width > theme.MinimumWidth || min.Height > theme.MinimumHeight {
					t.Errorf("%s, %s, text at %v: needs %v", name, lang, scale, min)
				}
			})
		}
	}
}

// TestNoTextIsClippedOrOverlaps walks every screen at the window's smallest
// size and at the usual one, with text of the normal size and larger. Text in
// a scrolled area may lie below what is seen, never beside it.
func TestNoTextIsClippedOrOverlaps(t *testing.T) {
	for _, lang := range text.Languages {
		for _, full := range []bool{false, true} {
			for _, scale := range []float32{1, 1.5, 2} {
				b := build(t, lang, theme.Light, scale)
				if full {
					b.s.OpenExample()
					b.s.Flush()
					b.Shell.Refresh()
				}
				for _, size := range []fyne.Size{{Width: theme.MinimumWidth, Height: theme.MinimumHeight}, {Width: 1280, Height: 800}} {
					size.Width, size.Height = size.Width*scale, size.Height*scale
					b.resize(size.Width, size.Height)
					b.each(func(name string) {
						where := fmt.Sprintf("%s, %s, example %v, text at %v, %v", name, lang, full, scale, size)
						if min := b.Shell.Content().MinSize(); min.Width > size.Width || min.Height > size.Height {
							t.Errorf("%s: needs %v", where, min)
						}
						inspect(t, where, b.window.Canvas())
						scrolls(b.Shell.Content(), func(s *container.Scroll) {
							if need, has := s.Content.MinSize().Width, s.Size().Width; s.Direction == container.ScrollBoth && need > has {
								t.Errorf("%s: has to be scrolled to the side: %v wide, there are %v", where, need, has)
							}
						})
					})
				}
			}
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func inspect(t *testing.T, where string, c fyne.Canvas) {
	t.Helper()
	var all []seen
	texts(c.Content(), fyne.NewPos(0, 0), "", false, func(s seen) { all = append(all, s) })
	if len(all) < 5 {
		t.Errorf("%s: only %d texts", where, len(all))
	}
	const slack = 1.5
	for i, a := range all {
		need := a.text.MinSize()
		if need.Width > a.size.Width+slack || need.Height > a.size.Height+slack {
			t.Errorf("%s: %q has %v and needs %v", where, a.text.Text, a.size, need)
		}
		if !a.sideways && (a.pos.X < -slack || a.pos.X+need.Width > c.Size().Width+slack) {
			t.Errorf("%s: %q goes beyond the window: from %v, %v wide", where, a.text.Text, a.pos.X, need.Width)
		}
		for _, b := range all[i+1:] {
			if a.viewport == b.viewport && overlap(a, b) {
				t.Errorf("%s: %q and %q lie over each other", where, a.text.Text, b.text.Text)
			}
		}
	}
}

// overlap reports whether the letters of two texts meet, not only the empty
// room around them.
func overlap(a, b seen) bool {
	box := func(s seen) (x0, y0, x1, y1 float32) {
		need := s.text.MinSize()
		x0 = s.pos.X
		switch s.text.Alignment {
		case fyne.TextAlignTrailing:
			x0 += s.size.Width - need.Width
		case fyne.TextAlignCenter:
			x0 += (s.size.Width - need.Width) / 2
		}
		inset := need.Height / 5
		return x0 + 1, s.pos.Y + inset, x0 + need.Width - 1, s.pos.Y + need.Height - inset
	}
	ax0, ay0, ax1, ay1 := box(a)
	bx0, by0, bx1, by1 := box(b)
	w := math.Min(float64(ax1), float64(bx1)) - math.Max(float64(ax0), float64(bx0))
	h := math.Min(float64(ay1), float64(by1)) - math.Max(float64(ay0), float64(by0))
	return w > 1 && h > 1
}

// TestSettingsWrapLargeTextInTheSmallestWindow: whoever needs text of double
// size sets it here, and must not lose the screen to the side by it.
func TestSettingsWrapLargeTextInTheSmallestWindow(t *testing.T) {
	for _, lang := range text.Languages {
		b := build(t, lang, theme.Light, 2)
		if err := b.s.PutRate(money.Exchange{From: "USD", To: "CNY", Rate: decimal.MustParse("7.1"), Source: "bank"}); err != nil {
			t.Fatal(err)
		}
		b.s.Flush()
		b.Shell.Refresh()
		b.Shell.Open(Settings)
		b.resize(theme.MinimumWidth, theme.MinimumHeight)
		inspect(t, string(lang), b.window.Canvas())
		scrolls(b.Shell.Content(), func(s *container.Scroll) {
			if need, has := s.Content.MinSize().Width, s.Size().Width; need > has {
				t.Errorf("%s: has to be scrolled to the side: %v wide, there are %v", lang, need, has)
			}
		})
	}
}

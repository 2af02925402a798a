//go:build window

package windowtest

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardhour/data/journal"
	"cardhour/views/text"
)

// hands work the real window and its mirror alike.
type hands struct {
	t       *testing.T
	d       *display
	binary  string
	journal string
	program *program
	mirror  *mirror
	menu    int // height of the menu bar
	doing   string
	wanted  image.Image   // what the window should have looked like, when it did not
	other   []image.Point // where it did not
}

func (h *hands) p() *text.Printer { return h.mirror.p }

func (h *hands) step(doing string) {
	h.doing = doing
	h.t.Log(doing)
}

// report keeps what was on the screen when the test failed.
func (h *hands) report() {
	if !h.t.Failed() {
		return
	}
	h.t.Logf("failed while trying to %s", h.doing)
	if shot, err := h.d.see(); err == nil {
		h.t.Logf("the screen then: %s", keep("screen", shot))
	}
	if h.wanted != nil {
		h.t.Logf("it should have looked like: %s", keep("wanted", h.wanted))
		h.t.Logf("it did not at %d places: %v", len(h.other), h.other[:min(len(h.other), 60)])
	}
	if h.program != nil {
		select {
		case <-h.program.ended:
			h.t.Logf("the program had ended: %v\n%s", h.program.cmd.ProcessState, h.program.said.String())
		default:
		}
	}
}

// open starts the program and waits until it shows what its mirror does.
func (h *hands) open() {
	h.t.Helper()
	h.program = h.d.start(h.t, h.binary, "--journal", h.journal, "--lang", string(h.p().Language()))
	h.mirror.begin()
	h.mirror.resize(h.program.area.Size())
	if h.menu == 0 {
		h.calibrate()
	}
	h.mirror.resize(h.program.area.Size().Sub(image.Pt(0, h.menu)))
	h.mirror.settle()
	h.alike("the window just opened")
}

// calibrate finds the height of the menu bar, which only the real window has:
// the one by which the mirror has to be moved down to look the same.
func (h *hands) calibrate() {
	h.t.Helper()
	h.wanted = h.mirror.window.Canvas().Capture()
	want := sums(h.wanted)
	until(h.t, "a window that looks as it should, under a menu bar", func() bool {
		shown, found := h.shown(), false
		for y := 8; y < 64; y++ {
			if other := shown.differing(h.inside(y), want); !found || len(other) < len(h.other) {
				h.menu, h.other, found = y, other, true
			}
		}
		return len(h.other) <= likeness
	})
}

// likeness is how many tiles of the window may look otherwise than in the
// mirror, for the pointer, the caret and rounded edges. A short word has more.
const likeness = 10

// alike waits until the window looks like its mirror.
func (h *hands) alike(what string) {
	h.t.Helper()
	h.wanted = h.mirror.window.Canvas().Capture()
	want := sums(h.wanted)
	until(h.t, "the window looks otherwise than the same screens on the test driver: "+what, func() bool {
		h.other = h.shown().differing(h.inside(h.menu), want)
		return len(h.other) <= likeness
	})
	h.wanted = nil
}

// inside is the window's place on the screen without a menu bar.
func (h *hands) inside(menu int) image.Rectangle {
	area := h.program.area
	area.Min.Y += menu
	return area
}

func (h *hands) shown() summed {
	h.t.Helper()
	shot, err := h.d.see()
	if err != nil {
		h.t.Fatal(err)
	}
	return sums(shot)
}

// point clicks at a thing.
func (h *hands) point(th thing) {
	h.t.Helper()
	if !th.seen {
		h.t.Fatal("what is to be clicked is out of sight")
	}
	h.alike("before a click")
	at := h.program.area.Min.Add(image.Pt(int(th.at.X), int(th.at.Y)+h.menu))
	if err := h.d.tool("xdotool", "mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "click", "1"); err != nil {
		h.t.Fatal(err)
	}
	h.mirror.tap(th)
}

// click clicks at the i-th place where some words stand.
func (h *hands) click(words string, i int) {
	h.t.Helper()
	h.point(h.mirror.words(words, i))
}

// tab clicks at a step.
func (h *hands) tab(n int) {
	h.t.Helper()
	h.click(strconv.Itoa(n)+"  "+h.p().T("step."+strconv.Itoa(n)), 0)
}

// types types.
func (h *hands) types(letters string) {
	h.t.Helper()
	if err := h.d.tool("xdotool", "type", "--delay", "2", letters); err != nil {
		h.t.Fatal(err)
	}
	h.mirror.types(letters)
}

// fill puts letters into the field under a label, over what stood there.
func (h *hands) fill(label, letters string) {
	h.t.Helper()
	h.fillField(h.mirror.field(label, 0), letters)
}

func (h *hands) fillField(field thing, letters string) {
	h.t.Helper()
	h.point(field)
	h.over(letters)
}

// over puts letters into the field that has the keyboard, over what stood
// there.
func (h *hands) over(letters string) {
	h.t.Helper()
	h.press("ctrl+a")
	h.mirror.selectAll()
	h.types(letters)
}

// press presses keys in the real window only.
func (h *hands) press(keys string) {
	h.t.Helper()
	if err := h.d.tool("xdotool", "key", keys); err != nil {
		h.t.Fatal(err)
	}
}

// pick chooses the i-th option of the picker under a label by keyboard.
func (h *hands) pick(label string, i int) {
	h.t.Helper()
	h.point(h.mirror.field(label, 0))
	for range i + 1 {
		h.key("Down")
	}
	h.key("Return")
}

// key presses a key.
func (h *hands) key(name string) {
	h.t.Helper()
	h.press(name)
	h.mirror.key(fyne.KeyName(name))
}

// shortcut presses the keys of a menu item.
func (h *hands) shortcut(keys string) {
	h.t.Helper()
	h.press(keys)
	parts := strings.Split(keys, "+")
	var modifiers fyne.KeyModifier
	for _, modifier := range parts[:len(parts)-1] {
		modifiers |= map[string]fyne.KeyModifier{"ctrl": fyne.KeyModifierControl, "alt": fyne.KeyModifierAlt, "shift": fyne.KeyModifierShift}[modifier]
	}
	h.mirror.choose(fyne.KeyName(strings.ToUpper(parts[len(parts)-1])), modifiers)
}

// look reads a copy of the journal, as it is on disk while the program runs.
func (h *hands) look() (c journal.Content, err error) {
	dir, err := os.MkdirTemp("", "cardhour-look-*")
	if err != nil {
		return c, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "copy")
	for _, part := range []string{"", "-wal"} {
		data, err := os.ReadFile(h.journal + part)
		if os.IsNotExist(err) && part != "" {
			continue
		}
		if err != nil {
			return c, err
		}
		if err := os.WriteFile(path+part, data, 0o600); err != nil {
			return c, err
		}
	}
	j, err := journal.Open(path, journal.Options{})
	if err != nil {
		return c, err
	}
	defer j.Close()
	return j.Everything(context.Background())
}

// saved waits until the journal holds something.
func (h *hands) saved(what string, there func(journal.Content) bool) (c journal.Content) {
	h.t.Helper()
	until(h.t, "in the journal: "+what, func() bool {
		var err error
		c, err = h.look() // a copy made in the midst of a write may not be readable
		return err == nil && there(c)
	})
	return c
}

func (h *hands) read() journal.Content {
	h.t.Helper()
	return h.saved("anything", func(journal.Content) bool { return true })
}

// same asserts what the journal holds.
func (h *hands) same(want journal.Content) {
	h.t.Helper()
	if got := h.read(); !reflect.DeepEqual(got, want) {
		h.t.Fatalf("the journal holds\n%+v\nand held\n%+v", got, want)
	}
}

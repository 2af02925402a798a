package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// settle waits for what was done and shows it, as the window does.
func (b *bench) settle() {
	b.s.Flush()
	b.Shell.Refresh()
}

func TestWhatIsDeletedCanBeTakenBackInPlace(t *testing.T) {
	for _, lang := range text.Languages {
		b := build(t, lang, theme.Light, 1)
		b.s.OpenExample()
		b.settle()
		p := b.p
		said := func(action string) string { return p.T("shell.just_now", "what", p.Term(action)) }
		b.Shell.Open(Journal)
		bills := len(b.s.AllBills())

		remove := func() { // the first bill, below its run
			hand.PressIcon(t, b.window, fynetheme.DeleteIcon(), 1)
			b.settle()
		}
		remove()
		hand.See(t, b.window, said("action_delete_bill"))
		hand.Press(t, b.window, p.T("menu.undo"))
		b.settle()
		if got := len(b.s.AllBills()); got != bills {
			t.Errorf("%s: %d bills, there were %d", lang, got, bills)
		}
		hand.NotSee(t, b.window, said("action_delete_bill"))

		remove()
		b.Shell.Open(Decide)
		hand.See(t, b.window, said("action_delete_bill"))
		hand.PressIcon(t, b.window, fynetheme.CancelIcon(), 0)
		hand.NotSee(t, b.window, said("action_delete_bill"))
		b.settle()
		hand.NotSee(t, b.window, said("action_delete_bill"))

		b.Shell.Open(Journal)
		hand.PressIcon(t, b.window, fynetheme.DeleteIcon(), 0)
		b.settle()
		hand.See(t, b.window, said("action_delete_run"))
		b.s.Rename("X")
		b.settle()
		hand.NotSee(t, b.window, said("action_delete_run"))
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestRenamingEndsWithReturnOrEscape(t *testing.T) {
	b := build(t, text.English, theme.Light, 1)
	b.s.OpenExample()
	b.settle()
	for key, want := range map[fyne.KeyName]bool{fyne.KeyReturn: true, fyne.KeyEscape: false} {
		hand.Press(t, b.window, b.p.T("decision.rename"))
		c := b.window.Canvas()
		if c.Overlays().Top() == nil {
			t.Fatal("no dialog is open")
		}
		for _, r := range string(key) {
			c.Focused().TypedRune(r)
		}
		c.Focused().TypedKey(&fyne.KeyEvent{Name: key})
		if c.Overlays().Top() != nil {
			t.Fatalf("%s leaves the dialog open", key)
		}
		b.settle()
		if d, _ := b.s.Current(); strings.Contains(d.Name, string(key)) != want {
			t.Errorf("after %s it is called %q", key, d.Name)
		}
	}
}

func TestTheLastStepLeadsToTheComparison(t *testing.T) {
	b := build(t, text.Chinese, theme.Light, 1)
	b.s.OpenExample()
	b.settle()
	b.Wizard.Show(5)
	hand.Press(t, b.window, b.p.T("wizard.next", "name", b.p.T("place.compare")))
	if b.Shell.Place() != Compare {
		t.Errorf("place %d is open", b.Shell.Place())
	}
}

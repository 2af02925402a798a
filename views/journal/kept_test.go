package journal

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"cardhour/model/trial"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
)

func TestAHalfTypedFormIsOpenAgain(t *testing.T) {
	f := decided()
	window := show(t, f, text.Chinese, theme.Light)
	p := text.New(text.English)
	zh := text.New(text.Chinese)
	hand.Press(t, window, zh.T("trial.log"))
	hand.Pick(t, window, zh.T("trial.form.quote"), zh.T("journal.offer", "decision", zh.T("journal.unnamed"), "what", zh.T("trial.form.other")))
	hand.Type(t, window, zh.T("trial.form.platform"), "Vast")
	hand.Type(t, window, zh.T("trial.form.cards"), "两张")

	window = show(t, f, text.English, theme.Light)
	if got := hand.Entry(t, window, "Platform", 0).Text; got != "Vast" {
		t.Errorf("the platform is %q", got)
	}
	hand.Press(t, window, "Save")
	hand.See(t, window, p.T("problem.number.malformed", "text", "两张"))
	if len(f.runs) > 0 {
		t.Fatal("half a run was saved")
	}
	hand.Type(t, window, "Cards", "2")
	hand.Press(t, window, "Save and enter the bill")
	if len(f.runs) != 1 || f.runs[0].DecisionID != "d2" || f.runs[0].Platform != "Vast" || f.runs[0].Cards != 2 {
		t.Fatalf("the runs are %+v", f.runs)
	}
	hand.Amount(t, window, "Amount", 0).SetText("$-")
	window = show(t, f, text.English, theme.Light)
	hand.See(t, window, "$-")
	hand.Amount(t, window, "Amount", 0).SetText("5")
	hand.Press(t, window, "Save")
	if len(f.bills) != 1 || f.bills[0].RunID != f.runs[0].ID || f.bills[0].Currency != "USD" || f.forms["record.journal"] != "" {
		t.Errorf("the bills are %+v, kept is %q", f.bills, f.forms)
	}
}

func TestARecordThatIsEditedIsOpenAgain(t *testing.T) {
	f := tried()
	f.runs, f.bills = f.runs[:1], f.bills[:1]
	begun := f.runs[0].At[trial.TaskStarted].Add(7)
	f.runs[0].At[trial.TaskStarted] = begun // what the writing leaves out stays
	window := show(t, f, text.English, theme.Light)
	hand.PressIcon(t, window, fynetheme.DocumentCreateIcon(), 0)
	hand.Type(t, window, "Note", "again")
	window = show(t, f, text.English, theme.Light)
	hand.Press(t, window, "Save")
	if r := f.runs[0]; len(f.runs) != 1 || r.ID != "r1" || r.Note != "again" || r.At[trial.TaskStarted] != begun {
		t.Errorf("the run became %+v", f.runs)
	}
	hand.PressIcon(t, window, fynetheme.DocumentCreateIcon(), 1)
	hand.Amount(t, window, "Amount", 2).SetText("21")
	window = show(t, f, text.English, theme.Light)
	hand.Press(t, window, "Save")
	if b := f.bills[0]; len(f.bills) != 1 || b.ID != "b1" || !b.Charges[2].Amount.Equal(dec("21")) || b.Issued != at(3, 0, 0) {
		t.Errorf("the bills became %+v", f.bills)
	}
}

func TestAFormGoesWithItsDecision(t *testing.T) {
	f := tried()
	logged := func() fyne.Window { return show(t, f, text.English, theme.Light) }
	window := logged()
	hand.Press(t, window, "Log a trial run")
	hand.Type(t, window, "Note", "half")
	all := f.decisions
	f.decisions, f.quotes = f.decisions[1:], nil
	if len(hand.Buttons(logged(), "Log a trial run")) != 1 {
		t.Error("the form of a deleted decision is open")
	}
	f.decisions = all
	hand.See(t, logged(), "half") // its quote is gone, the decision is not

	f = tried()
	window = logged()
	hand.Press(t, window, "Enter a bill")
	hand.Amount(t, window, "Amount", 0).SetText("5")
	f.runs = nil
	if len(hand.Buttons(logged(), "Log a trial run")) != 1 {
		t.Error("the bill of a deleted run is open")
	}
}

func TestTheMenuDoesNotThrowAwayWhatIsTyped(t *testing.T) {
	f := tried()
	window := show(t, f, text.English, theme.Light)
	hand.Press(t, window, "Enter a bill")
	hand.Amount(t, window, "Amount", 0).SetText("5")
	j := New(text.New(text.English), f, f)
	j.Log()
	window.SetContent(j.Content())
	if got := hand.Amount(t, window, "Amount", 0).Text; got != "5" {
		t.Errorf("the amount is %q", got)
	}
}

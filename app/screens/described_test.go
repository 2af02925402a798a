package screens

import (
	"testing"

	"cardhour/model/decision"
	"cardhour/model/task"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
)

func TestAFormThatTheDecisionAskedForLeadsBackToIt(t *testing.T) {
	for _, lang := range text.Languages {
		b := build(t, lang, theme.Light, 1)
		b.s.OpenExample()
		b.s.Flush()
		b.s.EditTask("model", func(k *task.Task) { k.Model = "Mine-7B" })
		quotes := b.s.Records().Quotes
		for _, q := range quotes[:2] {
			q.Card = "Mine 48GB"
			b.s.PutQuote(q)
		}
		b.settle()
		b.Shell.Open(Decide)
		b.Wizard.Show(decision.StepTask)
		describe := func() { hand.Press(t, b.window, b.p.T("task.model.describe")) }
		isBack := func(model string) {
			t.Helper()
			b.settle()
			d, _ := b.s.Current()
			if b.Shell.Place() != Decide || b.Wizard.Open() != decision.StepTask || d.Task.Model != model {
				t.Fatalf("%s: place %d, step %d, model %q", lang, b.Shell.Place(), b.Wizard.Open(), d.Task.Model)
			}
		}
		describe()
		hand.See(t, b.window, b.p.T("library.read"))
		hand.Press(t, b.window, b.p.T("library.form.cancel"))
		isBack("Mine-7B")
		describe()
		hand.Type(t, b.window, b.p.T("library.form.name"), "Mine-8B")
		hand.Type(t, b.window, b.p.T("library.params.form"), "8")
		hand.Press(t, b.window, b.p.T("library.form.save"))
		isBack("Mine-8B")
		if r := b.s.Result(); r.NoMemory != nil {
			t.Errorf("%s: the saved model is not the task's: %v", lang, r.NoMemory)
		}

		b.Wizard.ToNewCard("Mine 48GB")
		hand.Type(t, b.window, b.p.T("library.form.name"), "Mine 48GB v2")
		hand.Type(t, b.window, b.p.T("library.memory"), "48")
		hand.Press(t, b.window, b.p.T("library.form.save"))
		isBack("Mine-8B")
		b.s.Flush()
		called := 0
		for i, q := range b.s.Records().Quotes {
			if q.Card == "Mine 48GB v2" {
				called++
			} else if q.ID == quotes[i].ID && q.Card != quotes[i].Card {
				t.Errorf("%s: %q became %q", lang, quotes[i].Card, q.Card)
			}
		}
		if called != 2 {
			t.Errorf("%s: %d quotes have the card that was described", lang, called)
		}
	}
}

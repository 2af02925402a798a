package wizard

import (
	"testing"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/model/task"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// pressed taps the button with a text below the open step, if it is shown.
func pressed(w *Wizard, words string) bool {
	for _, b := range allOn[*widget.Button](w.body) {
		if b.Text == words && b.Visible() {
			test.Tap(b)
			return true
		}
	}
	return false
}

func TestWhatTheLibraryLacksCanBeDescribed(t *testing.T) {
	for _, lang := range text.Languages {
		f := worked()
		f.records.Quotes[0].Card = "Mine 48GB"
		w, _ := show(t, f, lang, theme.Light)
		var asked []string
		w.ToNewModel = func(name string) { asked = append(asked, name) }
		w.ToNewCard = w.ToNewModel
		word := w.p.T("task.model.describe")

		if pressed(w, word) {
			t.Errorf("%s: a model of the library is to be described", lang)
		}
		f.EditTask("model", func(k *task.Task) { k.Model = "Mine-7B" })
		if !pressed(w, word) {
			t.Errorf("%s: nothing leads to the form of a model", lang)
		}
		f.EditTask("model", func(k *task.Task) { k.Model = "Qwen2.5-7B" })

		w.Show(decision.StepCard)
		for _, row := range allOn[*widgets.Fold](w.body) {
			row.SetOpen(true)
		}
		reads(t, w.body, w.p.T("card.why.not_listed", "card", "Mine 48GB"))
		if !pressed(w, word) || len(asked) != 2 || asked[0] != "Mine-7B" || asked[1] != "Mine 48GB" {
			t.Errorf("%s: asked for %q", lang, asked)
		}
	}
	noMissingText(t)
}

func TestAModelCountsAsTheOneOfItsShape(t *testing.T) {
	for _, lang := range text.Languages {
		f := worked()
		w, _ := show(t, f, lang, theme.Light)
		w.ToNewModel = func(string) {}
		f.EditTask("model", func(k *task.Task) { k.Model = "Qwen2.5-7B-Instruct" })
		reads(t, w.body, w.p.T("task.model.taken", "model", "Qwen2.5-7B"))
		if pressed(w, "Llama-3.1-8B") || pressed(w, w.p.T("task.model.describe")) {
			t.Errorf("%s: a model whose shape is known is questioned", lang)
		}
	}
	noMissingText(t)
}

func TestTheNearestModelIsTakenByAPress(t *testing.T) {
	for _, lang := range text.Languages {
		f := worked()
		w, _ := show(t, f, lang, theme.Light)
		f.EditTask("model", func(k *task.Task) { k.Model = "Mine-7B" })
		reads(t, w.body, w.p.T("task.model.nearest"))
		if !pressed(w, "Llama-3.1-8B") || f.d.Task.Model != "Llama-3.1-8B" {
			t.Fatalf("%s: the task is about %q", lang, f.d.Task.Model)
		}
		if got := w.steps[w.open].(*taskStep).model.Entry.Text; got != "Llama-3.1-8B" {
			t.Errorf("%s: the field reads %q", lang, got)
		}
		readsNot(t, w.body, w.p.T("task.model.nearest"))
		if pressed(w, "Qwen2.5-7B") {
			t.Errorf("%s: another is offered still", lang)
		}
	}
	noMissingText(t)
}

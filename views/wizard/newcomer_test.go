package wizard

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/task"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// What a person meets who has not seen the program before.

func TestACardTypedByHandLeadsToOneOfTheCatalogue(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, l, p := showBilling(t, worked(), lang)
		tapWord(t, w, p.T("billing.add"))
		typeQuote(t, w, "platform", "P")
		typeQuote(t, w, "rate.amount", "2")
		card := func(typed string) string {
			typeQuote(t, w, "card", typed)
			return wordsOf(w)
		}
		if shown := card("rtx"); !strings.Contains(shown, p.T("billing.form.card.pick", "cards", p.List("RTX 4090 24GB", "RTX 3060 12GB"))) {
			t.Errorf("the cards that may be meant are not named:\n%s", shown)
		}
		if shown := card("锐龙"); !strings.Contains(shown, p.T("billing.form.card.none")) {
			t.Errorf("nobody says that there is no such card:\n%s", shown)
		}
		if shown := card("RTX 4090 24GB"); strings.Contains(shown, p.T("billing.form.card.taken", "card", "RTX 4090 24GB")) {
			t.Error("a card that is right is remarked on")
		}
		for typed, want := range map[string]string{"4090": "RTX 4090 24GB", "a100-80gb": "A100 80GB", "RTX": "RTX", "锐龙": "锐龙", "": ""} {
			card(typed)
			tapWord(t, w, p.T("billing.form.save"))
			if got := l.put[len(l.put)-1].Card; got != want {
				t.Errorf("%q was saved as %q, not %q", typed, got, want)
			}
			tapWord(t, w, p.T("billing.add"))
			typeQuote(t, w, "platform", "P")
			typeQuote(t, w, "rate.amount", "2")
		}
	})
	noMissingText(t)
}

func TestANewQuoteWasSeenToday(t *testing.T) {
	w, l, p := showBilling(t, worked(), text.Chinese)
	tapWord(t, w, p.T("billing.add"))
	typeQuote(t, w, "platform", "P")
	typeQuote(t, w, "rate.amount", "2")
	tapWord(t, w, p.T("billing.form.save"))
	if got := l.put[0].Seen.Format("2006-01-02"); got != l.Now().Format("2006-01-02") {
		t.Errorf("it was seen on %s", got)
	}
}

func TestBarsOfDifferentCurrenciesShareNoScale(t *testing.T) {
	f := worked()
	q := f.records.Quotes[0]
	q.ID, q.Rate.Amount = "", money.Amount{Value: decimal.MustParse("1.2"), Currency: "USD"}
	f.PutQuote(q)
	all := f.Result().Candidates
	scales := costScales(all)
	for _, c := range all {
		if c.Cost == nil || c.Quote.ID != f.records.Quotes[len(f.records.Quotes)-1].ID {
			continue
		}
		if _, upTo := partsOf(*c.Cost, scales[c.Cost.Low.Currency]); upTo != 1 {
			t.Errorf("the only quote in dollars takes %v of its scale", upTo)
		}
		return
	}
	t.Error("the quote in dollars has no cost")
}

func TestABillInsideTheEstimateIsNoDifference(t *testing.T) {
	for _, lang := range text.Languages {
		p, f := text.New(lang), worked()
		delete(f.records.Quotes[0].Facts, "data_disk_price") // 30 GB for 2 days at ¥0.0053 to ¥0.5
		w, window := show(t, f, lang, theme.Light)
		w.Show(decision.StepTrial)
		within := p.T("trial.against.within", "estimate", "x", "billed", "y")
		hand.See(t, window, within[strings.LastIndex(within, "y")+1:])
		hand.NotSee(t, window, "¥0.00")
	}
}

func TestTheNextStepIsAlwaysInSight(t *testing.T) {
	for _, lang := range text.Languages {
		p, f := text.New(lang), worked()
		w, window := show(t, f, lang, theme.Light)
		compared := false
		w.ToCompare = func() { compared = true }
		next := func(key string) *widget.Button {
			t.Helper()
			found := hand.Buttons(window, p.T("wizard.next", "name", p.T(key)))
			if len(found) != 1 {
				t.Fatalf("%s: there is no way on to %s: %q", lang, p.T(key), hand.Shown(window))
			}
			place := fyne.CurrentApp().Driver().AbsolutePositionForObject(found[0])
			if place.Y+found[0].Size().Height > window.Canvas().Size().Height {
				t.Errorf("%s: the way on lies at %v", lang, place)
			}
			return found[0]
		}
		for _, key := range []string{"step.2", "step.3", "step.4", "step.5"} {
			test.Tap(next(key))
		}
		if next("place.compare").Importance == widget.HighImportance {
			t.Error("step 5 has two primary buttons")
		}
		test.Tap(next("place.compare"))
		if !compared {
			t.Error("the last step does not lead to the comparison")
		}
		w.Show(decision.StepTask)
		if next("step.2").Importance != widget.HighImportance {
			t.Error("step 1 has no primary button")
		}
		w.Show(decision.StepBilling)
		billingOf(w).add()
		if next("step.3").Importance == widget.HighImportance {
			t.Error("the form has two primary buttons")
		}
	}
}

func TestTheProgramOpensWhereThePersonWas(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.English, theme.Light)
	w.Show(decision.StepBarrier)
	if w, _ = show(t, f, text.English, theme.Light); w.Open() != decision.StepBarrier {
		t.Errorf("step %d is open", w.Open())
	}
	f.settings["open_step"] = "9"
	if w, _ = show(t, f, text.English, theme.Light); w.Open() != decision.StepTask {
		t.Errorf("step %d is open", w.Open())
	}
}

func TestANewDecisionBeginsWithItsTask(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.English, theme.Light)
	w.Show(decision.StepCard)
	f.d, f.records = &decision.Decision{ID: "another", Currency: "CNY", Task: task.Defaults("")}, decision.Records{}
	f.tell()
	if w.Open() != decision.StepTask {
		t.Errorf("step %d is open", w.Open())
	}
}

func TestTheSpanIsNotTheSumSaidAgain(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.English, theme.Light)
	said, _, _ := strings.Cut(w.p.T("funnel.span", "span", ""), ":")
	reads(t, w.funnel.content(), said)
	f.EditTask("work", func(k *task.Task) { k.Work.Low, k.Work.High = k.Work.Likely, k.Work.Likely })
	readsNot(t, w.funnel.content(), said)
}

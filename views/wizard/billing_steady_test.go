package wizard

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/reason"
	"cardhour/model/trial"
	"cardhour/views/text"
)

// steadyFieldOf is the only field in an open row.
func steadyFieldOf(t *testing.T, w *Wizard) *widget.Entry {
	t.Helper()
	fields := allOn[*widget.Entry](w.body)
	if len(fields) != 1 {
		t.Fatalf("%d fields on the screen", len(fields))
	}
	return fields[0]
}

func TestAnOpenRowSaysHowSteadyThePlatformIs(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := worked()
		f.records.Runs[0].Lost = 30 * billing.Minute // of the 8 h on platform A
		w, _, p := showBilling(t, f, lang)
		openQuote(t, w, 0)
		assumed := p.T("billing.steady.assumed", "factor", "×1.10", "kind", p.T("billing.steady.kind.container"))
		if shown := wordsOf(w); !strings.Contains(shown, assumed) || !strings.Contains(shown, p.T("billing.steady")) {
			t.Errorf("no %q in\n%s", assumed, shown)
		}
		openQuote(t, w, 0)
		openQuote(t, w, 1)
		// 1 + (0.8 + 0.5) ÷ (8 + 7.5) = 1.0839
		own := p.T("billing.steady.runs", "factor", "×1.08", "count", 1, "lost", 30*billing.Minute, "useful", 7*billing.Hour+30*billing.Minute)
		shown := wordsOf(w)
		if !strings.Contains(shown, own) {
			t.Errorf("no %q in\n%s", own, shown)
		}
		for _, line := range strings.Split(shown, "\n") {
			if strings.Contains(line, "×1.08") && strings.ContainsAny(line, "¥$€£") {
				t.Errorf("a score is written as money: %q", line)
			}
		}
		if !strings.Contains(shown, "¥134.00") {
			t.Errorf("the factor has changed the money:\n%s", shown)
		}
		f.records.Runs = append(f.records.Runs, trial.Run{ID: "open", QuoteID: "1", Platform: "平台 A", Cards: 1})
		w.Refresh()
		if silent := p.T("billing.steady.silent", "count", 1); !strings.Contains(wordsOf(w), silent) {
			t.Errorf("no %q in\n%s", silent, wordsOf(w))
		}
	})
}

func TestAFactorIsSetByHandAndTakenBack(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := worked()
		w, _, p := showBilling(t, f, lang)
		openQuote(t, w, 0) // platform B, the cheapest
		tapWord(t, w, p.T("billing.steady.set"))
		for typed, rule := range map[string]string{"": "number.empty", "0.9": "stability.out_of_range", "11": "stability.out_of_range", "很稳": "number.malformed"} {
			field := steadyFieldOf(t, w)
			field.SetText("")
			test.Type(field, typed)
			tapWord(t, w, p.T("billing.steady.keep"))
			_, err := factorOf(typed)
			var problem *reason.Problem
			if !errors.As(err, &problem) || problem.Rule != rule || !strings.Contains(wordsOf(w), p.Problem(err)) {
				t.Errorf("%q: %v is not said in\n%s", typed, err, wordsOf(w))
			}
			if len(f.answers) > 0 || steadyFieldOf(t, w).Text != typed {
				t.Fatalf("%q was kept, or is gone", typed)
			}
		}
		field := steadyFieldOf(t, w)
		field.SetText("")
		test.Type(field, "１．４")
		w.Refresh() // something else has changed
		if steadyFieldOf(t, w).Text != "１．４" {
			t.Fatal("what was being typed is gone")
		}
		tapWord(t, w, p.T("billing.steady.keep"))
		if len(f.answers) != 1 || f.answers[0].Platform != "平台 B" || f.answers[0].Value != "1.4" {
			t.Fatalf("kept %+v", f.answers)
		}
		// B is cheaper and now stands behind A: the panel says by what.
		by := p.T("billing.steady.hand", "factor", "×1.40", "without", "×1.10")
		if shown := wordsOf(w); !strings.Contains(shown, by) {
			t.Errorf("no %q in\n%s", by, shown)
		}
		v := f.Result().Verdict
		if v.Winner.Quote.PlatformName != "平台 A" || v.Because == nil {
			t.Fatalf("verdict %+v", v)
		}
		panel := wordsOn(w.funnel.content())
		name := w.nameOf(v.ByCost.Quote)
		for _, want := range []string{p.T("funnel.dearer", "name", name, "amount", "¥9.00"), p.Because(*v.Because), p.T("funnel.best.steady"), "×1.40", "¥134.00"} {
			if !strings.Contains(panel, want) {
				t.Errorf("no %q in\n%s", want, panel)
			}
		}
		if strings.Contains(panel, "−") {
			t.Errorf("a negative margin is shown:\n%s", panel)
		}
		tapWord(t, w, p.T("billing.steady.back"))
		if len(f.answers) != 0 || f.Result().Verdict.Winner.Quote.PlatformName != "平台 B" {
			t.Errorf("not taken back: %+v", f.answers)
		}
	})
}

func TestAPlatformThatCannotBeNamedTakesNoFactor(t *testing.T) {
	f := worked()
	f.records.Quotes[2].Platform, f.records.Quotes[2].Category, f.records.Quotes[2].Mode = "", "", billing.Spot
	f.records.Quotes[2].Seen = time.Time{}
	w, _, p := showBilling(t, f, text.English)
	openQuote(t, w, 2)
	shown := wordsOf(w)
	if strings.Contains(shown, p.T("billing.steady.set")) {
		t.Error("a factor of nothing can be set")
	}
	if want := p.T("billing.steady.spot", "factor", "×1.50", "kind", p.T("billing.steady.kind.unknown")); !strings.Contains(shown, want) {
		t.Errorf("no %q in\n%s", want, shown)
	}
}

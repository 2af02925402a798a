package wizard

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/trial"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// fresh is the worked decision before anything was tried.
func fresh() *fake {
	f := worked()
	f.records.Runs, f.records.Bills = nil, nil
	return f
}

func amount(t *testing.T, window fyne.Window, p *text.Printer, i int) *widget.Entry {
	t.Helper()
	return hand.Amount(t, window, p.T("trial.bill.amount"), i)
}

func TestLogCaseAByHand(t *testing.T) {
	for _, lang := range text.Languages {
		p := text.New(lang)
		f := fresh()
		w, window := show(t, f, lang, theme.Light)
		w.Show(decision.StepTrial)
		hand.Press(t, window, p.T("trial.log"))
		hand.Pick(t, window, p.T("trial.form.quote"), "平台 A · A100 80GB")
		hand.Type(t, window, p.Label("event_task_started"), "2026-11-02 09:00")
		hand.Type(t, window, p.Label("event_task_ended"), "17:00")
		hand.Pick(t, window, p.T("trial.form.outcome"), "✓ "+p.Term("outcome_passed"))
		hand.Press(t, window, p.T("trial.form.save_bill"))

		if len(f.records.Runs) != 1 {
			t.Fatalf("%s: %d runs; the screen says %v", lang, len(f.records.Runs), hand.Shown(window))
		}
		run := f.records.Runs[0]
		at := func(h int) time.Time { return time.Date(2026, 11, 2, h, 0, 0, 0, time.FixedZone("", 8*3600)) }
		if run.QuoteID != "1" || run.Platform != "平台 A" || run.Card != "A100 80GB" || run.Cards != 1 || run.Outcome != trial.Passed ||
			len(run.At) != 2 || !run.At[trial.TaskStarted].Equal(at(9)) || !run.At[trial.TaskEnded].Equal(at(17)) {
			t.Errorf("%s: the run is %+v", lang, run)
		}
		if _, offset := run.At[trial.TaskEnded].Zone(); offset != 8*3600 {
			t.Errorf("%s: offset %d", lang, offset)
		}

		hand.Type(t, window, p.T("trial.bill.issued"), "11-3")
		for i, typed := range []string{"96", "１８", "20元"} {
			amount(t, window, p, i).SetText(typed)
		}
		hand.See(t, window, "¥134.00")
		hand.Press(t, window, p.T("trial.form.save"))
		if len(f.records.Bills) != 1 {
			t.Fatalf("%s: %d bills; the screen says %v", lang, len(f.records.Bills), hand.Shown(window))
		}
		bill := f.records.Bills[0]
		want := []trial.Charge{{Kind: billing.Useful, Amount: dec("96")}, {Kind: billing.Storage, Amount: dec("18")}, {Kind: billing.Traffic, Amount: dec("20")}}
		if bill.RunID != run.ID || bill.Currency != "CNY" || bill.Provisional || len(bill.Charges) != len(want) || bill.Issued.Format("2006-01-02") != "2026-11-03" {
			t.Fatalf("%s: the bill is %+v", lang, bill)
		}
		for i, c := range bill.Charges {
			if c.Kind != want[i].Kind || !c.Amount.Equal(want[i].Amount) {
				t.Errorf("%s: line %d is %+v", lang, i, c)
			}
		}
		hand.See(t, window, "¥134.00")
		hand.See(t, window, "¥16.75")
		hand.See(t, window, p.T("trial.after.passed", "name", "平台 A · A100 80GB"))
	}
}

func TestTheStopwatchSavesEachMomentAndMakesOneRun(t *testing.T) {
	f := fresh()
	w, window := show(t, f, text.English, theme.Light)
	w.Show(decision.StepTrial)
	hand.Press(t, window, "Log a trial run")
	buttons := hand.Buttons(window, "Now")
	if len(buttons) != len(trial.Events) {
		t.Fatalf("%d stopwatch buttons", len(buttons))
	}
	for i, b := range buttons[:3] {
		test.Tap(b)
		if len(f.records.Runs) != 1 || len(f.records.Runs[0].At) != i+1 || !f.records.Runs[0].At[trial.Events[i]].Equal(f.Now()) {
			t.Fatalf("after %d moments: %+v", i+1, f.records.Runs)
		}
	}
	hand.Press(t, window, "Back")
	if len(f.records.Runs) != 1 {
		t.Errorf("going back left %d runs", len(f.records.Runs))
	}
}

func TestWhatIsWrongIsSaidUnderItsFieldAndNothingIsLost(t *testing.T) {
	for _, lang := range text.Languages {
		p := text.New(lang)
		f := fresh()
		w, window := show(t, f, lang, theme.Light)
		w.Show(decision.StepTrial)
		hand.Press(t, window, p.T("trial.log"))
		for _, c := range []struct{ start, end, lost, sentence string }{
			{"soon", "17:00", "", p.T("problem.moment.malformed", "text", "soon")},
			{"2026-02-30 9:00", "17:00", "", p.T("problem.moment.no_such_day", "text", "2026-02-30")},
			{"2026-11-02 9:00", "8:00", "", p.T("problem.run.order", "event", p.Term("event_task_ended"), "before", p.Term("event_task_started"))},
			{"2026-11-02 9:00", "17:00", "-1", p.T("problem.number.negative")},
			{"2026-11-02 9:00", "17:00", "9", p.T("problem.run.lost_too_long")},
		} {
			hand.Type(t, window, p.Label("event_task_started"), c.start)
			hand.Type(t, window, p.Label("event_task_ended"), c.end)
			hand.Type(t, window, p.T("trial.form.lost"), c.lost)
			hand.Press(t, window, p.T("trial.form.save"))
			hand.See(t, window, c.sentence)
			if got := hand.Entry(t, window, p.Label("event_task_started"), 0).Text; got != c.start || len(f.records.Runs) > 0 {
				t.Errorf("%s: %q became %q, %d runs saved", lang, c.start, got, len(f.records.Runs))
			}
		}
		hand.Type(t, window, p.T("trial.form.lost"), "")
		hand.Press(t, window, p.T("trial.form.save_bill"))
		hand.See(t, window, p.T("trial.form.outcome.ask"))
		hand.Pick(t, window, p.T("trial.form.outcome"), "✓ "+p.Term("outcome_passed"))
		hand.Press(t, window, p.T("trial.form.save_bill"))
		hand.Press(t, window, p.T("trial.form.save"))
		hand.See(t, window, p.T("problem.bill.empty"))
		amount(t, window, p, 0).SetText("１2块3")
		amount(t, window, p, 1).SetText("$5")
		hand.Press(t, window, p.T("trial.form.save"))
		hand.See(t, window, p.T("problem.number.malformed", "text", "12块3"))
		hand.See(t, window, p.T("problem.currency.mismatch", "sign", "$", "code", "CNY"))
		amount(t, window, p, 1).SetText("5")
		hand.NotSee(t, window, p.T("problem.currency.mismatch", "sign", "$", "code", "CNY"))
		if len(f.records.Bills) > 0 || amount(t, window, p, 0).Text != "１2块3" {
			t.Errorf("%s: a bad bill was saved or its text lost", lang)
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestReturnLeadsThroughTheFormAndSaves(t *testing.T) {
	f := fresh()
	w, window := show(t, f, text.English, theme.Light)
	w.Show(decision.StepTrial)
	hand.Press(t, window, "Log a trial run")
	for _, typed := range []string{"11-2 8:50", "8:55", "", "9:00", "", "17:00", "17:05", "", "", ""} {
		test.Type(window.Canvas().Focused(), typed)
		window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	if len(f.records.Runs) != 0 {
		t.Fatal("a run that has ended was saved without its outcome")
	}
	hand.Pick(t, window, "Outcome", "✓ passed")
	hand.Press(t, window, "Save")
	if len(f.records.Runs) != 1 || len(f.records.Runs[0].At) != 5 {
		t.Fatalf("runs %+v; the screen says %v", f.records.Runs, hand.Shown(window))
	}
	if useful, err := f.records.Runs[0].Useful(); err != nil || useful != 8*billing.Hour {
		t.Errorf("useful %d s, %v", useful, err)
	}
}

func TestThePlanSaysWhereAndHowLittle(t *testing.T) {
	f := fresh()
	w, window := show(t, f, text.English, theme.Light)
	w.Show(decision.StepTrial)
	// One hour on B, the winner: 14 + 30 GB inside the free 50 + 13 GB ÷ 8 at ¥1.
	if got := f.Result().Verdict.Winner.Quote.PlatformName; got != "平台 B" {
		t.Fatalf("the winner is %s", got)
	}
	hand.See(t, window, "¥16.00")
	hand.Type(t, window, "Hours of the trial", "2")
	hand.See(t, window, "¥32.00")
	hand.Type(t, window, "Hours of the trial", "0")
	hand.See(t, window, text.New(text.English).T("problem.number.not_positive"))
	hand.Pick(t, window, "Try first on", "平台 A · A100 80GB")
	hand.Type(t, window, "Hours of the trial", "1")
	hand.See(t, window, "¥31.00")
}

func TestAfterAFailureTheNextPlatformIsNamed(t *testing.T) {
	f := fresh()
	f.records.Runs = []trial.Run{{ID: "r", QuoteID: "2", Platform: "平台 B", Card: "A100 80GB", Cards: 1, Outcome: trial.Failed}}
	f.records.Bills = []trial.Bill{{ID: "b", RunID: "r", Currency: "CNY", Charges: []trial.Charge{{Kind: billing.Useful, Amount: dec("14")}}}}
	w, window := show(t, f, text.English, theme.Light)
	w.Show(decision.StepTrial)
	hand.See(t, window, "The run on 平台 B · A100 80GB failed. Put no more money there; try 平台 A · A100 80GB next.")
	hand.See(t, window, "undefined: ¥14.00 spent, nothing kept")
}

// settle lets wrapped text find its height, as frames do in a real window.
func settle(window fyne.Window, size fyne.Size) {
	window.Resize(size.AddWidthHeight(1, 1))
	window.Resize(size)
}

func TestDrawTheTrial(t *testing.T) {
	for _, lang := range text.Languages {
		p := text.New(lang)
		for _, variant := range []theme.Variant{theme.Light, theme.Dark} {
			for name, size := range map[string]fyne.Size{"small": fyne.NewSize(936, 700), "large": fyne.NewSize(1192, 800)} {
				untried, before := show(t, fresh(), lang, variant)
				untried.Show(decision.StepTrial)
				settle(before, size)
				draw(t, before, "trial-new-"+name+"-"+string(lang)+"-"+string(variant))
				f := worked()
				f.records.Runs = append(f.records.Runs, trial.Run{ID: "r2", QuoteID: "2", Platform: "平台 B", Card: "A100 80GB", Cards: 2, Outcome: trial.Failed,
					At: map[trial.Event]time.Time{trial.PoweredOn: f.Now().Add(-3 * time.Hour)}, Note: "CUDA out of memory"})
				f.records.Bills = append(f.records.Bills, trial.Bill{ID: "b2", RunID: "r2", Currency: "CNY", Provisional: true, Issued: f.Now(), Charges: []trial.Charge{{Kind: billing.Useful, Amount: dec("14"), Note: "1 h"}, {Kind: billing.Discount, Amount: dec("-4")}}})
				w, window := show(t, f, lang, variant)
				window.Resize(size)
				w.Show(decision.StepTrial)
				suffix := "-" + name + "-" + string(lang) + "-" + string(variant)
				settle(window, size)
				draw(t, window, "trial"+suffix)
				w.scroll.ScrollToBottom()
				draw(t, window, "trial-end"+suffix)
				hand.Press(t, window, p.T("trial.log"))
				hand.Type(t, window, p.Label("event_task_started"), "soon")
				hand.Press(t, window, p.T("trial.form.save"))
				settle(window, size)
				draw(t, window, "trial-run"+suffix)
				hand.Type(t, window, p.Label("event_task_started"), "")
				hand.Press(t, window, p.T("trial.form.save_bill"))
				amount(t, window, p, 0).SetText("96")
				amount(t, window, p, 1).SetText("x")
				hand.Press(t, window, p.T("trial.form.save"))
				settle(window, size)
				draw(t, window, "trial-bill"+suffix)
			}
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

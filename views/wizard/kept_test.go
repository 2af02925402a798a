package wizard

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/trial"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// other is the language that the program is started in the next time.
func other(lang text.Language) text.Language {
	if lang == text.Chinese {
		return text.English
	}
	return text.Chinese
}

// pickQuote chooses in the picker under a label of the open form.
func pickQuote(t *testing.T, w *Wizard, label, option string) {
	t.Helper()
	found, done := false, false
	walkShown(w.body, func(o fyne.CanvasObject) {
		if l, ok := o.(*widgets.Label); ok && l.Text == label {
			found = true
		}
		if s, ok := o.(interface{ SetSelected(string) }); ok && found && !done {
			s.SetSelected(option)
			done = true
		}
	})
	if !done {
		t.Fatalf("no picker %q", label)
	}
}

// noForms asserts that nothing half typed is kept.
func noForms(t *testing.T, f *fake) {
	t.Helper()
	for key, kept := range f.forms {
		if kept != "" {
			t.Errorf("%s still has %s", key, kept)
		}
	}
}

func TestAHalfTypedQuoteIsThereAgain(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := worked()
		w, _, p := showBilling(t, f, lang)
		tapWord(t, w, p.T("billing.add"))
		typed := map[string]string{"platform": "AutoDL", "card": "RTX 4090 24GB", "rate.amount": "１2块3",
			"facts.data_disk_free_gb": "-", "facts.traffic_out_price": "０．８", "seen": "昨天", "note": "两行\n字"}
		for _, field := range []string{"platform", "card", "rate.amount", "facts.data_disk_free_gb", "facts.traffic_out_price", "seen", "note"} {
			typeQuote(t, w, field, typed[field])
		}
		pickQuote(t, w, p.T("field.mode"), p.Label(string(billing.Spot)))
		pickQuote(t, w, p.T("field.rate.per"), p.T("billing.form.per", "period", p.Term("per_month")))

		w, l, p := showBilling(t, f, other(lang))
		form := billingOf(w).form
		if form == nil {
			t.Fatal("the form is closed")
		}
		for field, want := range typed {
			if got := form.inputs[field].Entry.Text; got != want {
				t.Errorf("%s says %q, not %q", field, got, want)
			}
		}
		if got := form.inputs["facts.data_disk_price"].Entry.PlaceHolder; got == "?" {
			t.Error("what is known of the platform is forgotten")
		}
		hand.See(t, w.window, p.T("field.rate.month_hours"))
		form.submit()
		if len(l.put) > 0 || len(f.records.Quotes) != 4 {
			t.Fatalf("half a quote was saved: %+v", l.put)
		}
		typeQuote(t, w, "rate.amount", "900")
		typeQuote(t, w, "facts.data_disk_free_gb", "20")
		typeQuote(t, w, "seen", "2026-11-20")
		form.submit()
		if len(l.put) != 1 {
			t.Fatalf("nothing was saved:\n%s", wordsOf(w))
		}
		if q := l.put[0]; q.Platform != "autodl" || q.Mode != billing.Spot || q.Rate.Per != billing.PerMonth || len(q.Facts[billing.DataDiskFree].Claims) != 2 {
			t.Errorf("saved %+v", q)
		}
		noForms(t, f)
		if w, _, _ = showBilling(t, f, lang); billingOf(w).form != nil {
			t.Error("the form of a saved quote is open again")
		}
	})
}

func TestAHalfEditedQuoteIsThereAgain(t *testing.T) {
	f := worked()
	w, _, _ := showBilling(t, f, text.Chinese)
	before := f.records.Quotes[2] // AutoDL
	before.Facts = shelf{f}.BillingFacts("autodl")
	f.records.Quotes[2] = before
	billingOf(w).change(before)
	typeQuote(t, w, "rate.amount", "abc")

	w, l, _ := showBilling(t, f, text.English)
	typeQuote(t, w, "rate.amount", "2")
	billingOf(w).form.submit()
	if len(l.put) != 1 || l.put[0].ID != before.ID || l.put[0].Position != before.Position || len(l.put[0].Facts) != len(before.Facts) {
		t.Fatalf("saved %+v", l.put)
	}

	// The quote is deleted while its form is open: it can be saved as a new one.
	billingOf(w).change(before)
	typeQuote(t, w, "rate.amount", "3")
	f.DeleteQuote(before.ID)
	w, l, _ = showBilling(t, f, text.English)
	billingOf(w).form.submit()
	if len(l.put) != 1 || l.put[0].ID != "" || l.put[0].DecisionID != "d" {
		t.Errorf("saved %+v", l.put)
	}
}

func TestAQuoteThatIsGivenUpIsForgotten(t *testing.T) {
	f := worked()
	w, _, p := showBilling(t, f, text.English)
	tapWord(t, w, p.T("billing.add"))
	typeQuote(t, w, "platform", "P")
	tapWord(t, w, p.T("billing.form.cancel"))
	noForms(t, f)
	if w, _, _ = showBilling(t, f, text.English); billingOf(w).form != nil {
		t.Error("the form is open again")
	}
}

func TestEveryDecisionHasItsOwnHalfTypedQuote(t *testing.T) {
	f := worked()
	w, _, _ := showBilling(t, f, text.English)
	first := f.d
	billingOf(w).add()
	typeQuote(t, w, "platform", "P")
	f.d = &decision.Decision{ID: "d2", Currency: "CNY"}
	w.Refresh()
	if billingOf(w).form != nil {
		t.Error("the form of one decision is open in another")
	}
	f.d = first
	w.Refresh()
	if form := billingOf(w).form; form == nil || form.inputs["platform"].Entry.Text != "P" {
		t.Error("the form is gone")
	}
}

func TestAFormThatCannotBeReadIsNone(t *testing.T) {
	for _, kept := range []string{"{", "null", "[]", "7", "{}", `{"text":null}`, `{"text":{"platform":7}}`, `{"text":{}}`} {
		f := worked()
		for _, key := range []string{"quote.d", "record.d", "answers.d"} {
			f.KeepForm(key, kept)
		}
		if w, _, _ := showBilling(t, f, text.English); billingOf(w).form != nil {
			t.Errorf("%s opened a form", kept)
		}
	}
	for _, kept := range []string{
		`{"text":{"platform":"P","what":"?"},"mode":"x","per":"y","scope":"z","row_rounding":"q","fact_per":{"data_disk_price":"eon","what":"?"}}`,
		`{"text":{"platform":"P","settles":"never"},"lists":{"packages":[null,{"per":"eon"}],"what":[{"a":"b"}]},"gone":{"caps":{"at":-3,"row":{}},"tiers":{"at":9,"row":null}}}`,
		`{"quote":"gone","chosen":true,"text":{"facts.data_disk_price":"1"}}`,
	} {
		f := worked()
		f.KeepForm("quote.d", kept)
		w, l, _ := showBilling(t, f, text.English)
		billingOf(w).form.submit()
		if len(l.put) > 0 {
			t.Errorf("%s was saved as %+v", kept, l.put)
		}
	}
	for _, kept := range []string{`{"run":{}}`, `{"run":{"id":"gone","decision":"gone"}}`, `{"run":{"moments":{"what":"?"},"outcome":"?"}}`,
		`{"bill":{}}`, `{"bill":{"run":"r1"}}`, `{"bill":{"run":"r1","lines":[{"kind":"?"}]}}`, `{"bill":{"run":"gone","lines":[{}]}}`} {
		f := worked()
		f.KeepForm("record.d", kept)
		w, window := show(t, f, text.English, theme.Light)
		w.Show(decision.StepTrial)
		for _, save := range hand.Buttons(window, "Save") {
			test.Tap(save)
		}
		if len(f.records.Runs) != 1 || len(f.records.Bills) != 1 {
			t.Errorf("%s was saved: %+v %+v", kept, f.records.Runs, f.records.Bills)
		}
	}
}

func TestAHalfTypedRunAndItsBillAreThereAgain(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f, p, q := fresh(), text.New(lang), text.New(other(lang))
		begin := func(lang text.Language) fyne.Window {
			w, window := show(t, f, lang, theme.Light)
			w.Show(decision.StepTrial)
			return window
		}
		window := begin(lang)
		hand.Press(t, window, p.T("trial.log"))
		hand.Pick(t, window, p.T("trial.form.quote"), "平台 A · A100 80GB")
		hand.Type(t, window, p.Label("event_task_started"), "２日早上")
		hand.Type(t, window, p.Label("event_task_ended"), "17:00")
		hand.Type(t, window, p.T("trial.form.lost"), "-")
		hand.Pick(t, window, p.T("trial.form.outcome"), "✓ "+p.Term("outcome_passed"))

		window = begin(other(lang))
		for label, want := range map[string]string{q.Label("event_task_started"): "２日早上", q.Label("event_task_ended"): "17:00", q.T("trial.form.lost"): "-"} {
			if got := hand.Entry(t, window, label, 0).Text; got != want {
				t.Errorf("%s says %q, not %q", label, got, want)
			}
		}
		hand.Press(t, window, q.T("trial.form.save"))
		if len(f.records.Runs) > 0 {
			t.Fatal("half a run was saved")
		}
		hand.Type(t, window, q.Label("event_task_started"), "2026-11-02 9:00")
		hand.Type(t, window, q.T("trial.form.lost"), "")
		hand.Press(t, window, q.T("trial.form.save_bill"))
		if len(f.records.Runs) != 1 {
			t.Fatalf("%d runs; the screen says %v", len(f.records.Runs), hand.Shown(window))
		}
		run := f.records.Runs[0]
		if run.QuoteID != "1" || run.Outcome != trial.Passed || run.Platform != "平台 A" {
			t.Errorf("the run is %+v", run)
		}
		noForms(t, f)

		hand.Type(t, window, q.T("trial.bill.issued"), "昨天")
		amount(t, window, q, 1).SetText("１８块")
		hand.PressIcon(t, window, fynetheme.ContentRemoveIcon(), 2)
		window = begin(lang)
		if got := hand.Entry(t, window, p.T("trial.bill.issued"), 0).Text; got != "昨天" {
			t.Errorf("the date is %q", got)
		}
		if got := amount(t, window, p, 1).Text; got != "１８块" {
			t.Errorf("the amount is %q", got)
		}
		hand.Press(t, window, p.T("trial.form.save"))
		if len(f.records.Bills) > 0 {
			t.Fatal("half a bill was saved")
		}
		hand.Type(t, window, p.T("trial.bill.issued"), "11-3")
		amount(t, window, p, 1).SetText("18")
		hand.Press(t, window, p.T("trial.form.save"))
		if len(f.records.Bills) != 1 || f.records.Bills[0].RunID != run.ID || len(f.records.Bills[0].Charges) != 1 {
			t.Fatalf("the bills are %+v", f.records.Bills)
		}
		noForms(t, f)
		if got := hand.Buttons(begin(lang), p.T("trial.log")); len(got) != 1 {
			t.Error("the list did not come back")
		}
	})
}

func TestARunUnderTheStopwatchStaysOneRun(t *testing.T) {
	f := fresh()
	w, window := show(t, f, text.English, theme.Light)
	w.Show(decision.StepTrial)
	hand.Press(t, window, "Log a trial run")
	test.Tap(hand.Buttons(window, "Now")[0])
	w, window = show(t, f, text.English, theme.Light)
	w.Show(decision.StepTrial)
	test.Tap(hand.Buttons(window, "Now")[1])
	if len(f.records.Runs) != 1 || len(f.records.Runs[0].At) != 2 {
		t.Errorf("the runs are %+v", f.records.Runs)
	}
}

func TestAHalfTypedAnswerIsThereAgain(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f, p, q := heeding(worked()), text.New(lang), text.New(other(lang))
		f.d.MustHaves = []barrier.Wanted{{ID: "ticket_hours"}}
		f.records.Quotes = f.records.Quotes[2:3]
		w, _ := show(t, f, lang, theme.Light)
		w.Show(decision.StepBarrier)
		pressOn(t, w.body, p.T("barrier.answer"), 0)
		fields := allOn[*widget.Entry](w.body) // the limit, the number, who said so
		fields[1].SetText("六")
		fields[2].SetText("客服")

		w, _ = show(t, f, other(lang), theme.Light)
		w.Show(decision.StepBarrier)
		fields = allOn[*widget.Entry](w.body)
		if len(fields) != 3 || fields[1].Text != "六" || fields[2].Text != "客服" || len(f.answers) > 0 {
			t.Fatalf("%d fields, answers %+v:\n%s", len(fields), f.answers, wordsOf(w))
		}
		fields[1].SetText("6")
		pressOn(t, w.body, q.T("barrier.keep"), 0)
		if len(f.answers) != 1 || f.answers[0].Value != "6" || f.answers[0].Note != "客服" {
			t.Errorf("answers: %+v", f.answers)
		}
		noForms(t, f)
	})
}

package wizard

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/task"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

func TestWrongTextStaysUntilTheValueChanges(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.Chinese, theme.Light)
	s := w.steps[w.open].(*taskStep)
	likely := s.numbers[1].field // after "at least"
	if likely.Entry.Text != "8" {
		t.Fatalf("the likely amount reads %q", likely.Entry.Text)
	}
	likely.Entry.SetText("8x")
	f.EditTask("batch", func(k *task.Task) { k.Batch = 2 })
	if likely.Entry.Text != "8x" {
		t.Errorf("a change elsewhere wrote %q over what was being typed", likely.Entry.Text)
	}
	if f.d.Task.Work.Likely.String() != "8" {
		t.Errorf("the last good value is gone: %s", f.d.Task.Work.Likely)
	}
	likely.Entry.SetText("")
	test.Type(likely.Entry, "１２．５")
	if f.d.Task.Work.Likely.String() != "12.5" || likely.Entry.Text != "１２．５" {
		t.Errorf("full-width figures became %s, the field reads %q", f.d.Task.Work.Likely, likely.Entry.Text)
	}
	f.EditTask("work.likely", func(k *task.Task) { k.Work.Likely = dec("3") }) // as undo does
	if likely.Entry.Text != "3" {
		t.Errorf("after undo the field reads %q", likely.Entry.Text)
	}
}

// A record that is saved while one types on must not write over the typing.
func TestTypingGoesOnWhileTheRecordIsSaved(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.Chinese, theme.Light)
	changed := f.changed
	f.changed = func() {} // the news of a save comes late
	likely := w.steps[w.open].(*taskStep).numbers[1].field
	likely.Entry.SetText("")
	for _, key := range "7.25" {
		test.Type(likely.Entry, string(key))
		changed()
	}
	if likely.Entry.Text != "7.25" || f.d.Task.Work.Likely.String() != "7.25" {
		t.Errorf("typed 7.25, the field reads %q, the record %s", likely.Entry.Text, f.d.Task.Work.Likely)
	}
	for _, key := range "e" {
		test.Type(likely.Entry, string(key))
		changed()
	}
	if likely.Entry.Text != "7.25e" {
		t.Errorf("what is wrong was written over: %q", likely.Entry.Text)
	}
}

func TestAModelThatIsNotInTheLibraryIsAnsweredWithTheNearest(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.Chinese, theme.Light)
	s := w.steps[w.open].(*taskStep)
	if s.nearest.Visible() {
		t.Error("a known model is questioned")
	}
	s.model.Entry.SetText("Qwen2.5-7B-Instruct")
	if !s.nearest.Visible() || !strings.Contains(s.nearest.Text, "Qwen2.5-7B") {
		t.Errorf("an unknown model is answered with %q", s.nearest.Text)
	}
}

// fieldUnder is the text field under a label of the open step.
func fieldUnder(t *testing.T, w *Wizard, label string) *widget.Entry {
	t.Helper()
	found := false
	for _, o := range allOn[fyne.CanvasObject](w.body) {
		switch o := o.(type) {
		case *widgets.Label:
			found = found || o.Text == label
		case *widget.Entry:
			if found {
				return o
			}
		}
	}
	t.Fatalf("no field %q among\n%s", label, wordsOn(w.body))
	return nil
}

func TestTheRestOfTheUsageIsTypedIn(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := worked()
		w, _ := show(t, f, lang, theme.Light)
		s := w.steps[w.open].(*taskStep)
		s.more.OpenAll()
		p := w.p
		for label, typed := range map[string]string{"boot": "１０", "queue": "2.5", "starts_at": "22：30", "checkpoint": "30", "checkpoint_write": "1", "restart": "5",
			"object_storage": "100", "snapshot": "7", "internal": "12", "fixed_ips": "1", "my_time": "￥80", "support": "0.5"} {
			e := fieldUnder(t, w, p.T("task.plan."+label))
			e.SetText("")
			test.Type(e, typed)
		}
		plan := f.d.Task.Plan
		if plan.Boot != 10*billing.Minute || plan.Queue != 150 || plan.StartsAt != (billing.Clock{Second: 22*billing.Hour + 30*billing.Minute, Told: true}) ||
			plan.Checkpoint != 30*billing.Minute || plan.CheckpointWrite != billing.Minute || plan.Restart != 5*billing.Minute {
			t.Errorf("times of the plan: %+v", plan)
		}
		if !plan.ObjectStorage.Equal(dec("100")) || !plan.Snapshot.Equal(dec("7")) || !plan.InternalGB.Equal(dec("12")) || plan.FixedIPs != 1 {
			t.Errorf("sizes of the plan: %+v", plan)
		}
		if !plan.MyTime.PerHour.Equal(money.Of("80", "CNY")) || plan.MyTime.Support != 30*billing.Minute {
			t.Errorf("own time: %+v", plan.MyTime)
		}
		for _, verb := range billing.Verbs {
			name := string(verb)
			if verb == billing.Stop {
				name = "stop"
			}
			word, key := p.Label("stop_verb_"+name), "task.plan.between."+name
			s.between.Select.SetSelected(word)
			if f.d.Task.Plan.Between != verb {
				t.Errorf("%q became %q", word, f.d.Task.Plan.Between)
			}
			reads(t, w.body, p.T(key))
		}
		for label, wrong := range map[string][2]string{"starts_at": {"25:00", "clock.malformed"}, "boot": {"-1", "number.negative"}, "my_time": {"$5", "currency.mismatch"}} {
			e := fieldUnder(t, w, p.T("task.plan."+label))
			e.SetText("")
			test.Type(e, wrong[0])
			if e.Text != wrong[0] {
				t.Errorf("%s reads %q", label, e.Text)
			}
		}
		reads(t, w.body, p.T("problem.clock.malformed"), p.T("problem.number.negative"))
		if f.d.Task.Plan.StartsAt.Told {
			t.Error("the time of day that was taken away is still there")
		}
	})
	noMissingText(t)
}

func TestAKindOfTaskBringsItsCheckpoints(t *testing.T) {
	f := worked()
	f.d.Task = task.Defaults("")
	w, _ := show(t, f, text.Chinese, theme.Light)
	s := w.steps[w.open].(*taskStep)
	s.more.OpenAll()
	s.kind.Select.SetSelected(w.p.Term("kind_fine_tuning"))
	for label, want := range map[string]string{"checkpoint": "30", "checkpoint_write": "1", "restart": "5"} {
		if got := fieldUnder(t, w, w.p.T("task.plan."+label)).Text; got != want {
			t.Errorf("%s says %q, not %q", label, got, want)
		}
	}
}

func TestASpeedWithoutItsCardIsSaidToBeTakenForEveryCard(t *testing.T) {
	for _, lang := range text.Languages {
		f := worked()
		w, _ := show(t, f, lang, theme.Light)
		said := w.p.T("task.work.card.any")
		readsNot(t, w.body, said)
		f.EditTask("work", func(k *task.Task) { k.Work.Unit, k.Work.PerSecond = task.WorkTokens, dec("2500") })
		reads(t, w.body, said)
		f.EditTask("work", func(k *task.Task) { k.Work.Card = "RTX 4090 24GB" })
		readsNot(t, w.body, said)
	}
	noMissingText(t)
}

func TestAmountsOfWorkAreTypedAsPeopleWriteThem(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := worked()
		f.d.Task.Work = task.Work{Unit: task.WorkTokens, PerSecond: dec("2500")}
		w, _ := show(t, f, lang, theme.Light)
		s := w.steps[w.open].(*taskStep)
		p := w.p
		for _, typed := range [][2]string{{"high", "1.5亿"}, {"likely", "20M"}, {"low", "５００ｋ"}} {
			test.Type(fieldUnder(t, w, p.T("task.work."+typed[0])), typed[1])
		}
		if k := f.d.Task.Work; !k.High.Equal(dec("150000000")) || !k.Likely.Equal(dec("20000000")) || !k.Low.Equal(dec("500000")) {
			t.Errorf("typed: %+v", k)
		}
		if s.likely.Entry.Text != "20M" {
			t.Errorf("what was typed became %q", s.likely.Entry.Text)
		}
		f.EditTask("work.likely", func(k *task.Task) { k.Work.Likely = dec("3000000000") }) // as undo does
		if s.likely.Entry.Text != "3000000000" {
			t.Errorf("the field reads %q", s.likely.Entry.Text)
		}
		reads(t, w.body, p.T("problem.work.order"))
		s.likely.Entry.SetText("20Q")
		reads(t, w.body, p.T("problem.work.amount", "text", "20Q"))
		readsNot(t, w.body, p.T("problem.work.order"))
		speed := fieldUnder(t, w, p.T("task.work.speed"))
		speed.SetText("3k")
		reads(t, w.body, p.T("problem.number.malformed", "text", "3k"))
	})
	noMissingText(t)
}

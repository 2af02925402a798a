package task

import (
	"errors"
	"testing"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

func TestEveryKindHasUsableDefaults(t *testing.T) {
	for _, k := range Kinds {
		d := Defaults(k)
		if d.AlwaysOn == hardware.NotKnown || d.Method == "" || d.Plan.Sessions < 1 || d.Plan.DataDays < 1 {
			t.Errorf("%s: defaults are incomplete: %+v", k, d)
		}
		d.Model, d.Work.Likely = "Qwen2.5-7B", decimal.MustParse("8")
		if _, err := d.Usage(Likely); err != nil {
			t.Errorf("%s: %v", k, err)
		}
		if _, ok := d.Sentence(); !ok {
			t.Errorf("%s: no sentence although %v is missing", k, d.Missing())
		}
	}
}

func TestChangingTheKindKeepsWhatTheUserTyped(t *testing.T) {
	tk := Task{}.WithKind(FineTuning)
	tk.Plan.DataDays = 9
	tk.Sequence = 4096
	tk = tk.WithKind(Service)
	if tk.Plan.DataDays != 9 || tk.Sequence != 4096 {
		t.Errorf("the user's figures are gone: %+v", tk)
	}
	if tk.AlwaysOn != hardware.Yes || tk.Method != sizing.Inference {
		t.Errorf("untouched answers did not follow the kind: %+v", tk)
	}
}

func TestWorkBecomesWholeSeconds(t *testing.T) {
	dec := decimal.MustParse
	for _, c := range []struct {
		work Work
		want billing.Seconds
	}{
		{Work{Unit: WorkHours, Likely: dec("2.45")}, 8820},
		{Work{Unit: WorkTokens, Likely: dec("1000000"), PerSecond: dec("1000")}, 1000},
		{Work{Unit: WorkSteps, Likely: dec("100"), PerSecond: dec("3")}, 34},
	} {
		if got, err := c.work.Time(Likely); err != nil || got != c.want {
			t.Errorf("%+v = %d s, %v; want %d", c.work, got, err, c.want)
		}
	}
	_, err := Work{Unit: WorkTokens, Likely: dec("5")}.Time(Likely)
	var p *reason.Problem
	if !errors.As(err, &p) || p.Rule != "work.speed_missing" {
		t.Errorf("tokens without a speed gave %v", err)
	}
}

func TestLowAndHighFallBackToLikely(t *testing.T) {
	w := Work{Likely: decimal.MustParse("8"), High: decimal.MustParse("12")}
	if w.At(Low).String() != "8" || w.At(High).String() != "12" {
		t.Errorf("low %s, high %s", w.At(Low), w.At(High))
	}
}

func TestSentenceNeedsModelWorkAndAlwaysOn(t *testing.T) {
	if got := (Task{Kind: FineTuning}).Missing(); len(got) != 3 {
		t.Errorf("missing %v", got)
	}
}

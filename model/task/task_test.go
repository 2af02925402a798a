package task

import (
	"errors"
	"reflect"
	"testing"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
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

// All that a person can set in step 1 reaches the usage, field by field.
func TestTheWholePlanReachesTheUsage(t *testing.T) {
	dec := decimal.MustParse
	plan := Plan{
		Sessions: 3, StartsAt: billing.Clock{Second: 9 * billing.Hour, Told: true}, Queue: 60, Boot: 90, SetUp: 1800, Idle: 600,
		CPUMode: 7200, DataDays: 2, KeepDays: 5, Between: billing.Release,
		SystemDisk: dec("1"), DataDisk: dec("2"), FileStorage: dec("3"), ObjectStorage: dec("4"), Image: dec("5"), Snapshot: dec("6"),
		OutGB: dec("7"), InGB: dec("8"), InternalGB: dec("9"), FixedIPs: 1,
		Checkpoint: 1800, CheckpointWrite: 60, Restart: 300,
		MyTime: billing.MyTime{PerHour: money.Of("80", "CNY"), Support: 1200},
	}
	u, err := Task{Work: Work{Likely: dec("6")}, Plan: plan}.Usage(Likely)
	if err != nil {
		t.Fatal(err)
	}
	want := billing.Usage{
		Useful: 6 * billing.Hour, Sessions: 3, Starts: plan.StartsAt, Queue: 60, Boot: 90, SetUp: 1800, Idle: 600,
		CPUMode: 7200, CPUSessions: 1, DataStay: 2 * billing.Day, KeepDays: 5, Between: billing.Release,
		Stored: []billing.Stored{{Item: billing.SystemDisk, GB: dec("1")}, {Item: billing.DataDisk, GB: dec("2")}, {Item: billing.FileStorage, GB: dec("3")},
			{Item: billing.ObjectStorage, GB: dec("4")}, {Item: billing.Image, GB: dec("5")}, {Item: billing.Snapshot, GB: dec("6")}},
		OutGB: dec("7"), InGB: dec("8"), InternalGB: dec("9"), FixedIPs: 1,
		Checkpoint: 1800, CheckpointWrite: 60, Restart: 300, MyTime: plan.MyTime,
	}
	if !reflect.DeepEqual(u, want) {
		t.Errorf("\n%+v\nwant\n%+v", u, want)
	}
}

func TestOnlyKindsThatTrainWriteCheckpoints(t *testing.T) {
	trains := map[Kind]bool{FineTuning: true, Training: true, Detection: true}
	for _, k := range Kinds {
		p := Defaults(k).Plan
		if p.Restart != 5*billing.Minute || (p.Checkpoint == 30*billing.Minute) != trains[k] || (p.CheckpointWrite == billing.Minute) != trains[k] {
			t.Errorf("%s: %+v", k, p)
		}
	}
	if (Defaults("").Plan != Plan{}) {
		t.Error("a task of no kind asks for something")
	}
}

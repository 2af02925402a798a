package decision

import (
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/model/trial"
)

var dec = decimal.MustParse

// quote is one by the second, everything else of which is stated.
func quote(id, amount string, position int) billing.Quote {
	own := func(v string, per billing.Period) fact.Fact[billing.Figure] {
		return fact.Own(billing.Figure{Value: dec(v), Per: per}, "test", time.Time{})
	}
	return billing.Quote{ID: id, Platform: id, Card: "A100 80GB", Mode: billing.OnDemand, Position: position,
		Rate: billing.NewRate(money.Of(amount, "CNY"), billing.PerHour),
		Facts: billing.Facts{billing.Granularity: own("1", ""), billing.MinSeconds: own("0", ""),
			billing.DataDiskPrice: own("0.1", billing.PerDay), billing.DataDiskFree: own("0", "")}}
}

func fineTuning() Decision {
	t := task.Task{Kind: task.FineTuning, Model: "Small-7B", Method: sizing.LoRA, AlwaysOn: hardware.No,
		Work: task.Work{Unit: task.WorkHours, Low: dec("6"), Likely: dec("8"), High: dec("12")},
		Plan: task.Plan{Sessions: 1, DataDays: 2, DataDisk: dec("30")}}
	return Decision{ID: "d", Currency: "CNY", Task: t}
}

func knowledge() Knowledge {
	know := hardware.Know[int]
	model := hardware.Model{ID: "Small-7B", Kind: hardware.LLM, ParamsB: hardware.Know(7.6), Layers: know(28), Hidden: know(3584),
		Heads: know(28), KVHeads: know(4), HeadDim: know(128), Intermediate: know(18944), Vocab: know(152064), Tied: hardware.No}
	return Knowledge{
		Model: func(id string) (hardware.Model, bool) { return model, id == model.ID },
		Card: func(id string) (hardware.Card, bool) {
			card := hardware.Card{ID: id, Vendor: "NVIDIA", BF16: hardware.Yes, ComputeCapability: hardware.Know(8.0)}
			switch id {
			case "A100 80GB":
				card.MemoryGiB = hardware.Know(80.0)
			case "RTX 3060 12GB":
				card.MemoryGiB = hardware.Know(12.0)
			default:
				return hardware.Card{}, false
			}
			return card, true
		},
		Ranges: func(string, money.Currency) billing.Ranges { return billing.NoRanges },
		Facts: func(platform, key string) fact.Fact[string] {
			if platform == "no_docker" && key == "docker_inside" {
				return fact.Own("no", "asked", time.Time{})
			}
			return fact.Fact[string]{}
		},
	}
}

func find(t *testing.T, r Result, id string) Candidate {
	t.Helper()
	for _, c := range r.Candidates {
		if c.Quote.ID == id {
			return c
		}
	}
	t.Fatalf("no candidate %s", id)
	return Candidate{}
}

func TestCheapestJobWins(t *testing.T) {
	r := Evaluate(fineTuning(), Records{Quotes: []billing.Quote{quote("dear", "14", 0), quote("cheap", "12", 1)}}, knowledge())
	v := r.Verdict
	if v.Locked != nil || v.Winner.Quote.ID != "cheap" || v.Next.Quote.ID != "dear" {
		t.Fatalf("verdict %+v", v)
	}
	if v.Winner.Cost.Low.String() != "CNY 102.00" || v.Margin.String() != "CNY 16.00" {
		t.Errorf("the job costs %s, the next one %s more", v.Winner.Cost.Low, v.Margin)
	}
	if v.Winner.CostLow.String() != "CNY 78.00" || v.Winner.CostHigh.String() != "CNY 150.00" {
		t.Errorf("between %s and %s", v.Winner.CostLow, v.Winner.CostHigh)
	}
}

func TestEachStepDropsWithItsReason(t *testing.T) {
	small := quote("small", "2", 0)
	small.Card = "RTX 3060 12GB"
	broken := quote("broken", "-1", 1)
	d := fineTuning()
	d.MustHaves = []barrier.Wanted{{ID: "docker_inside"}}
	failed := trial.Run{ID: "r", QuoteID: "failed", Platform: "failed", Cards: 1, Outcome: trial.Failed}
	r := Evaluate(d, Records{Runs: []trial.Run{failed}, Quotes: []billing.Quote{small, broken,
		quote("no_docker", "5", 2), quote("failed", "6", 3), quote("good", "9", 4)}}, knowledge())
	for id, step := range map[string]Step{"small": StepCard, "broken": StepBilling, "no_docker": StepBarrier, "failed": StepTrial} {
		c := find(t, r, id)
		if c.Out == nil || c.Out.Step != step || c.Out.Why.Rule == "" {
			t.Errorf("%s: out %+v, want step %d", id, c.Out, step)
		}
	}
	want := []int{5, 4, 3, 2, 1}
	for i, stage := range r.Funnel {
		if stage.Left != want[i] {
			t.Errorf("after step %d %d are left, want %d", stage.Step, stage.Left, want[i])
		}
	}
	if r.Verdict.Winner == nil || r.Verdict.Winner.Quote.ID != "good" {
		t.Errorf("verdict %+v", r.Verdict)
	}
}

func TestOpenEndedQuotesStandApart(t *testing.T) {
	open := quote("open", "1", 0)
	delete(open.Facts, billing.DataDiskPrice)
	dollars := quote("dollars", "1", 1)
	dollars.Rate.Amount.Currency = "USD"
	r := Evaluate(fineTuning(), Records{Quotes: []billing.Quote{open, dollars, quote("plain", "9", 2)}}, knowledge())
	if find(t, r, "open").NotComparable == nil || find(t, r, "dollars").NotComparable == nil {
		t.Error("an open-ended quote or one in another currency was ranked")
	}
	if r.Verdict.Winner.Quote.ID != "plain" {
		t.Errorf("winner %s", r.Verdict.Winner.Quote.ID)
	}
}

func TestVerdictIsLockedWithItsReason(t *testing.T) {
	noSentence := fineTuning()
	noSentence.Task.Model = ""
	noSpeed := fineTuning()
	noSpeed.Task.Work.Unit = task.WorkTokens
	small := quote("small", "2", 0)
	small.Card = "RTX 3060 12GB"
	for rule, c := range map[string]struct {
		d Decision
		r Records
	}{
		"locked.sentence":  {noSentence, Records{Quotes: []billing.Quote{quote("a", "1", 0)}}},
		"locked.no_quotes": {fineTuning(), Records{}},
		"locked.no_hours":  {noSpeed, Records{Quotes: []billing.Quote{quote("a", "1", 0)}}},
		"locked.none_left": {fineTuning(), Records{Quotes: []billing.Quote{small}}},
	} {
		v := Evaluate(c.d, c.r, knowledge()).Verdict
		if v.Locked == nil || v.Locked.Rule != rule || v.Winner != nil {
			t.Errorf("want %s, got %+v", rule, v)
		}
	}
}

func TestBreakEvenOfPackages(t *testing.T) {
	hourly := billing.NewRate(money.Of("5", "CNY"), billing.PerHour)
	for amount, want := range map[string]string{"1500": "300", "2500": "500"} {
		got, err := BreakEven(hourly, billing.NewRate(money.Of(amount, "CNY"), billing.PerMonth))
		if err != nil || got.String() != want {
			t.Errorf("%s a month pays from %s h, %v; want %s", amount, got, err, want)
		}
	}
	day, err := BreakEven(billing.NewRate(money.Of("2.80", "CNY"), billing.PerHour), billing.NewRate(money.Of("60.48", "CNY"), billing.PerDay))
	if err != nil || day.String() != "21.6" {
		t.Errorf("day package pays from %s h, %v", day, err)
	}
	if _, err := BreakEven(hourly, billing.NewRate(money.Of("1", "USD"), billing.PerDay)); err == nil {
		t.Error("yuan and dollars were compared")
	}
}

func TestSpotAndSensitiveDataAreNeverRankedSilently(t *testing.T) {
	spot, pool := quote("spot", "1", 0), quote("pool", "1", 1)
	spot.Mode = billing.Spot
	pool.Category = string(hardware.P2P)
	d := fineTuning()
	d.Task.Sensitive, d.Task.Interruptible = hardware.Yes, hardware.Yes
	records := Records{Quotes: []billing.Quote{spot, pool, quote("plain", "9", 2)}}
	r := Evaluate(d, records, knowledge())
	if c := find(t, r, "spot"); c.NotComparable == nil || c.NotComparable.Rule != "spot_pays_below" {
		t.Errorf("spot without a known reclaim rate was ranked: %+v", c.NotComparable)
	}
	if c := find(t, r, "pool"); c.Out == nil || c.Out.Why.Rule != "out.sensitive" {
		t.Errorf("sensitive data may go to strangers' machines: %+v", c.Out)
	}
	if r.Verdict.Winner.Quote.ID != "plain" {
		t.Errorf("winner %s", r.Verdict.Winner.Quote.ID)
	}
	d.Task.Interruptible = hardware.No
	if c := find(t, Evaluate(d, records, knowledge()), "spot"); c.Out == nil || c.Out.Why.Rule != "out.spot" {
		t.Errorf("a task that may not be interrupted runs on spot: %+v", c.Out)
	}
}

func TestHoursOfOneCardDoNotRankAnother(t *testing.T) {
	d := fineTuning()
	d.Task.Work.Card = "a100 80gb"
	other := quote("other", "1", 0)
	other.Card = "H100 80GB"
	r := Evaluate(d, Records{Quotes: []billing.Quote{other, quote("same", "9", 1)}}, knowledge())
	if c := find(t, r, "other"); c.NotComparable == nil || c.Cost == nil {
		t.Errorf("hours of an A100 ranked an H100: %+v", c.NotComparable)
	}
	if r.Verdict.Winner.Quote.ID != "same" {
		t.Errorf("winner %s", r.Verdict.Winner.Quote.ID)
	}
}

func TestASliceHasItsShareOfTheMemory(t *testing.T) {
	slice := quote("slice", "2", 0)
	slice.Rate.Slice = dec("0.125")
	c := find(t, Evaluate(fineTuning(), Records{Quotes: []billing.Quote{slice}}, knowledge()), "slice")
	if c.Fit == nil || c.Fit.Verdict != sizing.DoesNotFit || c.Out == nil || c.Out.Step != StepCard {
		t.Errorf("an eighth of an A100 is taken for a whole one: %+v", c.Fit)
	}
}

func TestTheReasonGivenIsTheOneThatDecides(t *testing.T) {
	know := knowledge()
	old := quote("old", "2", 0)
	old.Card = "V100 32GB"
	know.Card = func(id string) (hardware.Card, bool) {
		return hardware.Card{ID: id, Vendor: "NVIDIA", BF16: hardware.No, MemoryGiB: hardware.Know(32.0), ComputeCapability: hardware.Know(7.0)}, true
	}
	c := find(t, Evaluate(fineTuning(), Records{Quotes: []billing.Quote{old}}, know), "old")
	if c.Out == nil || c.Out.Why.Rule != "fit_no_bf16" {
		t.Errorf("a card without bf16 falls out because of %+v", c.Out)
	}
}

// A coupon counts until its last day; without a day nobody knows, and it does.
func TestDatesOfAQuoteAreHeldAgainstToday(t *testing.T) {
	last := time.Date(2026, 5, 31, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		today time.Time
		want  string
	}{{time.Time{}, "CNY 48.00"}, {last.Add(23 * time.Hour), "CNY 48.00"}, {last.Add(24 * time.Hour), "CNY 96.00"}} {
		q := quote("a", "12", 0)
		q.Rules.Discounts = []billing.Reduction{{Name: "half", Kind: billing.Percent, Value: dec("50"), Lines: []billing.Kind{billing.Useful}, Expires: last}}
		know, d := knowledge(), fineTuning()
		d.Task.Plan.DataDays, d.Task.Plan.DataDisk = 0, dec("0")
		know.Today = c.today
		r := Evaluate(d, Records{Quotes: []billing.Quote{q}}, know)
		if got := r.Candidates[0].High.String(); got != c.want || !r.Usage.On.Equal(c.today) {
			t.Errorf("on %v: %s, want %s", c.today, got, c.want)
		}
	}
}

// The second by the dear end is not the only one that may still win.
func TestAWideRangeFurtherDownMayStillWin(t *testing.T) {
	wide := quote("wide", "9", 2)
	wide.Facts[billing.DataDiskPrice] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{
		{Value: billing.Figure{Value: dec("0"), Per: billing.PerDay}, Source: "a"}, {Value: billing.Figure{Value: dec("3"), Per: billing.PerDay}, Source: "b"}}}
	r := Evaluate(fineTuning(), Records{Quotes: []billing.Quote{quote("first", "12", 0), quote("second", "14", 1), wide}}, knowledge())
	v := r.Verdict
	if v.Winner == nil || v.Winner.Quote.ID != "first" || v.Next.Quote.ID != "second" {
		t.Fatalf("%+v", v)
	}
	if len(v.Rivals) != 1 || v.Rivals[0].Quote.ID != "wide" {
		t.Errorf("rivals %+v", v.Rivals)
	}
	wide.Facts[billing.DataDiskPrice] = fact.Own(billing.Figure{Value: dec("3"), Per: billing.PerDay}, "asked", time.Time{})
	if v := Evaluate(fineTuning(), Records{Quotes: []billing.Quote{quote("first", "12", 0), wide}}, knowledge()).Verdict; len(v.Rivals) != 0 {
		t.Errorf("settled, and still %+v", v.Rivals)
	}
}

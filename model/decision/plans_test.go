package decision

import (
	"testing"
	"time"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
)

// prepared is a job of 8 hours that takes 10 hours of preparation, with 20 GB
// to bring in.
func prepared() Decision {
	d := fineTuning()
	d.Task.Plan.Prepare, d.Task.Plan.PrepareDays, d.Task.Plan.InGB = 10*billing.Hour, 1, dec("20")
	return d
}

// trafficked tells what traffic costs, so that no total stays open.
func trafficked(q billing.Quote, out string) billing.Quote {
	facts := billing.Facts{}
	for k, f := range q.Facts {
		facts[k] = f
	}
	for key, price := range map[billing.Key]string{billing.TrafficOutPrice: out, billing.TrafficOutFree: "0", billing.TrafficInPrice: "0", billing.TrafficInternalPrice: "0.1", billing.BandwidthPrice: "0"} {
		facts[key] = fact.Own(billing.Figure{Value: dec(price), Per: billing.PerDay}, "test", time.Time{})
	}
	q.Facts = facts
	return q
}

func plans(t *testing.T, r Result, way Way) []Plan {
	t.Helper()
	var list []Plan
	for _, p := range r.Plans {
		if p.Way == way {
			list = append(list, p)
		}
	}
	return list
}

func TestPreparationOnACheapCardIsAPlanOfItsOwn(t *testing.T) {
	cheap := trafficked(quote("small", "2", 0), "0.5")
	cheap.Card = "RTX 3060 12GB"
	r := Evaluate(prepared(), Records{Quotes: []billing.Quote{cheap, trafficked(quote("big", "12", 1), "1")}}, knowledge())

	big := find(t, r, "big")
	// 18 h × 12 + 30 GB × 0.1 × 3 days
	if !big.Ranked() || big.High.Value.String() != "225.00" && !big.High.Value.Equal(dec("225")) {
		t.Fatalf("all of it on the big card: %s, %+v", big.High, big.NotComparable)
	}
	if small := find(t, r, "small"); small.Out == nil || small.Out.Step != StepCard {
		t.Fatalf("the small card holds the training: %+v", small.Out)
	}
	found := plans(t, r, TwoPhases)
	if len(found) != 1 || found[0].Main.ID != "big" || found[0].First.ID != "small" {
		t.Fatalf("plans %+v", r.Plans)
	}
	p := found[0]
	// first: 10 h × 2 + 30 GB × 0.1 × 1 day + 20 GB × 0.5 out; then 8 h × 12 + 30 × 0.1 × 2 days
	if !p.FirstHigh.Value.Equal(dec("33")) || !p.High.Value.Equal(dec("135")) || !p.Saves.Value.Equal(dec("90")) {
		t.Errorf("first %s, in all %s, saves %s", p.FirstHigh, p.High, p.Saves)
	}
	if !p.CostLow.Value.Equal(dec("111")) || !p.CostHigh.Value.Equal(dec("183")) {
		t.Errorf("between %s and %s", p.CostLow, p.CostHigh)
	}
	if p.Near || !p.MovesGB.Equal(dec("20")) || p.Prepared != 10*billing.Hour {
		t.Errorf("%+v", p)
	}
	if r.Verdict.Cheaper == nil || r.Verdict.Cheaper.First.ID != "small" || r.Verdict.Winner.Quote.ID != "big" {
		t.Errorf("verdict %+v", r.Verdict)
	}
}

func TestWhatMovesWithinAPlatformIsInternal(t *testing.T) {
	cheap, big := trafficked(quote("small", "2", 0), "50"), trafficked(quote("big", "12", 1), "50")
	cheap.Platform, big.Platform = "one", "one"
	r := Evaluate(prepared(), Records{Quotes: []billing.Quote{cheap, big}}, knowledge())
	for _, p := range plans(t, r, TwoPhases) {
		if p.Main.ID != "big" {
			continue
		}
		// 20 + 3, then 96 + 6 + 20 GB × 0.1
		if !p.Near || !p.High.Value.Equal(dec("127")) {
			t.Errorf("near %v, %s", p.Near, p.High)
		}
		return
	}
	t.Fatalf("no plan: %+v", r.Plans)
}

func TestWithoutPreparationThereIsNoSecondPhase(t *testing.T) {
	r := Evaluate(fineTuning(), Records{Quotes: []billing.Quote{quote("a", "2", 0), quote("b", "12", 1)}}, knowledge())
	if len(r.Plans) != 0 || r.Verdict.Cheaper != nil {
		t.Errorf("plans %+v", r.Plans)
	}
}

// A plan that costs more is there to be seen, and is not recommended.
func TestADearerPlanIsNoAdvice(t *testing.T) {
	r := Evaluate(prepared(), Records{Quotes: []billing.Quote{trafficked(quote("a", "12", 0), "100"), trafficked(quote("b", "12", 1), "100")}}, knowledge())
	if len(r.Plans) != 2 || !r.Plans[0].Saves.Value.IsNeg() {
		t.Fatalf("plans %+v", r.Plans)
	}
	if r.Verdict.Cheaper != nil {
		t.Errorf("%s is recommended over %s", r.Verdict.Cheaper.High, r.Verdict.Winner.High)
	}
}

func TestSetUpWithoutACardIsAPlanWhereItsPriceIsKnown(t *testing.T) {
	d := fineTuning()
	d.Task.Plan.SetUp = billing.Hour
	with := quote("with", "12", 0)
	with.Facts[billing.CPUModePrice] = fact.Own(billing.Figure{Value: dec("0.1"), Per: billing.PerHour}, "test", time.Time{})
	with.Facts[billing.CPUModeMin] = fact.Own(billing.Figure{Value: dec("0")}, "test", time.Time{})
	r := Evaluate(d, Records{Quotes: []billing.Quote{with, quote("without", "12", 1)}}, knowledge())
	found := plans(t, r, WithoutCard)
	if len(found) != 1 || found[0].Main.ID != "with" {
		t.Fatalf("plans %+v", r.Plans)
	}
	// 9 h × 12 + 6 on the card, 8 h × 12 + 1 h × 0.1 + 6 in two modes
	if p := found[0]; !p.High.Value.Equal(dec("102.1")) || p.Saves.Currency != "CNY" || !p.Saves.Value.Equal(dec("11.9")) || p.Prepared != billing.Hour {
		t.Errorf("%s, saves %s, prepared in %d s", p.High, p.Saves, p.Prepared)
	}
	if r.Verdict.Cheaper == nil {
		t.Error("it is not pointed out")
	}
}

// What a plan costs is what its two bills cost by themselves.
func TestAPlanIsTheSumOfItsBills(t *testing.T) {
	d := prepared()
	cheap, big := trafficked(quote("small", "2", 0), "0.5"), trafficked(quote("big", "12", 1), "1")
	r := Evaluate(d, Records{Quotes: []billing.Quote{cheap, big}}, knowledge())
	var p Plan
	for _, p = range r.Plans {
		if p.Main.ID == "big" {
			break
		}
	}
	before, err := preparation(d.Task, d.Task.Plan.InGB)
	if err != nil {
		t.Fatal(err)
	}
	d.Task.Plan.Prepare, d.Task.Plan.PrepareDays = 0, 0
	after, err := d.Task.Usage(1)
	if err != nil {
		t.Fatal(err)
	}
	first, err1 := billing.EstimateCost(p.First, before, billing.NoRanges)
	main, err2 := billing.EstimateCost(p.Main, after, billing.NoRanges)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	var c money.Calc
	if sum := c.Add(first.High.Value, main.High.Value); !p.High.Value.Equal(sum) {
		t.Errorf("%s, its bills %s", p.High, sum)
	}
}

// A start without card that was planned already stays one beside the others.
func TestStartsWithoutACardAddUp(t *testing.T) {
	d := fineTuning()
	d.Task.Plan.SetUp, d.Task.Plan.CPUMode = billing.Hour, 600
	with := quote("with", "12", 0)
	with.Facts[billing.CPUModePrice] = fact.Own(billing.Figure{Value: dec("0.1"), Per: billing.PerHour}, "test", time.Time{})
	with.Facts[billing.CPUModeMin] = fact.Own(billing.Figure{Value: dec("1")}, "test", time.Time{})
	r := Evaluate(d, Records{Quotes: []billing.Quote{with}}, knowledge())
	// 8 h × 12 + 6, and two starts of at least 1 each
	if found := plans(t, r, WithoutCard); len(found) != 1 || !found[0].High.Value.Equal(dec("104")) {
		t.Errorf("%+v", found)
	}
}

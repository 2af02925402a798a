package decision

import (
	"testing"
	"time"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/trial"
)

// smallAndBig are a cheap card that is too small for the work and one that is
// not.
func smallAndBig() (small, big billing.Quote) {
	small = trafficked(quote("small", "2", 0), "0.5")
	small.Card = "RTX 3060 12GB"
	return small, trafficked(quote("big", "12", 1), "0.5")
}

// twoPhasesOn is the plan of preparing elsewhere for a quote's cards.
func twoPhasesOn(t *testing.T, r Result, main string) (Plan, bool) {
	t.Helper()
	for _, p := range plans(t, r, TwoPhases) {
		if p.Main.ID == main {
			return p, true
		}
	}
	return Plan{}, false
}

// A card that is too small for the work may still prepare it, but not on a
// platform that the work itself would not be trusted to.
func TestWhatIsBarredPreparesNothing(t *testing.T) {
	small, big := smallAndBig()
	small.Category, small.Platform, small.ID = string(hardware.P2P), "no_docker", "small"
	for name, change := range map[string]func(*Decision, *Records){
		"sensitive data":  func(d *Decision, _ *Records) { d.Task.Sensitive = hardware.Yes },
		"must-have fails": func(d *Decision, _ *Records) { d.MustHaves = []barrier.Wanted{{ID: "docker_inside"}} },
		"trial failed": func(_ *Decision, r *Records) {
			r.Runs = []trial.Run{{ID: "r", QuoteID: "small", Outcome: trial.Failed}}
		},
	} {
		d, records := prepared(), Records{Quotes: []billing.Quote{small, big}}
		if p, ok := twoPhasesOn(t, Evaluate(d, records, knowledge()), "big"); !ok || p.First.ID != "small" {
			t.Fatalf("nothing speaks against it yet: %+v", p)
		}
		change(&d, &records)
		if p, ok := twoPhasesOn(t, Evaluate(d, records, knowledge()), "big"); ok {
			t.Errorf("%s: prepared on %s", name, p.First.ID)
		}
	}
}

// What was tried out on one software stack does not run on another.
func TestPreparationStaysOnOneStack(t *testing.T) {
	know := knowledge()
	nvidia := know.Card
	know.Card = func(id string) (hardware.Card, bool) {
		card, ok := nvidia(id)
		if id == "RTX 3060 12GB" {
			card.Vendor = "Huawei"
		}
		return card, ok
	}
	small, big := smallAndBig()
	if p, ok := twoPhasesOn(t, Evaluate(prepared(), Records{Quotes: []billing.Quote{small, big}}, know), "big"); ok {
		t.Errorf("prepared on %s", p.First.Card)
	}
}

// The dearer card to prepare on is the cheaper plan where the data then stays
// inside the platform.
func TestTheCheapestPlanCountsWhatMovingCosts(t *testing.T) {
	small, big := smallAndBig()
	small.Facts[billing.TrafficOutPrice] = fact.Own(billing.Figure{Value: dec("0")}, "test", time.Time{})
	big.Facts[billing.TrafficInPrice] = fact.Own(billing.Figure{Value: dec("5")}, "test", time.Time{})
	near := small
	near.ID, near.Position, near.Platform, near.Rate = "near", 2, big.Platform, billing.NewRate(money.Of("3", "CNY"), billing.PerHour)
	r := Evaluate(prepared(), Records{Quotes: []billing.Quote{small, big, near}}, knowledge())
	p, _ := twoPhasesOn(t, r, "big")
	// 10 h × 3 + 30 GB × 0.1; then 96 + 6 + 20 GB × 0.1: not 23 and 96 + 6 + 20 GB × 5
	if p.First.ID != "near" || !p.Near || !p.High.Value.Equal(dec("137")) {
		t.Errorf("%s for %s", p.First.ID, p.High)
	}
}

// A coupon that both quotes of a platform list is spent in one of the bills.
func TestACouponIsNotUsedInBothPhases(t *testing.T) {
	small, big := smallAndBig()
	small.Platform, big.Platform = "one", "one"
	plain, _ := twoPhasesOn(t, Evaluate(prepared(), Records{Quotes: []billing.Quote{small, big}}, knowledge()), "big")
	for _, kind := range []billing.ReductionKind{billing.Coupon, billing.Credit} {
		offer := []billing.Reduction{{Name: "welcome", Kind: kind, Value: dec("10")}}
		small.Rules.Discounts, big.Rules.Discounts = offer, offer
		p, ok := twoPhasesOn(t, Evaluate(prepared(), Records{Quotes: []billing.Quote{small, big}}, knowledge()), "big")
		var c money.Calc
		if off := c.Sub(plain.High.Value, p.High.Value); !ok || !off.Equal(dec("10")) || !p.FirstHigh.Value.Equal(plain.FirstHigh.Value) {
			t.Errorf("%s: %s off, first %s", kind, off, p.FirstHigh)
		}
	}
	member := []billing.Reduction{{Name: "member", Kind: billing.Percent, Value: dec("10")}}
	small.Rules.Discounts, big.Rules.Discounts = member, member
	if p, _ := twoPhasesOn(t, Evaluate(prepared(), Records{Quotes: []billing.Quote{small, big}}, knowledge()), "big"); !p.FirstHigh.Value.Equal(dec("20.7")) {
		t.Errorf("a percentage is off every bill: first %s", p.FirstHigh)
	}
}

// Two platforms that nobody named are not one.
func TestUnnamedPlatformsAreApart(t *testing.T) {
	small, big := smallAndBig()
	small.Platform, big.Platform = "", ""
	if p, ok := twoPhasesOn(t, Evaluate(prepared(), Records{Quotes: []billing.Quote{small, big}}, knowledge()), "big"); !ok || p.Near {
		t.Errorf("moved as inside one platform: %v", ok)
	}
}

// Where a stop wipes the disks, what was prepared is fetched for each session.
func TestPreparedDataIsFetchedForEachSession(t *testing.T) {
	small, big := smallAndBig()
	small.Platform, big.Platform = "one", "one"
	d := prepared()
	d.Task.Plan.Sessions = 4
	once, _ := twoPhasesOn(t, Evaluate(d, Records{Quotes: []billing.Quote{small, big}}, knowledge()), "big")
	big.Rules.WipesOnStop = true
	again, ok := twoPhasesOn(t, Evaluate(d, Records{Quotes: []billing.Quote{small, big}}, knowledge()), "big")
	var c money.Calc
	if more := c.Sub(again.High.Value, once.High.Value); !ok || !more.Equal(dec("6")) { // 3 more times 20 GB × 0.1
		t.Errorf("%s more", more)
	}
}

// Thirty hours do not pass in a day, whatever is said of days.
func TestDataStaysAsLongAsPreparationTakes(t *testing.T) {
	small, big := smallAndBig()
	d := prepared()
	d.Task.Plan.Prepare, d.Task.Plan.PrepareDays = 30*billing.Hour, 0
	p, ok := twoPhasesOn(t, Evaluate(d, Records{Quotes: []billing.Quote{small, big}}, knowledge()), "big")
	if !ok || !p.FirstHigh.Value.Equal(dec("76")) { // 30 × 2 + 30 GB × 0.1 × 2 days + 20 GB × 0.5
		t.Errorf("first %s", p.FirstHigh)
	}
}

// A plan is advice only where it beats all of it on its own cards, and where
// the order of the candidates would have it before the winner.
func TestAPlanIsAdviceOnlyWhereItIsAhead(t *testing.T) {
	a, b := trafficked(quote("steady", "12", 0), "0"), trafficked(quote("shaky", "10", 1), "0")
	small, _ := smallAndBig()
	know := knowledge()
	know.Stability = func(q billing.Quote) (trial.Stability, error) {
		if q.ID == "shaky" {
			return trial.Stability{Factor: dec("2")}, nil
		}
		return trial.Stability{Factor: dec("1")}, nil
	}
	d := prepared()
	r := Evaluate(d, Records{Quotes: []billing.Quote{a, b}}, know)
	for _, p := range r.Plans {
		if p.Saves.Value.IsPos() {
			continue
		}
		if r.Verdict.Cheaper != nil && r.Verdict.Cheaper.Main.ID == p.Main.ID {
			t.Errorf("a plan that costs %s more than %s alone is advised", p.Saves, p.Main.ID)
		}
	}
	r = Evaluate(d, Records{Quotes: []billing.Quote{a, b, small}}, know)
	if v := r.Verdict; v.Winner.Quote.ID != "steady" || v.Cheaper == nil || v.Cheaper.Main.ID != "steady" {
		t.Errorf("won by %s, advised %+v", v.Winner.Quote.ID, v.Cheaper)
	}
	if r.Plans[0].Main.ID != "shaky" {
		t.Errorf("the cheapest plan is listed first: %s", r.Plans[0].Main.ID)
	}
}

package decision

import (
	"testing"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/sizing"
	"cardhour/model/task"
)

// twoCards are two whose figures differ by 2 and one that nothing is known
// of; the task may be counted in anything.
func twoCards() Knowledge {
	know := knowledge()
	know.Card = func(id string) (hardware.Card, bool) {
		card := hardware.Card{ID: id, Vendor: "NVIDIA", BF16: hardware.Yes, ComputeCapability: hardware.Know(8.0), MemoryGiB: hardware.Know(80.0), LinkGBs: hardware.Know(0.0)}
		switch id {
		case "A100 80GB":
			card.FP16TFLOPS, card.BandwidthGBs = hardware.Know(312.0), hardware.Know(2039.0)
		case "Half":
			card.FP16TFLOPS, card.BandwidthGBs = hardware.Know(156.0), hardware.Know(1019.5)
		case "Dark":
		default:
			return card, false
		}
		return card, true
	}
	return know
}

func onCard(q billing.Quote, card string) billing.Quote {
	q.Card = card
	return q
}

func cardQuotes() Records {
	return Records{Quotes: []billing.Quote{quote("fast", "12", 0), onCard(quote("slow", "5", 1), "Half"), onCard(quote("dark", "1", 2), "Dark")}}
}

func TestHoursOnANamedCardAreScaledForOthers(t *testing.T) {
	d := fineTuning()
	d.Task.Plan.DataDays = 3
	d.Task.Work.Card = "A100 80GB"
	r := Evaluate(d, cardQuotes(), twoCards())
	fast, slow, dark := find(t, r, "fast"), find(t, r, "slow"), find(t, r, "dark")
	if fast.Hours == nil || fast.Hours.Likely != 8*billing.Hour || fast.Hours.Basis != "" || fast.Usage.Useful != 8*billing.Hour {
		t.Errorf("the named card: %+v", fast.Hours)
	}
	if slow.Hours == nil || slow.Hours.Likely != 16*billing.Hour || slow.Hours.Basis != sizing.Scaled || slow.Usage.Useful != 16*billing.Hour {
		t.Fatalf("half as fast: %+v", slow.Hours)
	}
	if h := slow.Hours; !(h.Low < 12*billing.Hour && h.High > 24*billing.Hour) {
		t.Errorf("the ends must hold the work's and the ratio's: %+v", h)
	}
	if !slow.Ranked() || slow.Limit != sizing.LimitCompute {
		t.Errorf("%+v, limit %s", slow.NotComparable, slow.Limit)
	}
	if r.Verdict.Winner == nil || r.Verdict.Winner.Quote.ID != "slow" { // 16 h at 5 against 8 h at 12
		t.Errorf("verdict %+v", r.Verdict)
	}
	if dark.Ranked() || dark.NotComparable == nil || dark.NotComparable.Rule != "other_card" || dark.Hours != nil {
		t.Errorf("nothing is known of its speed: %+v %+v", dark.NotComparable, dark.Hours)
	}
}

func TestTokensBecomeHoursOnEachCard(t *testing.T) {
	d := fineTuning()
	d.Task.Work = task.Work{Unit: task.WorkTokens, Likely: dec("20000000")}
	r := Evaluate(d, cardQuotes(), twoCards())
	fast, slow, dark := find(t, r, "fast"), find(t, r, "slow"), find(t, r, "dark")
	if fast.Hours == nil || slow.Hours == nil || fast.Hours.Basis != sizing.Estimated || !fast.Ranked() || !slow.Ranked() {
		t.Fatalf("%+v %+v %+v", fast.Hours, slow.Hours, fast.NotComparable)
	}
	if d := slow.Hours.Likely - 2*fast.Hours.Likely; d < -2 || d > 2 {
		t.Errorf("%d s and %d s on a card half as fast", fast.Hours.Likely, slow.Hours.Likely)
	}
	if dark.Ranked() || dark.Cost != nil || dark.NotComparable == nil || dark.NotComparable.Rule != "no_speed" {
		t.Errorf("%+v", dark.NotComparable)
	}
	if r.NoUsage != nil || r.Usage == nil || r.Verdict.Winner == nil {
		t.Errorf("%v %+v", r.NoUsage, r.Verdict)
	}
}

func TestTheUsersOwnSpeedWinsOverTheEstimate(t *testing.T) {
	d := fineTuning()
	d.Task.Plan.DataDays = 3
	d.Task.Work = task.Work{Unit: task.WorkTokens, Likely: dec("36000000"), PerSecond: dec("1000"), Card: "A100 80GB"}
	r := Evaluate(d, cardQuotes(), twoCards())
	fast, slow, dark := find(t, r, "fast"), find(t, r, "slow"), find(t, r, "dark")
	if fast.Hours == nil || fast.Hours.Likely != 10*billing.Hour || fast.Hours.Basis != "" {
		t.Errorf("measured there: %+v", fast.Hours)
	}
	if slow.Hours == nil || slow.Hours.Likely != 20*billing.Hour || slow.Hours.Basis != sizing.Scaled {
		t.Errorf("half as fast: %+v", slow.Hours)
	}
	if dark.NotComparable == nil || dark.NotComparable.Rule != "other_card" {
		t.Errorf("%+v", dark.NotComparable)
	}
	d.Task.Work.Card = ""
	if any := find(t, Evaluate(d, cardQuotes(), twoCards()), "dark"); !any.Ranked() || any.Hours.Likely != 10*billing.Hour {
		t.Errorf("a speed for any card: %+v", any.Hours)
	}
}

func TestASliceHasNoEstimatedSpeed(t *testing.T) {
	d := fineTuning()
	d.Task.Work = task.Work{Unit: task.WorkTokens, Likely: dec("1000000")}
	q := quote("half a card", "3", 0)
	q.Rate.Slice = dec("0.5")
	c := find(t, Evaluate(d, Records{Quotes: []billing.Quote{q}}, twoCards()), q.ID)
	if c.Hours != nil || c.NotComparable == nil || c.NotComparable.Rule != "no_speed" {
		t.Errorf("%+v %+v", c.Hours, c.NotComparable)
	}
}

// Eight hours on a whole card are not eight on half of it.
func TestHoursOnANamedCardSayNothingOfItsSlice(t *testing.T) {
	d := fineTuning()
	q := quote("half a card", "3", 0)
	q.Rate.Slice = dec("0.5")
	d.Task.Work.Card = q.Card
	c := find(t, Evaluate(d, Records{Quotes: []billing.Quote{q}}, twoCards()), q.ID)
	if c.Hours != nil || c.Ranked() || c.NotComparable == nil || c.NotComparable.Rule != "no_speed" {
		t.Errorf("%+v %+v", c.Hours, c.NotComparable)
	}
	d.Task.Work.Card = ""
	if c := find(t, Evaluate(d, Records{Quotes: []billing.Quote{q}}, twoCards()), q.ID); !c.Ranked() || c.Hours.Likely != 8*billing.Hour {
		t.Errorf("hours on whatever is rented: %+v", c.Hours)
	}
}

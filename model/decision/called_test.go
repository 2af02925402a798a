package decision

import (
	"slices"
	"testing"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// A short name and the catalogue's own are one card wherever quotes are
// compared: what is stated for it, what a reclaimed one is held against, what
// is odd beside others, what a discount holds for.
func TestTwoNamesOfACardAreOneCard(t *testing.T) {
	know := twoCards()
	cards := []hardware.Card{{ID: "RTX 4090D 24GB", Vendor: "NVIDIA", BF16: hardware.Yes, ComputeCapability: hardware.Know(8.9),
		MemoryGiB: hardware.Know(24.0), LinkGBs: hardware.Know(0.0), FP16TFLOPS: hardware.Know(147.0), BandwidthGBs: hardware.Know(1008.0)}}
	looked := 0
	know.Card = func(name string) (hardware.Card, bool) {
		looked++
		return hardware.CardNamed(cards, name)
	}
	know.Cards = cards
	d := fineTuning()
	d.Task.Work.Card = "rtx4090d"
	short, long := onCard(quote("short", "2", 0), "RTX 4090D"), onCard(quote("long", "9", 1), "RTX 4090D 24GB")
	spot := onCard(quote("spot", "1", 2), "RTX 4090D")
	spot.Mode = billing.Spot
	off := []billing.Reduction{{Name: "half", Kind: billing.Percent, Value: dec("50"), Cards: []string{"RTX 4090D"}}}
	long.Rules.Discounts = off
	other := onCard(quote("other", "1", 3), "RTX 4090")
	records := Records{Quotes: []billing.Quote{short, long, spot, other, onCard(other, "RTX 4090")}}
	r := Evaluate(d, records, know)

	for _, id := range []string{"short", "long"} {
		c := find(t, r, id)
		if c.Quote.Card != "RTX 4090D 24GB" || c.Hours == nil || c.Hours.Basis != "" || !c.Ranked() || c.Fit == nil {
			t.Errorf("%s on %q: %+v, %+v", id, c.Quote.Card, c.Hours, c.NotComparable)
		}
	}
	if c := find(t, r, "long"); len(c.Cost.Refused) > 0 {
		t.Errorf("the discount for the card is refused: %+v", c.Cost.Refused)
	} else if !slices.ContainsFunc(c.Warnings, func(b reason.Because) bool { return b.Rule == "warn.price_high" }) {
		t.Error("a price of 9 beside 2 for the same card is not odd")
	}
	if c := find(t, r, "spot"); c.NotComparable == nil || c.NotComparable.Rule != "spot_pays_below" {
		t.Errorf("the price that may be reclaimed is held against none: %+v", c.NotComparable)
	}
	if best, ok := r.BestOn("RTX 4090D 24GB", 1); !ok || best.Quote.ID != "short" {
		t.Errorf("the best on the card is %q", best.Quote.ID)
	}
	if c := find(t, r, "other"); c.Quote.Card != "RTX 4090" || c.Fit != nil || c.Ranked() {
		t.Errorf("what may be another card is counted as %q", c.Quote.Card)
	}
	if records.Quotes[0].Card != "RTX 4090D" || off[0].Cards[0] != "RTX 4090D" || d.Task.Work.Card != "rtx4090d" {
		t.Error("the records were changed")
	}
	if looked > 8 {
		t.Errorf("%d names were looked up for 5 quotes", looked)
	}
}

package decision

import (
	"slices"
	"testing"
	"time"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/trial"
)

// rules of the warnings of a quote.
func warned(r Result, id string) []string {
	var rules []string
	for _, c := range r.Candidates {
		if c.Quote.ID == id {
			for _, w := range c.Warnings {
				rules = append(rules, w.Rule)
			}
		}
	}
	return rules
}

func TestEveryQuoteIsLookedAtAmongTheOthers(t *testing.T) {
	today := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	fresh := func(id, amount string) billing.Quote {
		q := quote(id, amount, 0)
		q.Seen = today.AddDate(0, 0, -3)
		return q
	}
	old, odd, over := fresh("old", "3"), fresh("odd", "40"), fresh("over", "3.1")
	old.Seen = today.AddDate(0, 0, -200)
	over.Rules.Until = today.AddDate(0, 0, -1)
	bonus := fresh("bonus", "2.9")
	bonus.Rules.TopUp = &billing.TopUp{Pay: dec("500"), Bonus: dec("200"), UsedUp: true}
	know := knowledge()
	know.Today = today
	records := Records{Quotes: []billing.Quote{fresh("plain", "3"), old, odd, over, bonus}}
	r := Evaluate(fineTuning(), records, know)
	for id, want := range map[string][]string{"plain": nil, "old": {"warn.stale"}, "odd": {"warn.price_high"}, "over": {"warn.expired"}, "bonus": {"warn.bonus"}} {
		if got := warned(r, id); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}

	// A record of one's own speaks for the platform.
	nine := today.Add(9 * time.Hour)
	records.Runs = []trial.Run{{ID: "r", QuoteID: "bonus", Cards: 1, Outcome: trial.Passed,
		At: map[trial.Event]time.Time{trial.PoweredOn: nine, trial.ShutDown: nine.Add(time.Hour)}}}
	if got := warned(Evaluate(fineTuning(), records, know), "bonus"); len(got) != 0 {
		t.Errorf("after a passed run: %v", got)
	}
}

func TestAnOnlyQuoteIsHeldAgainstPublishedRates(t *testing.T) {
	q := quote("a", "40", 0)
	q.Seen = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	know := knowledge()
	know.Today = q.Seen
	know.Indicative = func(card string) []money.Amount {
		if card != q.Card {
			t.Errorf("asked for %q", card)
		}
		return []money.Amount{money.Of("6", "CNY"), money.Of("1", "USD")}
	}
	if got := warned(Evaluate(fineTuning(), Records{Quotes: []billing.Quote{q}}, know), "a"); !slices.Equal(got, []string{"warn.price_high"}) {
		t.Errorf("warnings %v", got)
	}
}

func TestABillOrAPassedRunSpeaksForAPlatform(t *testing.T) {
	quotes := []billing.Quote{{ID: "1", Platform: "autodl"}, {ID: "2", PlatformName: "小黑屋"}, {ID: "3", Platform: "vast"}, {ID: "4"}}
	runs := []trial.Run{{ID: "a", QuoteID: "1", Outcome: trial.Failed}, {ID: "b", Platform: "小黑屋 ", Outcome: trial.Passed},
		{ID: "c", QuoteID: "3", Outcome: trial.Failed}, {ID: "d", Outcome: trial.Passed}}
	key := func(name string) string { return name[:len("小黑屋")] }
	proven := ProvenBy(runs[:3], []trial.Bill{{RunID: "a"}}, quotes, key)
	for i, want := range []bool{true, true, false, false} {
		if got := proven(quotes[i]); got != want {
			t.Errorf("quote %s: %v, want %v", quotes[i].ID, got, want)
		}
	}
	if ProvenBy(runs[3:], nil, quotes, nil)(quotes[3]) {
		t.Error("a run of no named platform speaks for one")
	}
}

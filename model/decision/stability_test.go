package decision

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/trial"
)

// inContainers is a quote of a container platform.
func inContainers(id, platform, amount string) billing.Quote {
	q := quote(id, amount, len(id))
	q.Platform, q.Category = platform, "container"
	return q
}

// starts are failed starts under a quote, of so many hours each.
func starts(quoteID string, hours ...int) []trial.Run {
	nine := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	var runs []trial.Run
	for i, h := range hours {
		runs = append(runs, trial.Run{ID: fmt.Sprint(quoteID, i), QuoteID: quoteID, Platform: "P", Cards: 1, Outcome: trial.Failed,
			At: map[trial.Event]time.Time{trial.PoweredOn: nine, trial.ShutDown: nine.Add(time.Duration(h) * time.Hour)}})
	}
	return runs
}

func TestAPlatformOfManyFailuresFallsBehindADearerOne(t *testing.T) {
	// The failures happened under another quote of the same platform: a
	// candidate's own would eliminate it.
	quotes := []billing.Quote{inContainers("cheap", "shaky", "12"), inContainers("dear", "steady", "14"), inContainers("tried", "shaky", "13")}
	r := Evaluate(fineTuning(), Records{Quotes: quotes, Runs: starts("tried", 1, 1)}, knowledge())
	v := r.Verdict
	if v.Winner == nil || v.Winner.Quote.ID != "dear" || v.Next.Quote.ID != "cheap" {
		t.Fatalf("verdict %+v", v)
	}
	// 1 + (0.8 + 2) ÷ 8; 96 × 1.35 + 6 against 112 × 1.1 + 6
	if s := v.Next.Stability; !s.Factor.Equal(dec("1.35")) || s.Runs != 2 || s.Lost != 2*billing.Hour {
		t.Errorf("the shaky one: %+v", s)
	}
	if !v.Next.Score.High.Equal(dec("135.6")) || !v.Winner.Score.High.Equal(dec("129.2")) || !v.Winner.Score.Low.Equal(dec("129.2")) {
		t.Errorf("scores %v and %v", v.Next.Score, v.Winner.Score)
	}
	if !v.Winner.Cost.High.Equal(money.Of("118", "CNY")) || !v.Next.Cost.High.Equal(money.Of("102", "CNY")) || len(v.Rivals) > 0 {
		t.Errorf("the money is %s and %s, overlap %t", v.Winner.Cost.High, v.Next.Cost.High, len(v.Rivals) > 0)
	}
	if !v.Margin.Equal(money.Of("-16", "CNY")) || !v.Dearer.Equal(money.Of("16", "CNY")) || v.ByCost == nil || v.ByCost.Quote.ID != "cheap" {
		t.Errorf("margin %s, dearer %s than %+v", v.Margin, v.Dearer, v.ByCost)
	}
	if v.Because == nil || v.Because.Rule != "stability_decides" {
		t.Fatalf("the verdict does not say why: %+v", v.Because)
	}
	want := map[string]string{"factor": "1.1", "runs": "0", "cost": "118", "other_factor": "1.35", "other_runs": "2", "other_cost": "102"}
	for _, a := range v.Because.Args {
		if !a.Value.Num.Equal(dec(want[a.Name])) {
			t.Errorf("%s is %s, want %s", a.Name, a.Value, want[a.Name])
		}
		delete(want, a.Name)
	}
	if len(want) > 0 {
		t.Errorf("not told: %v", want)
	}
}

func TestEquallySteadyPlatformsAreOrderedByMoneyAlone(t *testing.T) {
	r := Evaluate(fineTuning(), Records{Quotes: []billing.Quote{inContainers("dear", "b", "14"), inContainers("cheap", "a", "12")}}, knowledge())
	if v := r.Verdict; v.Winner.Quote.ID != "cheap" || v.ByCost != nil || v.Because != nil || v.Margin.String() != "CNY 16.00" {
		t.Errorf("verdict %+v", v)
	}
}

func TestOnlyLinesThatGrowWithTheHoursAreWeighed(t *testing.T) {
	for kind, want := range map[billing.Kind]string{billing.Useful: "15", billing.SetUp: "15", billing.Idle: "15", billing.Rounded: "15",
		billing.CPUMode: "15", billing.Rework: "15", billing.Storage: "10", billing.Images: "10", billing.Traffic: "10",
		billing.Retention: "10", billing.Unused: "10", billing.Unexplained: "10"} {
		s, err := scoreOf(billing.Estimate{Lines: []billing.Span{{Kind: kind, Low: dec("5"), High: dec("10")}}}, dec("1.5"))
		if err != nil || !s.High.Equal(dec(want)) {
			t.Errorf("%s: %v, %v", kind, s, err)
		}
	}
	s, err := scoreOf(billing.Estimate{Lines: []billing.Span{{Kind: billing.Useful, Low: dec("96"), High: dec("100")},
		{Kind: billing.Discount, Low: dec("-20"), High: dec("-10")}}}, dec("1.5"))
	if err != nil || !s.Low.Equal(dec("124")) || !s.High.Equal(dec("140")) {
		t.Errorf("with a discount: %v, %v", s, err)
	}
}

func TestWhatIsReadySoonerGoesFirstAmongEquals(t *testing.T) {
	nine := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	run := func(quote string, waited time.Duration) trial.Run {
		return trial.Run{ID: quote, QuoteID: quote, Cards: 1, Outcome: trial.Passed,
			At: map[trial.Event]time.Time{trial.Ordered: nine, trial.Ready: nine.Add(waited)}}
	}
	quotes := []billing.Quote{inContainers("untimed", "a", "12"), inContainers("slow", "b", "12"), inContainers("fast", "c", "12")}
	r := Evaluate(fineTuning(), Records{Quotes: quotes, Runs: []trial.Run{run("slow", time.Hour), run("fast", time.Minute)}}, knowledge())
	for i, want := range []string{"fast", "slow", "untimed"} {
		if got := r.Candidates[i].Quote.ID; got != want {
			t.Errorf("place %d: %s, want %s", i+1, got, want)
		}
	}
}

func TestAFactorSetByHandDecidesUntilItIsTakenBack(t *testing.T) {
	quotes := []billing.Quote{inContainers("cheap", "a", "12"), inContainers("dear", "b", "14")}
	answer, err := HandFactor(quotes[0], dec("1.50"))
	if err != nil || answer.Platform != "a" || answer.Value != "1.5" {
		t.Fatalf("%+v, %v", answer, err)
	}
	winner := func(answers ...barrier.Answer) Verdict {
		know := knowledge()
		know.Stability = Stabilities(nil, quotes, answers, nil)
		return Evaluate(fineTuning(), Records{Quotes: quotes}, know).Verdict
	}
	if v := winner(answer); v.Winner.Quote.ID != "dear" || v.ByCost == nil || !v.ByCost.Stability.ByHand || v.Because.Rule != "stability_by_hand" {
		t.Errorf("with ×1.5 by hand: %+v", v)
	}
	if v := winner(); v.Winner.Quote.ID != "cheap" {
		t.Errorf("without: %s wins", v.Winner.Quote.ID)
	}
	// What no person could have set is passed over.
	for _, value := range []string{"", "yes", "0.5", "11", "NaN"} {
		answer.Value = value
		if v := winner(answer); v.Winner.Quote.ID != "cheap" || v.Winner.Stability.ByHand {
			t.Errorf("a kept factor %q stands", value)
		}
	}
}

func TestAFactorByHandIsRefusedWhereItSaysNothing(t *testing.T) {
	unnamed := quote("x", "12", 0)
	unnamed.Platform = ""
	for rule, c := range map[string]struct {
		q      billing.Quote
		factor string
	}{"name.empty": {unnamed, "1.2"}, "stability.out_of_range": {quote("x", "12", 0), "0.9"}} {
		var p *reason.Problem
		if _, err := HandFactor(c.q, dec(c.factor)); !errors.As(err, &p) || p.Rule != rule {
			t.Errorf("want %s, got %v", rule, err)
		}
	}
}

func TestProductLinesOfAPlatformAreSteadyEachByItself(t *testing.T) {
	plain, community := inContainers("plain", "a", "12"), inContainers("community", "a", "12")
	community.Tier = " Community "
	answer, err := HandFactor(community, dec("1.4"))
	if err != nil {
		t.Fatal(err)
	}
	failed := trial.Run{ID: "r", QuoteID: "plain", Outcome: trial.Failed, Cards: 1,
		At: map[trial.Event]time.Time{trial.PoweredOn: time.Unix(0, 0), trial.ShutDown: time.Unix(4*3600, 0)}}
	of := Stabilities([]trial.Run{failed}, []billing.Quote{plain, community}, []barrier.Answer{answer}, nil)
	for _, c := range []struct {
		q      billing.Quote
		factor string
		hand   bool
	}{{plain, "1.6", false}, {community, "1.4", true}} {
		if s, err := of(c.q); err != nil || !s.Factor.Equal(dec(c.factor)) || s.ByHand != c.hand {
			t.Errorf("%s: %+v, %v", c.q.ID, s, err)
		}
	}
}

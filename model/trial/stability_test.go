package trial

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"pgregory.net/rapid"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// minutes makes a run's moments, in minutes after nine o'clock.
func minutes(at map[Event]int) map[Event]time.Time {
	nine := time.Date(2026, 11, 2, 9, 0, 0, 0, time.FixedZone("", 8*3600))
	moments := map[Event]time.Time{}
	for e, m := range at {
		moments[e] = nine.Add(time.Duration(m) * time.Minute)
	}
	return moments
}

// worked is a passed run of so many minutes, of which some were lost.
func worked(useful, lost int) Run {
	return Run{Outcome: Passed, Lost: billing.Seconds(lost) * billing.Minute,
		At: minutes(map[Event]int{PoweredOn: -10, TaskStarted: 0, TaskEnded: useful + lost, ShutDown: useful + lost + 10})}
}

// neverStarted is a failed start that was billed for so many minutes.
func neverStarted(billed int) Run {
	return Run{Outcome: Failed, At: minutes(map[Event]int{Ordered: -5, PoweredOn: 0, ShutDown: billed})}
}

func platform(category string, mode billing.Mode) billing.Quote {
	return billing.Quote{ID: "q", PlatformName: "P", Category: category, Mode: mode,
		Rate: billing.NewRate(money.Of("12", "CNY"), billing.PerHour)}
}

// steadyAt files the runs under the quote and returns what follows for it.
func steadyAt(t *testing.T, q billing.Quote, runs ...Run) Stability {
	t.Helper()
	for i := range runs {
		runs[i].ID, runs[i].QuoteID, runs[i].Platform, runs[i].Cards = fmt.Sprint("r", i), q.ID, "P", 8
	}
	s, err := Learn(runs, []billing.Quote{q}, nil).At(q)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAnUntriedPlatformIsAsSteadyAsItsKind(t *testing.T) {
	for _, c := range []struct {
		category string
		mode     billing.Mode
		want     string
		kind     string
	}{
		{"cloud", billing.OnDemand, "1", "cloud"},
		{"container", billing.OnDemand, "1.1", "container"},
		{"hosted", billing.Hosted, "1.1", "hosted"},
		{"p2p", billing.OnDemand, "1.5", "p2p"},
		{"p2p", billing.Spot, "1.5", "p2p"},
		{"", billing.Hosted, "1.1", "hosted"}, // rented by the month as a whole
		{"", billing.OnDemand, "1.5", ""},     // not known: the dear end
		{"a word", billing.Prepaid, "1.5", ""},
	} {
		s := steadyAt(t, platform(c.category, c.mode))
		if !s.Factor.Equal(dec(c.want)) || string(s.Category) != c.kind || s.Runs != 0 || s.ByHand {
			t.Errorf("%q %s: %+v, want %s", c.category, c.mode, s, c.want)
		}
	}
}

func TestOwnRunsTakeThePlaceOfTheAssumption(t *testing.T) {
	container := platform("container", billing.OnDemand)
	ten := make([]Run, 10)
	for i := range ten {
		ten[i] = worked(240, 12)
	}
	for name, c := range map[string]struct {
		runs         []Run
		want         string
		behind       int
		lost, useful billing.Seconds
	}{
		// 1 + (8 × 0.1 + 0.5) ÷ (8 + 8)
		"one run of 8 h with half an hour lost": {[]Run{worked(480, 30)}, "1.08125", 1, 1800, 8 * billing.Hour},
		// 1 + (0.8 + 0) ÷ (8 + 8)
		"one run without a loss": {[]Run{worked(480, 0)}, "1.05", 1, 0, 8 * billing.Hour},
		// 1 + (0.8 + 2) ÷ (8 + 40)
		"ten runs of 4 h with 2 h lost in all": {ten, "1.05833333", 10, 2 * billing.Hour, 40 * billing.Hour},
		// 1 + (0.8 + 4) ÷ (8 + 0)
		"a failed start and nothing useful": {[]Run{neverStarted(240)}, "1.6", 1, 4 * billing.Hour, 0},
		// 1 + (0.8 + 4 + 0.5) ÷ (8 + 8)
		"a failed start and a good run": {[]Run{neverStarted(240), worked(480, 30)}, "1.33125", 2, 4*billing.Hour + 1800, 8 * billing.Hour},
	} {
		s := steadyAt(t, container, c.runs...)
		if !s.Factor.Equal(dec(c.want)) || s.Runs != c.behind || s.Lost != c.lost || s.Useful != c.useful || !s.Prior.Equal(dec("1.1")) {
			t.Errorf("%s: %+v, want ×%s", name, s, c.want)
		}
	}
}

func TestNoLossIsInvented(t *testing.T) {
	half := 30 * billing.Minute
	on, up, begun, ended, off := PoweredOn, Ready, TaskStarted, TaskEnded, ShutDown
	for name, c := range map[string]struct {
		run          Run
		useful, lost billing.Seconds
	}{
		"a start that failed":                          {neverStarted(60), 0, billing.Hour},
		"a start that failed and was only released":    {Run{Outcome: Failed, At: minutes(map[Event]int{on: 0, Released: 60})}, 0, billing.Hour},
		"a start that failed, off before released":     {Run{Outcome: Failed, At: minutes(map[Event]int{on: 0, off: 20, Released: 600})}, 0, 20 * billing.Minute},
		"a start that failed, when it ended unknown":   {Run{Outcome: Failed, At: minutes(map[Event]int{on: 0})}, 0, 0},
		"a start that failed, when it began unknown":   {Run{Outcome: Failed, At: minutes(map[Event]int{off: 60})}, 0, 0},
		"a start that failed, with only a loss noted":  {Run{Outcome: Failed, Lost: half}, 0, half},
		"a start that failed, its loss noted too":      {Run{Outcome: Failed, Lost: half, At: minutes(map[Event]int{on: 0, off: 60})}, 0, billing.Hour},
		"it came up and the task failed":               {Run{Outcome: Failed, At: minutes(map[Event]int{on: 0, up: 5, off: 60})}, 0, 0},
		"the task failed, some of it for the platform": {Run{Outcome: Failed, Lost: half, At: minutes(map[Event]int{on: 0, begun: 5, ended: 60, off: 60})}, 0, half},
		"a first result, then failed":                  {Run{Outcome: Failed, At: minutes(map[Event]int{on: 0, FirstResult: 5, off: 60})}, 0, 0},
		"dropped with checkpoints":                     {Run{Outcome: Dropped, At: minutes(map[Event]int{begun: 0, ended: 60})}, billing.Hour, 0},
		"dropped without a checkpoint for half":        {Run{Outcome: Dropped, Lost: half, At: minutes(map[Event]int{begun: 0, ended: 60})}, half, half},
		"dropped, its task without times":              {Run{Outcome: Dropped, Lost: half, At: minutes(map[Event]int{on: 0, off: 60})}, 0, half},
		"dropped, nothing noted":                       {Run{Outcome: Dropped, At: minutes(map[Event]int{on: 0, off: 60})}, 0, 0},
		"passed, its task without times":               {Run{Outcome: Passed, At: minutes(map[Event]int{on: 0, off: 60})}, 0, 0},
		"no outcome yet":                               {Run{Lost: half, At: minutes(map[Event]int{begun: 0, ended: 60})}, 0, 0},
		"still running":                                {Run{At: minutes(map[Event]int{on: 0, begun: 5})}, 0, 0},
		"nothing at all":                               {Run{}, 0, 0},
		"times in the wrong order":                     {Run{Outcome: Failed, At: minutes(map[Event]int{on: 60, off: 0})}, 0, 0},
	} {
		if useful, lost := c.run.Evidence(); useful != c.useful || lost != c.lost {
			t.Errorf("%s: %d s useful and %d s lost, want %d and %d", name, useful, lost, c.useful, c.lost)
		}
	}
}

func TestRunsThatSayNothingAreNotBehindTheFactor(t *testing.T) {
	s := steadyAt(t, platform("cloud", billing.OnDemand), worked(480, 0), Run{At: minutes(map[Event]int{PoweredOn: 0})}, neverStarted(0))
	if s.Runs != 1 || s.Silent != 2 || !s.Factor.Equal(dec("1")) {
		t.Errorf("%+v", s)
	}
}

func TestSpotLossesAreReworkAndNotCounted(t *testing.T) {
	spot, plain := platform("container", billing.Spot), platform("container", billing.OnDemand)
	plain.ID = "plain"
	lost := []Run{neverStarted(600), worked(60, 600)}
	if s := steadyAt(t, spot, lost...); !s.Factor.Equal(dec("1.1")) || s.Runs != 0 || s.Silent != 0 {
		t.Errorf("spot: %+v", s)
	}
	if s, err := Learn(lost, []billing.Quote{spot, plain}, nil).At(plain); err != nil || s.Runs != 0 {
		t.Errorf("the platform on demand: %+v, %v", s, err)
	}
}

func TestARunCountsOnceAndWhereItHappened(t *testing.T) {
	quote := func(id, platform, name string, mode billing.Mode) billing.Quote {
		q := billing.Quote{ID: id, Platform: platform, PlatformName: name, Category: "cloud", Mode: mode}
		return q
	}
	known, again := quote("1", "autodl", "", billing.OnDemand), quote("2", "autodl", "AutoDL", billing.OnDemand)
	prepaid, other, unnamed := quote("3", "autodl", "", billing.Prepaid), quote("4", "", "其它", billing.OnDemand), quote("5", "", " ", billing.OnDemand)
	example := quote("6", "autodl", "", billing.OnDemand)
	example.Example = true
	run := func(id, quote, platform string) Run {
		r := worked(480, 30)
		r.ID, r.QuoteID, r.Platform = id, quote, platform
		return r
	}
	// The same platform is called differently from screen to screen.
	runs := []Run{run("a", "1", "AutoDL"), run("b", "2", "autodl"), run("b", "2", "autodl"), run("c", "3", "AutoDL"), run("d", "5", ""),
		run("e", "6", "AutoDL"), run("f", "", "AUTODL"), run("g", "gone", "AutoDL")}
	h := Learn(runs, []billing.Quote{known, again, prepaid, other, unnamed, example}, func(string) string { return "autodl" })
	for _, c := range []struct {
		q            billing.Quote
		runs, silent int
	}{{known, 2, 2}, {again, 2, 2}, {prepaid, 1, 2}, {other, 0, 0}, {unnamed, 0, 0}, {example, 1, 0}} {
		if s, err := h.At(c.q); err != nil || s.Runs != c.runs || s.Silent != c.silent {
			t.Errorf("quote %s: %d runs and %d not counted, want %d and %d (%v)", c.q.ID, s.Runs, s.Silent, c.runs, c.silent, err)
		}
	}
}

func TestAFactorSetByHandStandsAndSaysSo(t *testing.T) {
	q := platform("container", billing.OnDemand)
	h := Learn(nil, []billing.Quote{q}, nil)
	if err := h.Set(PlaceOf(q), dec("1.4")); err != nil {
		t.Fatal(err)
	}
	s, _ := h.At(q)
	if !s.ByHand || !s.Factor.Equal(dec("1.4")) || !s.Computed.Equal(dec("1.1")) {
		t.Errorf("%+v", s)
	}
	q.Mode = billing.Prepaid
	if s, _ := h.At(q); s.ByHand {
		t.Error("a factor of one mode stands for another")
	}
	for _, wrong := range []string{"0.99", "0", "-1", "10.01"} {
		var p *reason.Problem
		if err := h.Set(PlaceOf(q), dec(wrong)); !errors.As(err, &p) || p.Rule != "stability.out_of_range" {
			t.Errorf("×%s: %v", wrong, err)
		}
	}
	for _, right := range []string{"1", "10"} {
		if err := CheckFactor(dec(right)); err != nil {
			t.Errorf("×%s: %v", right, err)
		}
	}
}

func TestMoreLossesNeverMakeAPlatformSteadier(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var runs []Run
		for range rapid.IntRange(0, 6).Draw(rt, "runs") {
			if rapid.Bool().Draw(rt, "failed") {
				runs = append(runs, neverStarted(rapid.IntRange(0, 3_000).Draw(rt, "billed")))
			} else {
				runs = append(runs, worked(rapid.IntRange(0, 3_000).Draw(rt, "useful"), rapid.IntRange(0, 3_000).Draw(rt, "lost")))
			}
		}
		q := platform(rapid.SampledFrom([]string{"cloud", "container", "p2p", ""}).Draw(rt, "category"), billing.OnDemand)
		before := steadyAt(t, q, runs...)
		if before.Factor.Cmp(decimal.One) < 0 {
			rt.Errorf("×%s is below one", before.Factor)
		}
		if after := steadyAt(t, q, append(runs, neverStarted(60))...); after.Factor.Cmp(before.Factor) <= 0 {
			rt.Errorf("an hour lost takes ×%s to ×%s", before.Factor, after.Factor)
		}
	})
}

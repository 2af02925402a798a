package catalog

import (
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/fact"
)

func TestRangesSpeakTheEnginesKeys(t *testing.T) {
	c := load(t)
	for _, want := range []struct {
		key       billing.Key
		category  string
		currency  string
		low, high string
		per       billing.Period
	}{
		{billing.DataDiskPrice, "container", "CNY", "0.0053", "0.5", billing.PerDay},
		{billing.StoppedDiskPrice, "container", "CNY", "0", "0.5", billing.PerDay},
		{billing.DataDiskPrice, "container", "USD", "0.00333333", "0.00666667", billing.PerDay},
		{billing.ImagePrice, "container", "CNY", "0", "0.01", billing.PerDay},
		{billing.FileStoragePrice, "container", "CNY", "0", "0.0168", billing.PerDay},
		{billing.TrafficOutPrice, "p2p", "USD", "0", "0.06", ""},
		{billing.BandwidthPrice, "container", "CNY", "0", "10", billing.PerDay},
		{billing.Granularity, "cloud", "EUR", "1", "3600", ""},
		{billing.AfterStopShare, "cloud", "CNY", "0", "1", ""},
		{billing.MinSeconds, "container", "CNY", "0", "3600", ""},
	} {
		r, ok := c.Ranges(want.category, "CNY")(want.key)
		if want.currency != "CNY" {
			r, ok = c.Ranges(want.category, "USD")(want.key)
		}
		if !ok || r.Low.Value.Cmp(decimal.MustParse(want.low)) != 0 || r.High.Value.Cmp(decimal.MustParse(want.high)) != 0 ||
			r.Low.Per != want.per || r.High.Per != want.per || r.Basis == "" {
			t.Errorf("%s %s %s: %+v %v", want.key, want.category, want.currency, r, ok)
		}
	}
	if r, ok := c.Ranges("", "CNY")(billing.DataDiskPrice); ok {
		t.Errorf("without a category nothing is assumed, got %+v", r)
	}
	if r, ok := c.Ranges("cloud", "CNY")(billing.ImagePrice); !ok || r.Basis != basisOther {
		t.Errorf("what only other kinds of platform tell must say so, got %+v", r)
	}
	if _, ok := c.Ranges("container", "EUR")(billing.DataDiskPrice); ok {
		t.Error("a range in yuan must not be taken for euros")
	}
}

func TestEveryShippedBillingFactIsAFigureTheEngineTakes(t *testing.T) {
	c := load(t)
	used := map[billing.Key]bool{}
	for _, p := range c.Platforms() {
		for key, f := range c.BillingFacts(p.ID) {
			used[key] = true
			for _, claim := range f.Claims {
				if err := billing.CheckFigure(key, claim.Value); err != nil {
					t.Errorf("%s %s: %v", p.ID, key, err)
				}
				if claim.Source == "" {
					t.Errorf("%s %s has no source", p.ID, key)
				}
			}
		}
	}
	if len(used) < 12 {
		t.Errorf("only %d keys are answered by any platform", len(used))
	}
	// A scope that is misspelt in the table would be skipped without a word.
	for _, k := range shippedKeys {
		for _, scope := range k.scopes {
			found := false
			for _, f := range c.facts {
				found = found || f.Scope == scope
			}
			if !found {
				t.Errorf("no fact has the scope %q", scope)
			}
		}
	}
}

func TestShippedFactsOfPlatforms(t *testing.T) {
	c := load(t)
	for _, want := range []struct {
		platform string
		key      billing.Key
		state    fact.State
		value    string
		per      billing.Period
	}{
		{"autodl", billing.Granularity, fact.Known, "1", ""}, // the older 60 is history
		{"autodl", billing.DataDiskPrice, fact.Known, "0.0066", billing.PerDay},
		{"autodl", billing.StoppedDiskPrice, fact.Known, "0.0066", billing.PerDay},
		{"autodl", billing.AfterStopShare, fact.Known, "0", ""},
		{"autodl", billing.CPUModePrice, fact.Known, "0.1", billing.PerHour},
		{"autodl", billing.CPUModeMin, fact.Known, "0.01", ""},
		{"autodl", billing.FileStoragePrice, fact.Known, "0.01", billing.PerDay}, // 0.30 a month elsewhere: the same
		{"autodl", billing.TrafficInPrice, fact.Unknown, "", ""},
		{"gpushare", billing.StoppedDiskPrice, fact.Known, "0", billing.PerDay},
		{"runpod", billing.DataDiskPrice, fact.Known, "0.1", billing.PerMonth},
		{"runpod", billing.StoppedDiskPrice, fact.Known, "0.2", billing.PerMonth},
		{"compshare", billing.ImageFree, fact.Conflicting, "0", ""},
		{"aliyun", billing.AfterStopShare, fact.Unknown, "", ""}, // two kinds of stop: the user must say which
		{"vast", billing.DataDiskPrice, fact.Unknown, "", ""},    // one old offer is no rule
		{"nobody", billing.Granularity, fact.Unknown, "", ""},
	} {
		f := c.BillingFacts(want.platform)[want.key]
		if f.State() != want.state {
			t.Errorf("%s %s: state %d, values %v", want.platform, want.key, f.State(), f.Values())
			continue
		}
		if v := f.Values(); want.state != fact.Unknown && (v[0].Value.Cmp(decimal.MustParse(want.value)) != 0 || v[0].Per != want.per) {
			t.Errorf("%s %s: %v", want.platform, want.key, v)
		}
	}
}

func TestNotesThatKeepAnOriginalPriceAgreeWithTheFigure(t *testing.T) {
	read := 0
	for _, f := range load(t).facts {
		if !strings.HasPrefix(f.Claim.Note, "Original: ") || !strings.Contains(f.Claim.Note, " per GB-") {
			continue
		}
		read++
		figure := asPublished(f, billing.PerDay)
		days := map[billing.Period]string{billing.PerMonth: "30", billing.PerHour: "0.04166666666666667"}[figure.Per]
		if days == "" {
			t.Errorf("%s %s: %q was not read", f.Platform, f.Key, f.Claim.Note)
			continue
		}
		daily, err := figure.Value.Quo(decimal.MustParse(days))
		if err != nil || !daily.Round(8).Equal(f.Number.Value) {
			t.Errorf("%s %s: %s a day, the note gives %s", f.Platform, f.Key, f.Number.Value, daily)
		}
	}
	if read < 6 {
		t.Errorf("only %d notes were read", read)
	}
}

func TestBarrierFactsPreferTheGeneralStatement(t *testing.T) {
	c := load(t)
	for _, want := range []struct {
		id, platform string
		verdict      barrier.Verdict
	}{
		{"stop_ends_bill", "autodl", barrier.Pass},
		{"stop_ends_bill", "aliyun", barrier.Unknown}, // it depends on the kind of stop
		{"disk_free_when_stopped", "autodl", barrier.Fail},
		{"jupyter", "nobody", barrier.Unknown},
	} {
		if got := barrier.Judge(barrier.Wanted{ID: want.id}, want.platform, c.BarrierFacts).Verdict; got != want.verdict {
			t.Errorf("%s at %s: %s, want %s", want.id, want.platform, got, want.verdict)
		}
	}
}

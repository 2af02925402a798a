package text

import (
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
)

func dec(s string) decimal.Decimal { return decimal.MustParse(s).Trim(0) }

// everything is a quote that answers every billing fact, one item being free
// to a size or not.
func everything(mode billing.Mode, per billing.Period, cards int, free string, storage billing.Period) billing.Quote {
	facts := billing.Facts{}
	for _, key := range billing.Keys() {
		f := billing.Figure{Value: dec("0.5")}
		switch key.Unit() {
		case billing.UnitSeconds:
			f.Value = dec("3600")
		case billing.UnitTimed:
			f.Per = billing.PerDay
		case billing.UnitGBTimed:
			f.Per = storage
		case billing.UnitGB:
			f.Value = dec(free)
		}
		facts[key] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{{Value: f, Own: true}}}
	}
	rate := billing.NewRate(money.Of("12", "CNY"), per)
	rate.Cards = cards
	return billing.Quote{Mode: mode, Rate: rate, Facts: facts}
}

// busy touches every rule of the bill.
func busy() billing.Usage {
	return billing.Usage{
		Useful: 8*billing.Hour + 61, Sessions: 3, SetUp: 30 * billing.Minute, Idle: 10 * billing.Minute,
		CPUMode: billing.Hour, CPUSessions: 2, DataStay: 2 * billing.Day, KeepDays: 3,
		Stored: []billing.Stored{{Item: billing.DataDisk, GB: dec("30")}, {Item: billing.Image, GB: dec("80")}},
		OutGB:  dec("5"), InGB: dec("13"),
	}
}

func TestEveryLineOfABillIsExplainedInBothLanguages(t *testing.T) {
	quotes := []billing.Quote{
		everything(billing.OnDemand, billing.PerHour, 1, "0", billing.PerDay),
		everything(billing.OnDemand, billing.PerHour, 2, "10", billing.PerDay),
		everything(billing.OnDemand, billing.PerHour, 1, "0", billing.PerMonth),
		everything(billing.OnDemand, billing.PerHour, 1, "10", billing.PerMonth),
		everything(billing.Prepaid, billing.PerMonth, 1, "0", billing.PerMonth),
	}
	dearStart := everything(billing.OnDemand, billing.PerHour, 1, "0", billing.PerDay)
	dearStart.Facts[billing.MinAmount] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{{Value: billing.Figure{Value: dec("100")}, Own: true}}}
	quotes = append(quotes, dearStart)
	for _, mode := range []billing.RoundingMode{billing.RoundNot, billing.RoundUp} {
		noMinimum := everything(billing.OnDemand, billing.PerHour, 1, "0", billing.PerDay)
		noMinimum.Rounding = billing.Rounding{Mode: mode, Unit: dec("0.01")}
		for _, key := range []billing.Key{billing.MinAmount, billing.MinSeconds} {
			noMinimum.Facts[key] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{{Own: true}}}
		}
		quotes = append(quotes, noMinimum)
	}
	told := map[string]bool{}
	for _, q := range quotes {
		e, err := billing.EstimateCost(q, busy(), billing.NoRanges)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range Languages {
			p := New(lang)
			for _, line := range e.Lines {
				said := p.Because(line.Why)
				told[line.Why.Rule] = true
				if said == "" || strings.ContainsAny(said, "⟦{<") {
					t.Errorf("%s %s: %q", lang, line.Why.Rule, said)
				}
				if kind := p.Term(string(line.Kind)); strings.Contains(kind, "⟦") {
					t.Errorf("%s: no name for the kind %s", lang, line.Kind)
				}
				if line.Item != "" && strings.Contains(p.Term(line.Item), "⟦") {
					t.Errorf("%s: no name for the item %s", lang, line.Item)
				}
			}
		}
	}
	for _, rule := range rulesOf(t, "../../model/billing") {
		if rule.prefix == "why." && !told[rule.name] {
			t.Errorf("no sample touches the rule %s (%s)", rule.name, rule.where)
		}
	}
}

func TestWhatIsNotSettledDoesNotReadAsNothing(t *testing.T) {
	q := everything(billing.OnDemand, billing.PerHour, 1, "0", billing.PerDay)
	delete(q.Facts, billing.DataDiskPrice)
	e, err := billing.EstimateCost(q, busy(), billing.NoRanges)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range e.Lines {
		if line.Kind == billing.Storage {
			if got := New(Chinese).Line(line); got != "只是下限，还取决于未知项：数据盘价格" {
				t.Errorf("the line reads %q", got)
			}
			if got := New(English).Line(line); strings.Contains(got, "¥0/GB") {
				t.Errorf("the line reads %q", got)
			}
		}
	}
	if got := New(English).Sum(e); !strings.HasPrefix(got, "≥ ¥") {
		t.Errorf("the total reads %q", got)
	}
}

func TestEveryNameOfTheBillHasAText(t *testing.T) {
	var names []string
	for _, kind := range billing.Kinds {
		names = append(names, string(kind))
	}
	for _, item := range billing.Items {
		names = append(names, string(item))
	}
	for _, period := range billing.Periods {
		names = append(names, string(period), "per_"+string(period))
	}
	for _, mode := range billing.Modes {
		names = append(names, string(mode))
	}
	names = append(names, string(billing.PerCard), string(billing.PerInstance), "cloud", "container", "hosted", "p2p")
	for c := fact.Unstated; c <= fact.Official; c++ {
		names = append(names, c.String())
	}
	for _, lang := range Languages {
		p := New(lang)
		for _, name := range names {
			if !p.Has("term." + name) {
				t.Errorf("%s has no name for %s", lang, name)
			}
		}
		for _, key := range billing.Keys() {
			if !p.Has("term."+string(key)) || !p.Has("ask."+string(key)) {
				t.Errorf("%s has no name or no question for %s", lang, key)
			}
			if q := p.T("ask." + string(key)); !strings.HasSuffix(q, "?") && !strings.HasSuffix(q, "？") {
				t.Errorf("%s: the question for %s is none: %q", lang, key, q)
			}
		}
	}
}

func TestTheWorkedExampleReads(t *testing.T) {
	q := everything(billing.OnDemand, billing.PerHour, 1, "0", billing.PerDay)
	price := func(key billing.Key, value string, per billing.Period) {
		q.Facts[key] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{{Value: billing.Figure{Value: dec(value), Per: per}, Own: true}}}
	}
	price(billing.DataDiskPrice, "0.3", billing.PerDay)
	price(billing.BandwidthPrice, "10", billing.PerDay)
	price(billing.TrafficInPrice, "0", "")
	u := billing.Usage{Useful: 8 * billing.Hour, Sessions: 1, DataStay: 2 * billing.Day, InGB: dec("13"),
		Stored: []billing.Stored{{Item: billing.DataDisk, GB: dec("30")}}}
	e, err := billing.EstimateCost(q, u, billing.NoRanges)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[Language][]string{
		English: {"8 h × ¥12/hour", "30 GB × ¥0.3/GB/day × 2 days", "13 GB × ¥0/GB", "2 × ¥10/day", "¥134.00", "¥16.75/card-hour"},
		Chinese: {"8 小时 × ¥12/小时", "30 GB × ¥0.3/GB/天 × 2 天", "13 GB × ¥0/GB", "2 × ¥10/天", "¥134.00", "¥16.75/卡时"},
	} {
		p := New(lang)
		var got []string
		for _, line := range e.Lines {
			got = append(got, p.Line(line))
		}
		got = append(got, p.Sum(e), p.FullRate(e))
		for i, sentence := range want {
			if i >= len(got) || got[i] != sentence {
				t.Errorf("%s: %q, want %q", lang, got, want)
				break
			}
		}
	}
}

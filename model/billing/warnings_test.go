package billing

import (
	"slices"
	"testing"
	"time"

	"cardhour/model/money"
)

func TestWarnings(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	usage := hours(8)
	fresh := plain("2.2", "CNY", PerHour, nil)
	fresh.ID, fresh.Card, fresh.Seen = "own", "RTX 4090 24GB", now.AddDate(0, 0, -3)
	other := fresh
	other.ID = "other"
	dollars := other
	dollars.Rate.Amount = money.Of("0.3", "USD")
	eight := fresh
	eight.Rate.Cards, eight.Rate.Amount = 8, money.Of("17.6", "CNY") // for all of them, said to be for each
	mixed := fresh
	mixed.Rate.Cards, mixed.Rate.Scope = 8, PerInstance // for each, said to be for all
	for _, c := range []struct {
		name   string
		change func(*Quote, *Around)
		rules  []string
	}{
		{"nothing to say", func(*Quote, *Around) {}, nil},
		{"three times is not more than three times", func(q *Quote, _ *Around) { q.Rate.Amount = money.Of("6.6", "CNY") }, nil},
		{"dear", func(q *Quote, _ *Around) { q.Rate.Amount = money.Of("6.7", "CNY") }, []string{"warn.price_high"}},
		{"cheap", func(q *Quote, _ *Around) { q.Rate.Amount = money.Of("0.7", "CNY") }, []string{"warn.price_low"}},
		{"an instance's price for each card", func(q *Quote, _ *Around) { *q = eight }, []string{"warn.price_high_scope"}},
		{"a card's price for the instance", func(q *Quote, _ *Around) { *q = mixed }, []string{"warn.price_low_scope"}},
		{"published rates stand in for others", func(q *Quote, a *Around) {
			q.Rate.Amount, a.Others, a.Indicative = money.Of("9", "CNY"), nil, []money.Amount{money.Of("2", "CNY")}
		}, []string{"warn.price_high"}},
		{"another currency says nothing", func(q *Quote, a *Around) { q.Rate.Amount, a.Others = money.Of("9", "CNY"), []Quote{dollars} }, nil},
		{"stale", func(q *Quote, _ *Around) { q.Seen = now.AddDate(0, 0, -91) }, []string{"warn.stale"}},
		{"undated", func(q *Quote, _ *Around) { q.Seen = time.Time{} }, []string{"warn.undated"}},
		{"expired", func(q *Quote, _ *Around) { q.Rules.Until = now.AddDate(0, 0, -2) }, []string{"warn.expired"}},
		{"on its last day", func(q *Quote, _ *Around) { q.Rules.Until = time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC) }, nil},
		{"not yet", func(q *Quote, _ *Around) { q.Rules.From = now.AddDate(0, 0, 2) }, []string{"warn.not_yet"}},
		{"spot without checkpoints", func(q *Quote, _ *Around) { q.Mode = Spot }, []string{"warn.no_checkpoints"}},
		{"a short job inside the protected time", func(q *Quote, _ *Around) { q.Mode, q.Rules.Reclaim.Protection = Spot, 8*Hour }, nil},
		{"bonus of a stranger", func(q *Quote, _ *Around) { q.Rules.TopUp = &TopUp{Pay: dec("500"), Bonus: dec("500")} }, []string{"warn.bonus"}},
		{"bonus of a platform with a record", func(q *Quote, a *Around) {
			a.Proven, q.Rules.TopUp = true, &TopUp{Pay: dec("500"), Bonus: dec("500")}
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			q, around := fresh, Around{Now: now, Usage: &usage, Others: []Quote{fresh, other}}
			c.change(&q, &around)
			var got []string
			for _, w := range Warnings(q, around) {
				got = append(got, w.Rule)
			}
			if !slices.Equal(got, c.rules) {
				t.Errorf("%v, want %v", got, c.rules)
			}
		})
	}
}

func TestCompareSaysWhyOneIsDearer(t *testing.T) {
	a := plain("12", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0.3", PerDay), DataDiskFree: fig("0"), BandwidthPrice: fig("10", PerDay), TrafficOutPrice: fig("0"), TrafficOutFree: fig("0")})
	b := plain("14", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0.1", PerDay), DataDiskFree: fig("50"), BandwidthPrice: fig("0", PerDay), TrafficOutPrice: fig("1"), TrafficOutFree: fig("0")})
	u := hours(8)
	u.DataStay, u.Stored, u.OutGB = 2*Day, []Stored{{DataDisk, dec("30")}}, dec("13")
	first, second := cost(t, a, u), cost(t, b, u)
	lines, more, err := Compare(first, second, money.Exchange{})
	if err != nil || more.String() != "CNY -9.00" {
		t.Fatalf("%s, %v", more, err)
	}
	var got []string
	for _, l := range lines {
		got = append(got, string(l.Kind)+" "+l.Item+" "+l.More.String())
	}
	want := []string{"traffic bandwidth CNY -20.00", "storage data_disk CNY -18.00", "useful  CNY 16.00", "traffic out CNY 13.00"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	// In another currency by the rate that the record holds.
	b.Rate.Amount.Currency = "USD"
	second = cost(t, b, u)
	if _, _, err := Compare(first, second, money.Exchange{}); brokenRule(err) != "exchange.missing" {
		t.Errorf("yuan were compared with dollars: %v", err)
	}
	_, more, err = Compare(first, second, money.Exchange{From: "USD", To: "CNY", Rate: dec("7.1")})
	if err != nil || more.String() != "CNY 753.50" { // 125 × 7.1 − 134
		t.Errorf("%s, %v", more, err)
	}
}

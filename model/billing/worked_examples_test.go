package billing

import (
	"testing"

	"github.com/govalues/decimal"

	"cardhour/model/fact"
	"cardhour/model/money"
)

func dec(s string) decimal.Decimal { return decimal.MustParse(s).Trim(0) }

// known makes facts from literals; "0.2/month" is a price with its period.
func known(values map[Key]Figure) Facts {
	facts := Facts{}
	for k, f := range values {
		facts[k] = fact.Fact[Figure]{Claims: []fact.Claim[Figure]{{Value: f, Own: true}}}
	}
	return facts
}

func fig(value string, per ...Period) Figure {
	f := Figure{Value: dec(value)}
	if len(per) > 0 {
		f.Per = per[0]
	}
	return f
}

// plain is a quote whose meter runs by the second without minimum.
func plain(amount string, c money.Currency, per Period, more map[Key]Figure) Quote {
	values := map[Key]Figure{Granularity: fig("1"), MinSeconds: fig("0")}
	for k, f := range more {
		values[k] = f
	}
	return Quote{Mode: OnDemand, Rate: NewRate(money.Of(amount, c), per), Facts: known(values)}
}

func hours(n int64) Usage { return Usage{Useful: Seconds(n) * Hour, Sessions: 1} }

func TestWorkedExamples(t *testing.T) {
	fen := Rounding{RoundNearest, dec("0.01")}
	caseA := plain("12", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0.3", PerDay), DataDiskFree: fig("0"),
		BandwidthPrice: fig("10", PerDay), TrafficOutPrice: fig("0"), TrafficOutFree: fig("0")})
	caseB := plain("14", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0.1", PerDay), DataDiskFree: fig("50"),
		BandwidthPrice: fig("0", PerDay), TrafficOutPrice: fig("1"), TrafficOutFree: fig("0")})
	documents := hours(8)
	documents.DataStay = 2 * Day
	documents.Stored = []Stored{{DataDisk, dec("30")}}
	documents.OutGB = dec("13")

	month := Usage{DataStay: 30 * Day, Stored: []Stored{{DataDisk, dec("100")}}}
	stopped := Usage{KeepDays: 15, Stored: []Stored{{DataDisk, dec("100")}}}
	oneGB := Usage{DataStay: Day, Stored: []Stored{{DataDisk, dec("1")}}}
	noGPU := Usage{CPUMode: 30, CPUSessions: 1}
	diskHour := hours(1)
	diskHour.DataStay = Hour
	diskHour.Stored = []Stored{{DataDisk, dec("100")}}
	volume := Usage{KeepDays: 30, Stored: []Stored{{DataDisk, dec("100")}}}

	daily := plain("1", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0.0066", PerDay), DataDiskFree: fig("0"),
		StoppedDiskPrice: fig("0.0066", PerDay), AfterStopShare: fig("0")})
	daily.DailyFee = fen
	twoCards := plain("1.93", "EUR", PerHour, nil)
	twoCards.Rate.Cards = 2
	eight := plain("64", "CNY", PerHour, nil)
	eight.Rate.Cards, eight.Rate.Scope = 8, PerInstance

	for _, c := range []struct {
		name  string
		quote Quote
		usage Usage
		total string
		full  string // empty: not asked
		bare  string
	}{
		{"case A of the documents", caseA, documents, "134", "16.75", "12"},
		{"case B of the documents", caseB, documents, "125", "15.625", "14"},
		{"4090 with a dear disk", plain("2.2", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0.5", PerDay), DataDiskFree: fig("0")}), month, "1500", "", "2.2"},
		{"kept 15 days, stopped", daily, stopped, "9.90", "", ""},
		{"daily fee of one GB rounded to the fen", daily, oneGB, "0.01", "", ""},
		{"minimum per start in no-GPU mode", plain("2", "CNY", PerHour, map[Key]Figure{CPUModePrice: fig("0.1", PerHour), CPUModeMin: fig("0.01")}), noGPU, "0.01", "", ""},
		{"a whole month by the hour", plain("5", "CNY", PerHour, nil), hours(720), "3600", "5", "5"},
		{"61 s in whole minutes", plain("0.80", "USD", PerHour, map[Key]Figure{Granularity: fig("60")}), Usage{Useful: 61, Sessions: 1}, "0.02666667", "", "0.8"},
		{"61 s by the second", plain("0.80", "USD", PerHour, nil), Usage{Useful: 61, Sessions: 1}, "0.01355556", "", ""},
		{"disk by the month in an hour", plain("0.32", "USD", PerHour, map[Key]Figure{DataDiskPrice: fig("0.2", PerMonth), DataDiskFree: fig("0")}), diskHour, "0.34777778", "0.34777778", ""},
		{"volume stopped for a month", plain("1", "USD", PerHour, map[Key]Figure{DataDiskPrice: fig("0.1", PerMonth), StoppedDiskPrice: fig("0.2", PerMonth), DataDiskFree: fig("0"), AfterStopShare: fig("0")}), volume, "20", "", ""},
		{"two cards priced per card", twoCards, hours(5), "19.30", "1.93", "1.93"},
		{"eight cards priced per instance", eight, hours(1), "64", "8", "8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := EstimateCost(c.quote, c.usage, NoRanges)
			if err != nil {
				t.Fatal(err)
			}
			if !e.Exact() {
				t.Errorf("not exact: %+v", e.Unknown)
			}
			if !e.Low.Value.Equal(dec(c.total)) || !e.High.Equal(e.Low) {
				t.Errorf("total %s to %s, want %s", e.Low, e.High, c.total)
			}
			if c.full != "" && !e.FullLow.Value.Equal(dec(c.full)) {
				t.Errorf("full rate %s, want %s", e.FullLow, c.full)
			}
			if c.bare != "" && !e.Bare.Value.Equal(dec(c.bare)) {
				t.Errorf("bare rate %s, want %s", e.Bare, c.bare)
			}
		})
	}
}

func TestCaseAHasTheLinesOfTheDocuments(t *testing.T) {
	q := plain("12", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0.3", PerDay), DataDiskFree: fig("0"),
		BandwidthPrice: fig("10", PerDay), TrafficInPrice: fig("0")})
	u := hours(8)
	u.DataStay, u.Stored, u.InGB = 2*Day, []Stored{{DataDisk, dec("30")}}, dec("13")
	e, err := EstimateCost(q, u, NoRanges)
	if err != nil {
		t.Fatal(err)
	}
	want := map[Kind]string{Useful: "96", Storage: "18", Traffic: "20"}
	got := map[Kind]decimal.Decimal{}
	for _, l := range e.Lines {
		got[l.Kind], _ = got[l.Kind].Add(l.Low)
	}
	for kind, sum := range want {
		if !got[kind].Equal(dec(sum)) {
			t.Errorf("%s: %s, want %s", kind, got[kind], sum)
		}
	}
}

package billing

import (
	"math"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/money"
)

// twelve is a quote and a usage that come to twelve lines.
func twelve() (Terms, Usage) {
	q := plain("2.18", "CNY", PerHour, nil)
	values := map[Key]Figure{Granularity: fig("60"), MinAmount: fig("0.01"), CPUModePrice: fig("0.1", PerHour), CPUModeMin: fig("0.01"),
		SystemDiskPrice: fig("0.002", PerDay), DataDiskPrice: fig("0.0066", PerDay), DataDiskFree: fig("50"), FileStoragePrice: fig("0.01", PerDay),
		ImagePrice: fig("0.01", PerDay), TrafficOutPrice: fig("0.8"), TrafficInPrice: fig("0.1"), BandwidthPrice: fig("10", PerDay), StoppedDiskPrice: fig("0.0066", PerDay)}
	u := Usage{Useful: 8*Hour + 61, Sessions: 3, SetUp: 900, Idle: 600, CPUMode: 1800, CPUSessions: 1, DataStay: 2 * Day,
		Stored: []Stored{{SystemDisk, dec("30")}, {DataDisk, dec("120")}, {FileStorage, dec("20")}, {Image, dec("15")}}, OutGB: dec("13"), InGB: dec("20")}
	return TermsOf(q, u, values), u
}

// flat does the decimal operations that twelve lines cannot do without, and
// nothing else: a product, a division rounded to money's digits and a sum.
func flat(n int) (total decimal.Decimal) {
	var c money.Calc
	price, seconds, period, gb := dec("2.18"), dec("28861"), dec("3600"), dec("70")
	for range n {
		var sum decimal.Decimal
		for range 12 {
			weight := c.Product(price, seconds)
			sum = c.Add(sum, c.MulQuo(period, weight, gb))
		}
		total = sum
	}
	return total
}

func priceMany(tb testing.TB, n int) {
	t, u := twelve()
	for range n {
		if _, err := Price(t, u); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestTwelveLinesAreTwelve(t *testing.T) {
	terms, u := twelve()
	bill, err := Price(terms, u)
	if err != nil || len(bill.Lines) < 12 {
		t.Errorf("%d lines, %v", len(bill.Lines), err)
	}
}

// Pricing costs little more than the arithmetic, and grows with the number of
// quotes.
func TestPricingIsAsFastAsItsArithmetic(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const quotes = 20_000
	best := func(turns int, work func()) time.Duration {
		least := time.Hour
		for range turns {
			begin := spent()
			work()
			least = min(least, spent()-begin)
		}
		return least
	}
	arithmetic := best(5, func() { flat(quotes) })
	priced := best(5, func() { priceMany(t, quotes) })
	// As many quotes in one go as in ten, the two next to each other.
	growth := math.Inf(1)
	for range 3 {
		inTen := best(1, func() {
			for range 10 {
				priceMany(t, quotes)
			}
		})
		growth = min(growth, 10*float64(best(1, func() { priceMany(t, 10*quotes) }))/float64(inTen))
	}
	ratio := float64(priced) / float64(arithmetic)
	terms, u := twelve()
	allocations := testing.AllocsPerRun(100, func() { _, _ = Price(terms, u) })
	t.Logf("20,000 quotes of 12 lines: %v, the same arithmetic alone: %v (%.2f times), ten times as many: %.1f times as long, %v allocations a quote",
		priced, arithmetic, ratio, growth, allocations)
	if ratio > 3 {
		t.Errorf("pricing takes %.2f times its arithmetic, at most 3 is wanted", ratio)
	}
	if growth > 13 {
		t.Errorf("ten times the quotes take %.1f times as long", growth)
	}
}

func BenchmarkPrice(b *testing.B) {
	b.ReportAllocs()
	priceMany(b, b.N)
}

func BenchmarkEstimateWithUnknowns(b *testing.B) {
	q := plain("2.18", "CNY", PerHour, nil)
	_, u := twelve()
	ranges := func(k Key) (Range, bool) {
		f := Range{Low: fig("0"), High: fig("1")}
		if k.Unit().Timed() {
			f.Low.Per, f.High.Per = PerDay, PerDay
		}
		return f, true
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := EstimateCost(q, u, ranges); err != nil {
			b.Fatal(err)
		}
	}
}

package billing

import (
	"math"
	"testing"

	"github.com/govalues/decimal"

	"cardhour/model/money"
)

func TestExpectedHoursOfInterruptedWork(t *testing.T) {
	third := func(n string) decimal.Decimal { d, _ := dec(n).Quo(dec("60")); return d }
	i := Interruption{Rate: dec("0.15"), Useful: dec("8"), Checkpoint: dec("0.5"), Write: third("1"), Restart: third("5")}
	e, written, err := i.Expected()
	if err != nil || !money.HalfUp(e, 4).Equal(dec("1.0879")) || !money.HalfUp(written, 4).Equal(dec("0.0333")) {
		t.Errorf("E = %s, writing %s, %v", e, written, err)
	}
	i.Rate = decimal.Zero
	if e, _, _ := i.Expected(); !money.HalfUp(e, 8).Equal(dec("1.03333333")) {
		t.Errorf("without reclaims E = %s", e)
	}
	// With a notice that is long enough a reclaim costs its restart alone.
	i.Rate, i.Warned = dec("0.15"), true
	if e, _, _ := i.Expected(); !money.HalfUp(e, 6).Equal(dec("1.04625")) {
		t.Errorf("warned E = %s", e)
	}
}

// The formula against its form in floats, which has nothing in common with
// the decimals.
func TestExpectedAgreesWithFloats(t *testing.T) {
	for _, lambda := range []float64{0.001, 0.05, 0.15, 0.9} {
		for _, c := range []float64{0.25, 0.5, 2, 3} {
			const write, restart = 1.0 / 60, 1.0 / 12
			want := (1/lambda + restart) * math.Expm1(lambda*(c+write)) / c
			of := func(f float64) decimal.Decimal { d, _ := decimal.NewFromFloat64(f); return d }
			e, _, err := Interruption{Rate: of(lambda), Useful: dec("8"), Checkpoint: of(c), Write: of(write), Restart: of(restart)}.Expected()
			got, _ := e.Float64()
			if err != nil || math.Abs(got-want) > 1e-12*want {
				t.Errorf("λ %g c %g: %g, want %g, %v", lambda, c, got, want, err)
			}
		}
	}
}

func TestSpotWithoutCheckpoints(t *testing.T) {
	q := plain("1", "USD", PerHour, map[Key]Figure{InterruptionRate: fig("0.15")})
	q.Mode = Spot
	// The public simulation: 3.3 h and 10.5 h of work started anew each time.
	for seconds, want := range map[Seconds]string{11_880: "4.2700", 37_800: "25.5383"} {
		e := cost(t, q, Usage{Useful: seconds, Sessions: 1})
		if got := money.HalfUp(e.Low.Value, 4); !got.Equal(dec(want)) {
			t.Errorf("%d s cost %s, want %s", seconds, got, want)
		}
	}
	if _, err := EstimateCost(q, Usage{Useful: 174_600, Sessions: 1}, NoRanges); brokenRule(err) != "interruption.hopeless" {
		t.Errorf("48.5 h without checkpoints: %v", err)
	}
	u := Usage{Useful: 174_600, Sessions: 1, Checkpoint: 1800, Restart: 300}
	if e := cost(t, q, u); e.Low.Value.Cmp(dec("52")) > 0 || e.Low.Value.Cmp(dec("50")) < 0 {
		t.Errorf("with checkpoints it costs %s", e.Low)
	}
	q.Rules.Reclaim.Protection = Hour
	wantTotal(t, cost(t, q, Usage{Useful: Hour, Sessions: 1}), "1")
}

func TestSpotOfAnUnknownRateIsOpenAndNeverInvented(t *testing.T) {
	spot, steady := plain("1", "USD", PerHour, nil), plain("3", "USD", PerHour, nil)
	spot.Mode = Spot
	e, err := EstimateCost(spot, hours(8), NoRanges)
	if err != nil || !e.Open || e.Unknown[0].Key != InterruptionRate || e.Low.String() != "USD 8.00" {
		t.Errorf("%s, %+v, %v", e.Low, e.Unknown, err)
	}
	for h, want := range map[int64]string{8: "0.234", 24: "0.079"} {
		u := hours(h)
		u.Restart = 300
		if got, ok := SpotPaysBelow(spot, steady, u); !ok || !got.Equal(dec(want)) {
			t.Errorf("%d h: pays below %s, want %s", h, got, want)
		}
	}
	if _, ok := SpotPaysBelow(steady, spot, hours(8)); ok {
		t.Error("a dearer spot price pays")
	}
}

// What is done again uses units up as the work does: at 17.28 an hour, like a
// metered card of that price, and a second pack is bought for it.
func TestReworkUsesUpUnitsOfAPack(t *testing.T) {
	u := Usage{Useful: 7 * Hour, Sessions: 1}
	metered := plain("17.28", "CNY", PerHour, map[Key]Figure{InterruptionRate: fig("0.15")})
	metered.Mode = Spot
	q := metered
	q.Rate = NewRate(money.Of("135", "CNY"), PerMonth)
	q.Rules.Pack = &Pack{Units: dec("20"), PerHour: dec("2.56"), ValidDays: 30}
	e := cost(t, q, u)
	wantTotal(t, e, "270")
	if got, want := lineOf(e, Rework, ""), lineOf(cost(t, metered, u), Rework, ""); !want.IsPos() || !money.HalfUp(got, 6).Equal(money.HalfUp(want, 6)) {
		t.Errorf("rework %s, metered %s", got, want)
	}
	// Checkpoints make it one pack again; writing them uses units too.
	u.Checkpoint, u.CheckpointWrite = Hour/2, Minute
	e, byHour := cost(t, q, u), cost(t, metered, u)
	wantTotal(t, e, "135")
	for _, item := range []string{"", "checkpoint_writing"} {
		if got, want := lineOf(e, Rework, item), lineOf(byHour, Rework, item); !want.IsPos() || !money.HalfUp(got, 6).Equal(money.HalfUp(want, 6)) {
			t.Errorf("rework %s %s, metered %s", item, got, want)
		}
	}
	delete(q.Facts, InterruptionRate)
	if e, err := EstimateCost(q, u, NoRanges); err != nil || !e.Open || len(e.Unknown) != 1 || e.Unknown[0].Key != InterruptionRate {
		t.Errorf("nobody has told how often it is taken back: %s, %+v, %v", e.High, e.Unknown, err)
	}
	q.Facts = known(map[Key]Figure{InterruptionRate: fig("1")})
	u.Checkpoint = 0
	if _, err := EstimateCost(q, u, NoRanges); brokenRule(err) != "interruption.hopeless" {
		t.Errorf("it would not be finished: %v", err)
	}
}

// A rate is named only where each of the two has one price an hour.
func TestWhereSpotPaysIsSaidOfOnePriceAnHourOnly(t *testing.T) {
	spot, steady := plain("1", "USD", PerHour, nil), plain("3", "USD", PerHour, nil)
	spot.Mode = Spot
	u := hours(8)
	u.Restart = 300
	// A third of the price by what four cards cost, whatever the rate of one says.
	four := func(q Quote, amount string) Quote {
		q.Rate.Cards = 4
		q.Rules.ByCards = []CardPrice{{4, dec(amount)}}
		return q
	}
	if got, ok := SpotPaysBelow(four(spot, "5"), four(steady, "15"), u); !ok || !got.Equal(dec("0.234")) {
		t.Errorf("four cards: pays below %s, %t", got, ok)
	}
	if got, ok := SpotPaysBelow(four(spot, "20"), four(steady, "15"), u); ok {
		t.Errorf("dearer for four cards: pays below %s", got)
	}
	for name, change := range map[string]func(*Quote){
		"a price that moves":       func(q *Quote) { q.Rules.Series = []PriceStep{{Hour, dec("0.5")}} },
		"a pack of units":          func(q *Quote) { q.Rules.Pack = &Pack{Units: dec("20"), PerHour: dec("2.56")} },
		"packages":                 func(q *Quote) { q.Rules.Packages = []Package{{Amount: dec("6"), Per: PerDay}} },
		"a cap":                    func(q *Quote) { q.Rules.Caps = []Cap{{PerDay, dec("6")}} },
		"a discount":               func(q *Quote) { q.Rules.Discounts = []Reduction{{Kind: Percent, Value: dec("50")}} },
		"a bonus":                  func(q *Quote) { q.Rules.TopUp = &TopUp{Pay: dec("10"), Bonus: dec("10")} },
		"tax on top":               func(q *Quote) { q.Rules.TaxOnTop = dec("20") },
		"another currency":         func(q *Quote) { q.Rate.Amount.Currency = "CNY" },
		"a price a million tokens": func(q *Quote) { q.Mode = PerToken },
	} {
		a, b := spot, steady
		change(&a)
		if got, ok := SpotPaysBelow(a, steady, u); ok {
			t.Errorf("%s of the spot quote: pays below %s", name, got)
		}
		change(&b)
		if got, ok := SpotPaysBelow(spot, b, u); ok {
			t.Errorf("%s of the other: pays below %s", name, got)
		}
	}
	gift := spot // takes nothing off the card
	gift.Rules.Discounts = []Reduction{{Kind: Credit, Value: dec("5"), NotGPU: true}}
	if got, ok := SpotPaysBelow(gift, steady, u); !ok || !got.Equal(dec("0.234")) {
		t.Errorf("a credit that is not for cards: pays below %s, %t", got, ok)
	}
	bought := steady
	bought.Mode = Prepaid
	if got, ok := SpotPaysBelow(spot, bought, u); ok {
		t.Errorf("bought whole: pays below %s", got)
	}
	u.Course = []Stretch{{4 * Hour, 1}, {4 * Hour, 2}}
	if got, ok := SpotPaysBelow(spot, steady, u); ok {
		t.Errorf("another number of cards on the way: pays below %s", got)
	}
}

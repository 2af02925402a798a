package billing

import (
	"math/big"
	"testing"

	"github.com/govalues/decimal"
	"pgregory.net/rapid"
)

// Of two caps of one period nobody could say which holds.
func TestTwoCapsOfOnePeriodAreRefused(t *testing.T) {
	q := plain("5", "CNY", PerHour, nil)
	q.Rules.Caps = []Cap{{PerDay, dec("60")}, {PerMonth, dec("900")}}
	if found := q.Check(); len(found) > 0 {
		t.Errorf("a cap of the day and one of the month: %v", found)
	}
	q.Rules.Caps = []Cap{{PerDay, dec("60")}, {PerMonth, dec("900")}, {PerDay, dec("40")}}
	found := q.Check()
	if len(found) != 1 || found[0].Rule != "caps.twice" || found[0].Field != "caps[2].per" {
		t.Errorf("two caps of the day: %v", found)
	}
	if _, err := EstimateCost(q, hours(20), NoRanges); brokenRule(err) != "caps.twice" {
		t.Errorf("they were priced: %v", err)
	}
}

// Ten hours under 2 a row, at most 15 a day: the rows come to 20 and are
// bounded together, and the day after starts anew.
func TestAMinimumForEachRowIsBoundedByTheCapOfItsDay(t *testing.T) {
	q := plain("1", "CNY", PerHour, map[Key]Figure{MinAmount: fig("2")})
	q.Rules.Settles, q.Rules.MinimumPerRow = EachHour, true
	q.Rules.Caps = []Cap{{PerDay, dec("15")}}
	for hour, want := range map[int64]string{5: "10", 10: "15", 24: "15", 25: "17", 26: "19", 32: "30", 49: "32"} {
		u := hours(hour)
		u.Starts.Told = true
		wantTotal(t, cost(t, q, u), want)
	}
	// The minimum of a whole start is charged when it ends.
	q.Rules.MinimumPerRow = false
	q.Facts = known(map[Key]Figure{Granularity: fig("1"), MinAmount: fig("20")})
	for hour, want := range map[int64]string{5: "15", 12: "15", 20: "15", 25: "16"} {
		wantTotal(t, cost(t, q, hours(hour)), want)
	}
}

func TestACapBoundsADayWhosePriceMoves(t *testing.T) {
	q := plain("1", "CNY", PerHour, nil)
	q.Rules.Series = []PriceStep{{30 * Hour, dec("3")}}
	q.Rules.Caps = []Cap{{PerDay, dec("20")}}
	for hour, want := range map[int64]string{12: "12", 24: "20", 30: "26", 34: "38", 40: "40", 50: "46"} {
		wantTotal(t, cost(t, q, hours(hour)), want)
	}
}

// billedByTheMinute is the bill of one start, minute by minute and row by row:
// what a row is lifted by is charged on the day on which the row is written,
// and no day is charged more than its cap.
func billedByTheMinute(minutes, every, first int64, perHour, unit, least, most *big.Rat, perRow bool) *big.Rat {
	perMinute := new(big.Rat).Quo(perHour, big.NewRat(60, 1))
	days := map[int64]*big.Rat{}
	onDay := func(minute int64, sum *big.Rat) {
		if days[minute/1440] == nil {
			days[minute/1440] = new(big.Rat)
		}
		days[minute/1440].Add(days[minute/1440], sum)
	}
	row, all := new(big.Rat), new(big.Rat)
	for minute := range minutes {
		onDay(minute, perMinute)
		row.Add(row, perMinute)
		if end := minute == minutes-1; !end && (every == 0 || (first+minute+1)%every != 0) {
			continue
		}
		written := new(big.Rat).Quo(row, unit)
		whole, rest := new(big.Int).QuoRem(written.Num(), written.Denom(), new(big.Int))
		if rest.Sign() > 0 {
			whole.Add(whole, big.NewInt(1))
		}
		written.Mul(new(big.Rat).SetInt(whole), unit)
		if perRow && written.Cmp(least) < 0 {
			written.Set(least)
		}
		onDay(minute, new(big.Rat).Sub(written, row))
		all.Add(all, written)
		row = new(big.Rat)
	}
	if !perRow && all.Cmp(least) < 0 {
		onDay(minutes-1, new(big.Rat).Sub(least, all))
	}
	sum := new(big.Rat)
	for _, day := range days {
		if day.Cmp(most) > 0 {
			day = most
		}
		sum.Add(sum, day)
	}
	return sum
}

func TestACappedBillIsThatOfItsRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cents := func(name string, most int64) decimal.Decimal {
			return decimal.MustNew(rapid.Int64Range(1, most).Draw(t, name), 2)
		}
		rat := func(d decimal.Decimal) *big.Rat {
			r, _ := new(big.Rat).SetString(d.String())
			return r
		}
		price, unit, least, most := cents("price", 300), cents("unit", 50), cents("least", 400), cents("cap", 6000)
		settles := rapid.SampledFrom([]Settlement{AtStop, EachHour, EachDay}).Draw(t, "settles")
		minutes := rapid.Int64Range(1, 6000).Draw(t, "minutes")
		first := rapid.Int64Range(0, 1439).Draw(t, "starts at")
		sessions := rapid.Int64Range(1, 3).Draw(t, "sessions")
		q := plain("1", "CNY", PerHour, map[Key]Figure{MinAmount: {Value: least}})
		q.Rate.Amount.Value = price
		q.Rounding = Rounding{RoundUp, unit}
		q.Rules.Settles, q.Rules.MinimumPerRow = settles, rapid.Bool().Draw(t, "per row")
		q.Rules.Caps = []Cap{{PerDay, most}}
		u := Usage{Useful: Seconds(sessions*minutes) * Minute, Sessions: int(sessions), Starts: Clock{Seconds(first) * Minute, true}}
		want := billedByTheMinute(minutes, int64(settles.every(Month)/Minute), first, rat(price), rat(unit), rat(least), rat(most), q.Rules.MinimumPerRow)
		want.Mul(want, big.NewRat(sessions, 1))
		e, err := EstimateCost(q, u, NoRanges)
		if err != nil {
			t.Fatal(err)
		}
		if diff := new(big.Rat).Sub(rat(e.Low.Value), want); diff.Abs(diff).Cmp(big.NewRat(1, 10_000_000)) > 0 {
			t.Fatalf("%s, row by row %s", e.Low, want.FloatString(8))
		}
	})
}

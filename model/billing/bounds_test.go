package billing

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"pgregory.net/rapid"

	"cardhour/model/money"
)

// anyOffer draws rules that lower a sum, offer another price or cap it.
func anyOffer(t *rapid.T, q *Quote) {
	r := &q.Rules
	q.Rounding = Rounding{rapid.SampledFrom([]RoundingMode{RoundNot, RoundUp, RoundDown, RoundNearest}).Draw(t, "rounding"), dec("0.05")}
	q.DailyFee = Rounding{rapid.SampledFrom([]RoundingMode{RoundNot, RoundNot, RoundUp, RoundDown}).Draw(t, "daily fee"), dec("0.01")}
	if rapid.Bool().Draw(t, "packages") && q.Mode != Hosted {
		r.Packages = []Package{{Amount: dec("30"), Per: PerDay}, {Amount: dec("150"), Per: PerWeek}}
	} else if rapid.Bool().Draw(t, "caps") && !q.Mode.BoughtWhole() {
		r.Caps = []Cap{{PerDay, dec("25")}, {PerMonth, dec("300")}}
	}
	if rapid.Bool().Draw(t, "series") && !q.Mode.BoughtWhole() && len(r.Packages) == 0 {
		r.Series = []PriceStep{{2 * Hour, dec(rapid.SampledFrom([]string{"0.1", "3"}).Draw(t, "later"))}}
	}
	if rapid.Bool().Draw(t, "discounts") {
		r.Discounts = []Reduction{
			{Name: "a", Kind: Percent, Value: dec("10")},
			{Name: "b", Kind: Coupon, Value: dec("20"), Threshold: dec("60"), Alone: rapid.Bool().Draw(t, "alone")},
			{Name: "c", Kind: Credit, Value: dec("5"), NotGPU: true},
		}
	}
	r.Refund = rapid.SampledFrom([]Refund{NoRefund, CashRefund, VoucherRefund}).Draw(t, "refund")
	if rapid.Bool().Draw(t, "top-up") {
		r.TopUp = &TopUp{Pay: dec("50"), Bonus: dec("20"), BonusFirst: rapid.Bool().Draw(t, "first"), Refundable: rapid.Bool().Draw(t, "refundable"), UsedUp: rapid.Bool().Draw(t, "used up")}
	}
	if rapid.Bool().Draw(t, "calendar") {
		r.CalendarMonths = true
	}
}

// below reports whether a is less than b by more than what the parts of a
// discount are rounded by.
func below(a, b decimal.Decimal) bool {
	var c money.Calc
	return c.Sub(b, a).Cmp(dec("0.0000002")) > 0
}

// The two ends hold every bill that the unsettled facts allow: each choice of
// their values is priced alone.
func TestTheEndsHoldEveryBill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, u, ranges := anyQuote(t), anyUsage(t), anyRanges(t)
		q.Rate.Amount.Value = decimal.MustNew(rapid.Int64Range(1, 4000).Draw(t, "price"), 3)
		q.Rate.Per, q.Rate.Cards = rapid.SampledFrom([]Period{PerHour, PerDay}).Draw(t, "hour or day"), 1
		u.On = time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)
		anyOffer(t, &q)
		settleMost(t, &q, &u)
		e, err := EstimateCost(q, u, ranges)
		if err != nil {
			t.Skip(err)
		}
		if slices.ContainsFunc(e.Unknown, Unknown.Open) {
			t.Skip("there is no high end")
		}
		for _, values := range everyChoice(e.Unknown, indifferent(q, u, ranges)) {
			b, err := Price(TermsOf(q, u, values), u)
			if err != nil {
				t.Fatal(err)
			}
			if below(b.Total.Value, e.Low.Value) || below(e.High.Value, b.Total.Value) {
				t.Fatalf("%s is outside %s to %s: %+v\n%+v\n%+v\n%+v\n%+v", b.Total, e.Low, e.High, e.Unknown, q.Rules, u, b.Lines, e.Lines)
			}
			if b.Total.Value.IsNeg() {
				t.Fatalf("negative: %+v\n%+v", b.Lines, q.Rules)
			}
		}
	})
}

// settleMost tells all but a few of the facts that a usage touches.
func settleMost(t *rapid.T, q *Quote, u *Usage) {
	unsettled := rapid.IntRange(1, 4).Draw(t, "unsettled")
	touched := rapid.Permutation(Touched(*q, *u)).Draw(t, "order")
	for _, key := range touched[min(unsettled, len(touched)):] {
		q.Facts[key] = known(map[Key]Figure{key: anyFigure(t, key)})[key]
	}
}

// indifferent gives each touched fact a value that it may have.
func indifferent(q Quote, u Usage, ranges Ranges) map[Key]Figure {
	values := map[Key]Figure{}
	for _, key := range Touched(q, u) {
		told := q.Facts[key].Values()
		if assumed, ok := ranges(key); ok && len(told) == 0 {
			told = []Figure{assumed.Low}
		}
		if len(told) > 0 {
			values[key] = told[0]
		}
	}
	return values
}

// everyChoice lists all combinations of the ends of what is unknown, and of
// what lies between them where there is something: the waiting for a machine
// is billed or it is not.
func everyChoice(unknown []Unknown, among map[Key]Figure) []map[Key]Figure {
	all := []map[Key]Figure{among}
	for _, x := range unknown {
		tried := x.Ends
		if unit := x.Key.Unit(); len(tried) == 2 && tried[0].Per == tried[1].Per && unit != UnitCount && unit != UnitSeconds && x.Key != BootBilled && x.Key != QueueBilled {
			var c money.Calc
			between := Figure{c.Mul(c.Add(tried[0].Value, tried[1].Value), dec("0.5")), tried[0].Per}
			tried = append([]Figure{between}, tried...)
		}
		var next []map[Key]Figure
		for _, values := range all {
			for _, f := range tried {
				with := maps.Clone(values)
				with[x.Key] = f
				next = append(next, with)
			}
		}
		all = next
	}
	return all
}

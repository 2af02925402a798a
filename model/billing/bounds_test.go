package billing

import (
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

// The two ends hold every bill that the unsettled facts allow: each choice of
// their values is priced alone.
func TestTheEndsHoldEveryBill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, u := anyQuote(t), anyUsage(t)
		q.Rate.Amount.Value = decimal.MustNew(rapid.Int64Range(1, 4000).Draw(t, "price"), 3)
		q.Rate.Per, q.Rate.Cards = rapid.SampledFrom([]Period{PerHour, PerDay}).Draw(t, "hour or day"), 1
		u.On = time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)
		anyOffer(t, &q)
		ranges := anyRanges(t)
		var open []Key
		values := map[Key]Figure{}
		for _, key := range Touched(q, u) {
			open = append(open, key)
		}
		keep := rapid.IntRange(1, 4).Draw(t, "unsettled")
		choices := map[Key][]Figure{}
		for i, key := range rapid.Permutation(open).Draw(t, "order") {
			if i >= keep {
				f := anyFigure(t, key)
				q.Facts[key] = known(map[Key]Figure{key: f})[key]
				values[key] = f
			}
		}
		e, err := EstimateCost(q, u, ranges)
		if err != nil {
			t.Skip(err)
		}
		sofar := []map[Key]Figure{values}
		for _, x := range e.Unknown {
			choices[x.Key] = x.Ends
			if len(x.Ends) == 0 {
				t.Skip("open")
			}
		}
		for key, ends := range choices {
			tried := ends
			if len(ends) == 2 && ends[0].Per == ends[1].Per && key.Unit() != UnitCount && key.Unit() != UnitSeconds {
				var c money.Calc
				mid := ends[0]
				mid.Value = c.Mul(c.Add(ends[0].Value, ends[1].Value), dec("0.5"))
				tried = append([]Figure{mid}, ends...)
			}
			var next []map[Key]Figure
			for _, m := range sofar {
				for _, f := range tried {
					with := map[Key]Figure{key: f}
					for k, v := range m {
						with[k] = v
					}
					next = append(next, with)
				}
			}
			sofar = next
		}
		// Facts that make no difference keep a value of their own.
		for _, key := range open {
			if _, said := choices[key]; said {
				continue
			}
			if vs := q.Facts[key].Values(); len(vs) > 0 {
				for _, m := range sofar {
					m[key] = vs[0]
				}
			}
		}
		for _, m := range sofar {
			b, err := Price(TermsOf(q, u, m), u)
			if err != nil {
				t.Skip(err)
			}
			if b.Total.Value.Cmp(e.Low.Value) < 0 || b.Total.Value.Cmp(e.High.Value) > 0 {
				t.Fatalf("%s is outside %s to %s: %+v\nmode %s rate %v rounding %v daily %v\nrules %+v\nusage %+v\nlines %+v\nspans %+v", b.Total, e.Low, e.High, choices, q.Mode, q.Rate, q.Rounding, q.DailyFee, q.Rules, u, b.Lines, e.Lines)
			}
			if b.Total.Value.IsNeg() {
				t.Fatalf("negative %s: %+v %+v", b.Total, b.Lines, q.Rules)
			}
		}
	})
}

package billing

import (
	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// cap is the most that a day or a month costs. Check allows one of each.
func (r *Rules) cap(per Period) (decimal.Decimal, bool) {
	for _, c := range r.Caps {
		if c.Per == per {
			return c.Amount, true
		}
	}
	return decimal.Zero, false
}

// capped adds up what the days of one start are charged, each at most its cap.
// Time counts for the day on which it passes. What rounding and minimums add
// to a row counts for the day on which the row ends: it is charged then. Sums
// are price × seconds, to be divided once.
type capped struct {
	most         decimal.Decimal // a day
	last         Seconds         // when the last day begins: what is billed beyond the running time is charged on it
	at           Seconds         // up to which the start is added up
	day, charged decimal.Decimal // the day that is open, and those before it
}

// cappedDays is nil where no day has a cap. Prices exist only for the cards
// that are quoted, and so does a cap: it says nothing of a changing number.
func (p *pricing) cappedDays(ran Seconds) *capped {
	most, ok := p.t.Rules.cap(PerDay)
	if !ok || len(p.u.Course) > 0 {
		return nil
	}
	return &capped{most: p.c.Product(most, p.t.ratePeriod()), last: max(0, ran-1) / Day * Day}
}

// rows adds equal rows of the bill, of the given weight each.
func (d *capped) rows(c *money.Calc, r *row, weight decimal.Decimal) {
	var length Seconds
	var exact decimal.Decimal
	for _, p := range r.pieces {
		length += p.length
		exact = c.Sum(exact, c.Product(p.price, p.length.Decimal()))
	}
	n := r.times
	if d.at%Day == 0 && Day%length == 0 && d.at < d.last {
		// Of rows that fill days, the days that they fill are equal.
		aDay := int64(Day / length)
		whole := min(n/aDay, int64((d.last-d.at)/Day))
		d.close(c)
		d.days(c, c.Product(weight, decimal.MustNew(aDay, 0)), whole)
		n -= aDay * whole
	}
	for ; n > 0; n-- {
		for _, p := range r.pieces {
			d.time(c, p)
		}
		d.lift(c, c.Sum(weight, exact.Neg()))
	}
}

// days adds equal days at once.
func (d *capped) days(c *money.Calc, each decimal.Decimal, n int64) {
	d.charged = c.Sum(d.charged, c.Product(least(each, d.most), decimal.MustNew(n, 0)))
	d.at += Seconds(n) * Day
}

// time adds time at a price. A day stays open until time of the next one
// comes: the row that ends with the day may still be lifted.
func (d *capped) time(c *money.Calc, p piece) {
	for p.length > 0 {
		room := p.length
		if d.at%Day == 0 && d.at <= d.last {
			d.close(c)
			if whole := (min(p.length, d.last-d.at) - 1) / Day; whole > 0 {
				d.days(c, c.Product(p.price, Day.Decimal()), int64(whole))
				p.length -= whole * Day
			}
		}
		if d.at < d.last {
			room = Day - d.at%Day
		}
		take := min(room, p.length)
		d.day = c.Sum(d.day, c.Product(p.price, take.Decimal()))
		d.at += take
		p.length -= take
	}
}

// lift adds to the open day what is charged beside its time.
func (d *capped) lift(c *money.Calc, by decimal.Decimal) {
	if d != nil {
		d.day = c.Sum(d.day, by)
	}
}

// close ends a day. A row that is rounded down can leave it less than nothing.
func (d *capped) close(c *money.Calc) {
	d.charged = c.Sum(d.charged, above(least(d.day, d.most)))
	d.day = decimal.Zero
}

// caps adds what the platform does not charge because it caps the day or the
// month.
func (p *pricing) caps(total, charged decimal.Decimal) {
	if cap, ok := p.t.Rules.cap(PerDay); ok {
		p.add(Discount, "cap_day", p.c.Sub(charged, total))
		if p.explain {
			p.why("cap_day", p.moneyArg("money", cap))
		}
	}
	if cap, ok := p.t.Rules.cap(PerMonth); ok {
		span := max(p.runningTime(), p.u.DataStay)
		months := p.begun(PerMonth, span)
		over := p.c.Sub(charged, least(charged, p.c.Mul(cap, months.Decimal())))
		p.add(Discount, "cap_month", over.Neg())
		if p.explain {
			p.why("cap_month", p.moneyArg("money", cap), reason.Int("months", reason.Count, int64(months)))
		}
	}
}

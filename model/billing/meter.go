package billing

import (
	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// RoundingMode says which way a platform rounds a sum of money.
type RoundingMode string

// The zero mode does not round.
const (
	RoundNot     RoundingMode = ""
	RoundUp      RoundingMode = "up"
	RoundDown    RoundingMode = "down"
	RoundNearest RoundingMode = "nearest" // halves up
)

// Rounding is a platform's rule for one row of its bill.
type Rounding struct {
	Mode RoundingMode
	Unit decimal.Decimal // money, such as 0.01
}

func (r Rounding) check(field string) []*reason.Problem {
	switch r.Mode {
	case RoundNot:
		return nil
	case RoundUp, RoundDown, RoundNearest:
		if !r.Unit.IsPos() {
			return []*reason.Problem{reason.Refuse(field+".unit", "number.not_positive")}
		}
		return nil
	}
	return []*reason.Problem{reason.Refuse(field+".mode", "choice.unknown", reason.Word("text", string(r.Mode)))}
}

// of returns x × factors ÷ divisor as the platform writes it into a row: in
// whole units, or to money.Scale decimals where it does not round.
func (r Rounding) of(c *money.Calc, divisor, x decimal.Decimal, factors ...decimal.Decimal) decimal.Decimal {
	if r.Mode == RoundNot {
		return c.MulQuo(divisor, x, factors...)
	}
	units := c.Ratio(c.Mul(divisor, r.Unit), x, factors...)
	switch r.Mode {
	case RoundUp:
		units = units.Ceil(0)
	case RoundDown:
		units = units.Floor(0)
	default:
		units = money.HalfUp(units, 0)
	}
	return c.Mul(units, r.Unit)
}

// row is one kind of bill row for compute: equal rows are priced once and
// counted.
type row struct {
	useful Seconds
	times  int64
}

// rows spreads the useful time over the sessions in whole seconds; the first
// sessions take the seconds that do not divide.
func (u Usage) rows() []row {
	if u.Sessions == 0 {
		return nil
	}
	n := Seconds(u.Sessions)
	each, rest := u.Useful/n, u.Useful%n
	rows := []row{{each, int64(n - rest)}}
	if rest > 0 {
		rows = append(rows, row{each + 1, int64(rest)})
	}
	return rows
}

// step rounds a time up to the granularity.
func (t Terms) step(s Seconds) Seconds {
	return (s + t.Granularity - 1) / t.Granularity * t.Granularity
}

// charge is a price that is either still a time, so that equal prices per
// second can be summed before they are divided, or already money.
type charge struct {
	time  Seconds
	money decimal.Decimal
}

// add adds a charge a number of times.
func (a *charge) add(c *money.Calc, b charge, times int64) {
	a.time += b.time * Seconds(times)
	a.money = c.Add(a.money, c.Mul(b.money, decimal.MustNew(times, 0)))
}

// at prices a charge by the second.
func (a charge) at(c *money.Calc, price decimal.Decimal, period Seconds) decimal.Decimal {
	return c.Add(c.MulQuo(period.Decimal(), price, a.time.Decimal()), a.money)
}

// meter prices one bill row of ran seconds at price per period: what it costs
// at least, and what is billed once granularity and rounding are in.
func (t Terms) meter(c *money.Calc, ran Seconds, price decimal.Decimal, period Seconds, minAmount decimal.Decimal) (least, billed charge) {
	if ran == 0 {
		return charge{}, charge{}
	}
	ran = max(ran, t.MinSeconds)
	exact := func(s Seconds) decimal.Decimal { return c.Ratio(period.Decimal(), price, s.Decimal()) }
	least, billed = charge{time: ran}, charge{time: t.step(ran)}
	if exact(least.time).Cmp(minAmount) < 0 {
		least = charge{money: minAmount}
	}
	if t.Rounding.Mode != RoundNot {
		billed = charge{money: t.Rounding.of(c, period.Decimal(), price, billed.time.Decimal())}
		if billed.money.Cmp(minAmount) < 0 {
			billed.money = minAmount
		}
	} else if exact(billed.time).Cmp(minAmount) < 0 {
		billed = charge{money: minAmount}
	}
	return least, billed
}

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

// apply rounds a sum of money to whole units.
func (r Rounding) apply(c *money.Calc, x decimal.Decimal) decimal.Decimal {
	if r.Mode == RoundNot {
		return x
	}
	units := c.MulQuo(r.Unit, x, decimal.One)
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

// charged is the price of one bill row and how it came about.
type charged struct {
	exact   decimal.Decimal // by the second
	stepped decimal.Decimal // after granularity and row rounding
	billed  decimal.Decimal // after the minimum too
}

// meter prices one row of ran seconds at price per period.
func (t Terms) meter(c *money.Calc, ran Seconds, price decimal.Decimal, period Seconds, minAmount decimal.Decimal) charged {
	units := (ran + t.Granularity - 1) / t.Granularity
	stepped := units * t.Granularity
	row := func(s Seconds) decimal.Decimal {
		return t.Rounding.apply(c, c.MulQuo(period.Decimal(), price, s.Decimal()))
	}
	out := charged{exact: c.MulQuo(period.Decimal(), price, ran.Decimal()), stepped: row(stepped)}
	out.billed = out.stepped
	if ran == 0 {
		return out
	}
	if stepped < t.MinSeconds {
		out.billed = row((t.MinSeconds + t.Granularity - 1) / t.Granularity * t.Granularity)
	}
	if out.billed.Cmp(minAmount) < 0 {
		out.billed = minAmount
	}
	return out
}

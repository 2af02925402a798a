// Package money does exact arithmetic on amounts that carry their currency.
//
// It owns Amount, Currency, the reading of typed numbers and Calc, the one
// place where arithmetic errors latch. It must not know prices, platforms,
// languages or how a number looks on a screen.
package money

import (
	"errors"

	"github.com/govalues/decimal"
	"golang.org/x/text/currency"

	"cardhour/model/reason"
)

// Currency is an ISO 4217 code, such as "CNY".
type Currency string

// ParseCurrency reads an ISO 4217 code.
func ParseCurrency(code string) (Currency, error) {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return "", reason.Refuse("", "currency.unknown", reason.Word("code", code))
	}
	return Currency(unit.String()), nil
}

// Scale is the number of decimals a computed line of money is rounded to.
const Scale = 8

// limit is the size from which on a sum could no longer keep Scale decimals
// in the 19 digits that the decimal type holds.
var limit = decimal.MustParse("10000000000")

// Amount is a sum of money.
type Amount struct {
	Value    decimal.Decimal
	Currency Currency
}

// Of makes an Amount from a literal such as "12.50". It panics on a literal
// that is no number; use Parse for what people type.
func Of(value string, c Currency) Amount {
	return Amount{decimal.MustParse(value).Trim(0), c}
}

// Zero is nothing of c.
func Zero(c Currency) Amount { return Amount{decimal.Zero, c} }

// IsZero reports whether a is nothing.
func (a Amount) IsZero() bool { return a.Value.IsZero() }

// Equal reports whether a and b are the same sum in the same currency.
func (a Amount) Equal(b Amount) bool {
	return a.Currency == b.Currency && a.Value.Equal(b.Value)
}

// String gives the amount for logs: the code and all kept decimals.
func (a Amount) String() string { return string(a.Currency) + " " + Plain(a.Value) }

// Plain writes d with at least two decimals and no superfluous zeros: the
// form used in files.
func Plain(d decimal.Decimal) string {
	d = d.Trim(0)
	if d.Scale() < 2 {
		d = d.Pad(2)
	}
	return d.String()
}

// Calc does a chain of decimal operations and keeps the first error, so that
// a formula reads as a formula. The zero value is ready. After an error every
// result is zero and must not be used; Err tells.
type Calc struct{ err error }

// Err returns the first error, as a Problem that a person can be shown.
func (c *Calc) Err() error { return c.err }

func (c *Calc) keep(d decimal.Decimal, err error) decimal.Decimal {
	if c.err != nil {
		return decimal.Zero
	}
	if err == nil && d.CmpAbs(limit) >= 0 {
		err = errors.New("result too large")
	}
	if err != nil {
		c.err = reason.Refuse("", "amount.too_large")
		return decimal.Zero
	}
	return d
}

// Add returns x + y.
func (c *Calc) Add(x, y decimal.Decimal) decimal.Decimal { return c.keep(x.Add(y)) }

// Sub returns x − y.
func (c *Calc) Sub(x, y decimal.Decimal) decimal.Decimal { return c.keep(x.Sub(y)) }

// Mul returns the product of all factors. Only the final result is bounded
// by the size of a sum of money.
func (c *Calc) Mul(x decimal.Decimal, factors ...decimal.Decimal) decimal.Decimal {
	return c.keep(c.product(x, factors))
}

// Product returns the product of all factors where it is no money yet: a
// price × seconds, which MulQuo is to divide.
func (c *Calc) Product(x decimal.Decimal, factors ...decimal.Decimal) decimal.Decimal {
	p, err := c.product(x, factors)
	return c.latch(p, err)
}

// Sum returns x + y of such products.
func (c *Calc) Sum(x, y decimal.Decimal) decimal.Decimal { return c.latch(x.Add(y)) }

// latch keeps an error of the decimal type.
func (c *Calc) latch(d decimal.Decimal, err error) decimal.Decimal {
	if err != nil || c.err != nil {
		return c.keep(decimal.Zero, err)
	}
	return d
}

// MulQuo returns x × factors ÷ divisor rounded half up to Scale decimals: the
// one division that a line of money may contain.
func (c *Calc) MulQuo(divisor, x decimal.Decimal, factors ...decimal.Decimal) decimal.Decimal {
	return c.keep(HalfUp(c.Ratio(divisor, x, factors...), Scale), nil)
}

// Ratio returns x × factors ÷ divisor with all digits that the decimal type
// holds. It is for counting whole units; a line of money uses MulQuo.
func (c *Calc) Ratio(divisor, x decimal.Decimal, factors ...decimal.Decimal) decimal.Decimal {
	p, err := c.product(x, factors)
	if err == nil {
		p, err = p.Quo(divisor)
	}
	if err != nil {
		return c.keep(p, err)
	}
	return p
}

func (c *Calc) product(x decimal.Decimal, factors []decimal.Decimal) (decimal.Decimal, error) {
	var err error
	for _, f := range factors {
		if x, err = x.Mul(f); err != nil {
			return decimal.Zero, err
		}
	}
	return x, nil
}

// HalfUp rounds d to scale decimals, a half away from zero, which is how
// bills round. (The decimal library rounds halves to even.)
func HalfUp(d decimal.Decimal, scale int) decimal.Decimal {
	if d.Scale() <= scale {
		return d
	}
	down := d.Trunc(scale)
	rest, err := d.Sub(down)
	if err != nil {
		return d.Round(scale)
	}
	half := decimal.MustNew(5, min(scale+1, decimal.MaxScale))
	if rest.CmpAbs(half) < 0 {
		return down
	}
	step := decimal.MustNew(1, scale)
	if d.IsNeg() {
		step = step.Neg()
	}
	up, err := down.Add(step)
	if err != nil {
		return d.Round(scale)
	}
	return up
}

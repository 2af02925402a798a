package decision

import (
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// BreakEven returns the hours of use from which a package of the given price
// is no dearer than paying by the hour: package ÷ hourly rate, both for the
// same cards and in one currency.
func BreakEven(hourly, packaged billing.Rate) (decimal.Decimal, error) {
	if hourly.Amount.Currency != packaged.Amount.Currency {
		return decimal.Zero, reason.Refuse("currency", "bill.currencies")
	}
	perHour, err := hourly.Bare()
	if err != nil {
		return decimal.Zero, err
	}
	if !perHour.Value.IsPos() {
		return decimal.Zero, reason.Refuse("rate.amount", "number.not_positive")
	}
	var c money.Calc
	divisor := c.Mul(perHour.Value, decimal.One)
	if packaged.Scope == billing.PerInstance {
		divisor = c.Mul(divisor, decimal.MustNew(int64(packaged.Cards), 0))
	}
	hours := c.MulQuo(divisor, packaged.Amount.Value, decimal.One)
	return hours.Trim(0), c.Err()
}

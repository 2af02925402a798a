package decision

import (
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// BreakEven returns the hours of use from which a package of the given price
// is no dearer than paying by the hour: package ÷ hourly rate, each for the
// cards that it rents, which must be as many and in one currency.
func BreakEven(hourly, packaged billing.Rate) (decimal.Decimal, error) {
	switch {
	case hourly.Amount.Currency != packaged.Amount.Currency:
		return decimal.Zero, reason.Refuse("currency", "bill.currencies")
	case hourly.Cards != packaged.Cards || !hourly.Slice.Equal(packaged.Slice):
		return decimal.Zero, reason.Refuse("rate.cards", "breakeven.cards")
	case !hourly.Amount.Value.IsPos():
		return decimal.Zero, reason.Refuse("rate.amount", "number.not_positive")
	}
	var c money.Calc
	period := hourly.Per.Length(hourly.Month).Decimal()
	hours := c.MulQuo(c.Mul(hourly.Total(&c), billing.Hour.Decimal()), packaged.Total(&c), period)
	return hours.Trim(0), c.Err()
}

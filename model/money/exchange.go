package money

import (
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/reason"
)

// Exchange is a rate of exchange on a day: 1 of From is Rate of To. Records
// keep the rate they were valued at; a new one is an explicit act.
type Exchange struct {
	From   Currency        `json:"from"`
	To     Currency        `json:"to"`
	Rate   decimal.Decimal `json:"rate"`
	On     time.Time       `json:"on,omitzero"`
	Source string          `json:"source,omitempty"`
}

// Known reports whether there is a rate.
func (e Exchange) Known() bool { return e.Rate.IsPos() }

// Check refuses a rate that cannot be one.
func (e Exchange) Check() error {
	for _, code := range []Currency{e.From, e.To} {
		if _, err := ParseCurrency(string(code)); err != nil {
			return err
		}
	}
	switch {
	case e.From == e.To:
		return reason.Refuse("", "exchange.same", reason.Word("code", string(e.From)))
	case !e.Rate.IsPos():
		return reason.Refuse("", "number.not_positive")
	}
	return nil
}

// Convert values a in the other currency, from the unrounded amount and to
// Scale decimals. It refuses an amount that is in neither.
func (e Exchange) Convert(a Amount) (Amount, error) {
	var c Calc
	switch {
	case a.Currency == e.To:
		return a, nil
	case a.Currency != e.From || !e.Known():
		return Amount{}, reason.Refuse("", "exchange.missing", reason.Word("from", string(a.Currency)), reason.Word("to", string(e.To)))
	}
	value := c.MulQuo(decimal.One, a.Value, e.Rate)
	return Amount{value.Trim(0), e.To}, c.Err()
}

// Inverse returns the rate of the other direction: 1 ÷ the rate as it was
// given, with all digits that the decimal type holds. The date and the source
// are the same. False when there is none.
func (e Exchange) Inverse() (Exchange, bool) {
	if !e.Known() {
		return Exchange{}, false
	}
	rate, err := decimal.One.Quo(e.Rate)
	if err != nil || !rate.IsPos() {
		return Exchange{}, false
	}
	return Exchange{From: e.To, To: e.From, Rate: rate.Trim(0), On: e.On, Source: e.Source}, true
}

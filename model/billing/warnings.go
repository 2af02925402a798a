package billing

import (
	"slices"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// Around is what is known around a quote when it is looked at.
type Around struct {
	Now    time.Time
	Usage  *Usage  // nil while the task is not stated
	Others []Quote // the ones that the user compares it with; it may be among them

	// Indicative are bare rates that others have published for the card.
	Indicative []money.Amount
	// Proven reports whether there is a record of one's own, or another
	// ground, to trust the platform with money paid ahead.
	Proven bool
}

// Warnings says what about a quote deserves a second look, the gravest first.
// None of it changes a figure.
func Warnings(q Quote, around Around) []reason.Because {
	var found []reason.Because
	warn := func(rule string, args ...reason.Arg) {
		found = append(found, reason.Because{Rule: rule, Args: args})
	}
	switch q.Rules.ValidOn(around.Now) {
	case Expired:
		warn("warn.expired", reason.Day("date", q.Rules.Until))
	case NotYet:
		warn("warn.not_yet", reason.Day("date", q.Rules.From))
	}
	if b, ok := oddPrice(q, around); ok {
		found = append(found, b)
	}
	if q.Mode.Reclaimed() && around.Usage != nil && around.Usage.Checkpoint == 0 && around.Usage.Useful > q.Rules.Reclaim.Protection {
		warn("warn.no_checkpoints", reason.Int("hours", reason.Seconds, int64(around.Usage.Useful)))
	}
	if t := q.Rules.TopUp; t != nil && t.Bonus.IsPos() && !around.Proven {
		warn("warn.bonus", reason.Priced("pay", reason.Money, t.Pay, string(q.Rate.Amount.Currency)),
			reason.Priced("bonus", reason.Money, t.Bonus, string(q.Rate.Amount.Currency)))
	}
	switch {
	case q.Seen.IsZero():
		warn("warn.undated")
	case around.Now.Sub(q.Seen) > fact.StaleAfter:
		warn("warn.stale", reason.Int("days", reason.Days, int64(around.Now.Sub(q.Seen)/(24*time.Hour))))
	}
	return found
}

// oddFactor is how far off the others a price has to be to be doubted.
var oddFactor = decimal.MustNew(3, 0)

// oddPrice compares a bare rate with the middle of the others for the card in
// the same currency. Where the number of cards explains it, that is said: a
// price for one card taken for the instance, or the other way round, is the
// usual cause.
func oddPrice(q Quote, around Around) (reason.Because, bool) {
	own, ok, err := q.Bare()
	if err != nil || !ok || !own.Value.IsPos() {
		return reason.Because{}, false
	}
	var others []decimal.Decimal
	for _, o := range around.Others {
		bare, ok, err := o.Bare()
		if err == nil && ok && o.ID != q.ID && bare.Currency == own.Currency && bare.Value.IsPos() && hardware.Same(o.Card, q.Card) && o.Mode.Reclaimed() == q.Mode.Reclaimed() {
			others = append(others, bare.Value)
		}
	}
	for _, a := range around.Indicative {
		if a.Currency == own.Currency && a.Value.IsPos() {
			others = append(others, a.Value)
		}
	}
	if len(others) == 0 {
		return reason.Because{}, false
	}
	slices.SortFunc(others, decimal.Decimal.Cmp)
	usual := others[len(others)/2]
	var c money.Calc
	high := own.Value.Cmp(c.Product(usual, oddFactor)) > 0
	low := c.Product(own.Value, oddFactor).Cmp(usual) < 0
	if !high && !low {
		return reason.Because{}, false
	}
	factor := c.Ratio(usual, own.Value)
	rule := "warn.price_high"
	if low {
		factor, rule = c.Ratio(own.Value, usual), "warn.price_low"
	}
	// Would the other reading of the scope bring it near?
	if n := count(q.Rate.Cards); q.Rate.Cards > 1 && c.Err() == nil {
		other := c.Ratio(decimal.One, own.Value, n)
		if q.Rate.Scope == PerCard {
			other = c.Ratio(n, own.Value)
		}
		if other.Cmp(c.Product(usual, oddFactor)) <= 0 && c.Product(other, oddFactor).Cmp(usual) >= 0 {
			rule += "_scope"
		}
	}
	if c.Err() != nil {
		return reason.Because{}, false
	}
	rate := func(name string, v decimal.Decimal) reason.Arg {
		return reason.Priced(name, reason.Rate, money.HalfUp(v, 4).Trim(0), string(own.Currency)+"/hour")
	}
	return reason.Because{Rule: rule, Args: []reason.Arg{
		rate("own", own.Value), rate("usual", usual), reason.Num("factor", reason.Count, money.HalfUp(factor, 1).Trim(0)),
		reason.Int("others", reason.Count, int64(len(others))), reason.Int("cards", reason.Count, int64(q.Rate.Cards)),
	}}, true
}

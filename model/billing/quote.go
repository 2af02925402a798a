// Package billing computes what a quote will really cost for a given usage.
//
// It owns quotes, the terms behind them, the meter, charge lines and the
// estimate that carries what is not known. It must not know tasks, cards'
// abilities, languages, files or the clock.
//
// Two functions matter. Price takes known values only and returns exact
// lines. EstimateCost finds the facts that this usage touches and that are
// unknown or disputed, calls Price for their ends, and keeps the span.
package billing

import (
	"slices"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// Seconds is a duration in whole seconds.
type Seconds int64

// Named spans of time. A month is 30 days unless a quote says otherwise.
const (
	Minute Seconds = 60
	Hour           = 60 * Minute
	Day            = 24 * Hour
	Month          = 30 * Day
)

// Decimal returns s as a decimal number of seconds.
func (s Seconds) Decimal() decimal.Decimal { return decimal.MustNew(int64(s), 0) }

// Hours returns s in hours, for showing; it is not exact for every s.
func (s Seconds) Hours() decimal.Decimal { return s.In(Hour) }

// In returns s in a unit, to four places: SpanOf reads them back to the second.
func (s Seconds) In(unit Seconds) decimal.Decimal {
	n, err := s.Decimal().Quo(unit.Decimal())
	if err != nil { // cannot happen: no unit is nothing
		return decimal.Zero
	}
	return n.Round(4).Trim(0)
}

// SpanOf returns a number of units as whole seconds, under the rules of
// SecondsOf.
func SpanOf(n decimal.Decimal, unit Seconds) (Seconds, error) {
	var c money.Calc
	hours := c.Ratio(Hour.Decimal(), n, unit.Decimal())
	if c.Err() != nil {
		return 0, reason.Refuse("", "time.too_long")
	}
	return SecondsOf(hours)
}

// SecondsOf returns hours as whole seconds, a half rounded up. It is the one
// place where hours that a person or a file gave become seconds. It refuses
// negative hours, spans of more than a century, and less than half a second
// where it is not nothing.
func SecondsOf(hours decimal.Decimal) (Seconds, error) {
	if hours.IsNeg() {
		return 0, reason.Refuse("", "number.negative")
	}
	var c money.Calc
	whole, _, ok := money.HalfUp(c.Mul(hours, Hour.Decimal()), 0).Int64(0)
	switch {
	case c.Err() != nil || !ok || Seconds(whole) > maxSpan:
		return 0, reason.Refuse("", "time.too_long")
	case whole == 0 && !hours.IsZero():
		return 0, reason.Refuse("", "time.too_short")
	}
	return Seconds(whole), nil
}

// Period is the time unit of a rate.
type Period string

// The periods that a rate can be quoted for.
const (
	PerSecond  Period = "second"
	PerMinute  Period = "minute"
	PerHour    Period = "hour"
	PerDay     Period = "day"
	PerWeek    Period = "week"
	PerMonth   Period = "month"
	PerQuarter Period = "quarter"
	PerYear    Period = "year"
)

// Periods lists all of them, the shortest first.
var Periods = []Period{PerSecond, PerMinute, PerHour, PerDay, PerWeek, PerMonth, PerQuarter, PerYear}

// Length returns the seconds in p, a month having month seconds; 0 for a
// word that is no period.
func (p Period) Length(month Seconds) Seconds {
	switch p {
	case PerSecond:
		return 1
	case PerMinute:
		return Minute
	case PerHour:
		return Hour
	case PerDay:
		return Day
	case PerWeek:
		return 7 * Day
	case PerMonth:
		return month
	case PerQuarter:
		return 3 * month
	case PerYear:
		return 365 * Day
	}
	return 0
}

// Scope says what a rate is charged for.
type Scope string

// A rate is for one card or for the whole instance.
const (
	PerCard     Scope = "card"
	PerInstance Scope = "instance"
)

// Mode says under which conditions capacity is sold.
type Mode string

// The modes. Prepaid is bought whole, in units of the rate's period; what is
// hosted is a card of the user's own; a token price rents no card at all.
const (
	OnDemand     Mode = "on_demand"
	Unguaranteed Mode = "on_demand_not_guaranteed" // the machine may be taken back
	Spot         Mode = "spot"
	GroupBuy     Mode = "group_buy"
	Prepaid      Mode = "prepaid"
	Hosted       Mode = "hosted"
	PerToken     Mode = "per_token"
)

// Modes lists all of them.
var Modes = []Mode{OnDemand, Unguaranteed, Spot, GroupBuy, Prepaid, Hosted, PerToken}

// BoughtWhole reports whether unused time of a started period is paid too.
func (m Mode) BoughtWhole() bool { return m == Prepaid || m == Hosted }

// Reclaimed reports whether the platform may take the machine back.
func (m Mode) Reclaimed() bool { return m == Spot || m == Unguaranteed }

// Rate is a price as a platform states it. It is divided once, at the end.
type Rate struct {
	Amount money.Amount
	Per    Period
	Scope  Scope
	Cards  int             // cards rented under this rate
	Slice  decimal.Decimal // fraction of a card, 1 for a whole one
	Month  Seconds         // length of the platform's month
}

// Bare returns the bare rate: money per card-hour, nothing added, which is
// amount ÷ unit hours ÷ cards (if per instance) ÷ slice fraction.
func (r Rate) Bare() (money.Amount, error) {
	var c money.Calc
	divisor := c.Product(r.Per.Length(r.Month).Decimal(), r.Slice)
	if r.Scope == PerInstance {
		divisor = c.Product(divisor, count(r.Cards))
	}
	bare := c.MulQuo(divisor, r.Amount.Value, Hour.Decimal())
	return money.Amount{Value: bare.Trim(0), Currency: r.Amount.Currency}, c.Err()
}

// Total returns what the whole rental costs per period.
func (r Rate) Total(c *money.Calc) decimal.Decimal {
	if r.Scope == PerCard {
		return c.Mul(r.Amount.Value, count(r.Cards))
	}
	return r.Amount.Value
}

func count(n int) decimal.Decimal { return decimal.MustNew(int64(n), 0) }

// Figure is the value of a billing fact: a number and, for prices that run
// with time, the period it is stated for.
type Figure struct {
	Value decimal.Decimal
	Per   Period
}

// Quote is what a platform says: a rate, its source and date, and the facts
// about the rest of its bill.
type Quote struct {
	ID           string
	DecisionID   string
	Platform     string // id in the catalogue, empty for one that is not there
	PlatformName string
	Category     string // cloud, container, hosted or p2p: selects assumed ranges
	Card         string // id in the catalogue, or the user's own word
	Mode         Mode
	Rate         Rate
	Tier         string   // the platform's product line, where it has several
	Rounding     Rounding // of each bill row for compute
	DailyFee     Rounding // of each day's storage fee
	Rules        Rules
	Facts        Facts
	Exchange     money.Exchange // to the currency of comparison, as it was when the quote was noted
	Source       string
	Seen         time.Time
	Note         string
	Example      bool
	Position     int // order in the decision
}

// PlatformKey is what facts about the quote's platform are looked up by: its id
// in the catalogue, else the name that the user gave it.
func (q Quote) PlatformKey() string {
	if q.Platform != "" {
		return q.Platform
	}
	return strings.TrimSpace(q.PlatformName)
}

// OnCards is the quote with its card, and the cards that its discounts hold
// for, called as name calls them: what is the same card then has the same name.
func (q Quote) OnCards(name func(string) string) Quote {
	q.Card = name(q.Card)
	q.Rules.Discounts = slices.Clone(q.Rules.Discounts)
	for i := range q.Rules.Discounts {
		d := &q.Rules.Discounts[i]
		d.Cards = slices.Clone(d.Cards)
		for j := range d.Cards {
			d.Cards[j] = name(d.Cards[j])
		}
	}
	return q
}

// Facts holds what is claimed about each billing key. A missing key is
// unknown.
type Facts map[Key]fact.Fact[Figure]

// NewRate fills in what most quotes leave unsaid: one whole card, 30 days.
func NewRate(amount money.Amount, per Period) Rate {
	return Rate{Amount: amount, Per: per, Scope: PerCard, Cards: 1, Slice: decimal.One, Month: Month}
}

// Bare returns the quote as money per card-hour, nothing added. A price per
// token has none, and false.
func (q Quote) Bare() (bare money.Amount, ok bool, err error) {
	if q.Mode == PerToken {
		return money.Zero(q.Rate.Amount.Currency), false, nil
	}
	q.Rate = q.Rules.rateOf(q.Rate)
	if q.Rules.Pack == nil {
		bare, err = q.Rate.Bare()
		return bare, err == nil, err
	}
	// A pack's hour costs amount × units an hour ÷ units, of the whole rental.
	var c money.Calc
	r, pack := q.Rate, q.Rules.Pack
	hour := c.MulQuo(c.Product(pack.Units, count(r.Cards), r.Slice), r.Amount.Value, pack.PerHour)
	return money.Amount{Value: hour.Trim(0), Currency: r.Amount.Currency}, c.Err() == nil, c.Err()
}

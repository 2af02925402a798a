package billing

import (
	"time"

	"github.com/govalues/decimal"
)

// Rules are how a platform bills beyond its rate and single facts, as the
// quote states it. The zero value is the plain case: metered by what is used,
// settled at the stop, without packages, caps, discounts or tax on top. Money
// is in the quote's currency.
type Rules struct {
	// The meter.
	Settles        Settlement `json:"settles,omitempty"`         // when a bill row is written
	MinimumPerRow  bool       `json:"minimum_per_row,omitempty"` // the minimum counts for each row, not each start
	Starts         MeterStart `json:"meter_starts,omitempty"`    // the event that starts the meter
	Requested      bool       `json:"bills_requested_time,omitempty"`
	Days           DayCount   `json:"daily_fee_days,omitempty"`  // which days a daily fee counts
	CalendarMonths bool       `json:"calendar_months,omitempty"` // months end on the same day of the next month
	WipesOnStop    bool       `json:"stop_wipes_data,omitempty"` // what was loaded must be loaded again

	// The price.
	Series  []PriceStep `json:"price_series,omitempty"`    // a price that moves while an instance runs
	ByCards []CardPrice `json:"prices_by_cards,omitempty"` // of other card counts than the rate's
	Tokens  *TokenPrice `json:"tokens,omitempty"`          // of mode PerToken
	Pack    *Pack       `json:"pack,omitempty"`            // the rate buys units that running uses up

	// What else is sold, and how what is bought ahead is treated.
	Packages []Package `json:"packages,omitempty"` // prepaid time on sale beside the rate
	Caps     []Cap     `json:"caps,omitempty"`
	Refund   Refund    `json:"unused_refund,omitempty"` // of prepaid time given back early
	Purchase *Purchase `json:"purchase,omitempty"`      // of a hosted card that is the user's own

	// Other meters.
	Meters  []Meter      `json:"meters,omitempty"`
	Tiers   []Tier       `json:"tiers,omitempty"`
	Shared  []SharedFree `json:"shared_free,omitempty"`
	Reclaim Reclaim      `json:"reclaim,omitzero"`

	// What lowers or raises the sum.
	Reduced   bool            `json:"price_is_reduced,omitempty"` // the rate is below the list price already
	Discounts []Reduction     `json:"discounts,omitempty"`
	TopUp     *TopUp          `json:"top_up,omitempty"`
	TaxOnTop  decimal.Decimal `json:"tax_percent_on_top,omitzero"` // prices are net of it

	From  time.Time `json:"valid_from,omitzero"`
	Until time.Time `json:"valid_until,omitzero"`
}

// Settlement says when the platform writes a bill row.
type Settlement string

// The zero value settles at the stop.
const (
	AtStop    Settlement = ""
	EachHour  Settlement = "hour"  // at each full hour of the clock
	EachDay   Settlement = "day"   // at 24:00
	EachMonth Settlement = "month" // at the month's end
)

// every is the time between two rows; 0 when there is one row a start.
func (s Settlement) every(month Seconds) Seconds {
	switch s {
	case EachHour:
		return Hour
	case EachDay:
		return Day
	case EachMonth:
		return month
	}
	return 0
}

// MeterStart is the event that starts the meter for compute.
type MeterStart string

// The zero value is not told: whether boot and queue are billed are facts.
const (
	StartsNotTold MeterStart = ""
	StartsAtOrder MeterStart = "order"   // queue and boot are billed
	StartsRunning MeterStart = "running" // neither
	StartsAtTask  MeterStart = "task"    // nor the set-up
)

// DayCount says which days a daily fee is taken for.
type DayCount string

// The zero value counts the days that the usage names, a started one whole.
const (
	DaysNamed   DayCount = ""
	DaysCrossed DayCount = "crossed" // each 24:00 that passes
	DaysTouched DayCount = "touched" // each calendar day, first and last whole
)

// PriceStep is the rate's amount from a time of each start on.
type PriceStep struct {
	After  Seconds         `json:"after_seconds"`
	Amount decimal.Decimal `json:"amount"`
}

// CardPrice is what the whole instance costs with another number of cards,
// per period of the rate.
type CardPrice struct {
	Cards  int             `json:"cards"`
	Amount decimal.Decimal `json:"amount"`
}

// forCards is what an instance of so many cards costs per period, where that
// is quoted.
func (r *Rules) forCards(cards int) (decimal.Decimal, bool) {
	for _, p := range r.ByCards {
		if p.Cards == cards {
			return p.Amount, true
		}
	}
	return decimal.Zero, false
}

// rateOf is the rate that a rental is billed at: where its number of cards has
// a price of its own, that one, for the instance.
func (r *Rules) rateOf(rate Rate) Rate {
	if own, ok := r.forCards(rate.Cards); ok {
		rate.Amount.Value, rate.Scope = own, PerInstance
	}
	return rate
}

// TokenPrice is money per million tokens. A cached input token that has no
// price of its own costs what any other does.
type TokenPrice struct {
	In     decimal.Decimal  `json:"in"`
	Out    decimal.Decimal  `json:"out"`
	Cached *decimal.Decimal `json:"cached,omitempty"`
}

// Pack is compute sold in a platform's own units. The rate's amount buys
// Units of them.
type Pack struct {
	Units     decimal.Decimal `json:"units"`
	PerHour   decimal.Decimal `json:"units_per_hour"` // that the rental uses up
	ValidDays int             `json:"valid_days,omitempty"`
}

// Package is prepaid time for the cards of the rate, bought whole.
type Package struct {
	Amount decimal.Decimal `json:"amount"`
	Per    Period          `json:"per"`
	Count  int             `json:"count,omitempty"` // periods in one package; 0 means 1
}

// Cap is the most that metered compute costs in a day or a month: a day is 24
// hours from a start on; work is taken to be spread evenly over its months.
type Cap struct {
	Per    Period          `json:"per"`
	Amount decimal.Decimal `json:"amount"` // of the whole rental
}

// Refund says what becomes of prepaid time that is given back.
type Refund string

// A voucher is no money: the unused time stays a cost.
const (
	NoRefund      Refund = ""
	CashRefund    Refund = "cash"
	VoucherRefund Refund = "voucher"
)

// Purchase is what a card of one's own costs, spread over the months of its
// use: (price − resale) ÷ months.
type Purchase struct {
	Amount decimal.Decimal `json:"amount"`
	Resale decimal.Decimal `json:"resale,omitzero"`
	Months int             `json:"months"`
}

// While says when a meter of its own runs.
type While string

// A meter runs with the card, or as long as anything is kept, or counts.
const (
	WhileRunning While = "running"
	WhileKept    While = "kept"
	EachStart    While = "start"
	Once         While = "once"
)

// Meter is a charge apart from all others: a virtual machine billed beside
// its card, a licence, a fee per order.
type Meter struct {
	Name   string          `json:"name"`
	Amount decimal.Decimal `json:"amount"`
	Per    Period          `json:"per,omitempty"` // of WhileRunning and WhileKept
	While  While           `json:"while"`
	Count  decimal.Decimal `json:"count,omitzero"` // of the things priced; 0 means 1
}

// TierTraffic names outbound traffic in a Tier.
const TierTraffic Item = "traffic_out"

// Tier is another price per GB from a size on, in the period of the item's
// own price.
type Tier struct {
	Item  Item            `json:"item"`
	From  decimal.Decimal `json:"from_gb"`
	Price decimal.Decimal `json:"price"`
}

// SharedFree is a size that costs nothing and that several items use up
// together, in this order, after what each has free of its own.
type SharedFree struct {
	Items []Item          `json:"items"`
	GB    decimal.Decimal `json:"gb"`
}

// Reclaim is what a platform promises about taking a machine back.
type Reclaim struct {
	Notice     Seconds `json:"notice_seconds,omitempty"`     // between warning and end
	Protection Seconds `json:"protection_seconds,omitempty"` // of each start, in which nothing is taken
}

// ReductionKind says what a discount takes off.
type ReductionKind string

// A credit is money given that expires; a coupon of an amount is used once.
const (
	Percent ReductionKind = "percent"
	Coupon  ReductionKind = "coupon"
	Credit  ReductionKind = "credit"
)

// Reduction lowers the lines that it may be used for.
type Reduction struct {
	Name      string          `json:"name"`
	Kind      ReductionKind   `json:"kind"`
	Value     decimal.Decimal `json:"value"`                 // percent off, or money
	Most      decimal.Decimal `json:"most,omitzero"`         // money that it takes off at most; 0: no limit
	Threshold decimal.Decimal `json:"threshold,omitzero"`    // what its lines must come to
	Modes     []Mode          `json:"modes,omitempty"`       // empty: all
	Cards     []string        `json:"cards,omitempty"`       // empty: all
	Lines     []Kind          `json:"lines,omitempty"`       // empty: all
	NotGPU    bool            `json:"not_for_gpu,omitempty"` // not for compute with a card
	ListPrice bool            `json:"list_price_only,omitempty"`
	Alone     bool            `json:"alone,omitempty"`  // not together with another one
	Expires   time.Time       `json:"expires,omitzero"` // the last day it can be used
}

// TopUp is how money gets to the platform: pay so much, get a bonus.
type TopUp struct {
	Pay        decimal.Decimal `json:"pay"`
	Bonus      decimal.Decimal `json:"bonus,omitzero"`
	BonusFirst bool            `json:"bonus_first,omitempty"` // is spent before what was paid
	Refundable bool            `json:"refundable,omitempty"`  // what is left of the money paid comes back
	UsedUp     bool            `json:"used_up,omitempty"`     // the user will come back and use the rest
}

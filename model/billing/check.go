package billing

import (
	"fmt"
	"slices"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// Limits of what a quote may say. They are far beyond real offers and keep
// every sum inside exact arithmetic.
const (
	maxCards = 100_000
	maxSpan  = 100 * 365 * Day
	maxList  = 100 // packages, discounts, tiers and so on
)

// checks collects what is wrong, field by field.
type checks []*reason.Problem

func (c *checks) refuse(field, rule string, args ...reason.Arg) {
	*c = append(*c, reason.Refuse(field, rule, args...))
}

func (c *checks) between(field string, n, least, most int64) {
	if n < least || n > most {
		c.refuse(field, "number.out_of_range", reason.Int("min", reason.Count, least), reason.Int("max", reason.Count, most))
	}
}

func (c *checks) notNegative(field string, d decimal.Decimal) {
	if d.IsNeg() {
		c.refuse(field, "number.negative")
	}
}

func (c *checks) positive(field string, d decimal.Decimal) {
	if !d.IsPos() {
		c.refuse(field, "number.not_positive")
	}
}

func (c *checks) percent(field string, d decimal.Decimal) {
	if d.IsNeg() || d.Cmp(decimal.Hundred) > 0 {
		c.refuse(field, "number.out_of_range", reason.Int("min", reason.Count, 0), reason.Int("max", reason.Count, 100))
	}
}

func (c *checks) size(field string, gb decimal.Decimal) {
	if gb.IsNeg() {
		c.refuse(field, "number.negative")
	} else if gb.Cmp(maxGB) > 0 {
		c.refuse(field, "number.too_large", reason.Word("text", gb.String()))
	}
}

func (c *checks) tokens(field string, n decimal.Decimal) {
	c.notNegative(field, n)
	if n.Cmp(maxTokens) > 0 {
		c.refuse(field, "number.too_large", reason.Word("text", n.String()))
	}
}

func (c *checks) list(field string, n int) {
	if n > maxList {
		c.refuse(field, "list.too_long", reason.Int("max", reason.Count, maxList))
	}
}

func (c *checks) span(field string, s Seconds) {
	if s < 0 {
		c.refuse(field, "number.negative")
	} else if s > maxSpan {
		c.refuse(field, "time.too_long")
	}
}

func (c *checks) period(field string, p Period) {
	if p.Length(Month) == 0 {
		c.refuse(field, "choice.unknown", reason.Word("text", string(p)))
	}
}

func oneOf[T ~string](c *checks, field string, v T, known ...T) {
	if !slices.Contains(known, v) {
		c.refuse(field, "choice.unknown", reason.Word("text", string(v)))
	}
}

// Check returns everything that is wrong with the quote, field by field.
func (q Quote) Check() []*reason.Problem {
	var c checks
	r := q.Rate
	c.notNegative("rate.amount", r.Amount.Value)
	if _, err := money.ParseCurrency(string(r.Amount.Currency)); err != nil {
		c.refuse("currency", "currency.unknown", reason.Word("code", string(r.Amount.Currency)))
	}
	oneOf(&c, "mode", q.Mode, Modes...)
	c.period("rate.per", r.Per)
	oneOf(&c, "rate.scope", r.Scope, PerCard, PerInstance)
	c.between("rate.cards", int64(r.Cards), 1, maxCards)
	if !r.Slice.IsPos() || r.Slice.Cmp(decimal.One) > 0 {
		c.refuse("rate.slice", "slice.out_of_range")
	}
	if r.Month < 28*Day || r.Month > 31*Day {
		c.refuse("rate.month_hours", "number.out_of_range", reason.Int("min", reason.Hours, 672), reason.Int("max", reason.Hours, 744))
	}
	c = append(c, q.Rounding.check("row_rounding")...)
	c = append(c, q.DailyFee.check("daily_fee_rounding")...)
	q.Rules.check(&c, q.Mode)
	for _, k := range keys {
		for _, claim := range q.Facts[k.Key].Claims {
			if p := k.check(claim.Value); p != nil {
				c = append(c, p.In("facts."+string(k.Key)))
			}
		}
	}
	if q.Exchange.Known() {
		if err := q.Exchange.Check(); err != nil {
			c.refuse("exchange", "exchange.wrong")
		} else if q.Exchange.From != r.Amount.Currency {
			c.refuse("exchange", "exchange.other", reason.Word("from", string(q.Exchange.From)), reason.Word("code", string(r.Amount.Currency)))
		}
	}
	return c
}

func (r *Rules) check(c *checks, mode Mode) {
	oneOf(c, "settles", r.Settles, AtStop, EachHour, EachDay, EachMonth)
	oneOf(c, "meter_starts", r.Starts, StartsNotTold, StartsAtOrder, StartsRunning, StartsAtTask)
	oneOf(c, "daily_fee_days", r.Days, DaysNamed, DaysCrossed, DaysTouched)
	oneOf(c, "unused_refund", r.Refund, NoRefund, CashRefund, VoucherRefund)
	c.list("price_series", len(r.Series))
	c.list("prices_by_cards", len(r.ByCards))
	c.list("packages", len(r.Packages))
	c.list("caps", len(r.Caps))
	c.list("meters", len(r.Meters))
	c.list("tiers", len(r.Tiers))
	c.list("shared_free", len(r.Shared))
	c.list("discounts", len(r.Discounts))
	r.checkPrice(c, mode)
	r.checkMeters(c)
	for i, d := range r.Discounts {
		d.check(c, at("discounts", i))
	}
	if t := r.TopUp; t != nil {
		c.positive("top_up.pay", t.Pay)
		c.notNegative("top_up.bonus", t.Bonus)
	}
	c.percent("tax_percent_on_top", r.TaxOnTop)
	if !r.From.IsZero() && !r.Until.IsZero() && r.Until.Before(r.From) {
		c.refuse("valid_until", "date.order")
	}
}

func at(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }

func (r *Rules) checkPrice(c *checks, mode Mode) {
	last := Seconds(0)
	for i, s := range r.Series {
		c.span(at("price_series", i)+".after_seconds", s.After)
		c.notNegative(at("price_series", i)+".amount", s.Amount)
		if s.After <= last {
			c.refuse(at("price_series", i)+".after_seconds", "series.order")
		}
		last = s.After
	}
	for i, p := range r.ByCards {
		c.between(at("prices_by_cards", i)+".cards", int64(p.Cards), 1, maxCards)
		c.notNegative(at("prices_by_cards", i)+".amount", p.Amount)
	}
	for i, p := range r.Packages {
		c.period(at("packages", i)+".per", p.Per)
		c.notNegative(at("packages", i)+".amount", p.Amount)
		c.between(at("packages", i)+".count", int64(p.Count), 0, 1000)
	}
	for i, p := range r.Caps {
		oneOf(c, at("caps", i)+".per", p.Per, PerDay, PerMonth)
		c.notNegative(at("caps", i)+".amount", p.Amount)
		if slices.ContainsFunc(r.Caps[:i], func(other Cap) bool { return other.Per == p.Per }) {
			c.refuse(at("caps", i)+".per", "caps.twice")
		}
	}
	switch {
	case mode == PerToken && r.Tokens == nil:
		c.refuse("tokens", "tokens.missing")
	case mode != PerToken && r.Tokens != nil:
		c.refuse("tokens", "tokens.other_mode")
	case r.Tokens != nil:
		c.notNegative("tokens.in", r.Tokens.In)
		c.notNegative("tokens.out", r.Tokens.Out)
		if r.Tokens.Cached != nil {
			c.notNegative("tokens.cached", *r.Tokens.Cached)
		}
	}
	if p := r.Pack; p != nil {
		c.positive("pack.units", p.Units)
		c.positive("pack.units_per_hour", p.PerHour)
		c.between("pack.valid_days", int64(p.ValidDays), 0, 36_500)
		if len(r.Packages) > 0 {
			c.refuse("packages", "pack.and_packages")
		}
	}
	if p := r.Purchase; p != nil {
		c.notNegative("purchase.amount", p.Amount)
		c.notNegative("purchase.resale", p.Resale)
		c.between("purchase.months", int64(p.Months), 1, 600)
		if p.Resale.Cmp(p.Amount) > 0 {
			c.refuse("purchase.resale", "purchase.resale")
		}
		if mode != Hosted {
			c.refuse("purchase", "purchase.other_mode")
		}
	}
	r.checkTogether(c, !mode.BoughtWhole() && r.Pack == nil)
}

// checkTogether refuses rules that make no sense together.
func (r *Rules) checkTogether(c *checks, metered bool) {
	if !metered && len(r.Series) > 0 {
		c.refuse("price_series", "series.bought_whole")
	}
	if !metered && len(r.Caps) > 0 {
		c.refuse("caps", "caps.bought_whole")
	}
	if len(r.Caps) > 0 && len(r.Packages) > 0 {
		c.refuse("caps", "caps.and_packages")
	}
}

func (r *Rules) checkMeters(c *checks) {
	for i, m := range r.Meters {
		field := at("meters", i)
		c.notNegative(field+".amount", m.Amount)
		c.notNegative(field+".count", m.Count)
		oneOf(c, field+".while", m.While, WhileRunning, WhileKept, EachStart, Once)
		if m.While == WhileRunning || m.While == WhileKept {
			c.period(field+".per", m.Per)
		}
	}
	for i, t := range r.Tiers {
		oneOf(c, at("tiers", i)+".item", t.Item, append([]Item{TierTraffic}, Items...)...)
		c.size(at("tiers", i)+".from_gb", t.From)
		c.notNegative(at("tiers", i)+".price", t.Price)
	}
	for i, s := range r.Shared {
		c.size(at("shared_free", i)+".gb", s.GB)
		for _, item := range s.Items {
			oneOf(c, at("shared_free", i)+".items", item, Items...)
		}
	}
	c.span("reclaim.notice_seconds", r.Reclaim.Notice)
	c.span("reclaim.protection_seconds", r.Reclaim.Protection)
}

func (d Reduction) check(c *checks, field string) {
	oneOf(c, field+".kind", d.Kind, Percent, Coupon, Credit)
	if d.Kind == Percent {
		c.percent(field+".value", d.Value)
	} else {
		c.notNegative(field+".value", d.Value)
	}
	c.notNegative(field+".most", d.Most)
	c.notNegative(field+".threshold", d.Threshold)
	for _, m := range d.Modes {
		oneOf(c, field+".modes", m, Modes...)
	}
	for _, k := range d.Lines {
		oneOf(c, field+".lines", k, Kinds...)
	}
}

// Validity is what a quote's dates say on a day.
type Validity uint8

// A quote without dates is in force.
const (
	InForce Validity = iota
	NotYet
	Expired
)

// ValidOn says whether the quote is in force on a day.
func (r *Rules) ValidOn(day time.Time) Validity {
	switch {
	case day.IsZero():
		return InForce
	case !r.From.IsZero() && day.Before(r.From):
		return NotYet
	case !r.Until.IsZero() && pastDay(day, r.Until):
		return Expired
	}
	return InForce
}

// pastDay reports whether now is after the whole of a last day.
func pastDay(now, last time.Time) bool { return !now.Before(last.Add(24 * time.Hour)) }

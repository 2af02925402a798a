package wizard

import (
	"fmt"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// optional reads a number that may be left empty.
func (r reader) optional(field string) decimal.Decimal {
	if r.words(field) == "" {
		return decimal.Zero
	}
	return r.number(field)
}

// sum reads money; empty is nothing where it may be left out.
func (r reader) sum(field string, c money.Currency) decimal.Decimal { return r.amount(field, c).Value }

func (r reader) optionalSum(field string, c money.Currency) decimal.Decimal {
	if r.words(field) == "" {
		return decimal.Zero
	}
	return r.sum(field, c)
}

func (r reader) optionalWhole(field string) int {
	if r.words(field) == "" {
		return 0
	}
	return r.whole(field)
}

// span reads a time that was typed in a unit.
func (r reader) span(field string, unit billing.Seconds) billing.Seconds {
	s, err := billing.SpanOf(r.optional(field), unit)
	if r.wrong[field] == nil {
		r.keep(field, err)
	}
	return s
}

// last reads the last day of something; a month stands for its last one.
func (r reader) last(field string) time.Time {
	day, month := r.dayOrMonth(field)
	if month {
		return day.AddDate(0, 1, -1)
	}
	return day
}

func (r reader) on(field string) bool { return r.draft.on(field) }

func choices[T ~string](text string) []T {
	var all []T
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' }) {
		all = append(all, T(word))
	}
	return all
}

// names reads a list of names, however they are set apart.
func (r reader) names(field string) []string {
	var all []string
	for _, name := range strings.FieldsFunc(r.draft.get(field), func(c rune) bool { return strings.ContainsRune(",，、;；\n", c) }) {
		if name = strings.Join(strings.Fields(name), " "); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// rules lays the form over the rules of the quote that is edited: what the
// form does not show stays.
func (r reader) rules(c money.Currency) billing.Rules {
	d := r.draft
	rules := d.base.Rules
	rules.Settles, rules.Starts = billing.Settlement(d.get("settles")), billing.MeterStart(d.get("meter_starts"))
	rules.Days, rules.Refund = billing.DayCount(d.get("daily_fee_days")), billing.Refund(d.get("unused_refund"))
	rules.MinimumPerRow, rules.Requested = r.on("minimum_per_row"), r.on("bills_requested_time")
	rules.CalendarMonths, rules.WipesOnStop, rules.Reduced = r.on("calendar_months"), r.on("stop_wipes_data"), r.on("price_is_reduced")
	rules.From, rules.Until = r.day("valid_from"), r.last("valid_until")
	if d.filled("tax_percent_on_top") {
		rules.TaxOnTop = r.percent("tax_percent_on_top")
	} else {
		rules.TaxOnTop = decimal.Zero
	}
	rules.Reclaim = billing.Reclaim{Notice: r.span("reclaim.notice_seconds", billing.Minute), Protection: r.span("reclaim.protection_seconds", billing.Hour)}
	rules.Tokens, rules.Pack, rules.Purchase, rules.TopUp = nil, nil, nil, nil
	if d.mode == billing.PerToken {
		rules.Tokens = &billing.TokenPrice{In: r.sum("tokens.in", c), Out: r.sum("tokens.out", c)}
		if d.filled("tokens.cached") {
			cached := r.sum("tokens.cached", c)
			rules.Tokens.Cached = &cached
		}
	}
	if d.filled("pack.units", "pack.units_per_hour", "pack.valid_days") {
		rules.Pack = &billing.Pack{Units: r.number("pack.units"), PerHour: r.number("pack.units_per_hour"), ValidDays: r.optionalWhole("pack.valid_days")}
	}
	if d.mode == billing.Hosted && d.filled("purchase.amount", "purchase.resale", "purchase.months") {
		rules.Purchase = &billing.Purchase{Amount: r.sum("purchase.amount", c), Resale: r.optionalSum("purchase.resale", c), Months: r.whole("purchase.months")}
	}
	if d.filled("top_up.pay", "top_up.bonus") {
		rules.TopUp = &billing.TopUp{Pay: r.sum("top_up.pay", c), Bonus: r.optionalSum("top_up.bonus", c),
			BonusFirst: r.on("top_up.bonus_first"), Refundable: r.on("top_up.refundable"), UsedUp: r.on("top_up.used_up")}
	}
	r.prices(&rules, c)
	r.meters(&rules, c)
	rules.Discounts = readRows(r, listDiscounts, func(at string) billing.Reduction { return r.discount(at, c) })
	return rules
}

// readRows reads a list; read is given the place of each row.
func readRows[T any](r reader, list string, read func(at string) T) []T {
	var all []T
	for i := range r.draft.lists[list] {
		all = append(all, read(fmt.Sprintf("%s[%d].", list, i)))
	}
	return all
}

func (r reader) prices(rules *billing.Rules, c money.Currency) {
	rules.Series = readRows(r, listSeries, func(at string) billing.PriceStep {
		return billing.PriceStep{After: r.span(at+"after_seconds", billing.Hour), Amount: r.sum(at+"amount", c)}
	})
	rules.ByCards = readRows(r, listCards, func(at string) billing.CardPrice {
		return billing.CardPrice{Cards: r.whole(at + "cards"), Amount: r.sum(at+"amount", c)}
	})
	rules.Packages = readRows(r, listPackages, func(at string) billing.Package {
		return billing.Package{Amount: r.sum(at+"amount", c), Per: billing.Period(r.draft.get(at + "per")), Count: r.optionalWhole(at + "count")}
	})
	rules.Caps = readRows(r, listCaps, func(at string) billing.Cap {
		return billing.Cap{Per: billing.Period(r.draft.get(at + "per")), Amount: r.sum(at+"amount", c)}
	})
}

func (r reader) meters(rules *billing.Rules, c money.Currency) {
	rules.Shared = readRows(r, listShared, func(at string) billing.SharedFree {
		s := billing.SharedFree{Items: choices[billing.Item](r.draft.get(at + "items")), GB: r.number(at + "gb")}
		if len(s.Items) < 2 {
			r.keep(at+"items", reason.Refuse("", "shared.two"))
		}
		return s
	})
	rules.Tiers = readRows(r, listTiers, func(at string) billing.Tier {
		return billing.Tier{Item: billing.Item(r.draft.get(at + "item")), From: r.number(at + "from_gb"), Price: r.sum(at+"price", c)}
	})
	rules.Meters = readRows(r, listMeters, func(at string) billing.Meter {
		m := billing.Meter{Name: r.words(at + "name"), Amount: r.sum(at+"amount", c), While: billing.While(r.draft.get(at + "while")), Count: r.optional(at + "count")}
		if m.While == billing.WhileRunning || m.While == billing.WhileKept {
			m.Per = billing.Period(r.draft.get(at + "per"))
		}
		if m.Name == "" {
			r.keep(at+"name", reason.Refuse("", "name.empty"))
		}
		return m
	})
}

func (r reader) discount(at string, c money.Currency) billing.Reduction {
	o := billing.Reduction{Name: r.words(at + "name"), Kind: billing.ReductionKind(r.draft.get(at + "kind")),
		Most: r.optionalSum(at+"most", c), Threshold: r.optionalSum(at+"threshold", c),
		Modes: choices[billing.Mode](r.draft.get(at + "modes")), Cards: r.names(at + "cards"), Lines: choices[billing.Kind](r.draft.get(at + "lines")),
		NotGPU: r.on(at + "not_for_gpu"), ListPrice: r.on(at + "list_price_only"), Alone: r.on(at + "alone"), Expires: r.last(at + "expires")}
	if o.Kind == billing.Percent {
		o.Value = r.percent(at + "value")
	} else {
		o.Value = r.sum(at+"value", c)
	}
	if o.Name == "" {
		r.keep(at+"name", reason.Refuse("", "name.empty"))
	}
	return o
}

// exchange reads the frozen rate of exchange. Where none is typed, the quote
// takes the one that is known when it is saved.
func (r reader) exchange(c money.Currency) money.Exchange {
	before := r.draft.base.Exchange
	_, to := r.draft.worth()
	if to == "" {
		if before.From != c {
			return money.Exchange{}
		}
		return before
	}
	if r.words("exchange.rate") == "" {
		return money.Exchange{}
	}
	x := money.Exchange{From: c, To: to, Rate: r.number("exchange.rate"), On: r.day("exchange.on"), Source: r.words("exchange.source")}
	if r.wrong["exchange.rate"] == nil && !x.Rate.IsPos() {
		r.keep("exchange.rate", reason.Refuse("", "number.not_positive"))
	}
	if r.words("exchange.on") == dayOr(before.On) { // which may know the hour too
		x.On = before.On
	}
	return x
}

package exchange

import (
	"slices"
	"strconv"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// ruleKeys are the keys of a quote that say how the platform bills beyond its
// rate and single facts.
var ruleKeys = []string{"settles", "minimum_per_row", "meter_starts", "bills_requested_time", "daily_fee_days", "calendar_months", "stop_wipes_data",
	"price_series", "prices_by_cards", "tokens", "pack", "packages", "caps", "unused_refund", "purchase", "meters", "tiers", "shared_free",
	"reclaim", "price_is_reduced", "discounts", "top_up", "tax_percent_on_top", "valid_from", "valid_until"}

// The times in rules.
var (
	afterTime      = timed{"after", ""}
	noticeTime     = timed{"notice", ""}
	protectionTime = timed{"protection", ""}
)

func rules(c cursor, rate money.Amount) billing.Rules {
	r := ruleReader{currency: rate.Currency}
	return billing.Rules{
		Settles: settlement(c.get("settles")), MinimumPerRow: c.get("minimum_per_row").yes(),
		Starts: meterStart(c.get("meter_starts")), Requested: c.get("bills_requested_time").yes(),
		Days: dayCount(c.get("daily_fee_days")), CalendarMonths: c.get("calendar_months").yes(),
		WipesOnStop: c.get("stop_wipes_data").yes(),

		Series: r.series(c.get("price_series"), rate.Value), ByCards: r.byCards(c.get("prices_by_cards")),
		Tokens: r.tokens(c.get("tokens")), Pack: pack(c.get("pack")),

		Packages: r.packages(c.get("packages")), Caps: r.caps(c.get("caps")),
		Refund: refund(c.get("unused_refund")), Purchase: r.purchase(c.get("purchase")),

		Meters: r.meters(c.get("meters")), Tiers: r.tiers(c.get("tiers")), Shared: sharedFree(c.get("shared_free")),
		Reclaim: reclaim(c.get("reclaim")),

		Reduced: c.get("price_is_reduced").yes(), Discounts: r.discounts(c.get("discounts")), TopUp: r.topUp(c.get("top_up")),
		TaxOnTop: c.get("tax_percent_on_top").percent(),
		From:     c.get("valid_from").date(), Until: c.get("valid_until").date(),
	}
}

// ruleReader reads rules that hold money of a currency.
type ruleReader struct{ currency money.Currency }

func settlement(c cursor) billing.Settlement {
	const stop billing.Settlement = "stop"
	s := choiceOr(c, stop, map[string]billing.Settlement{"hourly": billing.EachHour, "daily": billing.EachDay, "monthly": billing.EachMonth, "at_stop": stop},
		stop, billing.EachHour, billing.EachDay, billing.EachMonth)
	if s == stop {
		return billing.AtStop
	}
	return s
}

func meterStart(c cursor) billing.MeterStart {
	return choiceOr(c, billing.StartsNotTold, map[string]billing.MeterStart{"power_on": billing.StartsRunning, "task_start": billing.StartsAtTask},
		billing.StartsAtOrder, billing.StartsRunning, billing.StartsAtTask)
}

func dayCount(c cursor) billing.DayCount {
	const named billing.DayCount = "named"
	d := choice(c, named, named, billing.DaysCrossed, billing.DaysTouched)
	if d == named {
		return billing.DaysNamed
	}
	return d
}

func refund(c cursor) billing.Refund {
	const none billing.Refund = "none"
	r := choice(c, none, none, billing.CashRefund, billing.VoucherRefund)
	if r == none {
		return billing.NoRefund
	}
	return r
}

// periodIn reads "hour", and what people write for it.
func periodIn(c cursor, among ...billing.Period) billing.Period {
	if len(among) == 0 {
		among = billing.Periods
	}
	p := choiceOr(c, "", periodWords, among...)
	if p != "" && !slices.Contains(among, p) {
		return choice(c, "", among...)
	}
	return p
}

var periodWords = map[string]billing.Period{
	"s": billing.PerSecond, "sec": billing.PerSecond, "seconds": billing.PerSecond, "min": billing.PerMinute, "minutes": billing.PerMinute,
	"h": billing.PerHour, "hr": billing.PerHour, "hours": billing.PerHour, "hourly": billing.PerHour,
	"d": billing.PerDay, "days": billing.PerDay, "daily": billing.PerDay, "weeks": billing.PerWeek, "weekly": billing.PerWeek,
	"mo": billing.PerMonth, "months": billing.PerMonth, "monthly": billing.PerMonth, "quarters": billing.PerQuarter, "quarterly": billing.PerQuarter,
	"years": billing.PerYear, "yearly": billing.PerYear,
}

// series reads a price that moves. A first step at the very start says again
// what the rate is.
func (r ruleReader) series(c cursor, first decimal.Decimal) []billing.PriceStep {
	if !c.given() {
		return nil
	}
	var steps []billing.PriceStep
	for i, item := range c.list() {
		item.object(append(afterTime.keys(), "amount")...)
		if item.given() && !item.tells(afterTime) {
			item.need("after_hours")
		}
		step := billing.PriceStep{After: item.time(afterTime), Amount: item.need("amount").money(r.currency)}
		if i == 0 && step.After == 0 && *c.bad == nil {
			if !step.Amount.Equal(first) {
				item.get("amount").refuse("series.first", reason.Word("amount", first.String()))
			}
			continue
		}
		steps = append(steps, step)
	}
	return steps
}

// byCards reads prices by number of cards, as a list or as {"2": 3.40}.
func (r ruleReader) byCards(c cursor) []billing.CardPrice {
	if !c.given() {
		return nil
	}
	var prices []billing.CardPrice
	if c.node.kind == object && !c.get("cards").given() {
		for _, key := range c.node.keys {
			n, err := strconv.Atoi(key)
			if err != nil {
				c.refuse("file.unknown_key", reason.Word("key", shown(key)), reason.Word("near", "cards"))
			}
			prices = append(prices, billing.CardPrice{Cards: n, Amount: c.get(key).money(r.currency)})
		}
		return prices
	}
	for _, item := range c.list() {
		item.object("cards", "amount")
		prices = append(prices, billing.CardPrice{Cards: item.need("cards").whole(0), Amount: item.need("amount").money(r.currency)})
	}
	return prices
}

func (r ruleReader) tokens(c cursor) *billing.TokenPrice {
	if !c.object("in", "out", "cached") {
		return nil
	}
	price := billing.TokenPrice{In: c.need("in").money(r.currency), Out: c.need("out").money(r.currency)}
	if cached := c.get("cached"); cached.given() {
		value := cached.money(r.currency)
		price.Cached = &value
	}
	return &price
}

func pack(c cursor) *billing.Pack {
	if !c.object("units", "units_per_hour", "valid_days") {
		return nil
	}
	return &billing.Pack{Units: c.need("units").optional(), PerHour: c.need("units_per_hour").optional(), ValidDays: c.get("valid_days").whole(0)}
}

func (r ruleReader) packages(c cursor) []billing.Package {
	if !c.given() {
		return nil
	}
	var list []billing.Package
	for _, item := range c.list() {
		item.object("amount", "per", "count")
		list = append(list, billing.Package{Amount: item.need("amount").money(r.currency), Per: periodIn(item.need("per")), Count: item.get("count").whole(1)})
	}
	return list
}

func (r ruleReader) caps(c cursor) []billing.Cap {
	if !c.given() {
		return nil
	}
	var list []billing.Cap
	for _, item := range c.list() {
		item.object("amount", "per")
		list = append(list, billing.Cap{Amount: item.need("amount").money(r.currency), Per: periodIn(item.need("per"), billing.PerDay, billing.PerMonth)})
	}
	return list
}

func (r ruleReader) purchase(c cursor) *billing.Purchase {
	if !c.object("amount", "resale", "months") {
		return nil
	}
	return &billing.Purchase{Amount: c.need("amount").money(r.currency), Resale: c.get("resale").money(r.currency), Months: c.need("months").whole(0)}
}

func (r ruleReader) meters(c cursor) []billing.Meter {
	if !c.given() {
		return nil
	}
	var list []billing.Meter
	for _, item := range c.list() {
		item.object("name", "amount", "per", "while", "count")
		m := billing.Meter{Name: item.need("name").word(), Amount: item.need("amount").money(r.currency), Count: item.get("count").optional()}
		m.While = choiceOr(item.get("while"), billing.WhileRunning, map[string]billing.While{"each_start": billing.EachStart, "per_start": billing.EachStart},
			billing.WhileRunning, billing.WhileKept, billing.EachStart, billing.Once)
		if m.While == billing.WhileRunning || m.While == billing.WhileKept {
			m.Per = periodIn(item.need("per"))
		} else if per := item.get("per"); per.given() {
			per.refuse("meter.no_period")
		}
		list = append(list, m)
	}
	return list
}

func (r ruleReader) tiers(c cursor) []billing.Tier {
	if !c.given() {
		return nil
	}
	var list []billing.Tier
	for _, item := range c.list() {
		item.object("item", "from_gb", "price")
		kind := choice(item.need("item"), "", append([]billing.Item{billing.TierTraffic}, billing.Items...)...)
		list = append(list, billing.Tier{Item: kind, From: item.need("from_gb").optional(), Price: item.need("price").money(r.currency)})
	}
	return list
}

func sharedFree(c cursor) []billing.SharedFree {
	if !c.given() {
		return nil
	}
	var list []billing.SharedFree
	for _, item := range c.list() {
		item.object("items", "gb")
		list = append(list, billing.SharedFree{Items: words(item.need("items"), billing.Items...), GB: item.need("gb").optional()})
	}
	return list
}

func reclaim(c cursor) billing.Reclaim {
	if !c.object(append(noticeTime.keys(), protectionTime.keys()...)...) {
		return billing.Reclaim{}
	}
	return billing.Reclaim{Notice: c.time(noticeTime), Protection: c.time(protectionTime)}
}

// words reads a list of words, or one alone.
func words[T ~string](c cursor, known ...T) []T {
	if !c.given() {
		return nil
	}
	if c.node.kind == text {
		return []T{choice(c, "", known...)}
	}
	var list []T
	for _, item := range c.items() {
		list = append(list, choice(item, "", known...))
	}
	return list
}

func (r ruleReader) discounts(c cursor) []billing.Reduction {
	if !c.given() {
		return nil
	}
	var list []billing.Reduction
	for _, item := range c.list() {
		item.object("name", "kind", "value", "most", "threshold", "modes", "cards", "lines", "not_for_gpu", "list_price_only", "alone", "expires")
		d := billing.Reduction{Name: item.get("name").word(), Kind: choice(item.need("kind"), "", billing.Percent, billing.Coupon, billing.Credit),
			Most: item.get("most").money(r.currency), Threshold: item.get("threshold").money(r.currency),
			Modes: words(item.get("modes"), billing.Modes...), Lines: words(item.get("lines"), billing.Kinds...), NotGPU: item.get("not_for_gpu").yes(),
			ListPrice: item.get("list_price_only").yes(), Alone: item.get("alone").yes(), Expires: item.get("expires").date()}
		if d.Name == "" {
			d.Name = string(d.Kind)
		}
		if value := item.need("value"); d.Kind == billing.Percent {
			d.Value = value.percent()
		} else {
			d.Value = value.money(r.currency)
		}
		d.Cards = wordList(item.get("cards"))
		list = append(list, d)
	}
	return list
}

// wordList reads a list of texts, or one alone.
func wordList(c cursor) []string {
	if !c.given() {
		return nil
	}
	if c.node.kind == text {
		return []string{c.word()}
	}
	var list []string
	for _, item := range c.items() {
		list = append(list, item.word())
	}
	return list
}

func (r ruleReader) topUp(c cursor) *billing.TopUp {
	if !c.object("pay", "bonus", "bonus_first", "refundable", "used_up") {
		return nil
	}
	return &billing.TopUp{Pay: c.need("pay").money(r.currency), Bonus: c.get("bonus").money(r.currency),
		BonusFirst: c.get("bonus_first").yes(), Refundable: c.get("refundable").yes(), UsedUp: c.get("used_up").yes()}
}

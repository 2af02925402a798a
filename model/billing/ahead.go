package billing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// What is paid ahead: periods, packages beside an hourly rate, packs of units.

// plan is what is bought for a span of time.
type plan struct {
	cost   decimal.Decimal
	length Seconds // that it covers
	counts []int64 // of each option
}

// option is a period on sale.
type option struct {
	length Seconds
	price  decimal.Decimal
	per    Period
	count  int64 // periods in one
}

// months is the number of months in an option, 0 where it is of another period.
func (o option) months() int {
	return o.per.months() * int(o.count)
}

// bought prices time that is bought whole: the cheapest mix of what is on
// sale. A prepaid rental covers the span from the first session to the last
// day that data stays; packages beside an hourly rate cover running time, and
// what they do not cover is paid by the hour.
func (p *pricing) bought() {
	u, t := p.u, p.t
	running := p.runningTime()
	options := p.options()
	if t.Mode.BoughtWhole() {
		p.mixed(options, p.covering(options, max(running, u.DataStay), false))
		return
	}
	if running == 0 {
		return
	}
	// A mix is found by the bare price of an hour. The meter's steps and
	// minimums can make it dearer than the hours alone, or than packages alone.
	mix, whole := p.covering(options, running, true), p.covering(options, running, false)
	p.cheapestOf(p.byTime, func() { p.mixed(options, mix) }, func() { p.mixed(options, whole) })
}

// cheapestOf keeps the lines of the way to pay that costs least, of equal ones
// the first. A way that adds no line is none.
func (p *pricing) cheapestOf(ways ...func()) {
	before := p.lines
	var best []Line
	var least decimal.Decimal
	for _, way := range ways {
		p.lines = nil
		way()
		if cost := p.sumOf(Kinds...); len(p.lines) > 0 && (best == nil || cost.Cmp(least) < 0) {
			best, least = p.lines, cost
		}
	}
	p.lines = slices.Concat(before, best)
}

// mixed prices a mix and the time that it does not cover.
func (p *pricing) mixed(options []option, mix plan) {
	t, running := p.t, p.runningTime()
	if p.err() != nil || mix.length == 0 {
		return
	}
	covered := min(running, mix.length)
	rest := running - covered
	p.usedShares(mix, running, covered, rest)
	useful := p.sumOf(Useful)
	if rest > 0 {
		m := p.meter()
		p.room[0] = piece{rest, t.Rate.Total(&p.c)}
		exact := p.c.MulQuo(m.period, p.room[0].price, rest.Decimal())
		p.add(Rounded, "", p.c.Sub(m.amount(m.bill(p.room[:])), exact))
		if p.explain {
			p.whyRounded(&m)
		}
	}
	used := p.c.MulQuo(mix.length.Decimal(), mix.cost, covered.Decimal())
	unused := p.c.Sub(mix.cost, used)
	p.unusedLine("prepaid", unused, reason.Value{Kind: reason.Spans, Text: spans(options, mix.counts)}, mix.cost)
	p.purchase(mix.length)
	if !t.Mode.BoughtWhole() {
		p.interruptions(p.c.Product(useful, t.ratePeriod()))
	}
}

// runningTime is what the card runs, over all sessions, as billed.
func (p *pricing) runningTime() Seconds {
	part := p.billed(0)
	return p.u.Useful + Seconds(p.u.Sessions)*(part.setUp+part.idle)
}

// usedShares splits the price of what is used into what the card did.
func (p *pricing) usedShares(mix plan, running, covered, rest Seconds) {
	if running == 0 {
		return
	}
	part := p.billed(0)
	prepared := p.u.Useful + Seconds(p.u.Sessions)*part.setUp
	upTo := func(s Seconds) decimal.Decimal { return p.c.MulQuo(mix.length.Decimal(), mix.cost, s.Decimal()) }
	if rest > 0 {
		// Part of it is paid by the hour: the sum is shared out by time.
		sum := p.c.Add(upTo(covered), p.c.MulQuo(p.t.ratePeriod(), p.t.Rate.Total(&p.c), rest.Decimal()))
		upTo = func(s Seconds) decimal.Decimal { return p.c.MulQuo(running.Decimal(), sum, s.Decimal()) }
	}
	useful, setUp := upTo(p.u.Useful), upTo(prepared)
	p.computeLines(useful, p.c.Sub(setUp, useful), p.c.Sub(upTo(running), setUp))
}

// unusedLine adds what was paid for and not used, and what comes back of it.
func (p *pricing) unusedLine(rule string, unused decimal.Decimal, bought reason.Value, paid decimal.Decimal) {
	p.add(Unused, "", unused)
	if p.explain {
		p.why(rule, reason.Arg{Name: "bought", Value: bought}, p.moneyArg("paid", paid))
	}
	switch p.t.Rules.Refund {
	case CashRefund:
		p.add(Discount, "refund", unused.Neg())
		if p.explain {
			p.why("refund_cash")
		}
	case VoucherRefund:
		p.add(Discount, "refund", decimal.Zero)
		if p.explain {
			p.why("refund_voucher", p.moneyArg("money", unused))
		}
	}
}

// options lists what is on sale. A prepaid rate is one of them.
func (p *pricing) options() []option {
	r := p.t.Rate
	var options []option
	if p.t.Mode.BoughtWhole() {
		options = append(options, option{r.Per.Length(r.Month), r.Total(&p.c), r.Per, 1})
	}
	for _, k := range p.t.Rules.Packages {
		price, n := k.Amount, int64(max(k.Count, 1))
		if r.Scope == PerCard {
			price = p.c.Mul(price, count(r.Cards))
		}
		options = append(options, option{Seconds(n) * k.Per.Length(r.Month), price, k.Per, n})
	}
	return options
}

// covering finds the cheapest mix that covers a span; beside an hourly rate the
// part of the span that it leaves costs that. Of months by the calendar so many
// come first, then what else is on sale.
func (p *pricing) covering(options []option, span Seconds, byHour bool) plan {
	find := func(among []option, need Seconds) plan {
		if byHour {
			return cheapest(&p.c, among, need, need, p.t.Rate.Total(&p.c), p.t.ratePeriod())
		}
		return cheapest(&p.c, among, need, 0, decimal.Zero, decimal.One)
	}
	var shorter []option
	for _, o := range options {
		if o.months() == 0 {
			shorter = append(shorter, o)
		}
	}
	if !p.t.Rules.byCalendar(p.u) || len(shorter) == len(options) || span == 0 {
		return find(options, span)
	}
	var best plan
	var least decimal.Decimal
	most := p.covers(span)
	months := p.monthly(options, most)
	for n := most; n >= max(0, most-mostMonths); n-- {
		mix := months[n]
		if rest := span - p.calendar(n); rest > 0 {
			if len(shorter) == 0 && !byHour {
				break
			}
			mix = mix.with(&p.c, options, find(shorter, rest))
		}
		cost := mix.cost
		if left := span - mix.length; left > 0 {
			cost = p.c.Add(cost, p.c.Ratio(p.t.ratePeriod(), p.t.Rate.Total(&p.c), left.Decimal()))
		}
		if best.counts == nil || cost.Cmp(least) < 0 {
			best, least = mix, cost
		}
	}
	return best
}

// mostMonths is how many months less than cover a span are tried.
const mostMonths = 24

// monthly is the cheapest way to buy 0, 1, 2 … months at least.
func (p *pricing) monthly(options []option, most int) []plan {
	plans := []plan{{counts: make([]int64, len(options))}}
	for n := 1; n <= most; n++ {
		var best plan
		for i, o := range options {
			if o.months() == 0 {
				continue
			}
			mix := plans[max(0, n-o.months())].clone()
			mix.cost = p.c.Add(mix.cost, o.price)
			mix.counts[i]++
			if best.counts == nil || mix.cost.Cmp(best.cost) < 0 {
				best = mix
			}
		}
		bought := 0
		for i, o := range options {
			bought += int(best.counts[i]) * o.months()
		}
		best.length = p.calendar(bought)
		plans = append(plans, best)
	}
	return plans
}

func (p plan) clone() plan {
	p.counts = slices.Clone(p.counts)
	return p
}

// with adds a mix of the options that are no months.
func (p plan) with(c *money.Calc, options []option, shorter plan) plan {
	p = p.clone()
	p.cost, p.length = c.Add(p.cost, shorter.cost), p.length+shorter.length
	n := 0
	for i, o := range options {
		if o.months() == 0 {
			p.counts[i] += shorter.counts[n]
			n++
		}
	}
	return p
}

// mostSteps bounds the work of finding a mix.
const mostSteps = 20_000

// cheapest finds the mix of options that covers need at the least cost. With
// an hourly price, running time that the mix does not cover costs that price
// per period, so that a mix of nothing is possible. Of equal ones the mix that
// covers less is taken.
func cheapest(c *money.Calc, options []option, need, running Seconds, hourly, period decimal.Decimal) plan {
	none := plan{counts: make([]int64, len(options))}
	if need == 0 || len(options) == 0 {
		return none
	}
	step := options[0].length
	best := 0
	for i, o := range options {
		step = gcd(step, o.length)
		// The cheapest per second: price ÷ length, compared crosswise.
		if c.Product(o.price, options[best].length.Decimal()).Cmp(c.Product(options[best].price, o.length.Decimal())) < 0 {
			best = i
		}
	}
	if running == 0 && len(options) == 1 {
		n := (need + step - 1) / step
		return plan{c.Mul(options[0].price, n.Decimal()), n * step, []int64{int64(n)}}
	}
	// Far beyond the longest option the cheapest per second is always right;
	// only the last stretch has to be searched.
	var bulk Seconds
	if steps := need / step; steps > mostSteps {
		bulk = (need - mostSteps*step) / options[best].length
	}
	head := bulk * options[best].length
	steps := int((need - head + step - 1) / step)
	cost := make([]decimal.Decimal, steps+1)
	pick := make([]int, steps+1)
	for s := 1; s <= steps; s++ {
		for i, o := range options {
			with := c.Add(cost[max(0, s-int(o.length/step))], o.price)
			if i == 0 || with.Cmp(cost[s]) < 0 {
				cost[s], pick[s] = with, i
			}
		}
	}
	take := steps
	if running > 0 {
		total := func(s int) decimal.Decimal {
			rest := max(0, running-head-Seconds(s)*step)
			return c.Add(cost[s], c.Ratio(period, hourly, rest.Decimal()))
		}
		take = 0
		for s := 1; s <= steps; s++ {
			if total(s).Cmp(total(take)) < 0 {
				take = s
			}
		}
	}
	mix := none
	mix.counts[best] = int64(bulk)
	for s := take; s > 0; s -= int(options[pick[s]].length / step) {
		mix.counts[pick[s]]++
	}
	for i, n := range mix.counts {
		mix.cost = c.Add(mix.cost, c.Mul(options[i].price, decimal.MustNew(n, 0)))
		mix.length += Seconds(n) * options[i].length
	}
	return mix
}

func gcd(a, b Seconds) Seconds {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// packs prices compute that is sold in units of the platform's own, so many
// to the hour. What is done again after a reclaim, and writing checkpoints,
// uses units too. What a pack holds beyond the need is unused; a pack that
// expires is bought again.
func (p *pricing) packs() {
	u, t, pack := p.u, p.t, p.t.Rules.Pack
	running := p.runningTime()
	if running == 0 {
		return
	}
	held := p.c.Product(pack.Units, Hour.Decimal()) // unit-seconds in one pack
	again := p.redone()
	needed := p.c.Product(p.c.Sum(running.Decimal(), p.c.Sum(again.writing, again.lost)), pack.PerHour)
	n := p.c.Ratio(held, needed).Ceil(0)
	if pack.ValidDays > 0 {
		valid := Seconds(pack.ValidDays) * Day
		if spans := (max(u.DataStay, running) + valid - 1) / valid; spans.Decimal().Cmp(n) > 0 {
			n = spans.Decimal()
		}
	}
	price := t.Rate.Total(&p.c)
	upTo := func(s Seconds) decimal.Decimal { return p.c.MulQuo(held, price, pack.PerHour, s.Decimal()) }
	part := p.billed(0)
	prepared := u.Useful + Seconds(u.Sessions)*part.setUp
	useful, setUp, all := upTo(u.Useful), upTo(prepared), upTo(running)
	p.computeLines(useful, p.c.Sub(setUp, useful), p.c.Sub(all, setUp))
	p.interruptions(p.c.Product(useful, t.ratePeriod()))
	paid, used := p.c.Mul(price, n), p.c.Add(all, p.sumOf(Rework))
	p.unusedLine("packs", above(p.c.Sub(paid, used)), reason.Value{Kind: reason.Count, Num: n}, paid)
}

// purchase adds the share of a card of one's own that a span uses up.
func (p *pricing) purchase(span Seconds) {
	own := p.t.Rules.Purchase
	if own == nil {
		return
	}
	used, month := p.inMonths(span)
	months := p.c.Product(decimal.MustNew(int64(own.Months), 0), month)
	p.add(Useful, "own_card", p.c.MulQuo(months, p.c.Sub(own.Amount, own.Resale), used))
	if p.explain {
		p.why("own_card", p.moneyArg("money", own.Amount), p.moneyArg("resale", own.Resale),
			reason.Int("months", reason.Count, int64(own.Months)), reason.Int("time", reason.Seconds, int64(span)))
	}
}

// spans writes what a mix buys in the form of reason.Spans.
func spans(options []option, counts []int64) string {
	var text strings.Builder
	for i, n := range counts {
		if n == 0 {
			continue
		}
		if text.Len() > 0 {
			text.WriteByte('+')
		}
		fmt.Fprintf(&text, "%d*%s", n*options[i].count, options[i].per)
	}
	return text.String()
}

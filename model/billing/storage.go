package billing

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// shareFree works out what of each item costs nothing: what it has free of
// its own, then its part of what those that are there share.
func (p *pricing) shareFree(there func(Item) bool) {
	for i := range Items {
		p.free[i] = p.t.storage[i].free
	}
	for _, shared := range p.t.Rules.Shared {
		left := shared.GB
		for _, item := range shared.Items {
			i := index(item)
			if !there(item) {
				continue
			}
			part := least(left, above(p.c.Sub(p.gb[i], p.free[i])))
			p.free[i] = p.c.Add(p.free[i], part)
			left = p.c.Sub(left, part)
		}
	}
}

func above(d decimal.Decimal) decimal.Decimal {
	if d.IsNeg() {
		return decimal.Zero
	}
	return d
}

// stored prices what is stored while the work goes on. A disk that has a
// price of its own while stopped is charged it between the sessions; one that
// is released with its instance is there only while that runs.
func (p *pricing) stored() {
	u, t := p.u, p.t
	p.iops()
	if u.DataStay == 0 {
		return
	}
	p.shareFree(func(Item) bool { return true })
	days := p.daysCharged()
	for i, item := range Items {
		if !p.gb[i].IsPos() {
			continue
		}
		kind := Storage
		if item == Image {
			kind = Images
		}
		price, stay := t.storage[i].price, u.DataStay
		runs := stay - u.pauses()
		daily := p.daily(price)
		switch {
		case item.ofInstance() && u.Between == Release && !daily:
			p.storageLine(kind, i, price, runs, days, true)
		case item == DataDisk && u.pauses() > 0 && u.Between != Release && (price != t.stoppedDisk || t.Rules.tiered(item)):
			ran, stood := p.daysSplit(runs, days, daily)
			p.storageLine(kind, i, price, runs, ran, true)
			p.storageLine(kind, i, t.stoppedDisk, stay-runs, stood, false)
		default:
			p.storageLine(kind, i, price, stay, days, true)
		}
	}
}

// daysSplit parts the days that data stays into those on which a session runs,
// each on days of its own, and those on which a disk costs what it does
// stopped. Where only that price is one per day, a day that it stands in part is
// charged whole.
func (p *pricing) daysSplit(runs Seconds, days int64, daily bool) (ran, stood int64) {
	n := Seconds(p.u.Sessions)
	each := (runs + n - 1) / n
	ran = min(days, int64(n*((each+Day-1)/Day)))
	if daily {
		return ran, days - ran
	}
	return ran, min(days, int64((p.u.DataStay-runs+Day-1)/Day))
}

// iops prices provisioned operations for as long as their disk is there.
func (p *pricing) iops() {
	u, t := p.u, p.t
	stay := u.DataStay
	if u.keeps(DataDisk) {
		stay += Seconds(u.KeepDays) * Day
	}
	if u.IOPS == 0 || stay == 0 {
		return
	}
	p.add(Storage, "iops", p.c.MulQuo(p.period(t.iops).Decimal(), t.iops.Value, decimal.MustNew(int64(u.IOPS), 0), stay.Decimal()))
	if p.explain {
		p.why("iops", reason.Int("n", reason.Count, int64(u.IOPS)), p.rateArg(t.iops.Value, t.iops.Per), reason.Int("time", reason.Seconds, int64(stay)))
	}
}

// daily reports whether a price is charged once a day and not by time.
func (p *pricing) daily(price Figure) bool {
	return price.Per == PerDay || p.t.DailyFee.Mode != RoundNot
}

// daysCharged counts the daily fees of the time that data stays.
func (p *pricing) daysCharged() int64 {
	u, t := p.u, p.t
	var days int64
	switch {
	case t.Rules.Days == DaysNamed:
		return int64((u.DataStay + Day - 1) / Day)
	case u.Starts.Told:
		days = int64((u.Starts.Second + u.DataStay) / Day)
	default:
		days = int64(u.DataStay / Day)
		if t.extraMidnight && u.DataStay%Day != 0 {
			days++
		}
	}
	if t.Rules.Days == DaysTouched {
		days++
	}
	return days
}

// storageLine prices item i for a time. A price per day is charged in whole
// days, as are prices with a daily fee that is rounded; all others by the
// second. Tiers belong to the ordinary price.
func (p *pricing) storageLine(kind Kind, i int, price Figure, stay Seconds, days int64, ordinary bool) {
	item := Items[i]
	free := least(p.free[i], p.gb[i])
	tiers := ordinary && p.t.Rules.tiered(item)
	weight := p.c.Product(p.c.Sub(p.gb[i], free), price.Value)
	if tiers {
		weight = p.tiered(item, free, p.gb[i], price.Value)
	}
	period := p.period(price).Decimal()
	var amount decimal.Decimal
	daily := p.daily(price)
	if daily {
		amount = p.c.Mul(p.t.DailyFee.of(&p.c, period, weight, Day.Decimal()), decimal.MustNew(days, 0))
	} else {
		amount = p.c.MulQuo(period, weight, stay.Decimal())
	}
	p.add(kind, string(item), amount)
	if !p.explain {
		return
	}
	rule, span := "stored_time", reason.Int("time", reason.Seconds, int64(stay))
	if daily {
		rule, span = "stored_days", reason.Int("days", reason.Days, days)
	}
	if p.free[i].IsPos() {
		rule += "_free"
	}
	charged := p.c.Sub(p.gb[i], free)
	rate := price.Value
	if tiers && charged.IsPos() {
		rule += "_tiers"
		rate = money.HalfUp(p.c.MulQuo(charged, weight), 6) // on average
	}
	p.why(rule, reason.Num("gb", reason.GB, p.gb[i]), reason.Num("free", reason.GB, p.free[i]), reason.Num("charged", reason.GB, charged),
		reason.Priced("rate", reason.Rate, rate, p.currency()+"/GB/"+string(price.Per)), span)
}

// tiered is GB × price of the part from low to high, each tier at its own.
func (p *pricing) tiered(item Item, low, high, price decimal.Decimal) decimal.Decimal {
	tiers := slices.DeleteFunc(slices.Clone(p.t.Rules.Tiers), func(t Tier) bool { return t.Item != item })
	slices.SortStableFunc(tiers, func(a, b Tier) int { return a.From.Cmp(b.From) })
	var sum decimal.Decimal
	for n := -1; n < len(tiers); n++ {
		from, to := decimal.Zero, high
		if n >= 0 {
			from, price = tiers[n].From, tiers[n].Price
		}
		if n+1 < len(tiers) {
			to = least(high, tiers[n+1].From)
		}
		if from.Cmp(low) < 0 {
			from = low
		}
		sum = p.c.Sum(sum, p.c.Product(above(p.c.Sub(to, from)), price))
	}
	return sum
}

// tiered reports whether an item has another price from a size on.
func (r *Rules) tiered(item Item) bool {
	return slices.ContainsFunc(r.Tiers, func(t Tier) bool { return t.Item == item })
}

// traffic prices data that crosses a network, and what is paid for the line.
func (p *pricing) traffic() {
	u, t := p.u, p.t
	perGB := p.currency() + "/GB"
	if u.OutGB.IsPos() {
		free := least(t.outFree, u.OutGB)
		weight := p.tiered(TierTraffic, free, u.OutGB, t.outPrice)
		p.add(Traffic, "out", p.c.MulQuo(decimal.One, weight))
		if p.explain {
			rule, charged, rate := "traffic_out", p.c.Sub(u.OutGB, free), t.outPrice
			if t.outFree.IsPos() {
				rule = "traffic_out_free"
			}
			if p.t.Rules.tiered(TierTraffic) && charged.IsPos() {
				rate = money.HalfUp(p.c.MulQuo(charged, weight), 6)
			}
			p.why(rule, reason.Num("gb", reason.GB, u.OutGB), reason.Num("free", reason.GB, t.outFree),
				reason.Num("charged", reason.GB, charged), reason.Priced("rate", reason.Rate, rate, perGB))
		}
	}
	if u.InGB.IsPos() {
		times := count(p.u.Loads(p.t.Rules))
		p.add(Traffic, "in", p.c.MulQuo(decimal.One, u.InGB, t.inPrice, times))
		if p.explain {
			rule := "traffic_in"
			if times.Cmp(decimal.One) > 0 {
				rule = "traffic_in_again"
			}
			p.why(rule, reason.Num("gb", reason.GB, u.InGB), reason.Priced("rate", reason.Rate, t.inPrice, perGB), reason.Num("times", reason.Count, times))
		}
	}
	if u.InternalGB.IsPos() {
		p.add(Traffic, "internal", p.c.MulQuo(decimal.One, u.InternalGB, t.internalPrice))
		if p.explain {
			p.why("traffic_internal", reason.Num("gb", reason.GB, u.InternalGB), reason.Priced("rate", reason.Rate, t.internalPrice, perGB))
		}
	}
	switch {
	case u.LineMbps.IsPos():
		p.line("line", t.line, u.LineMbps)
	case u.moves():
		p.line("bandwidth", t.bandwidth, decimal.One)
	}
	if u.FixedIPs > 0 {
		stay := max(u.DataStay, u.Metered()) + Seconds(u.KeepDays)*Day
		p.add(Traffic, "fixed_ip", p.c.MulQuo(p.period(t.fixedIP).Decimal(), t.fixedIP.Value, count(u.FixedIPs), stay.Decimal()))
		if p.explain {
			p.why("fixed_ip", reason.Int("n", reason.Count, int64(u.FixedIPs)), p.rateArg(t.fixedIP.Value, t.fixedIP.Per), reason.Int("time", reason.Seconds, int64(stay)))
		}
	}
}

// line prices bandwidth that is bought for whole periods: of a day or more
// for as long as data stays, of less for as long as the instance runs.
func (p *pricing) line(item string, price Figure, size decimal.Decimal) {
	period := p.period(price)
	span := max(p.u.Metered(), 1)
	if period >= Day {
		span = max(span, Seconds(p.u.days())*Day)
	}
	units := p.begun(price.Per, span)
	p.add(Traffic, item, p.c.Mul(price.Value, size, units.Decimal()))
	if p.explain {
		p.why(item, reason.Int("units", reason.Count, int64(units)), p.rateArg(price.Value, price.Per), reason.Num("size", reason.Count, size))
	}
}

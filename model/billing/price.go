package billing

import (
	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// Kind is the part of a cost that a charge line belongs to. Each has one
// colour everywhere.
type Kind string

// The kinds, in the order of the lines.
const (
	Useful      Kind = "useful"
	SetUp       Kind = "setup"
	Idle        Kind = "idle"
	Rounded     Kind = "rounding" // granularity, row rounding and the minimum per start
	CPUMode     Kind = "cpu_mode"
	Storage     Kind = "storage"
	Images      Kind = "image"
	Traffic     Kind = "traffic"
	Retention   Kind = "retention"
	Unused      Kind = "unused_prepaid"
	Rework      Kind = "rework"
	Discount    Kind = "discount"
	Unexplained Kind = "other" // of a bill only
)

// Kinds lists all of them in order.
var Kinds = []Kind{Useful, SetUp, Idle, Rounded, CPUMode, Storage, Images, Traffic, Retention, Unused, Rework, Discount, Unexplained}

// Line is one charge and what explains it.
type Line struct {
	Kind   Kind
	Item   string // what it is for, where a kind has several lines
	Amount decimal.Decimal
	Why    reason.Because
}

// Bill is the exact result of known terms: its lines sum to Total.
type Bill struct {
	Lines []Line
	Total money.Amount
}

// Price computes the charge lines of usage u under terms t. Every line is
// divided once and rounded to money.Scale decimals. The same usage gives the
// same list of lines whatever the terms, so that bills can be compared line
// by line; lines that come to nothing are kept.
func Price(t Terms, u Usage) (Bill, error) {
	p := pricing{t: t, u: u, currency: string(t.Rate.Amount.Currency)}
	if t.Mode.BoughtWhole() {
		p.prepaid()
	} else {
		p.compute()
	}
	p.cpuMode()
	p.stored()
	p.traffic()
	p.retention()
	var total decimal.Decimal
	for _, l := range p.lines {
		total = p.c.Add(total, l.Amount)
	}
	return Bill{p.lines, money.Amount{Value: total, Currency: t.Rate.Amount.Currency}}, p.c.Err()
}

type pricing struct {
	c        money.Calc
	t        Terms
	u        Usage
	currency string
	lines    []Line
}

func (p *pricing) add(kind Kind, item string, amount decimal.Decimal, rule string, args ...reason.Arg) {
	p.lines = append(p.lines, Line{kind, item, amount, reason.Because{Rule: rule, Args: args}})
}

// rateArg is the rate of the whole rental, "CNY/hour".
func (p *pricing) rateArg(value decimal.Decimal, per Period) reason.Arg {
	return reason.Priced("rate", reason.Rate, value, p.currency+"/"+string(per))
}

// share splits the compute time into useful, set-up and idle lines and
// returns the exact price of all of it. Shares are differences of running
// sums, so that they add up without a remainder.
func (p *pricing) share() decimal.Decimal {
	u, r := p.u, p.t.Rate
	price := r.Total(&p.c)
	upTo := func(s Seconds) decimal.Decimal {
		return p.c.MulQuo(r.Per.Length(r.Month).Decimal(), price, s.Decimal())
	}
	setUp, idle := Seconds(u.Sessions)*u.SetUp, Seconds(u.Sessions)*u.Idle
	useful, prepared, all := upTo(u.Useful), upTo(u.Useful+setUp), upTo(u.Useful+setUp+idle)

	rule := "compute"
	if r.Scope == PerCard && r.Cards > 1 {
		rule = "compute_cards"
	}
	why := func(s Seconds) []reason.Arg {
		return []reason.Arg{
			reason.Int("time", reason.Seconds, int64(s)),
			p.rateArg(r.Amount.Value, r.Per),
			reason.Int("cards", reason.Count, int64(r.Cards)),
		}
	}
	if u.Metered() > 0 {
		p.add(Useful, "", useful, rule, why(u.Useful)...)
	}
	if setUp > 0 {
		p.add(SetUp, "", p.c.Sub(prepared, useful), rule, why(setUp)...)
	}
	if idle > 0 {
		p.add(Idle, "", p.c.Sub(all, prepared), rule, why(idle)...)
	}
	return all
}

// compute prices metered time.
func (p *pricing) compute() {
	all := p.share()
	u, t := p.u, p.t
	if u.Metered() == 0 {
		return
	}
	price, period := t.Rate.Total(&p.c), t.Rate.Per.Length(t.Rate.Month)
	var least, billed charge
	for _, r := range u.rows() {
		rowLeast, rowBilled := t.meter(&p.c, r.useful+u.SetUp+u.Idle, price, period, t.MinAmount)
		least.add(&p.c, rowLeast, r.times)
		billed.add(&p.c, rowBilled, r.times)
	}
	// Rounding and minimum are one line: a higher minimum leaves less to be
	// rounded, so that apart each could fall while the bill rises.
	extra := p.c.Sub(billed.at(&p.c, price, period), all)
	rule := "granularity"
	switch {
	case !least.at(&p.c, price, period).Equal(all):
		rule = "minimum"
	case t.Rounding.Mode != RoundNot:
		rule = "granularity_rounded"
	}
	p.add(Rounded, "", extra, rule,
		reason.Int("step", reason.Seconds, int64(t.Granularity)), reason.Int("sessions", reason.Count, int64(u.Sessions)),
		reason.Priced("unit", reason.Money, t.Rounding.Unit, p.currency),
		reason.Int("least", reason.Seconds, int64(t.MinSeconds)), reason.Priced("money", reason.Money, t.MinAmount, p.currency))
}

// prepaid prices time that is bought whole, in the rate's period, for the
// span from the first session to the last day that data stays.
func (p *pricing) prepaid() {
	all := p.share()
	r := p.t.Rate
	period := r.Per.Length(r.Month)
	span := max(p.u.Metered(), p.u.DataStay)
	units := (span + period - 1) / period
	bought := p.c.Mul(r.Total(&p.c), units.Decimal())
	if units > 0 {
		p.add(Unused, "", p.c.Sub(bought, all), "prepaid", reason.Int("units", reason.Count, int64(units)),
			p.rateArg(r.Total(&p.c), r.Per), reason.Priced("paid", reason.Money, bought, p.currency))
	}
}

// cpuMode prices the time an instance runs without its card.
func (p *pricing) cpuMode() {
	u, t := p.u, p.t
	if u.CPUMode == 0 || u.CPUSessions == 0 {
		return
	}
	price, period := t.CPUPrice.Value, max(t.CPUPrice.Per.Length(t.Rate.Month), 1)
	var sum charge
	for _, r := range (Usage{Useful: u.CPUMode, Sessions: u.CPUSessions}).rows() {
		_, billed := t.meter(&p.c, r.useful, price, period, t.CPUMin)
		sum.add(&p.c, billed, r.times)
	}
	p.add(CPUMode, "", sum.at(&p.c, price, period), "cpu_mode", reason.Int("time", reason.Seconds, int64(u.CPUMode)),
		p.rateArg(t.CPUPrice.Value, t.CPUPrice.Per),
		reason.Int("sessions", reason.Count, int64(u.CPUSessions)), reason.Priced("money", reason.Money, t.CPUMin, p.currency))
}

// stored prices what is stored while the work goes on.
func (p *pricing) stored() {
	for i, item := range Items {
		gb := p.u.GB(item)
		if !gb.IsPos() || p.u.DataStay == 0 {
			continue
		}
		kind := Storage
		if item == Image {
			kind = Images
		}
		p.storageLine(kind, item, gb, p.t.storage[i].price, p.t.storage[i].free, p.u.DataStay)
	}
}

// storageLine prices gb of item for a time. A price per day is charged in
// whole days, as are prices with a daily fee that is rounded; all others by
// the second.
func (p *pricing) storageLine(kind Kind, item Item, gb decimal.Decimal, price Figure, free decimal.Decimal, stay Seconds) {
	charged := p.c.Sub(gb, free)
	if charged.IsNeg() {
		charged = decimal.Zero
	}
	period := max(price.Per.Length(p.t.Rate.Month), 1)
	rate := reason.Priced("rate", reason.Rate, price.Value, p.currency+"/GB/"+string(price.Per))
	args := []reason.Arg{reason.Num("gb", reason.GB, gb), reason.Num("free", reason.GB, free), reason.Num("charged", reason.GB, charged), rate}
	suffix := ""
	if free.IsPos() {
		suffix = "_free"
	}
	if price.Per == PerDay || p.t.DailyFee.Mode != RoundNot {
		days := (stay + Day - 1) / Day
		fee := p.t.DailyFee.of(&p.c, period.Decimal(), charged, price.Value, Day.Decimal())
		p.add(kind, string(item), p.c.Mul(fee, days.Decimal()), "stored_days"+suffix, append(args, reason.Int("days", reason.Days, int64(days)))...)
		return
	}
	amount := p.c.MulQuo(period.Decimal(), charged, price.Value, stay.Decimal())
	p.add(kind, string(item), amount, "stored_time"+suffix, append(args, reason.Int("time", reason.Seconds, int64(stay)))...)
}

// traffic prices data that crosses the public network.
func (p *pricing) traffic() {
	u, t := p.u, p.t
	perGB := p.currency + "/GB"
	if u.OutGB.IsPos() {
		charged := p.c.Sub(u.OutGB, t.outFree)
		if charged.IsNeg() {
			charged = decimal.Zero
		}
		rule := "traffic_out"
		if t.outFree.IsPos() {
			rule = "traffic_out_free"
		}
		p.add(Traffic, "out", p.c.MulQuo(decimal.One, charged, t.outPrice), rule, reason.Num("gb", reason.GB, u.OutGB),
			reason.Num("free", reason.GB, t.outFree), reason.Num("charged", reason.GB, charged), reason.Priced("rate", reason.Rate, t.outPrice, perGB))
	}
	if u.InGB.IsPos() {
		p.add(Traffic, "in", p.c.MulQuo(decimal.One, u.InGB, t.inPrice), "traffic_in",
			reason.Num("gb", reason.GB, u.InGB), reason.Priced("rate", reason.Rate, t.inPrice, perGB))
	}
	if u.moves() {
		// A bandwidth package is bought for whole periods: of a day or more for
		// as long as data stays, of less for as long as the instance runs.
		period := max(t.bandwidth.Per.Length(t.Rate.Month), 1)
		span := max(u.Metered(), 1)
		if period >= Day {
			span = max(span, Seconds(u.days())*Day)
		}
		units := (span + period - 1) / period
		p.add(Traffic, "bandwidth", p.c.Mul(t.bandwidth.Value, units.Decimal()), "bandwidth",
			reason.Int("units", reason.Count, int64(units)), p.rateArg(t.bandwidth.Value, t.bandwidth.Per))
	}
}

// retention prices what goes on costing money after the instance is stopped.
func (p *pricing) retention() {
	u, t := p.u, p.t
	if stopped := u.stoppedTime(); stopped > 0 && !t.Mode.BoughtWhole() {
		amount := p.c.MulQuo(t.Rate.Per.Length(t.Rate.Month).Decimal(), t.Rate.Total(&p.c), stopped.Decimal(), t.AfterStopShare)
		p.add(Retention, "compute", amount, "after_stop", reason.Num("share", reason.Fraction, t.AfterStopShare),
			reason.Int("time", reason.Seconds, int64(stopped)), p.rateArg(t.Rate.Total(&p.c), t.Rate.Per))
	}
	if u.KeepDays == 0 {
		return
	}
	for i, item := range Items {
		gb := u.GB(item)
		if !gb.IsPos() {
			continue
		}
		price := t.storage[i].price
		if item == DataDisk {
			price = t.stoppedDisk
		}
		p.storageLine(Retention, item, gb, price, t.storage[i].free, Seconds(u.KeepDays)*Day)
	}
}

package billing

import (
	"slices"

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
	Rounded     Kind = "rounding" // granularity, row rounding and the minimum
	CPUMode     Kind = "cpu_mode"
	Storage     Kind = "storage"
	Images      Kind = "image"
	Traffic     Kind = "traffic"
	Retention   Kind = "retention"
	Fees        Kind = "fees" // meters of their own
	Unused      Kind = "unused_prepaid"
	Rework      Kind = "rework"
	Discount    Kind = "discount"
	Tax         Kind = "tax"
	Unexplained Kind = "other" // of a bill only
)

// Kinds lists all of them in order.
var Kinds = []Kind{Useful, SetUp, Idle, Rounded, CPUMode, Storage, Images, Traffic, Retention, Fees, Unused, Rework, Discount, Tax, Unexplained}

// computeKinds are what a card costs by time.
var computeKinds = []Kind{Useful, SetUp, Idle, Rounded, Unused, Rework}

// Line is one charge and what explains it.
type Line struct {
	Kind   Kind
	Item   string // what it is for, where a kind has several lines
	Amount decimal.Decimal
	Why    reason.Because // empty unless asked for
}

// Bill is the exact result of known terms: its lines sum to Total.
type Bill struct {
	Lines   []Line
	Total   money.Amount
	Refused []Refused // discounts that may not be used
}

// Price computes the charge lines of usage u under terms t. Every line is
// divided once and rounded to money.Scale decimals. The same usage under the
// same rules gives the same list of lines whatever the facts, so that bills
// can be compared line by line; lines that come to nothing are kept. Lines
// have no Why: Explain gives it.
func Price(t Terms, u Usage) (Bill, error) { return priced(&t, &u, false) }

// Explain is Price with what explains each line.
func Explain(t Terms, u Usage) (Bill, error) { return priced(&t, &u, true) }

func priced(t *Terms, u *Usage, explain bool) (Bill, error) {
	lines, err := gross(t, u, explain)
	if err != nil {
		return Bill{}, err
	}
	r := reducer{t: t, u: u, explain: explain}
	use, refused := r.choose(lines)
	lines = r.apply(lines, use)
	total := money.Zero(t.Rate.Amount.Currency)
	for _, l := range lines {
		total.Value = r.c.Add(total.Value, l.Amount)
	}
	return Bill{lines, total, refused}, r.c.Err()
}

// gross computes the lines before discounts, tax and top-ups.
func gross(t *Terms, u *Usage, explain bool) ([]Line, error) {
	p := pricing{t: t, u: u, explain: explain, lines: make([]Line, 0, 16)}
	for i, item := range Items {
		p.gb[i] = u.GB(item)
	}
	p.compute()
	p.cpuMode()
	p.stored()
	p.traffic()
	p.retention()
	p.meters()
	return p.lines, p.err()
}

type pricing struct {
	c       money.Calc
	t       *Terms
	u       *Usage
	explain bool
	refused error
	gb      [itemCount]decimal.Decimal
	free    [itemCount]decimal.Decimal // own and shared
	lines   []Line
	room    [1]piece // of the common case, on the stack
}

func (p *pricing) err() error {
	if p.refused != nil {
		return p.refused
	}
	return p.c.Err()
}

func (p *pricing) add(kind Kind, item string, amount decimal.Decimal) {
	p.lines = append(p.lines, Line{Kind: kind, Item: item, Amount: amount})
}

// why explains the line that was added last. It is called only while
// explaining: the arguments cost more than the price.
func (p *pricing) why(rule string, args ...reason.Arg) {
	p.lines[len(p.lines)-1].Why = reason.Because{Rule: rule, Args: args}
}

func (p *pricing) currency() string { return string(p.t.Rate.Amount.Currency) }

// rateArg is a rate, "CNY/hour".
func (p *pricing) rateArg(value decimal.Decimal, per Period) reason.Arg {
	return reason.Priced("rate", reason.Rate, value, p.currency()+"/"+string(per))
}

func (p *pricing) moneyArg(name string, value decimal.Decimal) reason.Arg {
	return reason.Priced(name, reason.Money, value, p.currency())
}

// period is the length of a price's period in seconds.
func (p *pricing) period(f Figure) Seconds { return max(f.Per.Length(p.t.Rate.Month), 1) }

// cpuMode prices the time an instance runs without its card.
func (p *pricing) cpuMode() {
	u, t := p.u, p.t
	if u.CPUMode == 0 || u.CPUSessions == 0 {
		return
	}
	m := meter{c: &p.c, period: p.period(t.CPUPrice).Decimal(), granularity: t.Granularity, minSeconds: t.MinSeconds,
		minAmount: t.CPUMin, rounding: t.Rounding}
	var sum charge
	kinds, n := starts(u.CPUMode, u.CPUSessions)
	for _, s := range kinds[:n] {
		p.room[0] = piece{s.useful, t.CPUPrice.Value}
		sum.add(&p.c, m.bill(p.room[:]), s.times)
	}
	p.add(CPUMode, "", m.amount(sum))
	if p.explain {
		p.why("cpu_mode", reason.Int("time", reason.Seconds, int64(u.CPUMode)), p.rateArg(t.CPUPrice.Value, t.CPUPrice.Per),
			reason.Int("sessions", reason.Count, int64(u.CPUSessions)), p.moneyArg("money", t.CPUMin))
	}
}

// retention prices what goes on costing money after the instance is stopped.
func (p *pricing) retention() {
	u, t := p.u, p.t
	if standing := u.standing(); standing > 0 && t.metered() && u.Between != Release {
		total := t.Rate.Total(&p.c)
		p.add(Retention, "compute", p.c.MulQuo(t.ratePeriod(), total, standing.Decimal(), t.AfterStopShare))
		if p.explain {
			p.why("after_stop", reason.Num("share", reason.Fraction, t.AfterStopShare),
				reason.Int("time", reason.Seconds, int64(standing)), p.rateArg(total, t.Rate.Per))
		}
	}
	if u.KeepDays == 0 {
		return
	}
	p.shareFree(u.keeps)
	for i, item := range Items {
		if !u.keeps(item) || !p.gb[i].IsPos() {
			continue
		}
		price := t.storage[i].price
		if item == DataDisk {
			price = t.stoppedDisk
		}
		p.storageLine(Retention, i, price, Seconds(u.KeepDays)*Day, int64(u.KeepDays), item != DataDisk)
	}
}

// meters prices what is charged apart from all else.
func (p *pricing) meters() {
	u := p.u
	for _, m := range p.t.Rules.Meters {
		n := m.Count
		if n.IsZero() {
			n = decimal.One
		}
		var times Seconds
		period := Seconds(1)
		switch m.While {
		case Once:
			times = 1
		case EachStart:
			times = Seconds(u.Sessions)
		case WhileRunning:
			times, period = p.runningTime(), m.Per.Length(p.t.Rate.Month)
		case WhileKept:
			times, period = max(u.DataStay, u.Metered())+Seconds(u.KeepDays)*Day, m.Per.Length(p.t.Rate.Month)
		}
		p.add(Fees, m.Name, p.c.MulQuo(period.Decimal(), m.Amount, n, times.Decimal()))
		if !p.explain {
			continue
		}
		if period == 1 && m.Per == "" {
			p.why("meter_times", reason.Word("name", m.Name), p.moneyArg("money", m.Amount), reason.Num("count", reason.Count, n),
				reason.Int("times", reason.Count, int64(times)))
			continue
		}
		p.why("meter_time", reason.Word("name", m.Name), p.rateArg(m.Amount, m.Per), reason.Num("count", reason.Count, n),
			reason.Int("time", reason.Seconds, int64(times)))
	}
}

// metered reports whether compute is billed by the time it runs.
func (t *Terms) metered() bool {
	return !t.Mode.BoughtWhole() && t.Mode != PerToken && t.Rules.Pack == nil
}

// ratePeriod is the length of the rate's period in seconds.
func (t *Terms) ratePeriod() decimal.Decimal { return t.Rate.Per.Length(t.Rate.Month).Decimal() }

// inOrder puts lines into the order of their kinds; lines of one kind stay.
func inOrder(lines []Line) []Line {
	slices.SortStableFunc(lines, func(a, b Line) int { return slices.Index(Kinds, a.Kind) - slices.Index(Kinds, b.Kind) })
	return lines
}

package billing

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// Interruption is what reclaims do to one hour of useful work. Times are in
// hours, as decimals.
type Interruption struct {
	Rate       decimal.Decimal // reclaims or failures per machine-hour × machines
	Useful     decimal.Decimal // of one start
	Checkpoint decimal.Decimal // between two; zero: none are written
	Write      decimal.Decimal // of one checkpoint
	Restart    decimal.Decimal
	Warned     bool // the notice is long enough to write a checkpoint
}

// mostReclaims is λ × h from which work without checkpoints is not worth
// starting: it would be expected to run more than six times its length.
var mostReclaims = decimal.MustNew(3, 0)

// Expected returns E, the expected wall hours per useful hour, and the part
// of it that writing checkpoints takes:
//
//	E = (1/λ + R)·(e^{λ(c+δ)} − 1) ÷ c,  for λ → 0  (c+δ) ÷ c
//
// Without checkpoints c is the useful time of the start and δ is nothing. With
// a notice long enough to save the work a reclaim costs its restart alone:
// E = (1 + λR)·(c+δ) ÷ c. It refuses work that would not be finished.
func (i Interruption) Expected() (e, written decimal.Decimal, err error) {
	var c money.Calc
	interval, write := i.Checkpoint, i.Write
	if interval.IsZero() || interval.Cmp(i.Useful) > 0 {
		interval, write = i.Useful, decimal.Zero
	}
	if !interval.IsPos() {
		return decimal.One, decimal.Zero, nil
	}
	written = c.Ratio(interval, write)
	quiet := c.Add(decimal.One, written)
	exposed := c.Product(i.Rate, c.Sum(interval, write))
	switch {
	case i.Rate.IsZero():
		return quiet, written, c.Err()
	case i.Warned && i.Checkpoint.IsPos():
		return c.Mul(quiet, c.Add(decimal.One, c.Mul(i.Rate, i.Restart))), written, c.Err()
	case exposed.Cmp(mostReclaims) > 0:
		return decimal.Zero, decimal.Zero, reason.Refuse("", "interruption.hopeless",
			reason.Num("rate", reason.PerHour, i.Rate), reason.Num("hours", reason.Hours, interval))
	}
	grown, expErr := exposed.Expm1()
	if expErr != nil {
		return decimal.Zero, decimal.Zero, reason.Refuse("", "amount.too_large")
	}
	// (1/λ + R) = (1 + λR) ÷ λ: one division in all.
	e = c.Ratio(c.Product(i.Rate, interval), c.Add(decimal.One, c.Mul(i.Rate, i.Restart)), grown)
	return e, written, c.Err()
}

func hoursOf(c *money.Calc, s Seconds) decimal.Decimal { return c.Ratio(Hour.Decimal(), s.Decimal()) }

// interruptionOf is the interruption of one start of a usage.
func interruptionOf(c *money.Calc, u *Usage, r *Rules, rate decimal.Decimal) Interruption {
	useful := u.Useful / Seconds(max(u.Sessions, 1))
	return Interruption{
		Rate:       c.Mul(rate, decimal.MustNew(u.machines(), 0)),
		Useful:     hoursOf(c, max(0, useful-r.Reclaim.Protection)),
		Checkpoint: hoursOf(c, u.Checkpoint), Write: hoursOf(c, u.CheckpointWrite), Restart: hoursOf(c, u.Restart),
		Warned: r.Reclaim.Notice > 0 && r.Reclaim.Notice >= u.CheckpointWrite,
	}
}

// redone is what checkpoints and reclaims add to the useful time, in seconds
// over all starts.
type redone struct {
	Interruption
	e             decimal.Decimal // expected wall hours per useful hour
	writing, lost decimal.Decimal
}

// redone is nothing where no work is done. Protected time of each start is not
// exposed.
func (p *pricing) redone() (r redone) {
	u, t := p.u, p.t
	if u.Useful == 0 {
		return r
	}
	if u.Checkpoint > 0 {
		r.writing = p.c.Ratio(u.Checkpoint.Decimal(), u.Useful.Decimal(), u.CheckpointWrite.Decimal())
	}
	if !t.Mode.Reclaimed() {
		return r
	}
	r.Interruption = interruptionOf(&p.c, u, t.Rules, t.interruptions)
	e, written, err := r.Expected()
	if err != nil {
		p.refused = err
		return r
	}
	// Rework = h·(E − (c+δ)/c), writing apart.
	r.e = e
	each := p.c.Mul(r.Useful, above(p.c.Sub(e, p.c.Add(decimal.One, written))))
	r.lost = p.c.Product(each, Hour.Decimal(), count(max(u.Sessions, 1)))
	return r
}

// interruptions adds what reclaims are expected to cost, and what writing
// checkpoints does. Work that is done again costs what the useful time does
// on average, given as its price × seconds.
func (p *pricing) interruptions(useful decimal.Decimal) {
	u, t := p.u, p.t
	if u.Useful == 0 {
		return
	}
	if u.Checkpoint > 0 && u.CheckpointWrite > 0 {
		p.add(Rework, "checkpoint_writing", p.c.MulQuo(p.c.Product(t.ratePeriod(), u.Checkpoint.Decimal()), useful, u.CheckpointWrite.Decimal()))
		if p.explain {
			p.why("checkpoint_writing", reason.Int("write", reason.Seconds, int64(u.CheckpointWrite)), reason.Int("interval", reason.Seconds, int64(u.Checkpoint)))
		}
	}
	if !t.Mode.Reclaimed() {
		return
	}
	r := p.redone()
	if p.refused != nil {
		return
	}
	p.add(Rework, "", p.c.MulQuo(p.c.Product(t.ratePeriod(), u.Useful.Decimal()), useful, r.lost))
	if p.explain {
		rule := "rework"
		if u.Checkpoint == 0 {
			rule = "rework_whole"
		}
		p.why(rule, reason.Num("rate", reason.PerHour, r.Rate), reason.Num("e", reason.Count, money.HalfUp(r.e, 4)),
			reason.Int("interval", reason.Seconds, int64(u.Checkpoint)), reason.Num("hours", reason.Hours, money.HalfUp(r.Useful, 4)))
	}
}

// SpotPaysBelow returns the reclaims per machine-hour below which a spot quote
// is expected to cost no more compute than another price for the same work.
// It is for quotes whose rate of reclaims nobody has told; false when spot is
// not cheaper to begin with, and where one of the two has no single price an
// hour: the ratio of their rates says nothing of their bills then. The figure
// is no money and found by halving.
func SpotPaysBelow(spot, other Quote, u Usage) (perHour decimal.Decimal, ok bool) {
	if !spot.oneHourly() || !other.oneHourly() || len(u.Course) > 0 ||
		spot.Rate.Amount.Currency != other.Rate.Amount.Currency || !spot.Rules.TaxOnTop.Equal(other.Rules.TaxOnTop) {
		return decimal.Zero, false
	}
	var c money.Calc
	spotHour, otherHour := spot.hourly(&c, &u), other.hourly(&c, &u)
	if c.Err() != nil || !spotHour.IsPos() || spotHour.Cmp(otherHour) >= 0 || u.Useful == 0 {
		return decimal.Zero, false
	}
	ratio := c.Ratio(spotHour, otherHour)
	pays := func(rate decimal.Decimal) bool {
		i := interruptionOf(&c, &u, &spot.Rules, rate)
		e, written, err := i.Expected()
		// On a machine that stays, checkpoints are written all the same.
		return err == nil && e.Cmp(c.Mul(ratio, c.Add(decimal.One, written))) <= 0
	}
	low, high := decimal.Zero, maxHourly
	if !pays(low) {
		return decimal.Zero, false
	}
	if pays(high) {
		return high, true
	}
	for range 60 {
		middle := c.Ratio(decimal.Two, c.Add(low, high)).Trunc(12)
		if pays(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return money.HalfUp(low, 3), c.Err() == nil && low.IsPos()
}

// oneHourly reports whether each running hour of a quote costs the same,
// whatever came before it, and is paid as it stands.
func (q *Quote) oneHourly() bool {
	r := &q.Rules
	lowered := slices.ContainsFunc(r.Discounts, func(d Reduction) bool { return slices.ContainsFunc(computeKinds, d.covers) })
	return !q.ahead() && !lowered && len(r.Series)+len(r.Packages)+len(r.Caps) == 0 && r.TopUp == nil
}

// hourly is what the whole rental costs an hour.
func (q *Quote) hourly(c *money.Calc, u *Usage) decimal.Decimal {
	r := q.Rules.rateOf(q.Rate)
	return c.Ratio(r.Per.Length(q.month(u)).Decimal(), r.Total(c), Hour.Decimal())
}

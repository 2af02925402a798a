package decision

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/task"
)

// Way is how a plan gets the job done.
type Way string

// The ways.
const (
	// TwoPhases tries out and prepares on one quote's cards, and works on
	// another's.
	TwoPhases Way = "two_phases"
	// WithoutCard sets up while the machine runs without its card, where the
	// platform has such a mode at a known price.
	WithoutCard Way = "without_card"
)

// Plan is a way of doing the whole job that takes more than one rate: a
// candidate of its own, against the same job done wholly on Main.
type Plan struct {
	Way         Way
	Main, First billing.Quote // First is where it is prepared; WithoutCard it is Main

	Span                             // of the whole job
	FirstLow, FirstHigh money.Amount // of the part before Main's cards, TwoPhases
	Saves               money.Amount // than all of it on Main, both at their dear ends; negative where it is dearer

	Prepared billing.Seconds // time spent before the work, on First or without card
	MovesGB  decimal.Decimal // carried from First to Main
	Near     bool            // First and Main are of one platform: what moves stays inside it

	score Score // for holding it against candidates
}

// plan works out the other ways of doing the job, for each ranked candidate.
func (r *Result) plan(d Decision, know Knowledge) {
	firsts := firstsOf(d, r.Candidates, know)
	for _, c := range r.Candidates[:howManyRanked(r.Candidates)] {
		if c.Hours == nil {
			continue
		}
		if p, ok := withoutCard(d, c, know); ok {
			r.Plans = append(r.Plans, p)
		}
		if p, ok := twoPhases(d, c, firsts, know); ok {
			r.Plans = append(r.Plans, p)
		}
	}
	slices.SortStableFunc(r.Plans, func(a, b Plan) int { return a.High.Value.Cmp(b.High.Value) })
}

// withoutCard moves the set-up to the mode without card. Preparation stays:
// trying out needs one.
func withoutCard(d Decision, c Candidate, know Knowledge) (Plan, bool) {
	plan := &d.Task.Plan
	sessions := max(plan.Sessions, 1)
	spent := billing.Seconds(sessions) * plan.SetUp
	if c.Quote.Facts[billing.CPUModePrice].State() == fact.Unknown || spent == 0 {
		return Plan{}, false
	}
	if plan.CPUMode > 0 {
		plan.CPUSessions = max(plan.CPUSessions, 1)
	}
	plan.CPUMode += spent
	plan.CPUSessions += sessions
	plan.SetUp = 0
	p := Plan{Way: WithoutCard, Main: c.Quote, First: c.Quote, Prepared: spent}
	return p.against(d, c, know)
}

// first is a quote that a job may be prepared on.
type first struct {
	quote       billing.Quote
	stack       hardware.Stack  // "" where the card's is not known
	factor      decimal.Decimal // of stability
	near, apart *phase          // moving within the platform, and away from it
}

// phase is what a part of the job costs.
type phase struct {
	Span
	score Score
}

// firstsOf prices the preparation under every quote that can be had. Cards
// that are too small for the work itself are among them, and cards whose speed
// nobody knows: that is the point.
func firstsOf(d Decision, all []Candidate, know Knowledge) []first {
	if d.Task.Plan.Prepare == 0 {
		return nil
	}
	var list []first
	for _, c := range all {
		if c.Out != nil && c.Out.Step != StepCard || c.barred || c.Quote.Mode == billing.PerToken {
			continue
		}
		f := first{quote: c.Quote, stack: stackOf(c.Quote, know), factor: c.Stability.Factor}
		f.near = f.bill(d, decimal.Zero, nil, know)
		f.apart = f.bill(d, d.Task.Plan.InGB, nil, know)
		list = append(list, f)
	}
	return list
}

// stackOf is the software stack of a quote's card, "" where that is not known.
func stackOf(q billing.Quote, know Knowledge) hardware.Stack {
	card, _ := know.Card(q.Card)
	return card.Stack()
}

// bill prices the preparation, with so much to move away and without the
// discounts that are spent elsewhere; nil where a price is missing.
func (f first) bill(d Decision, outGB decimal.Decimal, spent []billing.Reduction, know Knowledge) *phase {
	usage, err := preparation(d.Task, outGB)
	if err != nil {
		return nil
	}
	usage.On = know.Today
	q := f.quote
	q.Rules.Discounts = slices.DeleteFunc(slices.Clone(q.Rules.Discounts), func(r billing.Reduction) bool {
		return slices.ContainsFunc(spent, func(s billing.Reduction) bool { return s.Kind == r.Kind && s.Name == r.Name && s.Value.Equal(r.Value) })
	})
	e, span, err := bill(d, q, usages{&usage, &usage, &usage, nil}, know)
	if err != nil || e.Open || span.High.Currency != d.Currency {
		return nil
	}
	score, err := worthScore(e, q, span.High.Currency, f.factor)
	if err != nil {
		return nil
	}
	return &phase{span, score}
}

// preparation is what trying out and cleaning data asks of a platform by
// itself: one session on a machine that is released at its end.
func preparation(t task.Task, outGB decimal.Decimal) (billing.Usage, error) {
	p := t.Plan
	lasts := p.Queue + p.Boot + p.SetUp + p.Prepare
	days := int((lasts + billing.Day - 1) / billing.Day)
	t.Plan = task.Plan{
		Sessions: 1, Queue: p.Queue, Boot: p.Boot, SetUp: p.SetUp, Prepare: p.Prepare, PrepareDays: max(p.PrepareDays, days), Between: billing.Release,
		SystemDisk: p.SystemDisk, DataDisk: p.DataDisk, FileStorage: p.FileStorage, InGB: p.InGB, OutGB: outGB,
		Checkpoint: p.Checkpoint, CheckpointWrite: p.CheckpointWrite, Restart: p.Restart,
	}
	return t.UsageOf(0)
}

// twoPhases is the cheapest way of preparing the job elsewhere and working on
// a candidate's cards.
func twoPhases(d Decision, c Candidate, firsts []first, know Knowledge) (Plan, bool) {
	stack := stackOf(c.Quote, know)
	var near, apart *Plan // the cheapest on its platform, and on any other
	var onNear, onApart phase
	for _, f := range firsts {
		if f.quote.ID == c.Quote.ID || f.stack != "" && stack != "" && f.stack != stack {
			continue
		}
		at, part, to, on := false, f.apart, &apart, &onApart
		if key := c.Quote.PlatformKey(); key != "" && f.quote.PlatformKey() == key {
			at, part, to, on = true, f.near, &near, &onNear
			if once := usedOnce(c.Quote); len(once) > 0 && len(f.quote.Rules.Discounts) > 0 {
				part = f.bill(d, decimal.Zero, once, know)
			}
		}
		if part == nil || *to != nil && part.High.Value.Cmp(on.High.Value) >= 0 {
			continue
		}
		*on = *part
		*to = &Plan{Way: TwoPhases, Main: c.Quote, First: f.quote, Near: at, Prepared: d.Task.Plan.Prepare, MovesGB: d.Task.Plan.InGB,
			Span: part.Span, score: part.score, FirstLow: part.Low, FirstHigh: part.High}
	}
	d.Task.Plan.Prepare, d.Task.Plan.PrepareDays = 0, 0
	var best Plan
	found := false
	for _, p := range []*Plan{near, apart} {
		if p == nil {
			continue
		}
		at := d
		if p.Near {
			at.Task.Plan.InGB = decimal.Zero
			usage := billing.Usage{Sessions: d.Task.Plan.Sessions, Between: d.Task.Plan.Between}
			var calc money.Calc
			loads := decimal.MustNew(int64(usage.Loads(&c.Quote.Rules)), 0)
			at.Task.Plan.InternalGB = calc.Add(d.Task.Plan.InternalGB, calc.Mul(p.MovesGB, loads))
			if calc.Err() != nil {
				continue
			}
		}
		if whole, ok := p.against(at, c, know); ok && (!found || whole.High.Value.Cmp(best.High.Value) < 0) {
			best, found = whole, true
		}
	}
	return best, found
}

// usedOnce are the discounts of a quote that two bills on its platform cannot
// both have.
func usedOnce(q billing.Quote) []billing.Reduction {
	var once []billing.Reduction
	for _, r := range q.Rules.Discounts {
		if r.Kind == billing.Coupon || r.Kind == billing.Credit {
			once = append(once, r)
		}
	}
	return once
}

// against adds what the work costs on Main as the decision's task now plans
// it, and compares the sum with all of it there.
func (p Plan) against(d Decision, c Candidate, know Knowledge) (Plan, bool) {
	usages := c.Hours.usages(d.Task, know.Today)
	if usages.problem != nil {
		return p, false
	}
	e, main, err := bill(d, c.Quote, usages, know)
	if err != nil || e.Open || main.High.Currency != d.Currency {
		return p, false
	}
	var calc money.Calc
	for _, sum := range []struct {
		to   *money.Amount
		part money.Amount
	}{{&p.Low, main.Low}, {&p.High, main.High}, {&p.CostLow, main.CostLow}, {&p.CostHigh, main.CostHigh}} {
		*sum.to = money.Amount{Value: calc.Add(sum.to.Value, sum.part.Value), Currency: d.Currency}
	}
	p.Saves = money.Amount{Value: calc.Sub(c.High.Value, p.High.Value), Currency: d.Currency}
	score, err := worthScore(e, c.Quote, main.High.Currency, c.Stability.Factor)
	if err != nil {
		return p, false
	}
	p.score = Score{calc.Add(p.score.Low, score.Low), calc.Add(p.score.High, score.High)}
	return p, calc.Err() == nil
}

// Term is the way's name in the catalogue of texts, after "term.".
func (w Way) Term() string { return "way_" + string(w) }

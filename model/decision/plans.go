package decision

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
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
	// WithoutCard sets up and prepares while the machine runs without its
	// card, where the platform has such a mode at a known price.
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

// withoutCard moves set-up and preparation to the mode without card.
func withoutCard(d Decision, c Candidate, know Knowledge) (Plan, bool) {
	plan := &d.Task.Plan
	spent := billing.Seconds(max(plan.Sessions, 1))*plan.SetUp + plan.Prepare
	if c.Quote.Facts[billing.CPUModePrice].State() == fact.Unknown || spent == 0 {
		return Plan{}, false
	}
	starts := plan.Sessions
	if plan.SetUp == 0 {
		starts = 1
	}
	plan.CPUMode += spent
	plan.CPUSessions += max(starts, 1)
	plan.DataDays += plan.PrepareDays
	plan.SetUp, plan.Prepare, plan.PrepareDays = 0, 0, 0
	p := Plan{Way: WithoutCard, Main: c.Quote, First: c.Quote, Prepared: spent}
	return p.against(d, c, know)
}

// first is a quote that a job may be prepared on.
type first struct {
	quote       billing.Quote
	near, apart *Span // moving within the platform, and away from it
}

// firstsOf prices the preparation under every quote that can be had. Cards
// that are too small for the work itself are among them: that is the point.
func firstsOf(d Decision, all []Candidate, know Knowledge) []first {
	if d.Task.Plan.Prepare == 0 {
		return nil
	}
	var list []first
	for _, c := range all {
		usable := c.Cost != nil && (c.Out == nil || c.Out.Step == StepCard) && c.High.Currency == d.Currency && !c.Cost.Open
		if !usable || c.Quote.Mode == billing.PerToken {
			continue
		}
		f := first{quote: c.Quote}
		for _, moved := range []struct {
			out decimal.Decimal
			to  **Span
		}{{decimal.Zero, &f.near}, {d.Task.Plan.InGB, &f.apart}} {
			usage, err := preparation(d.Task, moved.out)
			if err != nil {
				continue
			}
			usage.On = know.Today
			if e, span, err := bill(d, c.Quote, usages{&usage, &usage, &usage, nil}, know); err == nil && !e.Open {
				*moved.to = &span
			}
		}
		list = append(list, f)
	}
	return list
}

// preparation is what trying out and cleaning data asks of a platform by
// itself: one session on a machine that is released at its end.
func preparation(t task.Task, outGB decimal.Decimal) (billing.Usage, error) {
	p := t.Plan
	t.Plan = task.Plan{
		Sessions: 1, Queue: p.Queue, Boot: p.Boot, SetUp: p.SetUp, Prepare: p.Prepare, PrepareDays: max(p.PrepareDays, 1), Between: billing.Release,
		SystemDisk: p.SystemDisk, DataDisk: p.DataDisk, FileStorage: p.FileStorage, InGB: p.InGB, OutGB: outGB,
		Checkpoint: p.Checkpoint, CheckpointWrite: p.CheckpointWrite, Restart: p.Restart,
	}
	return t.UsageOf(0)
}

// twoPhases is the cheapest way of preparing the job elsewhere and working on
// a candidate's cards.
func twoPhases(d Decision, c Candidate, firsts []first, know Knowledge) (Plan, bool) {
	moved := d.Task.Plan.InGB
	best := Plan{Way: TwoPhases, Main: c.Quote, Prepared: d.Task.Plan.Prepare, MovesGB: moved}
	var cheapest *Span
	for _, f := range firsts {
		near := f.quote.PlatformKey() == c.Quote.PlatformKey()
		span := f.apart
		if near {
			span = f.near
		}
		if f.quote.ID == c.Quote.ID || span == nil || cheapest != nil && span.High.Value.Cmp(cheapest.High.Value) >= 0 {
			continue
		}
		cheapest, best.First, best.Near = span, f.quote, near
	}
	if cheapest == nil {
		return Plan{}, false
	}
	plan := &d.Task.Plan
	plan.Prepare, plan.PrepareDays = 0, 0
	if best.Near {
		plan.InGB = decimal.Zero
		var calc money.Calc
		if plan.InternalGB = calc.Add(plan.InternalGB, moved); calc.Err() != nil {
			return Plan{}, false
		}
	}
	best.FirstLow, best.FirstHigh = cheapest.Low, cheapest.High
	best.Span = *cheapest
	return best.against(d, c, know)
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
	return p, calc.Err() == nil
}

// Term is the way's name in the catalogue of texts, after "term.".
func (w Way) Term() string { return "way_" + string(w) }

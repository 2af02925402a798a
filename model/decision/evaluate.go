package decision

import (
	"errors"
	"slices"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/model/trial"
)

// Evaluate takes a decision and its records through the five steps.
func Evaluate(d Decision, records Records, know Knowledge) Result {
	d, records, know = called(d, records, know)
	r := Result{Missing: d.Task.Missing()}
	if s, ok := d.Task.Sentence(); ok {
		r.Sentence = &s
	}
	usages := usagesOf(d.Task, know.Today)
	r.Usage, r.NoUsage = usages.likely, usages.problem
	if know.Stability == nil {
		know.Stability = Stabilities(records.Runs, records.Quotes, nil, nil)
	}
	if know.Measured == nil {
		know.Measured = func(t task.Task) []sizing.Measured { return Speeds(records.Runs, t, know.Card) }
	}
	need := needOf(d.Task, know)
	alone := need.over(1)
	r.Memory, r.Found, r.NoMemory = alone.memory, alone.found, alone.err
	r.Table = need.table(d.Task, know)

	for _, q := range records.Quotes {
		c := Candidate{Quote: q}
		at := need.timed(d.Task, usages, q, know)
		c.Usage, c.OnCards = at.likely, at.OnCards
		c.price(d, at, know)
		c.steady(know)
		c.outgrown()
		c.hold(d, know.Facts)
		c.try(records)
		r.Candidates = append(r.Candidates, c)
	}
	r.weighSpot()
	r.warn(records, know)
	r.funnel()
	slices.SortStableFunc(r.Candidates, order)
	for _, c := range r.Candidates {
		if r.Usage == nil && c.Cost != nil {
			r.Usage, r.NoUsage = c.Usage, nil
		}
	}
	r.plan(d, know)
	r.decide()
	return r
}

// usages are the task's usage at its three amounts of work, or why there is
// none.
type usages struct {
	low, likely, high *billing.Usage
	problem           error
}

func usagesOf(t task.Task, day time.Time) usages {
	var u usages
	for _, at := range []struct {
		point task.Point
		to    **billing.Usage
	}{{task.Low, &u.low}, {task.Likely, &u.likely}, {task.High, &u.high}} {
		usage, err := t.Usage(at.point)
		if err != nil {
			return usages{problem: err}
		}
		usage.On = day
		*at.to = &usage
	}
	return u
}

// price works out what the job costs under the quote.
func (c *Candidate) price(d Decision, u onQuote, know Knowledge) {
	if found := c.Quote.Check(); len(found) > 0 {
		c.invalid(found[0])
		return
	}
	if u.likely == nil {
		if c.NotComparable = u.apart; u.Hours != nil && u.Hours.Basis != "" {
			c.invalid(u.problem)
		}
		return // the task is to blame, not the quote
	}
	likely, span, err := bill(d, c.Quote, u.usages, know)
	if err != nil {
		c.invalid(err)
		return
	}
	c.Cost, c.Span = &likely, span
	c.compare(d, u.apart)
}

// bill prices a quote for the likely amount of work, and for the least and the
// most.
func bill(d Decision, q billing.Quote, u usages, know Knowledge) (billing.Estimate, Span, error) {
	ranges := know.Ranges(q.Category, q.Rate.Amount.Currency)
	likely, err := billing.EstimateCost(q, *u.likely, ranges)
	if err != nil {
		return likely, Span{}, err
	}
	low, errLow := billing.EstimateCost(q, *u.low, ranges)
	high, errHigh := billing.EstimateCost(q, *u.high, ranges)
	span := Span{likely.Low, likely.High, low.Low, high.High}
	return likely, span, errors.Join(errLow, errHigh, span.worth(d, q))
}

// compare says why a priced candidate is not ranked, if it is not.
func (c *Candidate) compare(d Decision, noTime *reason.Because) {
	apart := func(rule string, args ...reason.Arg) { c.NotComparable = &reason.Because{Rule: rule, Args: args} }
	q := c.Quote
	switch {
	case q.Mode.Reclaimed() && d.Task.Interruptible == hardware.No:
		c.Out = &Elimination{Step: StepBilling, Why: reason.Because{Rule: "out.spot"}}
	case q.Mode == billing.PerToken:
		apart("per_token")
	case c.High.Currency != d.Currency:
		apart("other_currency", reason.Word("currency", string(q.Rate.Amount.Currency)), reason.Word("own", string(d.Currency)))
	case c.Cost.Open && openKey(*c.Cost) == billing.InterruptionRate:
		apart("spot_unknown")
	case c.Cost.Open:
		apart("open_ended", reason.Name("what", string(openKey(*c.Cost))))
	case noTime != nil:
		c.NotComparable = noTime
	}
}

// weighSpot says, of quotes whose rate of reclaims nobody has told, up to
// which rate they would cost less than the cheapest that stays, for the same
// card. What cannot be known is not invented.
func (r *Result) weighSpot() {
	for i := range r.Candidates {
		c := &r.Candidates[i]
		if c.Usage == nil || c.NotComparable == nil || c.NotComparable.Rule != "spot_unknown" {
			continue
		}
		var steady *billing.Quote
		var best decimal.Decimal
		for j := range r.Candidates {
			q := &r.Candidates[j].Quote
			bare, ok, err := q.Bare()
			if r.Candidates[j].Out != nil || err != nil || !ok || q.Mode.Reclaimed() || q.Mode.BoughtWhole() || q.Rules.Pack != nil || !sameRental(*q, c.Quote) {
				continue
			}
			if steady == nil || bare.Value.Cmp(best) < 0 {
				steady, best = q, bare.Value
			}
		}
		if steady == nil {
			continue
		}
		if rate, ok := billing.SpotPaysBelow(c.Quote, *steady, *c.Usage); ok {
			c.NotComparable = &reason.Because{Rule: "spot_pays_below", Args: []reason.Arg{
				reason.Num("rate", reason.PerHour, rate)}}
		}
	}
}

// sameRental reports whether two quotes rent as many of the same card for the
// same money.
func sameRental(a, b billing.Quote) bool {
	return hardware.Same(a.Card, b.Card) && a.Rate.Cards == b.Rate.Cards && a.Rate.Slice.Equal(b.Rate.Slice) &&
		a.Rate.Amount.Currency == b.Rate.Amount.Currency
}

// openKey is the first unsettled fact that nothing bounds.
func openKey(e billing.Estimate) billing.Key {
	for _, u := range e.Unknown {
		if u.Open() {
			return u.Key
		}
	}
	return ""
}

func (c *Candidate) invalid(err error) {
	c.Out = &Elimination{Step: StepBilling, Why: reason.Because{Rule: "out.invalid"}, Problem: err}
}

// outgrown drops a candidate whose cards are too small or lack what the task
// computes with.
func (c *Candidate) outgrown() {
	if c.Fit != nil && c.Fit.Verdict == sizing.DoesNotFit && c.Out == nil {
		c.Out = &Elimination{Step: StepCard, Why: c.Fit.Reasons[0]}
	}
}

// hold compares the platform with the must-haves.
func (c *Candidate) hold(d Decision, facts barrier.Facts) {
	drop := func(rule string, args ...reason.Arg) { c.bar(StepBarrier, rule, args...) }
	if d.Task.Sensitive == hardware.Yes && c.Quote.Category == string(hardware.P2P) {
		drop("out.sensitive")
	}
	for _, w := range d.MustHaves {
		check := barrier.Judge(w, c.Quote.PlatformKey(), facts)
		if req, _ := barrier.ByID(w.ID); req.InMoney && c.Quote.Rate.Amount.Currency != d.Currency {
			check.Verdict = barrier.Unknown // the limit is in the decision's currency
		}
		c.Checks = append(c.Checks, check)
		if check.Verdict == barrier.Fail {
			drop("out.must_have", reason.Name("what", "must_"+w.ID))
		}
	}
}

// bar lets a candidate fall out for what its platform lacks or has shown,
// whether or not it fell out before.
func (c *Candidate) bar(at Step, rule string, args ...reason.Arg) {
	c.barred = true
	if c.Out == nil {
		c.Out = &Elimination{Step: at, Why: reason.Because{Rule: rule, Args: args}}
	}
}

// try brings in what trial runs have shown.
func (c *Candidate) try(records Records) {
	for _, run := range records.Runs {
		if run.QuoteID != "" && run.QuoteID == c.Quote.ID {
			c.Runs = append(c.Runs, run)
		}
	}
	slices.SortStableFunc(c.Runs, func(a, b trial.Run) int { return a.Begin().Compare(b.Begin()) })
	passed := false
	for _, run := range c.Runs {
		passed = passed || run.Outcome == trial.Passed
		var bills []trial.Bill
		for _, b := range records.Bills {
			if b.RunID == run.ID {
				bills = append(bills, b)
			}
		}
		if real, err := trial.RealCost(run, bills); err == nil {
			c.Real = &real
		}
	}
	if n := len(c.Runs); n > 0 && !passed && c.Runs[n-1].Outcome == trial.Failed {
		c.bar(StepTrial, "out.trial_failed")
	}
}

// funnel counts the candidates left after each step.
func (r *Result) funnel() {
	left := len(r.Candidates)
	for _, step := range Steps {
		for _, c := range r.Candidates {
			if c.Out != nil && c.Out.Step == step {
				left--
			}
		}
		r.Funnel = append(r.Funnel, Stage{step, left})
	}
}

// order puts ranked candidates first, by the dear end of their score; among
// equals as by cost.
func order(a, b Candidate) int {
	if g := group(a) - group(b); g != 0 {
		return g
	}
	if !a.Ranked() {
		return a.Quote.Position - b.Quote.Position
	}
	if d := a.Score.High.Cmp(b.Score.High); d != 0 {
		return d
	}
	return even(a, b)
}

// byCost orders two ranked candidates as if all were equally steady.
func byCost(a, b Candidate) int {
	if d := a.High.Value.Cmp(b.High.Value); d != 0 {
		return d
	}
	return even(a, b)
}

// even orders two that are as dear as each other: the one that is ready
// sooner, then the one that is surer, then the cheaper bare rate.
func even(a, b Candidate) int {
	if d := sooner(a, b); d != 0 {
		return d
	}
	if d := b.Low.Value.Cmp(a.Low.Value); d != 0 {
		return d
	}
	return a.Cost.Bare.Value.Cmp(b.Cost.Bare.Value)
}

func group(c Candidate) int {
	switch {
	case c.Ranked():
		return 0
	case c.Out == nil:
		return 1
	}
	return 2
}

// decide names the winner, or what still stands in the way.
func (r *Result) decide() {
	lock := func(rule string) { r.Verdict = Verdict{Locked: &reason.Because{Rule: rule}} }
	switch {
	case r.Sentence == nil:
		lock("locked.sentence")
	case len(r.Candidates) == 0:
		lock("locked.no_quotes")
	case r.Usage == nil:
		lock("locked.no_hours")
	case !r.Candidates[0].Ranked() && group(r.Candidates[0]) == 1:
		lock("locked.not_comparable")
	case !r.Candidates[0].Ranked():
		lock("locked.none_left")
	default:
		r.Verdict = verdict(r.Candidates[:howManyRanked(r.Candidates)])
		r.Verdict.Cheaper = r.cheaper(*r.Verdict.Winner)
	}
}

// cheaper is the plan that is worth telling of beside the winner: of those
// that save something, the one that would stand first among candidates.
func (r *Result) cheaper(winner Candidate) *Plan {
	var best *Plan
	ahead := winner.Score.High
	for i := range r.Plans {
		p := &r.Plans[i]
		if p.Saves.Value.IsPos() && p.High.Value.Cmp(winner.High.Value) < 0 && p.score.High.Cmp(ahead) < 0 {
			best, ahead = p, p.score.High
		}
	}
	return best
}

// howManyRanked counts the ranked candidates, which stand first.
func howManyRanked(all []Candidate) int {
	n := 0
	for n < len(all) && all[n].Ranked() {
		n++
	}
	return n
}

// verdict compares the first of the ranked candidates with the others.
func verdict(ranked []Candidate) Verdict {
	v := Verdict{Winner: &ranked[0]}
	if len(ranked) > 1 {
		v.Next = &ranked[1]
		var c money.Calc
		margin := c.Sub(v.Next.High.Value, v.Winner.High.Value)
		v.Margin = money.Amount{Value: margin, Currency: v.Winner.High.Currency}
	}
	for i := range ranked[1:] {
		if c := &ranked[i+1]; c.Score.Low.Cmp(v.Winner.Score.High) < 0 {
			v.Rivals = append(v.Rivals, c)
		}
	}
	slices.SortStableFunc(v.Rivals, func(a, b *Candidate) int { return a.Score.Low.Cmp(b.Score.Low) })
	v.steadiness(ranked)
	return v
}

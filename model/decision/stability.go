package decision

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/trial"
)

// Score is what ranked candidates are put in order by: the cost of the job
// with every hour of the machine weighed by its stability, at both ends of
// what is not known. It has no currency and is never shown as money.
type Score struct{ Low, High decimal.Decimal }

// timed are the kinds of line that grow with the hours the machine runs.
// Storage and what is bought whole are paid by the calendar.
var timed = []billing.Kind{billing.Useful, billing.SetUp, billing.Idle, billing.Rounded, billing.CPUMode, billing.Rework}

// scoreOf weighs the lines of an estimate.
func scoreOf(e billing.Estimate, factor decimal.Decimal) (Score, error) {
	var low, high, timedLow, timedHigh decimal.Decimal
	var c money.Calc
	for _, l := range e.Lines {
		if slices.Contains(timed, l.Kind) {
			timedLow, timedHigh = c.Add(timedLow, l.Low), c.Add(timedHigh, l.High)
		} else {
			low, high = c.Add(low, l.Low), c.Add(high, l.High)
		}
	}
	weighed := func(d decimal.Decimal) decimal.Decimal { return money.HalfUp(c.Mul(d, factor), money.Scale) }
	return Score{c.Add(low, weighed(timedLow)), c.Add(high, weighed(timedHigh))}, c.Err()
}

// worthScore is scoreOf in the currency that the quote's span stands in.
func worthScore(e billing.Estimate, q billing.Quote, in money.Currency, factor decimal.Decimal) (Score, error) {
	s, err := scoreOf(e, factor)
	if err == nil && in != e.High.Currency {
		var c money.Calc
		s = Score{c.Mul(s.Low, q.Exchange.Rate), c.Mul(s.High, q.Exchange.Rate)}
		err = c.Err()
	}
	return s, err
}

// steady brings in how steady the platform is, and the score that follows.
func (c *Candidate) steady(know Knowledge) {
	s, err := know.Stability(c.Quote)
	if err == nil && c.Cost != nil {
		c.Score, err = worthScore(*c.Cost, c.Quote, c.High.Currency, s.Factor)
	}
	c.Stability = s
	if err != nil && c.Out == nil {
		c.invalid(err)
	}
}

// ready is the time from order to ready in the middle of the candidate's own
// runs; false where none has both times.
func (c Candidate) ready() (billing.Seconds, bool) {
	var waits []billing.Seconds
	for _, r := range c.Runs {
		if waited, ok := r.Waited(); ok {
			waits = append(waits, max(0, waited))
		}
	}
	if len(waits) == 0 {
		return 0, false
	}
	slices.Sort(waits)
	return waits[len(waits)/2], true
}

// sooner puts the one first that was ready sooner; one that was never timed
// goes last.
func sooner(a, b Candidate) int {
	waitA, knownA := a.ready()
	waitB, knownB := b.ready()
	switch {
	case knownA && knownB:
		return int(waitA - waitB)
	case knownA:
		return -1
	case knownB:
		return 1
	}
	return 0
}

// steadiness says so where stability and not the money decides who wins.
func (v *Verdict) steadiness(ranked []Candidate) {
	first := 0
	for i := range ranked {
		if byCost(ranked[i], ranked[first]) < 0 {
			first = i
		}
	}
	if first == 0 {
		return
	}
	v.ByCost = &ranked[first]
	mine, theirs := v.Winner, v.ByCost
	var c money.Calc
	v.Dearer = money.Amount{Value: c.Sub(mine.High.Value, theirs.High.Value), Currency: mine.High.Currency}
	unit := string(mine.High.Currency)
	rule := "stability_decides"
	if mine.Stability.ByHand || theirs.Stability.ByHand {
		rule = "stability_by_hand"
	}
	v.Because = &reason.Because{Rule: rule, Args: []reason.Arg{
		reason.Num("factor", reason.Times, mine.Stability.Factor),
		reason.Int("runs", reason.Count, int64(mine.Stability.Runs)),
		reason.Priced("cost", reason.Money, mine.High.Value, unit),
		reason.Num("other_factor", reason.Times, theirs.Stability.Factor),
		reason.Int("other_runs", reason.Count, int64(theirs.Stability.Runs)),
		reason.Priced("other_cost", reason.Money, theirs.High.Value, unit),
	}}
}

// handRequirement is what the answer of a factor set by hand is kept under: a
// platform has one for each mode and product line, "stability_factor.on_demand"
// and "stability_factor.on_demand.community".
const handRequirement = "stability_factor."

// HandFactor makes the record of a factor set by hand for a quote's place.
// What the factor of an unnamed platform would be about is not known: that is
// refused, and so is one out of range.
func HandFactor(q billing.Quote, factor decimal.Decimal) (barrier.Answer, error) {
	at := trial.PlaceOf(q)
	if at.Platform == "" {
		return barrier.Answer{}, reason.Refuse("platform", "name.empty")
	}
	if err := trial.CheckFactor(factor); err != nil {
		return barrier.Answer{}, err
	}
	return barrier.Answer{Platform: at.Platform, Requirement: HandKey(q), Value: factor.Trim(0).String()}, nil
}

// HandKey is the requirement of that record.
func HandKey(q billing.Quote) string {
	key := handRequirement + string(q.Mode)
	if tier := trial.PlaceOf(q).Tier; tier != "" {
		key += "." + tier
	}
	return key
}

// Stabilities tells the stability of every quote from the runs of all
// decisions and from what was set by hand. A kept factor that is none is
// passed over.
func Stabilities(runs []trial.Run, quotes []billing.Quote, answers []barrier.Answer, platformKey func(string) string) func(billing.Quote) (trial.Stability, error) {
	history := trial.Learn(runs, quotes, platformKey)
	for _, a := range answers {
		at, ok := strings.CutPrefix(a.Requirement, handRequirement)
		if !ok || a.Platform == "" {
			continue
		}
		mode, tier, _ := strings.Cut(at, ".")
		if factor, err := money.Parse(a.Value); err == nil {
			_ = history.Set(trial.Place{Platform: a.Platform, Tier: tier, Mode: billing.Mode(mode)}, factor)
		}
	}
	return history.At
}

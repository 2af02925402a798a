package decision

import (
	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/trial"
)

// warn says of every quote that can be computed what deserves a second look.
// It looks at all of them together: a price is odd only beside others.
func (r *Result) warn(records Records, know Knowledge) {
	if know.Proven == nil {
		know.Proven = ProvenBy(records.Runs, records.Bills, records.Quotes, nil)
	}
	alike := map[string][]billing.Quote{} // of the same card, by its name
	for i := range r.Candidates {
		c := &r.Candidates[i]
		if c.Out != nil && c.Out.Problem != nil {
			continue // there is something wrong with it that comes first
		}
		around := billing.Around{Now: know.Today, Usage: c.Usage, Proven: know.Proven(c.Quote)}
		others, known := alike[c.Quote.Card]
		if !known {
			for _, other := range records.Quotes {
				if hardware.Same(other.Card, c.Quote.Card) {
					others = append(others, other)
				}
			}
			alike[c.Quote.Card] = others
		}
		around.Others = others
		if know.Indicative != nil {
			around.Indicative = know.Indicative(c.Quote.Card)
		}
		c.Warnings = billing.Warnings(c.Quote, around)
	}
}

// ProvenBy tells of which quotes' platforms there is a passed run or a bill
// of one's own, by the records of all decisions.
func ProvenBy(runs []trial.Run, bills []trial.Bill, quotes []billing.Quote, platformKey func(string) string) func(billing.Quote) bool {
	billed := map[string]bool{}
	for _, b := range bills {
		billed[b.RunID] = true
	}
	of := map[string]string{}
	for _, q := range quotes {
		of[q.ID] = q.PlatformKey()
	}
	proven := map[string]bool{}
	for _, run := range runs {
		if run.Outcome != trial.Passed && !billed[run.ID] {
			continue
		}
		at, ok := of[run.QuoteID]
		if !ok {
			at = run.Platform
			if platformKey != nil {
				at = platformKey(at)
			}
		}
		if at != "" {
			proven[at] = true
		}
	}
	return func(q billing.Quote) bool { return proven[q.PlatformKey()] }
}

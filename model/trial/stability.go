package trial

import (
	"strings"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// The factors assumed of a kind of platform before any own run says more.
var priors = map[hardware.Category]decimal.Decimal{
	hardware.Cloud:     decimal.MustParse("1.0"),
	hardware.Container: decimal.MustParse("1.1"),
	hardware.Hosted:    decimal.MustParse("1.1"),
	hardware.P2P:       decimal.MustParse("1.5"),
}

// weight is how many own hours count as much as the prior.
const weight = 8 * billing.Hour

// The factors that may be set by hand.
var leastFactor, mostFactor = decimal.One, decimal.MustParse("10")

// Place is what a stability factor is about: a platform, its product line and
// how its capacity is sold. The example's runs say nothing about the user's own quotes.
type Place struct {
	Platform string // as Quote.PlatformKey gives it
	Tier     string // in lower case
	Mode     billing.Mode
	Example  bool
}

// PlaceOf returns the place that a quote rents at.
func PlaceOf(q billing.Quote) Place {
	return Place{Platform: q.PlatformKey(), Tier: strings.ToLower(strings.TrimSpace(q.Tier)), Mode: q.Mode, Example: q.Example}
}

// Stability is how steady a platform is taken to be: hours paid for an hour
// that moves the task forward. It puts quotes in order and is no money.
type Stability struct {
	Factor   decimal.Decimal
	Prior    decimal.Decimal
	Category hardware.Category // of the prior; empty where it is not known and the highest stands
	Runs     int               // own runs behind it
	Lost     billing.Seconds   // by them, in hours of the instance whatever its cards
	Useful   billing.Seconds
	Silent   int             // runs there that say nothing: not ended, without times, or of an unknown mode
	ByHand   bool            // Factor was set by hand
	Computed decimal.Decimal // what Factor is without the hand
}

// Prior returns the factor assumed for a quote without any own run. The kind
// of platform stands in the quote; what is rented by the month as a whole is
// hosted whoever sells it. Of a kind that is not known the highest is assumed:
// quotes are ranked by the dear end of what is not known.
func Prior(q billing.Quote) (decimal.Decimal, hardware.Category) {
	kind, known := hardware.ParseCategory(q.Category)
	if !known && q.Mode == billing.Hosted {
		kind, known = hardware.Hosted, true
	}
	if known {
		return priors[kind], kind
	}
	highest := decimal.One
	for _, p := range priors {
		if p.Cmp(highest) > 0 {
			highest = p
		}
	}
	return highest, ""
}

// History is the own runs of all decisions, put together by place.
type History struct {
	places map[Place]tally
	loose  map[string]int // runs without a quote, by platform: how they were sold is not known
	hand   map[Place]decimal.Decimal
}

type tally struct {
	runs, silent int
	lost, useful billing.Seconds
}

// Learn files runs under the places of their quotes. A run without a quote is
// at the platform it names, in the key that platformKey makes of the name; nil
// takes the name as it is. Each run counts once.
func Learn(runs []Run, quotes []billing.Quote, platformKey func(name string) string) History {
	if platformKey == nil {
		platformKey = strings.TrimSpace
	}
	places := map[string]Place{}
	for _, q := range quotes {
		places[q.ID] = PlaceOf(q)
	}
	h := History{places: map[Place]tally{}, loose: map[string]int{}, hand: map[Place]decimal.Decimal{}}
	seen := map[string]bool{}
	for _, r := range runs {
		if r.ID != "" && seen[r.ID] {
			continue
		}
		seen[r.ID] = true
		at, quoted := places[r.QuoteID]
		switch {
		case r.QuoteID == "" || !quoted:
			if !r.Example {
				h.loose[platformKey(r.Platform)]++
			}
		case !at.Mode.Reclaimed() && at.Platform != "":
			at.Example = at.Example || r.Example
			h.places[at] = h.places[at].with(r)
		}
	}
	return h
}

func (t tally) with(r Run) tally {
	useful, lost := r.Evidence()
	if useful == 0 && lost == 0 {
		t.silent++
		return t
	}
	t.runs++
	t.lost, t.useful = min(t.lost+lost, mostSeconds), min(t.useful+useful, mostSeconds)
	return t
}

// mostSeconds keeps sums inside exact arithmetic: two centuries.
const mostSeconds = 200 * 365 * billing.Day

// Evidence returns what the run says about how steady its platform is: time of
// the instance that moved the task forward and time that was paid for in vain.
// Both are zero where it says nothing.
//
// A failed run that never came up, of which no moment from ready on is noted,
// loses all the time that it was billed. Of other runs only the time that the
// user noted as lost is: a task may fail on the steadiest machine. A run whose
// outcome is not said, or whose task has no times, shows no useful time.
func (r Run) Evidence() (useful, lost billing.Seconds) {
	lost = max(0, r.Lost)
	switch r.Outcome {
	case Failed:
		if r.neverUp() {
			lost = max(lost, r.running())
		}
		return 0, lost
	case Passed, Dropped:
		useful, err := r.Useful()
		if err != nil {
			return 0, lost
		}
		return useful, lost
	}
	return 0, 0
}

func (r Run) neverUp() bool {
	for _, e := range []Event{Ready, TaskStarted, FirstResult, TaskEnded} {
		if _, noted := r.At[e]; noted {
			return false
		}
	}
	return true
}

// running is the time from power-on to shutdown, or to release where nothing
// was shut down before; zero where an end is missing.
func (r Run) running() billing.Seconds {
	ran, known := r.Billed()
	if !known {
		var from, to billing.Seconds
		if from, to, known = r.span(PoweredOn, Released); known {
			ran = to - from
		}
	}
	if !known {
		return 0
	}
	return max(0, ran)
}

// Set makes a factor set by hand stand for a place, the example's too. One out
// of range is refused.
func (h History) Set(at Place, factor decimal.Decimal) error {
	if err := CheckFactor(factor); err != nil {
		return err
	}
	at.Example = false
	h.hand[at] = factor
	return nil
}

// CheckFactor refuses what cannot be a stability factor.
func CheckFactor(factor decimal.Decimal) error {
	if factor.Cmp(leastFactor) < 0 || factor.Cmp(mostFactor) > 0 {
		return reason.Refuse("", "stability.out_of_range",
			reason.Num("min", reason.Count, leastFactor), reason.Num("max", reason.Count, mostFactor))
	}
	return nil
}

// At returns the stability of a quote's place. A spot machine keeps its prior:
// what is lost when it is taken away is rework, in money.
func (h History) At(q billing.Quote) (Stability, error) {
	at := PlaceOf(q)
	s := Stability{}
	s.Prior, s.Category = Prior(q)
	if at.Platform != "" && !at.Mode.Reclaimed() {
		t := h.places[at]
		s.Runs, s.Lost, s.Useful, s.Silent = t.runs, t.lost, t.useful, t.silent
		if !at.Example {
			s.Silent += h.loose[at.Platform]
		}
	}
	var c money.Calc
	above := c.Mul(c.Sub(s.Prior, decimal.One), weight.Decimal())
	above = c.MulQuo((weight + s.Useful).Decimal(), c.Add(above, s.Lost.Decimal()))
	s.Computed = c.Add(decimal.One, above).Trim(0)
	s.Factor = s.Computed
	at.Example = false
	if hand, ok := h.hand[at]; ok {
		s.Factor, s.ByHand = hand, true
	}
	return s, c.Err()
}

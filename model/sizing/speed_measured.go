package sizing

import (
	"errors"
	"math"
	"slices"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// Measured is a speed that the user saw while this very job ran. It always
// wins over the estimate on the same card and count; for another card it is
// scaled by the ratio of the two.
type Measured struct {
	Card      hardware.Card
	Cards     int // 0 = as many as the job has
	Unit      Unit
	PerSecond float64 // of all cards together

	Anywhere bool // stated for no card in particular, and taken for Card
}

func (m Measured) check() error {
	switch {
	case !positive(m.PerSecond):
		return reason.Refuse("measured", "number.not_positive")
	case !oneOf(m.Unit, []Unit{Tokens, Steps, Images, Requests}):
		return unknownChoice("measured", string(m.Unit))
	case m.Cards < 0 || m.Cards > maxCards:
		return reason.Refuse("measured", "number.out_of_range", reason.Int("min", reason.Count, 1),
			reason.Int("max", reason.Count, maxCards))
	}
	return nil
}

// count is the number of cards that were measured, for a job on so many.
func (m Measured) count(job int) int {
	if m.Cards == 0 {
		return job
	}
	return m.Cards
}

// positive also refuses NaN and infinity.
func positive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// own finds the speed measured on this card and count; the last one counts.
func (p *Plan) own(card hardware.Card) (Measured, bool) {
	for i := len(p.job.Measured) - 1; i >= 0; i-- {
		m := p.job.Measured[i]
		if m.Card.ID == card.ID && (m.Cards == 0 || m.Cards == p.job.Cards) {
			return m, true
		}
	}
	return Measured{}, false
}

func (p *Plan) finishOwn(m Measured, card hardware.Card) Speed {
	s := Speed{Card: card.ID, Cards: p.job.Cards, Basis: Own, Unit: m.Unit, plan: p, card: card, from: card.ID, anywhere: m.Anywhere,
		PerSecond: Rate{m.PerSecond, m.PerSecond, m.PerSecond}, Scaling: Scaling{Factor: 1},
		TokensPerStep: p.perStep, TokensPerRequest: p.perRequest}
	if e, err := p.estimate(card); err == nil { // what the formula knows besides
		s.Binds = e.Binds
	}
	return s
}

// fromOther scales a speed measured elsewhere, where both cards have an
// estimate to compare.
func (p *Plan) fromOther(card hardware.Card) (Speed, bool) {
	for i := len(p.job.Measured) - 1; i >= 0; i-- {
		m := p.job.Measured[i]
		there := *p
		there.job.Measured = nil
		if m.Cards > 0 && m.Cards != p.job.Cards {
			other, err := there.with(m.Cards)
			if err != nil {
				continue
			}
			there = *other
		}
		from, errFrom := there.estimate(m.Card)
		s, err := p.estimate(card)
		if errFrom != nil || err != nil {
			continue
		}
		ratio := compare(from, s)
		s.Basis, s.Unit, s.from = Scaled, m.Unit, m.Card.ID
		s.Decode, s.Stream, s.Prefill = hardware.Known[Rate]{}, hardware.Known[Rate]{}, hardware.Known[Rate]{}
		s.PerSecond = Rate{m.PerSecond * ratio.Low, m.PerSecond * ratio.Likely, m.PerSecond * ratio.High}
		if m.Unit == Steps && s.TokensPerStep > 0 && from.TokensPerStep > 0 {
			same := from.TokensPerStep / s.TokensPerStep // a step of more cards is a larger one
			s.PerSecond = s.PerSecond.times(Rate{same, same, same})
		}
		return s, true
	}
	return Speed{}, false
}

// compare divides two estimates. Their errors are taken as independent: on a
// logarithmic scale the spreads add as squares.
func compare(from, to Speed) Rate {
	likely := to.PerSecond.Likely / from.PerSecond.Likely
	low := math.Hypot(math.Log(to.PerSecond.Likely/to.PerSecond.Low), math.Log(from.PerSecond.High/from.PerSecond.Likely))
	high := math.Hypot(math.Log(to.PerSecond.High/to.PerSecond.Likely), math.Log(from.PerSecond.Likely/from.PerSecond.Low))
	return Rate{likely * math.Exp(-low), likely, likely * math.Exp(high)}
}

// ratioFrom is how many times as fast the job runs with its count of one card
// as with so many of another; the same cards give exactly 1. It refuses where
// one of the two has no speed, with the reason; a factor of one is never
// taken instead. The user's own speeds count before estimates; refs are
// published measurements of models that no formula covers, and without them
// the peaks of the two cards are compared, between half and twice that.
func ratioFrom(j Job, from hardware.Card, cards int, to hardware.Card, refs []Reference) (Rate, error) {
	if from.ID == to.ID && from.ID != "" && cards == j.Cards {
		return Rate{1, 1, 1}, nil
	}
	if j.Model.Kind != hardware.LLM {
		return ratioLookedUp(j, from, cards, to, refs)
	}
	p, err := Prepare(j)
	if err != nil {
		return Rate{}, err
	}
	there := p
	if cards != j.Cards {
		if there, err = p.with(cards); err != nil {
			return Rate{}, err
		}
	}
	a, err := there.On(from)
	if err != nil {
		return Rate{}, err
	}
	b, err := p.On(to)
	if err != nil {
		return Rate{}, err
	}
	if a.Unit != b.Unit || a.Unit == Steps && cards != j.Cards { // only estimates compare
		if a, err = there.estimate(from); err == nil {
			b, err = p.estimate(to)
		}
		if err != nil {
			return Rate{}, err
		}
	}
	return compare(a, b), nil
}

// with is the plan of the same job on another number of cards: what was left
// open is settled anew for them.
func (p *Plan) with(cards int) (*Plan, error) {
	j := p.asked
	j.Cards, j.Measured = cards, p.job.Measured
	return Prepare(j)
}

// Reference is a published measurement of a model that no formula covers:
// image and video generation, detection, convolutional networks.
type Reference struct {
	Model, Task string
	Method      Method
	Card        hardware.Card
	Cards       int
	Unit        Unit
	PerSecond   float64
	Source      string
}

// LookUpSpeed gives the speed of a model that no formula covers. The user's
// own speed on these cards counts first, then their own on others times the
// ratio of the two. Else it comes from published measurements of the same
// model: the row of the card itself, or the row of the card whose peak is
// nearest times the ratio of the peaks, between half and twice that
// (lookUpSpan), which is wide because such work is not all computing.
//
// References on fewer or more cards are not used. It refuses with a
// *reason.Problem where nothing is known of the model.
func LookUpSpeed(j Job, card hardware.Card, refs []Reference) (Speed, error) {
	for _, m := range j.Measured {
		if err := m.check(); err != nil {
			return Speed{}, err
		}
	}
	if s, ok := ownLookedUp(j, card, refs); ok {
		return s, nil
	}
	s := Speed{Card: card.ID, Cards: max(j.Cards, 1), card: card, Scaling: Scaling{Factor: 1}}
	nearest := math.Inf(1) // doublings between the peaks
	for _, r := range refs {
		if !r.of(j, s.Cards) {
			continue
		}
		if r.Card.ID == card.ID {
			s.Basis, s.Unit, s.from, s.source, s.PerSecond = LookedUp, r.Unit, r.Card.ID, r.Source, r.rate()
			return s, nil
		}
		ratio, err := peaks(r.Card, s.Cards, card, s.Cards)
		if far := math.Abs(math.Log2(ratio.Likely)); err == nil && far < nearest {
			nearest = far
			s.Basis, s.Unit, s.from, s.source = Scaled, r.Unit, r.Card.ID, r.Source
			s.PerSecond = ratio.times(Rate{r.PerSecond, r.PerSecond, r.PerSecond})
		}
	}
	if s.Basis == "" {
		return Speed{}, reason.Refuse("model", "speed.no_reference", reason.Word("model", j.Model.ID))
	}
	return s, nil
}

// ownLookedUp is the newest speed that the user saw on these cards, else the
// newest on others that a ratio brings here.
func ownLookedUp(j Job, card hardware.Card, refs []Reference) (Speed, bool) {
	s := Speed{Card: card.ID, Cards: max(j.Cards, 1), card: card, Scaling: Scaling{Factor: 1}}
	for _, m := range slices.Backward(j.Measured) {
		if m.Card.ID == card.ID && m.count(s.Cards) == s.Cards {
			s.Basis, s.Unit, s.from, s.PerSecond, s.anywhere = Own, m.Unit, card.ID, Rate{m.PerSecond, m.PerSecond, m.PerSecond}, m.Anywhere
			return s, true
		}
	}
	for _, m := range slices.Backward(j.Measured) {
		if m.Unit == Steps && m.count(s.Cards) != s.Cards {
			continue // how much larger a step of more cards is, nobody says
		}
		ratio, err := ratioLookedUp(j, m.Card, m.count(s.Cards), card, refs)
		if err == nil {
			s.Basis, s.Unit, s.from = Scaled, m.Unit, m.Card.ID
			s.PerSecond = ratio.times(Rate{m.PerSecond, m.PerSecond, m.PerSecond})
			return s, true
		}
	}
	return Speed{}, false
}

// of reports whether a reference speaks of the job's model and method on so
// many cards.
func (r Reference) of(j Job, cards int) bool {
	return hardware.Same(r.Model, j.Model.ID) && r.Method == j.Method && max(r.Cards, 1) == cards && positive(r.PerSecond)
}

// rate is what a single published run leaves open to either side.
func (r Reference) rate() Rate {
	return Rate{r.PerSecond * (1 - runSpread), r.PerSecond, r.PerSecond * (1 + runSpread)}
}

// ratioLookedUp compares two of the user's own speeds, else two published
// ones of the same work, else the peaks. What the user saw is not held
// against what others published: the settings differ.
func ratioLookedUp(j Job, from hardware.Card, cards int, to hardware.Card, refs []Reference) (Rate, error) {
	here, there := max(j.Cards, 1), max(cards, 1)
	comparable := func(a, b Unit) bool { return a == b && (a != Steps || here == there) }
	for _, a := range slices.Backward(j.Measured) {
		for _, b := range slices.Backward(j.Measured) {
			if a.Card.ID == from.ID && a.count(here) == there && b.Card.ID == to.ID && b.count(here) == here && comparable(a.Unit, b.Unit) {
				ratio := b.PerSecond / a.PerSecond
				return Rate{ratio, ratio, ratio}, nil
			}
		}
	}
	for _, a := range refs {
		if a.Card.ID != from.ID || !a.of(j, there) {
			continue
		}
		for _, b := range refs {
			if b.Card.ID == to.ID && b.of(j, here) && a.Task == b.Task && comparable(a.Unit, b.Unit) {
				return compare(Speed{PerSecond: a.rate()}, Speed{PerSecond: b.rate()}), nil
			}
		}
	}
	ratio, err := peaks(from, there, to, here)
	if err != nil {
		return Rate{}, reason.Refuse("model", "speed.no_reference", reason.Word("model", j.Model.ID))
	}
	return ratio, nil
}

// peaks compares so many of two cards by what they compute at most, both side
// by side.
func peaks(from hardware.Card, fromCards int, to hardware.Card, toCards int) (Rate, error) {
	a, errFrom := peak(from, FP16, true)
	b, errTo := peak(to, FP16, true)
	if err := errors.Join(errFrom, errTo); err != nil {
		return Rate{}, err
	}
	ratio := b * side(toCards) / (a * side(fromCards))
	return Rate{ratio / lookUpSpan, ratio, ratio * lookUpSpan}, nil
}

// side is what cards reach that work side by side, in times one of them.
func side(cards int) float64 {
	if cards <= 1 {
		return 1
	}
	return float64(cards) * scaleDDP
}

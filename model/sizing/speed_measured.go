package sizing

import (
	"math"

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
	s := Speed{Card: card.ID, Cards: p.job.Cards, Basis: Own, Unit: m.Unit, plan: p, card: card, from: card.ID,
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

// Ratio is how many times as fast the job runs on one card as on another,
// both with the job's count; the same card gives exactly 1. It refuses where
// one of the two has no speed, with the reason; a factor of one is never
// taken instead. The user's own speeds count before estimates; refs are
// published measurements of models that no formula covers, and without them
// the peaks of the two cards are compared, between half and twice that.
func Ratio(j Job, from, to hardware.Card, refs ...Reference) (Rate, error) {
	return ratioFrom(j, from, j.Cards, to, refs)
}

// ratioFrom is Ratio where the first card is another number of cards.
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
// open about the split is settled anew for them.
func (p *Plan) with(cards int) (*Plan, error) {
	j := p.job
	j.Cards, j.Split = cards, p.asked
	return Prepare(j)
}

// Reference is a published measurement of a model that no formula covers:
// image and video generation, detection, convolutional networks.
type Reference struct {
	Model, Task string
	Card        hardware.Card
	Cards       int
	Unit        Unit
	PerSecond   float64
	Source      string
}

// LookUpSpeed gives the speed of a model that no formula covers from published
// measurements of the same model: the row of the card itself; else the row
// of another card times the ratio of their peaks, between half and twice
// that (lookUpSpan), which is wide because such work is not all computing.
//
// References on fewer or more cards are not used.
func LookUpSpeed(j Job, card hardware.Card, refs []Reference) (Speed, error) {
	if len(j.Measured) > 0 {
		m := j.Measured[len(j.Measured)-1]
		if err := m.check(); err != nil {
			return Speed{}, err
		}
		if m.Card.ID == card.ID && (m.Cards == 0 || m.Cards == max(j.Cards, 1)) {
			return Speed{Card: card.ID, Cards: max(j.Cards, 1), Basis: Own, Unit: m.Unit, card: card, from: card.ID,
				PerSecond: Rate{m.PerSecond, m.PerSecond, m.PerSecond}, Scaling: Scaling{Factor: 1}}, nil
		}
	}
	var scaled *Speed
	for _, r := range refs {
		if !hardware.Same(r.Model, j.Model.ID) || max(r.Cards, 1) != max(j.Cards, 1) || !positive(r.PerSecond) {
			continue
		}
		s := Speed{Card: card.ID, Cards: max(j.Cards, 1), Basis: LookedUp, Unit: r.Unit, card: card, from: r.Card.ID, source: r.Source,
			PerSecond: Rate{r.PerSecond * (1 - runSpread), r.PerSecond, r.PerSecond * (1 + runSpread)}, Scaling: Scaling{Factor: 1}}
		if r.Card.ID == card.ID {
			return s, nil
		}
		if scaled != nil || !r.Card.FP16TFLOPS.OK || !card.FP16TFLOPS.OK {
			continue
		}
		ratio := card.FP16TFLOPS.Value / r.Card.FP16TFLOPS.Value
		s.Basis = Scaled
		s.PerSecond = Rate{r.PerSecond * ratio / lookUpSpan, r.PerSecond * ratio, r.PerSecond * ratio * lookUpSpan}
		scaled = &s
	}
	if scaled == nil {
		return Speed{}, reason.Refuse("model", "speed.no_reference", reason.Word("model", j.Model.ID))
	}
	return *scaled, nil
}

func ratioLookedUp(j Job, from hardware.Card, cards int, to hardware.Card, refs []Reference) (Rate, error) {
	find := func(card hardware.Card, cards int, unit Unit, task string) (float64, Unit, string, bool) {
		for _, m := range j.Measured {
			if m.Card.ID == card.ID && positive(m.PerSecond) && (unit == "" || unit == m.Unit) && (m.Cards == 0 || m.Cards == max(cards, 1)) {
				return m.PerSecond, m.Unit, task, true
			}
		}
		for _, r := range refs {
			if hardware.Same(r.Model, j.Model.ID) && r.Card.ID == card.ID && positive(r.PerSecond) && max(r.Cards, 1) == max(cards, 1) &&
				(unit == "" || unit == r.Unit) && (task == "" || task == r.Task) {
				return r.PerSecond, r.Unit, r.Task, true
			}
		}
		return 0, "", "", false
	}
	a, unit, task, ok := find(from, cards, "", "")
	b, _, _, both := find(to, j.Cards, unit, task)
	switch {
	case ok && both:
		return Rate{b / a, b / a, b / a}, nil
	case !from.FP16TFLOPS.OK || !to.FP16TFLOPS.OK:
		return Rate{}, reason.Refuse("model", "speed.no_reference", reason.Word("model", j.Model.ID))
	}
	peaks := to.FP16TFLOPS.Value * side(j.Cards) / (from.FP16TFLOPS.Value * side(cards))
	return Rate{peaks / lookUpSpan, peaks, peaks * lookUpSpan}, nil
}

// side is what cards reach that work side by side, in times one of them.
func side(cards int) float64 {
	if cards <= 1 {
		return 1
	}
	return float64(cards) * scaleDDP
}

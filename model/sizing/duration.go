package sizing

import (
	"math"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// Work is an amount of work with its spread.
type Work struct {
	Unit   Unit
	Amount Rate // not a rate here: low, likely and high amount; Low and High may be 0 = Likely
	// Card and Cards are what Hours were or would be spent on; an empty ID is
	// the card that is asked about, 0 as many as the job has.
	Card  hardware.Card
	Cards int
}

// Seconds is a span of time in whole seconds, rounded up.
type Seconds struct{ Low, Likely, High int64 }

// Duration is how long work takes.
type Duration struct {
	Seconds
	Speed Speed // zero for hours on the card itself
	Ratio Rate  // hours on another card: how many times as fast this one is
}

// maxSeconds is a hundred years; beyond it something was mistyped.
const maxSeconds = 100 * 366 * 86400

// Time turns work into seconds on j.Cards of card. Low is the least work at
// the highest speed, High the most at the lowest. It refuses amounts that are
// not numbers above zero, work in a unit that the speed cannot be counted in,
// and results beyond a century.
// Hours on a named card are scaled by the speed ratio of the two cards.
func Time(j Job, w Work, card hardware.Card, refs ...Reference) (Duration, error) {
	if w.Unit == Hours {
		amount, err := w.amount()
		if err != nil {
			return Duration{}, err
		}
		d := Duration{Ratio: Rate{1, 1, 1}}
		if w.Card.ID != "" {
			cards := w.Cards
			if cards == 0 {
				cards = j.Cards
			}
			if d.Ratio, err = ratioFrom(j, w.Card, cards, card, refs); err != nil {
				return Duration{}, err
			}
		}
		d.Seconds, err = divide(amount.times(Rate{3600, 3600, 3600}), d.Ratio)
		return d, err
	}
	s, err := speedOf(j, card, refs)
	if err != nil {
		return Duration{}, err
	}
	d := Duration{Speed: s}
	d.Seconds, err = s.Time(w)
	return d, err
}

// Time is how long work takes at this speed; hours are no work for it.
func (s Speed) Time(w Work) (Seconds, error) {
	amount, err := w.amount()
	if err != nil {
		return Seconds{}, err
	}
	per, err := s.in(w.Unit)
	if err != nil {
		return Seconds{}, err
	}
	return divide(amount, per)
}

func speedOf(j Job, card hardware.Card, refs []Reference) (Speed, error) {
	if j.Model.Kind == hardware.LLM {
		return SpeedOn(j, card)
	}
	return LookUpSpeed(j, card, refs)
}

func (w Work) amount() (Rate, error) {
	a := w.Amount
	if a.Low == 0 {
		a.Low = a.Likely
	}
	if a.High == 0 {
		a.High = a.Likely
	}
	if !positive(a.Low) || !positive(a.Likely) || !positive(a.High) {
		return Rate{}, reason.Refuse("work", "number.not_positive")
	}
	if a.Low > a.Likely || a.Likely > a.High {
		return Rate{}, reason.Refuse("work", "work.order")
	}
	if !oneOf(w.Unit, []Unit{Tokens, Steps, Images, Requests, Hours}) {
		return Rate{}, unknownChoice("work", string(w.Unit))
	}
	return a, nil
}

// in gives the speed in another unit.
func (s Speed) in(u Unit) (Rate, error) {
	tokens := 0.0 // in one u
	switch {
	case s.Unit == u:
		return s.PerSecond, nil
	case s.Unit == Tokens && u == Steps:
		tokens = s.TokensPerStep
	case s.Unit == Tokens && u == Requests:
		tokens = s.TokensPerRequest
	case s.Unit == Steps && u == Tokens && s.TokensPerStep > 0:
		tokens = 1 / s.TokensPerStep
	case s.Unit == Requests && u == Tokens && s.TokensPerRequest > 0:
		tokens = 1 / s.TokensPerRequest
	}
	if tokens == 0 {
		return Rate{}, reason.Refuse("work", "work.other_unit", reason.Name("work", u.Term()), reason.Name("speed", s.Unit.Term()))
	}
	return s.PerSecond.times(Rate{1 / tokens, 1 / tokens, 1 / tokens}), nil
}

// divide is amount ÷ speed in whole seconds.
func divide(amount, per Rate) (Seconds, error) {
	var out Seconds
	for _, c := range []struct {
		to          *int64
		amount, per float64
	}{{&out.Low, amount.Low, per.High}, {&out.Likely, amount.Likely, per.Likely}, {&out.High, amount.High, per.Low}} {
		seconds := math.Ceil(c.amount / c.per)
		if !(seconds >= 0 && seconds <= maxSeconds) { // NaN and infinity fail too
			return Seconds{}, reason.Refuse("work", "time.too_long")
		}
		*c.to = max(int64(seconds), 1)
	}
	return out, nil
}

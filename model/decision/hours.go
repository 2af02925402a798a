package decision

import (
	"time"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/model/task"
)

// Hours is how long the task works on a candidate's cards, its preparation
// not counted. Low is the least work at the highest speed, High the most at
// the lowest.
type Hours struct {
	Low, Likely, High billing.Seconds

	// Basis says where a speed comes from that the task does not state for
	// these cards; "" where its hours or its speed hold as they are.
	Basis sizing.Basis
}

// onQuote is the task's time on a candidate's cards and what it makes of the
// usage.
type onQuote struct {
	usages
	OnCards
	apart *reason.Because // why the time is not one to compare by
}

// timed works out how long the task takes on a quote's cards. Hours, and
// speeds that were measured, hold for the cards that they were stated for, or
// for any where none is named; other cards are brought in by the ratio of the
// estimated speeds, and work without a measured speed by the estimate itself.
func (n needed) timed(t task.Task, stated usages, q billing.Quote, know Knowledge) onQuote {
	out := onQuote{usages: stated}
	if q.Mode == billing.PerToken {
		return out
	}
	share, _ := q.Rate.Slice.Float64()
	if !(share > 0 && share < 1) {
		share = 1
	}
	if card, ok := know.Card(q.Card); ok {
		out.OnCards = n.on(card, max(q.Rate.Cards, 1), share, know.References)
	} else {
		out.NoSpeed = reason.Refuse("card", "card.not_found", reason.Word("name", q.Card))
	}
	hours, err := n.hours(t.Work, q.Card, max(q.Rate.Cards, 1), share, out.OnCards, know)
	switch {
	case err == nil:
		if out.Hours = hours; hours.Basis != "" {
			out.usages = hours.usages(t, know.Today)
		}
	case !t.Work.At(task.Likely).IsPos() || t.Work.Check() != nil:
	case t.Work.Card != "" && share < 1 && hardware.Same(t.Work.Card, q.Card):
		out.apart = &reason.Because{Rule: "no_speed", Args: []reason.Arg{reason.Word("card", q.Card)}}
	case t.Work.Card != "" && (t.Work.InHours() || t.Work.PerSecond.IsPos()):
		out.apart = &reason.Because{Rule: "other_card", Args: []reason.Arg{reason.Word("card", q.Card), reason.Word("hours", t.Work.Card)}}
	default:
		out.apart = &reason.Because{Rule: "no_speed", Args: []reason.Arg{reason.Word("card", q.Card)}}
	}
	return out
}

// hours is the work's time on so many of a card, of which a share is rented,
// or why it is not known. What is stated for a named card says nothing of a
// slice of it.
func (n needed) hours(w task.Work, card string, cards int, share float64, on OnCards, know Knowledge) (*Hours, error) {
	stated := w.InHours() || w.PerSecond.IsPos() && !(w.Card == "" && on.seen)
	if stated && w.HoldsOn(card, cards) && (share == 1 || w.Card == "") {
		return statedHours(w)
	}
	if err := w.Check(); err != nil {
		return nil, err
	}
	work := sizing.Work{Unit: sizing.Unit(w.Unit)}
	work.Amount.Low, _ = w.At(task.Low).Float64()
	work.Amount.Likely, _ = w.At(task.Likely).Float64()
	work.Amount.High, _ = w.At(task.High).Float64()
	if !w.InHours() {
		if on.Speed == nil {
			return nil, on.NoSpeed
		}
		took, err := on.Speed.Time(work)
		return hoursOf(took, on.Speed.Basis, err)
	}
	from, known := know.Card(w.Card)
	to, listed := know.Card(card)
	switch {
	case !known:
		return nil, reason.Refuse("card", "card.not_found", reason.Word("name", w.Card))
	case !listed || share < 1 || n.over(cards).err != nil:
		return nil, on.NoSpeed
	}
	work.Unit, work.Card, work.Cards = sizing.Hours, from, max(w.Cards, 1)
	took, err := sizing.Time(n.over(cards).job, work, to, know.References...)
	return hoursOf(took.Seconds, sizing.Scaled, err)
}

// statedHours is the time that the task states by itself.
func statedHours(w task.Work) (*Hours, error) {
	h := &Hours{}
	for point, to := range map[task.Point]*billing.Seconds{task.Low: &h.Low, task.Likely: &h.Likely, task.High: &h.High} {
		var err error
		if *to, err = w.Time(point); err != nil {
			return nil, err
		}
	}
	return h, nil
}

func hoursOf(s sizing.Seconds, basis sizing.Basis, err error) (*Hours, error) {
	if err != nil {
		return nil, err
	}
	return &Hours{billing.Seconds(s.Low), billing.Seconds(s.Likely), billing.Seconds(s.High), basis}, nil
}

// usages are the task's usage for these hours.
func (h Hours) usages(t task.Task, day time.Time) usages {
	var u usages
	for _, at := range []struct {
		useful billing.Seconds
		to     **billing.Usage
	}{{h.Low, &u.low}, {h.Likely, &u.likely}, {h.High, &u.high}} {
		usage, err := t.UsageOf(at.useful)
		if err != nil {
			return usages{problem: err}
		}
		usage.On = day
		*at.to = &usage
	}
	return u
}

// BestOn is the first of the ranked candidates that rents so many whole
// cards of a kind; false where there is none.
func (r Result) BestOn(card string, cards int) (Candidate, bool) {
	for _, c := range r.Candidates {
		whole := c.Quote.Rate.Slice.IsZero() || c.Quote.Rate.Slice.IsOne()
		if c.Ranked() && whole && hardware.Same(c.Quote.Card, card) && max(c.Quote.Rate.Cards, 1) == cards {
			return c, true
		}
	}
	return Candidate{}, false
}

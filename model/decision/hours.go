package decision

import (
	"time"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/model/task"
)

// Hours is how long the task works on a candidate's cards. Low is the least
// work at the highest speed, High the most at the lowest.
type Hours struct {
	Low, Likely, High billing.Seconds

	// Basis says where a speed comes from that the task does not state for
	// this card; "" where its hours or its speed hold as they are.
	Basis sizing.Basis
}

// onCards is the task's time on a candidate's cards and what it makes of the
// usage.
type onCards struct {
	usages
	hours *Hours
	speed sizing.Speed
	apart *reason.Because // why the time is not one to compare by
}

// timed works out how long the task takes on a quote's cards. Hours, and
// speeds that were measured, hold for the card that they were stated for, or
// for any where none is named; other cards are brought in by the ratio of the
// estimated speeds, and work without a measured speed by the estimate itself.
func (n Needed) timed(t task.Task, stated usages, q billing.Quote, know Knowledge) onCards {
	out := onCards{usages: stated}
	if q.Mode == billing.PerToken {
		return out
	}
	job, card, err := n.job(t.Work, q, know)
	if err == nil {
		out.speed, _ = sizing.SpeedOn(job, card) // only what limits it is asked here
	}
	if stated.likely != nil && (t.Work.Card == "" || hardware.Same(t.Work.Card, q.Card)) {
		out.hours = &Hours{Low: stated.low.Useful, Likely: stated.likely.Useful, High: stated.high.Useful}
		return out
	}
	if t.Work.At(task.Likely).IsPos() && t.Work.Check() == nil {
		var d sizing.Duration
		if err == nil {
			d, err = duration(t.Work, job, card, know)
		}
		if err == nil {
			out.hours = &Hours{billing.Seconds(d.Low), billing.Seconds(d.Likely), billing.Seconds(d.High), sizing.Scaled}
			if d.Speed.Basis != "" {
				out.hours.Basis = d.Speed.Basis
			}
			out.usages = out.hours.usages(t, know.Today)
			return out
		}
	}
	switch {
	case stated.likely != nil:
		out.apart = &reason.Because{Rule: "other_card", Args: []reason.Arg{reason.Word("card", q.Card), reason.Word("hours", t.Work.Card)}}
	case t.Work.At(task.Likely).IsPos():
		out.apart = &reason.Because{Rule: "no_speed", Args: []reason.Arg{reason.Word("card", q.Card)}}
	}
	return out
}

// job is the task as it would run on a quote's cards.
func (n Needed) job(w task.Work, q billing.Quote, know Knowledge) (sizing.Job, hardware.Card, error) {
	card, ok := know.Card(q.Card)
	share, _ := q.Rate.Slice.Float64()
	switch {
	case n.problem != nil:
		return sizing.Job{}, card, n.problem
	case !ok:
		return sizing.Job{}, card, reason.Refuse("card", "card.not_found", reason.Word("name", q.Card))
	case share > 0 && share < 1:
		return sizing.Job{}, card, reason.Refuse("slice", "speed.slice")
	}
	job := sizing.Job{Request: n.request}
	job.Cards = q.Rate.Cards
	if w.PerSecond.IsPos() && w.Unit != task.WorkHours && w.Unit != "" {
		if from, ok := know.Card(w.Card); ok {
			speed, _ := w.PerSecond.Float64()
			job.Measured = []sizing.Measured{{Card: from, Unit: sizing.Unit(w.Unit), PerSecond: speed}}
		}
	}
	return job, card, nil
}

// duration is the work's time on a card that it does not state.
func duration(w task.Work, job sizing.Job, card hardware.Card, know Knowledge) (sizing.Duration, error) {
	work := sizing.Work{Unit: sizing.Unit(w.Unit)}
	if w.Unit == task.WorkHours || w.Unit == "" || w.Card != "" {
		from, ok := know.Card(w.Card)
		if !ok {
			return sizing.Duration{}, reason.Refuse("card", "card.not_found", reason.Word("name", w.Card))
		}
		if w.Unit == task.WorkHours || w.Unit == "" {
			work.Unit, work.Card = sizing.Hours, from
		}
	}
	work.Amount.Low, _ = w.At(task.Low).Float64()
	work.Amount.Likely, _ = w.At(task.Likely).Float64()
	work.Amount.High, _ = w.At(task.High).Float64()
	return sizing.Time(job, work, card)
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

package wizard

import (
	"strings"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/model/task"
)

// hoursFrom says where the useful hours of a bill come from; "" where they
// are just the hours that were typed.
func (w *Wizard) hoursFrom(c decision.Candidate) string {
	d, _ := w.session.Current()
	p, work, prepare := w.p, d.Task.Work, d.Task.Plan.Prepare
	if c.Hours == nil || c.Usage == nil || c.Cost == nil {
		return ""
	}
	if work.InHours() && c.Hours.Basis == "" && prepare == 0 {
		return ""
	}
	var parts []string
	if prepare > 0 {
		parts = append(parts, p.T("billing.hours.prepare", "time", prepare))
	}
	parts = append(parts, w.workFrom(work, c.OnCards))
	return p.T("billing.hours", "useful", c.Usage.Useful, "what", strings.Join(parts, " + "))
}

// workFrom is the work itself, and what made hours of it.
func (w *Wizard) workFrom(work task.Work, on decision.OnCards) string {
	p := w.p
	likely := work.At(task.Likely)
	if work.InHours() {
		hours := reason.Value{Kind: reason.Hours, Num: likely}
		if on.Hours.Basis == "" {
			return p.T("billing.hours.work", "time", hours)
		}
		return p.T("billing.hours.scaled", "time", hours, "card", countOf(work.Cards, work.Card))
	}
	basis := p.T("billing.hours.stated")
	if on.Hours.Basis != "" {
		basis = p.Term(on.Hours.Basis.Term())
	}
	unit := sizing.Unit(work.Unit)
	return p.T("billing.hours.speed", "amount", likely, "unit", p.Term("work_"+string(work.Unit)),
		"speed", p.Speed(unit, perSecond(work, *on.Hours)), "basis", basis)
}

// perSecond is the speed in the unit of the work: what was stated, else what
// the hours come to, since an estimate may count in another unit.
func perSecond(work task.Work, hours decision.Hours) float64 {
	if hours.Basis == "" {
		speed, _ := work.PerSecond.Float64()
		return speed
	}
	amount, _ := work.At(task.Likely).Float64()
	return amount / float64(max(hours.Likely, billing.Seconds(1)))
}

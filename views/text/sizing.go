package text

import (
	"math"

	"cardhour/model/sizing"
)

// Change names a change to a job and, where it is one of degree or of kind,
// what it goes to.
func (p *Printer) Change(c sizing.Change) string {
	what, r := p.Label(c.Kind.Term()), c.Estimate.Request
	var to any
	switch c.Kind {
	case sizing.ChangeBatch:
		to = r.Batch
	case sizing.ChangeSequence:
		to = r.Sequence
	case sizing.ChangeCards:
		to = r.Cards
	case sizing.ChangePrecision:
		to = p.Term(r.Precision.Term())
	case sizing.ChangeOffload:
		to = p.Term(r.Offload.Term())
	default:
		return what
	}
	return p.T("card.change_to", "what", what, "to", to)
}

// Speed writes work per second, or seconds per piece of work where it takes
// longer than one.
func (p *Printer) Speed(u sizing.Unit, perSecond float64) string {
	switch {
	case !(perSecond > 0):
		return "?"
	case perSecond >= 1:
		return p.T("speed.per_second."+string(u), "n", p.rough(perSecond))
	}
	return p.T("speed.each."+string(u), "n", p.rough(1/perSecond))
}

// ShortSpeed is Speed in the fewest letters that a practitioner still knows.
func (p *Printer) ShortSpeed(u sizing.Unit, perSecond float64) string {
	if u != sizing.Tokens || !(perSecond >= 1) {
		return p.Speed(u, perSecond)
	}
	return p.T("speed.short.tokens", "n", p.rough(perSecond))
}

// Hours writes seconds of work as people speak of them: in hours, below one
// in minutes.
func (p *Printer) Hours(seconds int64) string {
	if seconds < 3600 {
		return p.T("time.minutes", "n", p.rough(float64(seconds)/60))
	}
	return p.T("time.hours", "n", p.rough(float64(seconds)/3600))
}

// HoursSpan writes both ends in the unit of the longer one.
func (p *Printer) HoursSpan(low, high int64) string {
	key := "time.hours"
	if high < 3600 {
		key = "time.minutes"
	}
	return p.T(key, "n", p.BareHoursSpan(low, high, high))
}

// BareHoursSpan writes both ends in the unit that Hours writes likely in, and
// leaves the unit to it.
func (p *Printer) BareHoursSpan(low, likely, high int64) string {
	per := 3600.0
	if likely < 3600 {
		per = 60
	}
	from, to := p.rough(float64(low)/per), p.rough(float64(high)/per)
	if from == to {
		return from
	}
	return p.T("card.span", "low", from, "high", to)
}

// rough keeps three digits, and no zeros that say nothing.
func (p *Printer) rough(x float64) string {
	decimals := 0
	for decimals < 2 && x < math.Pow10(2-decimals) {
		decimals++
	}
	for scale := math.Pow10(decimals); decimals > 0 && math.Mod(math.Round(x*scale), 10) == 0; scale /= 10 {
		decimals--
	}
	return p.Measure(x, decimals)
}

package billing

import (
	"time"

	"github.com/govalues/decimal"
)

// Months of the calendar end on the same day of the next one and are as long
// as they are, one after the other from the day of the work.

// monthsFrom is how long so many months of the calendar from a day are.
func monthsFrom(from time.Time, months int) Seconds {
	last := time.Date(from.Year(), from.Month()+time.Month(months)+1, 0, 0, 0, 0, 0, from.Location()).Day()
	to := from.AddDate(0, months, 0)
	if from.Day() > last { // the 31st of a shorter month is its last day
		to = from.AddDate(0, months, last-from.Day())
	}
	return Seconds(to.Sub(from) / time.Second)
}

// byCalendar reports whether months are those of the calendar. Without the day
// of the work they cannot be told.
func (r *Rules) byCalendar(u *Usage) bool { return r.CalendarMonths && !u.On.IsZero() }

// month is the length of the month that prices per month are divided by: of
// the calendar's, the first.
func (q *Quote) month(u *Usage) Seconds {
	if q.Rules.byCalendar(u) {
		return monthsFrom(u.On, 1)
	}
	return q.Rate.Month
}

// calendar is how long so many months are from the day of the work.
func (p *pricing) calendar(months int) Seconds { return monthsFrom(p.u.On, months) }

// covers is the least number of months of the calendar that hold a span.
func (p *pricing) covers(span Seconds) (months int) {
	for p.calendar(months) < span {
		months++
	}
	return months
}

// begun counts the periods that begin within a span.
func (p *pricing) begun(per Period, span Seconds) Seconds {
	if months := per.months(); months > 0 && p.t.Rules.byCalendar(p.u) {
		return Seconds((p.covers(span) + months - 1) / months)
	}
	length := max(per.Length(p.t.Rate.Month), 1)
	return (span + length - 1) / length
}

// months is the number of months in a period, 0 where it is made of days.
func (p Period) months() int {
	switch p {
	case PerMonth:
		return 1
	case PerQuarter:
		return 3
	}
	return 0
}

// inMonths is a span in months, as a number of seconds and the seconds that a
// month has: of a month that has begun, its own.
func (p *pricing) inMonths(span Seconds) (seconds, month decimal.Decimal) {
	if !p.t.Rules.byCalendar(p.u) || span == 0 {
		return span.Decimal(), p.t.Rate.Month.Decimal()
	}
	whole := p.covers(span) - 1
	from := p.calendar(whole)
	length := p.calendar(whole+1) - from
	return (Seconds(whole)*length + span - from).Decimal(), length.Decimal()
}

package journal

import (
	"slices"
	"time"
)

// How long snapshots are kept, each span after the one before.
const (
	keepAllFor    = 2 * 24 * time.Hour
	keepDailyFor  = 30 * 24 * time.Hour
	keepWeeklyFor = 26 * 7 * 24 * time.Hour
)

// Thin returns which of the snapshots made at times need not be kept: for two
// days all are kept, then the last of each day for 30 days, of each week for
// 26 weeks and of each month for ever. The newest is never among them (it is the
// last of its span), nor one from the future: a clock was wrong, and nobody knows when.
func Thin(times []time.Time, now time.Time) (drop []time.Time) {
	newestFirst := slices.Clone(times)
	slices.SortStableFunc(newestFirst, func(a, b time.Time) int { return b.Compare(a) })
	taken := map[span]bool{}
	for _, t := range newestFirst {
		age := now.Sub(t)
		if age <= keepAllFor {
			continue
		}
		s := spanOf(t.UTC(), age)
		if taken[s] {
			drop = append(drop, t)
		}
		taken[s] = true
	}
	return drop
}

// span is the time of which one snapshot is kept.
type span struct {
	unit         string
	year, number int
}

func spanOf(t time.Time, age time.Duration) span {
	switch {
	case age <= keepAllFor+keepDailyFor:
		return span{"day", t.Year(), t.YearDay()}
	case age <= keepAllFor+keepDailyFor+keepWeeklyFor:
		year, week := t.ISOWeek()
		return span{"week", year, week}
	default:
		return span{"month", t.Year(), int(t.Month())}
	}
}

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

// Thin returns which of the snapshots made at times need not be kept, by their
// places: for two days all are kept, then the last good one of each day for 30
// days, of each week for 26 weeks and of each month for ever. One that is not
// good, which good is asked for only where others would give way to it, is
// kept too: what is damaged is nobody's to delete. So is one from the future:
// a clock was wrong, and nobody knows when.
func Thin(times []time.Time, now time.Time, good func(i int) bool) (drop []int) {
	newestFirst := make([]int, len(times))
	for i := range times {
		newestFirst[i] = i
	}
	slices.SortStableFunc(newestFirst, func(a, b int) int { return times[b].Compare(times[a]) })
	kept, sure := map[span]int{}, map[span]bool{}
	for _, i := range newestFirst {
		age := now.Sub(times[i])
		if age <= keepAllFor {
			continue
		}
		s := spanOf(times[i].UTC(), age)
		last, taken := kept[s]
		if sure[s] = sure[s] || taken && good(last); sure[s] {
			drop = append(drop, i)
		} else {
			kept[s] = i
		}
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

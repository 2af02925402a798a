package journal

import (
	"slices"
	"testing"
	"time"
)

func TestSnapshotsAreThinnedWithTheirAge(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) // a Monday
	at := func(text string) time.Time {
		t.Helper()
		when, err := time.Parse("2006-01-02 15:04", text)
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	for name, c := range map[string]struct{ have, drop []string }{
		"nothing":                         {},
		"the only one, however old":       {have: []string{"2001-01-01 00:00"}},
		"all of two days":                 {have: []string{"2026-11-30 11:00", "2026-11-30 11:01", "2026-11-29 10:00", "2026-11-29 10:01", "2026-11-28 12:00"}},
		"then the last of a day":          {have: []string{"2026-11-30 11:00", "2026-11-27 08:00", "2026-11-27 23:59", "2026-11-26 00:00"}, drop: []string{"2026-11-27 08:00"}},
		"a day is a day in UTC":           {have: []string{"2026-11-30 11:00", "2026-11-27 00:00", "2026-11-26 23:59"}},
		"days for thirty days":            {have: []string{"2026-11-30 11:00", "2026-10-30 12:00", "2026-10-29 13:00", "2026-10-29 12:00", "2026-10-29 11:00"}, drop: []string{"2026-10-29 12:00"}},
		"then the last of a week":         {have: []string{"2026-11-30 11:00", "2026-10-25 10:00", "2026-10-21 10:00", "2026-10-19 00:00", "2026-10-18 23:00"}, drop: []string{"2026-10-21 10:00", "2026-10-19 00:00"}},
		"a week may span the new year":    {have: []string{"2026-11-30 11:00", "2026-04-30 13:00", "2026-05-02 13:00"}, drop: []string{"2026-04-30 13:00"}},
		"then the last of a month":        {have: []string{"2026-11-30 11:00", "2026-04-10 10:00", "2026-04-28 10:00", "2026-03-31 23:59", "2025-04-28 10:00"}, drop: []string{"2026-04-10 10:00"}},
		"none of the future":              {have: []string{"2027-01-01 10:00", "2027-01-01 11:00", "2027-01-01 12:00"}},
		"the newest stays if all are old": {have: []string{"2020-02-01 10:00", "2020-02-02 10:00"}, drop: []string{"2020-02-01 10:00"}},
	} {
		t.Run(name, func(t *testing.T) {
			var have, want []time.Time
			for _, text := range c.have {
				have = append(have, at(text))
			}
			for _, text := range c.drop {
				want = append(want, at(text))
			}
			before := slices.Clone(have)
			var got []time.Time
			for _, i := range Thin(have, now, func(int) bool { return true }) {
				got = append(got, have[i])
			}
			byTime := func(a, b time.Time) int { return a.Compare(b) }
			slices.SortFunc(got, byTime)
			slices.SortFunc(want, byTime)
			wantSame(t, "dropped", want, got)
			wantSame(t, "the times given", before, have)
		})
	}
}

// Who makes one an hour for two years and thins each time keeps few, among
// them some of every span.
func TestThinningEveryHourEndsInFewThatReachFarBack(t *testing.T) {
	begin := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	var kept []time.Time
	now := begin
	for ; now.Before(begin.AddDate(2, 0, 0)); now = now.Add(time.Hour) {
		kept = append(kept, now)
		drop := Thin(kept, now, func(int) bool { return true })
		for _, i := range drop {
			kept[i] = time.Time{}
		}
		kept = slices.DeleteFunc(kept, time.Time.IsZero)
	}
	now = now.Add(-time.Hour)
	if n := len(kept); n < 100 || n > 130 {
		t.Errorf("%d kept", n)
	}
	if kept[0].After(begin.AddDate(0, 1, 0)) {
		t.Errorf("the oldest is of %s", kept[0])
	}
	for i := 1; i < len(kept); i++ {
		if gap := kept[i].Sub(kept[i-1]); gap > 36*24*time.Hour {
			t.Errorf("nothing between %s and %s", kept[i-1], kept[i])
		}
	}
	if !kept[len(kept)-1].Equal(now) {
		t.Errorf("the newest is gone")
	}
}

// Several may be of one moment: a copy, or two occasions. One of them stays.
func TestOneOfTheSnapshotsOfOneMomentIsKept(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	then := now.AddDate(0, 0, -9)
	wantSame(t, "dropped", []int{1, 2}, Thin([]time.Time{then, then, then}, now, func(int) bool { return true }))
}

func TestADamagedSnapshotTakesNoOthersPlace(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	at := func(hour int) time.Time { return time.Date(2026, 11, 20, hour, 0, 0, 0, time.UTC) }
	times := []time.Time{at(8), at(9), at(10), at(11), now}
	asked := map[int]int{}
	got := Thin(times, now, func(i int) bool { asked[i]++; return i != 3 })
	wantSame(t, "dropped", []int{1, 0}, got)
	wantSame(t, "read through", map[int]int{3: 1, 2: 1}, asked)
	if got := Thin(times, now, func(int) bool { return false }); len(got) > 0 {
		t.Errorf("dropped %v though none is good", got)
	}
}

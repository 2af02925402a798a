package billing

import "testing"

// The price of a stopped disk has no tiers, even where it is that of a
// running one.
func TestTiersBelongToTheOrdinaryPrice(t *testing.T) {
	u := Usage{KeepDays: 10, Stored: []Stored{{DataDisk, dec("300")}}}
	for _, running := range []string{"0.1", "0.2"} {
		q := plain("1", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig(running, PerDay), DataDiskFree: fig("0"), StoppedDiskPrice: fig("0.1", PerDay), AfterStopShare: fig("0")})
		q.Rules.Tiers = []Tier{{DataDisk, dec("100"), dec("5")}}
		wantTotal(t, cost(t, q, u), "300")
	}
}

// To keep data some days longer never lowers the high end: what a stopped
// disk is assumed to cost does not change by it.
func TestKeepingDataLongerNeverCostsLess(t *testing.T) {
	q := plain("1", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("1", PerHour), DataDiskFree: fig("0"), AfterStopShare: fig("0")})
	u := Usage{Useful: 4 * Hour, Sessions: 2, DataStay: 30 * Day, Stored: []Stored{{DataDisk, dec("1")}}}
	ranges := func(k Key) (Range, bool) {
		return Range{Low: fig("0.1", PerHour), High: fig("0.2", PerHour)}, k == StoppedDiskPrice
	}
	for days, want := range map[int][2]string{0: {"CNY 79.60", "CNY 724.00"}, 1: {"CNY 82.00", "CNY 748.00"}} {
		u.KeepDays = days
		e, err := EstimateCost(q, u, ranges)
		if err != nil || e.Low.String() != want[0] || e.High.String() != want[1] {
			t.Errorf("kept %d days: %s to %s, %v", days, e.Low, e.High, err)
		}
	}
}

// The price of a stopped disk counts between sessions whatever period it is
// quoted for: 16 hours in two sessions, 30 days in all.
func TestAStoppedDiskIsPaidByTheDayToo(t *testing.T) {
	u := Usage{Useful: 16 * Hour, Sessions: 2, DataStay: 30 * Day, Stored: []Stored{{DataDisk, dec("100")}}}
	for _, c := range []struct {
		running, stopped Figure
		want             string
	}{
		{fig("0", PerHour), fig("0.05", PerDay), "166"},      // 16 + 30 days at 5, each of them stopped in part
		{fig("0", PerDay), fig("0.05", PerDay), "156"},       // 16 + 28 days on which no session runs
		{fig("0.05", PerDay), fig("0.05", PerDay), "166"},    // one fee a day
		{fig("0.05", PerDay), fig("0.001", PerHour), "96.4"}, // 16 + 2 days at 5 + 704 h at 0.1
	} {
		q := plain("1", "CNY", PerHour, map[Key]Figure{DataDiskPrice: c.running, DataDiskFree: fig("0"), StoppedDiskPrice: c.stopped, AfterStopShare: fig("0")})
		wantTotal(t, cost(t, q, u), c.want)
	}
	u.Sessions = 30 // one every day: it never stands for a whole one
	q := plain("1", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0", PerDay), DataDiskFree: fig("0"), StoppedDiskPrice: fig("0.05", PerDay), AfterStopShare: fig("0")})
	wantTotal(t, cost(t, q, u), "16")
}

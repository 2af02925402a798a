package billing

import "testing"

// Of two caps of one period nobody could say which holds.
func TestTwoCapsOfOnePeriodAreRefused(t *testing.T) {
	q := plain("5", "CNY", PerHour, nil)
	q.Rules.Caps = []Cap{{PerDay, dec("60")}, {PerMonth, dec("900")}}
	if found := q.Check(); len(found) > 0 {
		t.Errorf("a cap of the day and one of the month: %v", found)
	}
	q.Rules.Caps = []Cap{{PerDay, dec("60")}, {PerMonth, dec("900")}, {PerDay, dec("40")}}
	found := q.Check()
	if len(found) != 1 || found[0].Rule != "caps.twice" || found[0].Field != "caps[2].per" {
		t.Errorf("two caps of the day: %v", found)
	}
	if _, err := EstimateCost(q, hours(20), NoRanges); brokenRule(err) != "caps.twice" {
		t.Errorf("they were priced: %v", err)
	}
}

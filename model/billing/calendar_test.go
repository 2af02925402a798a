package billing

import (
	"testing"
	"time"

	"cardhour/model/money"
)

func onDay(month time.Month, day int) time.Time {
	return time.Date(2026, month, day, 0, 0, 0, 0, time.UTC)
}

// Months that end on the same day of the next one are as long as they are,
// whatever is sold or capped by them.
func TestMonthsOfTheCalendarAreOfOneLengthEverywhere(t *testing.T) {
	packaged := plain("1", "CNY", PerHour, nil)
	packaged.Rules.Packages = []Package{{Amount: dec("300"), Per: PerMonth}}
	limited := plain("1", "CNY", PerHour, nil)
	limited.Rules.Caps = []Cap{{PerMonth, dec("300")}}
	line := plain("0", "CNY", PerHour, map[Key]Figure{LinePrice: fig("300", PerMonth)})
	for _, c := range []struct {
		from                    time.Time
		days                    int64
		packages, capped, lines string
	}{
		{onDay(1, 1), 59, "600", "600", "600"},  // 31 and 28 days
		{onDay(1, 1), 60, "624", "900", "900"},  // and a day
		{onDay(2, 1), 59, "600", "600", "600"},  // 28 and 31
		{onDay(1, 31), 28, "300", "300", "300"}, // to the last of February
		{onDay(1, 31), 30, "348", "600", "600"},
		{onDay(1, 31), 59, "600", "600", "600"}, // to the last of March
	} {
		u := hours(24 * c.days)
		u.On, u.DataStay, u.LineMbps = c.from, Seconds(c.days)*Day, dec("1")
		free := u
		free.LineMbps = dec("0")
		for name, x := range map[string]struct {
			q    Quote
			u    Usage
			want string
		}{"packages": {packaged, free, c.packages}, "cap": {limited, free, c.capped}, "line": {line, u, c.lines}} {
			x.q.Rules.CalendarMonths = true
			if e := cost(t, x.q, x.u); !e.Low.Value.Equal(dec(x.want)) {
				t.Errorf("%s from %s for %d days: %s, want %s", name, c.from.Format(time.DateOnly), c.days, e.Low, x.want)
			}
		}
	}
}

// Two months of the calendar are two of the months that a card is paid off in.
func TestAnOwnCardIsPaidOffByTheMonthsOfTheCalendar(t *testing.T) {
	q := Quote{Mode: Hosted, Rate: NewRate(money.Of("300", "CNY"), PerMonth)}
	q.Rules.Purchase = &Purchase{Amount: dec("9000"), Months: 36}
	q.Rules.CalendarMonths = true
	u := hours(100)
	u.On, u.DataStay = onDay(1, 1), 59*Day
	wantTotal(t, cost(t, q, u), "1100")
	// A package of 45 days: a month, and 14 of the 28 days of the next one.
	q = Quote{Mode: Hosted, Rate: NewRate(money.Of("10", "CNY"), PerDay), Rules: q.Rules}
	u.DataStay = 45 * Day
	wantTotal(t, cost(t, q, u), "825")
}

// Months that are not of the calendar stay as long as the quote says.
func TestMonthsOfAStatedLengthAreNotOfTheCalendar(t *testing.T) {
	q := plain("1", "CNY", PerHour, nil)
	q.Rate.Month = 730 * Hour
	q.Rules.Caps = []Cap{{PerMonth, dec("300")}}
	u := hours(1460)
	u.On = onDay(2, 1)
	wantTotal(t, cost(t, q, u), "600")
	q.Rules.Caps = nil
	q.Rules.Packages = []Package{{Amount: dec("300"), Per: PerMonth}}
	wantTotal(t, cost(t, q, u), "600")
}

// 1488 a month of 31 days are 2 an hour; of 30 days they would be 2.07.
func TestSpotIsHeldAgainstTheMonthOfTheCalendar(t *testing.T) {
	spot, steady := plain("2", "USD", PerHour, nil), plain("1488", "USD", PerMonth, nil)
	spot.Mode, steady.Rules.CalendarMonths = Spot, true
	u := hours(8)
	u.On = onDay(1, 1)
	if rate, ok := SpotPaysBelow(spot, steady, u); ok {
		t.Errorf("at the same price spot pays below %s", rate)
	}
}

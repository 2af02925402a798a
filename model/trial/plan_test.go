package trial

import (
	"errors"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/model/reason"
)

func quoteA() billing.Quote {
	q := billing.Quote{Mode: billing.OnDemand, Rate: billing.NewRate(money.Of("12", "CNY"), billing.PerHour), Facts: billing.Facts{}}
	for key, f := range map[billing.Key]billing.Figure{
		billing.Granularity: {Value: dec("1")}, billing.MinSeconds: {},
		billing.DataDiskPrice: {Value: dec("0.3"), Per: billing.PerDay}, billing.DataDiskFree: {},
		billing.TrafficOutPrice: {Value: dec("1")}, billing.TrafficOutFree: {}, billing.BandwidthPrice: {Per: billing.PerDay},
	} {
		q.Facts[key] = fact.Own(f, "", time.Time{})
	}
	return q
}

func wholeTask() billing.Usage {
	return billing.Usage{Useful: 8 * billing.Hour, Sessions: 4, SetUp: 15 * billing.Minute, DataStay: 7 * billing.Day, KeepDays: 30,
		Stored: []billing.Stored{{Item: billing.DataDisk, GB: dec("30")}}, OutGB: dec("8"), CPUMode: 2 * billing.Hour, CPUSessions: 4}
}

func TestThePlanIsOneStartWithTheDataAndLessWork(t *testing.T) {
	u := Cut(wholeTask(), billing.Hour)
	if u.Useful != billing.Hour || u.Sessions != 1 || u.SetUp != 15*billing.Minute || u.KeepDays != 0 || u.DataStay != billing.Day {
		t.Errorf("cut to %+v", u)
	}
	if !u.OutGB.Equal(decimal.One) || !u.GB(billing.DataDisk).Equal(dec("30")) || u.CPUMode != 30*billing.Minute || u.CPUSessions != 1 {
		t.Errorf("data cut to %+v", u)
	}
	if got := Cut(wholeTask(), 100*billing.Hour); got.Useful != 8*billing.Hour {
		t.Errorf("a trial longer than the task is %d s", got.Useful)
	}
	if got := Cut(billing.Usage{}, 2*billing.Hour); got.Useful != 2*billing.Hour || got.Sessions != 1 {
		t.Errorf("without a known task the trial is %+v", got)
	}
}

func TestTheTopUpIsTheNextWholeSum(t *testing.T) {
	whole := wholeTask()
	whole.CPUMode, whole.CPUSessions = 0, 0
	plan, err := MakePlan(quoteA(), whole, billing.Hour, billing.NoRanges)
	if err != nil {
		t.Fatal(err)
	}
	// 1.25 h × 12 + 30 GB × 0.3 × 1 day + 1 GB × 1 = 25.
	if plan.Cost.High.String() != "CNY 25.00" || plan.TopUp.String() != "CNY 25.00" {
		t.Errorf("costs %s, top up %s", plan.Cost.High, plan.TopUp)
	}
	plan, err = MakePlan(quoteA(), whole, billing.Hour+1, billing.NoRanges)
	if err != nil || plan.TopUp.String() != "CNY 26.00" {
		t.Errorf("a second more needs %s, %v", plan.TopUp, err)
	}
	if _, err := MakePlan(quoteA(), whole, 0, billing.NoRanges); err == nil {
		t.Error("a plan of no hours passed")
	}
}

func TestTheGapIsCountedFromTheNearerEnd(t *testing.T) {
	e := billing.Estimate{FullLow: money.Of("10", "CNY"), FullHigh: money.Of("12", "CNY"), FullDefined: true}
	for rate, want := range map[string]string{"11": "CNY 0.00", "13.5": "CNY 1.50", "9": "CNY -1.00", "12": "CNY 0.00"} {
		gap, ok := Against(Real{FullRate: money.Of(rate, "CNY"), Defined: true}, e)
		if !ok || gap.By.String() != want || gap.Within != gap.By.IsZero() {
			t.Errorf("%s: %+v", rate, gap)
		}
	}
	if _, ok := Against(Real{FullRate: money.Of("1", "USD"), Defined: true}, e); ok {
		t.Error("dollars were compared with yuan")
	}
	e.Open = true
	if gap, _ := Against(Real{FullRate: money.Of("99", "CNY"), Defined: true}, e); !gap.Within {
		t.Error("a lower bound was taken for an upper one")
	}
}

func TestADiscountTakesAwayWhicheverSignItHas(t *testing.T) {
	for _, written := range []string{"5", "-5"} {
		if got := NewCharge(billing.Discount, dec(written), ""); !got.Amount.Equal(dec("-5")) {
			t.Errorf("%s became %s", written, got.Amount)
		}
	}
	if got := NewCharge(billing.Unexplained, dec("-3"), ""); !got.Amount.Equal(dec("-3")) {
		t.Errorf("a refund became %s", got.Amount)
	}
}

func TestParseMomentReadsWhatPeopleType(t *testing.T) {
	near := at(8, 50)
	for text, want := range map[string]time.Time{
		"2026-11-02 09:00": at(9, 0), "2026/11/2 9:00": at(9, 0), "２０２６－１１－０２　０９：００": at(9, 0), "9:00": at(9, 0),
		"9：05": at(9, 5), "11-02 9:00": at(9, 0), "11月2日9:30": at(9, 30), "2026年11月2日 9点": at(9, 0), "9点30分": at(9, 30),
		"2026-11-02T17:00": at(17, 0), " 2026.11.2  17:00 ": at(17, 0), "24:00": at(24, 0), "9:00:07": at(9, 0).Add(7 * time.Second),
		"11-3 0:10": at(24, 10),
	} {
		got, err := ParseMoment(text, near)
		if err != nil || !got.Equal(want) {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	if got, _ := ParseMoment("9:00", near); got.Location() != near.Location() {
		t.Errorf("zone %v", got.Location())
	}
}

func TestParseMomentRefusesWithTheRuleThatIsBroken(t *testing.T) {
	for text, rule := range map[string]string{
		"": "moment.empty", "soon": "moment.malformed", "25:00": "moment.no_such_time", "9:60": "moment.no_such_time",
		"2026-02-30 9:00": "moment.no_such_day", "2026-13-01 9:00": "moment.no_such_day", "0026-11-02 9:00": "moment.no_such_day",
		"9": "moment.malformed", "2026-11-02": "moment.malformed", "11-02-26 9:00": "moment.malformed", "9:00 pm": "moment.malformed",
		"24:01": "moment.no_such_time", "日": "moment.malformed",
	} {
		_, err := ParseMoment(text, at(8, 0))
		var p *reason.Problem
		if !errors.As(err, &p) || p.Rule != rule {
			t.Errorf("%q gives %v, want %s", text, err, rule)
		}
	}
}

func TestHoursBecomeWholeSeconds(t *testing.T) {
	for text, want := range map[string]billing.Seconds{"1": 3600, "０．５": 1800, "0.3333": 1200, "0": 0} {
		if got, err := ParseHours(text); err != nil || got != want {
			t.Errorf("%q is %d s, %v", text, got, err)
		}
	}
	for _, text := range []string{"-1", "x", "999999999", ""} {
		if _, err := ParseHours(text); err == nil {
			t.Errorf("%q passed", text)
		}
	}
}

func TestAnOpenRunSaysHowLongItRuns(t *testing.T) {
	run := Run{At: map[Event]time.Time{PoweredOn: at(9, 0)}}
	if got, ok := run.OpenFor(at(12, 30)); !ok || got != 3*billing.Hour+30*billing.Minute {
		t.Errorf("open for %d s, %v", got, ok)
	}
	run.At[ShutDown] = at(13, 0)
	if _, ok := run.OpenFor(at(14, 0)); ok {
		t.Error("a run that was shut down is open")
	}
}

package billing

import (
	"errors"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// cost prices a quote that leaves nothing open.
func cost(t *testing.T, q Quote, u Usage) Estimate {
	t.Helper()
	e, err := EstimateCost(q, u, NoRanges)
	if err != nil {
		t.Fatal(err)
	}
	if !e.Exact() {
		t.Fatalf("not exact: %+v", e.Unknown)
	}
	return e
}

func wantTotal(t *testing.T, e Estimate, want string) {
	t.Helper()
	if !e.Low.Value.Equal(dec(want)) {
		t.Errorf("total %s, want %s", e.Low, want)
		for _, l := range e.Lines {
			t.Logf("%s %s: %s", l.Kind, l.Item, l.Low)
		}
	}
}

func lineOf(e Estimate, kind Kind, item string) decimal.Decimal {
	for _, l := range e.Lines {
		if l.Kind == kind && l.Item == item {
			return l.Low
		}
	}
	return decimal.Zero
}

// The public case of 527 s: the price is not known, so the two rounding rules
// are held apart at one that tells them apart.
func TestRowsByTheClockAreRoundedEach(t *testing.T) {
	q := plain("0.98", "CNY", PerHour, nil)
	u := Usage{Useful: 527, Sessions: 1, Starts: Clock{10 * Hour, true}}
	q.Rules.Settles = EachHour
	for mode, want := range map[RoundingMode]string{RoundUp: "0.15", RoundNearest: "0.14", RoundDown: "0.14"} {
		q.Rounding = Rounding{mode, dec("0.01")}
		wantTotal(t, cost(t, q, u), want)
	}
	// Across the full hour there are two rows, each rounded up.
	q.Rounding = Rounding{RoundUp, dec("0.01")}
	u.Starts.Second = 11*Hour - 60
	wantTotal(t, cost(t, q, u), "0.15") // 0.0164 and 0.1271
	// Nobody knows when it starts: one row or two.
	u.Starts.Told = false
	e, err := EstimateCost(q, u, NoRanges)
	if err != nil || len(e.Unknown) != 0 && e.Unknown[0].Key != ExtraRows || e.High.Value.Cmp(e.Low.Value) < 0 {
		t.Errorf("%s to %s, %+v, %v", e.Low, e.High, e.Unknown, err)
	}
}

func TestAMinimumCountsForEachRowOrEachStart(t *testing.T) {
	q := plain("1", "CNY", PerHour, map[Key]Figure{MinAmount: fig("0.5")})
	q.Rules.Settles = EachHour
	u := Usage{Useful: 2*Hour + 60, Sessions: 1, Starts: Clock{0, true}}
	wantTotal(t, cost(t, q, u), "2.01666667")
	q.Rules.MinimumPerRow = true
	wantTotal(t, cost(t, q, u), "2.5")
}

func TestADayIsCountedByTheMidnightsCrossed(t *testing.T) {
	q := plain("1", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0.01", PerDay), DataDiskFree: fig("0")})
	u := Usage{DataStay: 30 * Hour, Starts: Clock{20 * Hour, true}, Stored: []Stored{{DataDisk, dec("100")}}}
	for days, want := range map[DayCount]string{DaysNamed: "2", DaysCrossed: "2", DaysTouched: "3"} {
		q.Rules.Days = days
		wantTotal(t, cost(t, q, u), want)
	}
	q.Rules.Days = DaysCrossed
	u.Starts.Told = false
	e, err := EstimateCost(q, u, NoRanges)
	if err != nil || e.Low.String() != "CNY 1.00" || e.High.String() != "CNY 2.00" || e.Unknown[0].Key != ExtraMidnights {
		t.Errorf("%s to %s, %+v, %v", e.Low, e.High, e.Unknown, err)
	}
}

func TestBootAndQueueAreSetUpWhereTheyAreBilled(t *testing.T) {
	q := plain("2", "USD", PerHour, nil)
	u := Usage{Useful: Hour, Sessions: 1, Boot: 85, Queue: 600}
	e, err := EstimateCost(q, u, NoRanges)
	if err != nil || len(e.Unknown) != 2 || e.Low.String() != "USD 2.00" || e.High.String() != "USD 2.38055556" {
		t.Errorf("%s to %s, %+v, %v", e.Low, e.High, e.Unknown, err)
	}
	for starts, want := range map[MeterStart]string{StartsAtOrder: "2.38055556", StartsRunning: "2"} {
		q.Rules.Starts = starts
		wantTotal(t, cost(t, q, u), want)
	}
	u.SetUp = Hour
	q.Rules.Starts = StartsAtTask
	wantTotal(t, cost(t, q, u), "2")
}

// The public cases of resizing within an hour and of a spot price that moves.
func TestARunIsCutWhereItsPriceChanges(t *testing.T) {
	q := plain("1", "USD", PerHour, nil)
	q.Rate.Cards = 4
	u := Usage{Useful: 50 * Minute, Sessions: 1, Course: []Stretch{{30 * Minute, 4}, {20 * Minute, 1}}}
	e := cost(t, q, u)
	wantTotal(t, e, "2.33333333")
	if e.FullLow.String() != "USD 1.00" { // 2⅓ card-hours
		t.Errorf("full rate %s", e.FullLow)
	}
	u.Course = []Stretch{{30 * Minute, 1}, {20 * Minute, 4}}
	wantTotal(t, cost(t, q, u), "1.83333333")

	q = plain("0.20", "USD", PerHour, nil)
	q.Rate.Cards = 4
	q.Rules.Series = []PriceStep{{8 * Hour, dec("0.37")}}
	wantTotal(t, cost(t, q, hours(10)), "9.36")

	q = plain("3.40", "USD", PerHour, nil)
	q.Rate.Scope, q.Rate.Cards = PerInstance, 2
	u = Usage{Useful: 2 * Hour, Sessions: 1, Course: []Stretch{{Hour, 2}, {Hour, 1}}}
	if _, err := EstimateCost(q, u, NoRanges); brokenRule(err) != "cards.no_price" {
		t.Errorf("a price for two cards was taken for one: %v", err)
	}
	q.Rules.ByCards = []CardPrice{{1, dec("1.21")}}
	wantTotal(t, cost(t, q, u), "4.61")
}

func brokenRule(err error) string {
	var p *reason.Problem
	if errors.As(err, &p) {
		return p.Rule
	}
	return ""
}

func TestRequestedTimeIsPaidWholeAndTheRestIsUnused(t *testing.T) {
	q := plain("8", "USD", PerHour, nil)
	q.Rules.Requested = true
	q.Rules.Meters = []Meter{{Name: "order", Amount: dec("0.002"), While: EachStart}}
	e := cost(t, q, Usage{Useful: 60, Sessions: 1, Requested: 24 * Hour})
	wantTotal(t, e, "192.002")
	if got := lineOf(e, Unused, ""); !got.Equal(dec("191.86666667")) {
		t.Errorf("unused %s", got)
	}
}

func TestTheCheapestMixOfPackagesIsBought(t *testing.T) {
	q := Quote{Mode: Prepaid, Rate: NewRate(money.Of("1500", "CNY"), PerMonth)}
	q.Rules.Packages = []Package{{Amount: dec("70"), Per: PerDay}, {Amount: dec("400"), Per: PerWeek}}
	u := hours(8)
	for days, want := range map[int64]string{1: "70", 5: "350", 6: "400", 8: "470", 30: "1500", 31: "1570", 35: "1850", 36: "1900", 60: "3000"} {
		u.DataStay = Seconds(days) * Day
		wantTotal(t, cost(t, q, u), want)
	}
	// Beside an hourly price a package covers running time, when it pays.
	q = plain("2.80", "CNY", PerHour, nil)
	q.Rules.Packages = []Package{{Amount: dec("60.48"), Per: PerDay}}
	for hour, want := range map[int64]string{8: "22.40", 21: "58.80", 22: "60.48", 24: "60.48", 30: "77.28", 47: "120.96"} {
		wantTotal(t, cost(t, q, hours(hour)), want)
	}
}

func TestCalendarMonthsAreAsLongAsTheyAre(t *testing.T) {
	q := Quote{Mode: Prepaid, Rate: NewRate(money.Of("1500", "CNY"), PerMonth)}
	u := hours(8)
	u.DataStay, u.On = 31*Day, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	wantTotal(t, cost(t, q, u), "3000")
	q.Rules.CalendarMonths = true
	wantTotal(t, cost(t, q, u), "1500")
	u.On = u.On.AddDate(0, 1, 0)
	wantTotal(t, cost(t, q, u), "3000")
	// January and February are 59 days; of March one is missing.
	u.On, u.DataStay = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), 60*Day
	wantTotal(t, cost(t, q, u), "4500")
	q.Rules.Packages = []Package{{Amount: dec("70"), Per: PerDay}}
	wantTotal(t, cost(t, q, u), "3070")
	// From the last of January to the last of February, then of March.
	q.Rules.Packages, u.On, u.DataStay = nil, time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC), 59*Day
	wantTotal(t, cost(t, q, u), "3000")
	q.Rules.Packages = []Package{{Amount: dec("4000"), Per: PerQuarter}}
	u.DataStay = 60 * Day
	wantTotal(t, cost(t, q, u), "4000")
}

// Packages of compute in the platform's own units, as a public manual sells
// them: 20, 56.6 and 500 units, 2.56 an hour for 80 GB.
func TestPacksOfUnitsAreUsedUpByTheHour(t *testing.T) {
	for _, c := range []struct{ units, price, bare string }{
		{"20", "135", "17.28"}, {"56.6", "365", "16.50883392"}, {"500", "3100", "15.872"},
	} {
		q := Quote{Mode: Prepaid, Rate: NewRate(money.Of(c.price, "CNY"), PerMonth)}
		q.Rules.Pack = &Pack{Units: dec(c.units), PerHour: dec("2.56"), ValidDays: 30}
		e := cost(t, q, hours(1))
		if !e.Bare.Value.Equal(dec(c.bare)) {
			t.Errorf("%s units: bare %s, want %s", c.units, e.Bare, c.bare)
		}
		wantTotal(t, e, c.price)
	}
	q := Quote{Mode: Prepaid, Rate: NewRate(money.Of("3100", "CNY"), PerMonth)}
	q.Rules.Pack = &Pack{Units: dec("500"), PerHour: dec("2.56"), ValidDays: 30}
	half := Usage{Useful: 351_562, Sessions: 1} // half of 195.3125 h
	e := cost(t, q, half)
	if got := money.HalfUp(e.FullLow.Value, 2); !got.Equal(dec("31.74")) {
		t.Errorf("half a pack unused costs %s an hour", got)
	}
	half.DataStay = 31 * Day // it expires and is bought again
	wantTotal(t, cost(t, q, half), "6200")
}

func TestACapBoundsTheDayOrTheMonth(t *testing.T) {
	q := plain("5", "CNY", PerHour, nil)
	q.Rules.Caps = []Cap{{PerDay, dec("60")}}
	for hour, want := range map[int64]string{8: "40", 12: "60", 20: "60", 24: "60", 30: "90", 47: "120"} {
		wantTotal(t, cost(t, q, hours(hour)), want)
	}
	q.Rules.Caps = []Cap{{PerMonth, dec("3360")}} // 672 hours
	wantTotal(t, cost(t, q, hours(500)), "2500")
	wantTotal(t, cost(t, q, hours(720)), "3360")
}

func TestAStoppedDiskHasItsOwnPriceWhereItIsStated(t *testing.T) {
	q := plain("1", "USD", PerHour, map[Key]Figure{DataDiskPrice: fig("0.1", PerMonth), DataDiskFree: fig("0"), AfterStopShare: fig("0")})
	u := Usage{Useful: 72 * Hour, Sessions: 3, DataStay: 30 * Day, Stored: []Stored{{DataDisk, dec("100")}}}
	e, err := EstimateCost(q, u, NoRanges) // nobody has told: assumed to cost what it does running
	if err != nil || e.Low.String() != "USD 82.00" || e.High.String() != "USD 82.00" || e.Open || len(e.Unknown) != 1 || !e.Unknown[0].Assume {
		t.Errorf("%s to %s, %+v, %v", e.Low, e.High, e.Unknown, err)
	}
	q.Facts[StoppedDiskPrice] = known(map[Key]Figure{StoppedDiskPrice: fig("0.2", PerMonth)})[StoppedDiskPrice]
	wantTotal(t, cost(t, q, u), "91") // 3 days at 0.1, 27 at 0.2
	u.Between = Release               // there is no disk between the sessions
	wantTotal(t, cost(t, q, u), "73")
}

func TestWhatAStopWipesIsLoadedAgain(t *testing.T) {
	q := plain("1", "USD", PerHour, map[Key]Figure{TrafficInPrice: fig("0.1"), BandwidthPrice: fig("0", PerDay)})
	u := hours(4)
	u.Sessions, u.InGB = 4, dec("20")
	wantTotal(t, cost(t, q, u), "6")
	q.Rules.WipesOnStop = true
	wantTotal(t, cost(t, q, u), "12")
}

func TestTiersAndSharedFreeSizes(t *testing.T) {
	q := plain("0", "USD", PerHour, map[Key]Figure{FileStoragePrice: fig("0.07", PerMonth), FileStorageFree: fig("0"),
		ImagePrice: fig("0.1", PerMonth), ImageFree: fig("10")})
	q.Rules.Tiers = []Tier{{FileStorage, dec("1000"), dec("0.05")}}
	u := Usage{DataStay: Month, Stored: []Stored{{FileStorage, dec("1500")}, {Image, dec("60")}}}
	wantTotal(t, cost(t, q, u), "100") // 70 + 25 + 50 GB at 0.1
	q.Rules.Shared = []SharedFree{{[]Item{Image, FileStorage}, dec("80")}}
	wantTotal(t, cost(t, q, u), "92.9") // 50 GB of images, 30 GB of files are free
}

func TestOtherMeters(t *testing.T) {
	q := plain("0.72", "USD", PerHour, map[Key]Figure{IOPSPrice: fig("0.0000625", PerHour), DataDiskPrice: fig("0.0021", PerHour), DataDiskFree: fig("0"),
		FixedIPPrice: fig("0.005", PerHour), LinePrice: fig("3", PerMonth), TrafficInternalPrice: fig("0.01")})
	q.Rules.Meters = []Meter{{Name: "vm", Amount: dec("0.5684"), Per: PerHour, While: WhileRunning}}
	wantTotal(t, cost(t, q, hours(1)), "1.2884")
	q.Rules.Meters = nil
	disk := Usage{DataStay: 720 * Hour, Stored: []Stored{{DataDisk, dec("100")}}, IOPS: 200}
	wantTotal(t, cost(t, q, disk), "160.2")
	other := Usage{DataStay: 10 * Day, FixedIPs: 2, LineMbps: dec("5"), InternalGB: dec("7")}
	wantTotal(t, cost(t, q, other), "17.47") // 2.4 + 15 + 0.07
}

func TestTokensHaveNoCardHour(t *testing.T) {
	cached := dec("0.1")
	q := Quote{Mode: PerToken, Rate: NewRate(money.Zero("USD"), PerHour), Rules: Rules{Tokens: &TokenPrice{In: dec("0.5"), Out: dec("1.5"), Cached: &cached}}}
	e := cost(t, q, Usage{TokensIn: dec("2000000"), TokensOut: dec("1000000"), TokensCached: dec("500000")})
	wantTotal(t, e, "2.55")
	if e.HasBare || e.FullDefined {
		t.Error("a price per token has a card-hour")
	}
}

func TestMyTimeIsNoPartOfTheCost(t *testing.T) {
	u := Usage{Useful: Hour, Sessions: 2, SetUp: Hour / 2, Queue: Hour / 4, MyTime: MyTime{money.Of("80", "CNY"), Hour}}
	q := plain("1", "CNY", PerHour, nil)
	q.Rules.Starts = StartsRunning
	e := cost(t, q, u)
	wantTotal(t, e, "2")
	if e.MyTime.String() != "CNY 200.00" {
		t.Errorf("my time %s", e.MyTime)
	}
}

func TestAnOwnCardIsSpreadOverItsMonths(t *testing.T) {
	q := Quote{Mode: Hosted, Rate: NewRate(money.Of("300", "CNY"), PerMonth)}
	q.Rules.Purchase = &Purchase{Amount: dec("15000"), Resale: dec("6000"), Months: 36}
	u := hours(100)
	u.DataStay = 30 * Day
	wantTotal(t, cost(t, q, u), "550")
}

// A start that fails while it boots does no work and is billed all the same.
func TestAStartThatOnlyBootsIsBilled(t *testing.T) {
	q := plain("2", "USD", PerHour, map[Key]Figure{BootBilled: fig("1")})
	u := Usage{Sessions: 5, Boot: 10 * Minute}
	e := cost(t, q, u)
	wantTotal(t, e, "1.66666667")
	if e.FullDefined {
		t.Errorf("nothing is kept, and an hour of it costs %s", e.FullLow)
	}
	delete(q.Facts, BootBilled)
	if e, err := EstimateCost(q, u, NoRanges); err != nil || !e.AtLeast() {
		t.Errorf("whether booting is billed is not known: %+v, %v", e, err)
	}
	q.Rules.Requested = true
	wantTotal(t, cost(t, q, Usage{Sessions: 1, Requested: Hour}), "2")
}

// The meter's steps and minimums count when packages are held against hours.
func TestAPackageIsBoughtWhereTheMeteredHoursAreDearer(t *testing.T) {
	q := plain("2.80", "CNY", PerHour, map[Key]Figure{Granularity: fig("3600")})
	q.Rules.Packages = []Package{{Amount: dec("5"), Per: PerDay}}
	u := Usage{Useful: Hour, Sessions: 10} // ten started hours
	e := cost(t, q, u)
	wantTotal(t, e, "5")
	if got := lineOf(e, Unused, ""); !got.Equal(dec("4.79166667")) {
		t.Errorf("unused %s", got)
	}
	q.Rules.Packages[0].Amount = dec("28")
	wantTotal(t, cost(t, q, u), "28")
}

// A machine that may be taken back loses work under a package too.
func TestWorkIsLostUnderAPackageToo(t *testing.T) {
	q := plain("2.80", "CNY", PerHour, map[Key]Figure{InterruptionRate: fig("0.01")})
	q.Mode = Unguaranteed
	q.Rules.Packages = []Package{{Amount: dec("60.48"), Per: PerDay}}
	e := cost(t, q, hours(22))
	wantTotal(t, e, "67.05133611") // 60.48 + 22/24 of it × (E − 1)
	delete(q.Facts, InterruptionRate)
	if e, err := EstimateCost(q, hours(22), NoRanges); err != nil || !e.Open {
		t.Errorf("nobody has told how often it is taken back, and it costs at most %s, %v", e.High, err)
	}
}

// One more row that is rounded down costs less, whatever else is dear.
func TestARowMoreThatIsRoundedDownIsTheCheapEnd(t *testing.T) {
	q := plain("1", "CNY", PerHour, map[Key]Figure{DataDiskFree: fig("0")})
	q.Rules.Settles, q.Rounding = EachHour, Rounding{RoundDown, dec("0.5")}
	u := Usage{Useful: Hour / 2, Sessions: 1, DataStay: Day, Stored: []Stored{{DataDisk, dec("10")}}}
	ranges := func(k Key) (Range, bool) {
		return Range{Low: fig("0", PerDay), High: fig("1", PerDay)}, k == DataDiskPrice
	}
	e, err := EstimateCost(q, u, ranges)
	if err != nil || e.Low.String() != "CNY 0.00" || e.High.String() != "CNY 10.50" {
		t.Errorf("%s to %s, %v", e.Low, e.High, err)
	}
}

// A quote whose full rate no figure holds still has a cost.
func TestARateThatIsTooLargeIsLeftOut(t *testing.T) {
	q := plain("10", "CNY", PerSecond, map[Key]Figure{AfterStopShare: fig("1")})
	q.Rate.Slice = dec("0.01")
	e := cost(t, q, Usage{Useful: 61, Sessions: 1, KeepDays: 29})
	wantTotal(t, e, "25056610")
	if e.FullDefined {
		t.Errorf("full rate %s", e.FullLow)
	}
}

package billing

import (
	"encoding/json"
	"testing"

	"github.com/govalues/decimal"
	"pgregory.net/rapid"

	"cardhour/model/fact"
	"cardhour/model/money"
)

// anyFigure draws a value that key may have.
func anyFigure(t *rapid.T, key Key) Figure {
	f := Figure{Value: decimal.MustNew(rapid.Int64Range(0, 5_000).Draw(t, string(key)), 3).Trim(0)}
	switch key.Unit() {
	case UnitSeconds:
		f.Value = decimal.MustNew(rapid.SampledFrom([]int64{0, 1, 60, 600, 3600}).Draw(t, string(key)), 0)
		if key == Granularity && f.Value.IsZero() {
			f.Value = decimal.One
		}
	case UnitShare:
		f.Value = decimal.MustNew(rapid.Int64Range(0, 100).Draw(t, string(key)), 2).Trim(0)
	case UnitGB:
		f.Value = decimal.MustNew(rapid.Int64Range(0, 200).Draw(t, string(key)), 0)
	case UnitCount:
		f.Value = decimal.MustNew(rapid.Int64Range(0, 1).Draw(t, string(key)), 0)
	case UnitHourly:
		f.Value = decimal.MustNew(rapid.Int64Range(0, 20).Draw(t, string(key)), 3).Trim(0)
	}
	if key.Unit().Timed() {
		f.Per = rapid.SampledFrom([]Period{PerHour, PerDay, PerMonth}).Draw(t, "per")
	}
	return f
}

// anyQuote draws a quote; each fact is known, unknown or disputed.
func anyQuote(t *rapid.T) Quote {
	rate := NewRate(money.Amount{Value: decimal.MustNew(rapid.Int64Range(0, 100_000).Draw(t, "amount"), 4).Trim(0), Currency: "CNY"},
		rapid.SampledFrom(Periods).Draw(t, "rate per"))
	rate.Cards = rapid.IntRange(1, 16).Draw(t, "cards")
	rate.Scope = rapid.SampledFrom([]Scope{PerCard, PerInstance}).Draw(t, "scope")
	rate.Slice = rapid.SampledFrom([]decimal.Decimal{decimal.One, dec("0.5"), dec("0.142857")}).Draw(t, "slice")
	q := Quote{Mode: rapid.SampledFrom(Modes[:len(Modes)-1]).Draw(t, "mode"), Rate: rate, Rules: anyRules(t), Facts: Facts{}}
	if rapid.Bool().Draw(t, "rows are rounded") {
		q.Rounding = Rounding{RoundUp, dec("0.01")}
	}
	for _, key := range Keys() {
		var f fact.Fact[Figure]
		per := anyFigure(t, key).Per
		for range rapid.IntRange(0, 2).Draw(t, "claims") {
			claimed := anyFigure(t, key)
			claimed.Per = per
			f.Claims = append(f.Claims, fact.Claim[Figure]{Value: claimed})
		}
		q.Facts[key] = f
	}
	return q
}

// anyRules draws rules that neither lower a sum nor offer another price.
func anyRules(t *rapid.T) Rules {
	r := Rules{
		Settles:       rapid.SampledFrom([]Settlement{AtStop, AtStop, EachHour, EachDay, EachMonth}).Draw(t, "settles"),
		MinimumPerRow: rapid.Bool().Draw(t, "minimum per row"),
		Starts:        rapid.SampledFrom([]MeterStart{StartsNotTold, StartsAtOrder, StartsRunning, StartsAtTask}).Draw(t, "meter starts"),
		Days:          rapid.SampledFrom([]DayCount{DaysNamed, DaysCrossed, DaysTouched}).Draw(t, "days"),
		WipesOnStop:   rapid.Bool().Draw(t, "wipes"),
		Requested:     rapid.Bool().Draw(t, "requested"),
	}
	if rapid.Bool().Draw(t, "tiers and meters") {
		r.Tiers = []Tier{{DataDisk, dec("100"), dec("0.2")}, {TierTraffic, dec("50"), dec("0.3")}}
		r.Shared = []SharedFree{{[]Item{DataDisk, Image}, dec("30")}}
		r.Meters = []Meter{{Name: "vm", Amount: dec("0.5"), Per: PerHour, While: WhileRunning}, {Name: "order", Amount: dec("0.002"), While: EachStart}}
		r.TaxOnTop = dec("8.1")
	}
	return r
}

func anyUsage(t *rapid.T) Usage {
	u := Usage{
		Useful: rapid.SampledFrom([]Seconds{61, 600, 3600, 86_399}).Draw(t, "least useful") + Seconds(rapid.Int64Range(0, 300_000).Draw(t, "useful")), Sessions: rapid.IntRange(1, 7).Draw(t, "sessions"),
		SetUp: Seconds(rapid.Int64Range(0, 4_000).Draw(t, "set-up")), Idle: Seconds(rapid.Int64Range(0, 4_000).Draw(t, "idle")),
		CPUMode: Seconds(rapid.Int64Range(0, 9_000).Draw(t, "cpu")), CPUSessions: 1,
		DataStay: Seconds(rapid.Int64Range(0, 3_000_000).Draw(t, "stay")), KeepDays: rapid.IntRange(0, 40).Draw(t, "keep"),
		OutGB: decimal.MustNew(rapid.Int64Range(0, 300).Draw(t, "out"), 0), InGB: decimal.MustNew(rapid.Int64Range(0, 300).Draw(t, "in"), 0),
		Boot: Seconds(rapid.Int64Range(0, 900).Draw(t, "boot")), Queue: Seconds(rapid.Int64Range(0, 900).Draw(t, "queue")),
		Between: rapid.SampledFrom(Verbs).Draw(t, "between"), IOPS: rapid.IntRange(0, 200).Draw(t, "iops"), FixedIPs: rapid.IntRange(0, 1).Draw(t, "ips"),
		Checkpoint: Seconds(rapid.SampledFrom([]int64{0, 1800}).Draw(t, "checkpoint")), CheckpointWrite: 60, Restart: 300,
		Starts: Clock{Seconds(rapid.Int64Range(0, 86_399).Draw(t, "starts at")), rapid.Bool().Draw(t, "start is told")},
	}
	for _, item := range Items {
		u.Stored = append(u.Stored, Stored{item, decimal.MustNew(rapid.Int64Range(0, 300).Draw(t, string(item)), 0)})
	}
	return u
}

// anyRanges bounds some of the keys.
func anyRanges(t *rapid.T) Ranges {
	bounded := map[Key]Range{}
	for _, key := range Keys() {
		if rapid.Bool().Draw(t, "bounded") {
			a, b := anyFigure(t, key), anyFigure(t, key)
			b.Per = a.Per
			if b.Value.Cmp(a.Value) < 0 {
				a, b = b, a
			}
			bounded[key] = Range{Low: a, High: b}
		}
	}
	return func(k Key) (Range, bool) { r, ok := bounded[k]; return r, ok }
}

func estimate(t *rapid.T, q Quote, u Usage, r Ranges) Estimate {
	e, err := EstimateCost(q, u, r)
	if err != nil {
		t.Fatalf("refused: %v %+v %+v", err, q.Rate, u)
	}
	return e
}

func TestLinesSumExactlyAndLowIsNeverAboveHigh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := estimate(t, anyQuote(t), anyUsage(t), anyRanges(t))
		var low, high decimal.Decimal
		for _, l := range e.Lines {
			low, _ = low.Add(l.Low)
			high, _ = high.Add(l.High)
			if l.Exact() && !l.Low.Equal(l.High) {
				t.Errorf("%s %s is exact and has a span", l.Kind, l.Item)
			}
			if l.Low.IsNeg() && l.Kind != Discount {
				t.Errorf("%s %s is negative: %s", l.Kind, l.Item, l.Low)
			}
		}
		if !low.Equal(e.Low.Value) || !high.Equal(e.High.Value) {
			t.Errorf("lines sum to %s and %s, totals are %s and %s", low, high, e.Low, e.High)
		}
		if e.Low.Value.Cmp(e.High.Value) > 0 {
			t.Errorf("low %s above high %s", e.Low, e.High)
		}
		if !e.AtLeast() && !e.Low.Equal(e.High) {
			t.Error("nothing is unknown and there is a span")
		}
	})
}

// More work, more data or a higher price never costs less while the platform
// rounds up.
func TestCostIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, u, r := anyQuote(t), anyUsage(t), anyRanges(t)
		grows := rapid.IntRange(0, 4).Draw(t, "what grows")
		if grows == 3 {
			u.KeepDays++ // the first day kept makes a question of what a stopped disk was assumed to cost
		}
		before := estimate(t, q, u, r)
		more, dearer := u, q
		more.Stored = append([]Stored(nil), u.Stored...)
		switch grows {
		case 0:
			longer := Seconds(rapid.Int64Range(1, 9_999).Draw(t, "more"))
			more.Useful += longer
			more.DataStay += longer // else the time between sessions would shrink
		case 1:
			more.Stored[1].GB = decimal.MustNew(500, 0)
		case 2:
			more.OutGB = decimal.MustNew(500, 0)
		case 3:
			more.KeepDays += 3
		default:
			dearer.Rate.Amount.Value, _ = q.Rate.Amount.Value.Add(decimal.One)
		}
		after := estimate(t, dearer, more, r)
		// A free size that nobody has told may cover whatever is stored, so
		// that the cheap end can stay; it never falls, nor does the dear end.
		if after.Low.Value.Cmp(before.Low.Value) < 0 || after.High.Value.Cmp(before.High.Value) < 0 {
			t.Errorf("from %s–%s to %s–%s", before.Low, before.High, after.Low, after.High)
		}
	})
}

func TestCostIsNeverBelowTheBareCost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, u := anyQuote(t), anyUsage(t)
		e := estimate(t, q, u, anyRanges(t))
		var c money.Calc
		bare := c.MulQuo(q.Rate.Per.Length(q.Rate.Month).Decimal(), q.Rate.Total(&c), u.Useful.Decimal())
		if e.Low.Value.Cmp(bare) < 0 {
			t.Errorf("%s is below %s", e.Low, bare)
		}
	})
}

func TestSplittingASessionNeverCostsLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, u, r := anyQuote(t), anyUsage(t), anyRanges(t)
		u.DataStay = 0 // with data staying, the time between sessions grows shorter
		if q.Mode.Reclaimed() {
			q.Mode = OnDemand // a reclaim loses less of a shorter session
		}
		q.Rules.Settles = AtStop // two short sessions can have fewer rows by the clock than a long one
		split := u
		split.Sessions *= 2 // each session in two
		if a, b := estimate(t, q, u, r), estimate(t, q, split, r); b.High.Value.Cmp(a.High.Value) < 0 {
			t.Errorf("%s in %d sessions, %s in %d", a.High, u.Sessions, b.High, split.Sessions)
		}
	})
}

// Learning a fact within its range never widens the span; forgetting it never
// lowers the high end.
func TestUnknownNeverLowersTheHighEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, u := anyQuote(t), anyUsage(t)
		key := rapid.SampledFrom(Keys()).Draw(t, "key")
		ends := []Figure{anyFigure(t, key), anyFigure(t, key)}
		ends[1].Per = ends[0].Per
		if ends[1].Value.Cmp(ends[0].Value) < 0 {
			ends[0], ends[1] = ends[1], ends[0]
		}
		ranges := func(k Key) (Range, bool) { return Range{Low: ends[0], High: ends[1]}, k == key }
		q.Facts[key] = known(map[Key]Figure{key: rapid.SampledFrom(ends).Draw(t, "value")})[key]
		known := estimate(t, q, u, ranges)
		delete(q.Facts, key)
		unknown := estimate(t, q, u, ranges)
		if unknown.High.Value.Cmp(known.High.Value) < 0 {
			t.Errorf("known at most %s, unknown at most %s", known.High, unknown.High)
		}
	})
}

func TestUnknownIsNeverZero(t *testing.T) {
	q := plain("12", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0.3", PerDay)})
	u := hours(8)
	u.DataStay, u.Stored = 2*Day, []Stored{{DataDisk, dec("30")}, {Image, dec("10")}}
	e, err := EstimateCost(q, u, NoRanges)
	if err != nil {
		t.Fatal(err)
	}
	if !e.AtLeast() || !e.Open || e.Low.String() != "CNY 96.00" {
		t.Errorf("a total of %s with unknown fees is given as exact", e.Low)
	}
	var keys []Key
	for _, unknown := range e.Unknown {
		keys = append(keys, unknown.Key)
	}
	if len(keys) != 3 || keys[0] != DataDiskFree || keys[1] != ImagePrice || keys[2] != ImageFree {
		t.Errorf("unknown: %v", keys)
	}
	// The free size of the disk bounds itself: all of it is free, or none.
	disk := e.Lines[1]
	if disk.Kind != Storage || !disk.Low.IsZero() || disk.High.String() != "18.0" && !disk.High.Equal(dec("18")) || disk.Open {
		t.Errorf("disk line %+v", disk)
	}
}

func TestOneAnswerAboutTheMinimumIsEnough(t *testing.T) {
	q := Quote{Mode: OnDemand, Rate: NewRate(money.Of("1", "CNY"), PerHour), Facts: known(map[Key]Figure{Granularity: fig("1"), MinAmount: fig("0.01")})}
	e, err := EstimateCost(q, hours(1), NoRanges)
	if err != nil || !e.Exact() {
		t.Errorf("unknown %+v, %v", e.Unknown, err)
	}
}

func TestConflictIsComputedAtBothEnds(t *testing.T) {
	q := plain("1", "CNY", PerHour, nil)
	q.Facts[Granularity] = fact.Fact[Figure]{Claims: []fact.Claim[Figure]{{Value: fig("1")}, {Value: fig("3600")}}}
	e, err := EstimateCost(q, Usage{Useful: 1800, Sessions: 1}, NoRanges)
	if err != nil || e.Low.String() != "CNY 0.50" || e.High.String() != "CNY 1.00" || e.Unknown[0].State != fact.Conflicting {
		t.Errorf("%s to %s, %+v, %v", e.Low, e.High, e.Unknown, err)
	}
}

func TestPrepaidIsBoughtWhole(t *testing.T) {
	q := Quote{Mode: Prepaid, Rate: NewRate(money.Of("1500", "CNY"), PerMonth)}
	u := hours(8)
	u.DataStay = 31 * Day
	e, err := EstimateCost(q, u, NoRanges)
	if err != nil || e.Low.String() != "CNY 3000.00" {
		t.Fatalf("31 days cost %s, %v", e.Low, err)
	}
	last := e.Lines[len(e.Lines)-1]
	if last.Kind != Unused || !last.Low.IsPos() {
		t.Errorf("what is not used has no line of its own: %+v", e.Lines)
	}
}

// What a quote says survives being written down: every amount with its unit.
func TestRulesSurviveARoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := func(name string) decimal.Decimal {
			return decimal.MustNew(rapid.Int64Range(0, 999_999_999_999_999_999).Draw(t, name), rapid.IntRange(9, 16).Draw(t, name+" scale"))
		}
		per := rapid.SampledFrom(Periods).Draw(t, "per")
		rules := anyRules(t)
		rules.Series = []PriceStep{{Seconds(rapid.Int64Range(1, 1_000_000).Draw(t, "after")), amount("step")}}
		rules.Packages = []Package{{amount("package"), per, 1}}
		rules.Caps = []Cap{{per, amount("cap")}}
		rules.Meters = []Meter{{Name: "虚拟机 \"A\"", Amount: amount("meter"), Per: per, While: WhileKept, Count: amount("count")}}
		rules.TopUp = &TopUp{Pay: amount("pay"), Bonus: amount("bonus")}
		rules.Discounts = []Reduction{{Name: "券", Kind: Coupon, Value: amount("coupon"), Threshold: amount("threshold")}}
		written, err := json.Marshal(rules)
		if err != nil {
			t.Fatal(err)
		}
		var read Rules
		if err := json.Unmarshal(written, &read); err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(read)
		if err != nil || string(again) != string(written) {
			t.Fatalf("%s became %s, %v", written, again, err)
		}
		if a, b := rules.Packages[0], read.Packages[0]; !a.Amount.Equal(b.Amount) || a.Per != b.Per {
			t.Fatalf("%v became %v", a, b)
		}
	})
}

package billing

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/reason"
)

// Key names a billing fact that a platform may or may not have told.
type Key string

// The billing facts, each with its unit. Prices are in the quote's currency.
const (
	Granularity      Key = "billing_granularity_seconds" // s, rounded up
	MinSeconds       Key = "min_charge_seconds"          // s per start
	MinAmount        Key = "min_charge_amount"           // money per start
	CPUModePrice     Key = "no_gpu_mode_price"           // money per period
	CPUModeMin       Key = "no_gpu_mode_min_charge"      // money per start
	SystemDiskPrice  Key = "system_disk_price"           // money per GB and period
	SystemDiskFree   Key = "system_disk_free_gb"         // GB
	DataDiskPrice    Key = "data_disk_price"             // money per GB and period
	DataDiskFree     Key = "data_disk_free_gb"           // GB
	FileStoragePrice Key = "file_storage_price"          // money per GB and period
	FileStorageFree  Key = "file_storage_free_gb"        // GB
	ImagePrice       Key = "image_price"                 // money per GB and period
	ImageFree        Key = "image_free_gb"               // GB
	StoppedDiskPrice Key = "stopped_disk_price"          // money per GB of data disk and period
	AfterStopShare   Key = "share_charged_after_stop"    // share of the compute price
	TrafficOutPrice  Key = "traffic_out_price"           // money per GB
	TrafficOutFree   Key = "traffic_out_free_gb"         // GB
	TrafficInPrice   Key = "traffic_in_price"            // money per GB
	BandwidthPrice   Key = "bandwidth_price"             // money per period, while data moves
)

// Unit is the measure of a key's value.
type Unit uint8

// The units of billing facts.
const (
	UnitSeconds Unit = iota
	UnitMoney        // per start
	UnitTimed        // money per period
	UnitGBTimed      // money per GB and period
	UnitPerGB        // money per GB moved
	UnitGB
	UnitShare
)

// Timed reports whether a figure of this unit needs a period.
func (u Unit) Timed() bool { return u == UnitTimed || u == UnitGBTimed }

// storageTerms is what one item costs.
type storageTerms struct {
	price Figure
	free  decimal.Decimal
}

// Terms are the known values that Price computes with.
type Terms struct {
	Rate     Rate
	Mode     Mode
	Rounding Rounding
	DailyFee Rounding

	Granularity    Seconds
	MinSeconds     Seconds
	MinAmount      decimal.Decimal
	CPUPrice       Figure
	CPUMin         decimal.Decimal
	AfterStopShare decimal.Decimal
	storage        [4]storageTerms // in the order of Items
	stoppedDisk    Figure
	outPrice       decimal.Decimal
	outFree        decimal.Decimal
	inPrice        decimal.Decimal
	bandwidth      Figure
}

// rule is what the engine knows about one key.
type rule struct {
	Key     Key
	Unit    Unit
	Cheaper bool // larger values make the bill smaller
	Instead Key  // when this one is known, the key needs no answer
	touched func(Quote, Usage) bool
	set     func(*Terms, Figure)
}

// keys lists every billing fact, in the order its question is asked.
var keys = []rule{
	{Key: Granularity, Unit: UnitSeconds, touched: runs, set: func(t *Terms, f Figure) { t.Granularity = wholeSeconds(f.Value) }},
	{Key: MinSeconds, Unit: UnitSeconds, Instead: MinAmount, touched: runs, set: func(t *Terms, f Figure) { t.MinSeconds = wholeSeconds(f.Value) }},
	{Key: MinAmount, Unit: UnitMoney, Instead: MinSeconds, touched: metered, set: func(t *Terms, f Figure) { t.MinAmount = f.Value }},
	{Key: CPUModePrice, Unit: UnitTimed, touched: usesCPUMode, set: func(t *Terms, f Figure) { t.CPUPrice = f }},
	{Key: CPUModeMin, Unit: UnitMoney, touched: usesCPUMode, set: func(t *Terms, f Figure) { t.CPUMin = f.Value }},
	priceOf(SystemDisk, SystemDiskPrice), freeOf(SystemDisk, SystemDiskFree),
	priceOf(DataDisk, DataDiskPrice), freeOf(DataDisk, DataDiskFree),
	priceOf(FileStorage, FileStoragePrice), freeOf(FileStorage, FileStorageFree),
	priceOf(Image, ImagePrice), freeOf(Image, ImageFree),
	{Key: StoppedDiskPrice, Unit: UnitGBTimed, touched: func(_ Quote, u Usage) bool { return u.KeepDays > 0 && u.GB(DataDisk).IsPos() },
		set: func(t *Terms, f Figure) { t.stoppedDisk = f }},
	{Key: AfterStopShare, Unit: UnitShare, touched: func(q Quote, u Usage) bool { return !q.Mode.BoughtWhole() && u.stoppedTime() > 0 },
		set: func(t *Terms, f Figure) { t.AfterStopShare = f.Value }},
	{Key: TrafficOutPrice, Unit: UnitPerGB, touched: func(_ Quote, u Usage) bool { return u.OutGB.IsPos() },
		set: func(t *Terms, f Figure) { t.outPrice = f.Value }},
	{Key: TrafficOutFree, Unit: UnitGB, Cheaper: true, touched: func(_ Quote, u Usage) bool { return u.OutGB.IsPos() },
		set: func(t *Terms, f Figure) { t.outFree = f.Value }},
	{Key: TrafficInPrice, Unit: UnitPerGB, touched: func(_ Quote, u Usage) bool { return u.InGB.IsPos() },
		set: func(t *Terms, f Figure) { t.inPrice = f.Value }},
	{Key: BandwidthPrice, Unit: UnitTimed, touched: func(_ Quote, u Usage) bool { return u.moves() },
		set: func(t *Terms, f Figure) { t.bandwidth = f }},
}

func metered(q Quote, u Usage) bool { return !q.Mode.BoughtWhole() && u.Metered() > 0 }

// runs reports whether anything is metered by time, with card or without.
func runs(q Quote, u Usage) bool { return metered(q, u) || usesCPUMode(q, u) }

func usesCPUMode(_ Quote, u Usage) bool { return u.CPUMode > 0 }

// moves reports whether the task moves public traffic at all.
func (u Usage) moves() bool { return u.OutGB.IsPos() || u.InGB.IsPos() }

// stoppedTime is how long an instance stands stopped but kept: between the
// sessions while data stays, and afterwards.
func (u Usage) stoppedTime() Seconds {
	stopped := Seconds(u.KeepDays) * Day
	if u.Sessions > 1 {
		stopped += max(0, u.DataStay-u.Metered())
	}
	return stopped
}

func index(item Item) int { return max(slices.Index(Items, item), 0) }

func priceOf(item Item, key Key) rule {
	return rule{Key: key, Unit: UnitGBTimed,
		touched: func(_ Quote, u Usage) bool { return u.GB(item).IsPos() && u.stays(item) },
		set:     func(t *Terms, f Figure) { t.storage[index(item)].price = f }}
}

func freeOf(item Item, key Key) rule {
	return rule{Key: key, Unit: UnitGB, Cheaper: true,
		touched: func(_ Quote, u Usage) bool { return u.GB(item).IsPos() && (u.DataStay > 0 || u.KeepDays > 0) },
		set:     func(t *Terms, f Figure) { t.storage[index(item)].free = f.Value }}
}

// stays reports whether the item is charged at its ordinary price for any
// time: a kept data disk has a price of its own.
func (u Usage) stays(item Item) bool { return u.DataStay > 0 || (u.KeepDays > 0 && item != DataDisk) }

func ruleOf(key Key) (rule, bool) {
	for _, r := range keys {
		if r.Key == key {
			return r, true
		}
	}
	return rule{}, false
}

// Keys lists the billing facts in the order their questions are asked.
func Keys() []Key {
	all := make([]Key, len(keys))
	for i, k := range keys {
		all[i] = k.Key
	}
	return all
}

// Touched lists the billing facts that make a difference to a usage under a
// mode, in the order their questions are asked.
func Touched(mode Mode, u Usage) []Key {
	var touched []Key
	for _, k := range keys {
		if k.touched(Quote{Mode: mode}, u) {
			touched = append(touched, k.Key)
		}
	}
	return touched
}

// Unit returns the measure of the key's value.
func (k Key) Unit() Unit {
	r, _ := ruleOf(k)
	return r.Unit
}

// Known reports whether the engine has a rule for k.
func (k Key) Known() bool {
	_, ok := ruleOf(k)
	return ok
}

// ItemPrice and ItemFree give the keys of a stored item.
func ItemPrice(item Item) Key {
	return [...]Key{SystemDiskPrice, DataDiskPrice, FileStoragePrice, ImagePrice}[index(item)]
}

// ItemFree gives the key of the size that an item costs nothing for.
func ItemFree(item Item) Key {
	return [...]Key{SystemDiskFree, DataDiskFree, FileStorageFree, ImageFree}[index(item)]
}

func wholeSeconds(d decimal.Decimal) Seconds {
	whole, _, ok := d.Ceil(0).Int64(0)
	if !ok {
		return 0
	}
	return Seconds(whole)
}

// check refuses a figure that cannot be the key's value.
func (r rule) check(f Figure) *reason.Problem {
	switch {
	case f.Value.IsNeg():
		return reason.Refuse("", "number.negative")
	case r.Key == Granularity && !f.Value.IsPos():
		return reason.Refuse("", "number.not_positive")
	case r.Unit == UnitSeconds && (!f.Value.IsInt() || f.Value.Cmp(maxSpan.Decimal()) > 0):
		return reason.Refuse("", "seconds.not_whole")
	case r.Unit == UnitShare && f.Value.Cmp(decimal.One) > 0:
		return reason.Refuse("", "share.out_of_range")
	case r.Unit.Timed() && f.Per.Length(Month) == 0:
		return reason.Refuse("", "period.missing")
	case r.Unit == UnitGB && f.Value.Cmp(maxGB) > 0:
		return reason.Refuse("", "number.too_large", reason.Word("text", f.Value.String()))
	}
	return nil
}

// CheckFigure refuses a figure that cannot be the value of key.
func CheckFigure(key Key, f Figure) error {
	r, ok := ruleOf(key)
	if !ok {
		return reason.Refuse("", "choice.unknown", reason.Word("text", string(key)))
	}
	if p := r.check(f); p != nil {
		return p
	}
	return nil
}

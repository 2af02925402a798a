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
	Granularity          Key = "billing_granularity_seconds"     // s, rounded up
	MinSeconds           Key = "min_charge_seconds"              // s per start
	MinAmount            Key = "min_charge_amount"               // money per start
	BootBilled           Key = "boot_billed"                     // share, 0 or 1
	QueueBilled          Key = "queue_billed"                    // share, 0 or 1
	ExtraRows            Key = "settlement_extra_rows"           // rows per start, 0 or 1
	InterruptionRate     Key = "interruptions_per_hour"          // per machine-hour
	CPUModePrice         Key = "no_gpu_mode_price"               // money per period
	CPUModeMin           Key = "no_gpu_mode_min_charge"          // money per start
	SystemDiskPrice      Key = "system_disk_price"               // money per GB and period
	SystemDiskFree       Key = "system_disk_free_gb"             // GB
	DataDiskPrice        Key = "data_disk_price"                 // money per GB and period
	DataDiskFree         Key = "data_disk_free_gb"               // GB
	FileStoragePrice     Key = "file_storage_price"              // money per GB and period
	FileStorageFree      Key = "file_storage_free_gb"            // GB
	ObjectStoragePrice   Key = "object_storage_price"            // money per GB and period
	ObjectStorageFree    Key = "object_storage_free_gb"          // GB
	ImagePrice           Key = "image_price"                     // money per GB and period
	ImageFree            Key = "image_free_gb"                   // GB
	SnapshotPrice        Key = "snapshot_price"                  // money per GB and period
	SnapshotFree         Key = "snapshot_free_gb"                // GB
	ExtraMidnights       Key = "daily_fee_extra_midnights"       // days, 0 or 1
	StoppedDiskPrice     Key = "stopped_disk_price"              // money per GB of data disk and period
	IOPSPrice            Key = "iops_price"                      // money per IOPS and period
	AfterStopShare       Key = "share_charged_after_stop"        // share of the compute price
	AfterShutdownShare   Key = "share_charged_after_os_shutdown" // share of the compute price
	AfterFreeStopShare   Key = "share_charged_after_no_charge_stop"
	TrafficOutPrice      Key = "traffic_out_price"      // money per GB
	TrafficOutFree       Key = "traffic_out_free_gb"    // GB
	TrafficInPrice       Key = "traffic_in_price"       // money per GB
	TrafficInternalPrice Key = "traffic_internal_price" // money per GB
	BandwidthPrice       Key = "bandwidth_price"        // money per period, while data moves
	LinePrice            Key = "line_price"             // money per Mbit/s and period
	FixedIPPrice         Key = "fixed_ip_price"         // money per address and period
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
	UnitEach   // money per thing and period: an address, an IOPS, a Mbit/s
	UnitCount  // of rows or days, 0 or 1
	UnitHourly // events per machine-hour
)

// Timed reports whether a figure of this unit needs a period.
func (u Unit) Timed() bool { return u == UnitTimed || u == UnitGBTimed || u == UnitEach }

// rule is what the engine knows about one key.
type rule struct {
	Key     Key
	Unit    Unit
	Cheaper bool // larger values make the bill smaller
	Instead Key  // when this one is known, the key needs no answer
	touched func(*Quote, *Usage) bool
	set     func(*Terms, Figure)
}

// keys lists every billing fact, in the order its question is asked.
var keys = slices.Concat([]rule{
	{Key: Granularity, Unit: UnitSeconds, touched: runs, set: func(t *Terms, f Figure) { t.Granularity = wholeSeconds(f.Value) }},
	{Key: MinSeconds, Unit: UnitSeconds, Instead: MinAmount, touched: runs, set: func(t *Terms, f Figure) { t.MinSeconds = wholeSeconds(f.Value) }},
	{Key: MinAmount, Unit: UnitMoney, Instead: MinSeconds, touched: metered, set: func(t *Terms, f Figure) { t.MinAmount = f.Value }},
	{Key: BootBilled, Unit: UnitShare, touched: func(q *Quote, u *Usage) bool {
		return metered(q, u) && u.Boot > 0 && q.Rules.Starts == StartsNotTold
	}, set: func(t *Terms, f Figure) { t.bootBilled = f.Value }},
	{Key: QueueBilled, Unit: UnitShare, touched: func(q *Quote, u *Usage) bool {
		return metered(q, u) && u.Queue > 0 && q.Rules.Starts == StartsNotTold
	}, set: func(t *Terms, f Figure) { t.queueBilled = f.Value }},
	{Key: ExtraRows, Unit: UnitCount, touched: func(q *Quote, u *Usage) bool {
		return metered(q, u) && q.Rules.Settles != AtStop && !(u.Starts.Told && q.Rules.Settles != EachMonth) &&
			(q.Rounding.Mode != RoundNot || q.Rules.MinimumPerRow)
	}, set: func(t *Terms, f Figure) { t.extraRow = f.Value.IsPos() }},
	{Key: InterruptionRate, Unit: UnitHourly, touched: func(q *Quote, u *Usage) bool {
		return q.Mode.Reclaimed() && u.Useful > 0
	}, set: func(t *Terms, f Figure) { t.interruptions = f.Value }},
	{Key: CPUModePrice, Unit: UnitTimed, touched: usesCPUMode, set: func(t *Terms, f Figure) { t.CPUPrice = f }},
	{Key: CPUModeMin, Unit: UnitMoney, touched: usesCPUMode, set: func(t *Terms, f Figure) { t.CPUMin = f.Value }},
}, itemRules(), []rule{
	{Key: ExtraMidnights, Unit: UnitCount, touched: func(q *Quote, u *Usage) bool {
		return q.Rules.Days != DaysNamed && !u.Starts.Told && u.DataStay%Day != 0 && u.stores()
	}, set: func(t *Terms, f Figure) { t.extraMidnight = f.Value.IsPos() }},
	{Key: StoppedDiskPrice, Unit: UnitGBTimed, touched: func(_ *Quote, u *Usage) bool {
		return u.GB(DataDisk).IsPos() && u.Between != Release && u.standing() > 0
	}, set: func(t *Terms, f Figure) { t.stoppedDisk = f }},
	{Key: IOPSPrice, Unit: UnitEach, touched: func(_ *Quote, u *Usage) bool { return u.IOPS > 0 && (u.DataStay > 0 || u.keeps(DataDisk)) },
		set: func(t *Terms, f Figure) { t.iops = f }},
	afterRule(AfterStopShare, Stop), afterRule(AfterShutdownShare, OSShutdown), afterRule(AfterFreeStopShare, NoChargeStop),
	{Key: TrafficOutPrice, Unit: UnitPerGB, touched: func(_ *Quote, u *Usage) bool { return u.OutGB.IsPos() },
		set: func(t *Terms, f Figure) { t.outPrice = f.Value }},
	{Key: TrafficOutFree, Unit: UnitGB, Cheaper: true, touched: func(_ *Quote, u *Usage) bool { return u.OutGB.IsPos() },
		set: func(t *Terms, f Figure) { t.outFree = f.Value }},
	{Key: TrafficInPrice, Unit: UnitPerGB, touched: func(_ *Quote, u *Usage) bool { return u.InGB.IsPos() },
		set: func(t *Terms, f Figure) { t.inPrice = f.Value }},
	{Key: TrafficInternalPrice, Unit: UnitPerGB, touched: func(_ *Quote, u *Usage) bool { return u.InternalGB.IsPos() },
		set: func(t *Terms, f Figure) { t.internalPrice = f.Value }},
	{Key: BandwidthPrice, Unit: UnitTimed, touched: func(_ *Quote, u *Usage) bool { return u.moves() && !u.LineMbps.IsPos() },
		set: func(t *Terms, f Figure) { t.bandwidth = f }},
	{Key: LinePrice, Unit: UnitEach, touched: func(_ *Quote, u *Usage) bool { return u.LineMbps.IsPos() },
		set: func(t *Terms, f Figure) { t.line = f }},
	{Key: FixedIPPrice, Unit: UnitEach, touched: func(_ *Quote, u *Usage) bool { return u.FixedIPs > 0 },
		set: func(t *Terms, f Figure) { t.fixedIP = f }},
})

// itemKeys are the price and the free size of each item, in the order of Items.
var itemKeys = [itemCount]struct{ price, free Key }{
	{SystemDiskPrice, SystemDiskFree}, {DataDiskPrice, DataDiskFree}, {FileStoragePrice, FileStorageFree},
	{ObjectStoragePrice, ObjectStorageFree}, {ImagePrice, ImageFree}, {SnapshotPrice, SnapshotFree},
}

func itemRules() []rule {
	var rules []rule
	for i, item := range Items {
		rules = append(rules,
			rule{Key: itemKeys[i].price, Unit: UnitGBTimed,
				touched: func(_ *Quote, u *Usage) bool { return u.GB(item).IsPos() && u.ordinary(item) },
				set:     func(t *Terms, f Figure) { t.storage[i].price = f }},
			rule{Key: itemKeys[i].free, Unit: UnitGB, Cheaper: true,
				touched: func(_ *Quote, u *Usage) bool {
					return u.GB(item).IsPos() && (u.DataStay > 0 || u.keeps(item))
				},
				set: func(t *Terms, f Figure) { t.storage[i].free = f.Value }})
	}
	return rules
}

// afterRule is about the compute price after the verb that the usage names.
func afterRule(key Key, verb Verb) rule {
	return rule{Key: key, Unit: UnitShare,
		touched: func(q *Quote, u *Usage) bool { return u.Between == verb && !q.ahead() && u.standing() > 0 },
		set: func(t *Terms, f Figure) {
			if t.between == verb {
				t.AfterStopShare = f.Value
			}
		}}
}

// ahead reports whether compute is paid ahead, or not by time at all.
func (q *Quote) ahead() bool {
	return q.Mode.BoughtWhole() || q.Mode == PerToken || q.Rules.Pack != nil
}

func metered(q *Quote, u *Usage) bool { return !q.ahead() && u.occupies(&q.Rules) }

// runs reports whether anything is metered by time, with card or without.
func runs(q *Quote, u *Usage) bool { return metered(q, u) || usesCPUMode(q, u) }

func usesCPUMode(_ *Quote, u *Usage) bool { return u.CPUMode > 0 }

// moves reports whether the task moves public traffic at all.
func (u *Usage) moves() bool { return u.OutGB.IsPos() || u.InGB.IsPos() }

func (u *Usage) stores() bool {
	for _, s := range u.Stored {
		if s.GB.IsPos() {
			return true
		}
	}
	return false
}

// standing is how long an instance stands stopped but kept: between the
// sessions while data stays, and afterwards.
func (u *Usage) standing() Seconds { return u.pauses() + Seconds(u.KeepDays)*Day }

// pauses is the time between the sessions while data stays.
func (u *Usage) pauses() Seconds {
	if u.Sessions < 2 {
		return 0
	}
	return max(0, u.DataStay-u.Metered())
}

// keeps reports whether the item is there after the work.
func (u *Usage) keeps(item Item) bool {
	return u.KeepDays > 0 && !(u.Between == Release && item.ofInstance())
}

// ordinary reports whether the item is charged at its ordinary price for any
// time: a kept data disk has a price of its own.
func (u *Usage) ordinary(item Item) bool {
	return u.DataStay > 0 || (u.keeps(item) && item != DataDisk)
}

// keyIndex gives the place of each key in keys.
var keyIndex = func() map[Key]int {
	index := make(map[Key]int, len(keys))
	for i, k := range keys {
		index[k.Key] = i
	}
	return index
}()

func ruleOf(key Key) (rule, bool) {
	i, ok := keyIndex[key]
	if !ok {
		return rule{}, false
	}
	return keys[i], true
}

// Keys lists the billing facts in the order their questions are asked.
func Keys() []Key {
	all := make([]Key, len(keys))
	for i, k := range keys {
		all[i] = k.Key
	}
	return all
}

// Touched lists the billing facts that make a difference to a usage under the
// mode and rules of a quote, in the order their questions are asked.
func Touched(q Quote, u Usage) []Key {
	var touched []Key
	for _, k := range keys {
		if k.touched(&q, &u) {
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

func index(item Item) int { return max(slices.Index(Items, item), 0) }

// ItemPrice gives the key of a stored item's price.
func ItemPrice(item Item) Key { return itemKeys[index(item)].price }

// ItemFree gives the key of the size that an item costs nothing for.
func ItemFree(item Item) Key { return itemKeys[index(item)].free }

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
	case r.Unit == UnitCount && (!f.Value.IsInt() || f.Value.Cmp(decimal.One) > 0):
		return reason.Refuse("", "count.none_or_one")
	case r.Unit == UnitHourly && f.Value.Cmp(maxHourly) > 0:
		return reason.Refuse("", "number.too_large", reason.Word("text", f.Value.String()))
	case r.Unit.Timed() && f.Per.Length(Month) == 0:
		return reason.Refuse("", "period.missing")
	case r.Unit == UnitGB && f.Value.Cmp(maxGB) > 0:
		return reason.Refuse("", "number.too_large", reason.Word("text", f.Value.String()))
	}
	return nil
}

// maxHourly is one reclaim a second.
var maxHourly = decimal.MustParse("3600")

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

package catalog

import (
	"maps"
	"regexp"
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
)

// envelopeKeys ties the keys of the engine to those of envelopes.csv where
// they differ, with the period that the latter are stated for.
var envelopeKeys = map[billing.Key]struct {
	key string
	per billing.Period
}{
	billing.DataDiskPrice:    {"data_disk_price_per_gb_day", billing.PerDay},
	billing.StoppedDiskPrice: {"data_disk_price_per_gb_day", billing.PerDay},
	billing.FileStoragePrice: {"file_storage_price_per_gb_day", billing.PerDay},
	billing.ImagePrice:       {"image_price_per_gb_day", billing.PerDay},
	billing.BandwidthPrice:   {"bandwidth_price_per_day", billing.PerDay},
	billing.TrafficOutPrice:  {"traffic_out_price_per_gb", ""},
	billing.TrafficInPrice:   {"traffic_in_price_per_gb", ""},
	billing.SystemDiskPrice:  {"data_disk_price_per_gb_day", billing.PerDay},
	billing.CPUModePrice:     {"no_gpu_mode_price_per_hour", billing.PerHour},
	billing.CPUModeMin:       {"min_charge_amount", ""},
}

// Ranges gives what may be assumed for a quote of a category and currency, the
// closest first: what envelopes.csv says of the category, what the shipped
// facts say of other platforms of it, then the same two of all categories.
// Without a category nothing is assumed.
func (c *Catalog) Ranges(category string, currency money.Currency) billing.Ranges {
	kind, known := hardware.ParseCategory(category)
	return func(key billing.Key) (billing.Range, bool) {
		if !known {
			return billing.Range{}, false
		}
		own := func(other hardware.Category) bool { return other == kind }
		every := func(hardware.Category) bool { return true }
		for _, find := range []func() (billing.Range, bool){
			func() (billing.Range, bool) { return c.enveloped(key, own, string(currency)) },
			func() (billing.Range, bool) { return c.seen(key, own, string(currency), basisSeen) },
			func() (billing.Range, bool) { return c.enveloped(key, every, string(currency)) },
			func() (billing.Range, bool) { return c.seen(key, every, string(currency), basisOther) },
		} {
			if r, ok := find(); ok {
				return r, true
			}
		}
		return billing.Range{}, false
	}
}

// enveloped is what envelopes.csv assumes for a key in some categories; of
// several it spans all, and says so. A disk may cost nothing after a stop
// whatever it costs before, so that this range begins at zero.
func (c *Catalog) enveloped(key billing.Key, in func(hardware.Category) bool, currency string) (billing.Range, bool) {
	source, renamed := envelopeKeys[key]
	if !renamed {
		source.key = string(key)
	}
	var found billing.Range
	ok := false
	for _, e := range c.envelopes {
		if e.key != source.key || !in(e.category) || (e.currency != "" && e.currency != currency) {
			continue
		}
		low, high := billing.Figure{Value: e.low, Per: source.per}, billing.Figure{Value: e.high, Per: source.per}
		if key == billing.StoppedDiskPrice {
			low.Value = decimal.Zero
		}
		if !ok {
			found, ok = billing.Range{Low: low, High: high, Basis: e.basis}, true
			if !in(hardware.Category("")) {
				continue
			}
			found.Basis = basisOther
		}
		if low.Value.Cmp(found.Low.Value) < 0 {
			found.Low = low
		}
		if high.Value.Cmp(found.High.Value) > 0 {
			found.High = high
		}
	}
	return found, ok
}

// shippedKey says where platforms.csv answers a key of the engine: under
// which name, in which scopes, for which period. A statement about one card,
// region or offer is not taken for the platform's rule.
type shippedKey struct {
	to     billing.Key
	from   string
	per    billing.Period
	scopes []string // besides the general one
}

var shippedKeys = []shippedKey{
	{billing.Granularity, "billing_granularity_seconds", "", []string{"pay-as-you-go", "ECS", "compute, container disk, volume disk"}},
	{billing.MinSeconds, "min_charge_seconds", "", nil},
	{billing.MinAmount, "min_charge_amount", "", nil},
	{billing.CPUModePrice, "no_gpu_mode_price_per_hour", billing.PerHour, nil},
	{billing.CPUModeMin, "min_charge_amount", "", nil}, // the least that one charge takes, whatever it is for
	{billing.SystemDiskFree, "system_disk_free_gb", "", nil},
	{billing.DataDiskFree, "data_disk_free_gb", "", nil},
	{billing.DataDiskPrice, "data_disk_price_per_gb_day", billing.PerDay, []string{"paid data disk", "data disk", "volume disk, running"}},
	{billing.StoppedDiskPrice, "data_disk_price_per_gb_day", billing.PerDay, []string{"volume disk, stopped"}},
	{billing.FileStorageFree, "file_storage_free_gb", "", netDisks},
	{billing.FileStoragePrice, "file_storage_price_per_gb_day", billing.PerDay, netDisks},
	{billing.ImageFree, "image_free_gb", "", nil},
	{billing.ImagePrice, "image_price_per_gb_day", billing.PerDay, nil},
	{billing.TrafficInPrice, "traffic_in_price_per_gb", "", nil},
	{billing.TrafficOutPrice, "traffic_out_price_per_gb", "", nil},
	{billing.BandwidthPrice, "bandwidth_price_per_day", billing.PerDay, nil},
}

var netDisks = []string{"file storage", "netdisk", "mnt netdisk", "cloud storage", "filesystem", "hy-nas shared storage", "network volume, below 1 TB"}

// BillingFacts returns the shipped facts of a platform that the engine
// computes with, each with its claims. Money is in the platform's currency: a
// quote in another must not be given them.
func (c *Catalog) BillingFacts(platformID string) billing.Facts {
	return maps.Clone(c.billing(platformID))
}

func (c *Catalog) billingFacts(platformID string) billing.Facts {
	found := billing.Facts{}
	add := func(key billing.Key, claim fact.Claim[billing.Figure]) {
		f := found[key]
		for _, other := range f.Claims { // 0.30 a month and 0.01 a day are one price, not two
			if samePrice(claim.Value, other.Value) {
				claim.Value = other.Value
			}
		}
		f.Claims = append(f.Claims, claim)
		found[key] = f
	}
	for _, f := range c.Facts(platformID) {
		for _, k := range shippedKeys {
			general := f.Scope == "" && k.to != billing.StoppedDiskPrice // no scope says what a stop does
			if k.from == f.Key && f.Number.OK && (general || slices.Contains(k.scopes, f.Scope)) {
				add(k.to, claimOf(f, asPublished(f, k.per)))
			}
		}
	}
	c.afterStop(platformID, found, add)
	return found
}

// afterStop adds what follows from the answers about stopping.
func (c *Catalog) afterStop(platformID string, found billing.Facts, add func(billing.Key, fact.Claim[billing.Figure])) {
	running := found[billing.DataDiskPrice].Claims
	stated := found[billing.StoppedDiskPrice].State() != fact.Unknown
	released := slices.ContainsFunc(c.Facts(platformID), func(f PlatformFact) bool {
		return f.Key == "stop_irreversible" && f.Claim.Value == "yes"
	})
	for _, f := range c.Facts(platformID) {
		yes := f.Claim.Value == "yes"
		switch {
		case f.Key == "stop_ends_compute_bill" && (f.Scope == "" || f.Scope == "pay-as-you-go") && !released:
			share := decimal.One
			if yes {
				share = decimal.Zero
			}
			add(billing.AfterStopShare, claimOf(f, billing.Figure{Value: share}))
		case f.Key == "disk_billed_when_stopped" && !stated && f.Scope != "container disk":
			if !yes {
				add(billing.StoppedDiskPrice, claimOf(f, billing.Figure{Value: decimal.Zero, Per: billing.PerDay}))
				continue
			}
			for _, claim := range running { // the platform names one price and no other for the stop
				add(billing.StoppedDiskPrice, claim)
			}
		}
	}
}

func samePrice(a, b billing.Figure) bool {
	x, y := a.Per.Length(billing.Month), b.Per.Length(billing.Month)
	if x == 0 || y == 0 {
		return a == b
	}
	var calc money.Calc
	return calc.Mul(a.Value, y.Decimal()).Equal(calc.Mul(b.Value, x.Decimal())) && calc.Err() == nil
}

func claimOf(f PlatformFact, figure billing.Figure) fact.Claim[billing.Figure] {
	note := f.Claim.Note
	if f.Scope != "" {
		note = f.Scope + "; " + note
	}
	return fact.Claim[billing.Figure]{Value: figure, Source: f.Claim.Source, Seen: f.Claim.Seen, Confidence: f.Claim.Confidence, Note: note}
}

// original is how notes keep the price that the file's figure per day was
// computed from.
var original = regexp.MustCompile(`^Original: ([0-9.]+) [A-Z]{3} per GB-(hour|month)\b`)

// asPublished returns the figure in the unit of its source where the note
// keeps it: 0.20 a month is exact, its thirtieth part a day is not.
func asPublished(f PlatformFact, per billing.Period) billing.Figure {
	if m := original.FindStringSubmatch(f.Claim.Note); m != nil && per == billing.PerDay {
		if d, err := money.Parse(m[1]); err == nil {
			return billing.Figure{Value: d, Per: billing.Period(m[2])}
		}
	}
	return billing.Figure{Value: f.Number.Value, Per: per}
}

// BarrierFacts returns what is said of one key of a platform, for holding it
// against a must-have. Statements of a narrower scope are taken only where
// there is no general one; if they differ, the answer is open.
func (c *Catalog) BarrierFacts(platform, key string) fact.Fact[string] {
	var general, scoped fact.Fact[string]
	for _, f := range c.Facts(platform) {
		if f.Key != key {
			continue
		}
		claim := f.Claim
		if f.Scope == "" {
			general.Claims = append(general.Claims, claim)
			continue
		}
		claim.Note = f.Scope + "; " + claim.Note
		scoped.Claims = append(scoped.Claims, claim)
	}
	if len(general.Claims) > 0 {
		return general
	}
	return scoped
}

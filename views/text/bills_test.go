package text

import (
	"time"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
)

// everything is a quote that answers every billing fact, one item being free
// to a size or not.
func everything(mode billing.Mode, per billing.Period, cards int, free string, storage billing.Period) billing.Quote {
	facts := billing.Facts{}
	for _, key := range billing.Keys() {
		f := billing.Figure{Value: dec("0.5")}
		switch key.Unit() {
		case billing.UnitSeconds:
			f.Value = dec("3600")
		case billing.UnitTimed, billing.UnitEach:
			f.Per = billing.PerDay
		case billing.UnitCount:
			f.Value = dec("1")
		case billing.UnitGBTimed:
			f.Per = storage
		case billing.UnitGB:
			f.Value = dec(free)
		}
		facts[key] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{{Value: f, Own: true}}}
	}
	rate := billing.NewRate(money.Of("12", "CNY"), per)
	rate.Cards = cards
	return billing.Quote{Mode: mode, Rate: rate, Facts: facts}
}

// busy touches every rule of the bill.
func busy() billing.Usage {
	return billing.Usage{
		Useful: 8*billing.Hour + 61, Sessions: 3, SetUp: 30 * billing.Minute, Idle: 10 * billing.Minute,
		CPUMode: billing.Hour, CPUSessions: 2, DataStay: 2 * billing.Day, KeepDays: 3,
		Stored: []billing.Stored{{Item: billing.DataDisk, GB: dec("30")}, {Item: billing.Image, GB: dec("80")}},
		OutGB:  dec("5"), InGB: dec("13"),
	}
}

// bill is a quote and a usage that touch some of the rules.
type bill struct {
	name  string
	quote billing.Quote
	usage billing.Usage
}

// bills touch all of them, the zero rules of each way of buying first.
func bills() []bill {
	var all []bill
	add := func(name string, q billing.Quote, change func(*billing.Quote, *billing.Usage)) {
		u := busy()
		if change != nil {
			change(&q, &u)
		}
		all = append(all, bill{name, q, u})
	}
	known := func(q *billing.Quote, value string, keys ...billing.Key) {
		for _, key := range keys {
			q.Facts[key] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{{Value: billing.Figure{Value: dec(value)}, Own: true}}}
		}
	}
	hourly := func(cards int, free string, storage billing.Period) billing.Quote {
		return everything(billing.OnDemand, billing.PerHour, cards, free, storage)
	}
	plain := func() billing.Quote { return hourly(1, "0", billing.PerDay) }
	for _, mode := range billing.Modes {
		add("mode "+string(mode), everything(mode, billing.PerMonth, 1, "0", billing.PerMonth), func(q *billing.Quote, u *billing.Usage) {
			if mode == billing.PerToken {
				q.Rules.Tokens = &billing.TokenPrice{In: dec("2"), Out: dec("8")}
				u.TokensIn, u.TokensOut, u.TokensCached = dec("12000000"), dec("3000000"), dec("500000")
			}
		})
	}
	add("two cards", hourly(2, "10", billing.PerDay), nil)
	add("by the month", hourly(1, "0", billing.PerMonth), nil)
	add("by the month with a free size", hourly(1, "10", billing.PerMonth), nil)
	add("dear start", plain(), func(q *billing.Quote, _ *billing.Usage) { known(q, "100", billing.MinAmount) })
	for _, mode := range []billing.RoundingMode{billing.RoundNot, billing.RoundUp} {
		add("no minimum "+string(mode), plain(), func(q *billing.Quote, _ *billing.Usage) {
			q.Rounding = billing.Rounding{Mode: mode, Unit: dec("0.01")}
			known(q, "0", billing.MinAmount, billing.MinSeconds)
		})
	}
	for _, settles := range []billing.Settlement{billing.EachHour, billing.EachDay, billing.EachMonth} {
		add("rows by "+string(settles), plain(), func(q *billing.Quote, _ *billing.Usage) { q.Rules.Settles = settles })
	}
	add("moving price", plain(), func(q *billing.Quote, _ *billing.Usage) {
		q.Rules.Series = []billing.PriceStep{{After: billing.Hour, Amount: dec("9")}}
	})
	add("asked for", plain(), func(q *billing.Quote, u *billing.Usage) { q.Rules.Requested, u.Requested = true, 5*billing.Hour })
	add("caps", plain(), func(q *billing.Quote, _ *billing.Usage) {
		q.Rules.Caps = []billing.Cap{{Per: billing.PerDay, Amount: dec("20")}, {Per: billing.PerMonth, Amount: dec("30")}}
	})
	for _, refund := range []billing.Refund{billing.CashRefund, billing.VoucherRefund} {
		add("refund "+string(refund), everything(billing.Prepaid, billing.PerMonth, 1, "0", billing.PerDay), func(q *billing.Quote, u *billing.Usage) {
			q.Rules.Refund, u.DataStay = refund, 31*billing.Day
			q.Rules.Packages = []billing.Package{{Amount: dec("1"), Per: billing.PerDay}, {Amount: dec("2"), Per: billing.PerWeek, Count: 2}}
		})
	}
	add("packages", plain(), func(q *billing.Quote, _ *billing.Usage) {
		q.Rules.Packages = []billing.Package{{Amount: dec("60"), Per: billing.PerDay}}
	})
	add("packs", plain(), func(q *billing.Quote, _ *billing.Usage) {
		q.Rules.Pack = &billing.Pack{Units: dec("500"), PerHour: dec("2.56")}
	})
	add("own card", everything(billing.Hosted, billing.PerMonth, 1, "0", billing.PerDay), func(q *billing.Quote, _ *billing.Usage) {
		q.Rules.Purchase = &billing.Purchase{Amount: dec("15000"), Resale: dec("6000"), Months: 24}
	})
	add("meters", plain(), func(q *billing.Quote, _ *billing.Usage) {
		q.Rules.Meters = []billing.Meter{{Name: "vm", Amount: dec("0.5"), Per: billing.PerHour, While: billing.WhileRunning},
			{Name: "下单费", Amount: dec("0.002"), While: billing.EachStart}}
	})
	for _, free := range []string{"0", "10"} {
		for _, per := range []billing.Period{billing.PerDay, billing.PerMonth} {
			add("tiers", hourly(1, free, per), func(q *billing.Quote, _ *billing.Usage) {
				q.Rules.Tiers = []billing.Tier{{Item: billing.DataDisk, From: dec("20"), Price: dec("0.2")}}
			})
		}
	}
	add("networks", plain(), func(q *billing.Quote, u *billing.Usage) {
		q.Rules.WipesOnStop = true
		u.IOPS, u.InternalGB, u.FixedIPs, u.LineMbps = 300, dec("40"), 1, dec("100")
	})
	for _, checkpoint := range []billing.Seconds{0, 30 * billing.Minute} {
		add("spot", everything(billing.Spot, billing.PerHour, 1, "0", billing.PerDay), func(q *billing.Quote, u *billing.Usage) {
			known(q, "0.15", billing.InterruptionRate)
			u.Checkpoint, u.CheckpointWrite, u.Restart = checkpoint, billing.Minute, 5*billing.Minute
		})
	}
	add("discounts", plain(), func(q *billing.Quote, u *billing.Usage) {
		u.On = time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC)
		q.Rules.Reduced, q.Rules.TaxOnTop = true, dec("6")
		percent := func(name string, change func(*billing.Reduction)) {
			d := billing.Reduction{Name: name, Kind: billing.Percent, Value: dec("5")}
			change(&d)
			q.Rules.Discounts = append(q.Rules.Discounts, d)
		}
		percent("限额折扣", func(d *billing.Reduction) { d.Most = dec("1") })
		percent("会员折扣", func(*billing.Reduction) {})
		percent("满减券", func(d *billing.Reduction) { d.Kind, d.Value = billing.Coupon, dec("3") })
		percent("体验金", func(d *billing.Reduction) { d.Kind, d.Value = billing.Credit, dec("1") })
		percent("old", func(d *billing.Reduction) { d.Expires = u.On.AddDate(0, 0, -2) })
		percent("spot only", func(d *billing.Reduction) { d.Modes = []billing.Mode{billing.Spot} })
		percent("H100 only", func(d *billing.Reduction) { d.Cards = []string{"H100"} })
		percent("list", func(d *billing.Reduction) { d.ListPrice = true })
		percent("not GPU", func(d *billing.Reduction) { d.NotGPU, d.Lines = true, []billing.Kind{billing.Useful} })
		percent("nothing", func(d *billing.Reduction) { d.Lines = []billing.Kind{billing.Unused} })
		percent("from 10,000", func(d *billing.Reduction) { d.Threshold = dec("10000") })
		percent("alone", func(d *billing.Reduction) { d.Alone, d.Value = true, dec("1") })
	})
	for _, topUp := range []billing.TopUp{{}, {UsedUp: true}, {Refundable: true}, {Refundable: true, BonusFirst: true}} {
		add("top-up", plain(), func(q *billing.Quote, _ *billing.Usage) {
			topUp.Pay, topUp.Bonus = dec("500"), dec("200")
			q.Rules.TopUp = &topUp
		})
	}
	return all
}

// wrong breaks every rule of a quote and of a usage, as far as one can.
func wrong() ([]billing.Quote, []billing.Usage) {
	less, far := dec("-1"), billing.Seconds(-1)
	q := everything(billing.OnDemand, "fortnight", -1, "-1", "fortnight")
	q.Mode, q.Rate.Amount, q.Rate.Scope, q.Rate.Slice, q.Rate.Month = "barter", money.Amount{Value: less, Currency: "XX"}, "row", less, 1
	q.Rounding, q.DailyFee = billing.Rounding{Mode: "sideways"}, billing.Rounding{Mode: billing.RoundUp}
	q.Exchange = money.Exchange{From: "CNY", To: "CNY", Rate: dec("1")}
	now := time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC)
	q.Rules = billing.Rules{
		Settles: "x", Starts: "x", Days: "x", Refund: "x", TaxOnTop: less, From: now, Until: now.AddDate(0, 0, -1),
		Series: []billing.PriceStep{{After: far, Amount: less}}, ByCards: []billing.CardPrice{{Amount: less}},
		Packages: []billing.Package{{Amount: less, Per: "x", Count: -1}}, Caps: []billing.Cap{{Per: "x", Amount: less}},
		Tokens: &billing.TokenPrice{}, Pack: &billing.Pack{ValidDays: -1}, Purchase: &billing.Purchase{Amount: less, Resale: less},
		Meters: []billing.Meter{{Amount: less, Count: less, While: billing.WhileKept}, {While: "x"}},
		Tiers:  []billing.Tier{{Item: "x", From: less, Price: less}}, Shared: []billing.SharedFree{{Items: []billing.Item{"x"}, GB: less}},
		Discounts: []billing.Reduction{{Kind: "x", Value: less, Most: less, Threshold: less, Modes: []billing.Mode{"x"}, Lines: []billing.Kind{"x"}}},
		TopUp:     &billing.TopUp{Bonus: less}, Reclaim: billing.Reclaim{Notice: far, Protection: far},
	}
	whole := everything(billing.PerToken, billing.PerHour, 1, "0", billing.PerDay)
	whole.Exchange = money.Exchange{From: "USD", To: "CNY", Rate: dec("7.1")}
	owned := everything(billing.Prepaid, billing.PerHour, 1, "0", billing.PerDay)
	owned.Rules.Purchase = &billing.Purchase{Amount: dec("1"), Resale: dec("2"), Months: 1}
	owned.Rules.Series, owned.Rules.Caps = []billing.PriceStep{{After: 1}}, []billing.Cap{{Per: billing.PerDay}}
	owned.Rules.Meters = make([]billing.Meter, 101)
	token := everything(billing.PerToken, billing.PerHour, 1, "0", billing.PerDay)
	token.Rules.Tokens = &billing.TokenPrice{In: less, Out: less, Cached: &less}
	u := billing.Usage{Useful: far, Sessions: -1, Boot: far, Queue: far, SetUp: far, Idle: far, Requested: far, Starts: billing.Clock{Second: far, Told: true},
		CPUMode: far, CPUSessions: -1, DataStay: far, KeepDays: -1, Between: "x", IOPS: -1, OutGB: less, InGB: less, InternalGB: less, FixedIPs: -1,
		LineMbps: less, Checkpoint: far, CheckpointWrite: far, Restart: far, Machines: -1, TokensIn: less, TokensOut: less, TokensCached: less,
		MyTime: billing.MyTime{PerHour: money.Amount{Value: less, Currency: "CNY"}, Support: far}, Course: []billing.Stretch{{Length: far}}}
	for _, item := range append([]billing.Item{"x"}, billing.Items...) {
		u.Stored = append(u.Stored, billing.Stored{Item: item, GB: less})
	}
	return []billing.Quote{q, whole, owned, token}, []billing.Usage{u, {Useful: 1, CPUMode: 1}}
}

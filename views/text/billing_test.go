package text

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/model/reason"
)

func dec(s string) decimal.Decimal { return decimal.MustParse(s).Trim(0) }

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

// inFull are the lines of the settled bill, those that come to nothing too.
func inFull(t *testing.T, b bill) []billing.Line {
	t.Helper()
	settled := map[billing.Key]billing.Figure{}
	for key, f := range b.quote.Facts {
		settled[key] = f.Values()[0]
	}
	full, err := billing.Explain(billing.TermsOf(b.quote, b.usage, settled), b.usage)
	if err != nil {
		t.Fatalf("%s: %v", b.name, err)
	}
	return full.Lines
}

var apart = regexp.MustCompile(`\p{Han} \p{Han}`)

// faults are what a person must never read in a finished sentence.
func faults(lang Language, said string) []string {
	var found []string
	for _, bad := range []string{"%!", "<no value>", "why.", "term.", "problem.", "⟦", "{{", "  "} {
		if strings.Contains(said, bad) {
			found = append(found, "it has "+strconv.Quote(bad))
		}
	}
	if strings.TrimSpace(said) != said || said == "" {
		found = append(found, "it is empty or has space around it")
	}
	if lang == Chinese {
		if apart.MatchString(said) {
			found = append(found, "a space between Chinese characters")
		}
		for _, fault := range misset(said) {
			if strings.HasPrefix(fault, "no space") {
				found = append(found, fault)
			}
		}
	}
	return found
}

func TestEveryLineOfABillIsExplainedInBothLanguages(t *testing.T) {
	told := map[string]bool{}
	for _, b := range bills() {
		e, err := billing.EstimateCost(b.quote, b.usage, billing.NoRanges)
		if err != nil {
			t.Errorf("%s: %s", b.name, New(English).Problem(err))
			continue
		}
		for _, lang := range Languages {
			p := New(lang)
			said := map[string]string{"total": p.Sum(e), "full rate": p.FullRate(e)}
			for i, line := range e.Lines {
				told[line.Why.Rule] = true
				said["line "+strconv.Itoa(i)+" "+line.Why.Rule] = p.Line(line)
				said["kind "+string(line.Kind)] = p.Label(string(line.Kind))
				if line.Item != "" && line.Item != string(line.Kind) {
					said["item "+line.Item] = p.Item(line.Kind, line.Item)
				}
			}
			for _, line := range inFull(t, b) {
				told[line.Why.Rule] = true
				said["in full "+line.Why.Rule] = p.Because(line.Why)
			}
			for _, r := range e.Refused {
				told[r.Why.Rule] = true
				said["refused "+r.Name] = p.Because(r.Why)
			}
			for what, sentence := range said {
				for _, fault := range faults(lang, sentence) {
					t.Errorf("%s, %s in %s: %s: %q", b.name, what, lang, fault, sentence)
				}
			}
		}
	}
	for _, rule := range rulesOf(t, "../../model/billing") {
		if rule.prefix == "why." && !strings.HasPrefix(rule.name, "warn.") && !strings.HasPrefix(rule.name, "guess.") && !told[rule.name] {
			t.Errorf("no sample touches the rule %s (%s)", rule.name, rule.where)
		}
	}
}

func TestWhatIsNotSettledDoesNotReadAsNothing(t *testing.T) {
	q := everything(billing.OnDemand, billing.PerHour, 1, "0", billing.PerDay)
	delete(q.Facts, billing.DataDiskPrice)
	e, err := billing.EstimateCost(q, busy(), billing.NoRanges)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range e.Lines {
		if line.Kind == billing.Storage {
			if got := New(Chinese).Line(line); got != "只是下限，还取决于未知项：数据盘价格" {
				t.Errorf("the line reads %q", got)
			}
			if got := New(English).Line(line); strings.Contains(got, "¥0/GB") {
				t.Errorf("the line reads %q", got)
			}
		}
	}
	if got := New(English).Sum(e); !strings.HasPrefix(got, "≥ ¥") {
		t.Errorf("the total reads %q", got)
	}
}

func TestEveryNameOfTheBillHasAText(t *testing.T) {
	var names []string
	var choices [][2]string
	for _, kind := range billing.Kinds {
		names = append(names, string(kind))
	}
	for _, item := range billing.Items {
		names = append(names, string(item))
	}
	for _, period := range billing.Periods {
		names = append(names, string(period), "per_"+string(period))
	}
	for _, mode := range billing.Modes {
		names = append(names, string(mode))
	}
	for _, settles := range []billing.Settlement{billing.AtStop, billing.EachHour, billing.EachDay, billing.EachMonth} {
		choices = append(choices, [2]string{"settles", string(settles)})
	}
	for _, starts := range []billing.MeterStart{billing.StartsNotTold, billing.StartsAtOrder, billing.StartsRunning, billing.StartsAtTask} {
		choices = append(choices, [2]string{"meter_starts", string(starts)})
	}
	for _, days := range []billing.DayCount{billing.DaysNamed, billing.DaysCrossed, billing.DaysTouched} {
		choices = append(choices, [2]string{"daily_fee_days", string(days)})
	}
	for _, refund := range []billing.Refund{billing.NoRefund, billing.CashRefund, billing.VoucherRefund} {
		choices = append(choices, [2]string{"unused_refund", string(refund)})
	}
	for _, while := range []billing.While{billing.WhileRunning, billing.WhileKept, billing.EachStart, billing.Once} {
		choices = append(choices, [2]string{"while", string(while)})
	}
	for _, kind := range []billing.ReductionKind{billing.Percent, billing.Coupon, billing.Credit} {
		choices = append(choices, [2]string{"reduction", string(kind)})
	}
	for _, verb := range billing.Verbs {
		choices = append(choices, [2]string{"stop_verb", string(verb)})
	}
	names = append(names, string(billing.PerCard), string(billing.PerInstance), "cloud", "container", "hosted", "p2p")
	for c := fact.Unstated; c <= fact.Official; c++ {
		names = append(names, c.String())
	}
	for _, lang := range Languages {
		p := New(lang)
		for _, name := range names {
			if !p.Has("term." + name) {
				t.Errorf("%s has no name for %s", lang, name)
			}
		}
		for _, choice := range choices {
			if said := p.Choice(choice[0], choice[1]); len(faults(lang, said)) > 0 {
				t.Errorf("%s has no name for %v", lang, choice)
			}
		}
		for _, key := range billing.Keys() {
			if !p.Has("help." + string(key)) {
				t.Errorf("%s does not explain %s", lang, key)
			}
			figure := p.Figure(key, billing.Figure{Value: dec("1"), Per: billing.PerMonth}, "CNY")
			for _, fault := range faults(lang, figure) {
				t.Errorf("%s: %s: %s in %q", lang, key, fault, figure)
			}
			if !p.Has("term."+string(key)) || !p.Has("ask."+string(key)) {
				t.Errorf("%s has no name or no question for %s", lang, key)
			}
			if q := p.T("ask." + string(key)); !strings.HasSuffix(q, "?") && !strings.HasSuffix(q, "？") {
				t.Errorf("%s: the question for %s is none: %q", lang, key, q)
			}
		}
	}
}

func TestTheWorkedExampleReads(t *testing.T) {
	q := everything(billing.OnDemand, billing.PerHour, 1, "0", billing.PerDay)
	price := func(key billing.Key, value string, per billing.Period) {
		q.Facts[key] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{{Value: billing.Figure{Value: dec(value), Per: per}, Own: true}}}
	}
	price(billing.DataDiskPrice, "0.3", billing.PerDay)
	price(billing.BandwidthPrice, "10", billing.PerDay)
	price(billing.TrafficInPrice, "0", "")
	u := billing.Usage{Useful: 8 * billing.Hour, Sessions: 1, DataStay: 2 * billing.Day, InGB: dec("13"),
		Stored: []billing.Stored{{Item: billing.DataDisk, GB: dec("30")}}}
	e, err := billing.EstimateCost(q, u, billing.NoRanges)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[Language][]string{
		English: {"8 h × ¥12/hour", "30 GB × ¥0.3/GB/day × 2 days", "13 GB × ¥0/GB", "2 × ¥10/day", "¥134.00", "¥16.75/card-hour"},
		Chinese: {"8 小时 × ¥12/小时", "30 GB × ¥0.3/GB/天 × 2 天", "13 GB × ¥0/GB", "2 × ¥10/天", "¥134.00", "¥16.75/卡时"},
	} {
		p := New(lang)
		var got []string
		for _, line := range e.Lines {
			got = append(got, p.Line(line))
		}
		got = append(got, p.Sum(e), p.FullRate(e))
		for i, sentence := range want {
			if i >= len(got) || got[i] != sentence {
				t.Errorf("%s: %q, want %q", lang, got, want)
				break
			}
		}
	}
}

func TestWarningsRead(t *testing.T) {
	now := time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC)
	quote := func(amount string, cards int, scope billing.Scope) billing.Quote {
		q := billing.Quote{ID: amount, Card: "A100 80GB", Mode: billing.Spot, Rate: billing.NewRate(money.Of(amount, "CNY"), billing.PerHour)}
		q.Rate.Cards, q.Rate.Scope = cards, scope
		return q
	}
	u := busy()
	told := map[string]bool{}
	for i, q := range []billing.Quote{quote("40", 1, billing.PerCard), quote("0.5", 1, billing.PerCard),
		quote("80", 8, billing.PerCard), quote("10", 8, billing.PerInstance)} {
		q.Rules.TopUp = &billing.TopUp{Pay: dec("500"), Bonus: dec("200")}
		switch i {
		case 0:
			q.Rules.Until = now.AddDate(0, 0, -9)
		case 1:
			q.Rules.From = now.AddDate(0, 0, 9)
		default:
			q.Seen = now.AddDate(-1, 0, 0)
		}
		for _, why := range billing.Warnings(q, billing.Around{Now: now, Usage: &u, Others: []billing.Quote{quote("9.5", 1, billing.PerCard)}}) {
			told[why.Rule] = true
			for _, lang := range Languages {
				said := New(lang).Because(why)
				for _, fault := range faults(lang, said) {
					t.Errorf("%s in %s: %s: %q", why.Rule, lang, fault, said)
				}
			}
		}
	}
	for _, rule := range rulesOf(t, "../../model/billing") {
		if strings.HasPrefix(rule.name, "warn.") && !told[rule.name] {
			t.Errorf("no sample touches the rule %s", rule.name)
		}
	}
}

func TestALineThatShrinksInTheDearerBillReads(t *testing.T) {
	line := billing.Span{Kind: billing.Rounded, Low: dec("5"), High: dec("3"), Needs: []billing.Key{billing.BootBilled},
		Why: reason.Because{Rule: "prepaid", Args: []reason.Arg{{Name: "bought", Value: reason.Value{Kind: reason.Spans, Text: "1*month+2*day"}},
			reason.Priced("paid", reason.Money, dec("1600"), "CNY")}}}
	for lang, want := range map[Language][2]string{
		English: {"¥3.00–5.00", "for example 1 month + 2 days bought whole, ¥1,600.00 in all; this is the part not used; not settled: boot billed"},
		Chinese: {"¥3.00–5.00", "例如：整买 1 个月 + 2 天，共付 ¥1,600.00；这里是没用完的部分；未确定：启动时间计费"},
	} {
		p := New(lang)
		amount := func(d decimal.Decimal) money.Amount { return money.Amount{Value: d, Currency: "CNY"} }
		got := [2]string{p.Range(amount(line.Low), amount(line.High), line.Open), p.Line(line)}
		if got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

func TestMetersAndDiscountsKeepTheirOwnNames(t *testing.T) {
	p := New(English)
	for _, c := range []struct {
		kind       billing.Kind
		item, want string
	}{
		{billing.Fees, "card", "card"}, {billing.Discount, "official", "official"}, {billing.Discount, "refund", "refund"},
		{billing.Discount, "cap_day", "day cap"}, {billing.Storage, "data_disk", "data disk"}, {billing.Useful, "", ""}, {billing.Images, "image", ""},
	} {
		if got := p.Item(c.kind, c.item); got != c.want {
			t.Errorf("%s of %s is called %q, want %q", c.item, c.kind, got, c.want)
		}
	}
}

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

func TestEveryProblemOfAQuoteNamesItsField(t *testing.T) {
	quotes, usages := wrong()
	var found []*reason.Problem
	for _, q := range quotes {
		found = append(found, q.Check()...)
	}
	for _, u := range usages {
		for _, p := range u.Check() {
			found = append(found, p.In("usage"))
		}
	}
	broken := map[string]bool{}
	for _, problem := range found {
		broken[problem.Rule] = true
		for _, lang := range Languages {
			p := New(lang)
			for _, fault := range faults(lang, p.Problem(problem)) {
				t.Errorf("%v in %s: %s: %q", problem, lang, fault, p.Problem(problem))
			}
			if problem.Field != "usage.storage_gb.x" && p.Field(problem.Field) == problem.Field {
				t.Errorf("%s has no name for the field %s", lang, problem.Field)
			}
		}
	}
	for _, rule := range []string{"tokens.missing", "tokens.other_mode", "series.order", "caps.bought_whole", "caps.and_packages", "purchase.resale",
		"purchase.other_mode", "pack.and_packages", "exchange.wrong", "exchange.other", "date.order", "course.sessions", "course.length", "clock.malformed"} {
		if !broken[rule] {
			t.Errorf("no sample breaks %s", rule)
		}
	}
}

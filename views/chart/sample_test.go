package chart

import (
	"fmt"
	"testing"

	"github.com/govalues/decimal"
	"pgregory.net/rapid"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
)

func dec(s string) decimal.Decimal { return decimal.MustParse(s).Trim(0) }

func cny(s string) money.Amount { return money.Of(s, "CNY") }

// estimated makes the row of a quote for the worked example of the documents:
// 8 hours of compute, 30 GB for 2 days, bandwidth by the day. Empty prices
// are not known.
func estimated(t *testing.T, label, detail, price, disk, bandwidth string) Row {
	t.Helper()
	facts := billing.Facts{}
	know := func(key billing.Key, value string, per billing.Period) {
		if value != "" {
			facts[key] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{{Value: billing.Figure{Value: dec(value), Per: per}, Own: true}}}
		}
	}
	know(billing.Granularity, "1", "")
	know(billing.MinSeconds, "0", "")
	know(billing.DataDiskPrice, disk, billing.PerDay)
	know(billing.DataDiskFree, "0", "")
	know(billing.BandwidthPrice, bandwidth, billing.PerDay)
	know(billing.TrafficInPrice, "0", "")
	q := billing.Quote{Mode: billing.OnDemand, Rate: billing.NewRate(cny(price), billing.PerHour), Facts: facts}
	u := billing.Usage{Useful: 8 * billing.Hour, Sessions: 1, DataStay: 2 * billing.Day, InGB: dec("13"),
		Stored: []billing.Stored{{Item: billing.DataDisk, GB: dec("30")}}}
	e, err := billing.EstimateCost(q, u, billing.NoRanges)
	if err != nil {
		t.Fatal(err)
	}
	row, err := RowOf(label, detail, e, u, q.Rate)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// amounts are of every size that a rate may have, and often nothing.
var amounts = rapid.Custom(func(t *rapid.T) decimal.Decimal {
	return decimal.MustNew(rapid.Int64Range(0, 9999).Draw(t, "digits"), rapid.IntRange(0, 8).Draw(t, "scale"))
})

// pictures are the kinds of picture that there are: one row, two with a bill,
// eight of every sort, an open end, and none.
func pictures(t *testing.T) map[string]FullRate {
	footer := []string{"假定：有效 8 小时，数据盘 30 GB 存 2 天，流出 13 GB。汇率 1 USD = 7.10 CNY（2026-10-01）。", "来源：各平台价格页，查看于 2026 年 10 月 3 日。"}
	a := estimated(t, "平台 A · A100 80GB", "按量计费 · 单卡", "12", "0.3", "10")
	b := estimated(t, "平台 B · A100 80GB", "竞价", "14", "0.1", "0")
	b.Billed = &Bar{Parts: []Part{{Kind: billing.Useful, Amount: dec("14")}, {Kind: billing.SetUp, Amount: dec("1.9")}, {Kind: billing.Rounded, Amount: dec("0.4")}, {Kind: billing.Traffic, Amount: dec("1.625")}, {Kind: billing.Discount, Amount: dec("-2.5")}}, Low: dec("15.425"), High: dec("15.425")}
	c := estimated(t, "一个名字特别特别长的平台（内蒙古 A 区）· NVIDIA A100-SXM4-80GB", "预付套餐 · 8 卡整机 · 仅企业实名用户可用", "9.5", "", "")
	d := Row{Label: "平台 D · A100", Detail: "按整机计价", Estimate: &Bar{Parts: []Part{{Kind: billing.Useful, Amount: dec("11")}, {Kind: billing.Storage, Amount: dec("0.2"), Extra: dec("2.1")}, {Kind: billing.Traffic, Extra: dec("1.6")}}, Low: dec("11.2"), High: dec("14.9")}}
	e := Row{Label: "平台 E · A100", Detail: "按量计费", Undefined: &billing.Estimate{Low: cny("9.9"), High: cny("9.9"), HasBare: true}}
	all := Row{Label: "平台 F · A100", Detail: "全部种类", Estimate: &Bar{Low: dec("0"), High: dec("0")}}
	for i, k := range billing.Kinds {
		amount := dec(fmt.Sprintf("%d.3", 1+i%3))
		if k == billing.Discount {
			amount = dec("-3")
		}
		all.Estimate.Parts = append(all.Estimate.Parts, Part{Kind: k, Amount: amount})
		all.Estimate.Low, _ = all.Estimate.Low.Add(amount)
	}
	all.Estimate.High = all.Estimate.Low
	g := estimated(t, "平台 G · A100", "按量", "13.2", "0.25", "5")
	h := estimated(t, "平台 H · A100", "按量", "13.9", "0.15", "3")
	h.Billed = &Bar{Parts: []Part{{Kind: billing.Useful, Amount: dec("13.9")}, {Kind: billing.Retention, Amount: dec("3.2")}}, Low: dec("17.1"), High: dec("17.1")}
	return map[string]FullRate{
		"one":   {Currency: "CNY", Rows: []Row{a}, Footer: footer},
		"two":   {Title: "Qwen2.5-7B LoRA，8 小时：A100 一个有效卡时多少钱", Currency: "CNY", Rows: []Row{a, b}, Footer: footer},
		"eight": {Currency: "CNY", Rows: []Row{d, b, a, g, h, c, all, e}, Footer: footer},
		"open":  {Currency: "CNY", Rows: []Row{c}, Footer: footer},
		"empty": {Currency: "CNY"},
	}
}

package text

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"pgregory.net/rapid"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

func TestMatch(t *testing.T) {
	for prefs, want := range map[string]Language{
		"":                    English,
		"C":                   English,
		"POSIX":               English,
		"de":                  English,
		"en-GB":               English,
		"en_US.UTF-8":         English,
		"zh":                  Chinese,
		"zh-CN":               Chinese,
		"zh_CN.UTF-8":         Chinese,
		"zh-Hans-CN":          Chinese,
		"zh-Hans":             Chinese,
		"zh-TW":               Chinese,
		"zh-Hant-HK":          Chinese,
		"zh_TW.UTF-8@radical": Chinese,
		"de zh-CN en":         Chinese,
		"en zh":               English,
		"不 是 tag":             English,
	} {
		if got := Match(strings.Fields(prefs)...); got != want {
			t.Errorf("%q gives %s, want %s", prefs, got, want)
		}
	}
	if got := Match(); got != English {
		t.Errorf("no preference gives %s", got)
	}
}

func TestMoney(t *testing.T) {
	p := New(English)
	for _, c := range []struct {
		value    string
		currency money.Currency
		want     string
	}{
		{"134", "CNY", "¥134.00"},
		{"15.625", "CNY", "¥15.63"},
		{"-15.625", "CNY", "−¥15.63"},
		{"1234567.891", "USD", "$1,234,567.89"},
		{"0.02666667", "USD", "$0.03"},
		{"0.0066", "CNY", "¥0.0066"},
		{"0.00347222", "CNY", "¥0.0035"},
		{"0.00000001", "EUR", "€0.00000001"},
		{"0.009999", "GBP", "£0.01"},
		{"0", "JPY", "JP¥0.00"},
		{"12", "CAD", "CAD\u00a012.00"},
		{"999999999.999", "CNY", "¥1,000,000,000.00"},
	} {
		if got := p.Money(money.Of(c.value, c.currency)); got != c.want {
			t.Errorf("%s %s reads %q, want %q", c.value, c.currency, got, c.want)
		}
	}
}

func TestValues(t *testing.T) {
	for _, c := range []struct {
		value  reason.Value
		en, zh string
	}{
		{reason.Value{Kind: reason.Text, Text: "a <b>"}, "a <b>", "a <b>"},
		{reason.Value{Kind: reason.Term, Text: "idle"}, "idle", "闲置"},
		{reason.Value{Kind: reason.Money, Num: dec("0.02666667"), Text: "USD"}, "$0.02666667", "$0.02666667"},
		{reason.Value{Kind: reason.Money, Num: dec("134"), Text: "CNY"}, "¥134.00", "¥134.00"},
		{reason.Value{Kind: reason.Rate, Num: dec("0.3"), Text: "CNY/GB/day"}, "¥0.3/GB/day", "¥0.3/GB/天"},
		{reason.Value{Kind: reason.Rate, Num: dec("0.00022222"), Text: "USD/second"}, "$0.00022222/second", "$0.00022222/秒"},
		{reason.Value{Kind: reason.Rate, Num: dec("1500"), Text: "CNY/month"}, "¥1,500/month", "¥1,500/月"},
		{reason.Value{Kind: reason.Count, Num: dec("1000000")}, "1,000,000", "1,000,000"},
		{reason.Value{Kind: reason.Hours, Num: dec("1.5")}, "1.5 h", "1.5 小时"},
		{reason.Value{Kind: reason.Seconds, Num: dec("61")}, "61 s", "61 秒"},
		{reason.Value{Kind: reason.Seconds, Num: dec("0")}, "0 s", "0 秒"},
		{reason.Value{Kind: reason.Seconds, Num: dec("60")}, "1 min", "1 分钟"},
		{reason.Value{Kind: reason.Seconds, Num: dec("125")}, "2 min 5 s", "2 分 5 秒"},
		{reason.Value{Kind: reason.Seconds, Num: dec("30600")}, "8 h 30 min", "8 小时 30 分"},
		{reason.Value{Kind: reason.Seconds, Num: dec("2592000")}, "720 h", "720 小时"},
		{reason.Value{Kind: reason.Seconds, Num: dec("-61")}, "−61 s", "−61 秒"},
		{reason.Value{Kind: reason.Days, Num: dec("1")}, "1 day", "1 天"},
		{reason.Value{Kind: reason.Days, Num: dec("30")}, "30 days", "30 天"},
		{reason.Value{Kind: reason.GB, Num: dec("30.50")}, "30.5 GB", "30.5 GB"},
		{reason.Value{Kind: reason.GiB, Num: dec("21.6")}, "21.6 GiB", "21.6 GiB"},
		{reason.Value{Kind: reason.Fraction, Num: dec("0.285714")}, "28.57%", "28.57%"},
		{reason.Value{Kind: reason.Fraction, Num: dec("1")}, "100%", "100%"},
		{reason.Value{Kind: reason.Date, Text: "2026-11-30"}, "30 Nov 2026", "2026 年 11 月 30 日"},
		{reason.Value{Kind: reason.Date, Text: "some day"}, "some day", "some day"},
	} {
		if got := New(English).Value(c.value); got != c.en {
			t.Errorf("%v reads %q, want %q", c.value, got, c.en)
		}
		if got := New(Chinese).Value(c.value); got != c.zh {
			t.Errorf("%v reads %q, want %q", c.value, got, c.zh)
		}
	}
}

func TestNumbersKeepEveryDigit(t *testing.T) {
	p := New(Chinese)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64().Draw(t, "n")
		scale := rapid.IntRange(0, decimal.MaxScale).Draw(t, "scale")
		d := decimal.MustNew(n, scale)
		back, err := money.Parse(p.Number(d))
		if err == nil && !back.Equal(d) {
			t.Fatalf("%s reads %s", d, p.Number(d))
		}
		plain := strings.ReplaceAll(strings.ReplaceAll(p.Number(d), ",", ""), minus, "-")
		if again := decimal.MustParse(plain); !again.Equal(d) {
			t.Fatalf("%s reads %s", d, p.Number(d))
		}
	})
}

func TestRange(t *testing.T) {
	p := New(English)
	for _, c := range []struct {
		low, high string
		open      bool
		want      string
	}{
		{"134", "134", false, "¥134.00"},
		{"134", "150", false, "¥134.00–150.00"},
		{"134", "134", true, "≥ ¥134.00"},
		{"134", "150", true, "≥ ¥134.00"},
		{"134.001", "134.002", false, "¥134.00"},
		{"-5", "3", false, "−¥5.00 – ¥3.00"},
		{"150", "134", false, "¥134.00–150.00"},
		{"-10", "-10", true, "≤ −¥10.00"},
		{"-10", "0", true, "≤ ¥0.00"},
	} {
		if got := p.Range(money.Of(c.low, "CNY"), money.Of(c.high, "CNY"), c.open); got != c.want {
			t.Errorf("%s to %s reads %q, want %q", c.low, c.high, got, c.want)
		}
	}
}

func TestMeasure(t *testing.T) {
	p := New(English)
	for want, x := range map[string]float64{"21.6": 21.58, "0.0": 0.04, "−1.5": -1.45, "1,234.0": 1234, "–": math.NaN(), "1e+30": 1e30} {
		if got := p.Measure(x, 1); got != want {
			t.Errorf("%g reads %q, want %q", x, got, want)
		}
	}
}

func TestDates(t *testing.T) {
	day := time.Date(2026, 10, 3, 14, 5, 9, 0, time.FixedZone("", 8*3600))
	for lang, want := range map[Language][3]string{
		English: {"3 Oct 2026", "3 Oct 2026, 14:05", "no date"},
		Chinese: {"2026 年 10 月 3 日", "2026 年 10 月 3 日 14:05", "无日期"},
	} {
		p := New(lang)
		got := [3]string{p.Date(day), p.DateTime(day), p.Date(time.Time{})}
		if got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

func TestAnUndefinedFullRateIsSaid(t *testing.T) {
	e := billing.Estimate{Low: money.Of("9.9", "CNY"), High: money.Of("9.9", "CNY"), HasBare: true}
	if got := New(Chinese).FullRate(e); got != "无法计算：花了 ¥9.90，没有留下有效结果" {
		t.Error(got)
	}
}

func TestProblems(t *testing.T) {
	refused := reason.Refuse("", "number.malformed", reason.Word("text", "十二"))
	for _, c := range []struct {
		err    error
		en, zh string
	}{
		{nil, "", ""},
		{refused, "\"十二\" is not a number. Write it like 1234.50.", "“十二”不是数字，请写成 1234.50 这样。"},
		{fmt.Errorf("read the form: %w", refused.In("rate.amount")), "Price: \"十二\" is not a number. Write it like 1234.50.", "单价：“十二”不是数字，请写成 1234.50 这样。"},
		{reason.Refuse("sessions", "sessions.none").In("usage"), "Starts: There are hours but no start. Enter at least 1 start.", "开机次数：填了时长却没有开机次数，请至少填 1 次。"},
		{reason.Refuse("facts.data_disk_price", "period.missing"), "Data disk price: The price lacks its period. Say whether it is per hour, day or month.", "数据盘价格：价格缺少计费周期，请注明按小时、按天还是按月。"},
		{reason.Refuse("rate.amount", "number.negative").In("quotes[1]"), "quotes[1].rate.amount: A negative number makes no sense here. Enter 0 or more.", "quotes[1].rate.amount：这里不能是负数，请填 0 或更大的数。"},
		{reason.Refuse("packages[1].per", "period.missing"), "Packages, row 2, period: The price lacks its period. Say whether it is per hour, day or month.", "套餐第 2 行的周期：价格缺少计费周期，请注明按小时、按天还是按月。"},
		{errors.New("disk on fire"), "Something went wrong that this program did not foresee: disk on fire", "出现了程序没有料到的错误：disk on fire"},
	} {
		if got := New(English).Problem(c.err); got != c.en {
			t.Errorf("%v reads %q, want %q", c.err, got, c.en)
		}
		if got := New(Chinese).Problem(c.err); got != c.zh {
			t.Errorf("%v reads %q, want %q", c.err, got, c.zh)
		}
	}
}

func TestWhatIsMissingShows(t *testing.T) {
	p := New(English)
	for key, args := range map[string][]any{"no.such.text": nil, "unit.hours": nil} {
		if got := p.T(key, args...); got != "⟦"+key+"⟧" {
			t.Errorf("%s reads %q", key, got)
		}
		if !slices.Contains(Missing(), "en: "+key) {
			t.Errorf("%s is not remembered", key)
		}
	}
}

func TestArgumentsComeAsPairsOrMap(t *testing.T) {
	p := New(English)
	if got := p.T("unit.days", "n", 2); got != "2 days" {
		t.Error(got)
	}
	if got := p.T("unit.days", map[string]any{"n": 1}); got != "1 day" {
		t.Error(got)
	}
}

func TestPrintersAreSharedSafely(t *testing.T) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				for _, lang := range Languages {
					if got := New(lang).Money(money.Of("1234.5", "CNY")); got != "¥1,234.50" {
						t.Error(got)
					}
					New(lang).T("unit.days", "n", 3)
				}
			}
		})
	}
	all.Wait()
}

package exchange

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
)

var decimals = cmp.Comparer(func(a, b decimal.Decimal) bool { return a.Equal(b) })

// unplaced drops the numbers of lines.
func unplaced(quotes []billing.Pasted) []billing.Pasted {
	out := slices.Clone(quotes)
	for i := range out {
		out[i].Line = 0
	}
	return out
}

func FuzzReadQuotes(f *testing.F) {
	for _, c := range pasted {
		f.Add(c.text, "RTX 4090 ￥1.98/时")
	}
	f.Add("型号\t价格(元/时)", "4090\t1.98")
	f.Add("&#10;&lt;b&gt;1.98\r", "\u200b\u202e￥1.98\x00/时")
	f.Add("1((((((", "¥-/每每每")
	f.Add("\xff\xfe1.98元", strings.Repeat("9", 60)+"元/时")
	known := pasteNames(f)
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 4000 {
			return
		}
		first, second := ReadQuotes(a, known), ReadQuotes(b, known)
		for _, p := range slices.Concat(first, second) {
			checkLiteral(t, p)
		}
		together := ReadQuotes(a+"\n\n\n"+b, known)
		if diff := cmp.Diff(unplaced(slices.Concat(first, second)), unplaced(together), decimals); diff != "" {
			t.Fatalf("two texts apart and together differ (-apart +together):\n%s", diff)
		}
	})
}

// checkLiteral holds that an amount stands in its line as it was read.
func checkLiteral(t *testing.T, p billing.Pasted) {
	t.Helper()
	line := clean(p.Source)
	for _, a := range p.Amounts {
		if !strings.Contains(line, a.Text) {
			t.Fatalf("%q does not stand in %q", a.Text, line)
		}
		digits := strings.TrimRight(a.Text, "万千kKwW ")
		d, err := money.Parse(digits)
		if err != nil {
			t.Fatalf("%q of %q is no number: %v", digits, line, err)
		}
		if digits == a.Text && !d.Equal(a.Value) || a.Value.IsNeg() {
			t.Fatalf("%q of %q was read as %s", a.Text, line, a.Value)
		}
	}
	if p.Currency == "" && len(p.Amounts) == 0 && p.CardText == "" && len(p.Notes)+len(p.Refused)+len(p.Unread) == 0 {
		t.Fatalf("%q was ignored without a word", p.Source)
	}
}

func TestLinesThatNeedNoOtherAreReadAlike(t *testing.T) {
	known := pasteNames(t)
	var lines []string
	var apart []billing.Pasted
	for _, c := range pasted {
		if strings.Contains(c.text, "\n") || len(c.want) == 0 || c.want[0].amount == "" || c.want[0].card == "" {
			continue
		}
		lines = append(lines, c.text)
		for _, p := range ReadQuotes(c.text, known) {
			p.Line = len(lines)
			apart = append(apart, p)
		}
	}
	if len(lines) < 40 {
		t.Fatalf("only %d such lines", len(lines))
	}
	if diff := cmp.Diff(apart, ReadQuotes(strings.Join(lines, "\n"), known), decimals); diff != "" {
		t.Errorf("(-apart +together):\n%s", diff)
	}
}

func TestAHugeTextIsReadInPartAndSaysSo(t *testing.T) {
	known := pasteNames(t)
	quotes := ReadQuotes(strings.Repeat("RTX 4090 ￥1.98/时\n", 40_000), known)
	last := quotes[len(quotes)-1]
	if len(quotes) != MaxPastedLines+1 || last.Notes[0].Why.Rule != "pasted.too_many_lines" {
		t.Fatalf("%d quotes, the last %+v", len(quotes), last)
	}
	quotes = ReadQuotes(strings.Repeat("￥1.98/时 ", 100_000), known)
	if len(quotes) != 1 || quotes[0].Notes[0].Why.Rule != "pasted.line_too_long" || utf8.RuneCountInString(quotes[0].Source) > 201 {
		t.Fatalf("%d quotes of one endless line", len(quotes))
	}
	if quotes = ReadQuotes(strings.Repeat("1.98元/时 ", 200), known); len(quotes) != mostOffers || len(quotes[0].Refused) != 200-mostOffers {
		t.Fatalf("%d quotes of one full line", len(quotes))
	}
}

var placeholder = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

func TestRemarksFillTheirSentences(t *testing.T) {
	data, err := os.ReadFile("../../assets/translations/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]string
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	known := pasteNames(t)
	check := func(rule string, args map[string]bool) {
		for _, m := range placeholder.FindAllStringSubmatch(texts["why."+rule], -1) {
			if !args[m[1]] {
				t.Errorf("why.%s wants %s", rule, m[1])
			}
		}
		if texts["why."+rule] == "" {
			t.Errorf("no text for why.%s", rule)
		}
	}
	for _, c := range pasted {
		for _, p := range ReadQuotes(c.text, known) {
			for _, n := range p.Notes {
				args := map[string]bool{}
				for _, a := range n.Why.Args {
					args[a.Name] = true
				}
				check(n.Why.Rule, args)
			}
			for _, n := range p.Refused {
				args := map[string]bool{}
				for _, a := range n.Why.Args {
					args[a.Name] = true
				}
				check(n.Why.Rule, args)
			}
		}
	}
}

// Every line that gives a price says when it was not sure of what it filled in.
func TestNothingIsGuessedSilently(t *testing.T) {
	known := pasteNames(t)
	for _, p := range ReadQuotes("8卡 A100 64元/小时", known) {
		if p.Scope != billing.PerInstance || len(p.Asks(billing.PastedScope)) != 1 || p.Card != "" || len(p.Asks(billing.PastedCard)) != 1 {
			t.Errorf("%+v", p)
		}
	}
	for _, p := range ReadQuotes("包月 1500-2500 元", known) {
		if _, picked := p.Amount(); picked {
			t.Error("an end of a range was picked")
		}
		if low, high, ok := p.Range(); !ok || low.String() != "1500" || high.String() != "2500" {
			t.Errorf("range %s–%s", low, high)
		}
	}
	if quotes := ReadQuotes("今天天气不错", known); len(quotes) != 1 || !quotes[0].Ignored() {
		t.Errorf("%+v", quotes)
	}
	if quotes := ReadQuotes(" \n\t\n", known); len(quotes) != 0 {
		t.Errorf("blank lines gave %+v", quotes)
	}
}

func BenchmarkReadQuotes500Lines(b *testing.B) {
	known := pasteNames(b)
	var text strings.Builder
	for i := range MaxPastedLines {
		fmt.Fprintf(&text, "RTX 4090 24GB 16核 120GB内存 %d卡 原价 ￥%d.50 现价 ￥%d.98/时 充500送200\n", i%8+1, i+2, i+1)
	}
	b.ReportAllocs()
	for b.Loop() {
		if len(ReadQuotes(text.String(), known)) != 2*MaxPastedLines {
			b.Fatal("prices are missing")
		}
	}
}

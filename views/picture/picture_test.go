package picture

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/trial"
	"cardhour/views/text"
)

var now = time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)

func name(q billing.Quote) string { return q.PlatformName }

// candidate is a quote of a card that costs from low to high for eight hours.
func candidate(platform, card, currency, low, high string) decision.Candidate {
	amount := func(v string) money.Amount { return money.Of(v, money.Currency(currency)) }
	rate := func(v string) money.Amount {
		full, err := billing.PerCardHour(amount(v), 8*billing.Hour, billing.NewRate(amount("1"), billing.PerHour))
		if err != nil {
			panic(err)
		}
		return full
	}
	line := billing.Span{Kind: billing.Useful, Low: amount(low).Value, High: amount(high).Value}
	return decision.Candidate{
		Quote: billing.Quote{PlatformName: platform, Card: card, Mode: billing.OnDemand, Rate: billing.NewRate(amount("12"), billing.PerHour), Source: "price page", Seen: now},
		Cost:  &billing.Estimate{Lines: []billing.Span{line}, Low: amount(low), High: amount(high), FullLow: rate(low), FullHigh: rate(high), FullDefined: true},
	}
}

func billedAt(c decision.Candidate, spent string) decision.Candidate {
	run := trial.Run{Cards: 1, Outcome: trial.Passed, At: map[trial.Event]time.Time{trial.TaskStarted: now, trial.TaskEnded: now.Add(8 * time.Hour)}}
	real, err := trial.RealCost(run, []trial.Bill{{Currency: c.Cost.Low.Currency, Charges: []trial.Charge{{Kind: billing.Useful, Amount: decimal.MustParse(spent)}}}})
	if err != nil {
		panic(err)
	}
	c.Real = &real
	return c
}

func result(candidates ...decision.Candidate) decision.Result {
	usage := &billing.Usage{Useful: 8 * billing.Hour, Sessions: 1}
	for i := range candidates {
		candidates[i].Usage = usage
	}
	return decision.Result{Candidates: candidates, Usage: usage}
}

func TestCardsWithTheMostToCompareComeFirst(t *testing.T) {
	unpriced := candidate("X", "H100", "CNY", "1", "1")
	unpriced.Cost = nil
	got := Cards(result(candidate("A", "4090", "CNY", "1", "1"), candidate("B", "A100", "CNY", "2", "2"), candidate("C", "A100", "CNY", "3", "3"), unpriced))
	if !slices.Equal(got, []string{"A100", "4090"}) {
		t.Errorf("the cards are %v", got)
	}
}

func TestTheWinnersCardIsShownFirst(t *testing.T) {
	r := result(candidate("A", "A100", "CNY", "2", "2"), candidate("B", "A100", "CNY", "3", "3"), candidate("C", "4090", "CNY", "1", "1"))
	if got := Opening(r); got != "A100" {
		t.Errorf("without a winner %q is shown", got)
	}
	r.Verdict.Winner = &r.Candidates[2]
	if got := Opening(r); got != "4090" {
		t.Errorf("the winner has a 4090, %q is shown", got)
	}
	if got := Opening(result()); got != "" {
		t.Errorf("of nothing %q is shown", got)
	}
}

func TestAQuoteWithoutASourceIsTheUsersOwn(t *testing.T) {
	p := text.New(text.Chinese)
	undated := candidate("B", "A100", "CNY", "3", "3")
	undated.Quote.Source, undated.Quote.Seen = "", time.Time{}
	dated := candidate("A", "A100", "CNY", "2", "2")
	dated.Quote.Source = ""
	f, err := FullRate(p, decision.Decision{Currency: "CNY"}, result(dated, undated), name, "A100", now, false)
	if err != nil {
		t.Fatal(err)
	}
	foot := strings.Join(f.Footer, "\n")
	for _, want := range []string{"A：自己填写，" + p.Date(now), "B：自己填写。"} {
		if !strings.Contains(foot, want) {
			t.Errorf("%q is not in:\n%s", want, foot)
		}
	}
}

func TestOnePictureHoldsOneCardOneCurrencyAndWhatCanBeTaken(t *testing.T) {
	out := candidate("Gone", "A100", "CNY", "8", "8")
	out.Out = &decision.Elimination{Step: decision.StepTrial, Why: reason.Because{Rule: "out.trial_failed"}}
	r := result(candidate("A", "A100", "CNY", "134", "134"), candidate("Dollar", "A100", "USD", "16", "16"), out, candidate("Small", "4090", "CNY", "16", "16"))
	for _, lang := range text.Languages {
		p := text.New(lang)
		f, err := FullRate(p, decision.Decision{Currency: "CNY", Example: true}, r, name, "A100", now, false)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Rows) != 1 || f.Rows[0].Label != "A" || f.Currency != "CNY" {
			t.Errorf("drawn are %+v in %s", f.Rows, f.Currency)
		}
		foot := strings.Join(f.Footer, "\n")
		for _, want := range []string{"Gone", "Dollar", "price page"} {
			if !strings.Contains(foot, want) {
				t.Errorf("%s: %q is not named in:\n%s", lang, want, foot)
			}
		}
		for _, want := range []string{p.Date(now), p.T("picture.example"), "CNY"} {
			if !strings.Contains(f.Subtitle, want) {
				t.Errorf("%s: %q is not in %q", lang, want, f.Subtitle)
			}
		}
		if _, err := f.PNG(p, 960, 1); err != nil {
			t.Error(err)
		}
	}
	f, err := FullRate(text.New(text.English), decision.Decision{Currency: "CNY"}, result(candidate("Dollar", "A100", "USD", "16", "16")), name, "A100", now, false)
	if err != nil || f.Currency != "USD" || len(f.Rows) != 1 {
		t.Errorf("a picture of dollars alone is in %s with %d rows: %v", f.Currency, len(f.Rows), err)
	}
}

func TestTheBillStandsBesideTheEstimate(t *testing.T) {
	c := billedAt(candidate("A", "A100", "CNY", "134", "134"), "146")
	f, err := FullRate(text.New(text.English), decision.Decision{Currency: "CNY"}, result(c), name, "A100", now, false)
	if err != nil {
		t.Fatal(err)
	}
	billed := f.Rows[0].Billed
	if billed == nil || !billed.Low.Equal(decimal.MustParse("18.25")) || len(billed.Parts) != 1 {
		t.Fatalf("the bill is %+v", billed)
	}
}

func TestDifferenceIsFromTheNearerEnd(t *testing.T) {
	p := text.New(text.English)
	for _, c := range []struct{ low, high, spent, want string }{
		{"134", "134", "146", "+¥1.50 · +9%"},
		{"134", "134", "134", "¥0.00"},
		{"134", "134", "122", "−¥1.50 · −9%"},
		{"100", "160", "134", p.T("picture.within")},
		{"100", "120", "144", "+¥3.00 · +20%"},
		{"100", "120", "80", "−¥2.50 · −20%"},
	} {
		if got := difference(p, billedAt(candidate("A", "A100", "CNY", c.low, c.high), c.spent)); got != c.want {
			t.Errorf("%s to %s against %s: %q, want %q", c.low, c.high, c.spent, got, c.want)
		}
	}
}

func TestAQuoteIsGivenAsItIsSold(t *testing.T) {
	tokens := candidate("A", "", "CNY", "2", "2").Quote
	tokens.Mode, tokens.Rules.Tokens = billing.PerToken, &billing.TokenPrice{In: decimal.MustParse("2"), Out: decimal.MustParse("8")}
	pack := candidate("B", "A100", "CNY", "2", "2").Quote
	pack.Rules.Pack = &billing.Pack{Units: decimal.MustParse("500"), PerHour: decimal.MustParse("2.56")}
	for want, q := range map[string]billing.Quote{
		"按 token 计费 · 报价：输入 ¥2/百万 token，输出 ¥8/百万 token": tokens,
		"按量计费 · 报价 ¥12.00/份":                            pack,
		"按量计费 · 报价 ¥12.00/小时":                           candidate("C", "A100", "CNY", "2", "2").Quote,
	} {
		if got := detail(text.New(text.Chinese), q); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFileNameIsOneOnEverySystem(t *testing.T) {
	got := FileName(text.New(text.Chinese), `A100: 40/80 <"?">`, now)
	if strings.ContainsAny(got, `/\:*?"<>|`) || !strings.HasSuffix(got, "2026-11-30") {
		t.Errorf("the file is called %q", got)
	}
}

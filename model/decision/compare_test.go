package decision

import (
	"errors"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

func evaluated(quotes ...billing.Quote) map[string]Candidate {
	all := map[string]Candidate{}
	for _, c := range Evaluate(fineTuning(), Records{Quotes: quotes}, knowledge()).Candidates {
		all[c.Quote.ID] = c
	}
	return all
}

// inDollars is a quote in dollars at a frozen rate; no rate where it is empty.
func inDollars(id, amount, rate string) billing.Quote {
	q := quote(id, amount, 0)
	q.Rate.Amount.Currency = "USD"
	if rate != "" {
		q.Exchange = money.Exchange{From: "USD", To: "CNY", Rate: dec(rate), On: time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)}
	}
	return q
}

func addsUp(t *testing.T, c Comparison) {
	t.Helper()
	sum := decimal.Zero
	for i, l := range c.Lines {
		sum, _ = sum.Add(l.More.Value)
		if i > 0 && l.More.Value.CmpAbs(c.Lines[i-1].More.Value) > 0 {
			t.Errorf("line %d makes more of a difference than the one before it", i)
		}
	}
	gap, _ := c.B.Value.Sub(c.A.Value)
	if !sum.Equal(c.More.Value) || !gap.Equal(c.More.Value) {
		t.Errorf("lines come to %s, the sums differ by %s, the gap is %s", sum, gap, c.More)
	}
}

func TestTheGapOfTwoQuotesIsToldLineByLine(t *testing.T) {
	storage := quote("storage", "2", 1)
	storage.Facts[billing.DataDiskPrice] = quote("", "1", 0).Facts[billing.DataDiskPrice]
	storage.Facts[billing.DataDiskPrice].Claims[0].Value.Value = dec("0.5")
	all := evaluated(quote("compute", "3", 0), storage)
	c, err := Compare(all["compute"], all["storage"])
	if err != nil {
		t.Fatal(err)
	}
	addsUp(t, c)
	// 24 + 6 against 16 + 30
	if !c.More.Equal(money.Of("16", "CNY")) || c.Converted || c.OtherCards || c.Unsettled || c.Open {
		t.Errorf("%+v", c)
	}
	causes, against, all2 := c.Mostly()
	if len(causes) != 1 || causes[0].Kind != billing.Storage || !causes[0].More.Equal(money.Of("24", "CNY")) || !all2 ||
		against == nil || against.Kind != billing.Useful || !against.More.Equal(money.Of("-8", "CNY")) {
		t.Errorf("mostly %+v against %+v", causes, against)
	}
	back, _ := Compare(all["storage"], all["compute"])
	if !back.More.Equal(money.Of("-16", "CNY")) {
		t.Errorf("the other way round: %s", back.More)
	}
	if causes, _, _ := back.Mostly(); causes[0].Kind != billing.Storage {
		t.Errorf("the other way round mostly %+v", causes)
	}
	if same, _ := Compare(all["storage"], all["storage"]); !same.More.Value.IsZero() {
		t.Errorf("with itself: %+v", same)
	}
}

func TestFrozenRatesBringTwoCurrenciesTogether(t *testing.T) {
	all := evaluated(quote("yuan", "3", 0), inDollars("dollars", "0.7", "7.1"), inDollars("other", "0.9", "7.0"), inDollars("bare", "0.5", ""))
	c, err := Compare(all["yuan"], all["dollars"])
	if err != nil || !c.Converted || c.More.Currency != "CNY" {
		t.Fatalf("%+v, %v", c, err)
	}
	addsUp(t, c)
	if c, err = Compare(all["dollars"], all["yuan"]); err != nil || c.More.Currency != "CNY" {
		t.Errorf("%+v, %v", c, err)
	}
	addsUp(t, c)
	// Of one currency from the start nothing is converted.
	if c, err = Compare(all["dollars"], all["other"]); err != nil || c.Converted || c.More.Currency != "USD" {
		t.Errorf("%+v, %v", c, err)
	}
	for _, pair := range [][2]string{{"yuan", "bare"}, {"bare", "yuan"}} {
		var p *reason.Problem
		if _, err = Compare(all[pair[0]], all[pair[1]]); !errors.As(err, &p) || p.Rule != "compare.no_rate" {
			t.Errorf("%v: %v", pair, err)
		}
	}
	var p *reason.Problem
	if _, err = Compare(all["yuan"], Candidate{}); !errors.As(err, &p) || p.Rule != "compare.no_cost" {
		t.Errorf("with what has no cost: %v", err)
	}
	if worth := all["dollars"].Valued(money.Of("1", "USD")); !worth.Equal(money.Of("7.1", "CNY")) || all["bare"].InOwn() != true {
		t.Errorf("a dollar is %s", worth)
	}
}

func TestComparingCardsComparesTheJob(t *testing.T) {
	other := quote("b", "3", 1)
	other.Card = "RTX 3060 12GB"
	all := evaluated(quote("a", "3", 0), other)
	if c, err := Compare(all["a"], all["b"]); err != nil || !c.OtherCards {
		t.Errorf("%+v, %v", c, err)
	}
}

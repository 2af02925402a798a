package session

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/task"
)

func rate(from, to money.Currency, value string) money.Exchange {
	return money.Exchange{From: from, To: to, Rate: decimal.MustParse(value), Source: "by hand"}
}

// exchanging is a session with an open decision in CNY.
func exchanging(t *testing.T) *bench {
	t.Helper()
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.NewDecision()
	b.Flush()
	b.EditTask("all", func(k *task.Task) {
		*k = k.WithKind(task.Batch)
		k.Model, k.Work.Likely = "M", decimal.MustParse("1")
	})
	b.Flush()
	return b
}

func (b *bench) typeRate(t *testing.T, x money.Exchange) {
	t.Helper()
	if err := b.PutRate(x); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) priced(amount string, c money.Currency) billing.Quote {
	b.PutQuote(billing.Quote{PlatformName: "P " + string(c), Mode: billing.OnDemand, Rate: billing.NewRate(money.Of(amount, c), billing.PerHour)})
	b.Flush()
	all := b.Records().Quotes
	return all[len(all)-1]
}

func (b *bench) frozenRates() string {
	b.Flush()
	text := ""
	for _, q := range b.Records().Quotes {
		text += q.Exchange.Rate.String() + " "
	}
	return text
}

func refused(t *testing.T, err error, rule string) {
	t.Helper()
	var p *reason.Problem
	if !errors.As(err, &p) || p.Rule != rule {
		t.Errorf("it says %v, not %s", err, rule)
	}
}

func TestRatesAreTypedInReplacedAndForgotten(t *testing.T) {
	b := exchanging(t)
	b.typeRate(t, rate("USD", "CNY", "7.1"))
	b.typeRate(t, rate("EUR", "CNY", "8"))
	b.typeRate(t, rate("USD", "CNY", "7.2"))
	refused(t, b.PutRate(rate("USD", "USD", "1")), "exchange.same")
	refused(t, b.PutRate(rate("USD", "CNY", "0")), "number.not_positive")
	refused(t, b.PutRate(rate("dollar", "CNY", "7")), "currency.unknown")
	far := rate("USD", "CNY", "7")
	far.On = time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC)
	refused(t, b.PutRate(far), "journal.year")
	got := b.Rates() // not saved yet
	if len(got) != 2 || got[0].Rate.String() != "7.2" || !got[0].On.Equal(b.Now()) || got[0].Source != "by hand" {
		t.Errorf("%+v", got)
	}
	b.RemoveRate("EUR", "CNY")
	b.RemoveRate("CNY", "USD")
	b.Flush()
	if err := b.Session.Close(); err != nil {
		t.Fatal(err)
	}
	b.j.Close()
	if got := open(t, b.path).Rates(); len(got) != 1 || got[0].Rate.String() != "7.2" || !got[0].On.Equal(b.Now()) {
		t.Errorf("opened again: %+v", got)
	}
}

func TestRatesTypedAtOnceAreAllKept(t *testing.T) {
	b := exchanging(t)
	var hands sync.WaitGroup
	for _, c := range []money.Currency{"USD", "EUR", "GBP", "JPY", "HKD", "KRW"} {
		hands.Go(func() { _ = b.PutRate(rate(c, "CNY", "2")) })
	}
	hands.Wait()
	if got := b.Rates(); len(got) != 6 {
		t.Errorf("%+v", got)
	}
}

func TestWhatIsWrongAmongTheRatesIsLeftOut(t *testing.T) {
	b := exchanging(t)
	for text, want := range map[string]int{
		"": 0, "7.1": 0, `[{"from":"USD"`: 0, `[{"from":"USD","to":"CNY","rate":"x"}]`: 0,
		`[{"from":"USD","to":"CNY","rate":"7.1","free":true}]`:                                                              0,
		`[{"from":"USD","to":"CNY","rate":"-7"},{"from":"EUR","to":"CNY","rate":"8"},{"from":"EUR","to":"CNY","rate":"9"}]`: 1,
	} {
		b.SetSetting(settingRates, text)
		if got := b.Rates(); len(got) != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

func TestANewQuoteKeepsTheRateOfItsMoment(t *testing.T) {
	b := exchanging(t)
	none := b.priced("1", "USD")
	b.typeRate(t, rate("USD", "CNY", "7.1"))
	q := b.priced("1", "USD")
	own := b.priced("7", "CNY")
	if none.Exchange.Known() || own.Exchange.Known() || q.Exchange.Rate.String() != "7.1" || !q.Exchange.On.Equal(b.Now()) {
		t.Fatalf("%+v %+v %+v", none.Exchange, own.Exchange, q.Exchange)
	}
	costs := func() (text string) {
		for _, c := range b.Result().Candidates {
			text += c.Quote.ID + " " + c.High.String() + "; "
		}
		return text
	}
	before := costs()
	b.typeRate(t, rate("USD", "CNY", "9"))
	b.RemoveRate("USD", "CNY")
	b.typeRate(t, rate("CNY", "USD", "0.1"))
	b.Flush()
	if got := b.frozenRates(); got != "0 7.1 0 " || costs() != before {
		t.Errorf("another rate has changed the quotes: %s, %s; before %s", got, costs(), before)
	}
	q.Rate.Amount = money.Of("2", "USD")
	b.PutQuote(q)
	if got := b.frozenRates(); got != "0 7.1 0 " {
		t.Errorf("editing the price has revalued it: %s", got)
	}
	b.SetCurrency("EUR")
	if got := b.frozenRates(); got != "0 7.1 0 " {
		t.Errorf("another currency of the decision has changed the quotes: %s", got)
	}
	for _, c := range b.Result().Candidates {
		if c.Ranked() {
			t.Errorf("%s is ranked in EUR: %+v", c.Quote.PlatformName, c.Quote.Exchange)
		}
	}
}

func TestTheReverseOfARateIsOfItsUnroundedValue(t *testing.T) {
	b := exchanging(t)
	b.typeRate(t, rate("CNY", "USD", "0.14"))
	if got := b.priced("1", "USD").Exchange; got.From != "USD" || got.To != "CNY" || got.Rate.String() != "7.142857142857142857" || got.Source != "by hand" {
		t.Errorf("%+v", got)
	}
	b.typeRate(t, rate("USD", "CNY", "7"))
	if got := b.priced("1", "USD").Exchange; got.Rate.String() != "7" {
		t.Errorf("the typed direction comes first: %+v", got)
	}
}

func TestAPriceInAnotherCurrencyTakesTheRateOfThatOne(t *testing.T) {
	b := exchanging(t)
	b.typeRate(t, rate("USD", "CNY", "7"))
	b.typeRate(t, rate("EUR", "CNY", "8"))
	q := b.priced("1", "USD")
	for _, c := range []struct {
		to   money.Currency
		want string
	}{{"EUR", "8"}, {"GBP", "0"}, {"USD", "7"}} {
		q.Rate.Amount.Currency = c.to
		b.PutQuote(q)
		b.Flush()
		if q = b.Records().Quotes[0]; q.Exchange.Rate.String() != c.want {
			t.Errorf("in %s: %+v", c.to, q.Exchange)
		}
		if found := q.Check(); len(found) > 0 {
			t.Errorf("in %s: %v", c.to, found)
		}
	}
}

func TestRevaluingIsOneStepThatIsAskedFor(t *testing.T) {
	b := exchanging(t)
	first, own := b.priced("1", "USD"), b.priced("7", "CNY")
	b.priced("1", "EUR")
	d, _ := b.Current()
	refused(t, b.Revalue(first.ID), "exchange.missing")
	refused(t, b.RevalueAll(d.ID), "exchange.missing")
	b.typeRate(t, rate("USD", "CNY", "7.1"))
	b.priced("2", "USD")
	b.typeRate(t, rate("USD", "CNY", "7.3"))
	for _, err := range []error{b.Revalue(own.ID), b.Revalue("none"), b.RevalueAll("none")} {
		if err != nil {
			t.Error(err)
		}
	}
	if err := b.Revalue(first.ID); err != nil {
		t.Fatal(err)
	}
	if got := b.frozenRates(); got != "7.3 0 0 7.1 " {
		t.Errorf("one revalued: %s", got)
	}
	b.typeRate(t, rate("USD", "CNY", "7.5"))
	b.typeRate(t, rate("CNY", "EUR", "0.125"))
	if err := b.RevalueAll(d.ID); err != nil {
		t.Fatal(err)
	}
	if got := b.frozenRates(); got != "7.5 0 8 7.5 " {
		t.Errorf("all revalued: %s", got)
	}
	if label, _ := b.UndoLabels(); label != "action_revalue" {
		t.Errorf("undo says %s", label)
	}
	b.Undo()
	if got := b.frozenRates(); got != "7.3 0 0 7.1 " {
		t.Errorf("undone in one step: %s", got)
	}
	b.Redo()
	if got := b.frozenRates(); got != "7.5 0 8 7.5 " {
		t.Errorf("redone: %s", got)
	}
}

// An edit that is not saved yet when revaluing is asked for is not lost.
func TestRevaluingTakesTheQuoteAsItWasEditedLast(t *testing.T) {
	b := exchanging(t)
	q := b.priced("1", "USD")
	b.typeRate(t, rate("USD", "CNY", "7"))
	held := make(chan struct{})
	b.do(func(context.Context) error { <-held; return nil }) // the disk is slow
	q.Note = "edited"
	b.PutQuote(q)
	err := b.Revalue(q.ID)
	close(held)
	b.Flush()
	if got := b.Records().Quotes[0]; err != nil || got.Note != "edited" || got.Exchange.Rate.String() != "7" {
		t.Errorf("%+v %v", got, err)
	}
}

func TestACopyOfAQuoteKeepsItsRate(t *testing.T) {
	b := exchanging(t)
	b.typeRate(t, rate("USD", "CNY", "7"))
	q := b.priced("1", "USD")
	b.typeRate(t, rate("USD", "CNY", "8"))
	b.DuplicateQuote(q.ID)
	if got := b.frozenRates(); got != "7 7 " {
		t.Errorf("%s", got)
	}
}

// Quotes are held against the day by the session's clock.
func TestAQuoteIsPricedForToday(t *testing.T) {
	b := exchanging(t)
	b.priced("1", "CNY")
	if u := b.Result().Usage; u == nil || !u.On.Equal(b.Now()) {
		t.Errorf("%+v %v", u, b.Result().NoUsage)
	}
}

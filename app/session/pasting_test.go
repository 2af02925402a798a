package session

import (
	"path/filepath"
	"testing"
	"time"

	"cardhour/model/billing"
	"cardhour/model/money"
)

func TestSeveralQuotesAreAddedAndTakenBackAtOnce(t *testing.T) {
	b := exchanging(t)
	b.priced("3", "CNY")
	b.typeRate(t, rate("USD", "CNY", "7.1"))
	quote := func(amount string, c money.Currency) billing.Quote {
		return billing.Quote{PlatformName: "P", Mode: billing.OnDemand, Rate: billing.NewRate(money.Of(amount, c), billing.PerHour)}
	}
	b.PutQuotes([]billing.Quote{quote("1", "CNY"), quote("2", "USD")})
	if got := b.frozenRates(); got != "0 0 7.1 " {
		t.Errorf("the quotes hold %q", got)
	}
	for i, q := range b.Records().Quotes {
		if q.ID == "" || q.Position != i {
			t.Errorf("quote %d has the id %q and the place %d", i, q.ID, q.Position)
		}
	}
	if undo, _ := b.UndoLabels(); undo != "action_add_quotes" {
		t.Errorf("undo is %q", undo)
	}
	b.Undo()
	b.Flush()
	if n := len(b.Records().Quotes); n != 1 {
		t.Errorf("%d quotes after undoing", n)
	}
	b.Redo()
	b.Flush()
	if n := len(b.Records().Quotes); n != 3 {
		t.Errorf("%d quotes after redoing", n)
	}
	b.PutQuotes(nil)
	b.Flush()
	if n := len(b.Records().Quotes); n != 3 {
		t.Errorf("%d quotes after adding none", n)
	}
}

func TestOnlyTheLastPastedTextIsAnswered(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.opts.Debounce = 20 * time.Millisecond
	posted := make(chan func(), 10)
	b.opts.Post = func(f func()) { posted <- f }
	var told []string
	for _, text := range []string{"4090 1元/时", "4090 1元/时\n4090 2元/时", "4090 3元/时"} {
		b.ReadSoon(text, func(all []billing.Pasted) {
			for _, p := range all {
				told = append(told, p.Source)
			}
		})
	}
	select {
	case f := <-posted:
		f()
	case <-time.After(10 * time.Second):
		t.Fatal("nobody answers")
	}
	if len(told) != 1 || told[0] != "4090 3元/时" {
		t.Errorf("told %q", told)
	}
	// One that was read and not told yet gives way too.
	b.ReadSoon("4090 4元/时", func([]billing.Pasted) { told = append(told, "late") })
	late := <-posted
	b.ReadSoon("4090 5元/时", func([]billing.Pasted) { told = append(told, "newest") })
	late()
	(<-posted)()
	if len(told) != 2 || told[1] != "newest" {
		t.Errorf("told %q", told)
	}
}

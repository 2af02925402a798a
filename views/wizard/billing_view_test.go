package wizard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/views/text"
)

// manyQuotes is a decision with six quotes that differ in everything the
// ledger is sorted and filtered by.
func manyQuotes() *fake {
	f := worked()
	f.know.Today = f.Now()
	base := f.records.Quotes[1]
	f.records.Quotes, f.records.Runs, f.records.Bills = nil, nil, nil
	for _, x := range []struct {
		name, card, amount string
		mode               billing.Mode
		day                int
	}{
		{"智星云", "A100 80GB", "14", billing.OnDemand, 20}, {"阿里云", "A100 80GB", "12", billing.OnDemand, 3},
		{"恒源云", "RTX 4090 24GB", "2", billing.OnDemand, 28}, {"矩池云", "RTX 4090 24GB", "1.8", billing.Spot, 11},
	} {
		q := base
		q.ID, q.PlatformName, q.Card, q.Mode = "", x.name, x.card, x.mode
		q.Rate.Amount = money.Of(x.amount, "CNY")
		q.Seen = time.Date(2026, 11, x.day, 0, 0, 0, 0, time.UTC)
		f.PutQuote(q)
	}
	dollars := base
	dollars.ID, dollars.PlatformName, dollars.Tier = "", "RunPod", "Secure"
	dollars.Rate.Amount = money.Of("1.5", "USD")
	dollars.Exchange = money.Exchange{From: "USD", To: "CNY", Rate: dec("7.1"), On: time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)}
	f.PutQuote(dollars)
	dollars.ID, dollars.PlatformName, dollars.Exchange = "", "Vast.ai", money.Exchange{}
	f.PutQuote(dollars)
	return f
}

// shownQuotes are the platforms in the ledger, from the top.
func shownQuotes(w *Wizard) []string {
	var names []string
	for _, r := range allOn[*quoteRow](w.body) {
		names = append(names, r.name.Text)
	}
	return names
}

func headOf(t *testing.T, w *Wizard, word string) *sortHead {
	t.Helper()
	for _, h := range allOn[*sortHead](w.body) {
		if h.word == word {
			return h
		}
	}
	t.Fatalf("no head %q", word)
	return nil
}

// pickFrom picks an option of a picker above the ledger.
func pickFrom(t *testing.T, w *Wizard, option string) {
	t.Helper()
	for _, p := range billingOf(w).filter.pickers {
		if p.choice != nil && slices.Contains(p.choice.Select.Options, option) {
			p.choice.Select.SetSelected(option)
			return
		}
	}
	t.Fatalf("no picker offers %q", option)
}

func TestTheLedgerIsSortedByPressingAHead(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, _, p := showBilling(t, manyQuotes(), lang)
		ranked := shownQuotes(w)
		for _, c := range []struct {
			head string
			want []string // as far as it is fixed
		}{
			{"platform", nil}, {"bare", []string{"矩池云", "恒源云", "RunPod", "阿里云", "智星云", "Vast.ai"}},
			{"seen", []string{"恒源云", "智星云"}}, {"job", []string{"恒源云", "阿里云", "智星云", "RunPod", "矩池云", "Vast.ai"}},
		} {
			head := headOf(t, w, p.T("billing.head."+c.head))
			test.Tap(head)
			got := shownQuotes(w)
			if !slices.Equal(got[:len(c.want)], c.want) {
				t.Errorf("by %s: %v, want %v", c.head, got, c.want)
			}
			if !strings.ContainsAny(head.label.Text, "↑↓") {
				t.Errorf("the head of %s does not show the direction: %q", c.head, head.label.Text)
			}
			test.Tap(head)
			if turned := shownQuotes(w); slices.Equal(turned, got) {
				t.Errorf("by %s the other way round: %v", c.head, turned)
			}
			test.Tap(head)
			if back := shownQuotes(w); !slices.Equal(back, ranked) || strings.ContainsAny(head.label.Text, "↑↓") {
				t.Errorf("after %s the ranking does not come back: %v", c.head, back)
			}
		}
	})
}

func TestChinesePlatformsAreSortedByPinyinFromTheKeyboard(t *testing.T) {
	w, _, p := showBilling(t, manyQuotes(), text.Chinese)
	head := headOf(t, w, p.T("billing.head.platform"))
	w.window.Canvas().Focus(head)
	w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	var chinese []string
	for _, name := range shownQuotes(w) {
		if name > "一" {
			chinese = append(chinese, name)
		}
	}
	if want := []string{"阿里云", "恒源云", "矩池云", "智星云"}; !slices.Equal(chinese, want) {
		t.Errorf("got %v", chinese)
	}
	w.Refresh()
	if w.window.Canvas().Focused() != head {
		t.Error("a refresh took the keyboard off the head")
	}
	tapWord(t, w, p.T("billing.filter.rank"))
	if billingOf(w).view.Sort != byRank {
		t.Error("the ranking did not come back")
	}
}

func TestTheLedgerIsFiltered(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := manyQuotes()
		w, l, p := showBilling(t, f, lang)
		pickFrom(t, w, "RTX 4090 24GB")
		if got := shownQuotes(w); len(got) != 2 || !strings.Contains(wordsOf(w), p.T("billing.filter.shown", "shown", 2, "count", 6)) {
			t.Fatalf("shown %v; the screen says\n%s", got, wordsOf(w))
		}
		test.Tap(headOf(t, w, p.T("billing.head.bare")))
		pickFrom(t, w, p.Term("spot"))
		if got := shownQuotes(w); !slices.Equal(got, []string{"矩池云"}) {
			t.Errorf("of spot: %v", got)
		}

		// It outlives a refresh, and the screen being built anew.
		f.tell()
		again := New(p, w.window, l, shelf{f})
		w.window.SetContent(again.Content())
		again.Show(2)
		if got := shownQuotes(again); !slices.Equal(got, []string{"矩池云"}) || billingOf(again).view.Sort != byBare {
			t.Errorf("after a restart: %v, %+v", got, billingOf(again).view)
		}
		f.changed = again.Refresh

		// What is left out comes back, in the order that was chosen.
		tapWord(t, again, p.T("billing.filter.all"))
		if got := shownQuotes(again); len(got) != 6 || got[0] != "矩池云" {
			t.Errorf("all: %v", got)
		}

		// The last quote of what is filtered for is deleted: the others show.
		pickFrom(t, again, p.Term("spot"))
		openQuote(t, again, 0)
		tapWord(t, again, p.T("billing.delete"))
		if got := shownQuotes(again); len(got) != 5 {
			t.Errorf("after deleting the only one shown: %v", got)
		}
		for _, picker := range []string{p.T("billing.filter.mode")} {
			if strings.Contains(wordsOf(again), picker) {
				t.Errorf("a picker of one value stands there: %s", picker)
			}
		}
	})
}

func TestANewQuoteIsNeverLeftOut(t *testing.T) {
	w, _, p := showBilling(t, manyQuotes(), text.Chinese)
	pickFrom(t, w, "RTX 4090 24GB")
	tapWord(t, w, p.T("billing.add"))
	typeQuote(t, w, "platform", "小黑屋")
	typeQuote(t, w, "card", "A100 80GB")
	typeQuote(t, w, "rate.amount", "11")
	billingOf(w).form.submit()
	if !slices.Contains(shownQuotes(w), "小黑屋") {
		t.Errorf("the new quote is not among %v", shownQuotes(w))
	}
	// A copy stands where its original does.
	pickFrom(t, w, "RTX 4090 24GB")
	openQuote(t, w, 0)
	tapWord(t, w, p.T("billing.duplicate"))
	if got := shownQuotes(w); len(got) != 3 {
		t.Errorf("with the copy: %v", got)
	}
}

func TestOneQuoteNeedsNoFilter(t *testing.T) {
	f := manyQuotes()
	f.records.Quotes = f.records.Quotes[:1]
	w, _, p := showBilling(t, f, text.Chinese)
	if shown := wordsOf(w); strings.Contains(shown, p.T("billing.filter.all")) || len(allOn[*widget.Select](w.body)) > 0 || billingOf(w).filter.box.Visible() {
		t.Errorf("a filter stands over one quote:\n%s", shown)
	}
}

func TestOtherMoneyIsShownWithItsWorth(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, _, p := showBilling(t, manyQuotes(), lang)
		shown := wordsOf(w)
		// $1.50 × 8 + 13 GB at $1 is $25, ¥177.50
		day := p.Date(time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC))
		for _, want := range []string{"$1.5", "¥10.65", "¥177.50", "7.1", day, "Secure", p.T("why.other_currency", "currency", "USD", "own", "CNY")} {
			if !strings.Contains(shown, want) {
				t.Errorf("no %q in\n%s", want, shown)
			}
		}
	})
}

func TestWarningsAreCountedAndSaid(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := manyQuotes()
		q := &f.records.Quotes[0]
		q.Seen = q.Seen.AddDate(0, -6, 0)
		q.Rules.TopUp = &billing.TopUp{Pay: dec("500"), Bonus: dec("200"), UsedUp: true}
		q.Rules.Discounts = []billing.Reduction{{Name: "coupon", Kind: billing.Coupon, Value: dec("20"), Threshold: dec("900")}}
		f.d.Task.Plan.SetUp = billing.Hour
		f.d.Task.Plan.MyTime.PerHour = money.Of("60", "CNY")
		w, _, p := showBilling(t, f, lang)
		if !strings.Contains(wordsOf(w), "△ 2") {
			t.Errorf("no mark of two warnings in\n%s", wordsOf(w))
		}
		openQuote(t, w, slices.Index(shownQuotes(w), "智星云"))
		shown := wordsOf(w)
		for _, c := range f.Result().Candidates {
			if c.Quote.ID != q.ID {
				continue
			}
			if len(c.Warnings) != 2 || len(c.Cost.Refused) != 1 {
				t.Fatalf("warnings %v, refused %v", c.Warnings, c.Cost.Refused)
			}
			for _, want := range []string{p.Because(c.Warnings[0]), p.Because(c.Warnings[1]), p.Because(c.Cost.Refused[0].Why), p.T("billing.my_time.note"), "¥60.00"} {
				if !strings.Contains(shown, want) {
					t.Errorf("no %q in\n%s", want, shown)
				}
			}
		}
	})
}

func TestWhatEndsTheBillingIsToldOrAsked(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := manyQuotes()
		said := func(v string) fact.Fact[string] {
			return fact.Fact[string]{Claims: []fact.Claim[string]{{Value: v, Source: "the platform's docs", Seen: f.Now()}}}
		}
		f.know.Facts = func(_, key string) fact.Fact[string] {
			return map[string]fact.Fact[string]{"stop_verb": said("关机"), "stop_ends_compute_bill": said("yes"),
				"still_billed_when_stopped": said("data disk"), "auto_release_days_after_stop": said("15")}[key]
		}
		w, _, p := showBilling(t, f, lang)
		openQuote(t, w, 0)
		shown := wordsOf(w)
		if said := p.T("billing.ends.called", "verb", "关机", "word", "关机"); strings.Contains(shown, said) {
			t.Errorf("a word is explained by itself: %q", said)
		}
		for _, want := range []string{"关机", p.T("billing.ends.said.stop_ends_compute_bill.yes"), p.T("fact.value.data_disk"), "15", "the platform's docs"} {
			if !strings.Contains(shown, want) {
				t.Errorf("no %q in\n%s", want, shown)
			}
		}
		question := p.T("billing.ends.ask.os_shutdown")
		if strings.Contains(shown, question) {
			t.Error("the question stands there unasked")
		}
		tapWord(t, w, p.T("billing.ends.ask"))
		if !strings.Contains(wordsOf(w), question) {
			t.Errorf("no question in\n%s", wordsOf(w))
		}
		tapWord(t, w, p.T("billing.copy"))
		if got := fyne.CurrentApp().Clipboard().Content(); got != question {
			t.Errorf("copied %q", got)
		}
	})
}

func TestTwoQuotesAreSetBesideEachOther(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := worked()
		f.know.Today = f.Now()
		w, _, p := showBilling(t, f, lang)
		openQuote(t, w, 1) // ¥134.00 of platform A against ¥125.00 of B, the winner
		tapWord(t, w, p.T("billing.compare.open"))
		shown := wordsOf(w)
		for _, want := range []string{"¥9.00", "+¥20.00", "+¥18.00", "−¥16.00", "+¥9.00", "平台 B · A100 80GB"} {
			if !strings.Contains(shown, want) {
				t.Errorf("no %q in\n%s", want, shown)
			}
		}
		s := billingOf(w)
		var ids []string
		for _, c := range f.Result().Candidates {
			if c.Quote.ID != "1" && c.Cost != nil {
				ids = append(ids, c.Quote.ID)
			}
		}
		if got := s.against["1"].ids; !slices.Equal(got, ids) {
			t.Errorf("offered %v, want %v", got, ids)
		}
		s.against["1"].choice.Select.SetSelectedIndex(1) // the container of which little is known
		if shown := wordsOf(w); !strings.Contains(shown, p.T("billing.compare.cards", "card", "A100 80GB", "other", "RTX 4090 24GB")) || !strings.Contains(shown, p.T("billing.compare.unbounded")) {
			t.Errorf("the limits are not said in\n%s", shown)
		}
		f.tell()
		if s.against["1"].other != ids[1] {
			t.Error("a refresh forgot what is compared")
		}
		tapWord(t, w, p.T("billing.compare.close"))
		if strings.Contains(wordsOf(w), p.T("billing.compare.gap")) {
			t.Error("it does not close")
		}
	})
}

func TestQuotesOfOnePlatformAreToldApartWhereTheyAreCompared(t *testing.T) {
	f := manyQuotes()
	for i := range f.records.Quotes[:3] {
		f.records.Quotes[i].PlatformName = "智星云"
	}
	w, _, p := showBilling(t, f, text.English)
	openQuote(t, w, 2) // the other card of the three
	tapWord(t, w, p.T("billing.compare.open"))
	s := billingOf(w)
	for _, c := range []struct{ mine, other, its string }{
		{"RTX 4090 24GB", f.records.Quotes[0].ID, "A100 80GB"}, {"¥12/hour/card", f.records.Quotes[0].ID, "¥14/hour/card"},
	} {
		q := f.records.Quotes[2]
		if c.mine != q.Card {
			q = f.records.Quotes[1]
		}
		if mine, its := s.apart(q, f.records.Quotes[0]); mine != c.mine || its != c.its {
			t.Errorf("%q beside %q, want %q beside %q", mine, its, c.mine, c.its)
		}
	}
	if shown := wordsOf(w); strings.Count(shown, "A100 80GB") < 2 {
		t.Errorf("the cards do not head the columns:\n%s", shown)
	}
}

func TestTheLedgerKeepsWhatAPriceIsForInANarrowWindow(t *testing.T) {
	f := manyQuotes()
	f.d.Task.Plan.SetUp, f.d.Task.Plan.Idle = 30*billing.Minute, 15*billing.Minute
	r := &f.records.Quotes[0].Rate
	r.Amount, r.Cards, r.Scope = money.Of("64", "CNY"), 8, billing.PerInstance
	w, _, p := showBilling(t, f, text.English)
	reads(t, w.body, "¥64/h/instance", p.List(p.Label("setup"), p.Label("idle")))
	w, _, p = showBilling(t, f, text.Chinese) // where there is room for the long name
	reads(t, w.body, "¥64/小时/台", p.List(p.Label("setup"), p.Label("idle")))
}

func TestTheFormLeadsBackToItsRow(t *testing.T) {
	w, l, p := showBilling(t, manyQuotes(), text.English)
	last := len(shownQuotes(w)) - 1
	for _, word := range []string{"billing.form.save", "billing.form.cancel"} {
		openQuote(t, w, last)
		tapWord(t, w, p.T("billing.edit"))
		tapWord(t, w, p.T(word))
		rows := allOn[*quoteRow](w.body)
		if l.window.Canvas().Focused() != rows[last] {
			t.Errorf("%s: the keyboard is on %T", word, l.window.Canvas().Focused())
		}
		y := fyne.CurrentApp().Driver().AbsolutePositionForObject(rows[last]).Y
		if y < 100 || y > 650 {
			t.Errorf("%s: the row lies at %v", word, y)
		}
		openQuote(t, w, last)
	}
}

func TestWithoutARateOfExchangeNothingIsCompared(t *testing.T) {
	w, _, p := showBilling(t, manyQuotes(), text.Chinese)
	openQuote(t, w, slices.Index(shownQuotes(w), "Vast.ai"))
	tapWord(t, w, p.T("billing.compare.open"))
	if shown := wordsOf(w); !strings.Contains(shown, "设置 → 汇率") || !strings.Contains(shown, "还不能对比") {
		t.Errorf("what is missing is not said in\n%s", shown)
	}
}

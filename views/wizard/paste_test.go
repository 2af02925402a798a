package wizard

import (
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
)

var pastedLines = sync.OnceValue(func() map[string][]billing.Pasted {
	lines := map[string][]billing.Pasted{}
	kept, err := os.ReadFile("testdata/pasted.json")
	if err == nil {
		err = json.Unmarshal(kept, &lines)
	}
	if err != nil {
		panic(err)
	}
	return lines
})

// read stands for the recogniser: each line by itself, as a test of the
// session has seen it read.
func read(text string) []billing.Pasted {
	var all []billing.Pasted
	for i, line := range strings.Split(text, "\n") {
		for _, p := range pastedLines()[line] {
			p.Line = i + 1
			all = append(all, p)
		}
	}
	return all
}

// showPaste opens the page of pasted prices, in a decision without quotes.
func showPaste(t *testing.T, f *fake, lang text.Language, pasted string) (*Wizard, *quoteListener, *text.Printer) {
	t.Helper()
	w, l, p := showBilling(t, f, lang)
	tapWord(t, w, p.T("paste.open_page"))
	fyne.CurrentApp().Clipboard().SetContent(pasted)
	tapWord(t, w, p.T("paste.clipboard"))
	return w, l, p
}

func emptied() *fake {
	f := worked()
	f.records = decision.Records{}
	return f
}

func pastePageOf(w *Wizard) *pasteForm { return billingOf(w).pasting }

// tickOn sets the i-th check mark with a text, without a text the one that
// says that a reading is added.
func tickOn(t *testing.T, w *Wizard, word string, i int) {
	t.Helper()
	if word == "" {
		test.Tap(pastePageOf(w).rows[i].add)
		return
	}
	for _, c := range allOn[*widget.Check](w.body) {
		if c.Text == word {
			if i == 0 {
				test.Tap(c)
				return
			}
			i--
		}
	}
	t.Fatalf("no check mark %q:\n%s", word, wordsOn(w.body))
}

// inPaste types into the field of the i-th reading.
func inPaste(t *testing.T, w *Wizard, i int, field, words string) {
	t.Helper()
	row := pastePageOf(w).rows[i]
	if in := row.inputs[field]; in != nil {
		in.Entry.SetText(words)
		return
	}
	if c := row.picks[field]; c != nil {
		c.Select.SetSelected(words)
		return
	}
	t.Fatalf("%q is not asked for %s", row.p.Source, field)
}

func TestEachKindOfPastedPriceShowsWhatWasReadAndAsksTheRest(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, _, p := showPaste(t, emptied(), lang, "")
		for _, c := range []struct {
			pasted, head string
			asked        string // fields, joined
			unsure       int
		}{
			{"RTX 4090 ￥1.98/时", "RTX 4090 24GB · ¥1.98/{hour}", "", 2},
			{"¥1500/月", "{card} · ¥1,500/{month}", "card,mode", 1},
			{"2.2元/卡/小时", "{card} · ¥2.2/{hour}", "card", 2},
			{"包周 ¥299", "{card} · ¥299/{week}", "card", 1},
			{"$0.34/hr", "{card} · $0.34/{hour}", "card", 2},
			{"8卡 A100 64元/小时", "8 × A100 · ¥64/{hour}", "card", 2},
			{"0.00055元/秒", "{card} · ¥0.00055/{second}", "card", 2},
			{"4090D 24G 1.98元起/小时", "RTX 4090D 24GB · ¥1.98/{hour}", "", 3},
			{"A100 80G 12-15元/小时", "A100 80G · 12–15 CNY/{hour}", "card,rate.amount", 2},
			{"4090 1.98/小时", "RTX 4090 24GB · 1.98/{hour}", "currency", 2},
		} {
			fyne.CurrentApp().Clipboard().SetContent(c.pasted)
			tapWord(t, w, p.T("paste.clipboard"))
			rows := pastePageOf(w).rows
			if len(rows) != 1 {
				t.Fatalf("%s: %d readings", c.pasted, len(rows))
			}
			head := strings.ReplaceAll(c.head, "{card}", p.T("paste.card.open"))
			for _, per := range []string{"hour", "month", "week", "second"} {
				head = strings.ReplaceAll(head, "{"+per+"}", p.Term("per_"+per))
			}
			if got := rows[0].title.Text; got != head {
				t.Errorf("%s: it is headed %q, not %q", c.pasted, got, head)
			}
			if got := strings.Join(rows[0].asked(), ","); got != c.asked {
				t.Errorf("%s: it asks %s", c.pasted, got)
			}
			if got := len(rows[0].unsure); got != c.unsure {
				t.Errorf("%s: %d things are to be confirmed:\n%s", c.pasted, got, wordsOn(w.body))
			}
			for _, n := range rows[0].p.Notes {
				reads(t, w.body, p.Because(n.Why))
			}
			for _, in := range rows[0].inputs {
				if in.Entry.Text != "" {
					t.Errorf("%s: a field that the line leaves open says %q", c.pasted, in.Entry.Text)
				}
			}
			for _, pick := range rows[0].picks {
				if v, ok := pick.Value(); ok {
					t.Errorf("%s: %s is picked unasked", c.pasted, v)
				}
			}
		}
	})
	noMissingText(t)
}

func TestPastedPricesAreAddedTogetherOnceAllIsAnswered(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := emptied()
		w, l, p := showPaste(t, f, lang, "AutoDL 4090 ￥1.98/时\n¥1500/月\n8卡 A100 64元/小时\n客服电话 12345678\n")
		add := func() { tapWord(t, w, p.T("paste.add", "count", 3)) }
		reads(t, w.body, p.T("paste.found", "count", 3))
		add()
		reads(t, w.body, p.T("paste.open", "count", 3))
		if len(l.put) > 0 {
			t.Fatal("what was not answered was added")
		}
		pastePageOf(w).platform.Entry.SetText("小黑屋")
		pastePageOf(w).category.Select.SetSelected(p.Term("container"))
		inPaste(t, w, 1, "card", "RTX 4090 24GB")
		inPaste(t, w, 1, "mode", p.Label("prepaid"))
		inPaste(t, w, 2, "card", "A100 SXM 80GB")
		tickOn(t, w, p.T("paste.row.sure"), 0)
		tickOn(t, w, p.T("paste.row.sure"), 1)
		add()
		reads(t, w.body, p.T("paste.open", "count", 1)) // one waits to be confirmed
		tickOn(t, w, p.T("paste.row.sure"), 2)
		add()
		if len(l.together) != 1 || len(l.together[0]) != 3 {
			t.Fatalf("%d actions:\n%s", len(l.together), wordsOn(w.body))
		}
		q := l.together[0]
		if q[0].Platform != "autodl" || len(q[0].Facts[billing.DataDiskPrice].Claims) == 0 || q[0].Card != "RTX 4090 24GB" {
			t.Errorf("the first is %+v", q[0])
		}
		if q[1].PlatformName != "小黑屋" || q[1].Category != "container" || q[1].Mode != billing.Prepaid || q[1].Rate.Per != billing.PerMonth || !q[1].Rate.Amount.Equal(money.Of("1500", "CNY")) {
			t.Errorf("the second is %+v", q[1])
		}
		if q[2].Rate.Cards != 8 || q[2].Rate.Scope != billing.PerInstance || q[2].Card != "A100 SXM 80GB" {
			t.Errorf("the third is %+v", q[2])
		}
		for _, q := range q {
			if q.Source != p.T("paste.source") || q.Seen.Format(time.DateOnly) != "2026-11-30" || q.Note == "" {
				t.Errorf("it comes from %q of %v: %q", q.Source, q.Seen, q.Note)
			}
		}
		noForms(t, f)
		reads(t, w.body, p.T("billing.note"))
	})
	noMissingText(t)
}

func TestAllThatWasGuessedIsConfirmedInOneClick(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, l, p := showPaste(t, emptied(), lang, "4090 ￥1.98/时\nRTX 4090 ￥1.98/时\n4090D 24G 1.98元起/小时")
		all := p.T("paste.sure_all")
		tickOn(t, w, "", 2)
		tapWord(t, w, all)
		readsNot(t, w.body, all)
		for i, row := range pastePageOf(w).rows {
			if row.sureOf.Checked != (i < 2) {
				t.Errorf("the reading %d is confirmed: %v", i, row.sureOf.Checked)
			}
		}
		pastePageOf(w).platform.Entry.SetText("AutoDL")
		tapWord(t, w, p.T("paste.add", "count", 2))
		if len(l.together) != 1 || len(l.together[0]) != 2 {
			t.Errorf("added %v:\n%s", l.together, wordsOn(w.body))
		}
	})
	noMissingText(t)
}

func TestAVagueNameOfACardIsToldWhileItIsTyped(t *testing.T) {
	w, _, p := showPaste(t, emptied(), text.Chinese, "2.2元/卡/小时")
	inPaste(t, w, 0, "card", "RTX")
	reads(t, w.body, p.T("billing.form.card.pick", "cards", p.List("RTX 4090 24GB", "RTX 3060 12GB")))
	inPaste(t, w, 0, "card", "RTX 4090 24GB")
	readsNot(t, w.body, "RTX 3060 12GB")
}

func TestOfCompetingPricesNoneIsPickedAndOneCanBe(t *testing.T) {
	w, _, p := showPaste(t, emptied(), text.Chinese, "4090 原价 3.5元/时 现价 2.2元/时")
	rows := pastePageOf(w).rows
	if len(rows) != 2 || rows[0].add.Checked || rows[1].add.Checked {
		t.Fatalf("%d readings:\n%s", len(rows), wordsOn(w.body))
	}
	tickOn(t, w, "", 0)
	tickOn(t, w, "", 1)
	if rows[0].add.Checked || !rows[1].add.Checked {
		t.Error("both are to be added")
	}
	reads(t, w.body, p.T("paste.add", "count", 1))
}

func TestThePasteFieldOutlivesTheProgram(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := emptied()
		w, _, p := showPaste(t, f, lang, "4090 ￥1.98/时\nA100 12-15元/小时")
		pastePageOf(w).platform.Entry.SetText("小黑屋")
		tickOn(t, w, p.T("paste.row.sure"), 0)
		tickOn(t, w, "", 1)
		inPaste(t, w, 1, "rate.amount", "13")

		w, _, p = showBilling(t, f, other(lang))
		page := pastePageOf(w)
		if page == nil {
			t.Fatalf("the page is closed:\n%s", wordsOn(w.body))
		}
		if page.input.Text != "4090 ￥1.98/时\nA100 12-15元/小时" || page.platform.Entry.Text != "小黑屋" {
			t.Errorf("it says %q of %q", page.input.Text, page.platform.Entry.Text)
		}
		if r := page.rows; !r[0].sureOf.Checked || r[1].add.Checked || r[1].inputs["rate.amount"].Entry.Text != "13" {
			t.Error("an answer is forgotten")
		}
		tapWord(t, w, p.T("billing.form.cancel"))
		noForms(t, f)
	})
}

func TestOnePastedPriceIsOpenedInTheForm(t *testing.T) {
	f := emptied()
	w, l, p := showPaste(t, f, text.English, "4090 ￥1.98/时\nAutoDL A100 80G 12元/小时")
	pressOn(t, w.body, p.T("paste.row.open"), 1)
	form := billingOf(w).form
	if form == nil || form.inputs["rate.amount"].Entry.Text != "12" || form.inputs["platform"].Entry.Text != "AutoDL" {
		t.Fatal("the form says something else")
	}
	tapWord(t, w, p.T("billing.form.save"))
	if len(l.put) != 1 {
		t.Fatalf("%d quotes", len(l.put))
	}
	if page := pastePageOf(w); page == nil || !page.rows[0].add.Checked || page.rows[1].add.Checked {
		t.Error("the page is not there with the one that is left")
	}
}

func TestAMegabyteOfPastedTextIsCutAndSaysSo(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		for _, big := range []string{strings.Repeat("RTX 4090 ￥1.98/时\n", 1<<20/22), strings.Repeat("a", 1<<20), strings.Repeat("字", 1<<18)} {
			begun := time.Now()
			w, _, p := showPaste(t, emptied(), lang, big)
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("it took %v", took)
			} else {
				t.Logf("it took %v", took)
			}
			reads(t, w.body, p.T("paste.cut", "count", mostPasted))
			if strings.Contains(big, "RTX") {
				reads(t, w.body, p.T("paste.more", "shown", mostReadings, "count", len(read(pastePageOf(w).input.Text))-mostReadings))
			}
			page := pastePageOf(w)
			page.input.TypedShortcut(&fyne.ShortcutPaste{Clipboard: fyne.CurrentApp().Clipboard()})
			if n := len([]rune(page.input.Text)); n > mostPasted {
				t.Errorf("by the keys it holds %d characters", n)
			}
		}
	})
	noMissingText(t)
}

func TestAForeignPriceAsksForItsRateAndCanBeRevalued(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := emptied()
		w, l, p := showPaste(t, f, lang, "4090 $0.34/hr")
		lacking := p.T("exchange.lacking", "from", "USD", "to", "CNY")
		reads(t, w.body, lacking)
		hand.Type(t, l.window, p.T("rates.ask", "from", "USD"), "7.1")
		tapWord(t, w, p.T("rates.keep"))
		readsNot(t, w.body, lacking)
		if len(f.rates) != 1 || f.rates[0].Rate.String() != "7.1" || f.rates[0].On.Format(time.DateOnly) != "2026-11-30" {
			t.Fatalf("kept %v", f.rates)
		}
		pastePageOf(w).platform.Entry.SetText("AutoDL")
		tickOn(t, w, p.T("paste.row.sure"), 0)
		tapWord(t, w, p.T("paste.add", "count", 1))
		reads(t, w.body, p.T("exchange.changed"))
		tapWord(t, w, p.T("exchange.revalue_all"))
		readsNot(t, w.body, p.T("exchange.changed"))
		openQuote(t, w, 0)
		readsNot(t, w.body, p.T("exchange.revalue")) // it would change nothing
		f.rates[0].Rate = dec("7.2")
		f.tell()
		tapWord(t, w, p.T("exchange.revalue"))
		if x := f.records.Quotes[0].Exchange; x.Rate.String() != "7.2" {
			t.Errorf("it holds %v", x)
		}
	})
	noMissingText(t)
}

func TestThePageOfPastedPricesIsWorkedByTheKeyboard(t *testing.T) {
	w, l, p := showPaste(t, emptied(), text.English, "8卡 A100 64元/小时")
	seen := map[string]bool{}
	for range 30 {
		l.window.Canvas().FocusNext()
		on, ok := l.window.Canvas().Focused().(fyne.CanvasObject)
		if !ok {
			continue
		}
		switch on := on.(type) {
		case *widget.Check:
			seen[on.Text] = true
		case *widget.Button:
			seen[on.Text] = true
		}
	}
	for _, word := range []string{"", p.T("paste.clipboard"), "", p.T("paste.row.open"), p.T("paste.row.sure"), p.T("paste.add", "count", 1)} {
		if !seen[word] {
			t.Errorf("the keyboard does not come to %q", word)
		}
	}
	if pastePageOf(w).input.AcceptsTab() {
		t.Error("the field keeps the keyboard")
	}
}

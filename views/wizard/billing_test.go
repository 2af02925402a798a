package wizard

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// Everything on a screen that can be seen, in the order it is drawn.
func walkShown(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if !o.Visible() {
		return
	}
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			walkShown(c, visit)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			walkShown(c, visit)
		}
	}
}

func wordsOf(w *Wizard) string {
	var all []string
	walkShown(w.body, func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *widgets.Label:
			all = append(all, o.Text)
		case *widget.Button:
			all = append(all, o.Text)
		}
	})
	return strings.Join(all, "\n")
}

func tapWord(t *testing.T, w *Wizard, label string) {
	t.Helper()
	var found *widget.Button
	walkShown(w.body, func(o fyne.CanvasObject) {
		if b, ok := o.(*widget.Button); ok && b.Text == label && found == nil {
			found = b
		}
	})
	if found == nil {
		t.Fatalf("no button %q among\n%s", label, wordsOf(w))
	}
	test.Tap(found)
}

func openQuote(t *testing.T, w *Wizard, i int) {
	t.Helper()
	var rows []*quoteRow
	walkShown(w.body, func(o fyne.CanvasObject) {
		if r, ok := o.(*quoteRow); ok {
			rows = append(rows, r)
		}
	})
	test.Tap(rows[i])
}

// typeInto replaces what a field of the open form says, as a person would.
func typeQuote(t *testing.T, w *Wizard, field, words string) {
	t.Helper()
	in := billingOf(w).form.inputs[field]
	if in == nil {
		t.Fatalf("the form has no field %s", field)
	}
	in.Focus()
	in.Entry.SetText("")
	test.Type(in.Entry, words)
}

// openAll opens all folded groups of a form.
func openAll(f *quoteForm) {
	for _, g := range f.groups {
		g.fold.SetOpen(true)
	}
	for _, inside := range f.inside {
		inside.SetOpen(true)
	}
	f.resized()
}

func billingOf(w *Wizard) *billingStep { return w.steps[decision.StepBilling].(*billingStep) }

// listener keeps what the screen asks a session for.
type quoteListener struct {
	*fake
	window   fyne.Window
	put      []billing.Quote
	together [][]billing.Quote
	deleted  []string
	copied   []string
}

func (l *quoteListener) PutQuotes(all []billing.Quote) {
	l.together = append(l.together, all)
	l.fake.PutQuotes(all)
}

func (l *quoteListener) PutQuote(q billing.Quote) { l.put = append(l.put, q); l.fake.PutQuote(q) }
func (l *quoteListener) DeleteQuote(id string) {
	l.deleted = append(l.deleted, id)
	l.fake.DeleteQuote(id)
}
func (l *quoteListener) DuplicateQuote(id string) {
	l.copied = append(l.copied, id)
	l.fake.DuplicateQuote(id)
}

func showBilling(t *testing.T, f *fake, lang text.Language) (*Wizard, *quoteListener, *text.Printer) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	window := app.NewWindow("")
	l := &quoteListener{fake: f, window: window}
	p := text.New(lang)
	w := New(p, window, l, shelf{f})
	f.changed = w.Refresh
	window.SetContent(w.Content())
	window.Resize(fyne.NewSize(936, 700))
	w.Show(decision.StepBilling)
	return w, l, p
}

func inBothLanguages(t *testing.T, check func(t *testing.T, lang text.Language)) {
	for _, lang := range text.Languages {
		t.Run(string(lang), func(t *testing.T) { check(t, lang) })
	}
}

func TestAQuoteIsTypedAndKept(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := worked()
		f.records = decision.Records{}
		w, l, p := showBilling(t, f, lang)
		if !strings.Contains(wordsOf(w), p.T("billing.empty.body")) {
			t.Error("the empty place does not say what goes here")
		}
		tapWord(t, w, p.T("billing.add"))
		typeQuote(t, w, "platform", "小黑屋")
		typeQuote(t, w, "card", "A100 80GB")
		typeQuote(t, w, "rate.amount", "１２．５")
		typeQuote(t, w, "facts.billing_granularity_seconds", "60")
		typeQuote(t, w, "facts.data_disk_price", "¥0.3")
		typeQuote(t, w, "facts.data_disk_free_gb", "0")
		typeQuote(t, w, "facts.share_charged_after_stop", "50%")
		typeQuote(t, w, "source", "客服")
		typeQuote(t, w, "seen", "2026年11月20日")
		tapWord(t, w, p.T("billing.form.save"))
		if len(l.put) != 1 {
			t.Fatalf("%d quotes were kept; the screen says\n%s", len(l.put), wordsOf(w))
		}
		q := l.put[0]
		day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
		if q.PlatformName != "小黑屋" || q.Card != "A100 80GB" || q.DecisionID != "d" || q.Source != "客服" || !q.Seen.Equal(day) {
			t.Errorf("kept %+v", q)
		}
		if !q.Rate.Amount.Equal(money.Of("12.5", "CNY")) || q.Rate.Per != billing.PerHour || q.Rate.Scope != billing.PerCard ||
			q.Rate.Cards != 1 || !q.Rate.Slice.Equal(dec("1")) || q.Rate.Month != billing.Month || q.Mode != billing.OnDemand {
			t.Errorf("rate %+v", q.Rate)
		}
		want := map[billing.Key]billing.Figure{
			billing.Granularity: {Value: dec("60")}, billing.DataDiskPrice: {Value: dec("0.3"), Per: billing.PerDay},
			billing.DataDiskFree: {Value: dec("0")}, billing.AfterStopShare: {Value: dec("0.5")},
		}
		if len(q.Facts) != len(want) {
			t.Errorf("facts %+v", q.Facts)
		}
		for key, figure := range want {
			claims := q.Facts[key].Claims
			if len(claims) != 1 || claims[0].Value != figure || !claims[0].Own || claims[0].Source != "客服" || !claims[0].Seen.Equal(day) {
				t.Errorf("%s: %+v", key, claims)
			}
		}
		if !strings.Contains(wordsOf(w), p.T("billing.head.job")) {
			t.Error("the ledger did not come back")
		}
	})
}

func TestWrongQuotesAreToldAndNothingIsLost(t *testing.T) {
	forty := strings.Repeat("1234567890", 4)
	cases := []struct{ field, typed, rule string }{
		{"platform", "  ", "name.empty"},
		{"rate.amount", "abc", "number.malformed"},
		{"rate.amount", "", "number.empty"},
		{"rate.amount", "-1", "number.negative"},
		{"rate.amount", "1e99", "number.malformed"},
		{"rate.amount", "1e-30", "number.malformed"},
		{"rate.amount", forty, "number.too_large"},
		{"rate.amount", "0." + forty, "number.too_many_digits"},
		{"rate.amount", "$12", "currency.mismatch"},
		{"currency", "元宝", "currency.unknown"},
		{"rate.cards", "0", "number.out_of_range"},
		{"rate.cards", "1.5", "number.not_whole"},
		{"rate.slice", "2", "slice.out_of_range"},
		{"facts.billing_granularity_seconds", "0", "number.not_positive"},
		{"facts.data_disk_price", "-0.1", "number.negative"},
		{"facts.data_disk_price", "免费", "number.malformed"},
		{"facts.share_charged_after_stop", "120", "share.out_of_range"},
		{"seen", "昨天", "date.malformed"},
	}
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, l, p := showBilling(t, worked(), lang)
		for _, c := range cases {
			tapWord(t, w, p.T("billing.add"))
			form := billingOf(w).form
			typeQuote(t, w, "platform", "P")
			typeQuote(t, w, "rate.amount", "3")
			typeQuote(t, w, "card", "A100 80GB")
			typeQuote(t, w, c.field, c.typed)
			form.submit()
			if len(l.put) > 0 {
				t.Fatalf("%s %q was kept", c.field, c.typed)
			}
			_, wrong := form.draft.quote()
			sentence := p.Problem(wrong[c.field])
			if sentence == "" || strings.Contains(sentence, "⟦") || !strings.Contains(wordsOf(w), sentence) {
				t.Errorf("%s %q: %q is not said in\n%s", c.field, c.typed, sentence, wordsOf(w))
			}
			if err := wrong[c.field]; err == nil || !strings.HasPrefix(err.Error(), c.rule) {
				t.Errorf("%s %q: %v, want %s", c.field, c.typed, err, c.rule)
			}
			if form.inputs[c.field].Entry.Text != c.typed || form.inputs["card"].Entry.Text != "A100 80GB" {
				t.Error("what was typed is gone")
			}
			tapWord(t, w, p.T("billing.form.cancel"))
		}
	})
}

func TestChoosingAPlatformBringsItsFacts(t *testing.T) {
	w, l, p := showBilling(t, worked(), text.Chinese)
	tapWord(t, w, p.T("billing.add"))
	form := billingOf(w).form
	typeQuote(t, w, "platform", "AutoDL")
	if got := form.inputs["facts.data_disk_price"].Entry.PlaceHolder; got != "¥0.0066/GB/天" {
		t.Errorf("the field shows %q of the known price", got)
	}
	form.unfold("facts.data_disk_price")
	if !strings.Contains(wordsOf(w), "console text") {
		t.Error("the source of the known price is not shown")
	}
	typeQuote(t, w, "rate.amount", "1.98")
	typeQuote(t, w, "facts.data_disk_free_gb", "20")
	form.submit()
	q := l.put[0]
	if q.Platform != "autodl" || q.Category != string(hardware.Container) {
		t.Errorf("platform %q, category %q", q.Platform, q.Category)
	}
	claims := q.Facts[billing.DataDiskFree].Claims
	if len(claims) != 2 || claims[0].Own || !claims[1].Own || !claims[1].Value.Value.Equal(dec("20")) {
		t.Errorf("the own figure does not lie over the known one: %+v", claims)
	}

	// The own figure is taken back: the known one stands again.
	billingOf(w).change(q)
	typeQuote(t, w, "facts.data_disk_free_gb", "")
	billingOf(w).form.submit()
	back := l.put[1].Facts
	if f := back[billing.DataDiskFree]; len(f.Claims) != 1 || f.Claims[0].Own || f.Claims[0].Confidence != fact.ConsoleText {
		t.Errorf("after clearing: %+v", f.Claims)
	}
	if f := back[billing.DataDiskPrice]; len(f.Claims) != 1 || f.Claims[0].Source != "console text" {
		t.Errorf("editing lost what was known: %+v", f.Claims)
	}

	// Prices in yuan say nothing about a quote in dollars.
	billingOf(w).change(l.put[1])
	typeQuote(t, w, "currency", "usd")
	billingOf(w).form.submit()
	dollars := l.put[2]
	if _, kept := dollars.Facts[billing.DataDiskPrice]; kept || dollars.Rate.Amount.Currency != "USD" {
		t.Errorf("a price in yuan was kept as %s", dollars.Rate.Amount.Currency)
	}
	if _, kept := dollars.Facts[billing.DataDiskFree]; !kept {
		t.Error("a size was dropped with the currency")
	}
}

func TestUnchangedFiguresKeepTheirSource(t *testing.T) {
	q := worked().records.Quotes[0]
	asked := q.Facts[billing.BandwidthPrice].Claims[0]
	asked.Source, asked.Seen = "asked support", asked.Seen.AddDate(0, 0, 3)
	q.Facts[billing.BandwidthPrice] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{asked}}
	d := draftOf(q, q.PlatformName)
	d.text["source"] = "new page"
	got, wrong := d.quote()
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	if c := got.Facts[billing.BandwidthPrice].Claims[0]; c != asked {
		t.Errorf("an answer of support became %+v", c)
	}
	if c := got.Facts[billing.DataDiskPrice].Claims[0]; c.Source != "new page" {
		t.Errorf("a figure of the price page kept %q", c.Source)
	}
}

func TestTheFormListensToTheKeyboard(t *testing.T) {
	w, l, p := showBilling(t, worked(), text.Chinese)
	tapWord(t, w, p.T("billing.add"))
	typeQuote(t, w, "rate.amount", "2")
	typeQuote(t, w, "platform", "P")
	key := func(name fyne.KeyName) { w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: name}) }
	w.Show(decision.StepTask)
	w.Show(decision.StepBilling)
	if got := billingOf(w).form.inputs["rate.amount"].Entry.Text; got != "2" {
		t.Errorf("after looking at another step the price is %q", got)
	}
	billingOf(w).form.begin()
	key(fyne.KeyReturn)
	if len(l.put) != 1 {
		t.Fatal("Enter did not save")
	}
	tapWord(t, w, p.T("billing.add"))
	key(fyne.KeyEscape)
	if billingOf(w).form != nil || len(l.put) != 1 {
		t.Error("Escape did not close the form")
	}
	row := billingOf(w).rows["2"]
	w.window.Canvas().Focus(row)
	key(fyne.KeyReturn)
	if !strings.Contains(wordsOf(w), p.T("billing.lines")) || w.window.Canvas().Focused() != row {
		t.Error("Enter did not open the row, or the row lost the keyboard")
	}
}

package wizard

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/views/text"
)

func ymd(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }

// fullRules are quotes that together use every rule there is.
func fullRules() []billing.Quote {
	cached := dec("0.2")
	metered := billing.Rules{
		Settles: billing.EachHour, MinimumPerRow: true, Starts: billing.StartsAtOrder, Requested: true, Days: billing.DaysTouched, CalendarMonths: true, WipesOnStop: true,
		Series:  []billing.PriceStep{{After: billing.Day, Amount: dec("9")}, {After: 100_001, Amount: dec("8.5")}},
		ByCards: []billing.CardPrice{{Cards: 8, Amount: dec("64")}},
		Caps:    []billing.Cap{{Per: billing.PerDay, Amount: dec("60")}, {Per: billing.PerMonth, Amount: dec("900")}},
		Meters:  []billing.Meter{{Name: "VM", Amount: dec("0.4"), Per: billing.PerHour, While: billing.WhileRunning, Count: dec("2")}, {Name: "fee", Amount: dec("1"), While: billing.Once}},
		Tiers:   []billing.Tier{{Item: billing.TierTraffic, From: dec("1000"), Price: dec("0.3")}}, Shared: []billing.SharedFree{{Items: []billing.Item{billing.Image, billing.DataDisk}, GB: dec("50")}},
		Reclaim: billing.Reclaim{Notice: 30, Protection: billing.Hour}, Reduced: true,
		Discounts: []billing.Reduction{{Name: "student", Kind: billing.Percent, Value: dec("20"), Most: dec("100"), Threshold: dec("10"), Modes: []billing.Mode{billing.Spot, billing.OnDemand},
			Cards: []string{"A100 80GB", "RTX 4090 24GB"}, Lines: []billing.Kind{billing.Useful, billing.Storage}, NotGPU: true, ListPrice: true, Alone: true, Expires: ymd(2026, 12, 31)},
			{Name: "gift", Kind: billing.Credit, Value: dec("15")}},
		TopUp: &billing.TopUp{Pay: dec("500"), Bonus: dec("200"), BonusFirst: true, Refundable: true, UsedUp: true}, TaxOnTop: dec("6"),
		From: ymd(2026, 11, 1), Until: ymd(2026, 11, 30),
	}
	with := func(mode billing.Mode, r billing.Rules) billing.Quote {
		q := billing.Quote{ID: "q", DecisionID: "d", PlatformName: "P", Category: "container", Card: "A100 80GB", Mode: mode, Tier: "secure",
			Rate: billing.NewRate(money.Of("12", "USD"), billing.PerHour), Rounding: billing.Rounding{Mode: billing.RoundUp, Unit: dec("0.01")}, Rules: r, Facts: billing.Facts{},
			Exchange: money.Exchange{From: "USD", To: "CNY", Rate: dec("7.1"), On: time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC), Source: "bank"},
			Source:   "page", Seen: ymd(2026, 11, 20)}
		q.Rate.Month = 730 * billing.Hour
		return q
	}
	byToken := with(billing.PerToken, billing.Rules{Tokens: &billing.TokenPrice{In: dec("1"), Out: dec("4"), Cached: &cached}})
	byToken.Rate = billing.NewRate(money.Zero("USD"), billing.PerHour)
	return []billing.Quote{with(billing.Spot, metered), byToken,
		with(billing.Prepaid, billing.Rules{Refund: billing.VoucherRefund, Pack: &billing.Pack{Units: dec("1000"), PerHour: dec("12.5"), ValidDays: 180}}),
		with(billing.Hosted, billing.Rules{Packages: []billing.Package{{Amount: dec("1500"), Per: billing.PerMonth, Count: 3}}, Refund: billing.CashRefund, Purchase: &billing.Purchase{Amount: dec("16000"), Resale: dec("4000"), Months: 36}})}
}

var sameDecimals = cmp.Comparer(func(a, b decimal.Decimal) bool { return a.Equal(b) })

// unset lists the fields that are zero in all of some values.
func unset(path string, all []reflect.Value, found *[]string) {
	var given []reflect.Value
	for _, v := range all {
		for v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
		if v.Kind() == reflect.Slice {
			for i := range v.Len() {
				given = append(given, v.Index(i))
			}
		} else if !v.IsZero() {
			given = append(given, v)
		}
	}
	if len(given) == 0 {
		*found = append(*found, path)
		return
	}
	t := given[0].Type()
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[decimal.Decimal]() || t == reflect.TypeFor[time.Time]() {
		return
	}
	for i := range t.NumField() {
		var inside []reflect.Value
		for _, v := range given {
			inside = append(inside, v.Field(i))
		}
		unset(path+"."+t.Field(i).Name, inside, found)
	}
}

func TestEveryRuleSurvivesItsForm(t *testing.T) {
	quotes := fullRules()
	var all []reflect.Value
	for _, q := range quotes {
		all = append(all, reflect.ValueOf(q.Rules))
	}
	var missing []string
	if unset("Rules", all, &missing); len(missing) > 0 {
		t.Fatalf("no quote of the test has %v", missing)
	}
	for _, q := range quotes {
		if found := q.Check(); len(found) > 0 {
			t.Fatal(found)
		}
		f := worked()
		f.records.Quotes = append(f.records.Quotes, q)
		w, _, _ := showBilling(t, f, text.Chinese)
		billingOf(w).change(q)
		typeQuote(t, w, "note", "x")
		w, l, _ := showBilling(t, f, text.English) // and the end of the program
		billingOf(w).form.submit()
		if len(l.put) != 1 {
			t.Fatalf("%s was not saved:\n%s", q.Mode, wordsOf(w))
		}
		q.Note = "x"
		if diff := cmp.Diff(q, l.put[0], sameDecimals); diff != "" {
			t.Errorf("%s: %s", q.Mode, diff)
		}
	}
}

// addRow presses the button under a list of the open form.
func addRow(t *testing.T, w *Wizard, p *text.Printer, list string) {
	t.Helper()
	form := billingOf(w).form
	form.unfold(list)
	pressOn(t, form.lists[list].rows.Box, p.T("billing.form.add_row"), 0)
}

// pickIn chooses in a field of the open form that is no text.
func pickIn(t *testing.T, w *Wizard, field, option string) {
	t.Helper()
	f := billingOf(w).form.fields[field]
	if f == nil {
		t.Fatalf("the form has no field %s", field)
	}
	k := f.(interface{ Pick(string) bool })
	if !k.Pick(option) {
		t.Fatalf("%s has no choice %q", field, option)
	}
}

func tickIn(w *Wizard, fields ...string) {
	for _, field := range fields {
		billingOf(w).form.fields[field].(interface{ Set(bool) }).Set(true)
	}
}

func TestAQuoteOfManyRulesIsTypedIn(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, l, p := showBilling(t, worked(), lang)
		tapWord(t, w, p.T("billing.add"))
		typeQuote(t, w, "platform", "小黑屋")
		typeQuote(t, w, "rate.amount", "2")
		typeQuote(t, w, "currency", "usd")
		openAll(billingOf(w).form)
		pickIn(t, w, "settles", p.Label("settles_hour"))
		pickQuote(t, w, p.T("field.row_rounding.mode"), p.T("billing.round.up"))
		typeQuote(t, w, "row_rounding.unit", "０．０１")
		pickQuote(t, w, p.T("billing.form.month"), p.T("billing.form.month.730"))
		tickIn(w, "minimum_per_row", "stop_wipes_data", "price_is_reduced")
		typeQuote(t, w, "tier", " 社区版 ")
		typeQuote(t, w, "valid_until", "2026/11")
		addRow(t, w, p, listCaps)
		typeQuote(t, w, "caps[0].amount", "$30")
		addRow(t, w, p, listSeries)
		typeQuote(t, w, "price_series[0].after_seconds", "24")
		typeQuote(t, w, "price_series[0].amount", "1。5")
		addRow(t, w, p, listCards)
		addRow(t, w, p, listCards) // and left empty
		typeQuote(t, w, "prices_by_cards[0].cards", "8")
		typeQuote(t, w, "prices_by_cards[0].amount", "15")
		addRow(t, w, p, listMeters)
		typeQuote(t, w, "meters[0].name", "VM")
		typeQuote(t, w, "meters[0].amount", "0.1")
		addRow(t, w, p, listTiers)
		typeQuote(t, w, "tiers[0].from_gb", "1,000")
		typeQuote(t, w, "tiers[0].price", "0.1")
		addRow(t, w, p, listDiscounts)
		typeQuote(t, w, "discounts[0].name", "学生")
		typeQuote(t, w, "discounts[0].value", "２０％")
		typeQuote(t, w, "discounts[0].cards", "4090，A100 80GB")
		tickIn(w, "discounts[0].list_price_only", "top_up.bonus_first")
		typeQuote(t, w, "top_up.pay", "50")
		typeQuote(t, w, "top_up.bonus", "20")
		typeQuote(t, w, "tax_percent_on_top", "6")
		typeQuote(t, w, "exchange.rate", "7.1")
		typeQuote(t, w, "exchange.on", "2026/11/20")
		pickIn(t, w, "facts."+string(billing.ExtraRows), p.Term("yes"))
		pickQuote(t, w, p.T("field.mode"), p.Label(string(billing.Spot)))
		typeQuote(t, w, "facts.interruptions_per_hour", "0.15")
		typeQuote(t, w, "facts.fixed_ip_price", "0.02")
		typeQuote(t, w, "reclaim.notice_seconds", "2")
		tapWord(t, w, p.T("billing.form.save"))
		if len(l.put) != 1 {
			t.Fatalf("nothing was kept:\n%s", wordsOf(w))
		}
		q := l.put[0]
		want := billing.Rules{Settles: billing.EachHour, MinimumPerRow: true, WipesOnStop: true, Reduced: true, Until: ymd(2026, 11, 30),
			Caps: []billing.Cap{{Per: billing.PerDay, Amount: dec("30")}}, Series: []billing.PriceStep{{After: billing.Day, Amount: dec("1.5")}},
			ByCards: []billing.CardPrice{{Cards: 8, Amount: dec("15")}}, Meters: []billing.Meter{{Name: "VM", Amount: dec("0.1"), Per: billing.PerHour, While: billing.WhileRunning}},
			Tiers:     []billing.Tier{{Item: billing.FileStorage, From: dec("1000"), Price: dec("0.1")}},
			Discounts: []billing.Reduction{{Name: "学生", Kind: billing.Percent, Value: dec("20"), Cards: []string{"RTX 4090 24GB", "A100 80GB"}, ListPrice: true}},
			TopUp:     &billing.TopUp{Pay: dec("50"), Bonus: dec("20"), BonusFirst: true}, TaxOnTop: dec("6"), Reclaim: billing.Reclaim{Notice: 120}}
		if diff := cmp.Diff(want, q.Rules, sameDecimals); diff != "" {
			t.Error(diff)
		}
		if q.Tier != "社区版" || q.Rate.Month != 730*billing.Hour || q.Rounding.Mode != billing.RoundUp {
			t.Errorf("kept %+v", q)
		}
		if x := q.Exchange; x.From != "USD" || x.To != "CNY" || !x.Rate.Equal(dec("7.1")) || !x.On.Equal(ymd(2026, 11, 20)) {
			t.Errorf("rate of exchange %+v", x)
		}
		for key, figure := range map[billing.Key]billing.Figure{billing.ExtraRows: {Value: dec("1")}, billing.InterruptionRate: {Value: dec("0.15")}, billing.FixedIPPrice: {Value: dec("0.02"), Per: billing.PerDay}} {
			if c := q.Facts[key].Claims; len(c) != 1 || c[0].Value != figure {
				t.Errorf("%s: %+v", key, c)
			}
		}
	})
	noMissingText(t)
}

func TestTokensAreAskedForAlone(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, l, p := showBilling(t, worked(), lang)
		tapWord(t, w, p.T("billing.add"))
		typeQuote(t, w, "platform", "P")
		readsNot(t, w.body, p.T("field.tokens.in"))
		pickQuote(t, w, p.T("field.mode"), p.Label(string(billing.PerToken)))
		for _, asked := range []string{"field.rate.amount", "field.rate.scope", "field.rate.cards"} {
			if slices.Contains(strings.Split(wordsOn(w.body), "\n"), p.T(asked)) {
				t.Errorf("%q is asked for", p.T(asked))
			}
		}
		form := billingOf(w).form
		form.submit()
		if len(l.put) > 0 || !strings.Contains(wordsOf(w), p.T("problem.number.empty")) {
			t.Fatalf("token prices are not missed:\n%s", wordsOf(w))
		}
		typeQuote(t, w, "tokens.in", "￥1")
		typeQuote(t, w, "tokens.out", "4")
		form.submit()
		if len(l.put) != 1 || l.put[0].Rules.Tokens == nil || l.put[0].Rules.Tokens.Cached != nil || !l.put[0].Rules.Tokens.Out.Equal(dec("4")) {
			t.Fatalf("kept %+v\n%s", l.put, wordsOf(w))
		}
	})
}

func TestWrongRulesAreToldWhereTheyStand(t *testing.T) {
	row := func(list string) func(*testing.T, *Wizard, *text.Printer) {
		return func(t *testing.T, w *Wizard, p *text.Printer) { addRow(t, w, p, list) }
	}
	mode := func(m billing.Mode) func(*testing.T, *Wizard, *text.Printer) {
		return func(t *testing.T, w *Wizard, p *text.Printer) {
			pickQuote(t, w, p.T("field.mode"), p.Label(string(m)))
		}
	}
	cases := []struct {
		before             func(*testing.T, *Wizard, *text.Printer)
		typed, field, rule string
		also               string // "field=text" that is right
	}{
		{row(listPackages), "-1", "packages[0].amount", "number.negative", ""},
		{row(listPackages), "1.5", "packages[0].count", "number.not_whole", "packages[0].amount=1"},
		{row(listDiscounts), "120", "discounts[0].value", "number.out_of_range", "discounts[0].name=x"},
		{row(listDiscounts), "明年", "discounts[0].expires", "date.malformed", "discounts[0].name=x"},
		{row(listSeries), "0", "price_series[0].after_seconds", "series.order", "price_series[0].amount=2"},
		{row(listCards), "0", "prices_by_cards[0].cards", "number.out_of_range", "prices_by_cards[0].amount=2"},
		{row(listShared), "50", "shared_free[0].items", "shared.two", "shared_free[0].gb=50"},
		{row(listMeters), " ", "meters[0].name", "name.empty", "meters[0].amount=2"},
		{nil, "2026-10-01", "valid_until", "date.order", "valid_from=2026-11-01"},
		{nil, "101", "tax_percent_on_top", "number.out_of_range", ""},
		{nil, "0", "top_up.pay", "number.not_positive", ""},
		{nil, "0", "exchange.rate", "number.not_positive", "currency=USD"},
		{nil, "x", "exchange.on", "date.malformed", "exchange.rate=7"},
		{nil, "2", "facts.boot_billed", "", ""}, // 2 % is right
		{mode(billing.Hosted), "0", "purchase.months", "number.out_of_range", "purchase.amount=10"},
		{mode(billing.Hosted), "20", "purchase.resale", "purchase.resale", "purchase.amount=10"},
		{mode(billing.Prepaid), "0", "pack.units", "number.not_positive", "pack.units_per_hour=1"},
		{mode(billing.Spot), "-1", "reclaim.protection_seconds", "number.negative", ""},
		{mode(billing.Spot), "9999", "facts.interruptions_per_hour", "number.too_large", ""},
	}
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		for _, c := range cases {
			w, l, p := showBilling(t, worked(), lang)
			tapWord(t, w, p.T("billing.add"))
			typeQuote(t, w, "platform", "P")
			typeQuote(t, w, "rate.amount", "3")
			if strings.HasPrefix(c.field, "exchange") {
				typeQuote(t, w, "currency", "USD")
			}
			if c.before != nil {
				c.before(t, w, p)
			}
			if field, right, ok := strings.Cut(c.also, "="); ok {
				typeQuote(t, w, field, right)
			}
			form := billingOf(w).form
			if in := form.inputs[c.field]; in != nil {
				typeQuote(t, w, c.field, c.typed)
			}
			form.submit()
			if c.rule == "" {
				if len(l.put) != 1 {
					t.Errorf("%s %q was not kept", c.field, c.typed)
				}
				continue
			}
			_, wrong := form.draft.quote()
			sentence := p.Problem(wrong[c.field])
			if len(l.put) > 0 || sentence == "" || !strings.HasPrefix(wrong[c.field].Error(), c.rule) || !strings.Contains(wordsOf(w), sentence) {
				t.Errorf("%s %q: %v; the screen says\n%s", c.field, c.typed, wrong, wordsOf(w))
			}
			if in := form.inputs[c.field]; in != nil && in.Entry.Text != c.typed {
				t.Errorf("%s: what was typed is gone", c.field)
			}
		}
	})
	noMissingText(t)
}

func TestARemovedRowComesBack(t *testing.T) {
	f := worked()
	w, _, p := showBilling(t, f, text.Chinese)
	tapWord(t, w, p.T("billing.add"))
	typeQuote(t, w, "platform", "P")
	typeQuote(t, w, "rate.amount", "3")
	for i, amount := range []string{"10", "二十", "30"} {
		addRow(t, w, p, listPackages)
		typeQuote(t, w, "packages["+string(rune('0'+i))+"].amount", amount)
	}
	form := billingOf(w).form
	pressOn(t, form.lists[listPackages].rows.Box, "", 0)
	if got := form.inputs["packages[0].amount"].Entry.Text; got != "二十" || form.inputs["packages[2].amount"] != nil {
		t.Fatalf("after the first row was removed the first says %q", got)
	}
	w, l, p := showBilling(t, f, text.English) // the program was closed in between
	form = billingOf(w).form
	form.unfold(listPackages)
	pressOn(t, form.lists[listPackages].rows.Box, p.T("billing.form.row_back"), 0)
	for i, want := range []string{"10", "二十", "30"} {
		if got := form.inputs["packages["+string(rune('0'+i))+"].amount"].Entry.Text; got != want {
			t.Errorf("row %d says %q, not %q", i+1, got, want)
		}
	}
	typeQuote(t, w, "packages[1].amount", "20")
	form.submit()
	if len(l.put) != 1 || len(l.put[0].Rules.Packages) != 3 || !l.put[0].Rules.Packages[0].Amount.Equal(dec("10")) {
		t.Fatalf("kept %+v", l.put)
	}
}

func TestAFoldedGroupSaysWhatIsSetInIt(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, _, p := showBilling(t, worked(), lang)
		tapWord(t, w, p.T("billing.add"))
		reads(t, w.body, p.Label("settles_stop"))
		openAll(billingOf(w).form)
		pickIn(t, w, "settles", p.Label("settles_hour"))
		typeQuote(t, w, "top_up.pay", "500")
		typeQuote(t, w, "top_up.bonus", "200")
		reads(t, w.body, p.T("billing.sum.top_up", "a", "500", "b", "200"))
		readsNot(t, w.body, p.T("billing.group.exchange"))
		typeQuote(t, w, "currency", "EUR")
		typeQuote(t, w, "exchange.rate", "8.2")
		reads(t, w.body, "1 EUR = 8.2 CNY")
	})
}

// TestTheKeyboardReachesTheWholeForm goes from field to field with the tab key.
func TestTheKeyboardReachesTheWholeForm(t *testing.T) {
	w, _, p := showBilling(t, worked(), text.Chinese)
	tapWord(t, w, p.T("billing.add"))
	pickQuote(t, w, p.T("field.mode"), p.Label(string(billing.Spot)))
	for _, list := range []string{listPackages, listCaps, listSeries, listCards, listShared, listTiers, listMeters, listDiscounts} {
		addRow(t, w, p, list)
	}
	form := billingOf(w).form
	openAll(form)
	reached := map[fyne.Focusable]bool{}
	c := w.window.Canvas()
	form.begin()
	for !reached[c.Focused()] {
		reached[c.Focused()] = true
		c.FocusNext()
	}
	for name, f := range form.fields {
		shown := true
		if in := form.inputs[name]; in != nil {
			shown = in.Box.Visible() && onScreen(w, in.Entry)
		}
		if !shown {
			continue
		}
		f.Focus()
		if on := c.Focused(); on == nil || (!reached[on] && name != "facts."+string(billing.ExtraRows)) {
			t.Errorf("the keyboard does not reach %s", name)
		}
	}
}

func onScreen(w *Wizard, o fyne.CanvasObject) bool {
	found := false
	walkShown(w.body, func(seen fyne.CanvasObject) {
		if e, ok := seen.(interface{ CreateRenderer() fyne.WidgetRenderer }); ok && any(e) == any(o) {
			found = true
		}
	})
	return found
}

func TestUnknownRulesOfOlderFormsAreNoLoss(t *testing.T) {
	// A form that an older version kept has no lists: those of the quote stand.
	f := worked()
	q := fullRules()[0]
	f.records.Quotes = append(f.records.Quotes, q)
	kept, _ := json.Marshal(map[string]any{"quote": q.ID, "text": map[string]string{"rate.amount": "11"}, "mode": q.Mode, "per": q.Rate.Per, "scope": q.Rate.Scope, "row_rounding": q.Rounding.Mode})
	f.KeepForm("quote.d", string(kept))
	w, l, _ := showBilling(t, f, text.Chinese)
	billingOf(w).form.submit()
	if len(l.put) != 1 || len(l.put[0].Rules.Discounts) != 2 || !l.put[0].Rate.Amount.Value.Equal(dec("11")) {
		t.Errorf("kept %+v", l.put)
	}
}

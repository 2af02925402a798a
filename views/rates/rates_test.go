package rates

import (
	"errors"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/money"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// fake keeps rates in memory.
type fake struct {
	rates []money.Exchange
	fails error
}

func (f *fake) Rates() []money.Exchange { return slices.Clone(f.rates) }
func (f *fake) PutRate(x money.Exchange) error {
	if f.fails != nil {
		return f.fails
	}
	f.RemoveRate(x.From, x.To)
	f.rates = append(f.rates, x)
	return nil
}
func (f *fake) RemoveRate(from, to money.Currency) {
	f.rates = slices.DeleteFunc(f.rates, func(x money.Exchange) bool { return x.From == from && x.To == to })
}
func (f *fake) Now() time.Time {
	return time.Date(2026, 11, 28, 23, 0, 0, 0, time.FixedZone("", 8*3600))
}

func show(t *testing.T, lang text.Language, f *fake) (*text.Printer, fyne.Window) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	window := app.NewWindow("")
	p := text.New(lang)
	window.SetContent(NewList(p, f).Box)
	window.Resize(fyne.NewSize(560, 700))
	return p, window
}

func TestRatesAreTypedChangedAndRemoved(t *testing.T) {
	for _, lang := range text.Languages {
		f := &fake{}
		p, window := show(t, lang, f)
		fill := func(field, words string) { hand.Type(t, window, p.T("rates."+field), words) }
		save := func() { hand.Press(t, window, p.T("rates.keep")) }
		hand.See(t, window, p.T("rates.none"))

		save()
		if len(f.rates) > 0 {
			t.Fatalf("%s: an empty form was kept", lang)
		}
		fill("from", "ｕsd")
		fill("rate", "７.10")
		fill("to", "cny")
		fill("source", "  中国银行 ")
		save()
		if len(f.rates) != 1 || f.rates[0].From != "USD" || f.rates[0].Rate.String() != "7.1" || f.rates[0].To != "CNY" || f.rates[0].On.Format(time.DateOnly) != "2026-11-28" || f.rates[0].Source != "中国银行" {
			t.Fatalf("%s: kept %+v", lang, f.rates)
		}
		hand.See(t, window, "1 USD = 7.1 CNY")
		hand.NotSee(t, window, p.T("rates.none"))

		hand.Press(t, window, p.T("rates.edit"))
		fill("from", "VND") // any currency there is
		fill("rate", "0.00027")
		fill("on", "2026-11-01")
		save()
		if len(f.rates) != 1 || f.rates[0].From != "VND" || f.rates[0].On.Day() != 1 {
			t.Errorf("%s: after changing %+v", lang, f.rates)
		}
		hand.Press(t, window, p.T("rates.remove"))
		if len(f.rates) != 0 {
			t.Errorf("%s: %+v is left", lang, f.rates)
		}
		save() // the form still has it, should it have been a slip
		if len(f.rates) != 1 || f.rates[0].From != "VND" {
			t.Errorf("%s: it does not come back", lang)
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestWhatIsNoRateIsSaidUnderItsField(t *testing.T) {
	now := (&fake{}).Now()
	good := typed{from: "USD", rate: "7.1", to: "CNY"}
	for field, spoil := range map[string]func(*typed){
		fieldFrom: func(t *typed) { t.from = "dollar" },
		fieldRate: func(t *typed) { t.rate = "0" },
		fieldTo:   func(t *typed) { t.to = "usd" },
		fieldOn:   func(t *typed) { t.on = "yesterday" },
	} {
		bad := good
		spoil(&bad)
		_, wrong := bad.read(now)
		for _, lang := range text.Languages {
			text.New(lang).Problem(wrong[field])
		}
		if wrong[field] == nil || len(wrong) != 1 {
			t.Errorf("%s: %v", field, wrong)
		}
	}
	f := &fake{fails: errors.New("the disk is full")}
	p, window := show(t, text.English, f)
	for field, words := range map[string]string{"from": "USD", "rate": "7", "to": "CNY"} {
		hand.Type(t, window, p.T("rates."+field), words)
	}
	hand.Press(t, window, p.T("rates.keep"))
	hand.See(t, window, p.Problem(f.fails))
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestARemovedRateIsPutBackOnTheSpot(t *testing.T) {
	for _, lang := range text.Languages {
		usd := money.Exchange{From: "USD", To: "CNY", Rate: decimal.MustParse("7.1"), On: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), Source: "中国银行"}
		eur := money.Exchange{From: "EUR", To: "CNY", Rate: decimal.MustParse("8.2"), On: usd.On}
		f := &fake{rates: []money.Exchange{usd, eur}}
		p, window := show(t, lang, f)
		gone := p.T("rates.removed", "rate", written(p, usd))
		hand.NotSee(t, window, p.T("rates.back"))
		hand.Press(t, window, p.T("rates.remove")) // the first one's
		hand.See(t, window, gone)
		if len(f.rates) != 1 || f.rates[0] != eur {
			t.Fatalf("%s: left %+v", lang, f.rates)
		}
		if on, ok := window.Canvas().Focused().(*widget.Button); !ok || on.Text != p.T("rates.back") {
			t.Errorf("%s: the keyboard is on %T", lang, window.Canvas().Focused())
		}
		hand.Press(t, window, p.T("rates.back"))
		if len(f.rates) != 2 || !slices.Contains(f.rates, usd) {
			t.Errorf("%s: put back %+v", lang, f.rates)
		}
		hand.NotSee(t, window, gone)
		hand.NotSee(t, window, p.T("rates.back"))

		f.rates = []money.Exchange{usd}
		p, window = show(t, lang, f)
		hand.Press(t, window, p.T("rates.remove"))
		hand.See(t, window, gone)
		hand.Type(t, window, p.T("rates.rate"), "7.3")
		hand.Press(t, window, p.T("rates.keep")) // another in its place
		hand.NotSee(t, window, gone)
		if len(f.rates) != 1 || f.rates[0].Rate.String() != "7.3" {
			t.Errorf("%s: kept %+v", lang, f.rates)
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

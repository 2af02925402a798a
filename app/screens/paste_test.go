package screens

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"github.com/govalues/decimal"

	"cardhour/model/decision"
	"cardhour/model/money"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// pastedLines is a text of every kind: what is read, guessed, asked, refused.
const pastedLines = `AutoDL RTX 4090 ￥1.98/时\n¥1500/月\n8卡 A100 64元/小时\n4090 $0.34/hr\n原价 3.5元/时 现价 2.2元/时 3090\nA100 80G 12-15元/小时\n流量 0.8元/GB\n客服电话 12345678`

// pasted is the window with the page of pasted prices open.
func pasted(t *testing.T, lang text.Language, variant theme.Variant, scale float32) *bench {
	t.Helper()
	b := build(t, lang, variant, scale)
	b.s.NewDecision()
	b.s.Flush()
	d, _ := b.s.Current()
	b.s.KeepForm("paste."+d.ID, `{"text":"`+pastedLines+`"}`)
	b.settle()
	b.Shell.Open(Decide)
	b.Wizard.Show(decision.StepBilling)
	return b
}

func TestThePageOfPastedPricesAndTheRatesClipNothing(t *testing.T) {
	for _, lang := range text.Languages {
		for _, scale := range []float32{1, 1.5, 2} {
			b := pasted(t, lang, theme.Light, scale)
			for name, open := range map[string]func(){
				"paste": func() { hand.Press(t, b.window, b.p.T("paste.add", "count", 5)) },
				"rates": func() {
					for _, c := range []money.Currency{"USD", "EUR"} {
						if err := b.s.PutRate(money.Exchange{From: c, To: "CNY", Rate: decimal.MustParse("7.1"), Source: "中国银行外汇牌价，现汇买入价"}); err != nil {
							t.Fatal(err)
						}
					}
					b.Shell.Open(Settings)
				},
			} {
				for _, size := range []fyne.Size{{Width: theme.MinimumWidth, Height: theme.MinimumHeight}, {Width: 1280, Height: 800}} {
					b.Shell.Open(Decide)
					b.resize(size.Width*scale, size.Height*scale)
					open()
					b.resize(size.Width*scale, size.Height*scale)
					where := fmt.Sprintf("%s, %s, text at %v, %v", name, lang, scale, size)
					if least := b.Shell.Content().MinSize(); least.Width > size.Width*scale {
						t.Errorf("%s: needs %v", where, least)
					}
					inspect(t, where, b.window.Canvas())
					scrolls(b.Shell.Content(), func(s *container.Scroll) {
						if need, has := s.Content.MinSize().Width, s.Size().Width; s.Direction == container.ScrollBoth && need > has {
							t.Errorf("%s: has to be scrolled to the side: %v wide, there are %v", where, need, has)
						}
					})
				}
			}
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestPastedPricesAreTakenBackAtOnce(t *testing.T) {
	for _, lang := range text.Languages {
		b := build(t, lang, theme.Light, 1)
		b.s.NewDecision()
		b.s.Flush()
		d, _ := b.s.Current()
		b.s.KeepForm("paste."+d.ID, `{"text":"AutoDL RTX 4090 ￥1.98/时\nAutoDL 3090 1.2元/时","rows":{"AutoDL RTX 4090 ￥1.98/时#0":{"sure":true},"AutoDL 3090 1.2元/时#0":{"sure":true}}}`)
		b.settle()
		b.Shell.Open(Decide)
		b.Wizard.Show(decision.StepBilling)
		hand.Press(t, b.window, b.p.T("paste.add", "count", 2))
		b.settle()
		if got := b.s.Records().Quotes; len(got) != 2 || got[0].Platform != "autodl" || len(got[0].Facts) == 0 {
			t.Fatalf("%s: %d quotes", lang, len(got))
		}
		hand.See(t, b.window, b.p.T("billing.note"))
		b.s.Undo()
		b.settle()
		if got := b.s.Records().Quotes; len(got) != 0 {
			t.Errorf("%s: %d quotes are left", lang, len(got))
		}
		hand.See(t, b.window, b.p.T("billing.empty.head"))
	}
}

func TestTheMenuLeadsToThePasteField(t *testing.T) {
	b := build(t, text.English, theme.Light, 1)
	b.Shell.Open(Settings)
	for _, menu := range b.window.MainMenu().Items {
		for _, item := range menu.Items {
			if item.Label == b.p.T("menu.paste_prices") {
				if item.Shortcut == nil {
					t.Error("no keys lead there")
				}
				item.Action()
			}
		}
	}
	b.settle() // there was no decision: it has to be made first
	hand.See(t, b.window, b.p.T("paste.title"))
}

package wizard

import (
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/views/text"
	"cardhour/views/theme"
)

func TestARowOpensWithItsCharges(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, l, p := showBilling(t, worked(), lang)
		if shown := wordsOf(w); !strings.Contains(shown, "¥125.00") || !strings.Contains(shown, "¥134.00") {
			t.Fatalf("the costs are not in\n%s", shown)
		}
		openQuote(t, w, 1)
		shown := wordsOf(w)
		for _, want := range []string{"¥96.00", "¥18.00", "¥20.00", p.T("billing.total"), "price page"} {
			if !strings.Contains(shown, want) {
				t.Errorf("no %q in\n%s", want, shown)
			}
		}
		tapWord(t, w, p.T("billing.duplicate"))
		if len(l.copied) != 1 || l.copied[0] != "1" {
			t.Errorf("copied %v", l.copied)
		}
		tapWord(t, w, p.T("billing.delete"))
		if len(l.deleted) != 1 || l.deleted[0] != "1" {
			t.Errorf("deleted %v", l.deleted)
		}
	})
}

func TestAnUnknownHasItsQuestion(t *testing.T) {
	w, _, p := showBilling(t, worked(), text.Chinese)
	openQuote(t, w, 2)
	shown := wordsOf(w)
	for _, want := range []string{p.T("ask.billing_granularity_seconds"), p.Label("traffic_out_price"), "暂不可比"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	tapWord(t, w, p.T("billing.copy"))
	if got := fyne.CurrentApp().Clipboard().Content(); !strings.HasPrefix(got, "请问") {
		t.Errorf("copied %q", got)
	}
}

func TestTouchedFactsFollowTheUsage(t *testing.T) {
	u := billing.Usage{Useful: billing.Hour, Sessions: 1, OutGB: dec("1")}
	got := touched(billing.Quote{Mode: billing.OnDemand}, &u)
	for key, want := range map[billing.Key]bool{
		billing.Granularity: true, billing.MinSeconds: true, billing.MinAmount: true, billing.TrafficOutPrice: true, billing.TrafficOutFree: true,
		billing.BandwidthPrice: true, billing.DataDiskPrice: false, billing.TrafficInPrice: false, billing.AfterStopShare: false,
	} {
		if got[key] != want {
			t.Errorf("%s: touched %v, want %v", key, got[key], want)
		}
	}
}

func TestDrawBilling(t *testing.T) {
	for _, lang := range text.Languages {
		for _, variant := range []theme.Variant{theme.Light, theme.Dark} {
			sizes := map[string]fyne.Size{"s": fyne.NewSize(936, 700)}
			if os.Getenv("CARDHOUR_DRAW") != "" {
				sizes["l"] = fyne.NewSize(1192, 800)
			}
			for name, size := range sizes {
				at := name + "-" + string(lang) + "-" + string(variant)
				w, window := show(t, worked(), lang, variant)
				window.Resize(size)
				w.Show(decision.StepBilling)
				draw(t, window, "list-"+at)
				openQuote(t, w, 1)
				draw(t, window, "open-"+at)
				openQuote(t, w, 1)
				openQuote(t, w, 2)
				w.scroll.ScrollToOffset(fyne.NewPos(0, 240))
				draw(t, window, "unknown-"+at)
				w.scroll.ScrollToOffset(fyne.NewPos(0, 720))
				draw(t, window, "assumed-"+at)
				billingOf(w).add()
				typeQuote(t, w, "platform", "AutoDL")
				w.Show(decision.StepTask)
				w.Show(decision.StepBilling)
				draw(t, window, "form-"+at)
				typeQuote(t, w, "rate.amount", "abc")
				typeQuote(t, w, "facts.data_disk_price", "-1")
				billingOf(w).form.submit()
				draw(t, window, "wrong-"+at)
				openAll(billingOf(w).form)
				billingOf(w).form.scroll.ScrollToOffset(fyne.NewPos(0, 700))
				draw(t, window, "folds-"+at)
				empty := worked()
				empty.records = decision.Records{}
				w, window = show(t, empty, lang, variant)
				window.Resize(size)
				w.Show(decision.StepBilling)
				draw(t, window, "empty-"+at)
			}
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

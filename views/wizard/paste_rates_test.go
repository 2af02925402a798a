package wizard

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardhour/views/text"
	"cardhour/views/widgets"
)

func TestTheQuestionForARateIsSeenBeforePricesAreAdded(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, l, p := showPaste(t, emptied(), lang, strings.Repeat("4090 $0.34/hr\n", 8)+"AutoDL 4090 ￥1.98/时")
		page := pastePageOf(w)
		at := func(o fyne.CanvasObject) float32 { return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y }
		question := p.T("exchange.lacking", "from", "USD", "to", "CNY")
		var asked *widgets.Label
		for _, label := range allOn[*widgets.Label](w.body) {
			if label.Text == "△ "+question {
				asked = label
			}
		}
		if asked == nil || at(asked) > at(page.rows[0].box) {
			t.Fatalf("the question does not stand above the prices:\n%s", wordsOn(w.body))
		}
		lack := p.T("paste.rates.lacking", "from", "USD", "to", "CNY")
		reads(t, w.body, lack)
		page.scroll.ScrollToBottom()
		if y := at(page.rates.said); y < at(page.scroll)+page.scroll.Size().Height-theme.Padding() || y > 700 {
			t.Errorf("the line over the button lies at %v", y)
		}
		draw(t, l.window, "paste-rates-end-"+string(lang))

		tapWord(t, w, p.T("paste.rates.type"))
		if y := at(asked); y < at(page.scroll)-60 || y > 650 {
			t.Errorf("the question lies at %v", y)
		}
		draw(t, l.window, "paste-rates-"+string(lang))
		typed, ok := l.window.Canvas().Focused().(interface{ TypedRune(rune) })
		if !ok {
			t.Fatalf("the keyboard is on %T", l.window.Canvas().Focused())
		}
		for _, r := range "7.1" {
			typed.TypedRune(r)
		}
		tapWord(t, w, p.T("rates.keep"))
		readsNot(t, w.body, question, lack)
	})
	noMissingText(t)
}

package screens

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// TestOpenedQuotesAreNotClipped walks the ledger of quotes with each row
// opened in turn, its comparison and its questions too.
func TestOpenedQuotesAreNotClipped(t *testing.T) {
	for _, lang := range text.Languages {
		for _, scale := range []float32{1, 2} {
			b := build(t, lang, theme.Light, scale)
			b.s.OpenExample()
			b.s.Flush()
			b.Shell.Refresh()
			b.Shell.Open(Decide)
			b.Wizard.Show(decision.StepBilling)
			w, h := theme.MinimumWidth*scale, theme.MinimumHeight*scale
			b.resize(w, h)
			var rows []fyne.Tappable
			onScreen(b.Wizard.Content(), func(o fyne.CanvasObject) {
				if fmt.Sprintf("%T", o) == "*wizard.quoteRow" {
					rows = append(rows, o.(fyne.Tappable))
				}
			})
			if len(rows) < 2 {
				t.Fatalf("only %d rows", len(rows))
			}
			press := func(words ...string) {
				for _, word := range words {
					var found *widget.Button
					onScreen(b.Wizard.Content(), func(o fyne.CanvasObject) {
						if button, ok := o.(*widget.Button); ok && button.Text == word && found == nil {
							found = button
						}
					})
					if found != nil {
						test.Tap(found)
					}
				}
			}
			for i, row := range rows {
				test.Tap(row)
				press(b.p.T("billing.compare.open"), b.p.T("billing.ends.ask"))
				b.resize(w, h)
				where := fmt.Sprintf("row %d, %s, text at %v", i, lang, scale)
				inspect(t, where, b.window.Canvas())
				scrolls(b.Shell.Content(), func(s *container.Scroll) {
					if need, has := s.Content.MinSize().Width, s.Size().Width; s.Direction == container.ScrollBoth && need > has {
						t.Errorf("%s: has to be scrolled to the side: %v wide, there are %v", where, need, has)
					}
				})
				test.Tap(row)
			}
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

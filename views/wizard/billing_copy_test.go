package wizard

import (
	"testing"

	"fyne.io/fyne/v2"

	"cardhour/model/billing"
	"cardhour/views/text"
)

// slow is a session that makes a copy later, as one with a disk does.
type slow struct {
	*quoteListener
	due []string
}

func (s *slow) DuplicateQuote(id string) { s.due = append(s.due, id) }

func TestTheCopyOfAQuoteIsLedToWhereverItStands(t *testing.T) {
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		w, l, p := showBilling(t, manyQuotes(), lang)
		late := &slow{quoteListener: l}
		w.session = late
		billingOf(w).look(func(v *quoteView) { v.Sort, v.Down = bySeen, true })
		openQuote(t, w, 0)
		tapWord(t, w, p.T("billing.duplicate"))
		if len(late.due) != 1 {
			t.Fatalf("asked for %v", late.due)
		}
		id := late.due[0]
		w.Refresh() // something else came first
		if on := l.window.Canvas().Focused(); on != nil && on == fyne.Focusable(billingOf(w).rows[id]) {
			t.Error("the keyboard went to the row that was copied")
		}
		w.scroll.ScrollToOffset(fyne.NewPos(0, 5000))
		there := map[string]bool{}
		for _, q := range l.records.Quotes {
			there[q.ID] = true
		}
		l.fake.DuplicateQuote(id)
		var made billing.Quote
		for _, q := range l.records.Quotes {
			if !there[q.ID] {
				made = q
			}
		}
		row := billingOf(w).rows[made.ID]
		if row == nil || l.window.Canvas().Focused() != row {
			t.Fatalf("the keyboard is on %T", l.window.Canvas().Focused())
		}
		if y := fyne.CurrentApp().Driver().AbsolutePositionForObject(row).Y; y < 100 || y > 650 {
			t.Errorf("the copy lies at %v", y)
		}
		w.scroll.ScrollToOffset(fyne.NewPos(0, 0))
		l.window.Canvas().Unfocus()
		w.Refresh() // once is enough
		if l.window.Canvas().Focused() != nil {
			t.Error("the keyboard is taken again")
		}
	})
}

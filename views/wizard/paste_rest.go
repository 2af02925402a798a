package wizard

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardhour/model/billing"
	"cardhour/views/widgets"
)

// mostRest is how many remarks on what was not used are shown.
const mostRest = 60

// restLine is something in the text that no quote is made of, and why.
type restLine struct {
	line       int
	what, said string
}

// restOf lists what no quote is made of: lines without a price, figures that
// are no price of a card, words that were not understood.
func (w *Wizard) restOf(all []billing.Pasted) []restLine {
	p := w.p
	var rest []restLine
	add := func(line int, what string, said ...string) {
		rest = append(rest, restLine{line, strings.TrimSpace(what), p.Paragraph(said...)})
	}
	for _, r := range all {
		if len(r.Amounts) == 0 {
			var why []string
			for _, n := range r.Notes {
				why = append(why, p.Because(n.Why))
			}
			if len(why) > 0 {
				add(r.Line, r.Source, why...)
			}
		}
		for _, refused := range r.Refused {
			add(r.Line, refused.Text, p.Because(refused.Why))
		}
		if len(r.Unread) > 0 && len(r.Amounts) > 0 {
			add(r.Line, p.List(r.Unread...), p.T("paste.unread"))
		}
	}
	return rest
}

// showRest folds it away below the rows; what is longer than a page is cut
// and says so.
func (f *pasteForm) showRest(all []billing.Pasted) {
	p, rest := f.w.p, f.w.restOf(all)
	f.rest.Objects = nil
	if len(rest) > 0 {
		fold := widgets.NewFold(widgets.NewLabel(p.T("paste.rest", "count", len(rest))), func() fyne.CanvasObject {
			list := container.NewVBox()
			for i, r := range rest {
				if i == mostRest {
					list.Add(widgets.Note(p.T("paste.rest.more", "count", len(rest)-i)))
					break
				}
				list.Add(widgets.Tight(widgets.Body(p.T("paste.row.line", "n", r.line, "text", r.what)), widgets.Note(r.said)))
			}
			return list
		})
		fold.SetOpen(f.restOpen)
		fold.Toggled = func(open bool) {
			f.restOpen = open
			f.rest.Refresh()
			f.scroll.Refresh()
		}
		f.rest.Add(fold)
	}
	f.rest.Refresh()
}

package wizard

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/money"
	"cardhour/views/rates"
	"cardhour/views/widgets"
)

// pasteRates asks for the rates of exchange that pasted prices need. The
// questions stand above the prices, which may be many; since they scroll away
// there, a line over the button that adds the quotes leads back to them.
type pasteRates struct {
	f         *pasteForm
	questions *fyne.Container
	asks      []*rates.Ask
	asked     []money.Currency

	lack *fyne.Container
	said *widgets.Label
}

func newPasteRates(f *pasteForm) *pasteRates {
	r := &pasteRates{f: f, questions: container.NewVBox(), said: warn("")}
	to := widget.NewButton(f.w.p.T("paste.rates.type"), func() { r.asks[0].Focus() })
	r.lack = widgets.Ends(r.said, container.NewCenter(to))
	r.questions.Hide()
	r.lack.Hide()
	return r
}

// ask asks for the rates of what lacks one and reports whether that is news.
// Questions that are the same stay, with what is typed.
func (r *pasteRates) ask(lacking []money.Currency, own money.Currency) bool {
	if slices.Equal(lacking, r.asked) {
		return false
	}
	p := r.f.w.p
	r.asked, r.asks, r.questions.Objects = lacking, nil, nil
	var names []string
	for _, c := range lacking {
		ask := rates.NewAsk(p, r.f.w.session, c, own, r.f.count)
		r.asks = append(r.asks, ask)
		r.questions.Add(warn(p.T("exchange.lacking", "from", string(c), "to", string(own))))
		r.questions.Add(ask.Box)
		names = append(names, string(c))
	}
	if len(names) > 0 {
		r.questions.Add(widgets.Gap())
		r.said.SetText("△ " + p.T("paste.rates.lacking", "from", p.List(names...), "to", string(own)))
	}
	r.questions.Hidden, r.lack.Hidden = len(names) == 0, len(names) == 0
	return true
}

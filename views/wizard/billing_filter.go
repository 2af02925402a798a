package wizard

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// quoteFilter is the line above the ledger that leaves quotes out: a picker
// for each thing that the quotes differ in.
type quoteFilter struct {
	s         *billingStep
	box       *fyne.Container
	pickers   [3]*quotePicker
	count     *widgets.Label
	all, rank *widget.Button
}

// quotePicker picks one of the values of a column, or all.
type quotePicker struct {
	values []string
	choice *widgets.Choice[string]
}

func (s *billingStep) newFilter() *quoteFilter {
	p := s.w.p
	f := &quoteFilter{s: s, count: widgets.ShortestNote("")}
	f.box = container.New(layout.NewRowWrapLayoutWithCustomPadding(theme.Unit, 0))
	for i := range f.pickers {
		f.pickers[i] = &quotePicker{}
	}
	f.all = widgets.Quiet(p.T("billing.filter.all"), func() { s.look((*quoteView).all) })
	f.rank = widgets.Quiet(p.T("billing.filter.rank"), func() { s.look(func(v *quoteView) { v.Sort, v.Down = byRank, false }) })
	return f
}

// show offers the values that the quotes have. A picker of one value would
// leave nothing out and is not there.
func (f *quoteFilter) show(all []decision.Candidate, shown int) {
	p, w, v := f.s.w.p, f.s.w, f.s.view
	of := func(value func(billing.Quote) string) []string {
		var values []string
		for _, c := range all {
			if said := value(c.Quote); said != "" && !slices.Contains(values, said) {
				values = append(values, said)
			}
		}
		slices.SortStableFunc(values, text.ByName())
		return values
	}
	var modes []string
	for _, m := range billing.Modes {
		if slices.ContainsFunc(all, func(c decision.Candidate) bool { return c.Quote.Mode == m }) {
			modes = append(modes, string(m))
		}
	}
	f.box.Objects = nil
	same := func(said string) string { return said }
	f.pick(0, "platform", of(w.platformOf), v.Platform, same, func(v *quoteView, said string) { v.Platform = said })
	f.pick(1, "card", of(func(q billing.Quote) string { return q.Card }), v.Card, same, func(v *quoteView, said string) { v.Card = said })
	f.pick(2, "mode", modes, string(v.Mode), p.Term, func(v *quoteView, said string) { v.Mode = billing.Mode(said) })
	if v.filtered() {
		f.count.SetText(p.T("billing.filter.shown", "shown", shown, "count", len(all)))
		f.box.Add(f.count)
		f.box.Add(f.all)
	} else if v.Sort != byRank { // there is room for one of the two in a line
		f.box.Add(f.rank)
	}
	f.box.Hidden = len(f.box.Objects) == 0
	f.box.Refresh()
}

func (f *quoteFilter) pick(i int, name string, values []string, now string, word func(string) string, set func(*quoteView, string)) {
	if len(values) < 2 {
		return
	}
	picker, p := f.pickers[i], f.s.w.p
	if picker.choice == nil || !slices.Equal(picker.values, values) {
		picker.values = values
		picker.choice = widgets.NewChoice(widgets.ChoiceOf[string]{Values: append([]string{""}, values...), Word: func(said string) string {
			if said == "" {
				return p.T("billing.filter." + name)
			}
			return word(said)
		}, Picked: func(said string) { f.s.look(func(v *quoteView) { set(v, said) }) }})
	}
	picker.choice.Fill(now)
	f.box.Add(picker.choice.Box)
}

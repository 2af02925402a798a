package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/trial"
	"cardhour/views/widgets"
)

// steadyForm sets the stability factor of a quote's platform by hand. It
// outlives the row that it stands in, so that nothing typed is lost when
// something else changes.
type steadyForm struct {
	box   *fyne.Container
	field *widgets.Field
	quote billing.Quote // as it is now: its platform may change while the form stands
	open  bool
}

// steadiness says how steady the quote's platform is taken to be and lets the
// person say it. It is a score: nothing here is money.
func (s *billingStep) steadiness(box *fyne.Container, c decision.Candidate) {
	p, q := s.w.p, c.Quote
	box.Add(widgets.Row(widgets.Heading(p.T("billing.steady")), widgets.NewHelp(p.T("billing.steady.help"))))
	said := widgets.Body(s.steadySentence(q, c.Stability))
	if q.PlatformKey() == "" { // there is nothing to keep a factor under
		box.Add(said)
		return
	}
	form := s.steady[q.ID]
	if form == nil {
		form = s.newSteady()
		s.steady[q.ID] = form
	}
	form.quote = q
	buttons := widgets.Row(widgets.Quiet(p.T("billing.steady.set"), func() { s.turnSteady(form, !form.open) }))
	if c.Stability.ByHand {
		buttons.Add(widgets.Quiet(p.T("billing.steady.back"), func() {
			s.turnSteady(form, false)
			s.w.session.SetStability(q, decimal.Zero)
		}))
	}
	box.Add(widgets.Ends(said, top(buttons)))
	box.Add(form.box)
}

// steadySentence is the factor with what it rests on.
func (s *billingStep) steadySentence(q billing.Quote, v trial.Stability) string {
	p := s.w.p
	kind := p.T("billing.steady.kind.unknown")
	if v.Category != "" {
		kind = p.T("billing.steady.kind." + string(v.Category))
	}
	var said string
	switch {
	case v.ByHand:
		said = p.T("billing.steady.hand", "factor", p.Factor(v.Factor), "without", p.Factor(v.Computed))
	case v.Runs > 0 && v.Lost == 0:
		said = p.T("billing.steady.clean", "factor", p.Factor(v.Factor), "count", v.Runs, "useful", v.Useful)
	case v.Runs > 0:
		said = p.T("billing.steady.runs", "factor", p.Factor(v.Factor), "count", v.Runs, "lost", v.Lost, "useful", v.Useful)
	case q.Mode == billing.Spot:
		said = p.T("billing.steady.spot", "factor", p.Factor(v.Factor), "kind", kind)
	default:
		said = p.T("billing.steady.assumed", "factor", p.Factor(v.Factor), "kind", kind)
	}
	if v.Silent > 0 {
		said = p.Paragraph(said, p.T("billing.steady.silent", "count", v.Silent))
	}
	return said
}

func (s *billingStep) turnSteady(form *steadyForm, open bool) {
	form.open = open
	if open {
		form.box.Show()
		widgets.Focus(form.field.Focusable())
	} else {
		form.box.Hide()
		form.field.Set("")
	}
	s.page.Refresh()
	s.w.scroll.Refresh() // the page has changed its height
}

// factorOf reads a factor as it was typed.
func factorOf(typed string) (decimal.Decimal, error) {
	factor, err := money.Parse(typed)
	if err == nil {
		err = trial.CheckFactor(factor)
	}
	return factor, err
}

func (s *billingStep) newSteady() *steadyForm {
	p := s.w.p
	form := &steadyForm{}
	keep := func() {
		factor, err := factorOf(form.field.Entry.Text)
		if form.field.Wrong(err); err != nil {
			return
		}
		s.turnSteady(form, false)
		s.w.session.SetStability(form.quote, factor)
	}
	// A number is wrong until its last digit stands: it is read when it is kept.
	form.field = widgets.NewField(widgets.FieldOf{Label: p.T("billing.steady.field"), Placeholder: p.T("billing.steady.field.hint"),
		After: widget.NewButton(p.T("billing.steady.keep"), keep), Read: func(string) error { return nil }, Problem: p.Problem})
	form.field.Entry.OnSubmitted = func(string) { keep() }
	form.box = container.NewStack(indented(widgets.Narrow(form.field.Box)))
	form.box.Hide()
	return form
}

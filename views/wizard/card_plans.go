package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/views/widgets"
)

// mostPlans is how many other ways are listed, the cheapest first.
const mostPlans = 4

// fillPlans lists the ways of doing the job that take more than one rate. Who
// has not said that there is something to prepare is told what that is good
// for.
func (s *cardStep) fillPlans(r decision.Result) {
	p := s.w.p
	s.plans.Objects = nil
	d, _ := s.w.session.Current()
	switch {
	case len(r.Plans) > 0:
		s.plans.Add(widgets.Gap())
		s.plans.Add(widgets.Tight(widgets.Heading(p.T("card.plans")), widgets.Note(p.T("card.plans.note"))))
		for _, plan := range r.Plans[:min(len(r.Plans), mostPlans)] {
			s.plans.Add(s.plan(plan))
			s.plans.Add(widget.NewSeparator())
		}
	case len(r.Candidates) > 1 && d.Task.Plan.Prepare == 0:
		s.plans.Add(widgets.Gap())
		s.plans.Add(widgets.Tight(widgets.Heading(p.T("card.plans")), widgets.Note(p.T("card.plans.hint"))))
		s.plans.Add(widgets.Row(s.toTask(widget.MediumImportance)))
	}
	s.plans.Refresh()
}

func (s *cardStep) plan(plan decision.Plan) fyne.CanvasObject {
	p := s.w.p
	saves := plan.Saves
	key := "card.plan.saves"
	if saves.Value.IsNeg() {
		key, saves = "card.plan.dearer", money.Amount{Value: saves.Value.Neg(), Currency: saves.Currency}
	}
	notes := []string{p.T(key, "amount", p.Money(saves), "name", s.w.nameOf(plan.Main))}
	if plan.MovesGB.IsPos() {
		moved := "card.plan.moves"
		if plan.Near {
			moved = "card.plan.moves.near"
		}
		notes = append(notes, p.T(moved, "gb", p.Number(plan.MovesGB)))
	}
	name := widgets.Body(s.w.planName(plan))
	return container.NewBorder(nil, nil, nil, container.NewVBox(widgets.Figure(p.Range(plan.Low, plan.High, false))),
		widgets.Tight(name, widgets.Note(p.Paragraph(notes...))))
}

// planName says in one sentence what is done where.
func (w *Wizard) planName(plan decision.Plan) string {
	hours := w.p.Hours(int64(plan.Prepared))
	if plan.Way == decision.WithoutCard {
		return w.p.T("card.plan.without_card", "hours", hours, "name", w.nameOf(plan.Main))
	}
	return w.p.T("card.plan.two_phases", "hours", hours, "first", w.nameOf(plan.First), "main", w.nameOf(plan.Main))
}

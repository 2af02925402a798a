package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardhour/model/decision"
	"cardhour/model/trial"
	"cardhour/views/record"
	"cardhour/views/widgets"
)

// trialStep is step 5: the plan for a first small run, the runs of this
// decision with what they really cost, and what follows from the last of them.
type trialStep struct {
	w      *Wizard
	desk   *record.Desk
	plan   *trialPlan
	next   fyne.CanvasObject // the plan under its heading
	meant  *fyne.Container   // what follows
	ledger *fyne.Container
	list   *fyne.Container
}

func newTrialStep(w *Wizard) step {
	s := &trialStep{w: w, meant: container.NewVBox(), ledger: container.NewVBox(), list: container.NewVBox()}
	s.plan = newTrialPlan(w)
	p := w.p
	s.next = container.NewVBox(widgets.Heading(p.T("trial.plan")), s.plan.box)
	log := widgets.Primary(p.T("trial.log"), func() { s.desk.NewRun(s.plan.picked) })
	list := widgets.Inset(container.NewVBox(
		widgets.Ends(widgets.Tight(widgets.Title(p.T("trial.title")), widgets.Note(p.T("trial.title.note"))), container.NewCenter(log)), s.list))
	s.desk = record.NewDesk(p, w.session, w.shown, list, s.offers)
	s.desk.Turned = func() {
		if w.open == decision.StepTrial && w.scroll != nil {
			w.scroll.ScrollToTop()
			w.leadOn()
		}
	}
	return s
}

func (s *trialStep) content() fyne.CanvasObject { return s.desk.Box }

// refresh puts the plan first until something was tried; then the runs come
// first, and the plan is for the next of them.
func (s *trialStep) refresh() {
	s.plan.refresh()
	p, records := s.w.p, s.w.session.Records()
	s.list.Objects, s.meant.Objects = nil, nil
	if len(records.Runs) == 0 {
		s.plan.watch.Open(0)
		s.list.Objects = []fyne.CanvasObject{s.next, widgets.Heading(p.T("trial.runs")), widgets.Note(p.T("trial.runs.none"))}
		s.list.Refresh()
		return
	}
	if sentence := s.meaning(); sentence != "" {
		s.list.Add(widgets.Tight(widgets.Heading(p.T("trial.meaning")), widgets.Body(sentence)))
	}
	ledger := record.Ledger{Desk: s.desk, Bare: true, Beside: s.beside}
	s.ledger.Objects = ledger.Rows(records.Runs, records.Bills)
	s.list.Objects = append(s.list.Objects, s.ledger, widgets.Gap(), s.next)
	s.list.Refresh()
}

// offers are the decision's quotes, and a platform that is none of them.
func (s *trialStep) offers() []record.Offer {
	d, _ := s.w.session.Current()
	var all []record.Offer
	for _, q := range s.w.session.Records().Quotes {
		all = append(all, record.Offer{Name: s.w.nameOf(q), DecisionID: q.DecisionID, QuoteID: q.ID, Platform: s.w.platformOf(q), Card: q.Card,
			Cards: q.Rate.Cards, Slice: q.Rate.Slice, Currency: q.Rate.Amount.Currency})
	}
	return append(all, record.Offer{Name: s.w.p.T("trial.form.other"), DecisionID: d.ID, Cards: 1, Currency: d.Currency})
}

// beside holds what was billed against what the run's quote was estimated at.
func (s *trialStep) beside(r trial.Run, bills []trial.Bill) []fyne.CanvasObject {
	p := s.w.p
	c, ok := s.candidate(r.QuoteID)
	if !ok || c.Cost == nil || !c.Cost.FullDefined {
		return nil
	}
	note := func(key string, args ...any) []fyne.CanvasObject {
		return []fyne.CanvasObject{widgets.Note(p.T(key, append(args, "estimate", p.FullRate(*c.Cost))...))}
	}
	if len(bills) == 0 {
		return note("trial.estimate.no_bill")
	}
	real, err := trial.RealCost(r, bills)
	if err != nil {
		return append(note("trial.estimate"), widgets.Note(p.Problem(err)))
	}
	gap, ok := trial.Against(real, *c.Cost)
	if !ok {
		return note("trial.estimate")
	}
	if gap.Within && (c.Cost.Open || !c.Cost.FullLow.Equal(c.Cost.FullHigh)) {
		return note("trial.against.within", "billed", p.Rate(real.FullRate))
	}
	by := p.Money(gap.By)
	if gap.By.Value.IsPos() {
		by = "+" + by
	}
	return note("trial.against", "billed", p.Rate(real.FullRate), "by", by)
}

func (s *trialStep) candidate(quote string) (decision.Candidate, bool) {
	for _, c := range s.w.session.Result().Candidates {
		if quote != "" && c.Quote.ID == quote {
			return c, true
		}
	}
	return decision.Candidate{}, false
}

// meaning says what follows from the newest run that has ended.
func (s *trialStep) meaning() string {
	p := s.w.p
	for _, r := range record.NewestFirst(s.w.session.Records().Runs) {
		name := record.What(r)
		switch r.Outcome {
		case trial.Passed:
			return p.T("trial.after.passed", "name", name)
		case trial.Failed:
			if v := s.w.session.Result().Verdict; v.Winner != nil {
				return p.T("trial.after.failed.next", "name", name, "next", s.w.nameOf(v.Winner.Quote))
			}
			return p.T("trial.after.failed", "name", name)
		case trial.Dropped:
			return p.T("trial.after.dropped", "name", name)
		}
	}
	return ""
}

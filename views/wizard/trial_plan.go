package wizard

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/task"
	"cardhour/model/trial"
	"cardhour/views/palette"
	"cardhour/views/theme"
	"cardhour/views/widgets"

	"github.com/govalues/decimal"
)

// trialPlan says where to try first, what to top up for it, and what to watch.
type trialPlan struct {
	w      *Wizard
	box    *fyne.Container
	where  *fyne.Container // holds the picker, which is made anew when the quotes change
	shown  []string        // the names that the picker offers
	ids    []string        // their quotes
	picked string          // the quote that is planned for
	chosen bool            // by the person, not by the verdict
	choice *widgets.Choice[string]
	hours  *widgets.Field
	length billing.Seconds
	sum    *fyne.Container
	watch  *widget.Accordion
}

// The length of a first run where nobody has said another.
const firstRun = billing.Hour

func newTrialPlan(w *Wizard) *trialPlan {
	t := &trialPlan{w: w, where: container.NewStack(), length: firstRun, sum: container.NewVBox()}
	p := w.p
	t.hours = widgets.NewField(widgets.FieldOf{Label: p.T("trial.plan.hours"), Unit: p.T("unit.label.hours"), Problem: p.Problem,
		Read: func(text string) error {
			length, err := trial.ParseHours(text)
			if err == nil {
				t.length = length
				t.price()
			}
			return err
		}})
	t.hours.Set(firstRun.Hours().String())
	watch := container.New(widgets.Tight().Layout)
	for _, key := range []string{"coupons", "real", "note", "support", "release", "next_day"} {
		watch.Add(container.NewBorder(nil, nil, widgets.ShortestNote("·"), nil, widgets.Body(p.T("trial.watch."+key))))
	}
	t.watch = widget.NewAccordion(widget.NewAccordionItem(p.T("trial.watch"), watch))
	t.box = container.NewVBox(
		widgets.Columns([]float32{-2, -1}, t.where, t.hours.Box), t.sum, t.watch)
	return t
}

func (t *trialPlan) refresh() {
	t.offer()
	t.price()
}

// offer fills the picker: the best candidates first, as they are ranked.
func (t *trialPlan) offer() {
	var ids, names []string
	for _, c := range t.w.session.Result().Candidates {
		ids, names = append(ids, c.Quote.ID), append(names, t.w.nameOf(c.Quote))
	}
	if !slices.Equal(ids, t.ids) || !slices.Equal(names, t.shown) || t.choice == nil {
		t.ids, t.shown = ids, names
		t.choice = widgets.NewChoice(widgets.ChoiceOf[string]{Label: t.w.p.T("trial.plan.where"), Placeholder: t.w.p.T("pick"), Values: ids,
			Word: func(id string) string { return names[slices.Index(ids, id)] },
			Picked: func(id string) {
				t.picked, t.chosen = id, true
				t.price()
			}})
		t.where.Objects = []fyne.CanvasObject{t.choice.Box}
		t.where.Refresh()
	}
	if !t.chosen || !slices.Contains(ids, t.picked) {
		t.picked, t.chosen = "", false
		if len(ids) > 0 {
			t.picked = ids[0]
		}
	}
	t.choice.Fill(t.picked)
}

// usage is the task's, or, while its amount of work is not known, what its
// plan asks for around the trial's hours.
func (t *trialPlan) usage(d decision.Decision, r decision.Result) billing.Usage {
	if r.Usage != nil {
		return *r.Usage
	}
	d.Task.Work = task.Work{Unit: task.WorkHours, Likely: t.length.Hours()}
	u, err := d.Task.Usage(task.Likely)
	if err != nil { // no hours either, which the plan refuses in its own words
		return billing.Usage{}
	}
	return u
}

// price shows what the planned run needs.
func (t *trialPlan) price() {
	p := t.w.p
	d, _ := t.w.session.Current()
	r := t.w.session.Result()
	t.sum.Objects = nil
	defer t.sum.Refresh()
	at := slices.IndexFunc(r.Candidates, func(c decision.Candidate) bool { return c.Quote.ID == t.picked })
	if at < 0 {
		t.sum.Add(widgets.Note(p.T("trial.plan.no_quote")))
		return
	}
	c := r.Candidates[at]
	plan, err := trial.MakePlan(c.Quote, t.usage(d, r), t.length, t.w.catalog.Ranges(c.Quote.Category, c.Quote.Rate.Amount.Currency))
	if err != nil {
		wrong := widgets.Body(p.Problem(err))
		wrong.Importance = widget.DangerImportance
		t.sum.Add(wrong)
		return
	}
	top, key := p.Money(plan.TopUp), "trial.plan.sum"
	if plan.Cost.Open {
		top, key = "≥ "+top, "trial.plan.sum.open"
	}
	if c.Out != nil {
		out := widgets.Body(p.T("trial.plan.out", "why", p.Because(c.Out.Why)))
		out.Importance = widget.WarningImportance
		t.sum.Add(out)
	}
	t.sum.Add(widgets.Tight(widgets.Note(p.T("trial.plan.top_up")), widgets.KeyNumber(top),
		widgets.Note(p.T(key, "time", plan.Usage.Useful, "all", plan.Usage.Metered(), "cost", p.Sum(plan.Cost)))))
	lines := container.New(widgets.Tight().Layout)
	for _, l := range plan.Cost.Lines {
		if l.Exact() && l.Low.IsZero() {
			continue
		}
		lines.Add(widgets.Columns([]float32{3 * theme.Unit, -1, 18 * theme.Unit}, widgets.Swatch(palette.Part(string(l.Kind))),
			widgets.Short(t.w.lineName(l)), widgets.Figure(t.span(l.Low, l.High, l.Open, plan.TopUp.Currency))))
	}
	t.sum.Add(widgets.Narrow(lines))
}

func (t *trialPlan) span(low, high decimal.Decimal, open bool, c money.Currency) string {
	return t.w.p.Range(money.Amount{Value: low, Currency: c}, money.Amount{Value: high, Currency: c}, open)
}

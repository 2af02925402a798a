package wizard

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/views/picture"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// funnel is the panel at the right: the verdict or why there is none, the
// best three, how many are left after each step, and who fell out and why.
type funnel struct {
	w   *Wizard
	box *fyne.Container
	all *container.Scroll
}

func newFunnel(w *Wizard) *funnel {
	f := &funnel{w: w, box: widgets.Tight()}
	f.all = container.NewVScroll(widgets.Inset(f.box))
	return f
}

func (f *funnel) content() fyne.CanvasObject { return f.all }

func (f *funnel) refresh() {
	p, r := f.w.p, f.w.session.Result()
	f.box.Objects = nil
	f.verdict(r)
	f.section(p.T("funnel.left"))
	for _, s := range r.Funnel {
		f.box.Add(widgets.Ends(widgets.Short(p.T("step."+strconv.Itoa(int(s.Step)))), widgets.Figure(strconv.Itoa(s.Left))))
	}
	f.apart(r)
	f.box.Refresh()
}

func (f *funnel) section(title string) {
	f.box.Add(widgets.Gap())
	f.box.Add(widgets.Heading(title))
}

func (f *funnel) verdict(r decision.Result) {
	p := f.w.p
	if v := r.Verdict; v.Locked != nil {
		f.box.Add(widgets.Heading(p.T("funnel.no_verdict")))
		f.box.Add(widgets.Note(p.Because(*v.Locked)))
		if next, ok := nextStep[v.Locked.Rule]; ok && next != f.w.open {
			f.box.Add(widgets.Row(widgets.Quiet(p.T("funnel.go_to", "step", p.T("step."+strconv.Itoa(int(next)))), func() { f.w.Show(next) })))
		}
		if len(r.Candidates) == 0 || !r.Candidates[0].Ranked() {
			return
		}
	} else {
		f.box.Add(widgets.Note(p.T("funnel.this_job")))
		f.box.Add(widgets.KeyNumber(f.w.sum(*v.Winner)))
		f.box.Add(widgets.Body(f.w.nameOf(v.Winner.Quote)))
		f.box.Add(widgets.Note(p.T("funnel.full_rate", "rate", f.w.fullRate(*v.Winner))))
		if !v.Winner.InOwn() {
			f.box.Add(widgets.Note(f.w.worth(*v.Winner)))
		}
		if v.Winner.CostLow != v.Winner.Low || v.Winner.CostHigh != v.Winner.High { // or it says the sum again
			f.box.Add(widgets.Note(p.T("funnel.span", "span", p.Range(v.Winner.CostLow, v.Winner.CostHigh, v.Winner.Cost.Open))))
		}
		f.margin(v)
		if v.Cheaper != nil {
			f.box.Add(widgets.Note(p.T("funnel.cheaper", "amount", p.Range(v.Cheaper.Low, v.Cheaper.High, false), "how", f.w.planName(*v.Cheaper))))
		}
	}
	f.section(p.T(bestOf(r)))
	oneCard := len(picture.Cards(r)) == 1 // then it goes without saying
	for i, c := range r.Candidates {
		if i == shownBest || !c.Ranked() {
			break
		}
		f.box.Add(widgets.Ends(widgets.Short(strconv.Itoa(i+1)+"  "+f.w.platformOf(c.Quote)), widgets.Figure(f.w.sum(c))))
		if !oneCard {
			f.box.Add(widgets.ShortNote("    " + cardsOf(c.Quote)))
		}
	}
}

// margin says how far the winner is ahead, in money or because it is steadier.
func (f *funnel) margin(v decision.Verdict) {
	p := f.w.p
	if v.ByCost != nil {
		said := p.T("funnel.even", "name", f.w.nameOf(v.ByCost.Quote))
		if v.Dearer.Value.IsPos() {
			said = p.T("funnel.dearer", "name", f.w.nameOf(v.ByCost.Quote), "amount", p.Money(v.Dearer))
		}
		f.box.Add(widgets.Note(p.Paragraph(said, p.Because(*v.Because))))
	}
	switch {
	case v.Next == nil:
	case len(v.Rivals) > 0 && v.ByCost == nil && v.Rivals[0].Low.Value.Cmp(v.Winner.High.Value) < 0:
		f.box.Add(warn(p.T("funnel.overlap", "name", f.rivals(v))))
	case len(v.Rivals) > 0:
		f.box.Add(warn(p.T("funnel.overlap.order", "name", f.rivals(v))))
	case !v.Margin.Value.IsNeg():
		f.box.Add(widgets.Note(p.T("funnel.margin", "name", f.w.nameOf(v.Next.Quote), "amount", p.Money(v.Margin))))
	}
}

// rivals names those that may still come out first, the likeliest of them.
func (f *funnel) rivals(v decision.Verdict) string {
	var names []string
	for _, c := range v.Rivals[:min(len(v.Rivals), 2)] {
		names = append(names, f.w.nameOf(c.Quote))
	}
	listed := f.w.p.List(names...)
	if more := len(v.Rivals) - len(names); more > 0 {
		return f.w.p.T("funnel.rivals", "names", listed, "more", more)
	}
	return listed
}

// shownBest is how many of the ranked are listed.
const shownBest = 3

// bestOf says by what the best are in their order.
func bestOf(r decision.Result) string {
	for i := 1; i < min(shownBest, len(r.Candidates)) && r.Candidates[i].Ranked(); i++ {
		if r.Candidates[i].High.Value.Cmp(r.Candidates[i-1].High.Value) < 0 {
			return "funnel.best.steady"
		}
	}
	if len(r.Verdict.Rivals) > 0 {
		return "funnel.best.dear"
	}
	return "funnel.best"
}

// nextStep is where the answer that a locked verdict waits for is given.
var nextStep = map[string]decision.Step{
	"locked.sentence": decision.StepTask, "locked.no_hours": decision.StepTask,
	"locked.no_quotes": decision.StepBilling, "locked.not_comparable": decision.StepBilling,
	"locked.none_left": decision.StepBilling,
}

// apart lists what is not comparable yet and what fell out.
func (f *funnel) apart(r decision.Result) {
	p := f.w.p
	var open, out []fyne.CanvasObject
	for _, c := range r.Candidates {
		switch {
		case c.Out != nil:
			why := p.Because(c.Out.Why)
			if c.Out.Problem != nil {
				why = p.Problem(c.Out.Problem)
			}
			name := widgets.Short("✕ " + f.w.nameOf(c.Quote))
			name.Importance = widget.DangerImportance
			out = append(out, name, widgets.Note(p.T("funnel.out_at", "step", p.T("step."+strconv.Itoa(int(c.Out.Step))), "why", why)))
		case c.NotComparable != nil:
			name := widgets.Short("△ " + f.w.nameOf(c.Quote))
			name.Importance = widget.WarningImportance
			open = append(open, name, widgets.Note(p.Because(*c.NotComparable)))
		}
	}
	if len(open) > 0 {
		f.section(p.T("funnel.not_comparable"))
		f.box.Objects = append(f.box.Objects, open...)
	}
	if len(out) > 0 {
		f.section(p.T("funnel.out"))
		f.box.Objects = append(f.box.Objects, out...)
	}
}

// nameOf is how a quote is called: platform and card.
func (w *Wizard) nameOf(q billing.Quote) string {
	name := q.PlatformName
	if q.Platform != "" {
		name = w.catalog.PlatformName(q.Platform)
	}
	if name == "" {
		name = w.p.T("quote.unnamed")
	}
	if q.Card == "" {
		return name
	}
	return name + " · " + cardsOf(q)
}

// gib writes a size of memory.
func (w *Wizard) gib(x float64) string { return w.p.Measure(x, 1) + " GiB" }

// empty is the screen without any decision.
func (w *Wizard) empty() fyne.CanvasObject {
	p := w.p
	return widgets.Inset(container.NewVBox(
		widgets.Title(p.T("wizard.empty.title")),
		widgets.Empty(p.T("wizard.empty.head"), p.T("wizard.empty.body"),
			widgets.Primary(p.T("wizard.empty.begin"), w.session.NewDecision),
			widget.NewButton(p.T("example.open"), w.session.OpenExample)),
		widgets.Spacer(0, theme.Unit)))
}

package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/model/sizing"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// cardStep is step 3: the memory that the task needs, in its parts, how the
// job is run, and both held against the cards of the quotes and all cards of
// the catalogue, with speed, hours and what the job costs there.
type cardStep struct {
	w       *Wizard
	box     *fyne.Container
	need    *fyne.Container // the need and its parts, or why there is none
	options *jobOptions
	quotes  *fyne.Container
	plans   *fyne.Container
	all     *cardTable

	// What is on screen. Rows are made anew only when these change: a row
	// that the person has opened or focused stays as it is.
	seen   decision.Result
	said   string
	rows   []cardRow
	opened map[string]bool
}

func newCardStep(w *Wizard) step {
	s := &cardStep{w: w, need: container.NewVBox(), quotes: container.NewVBox(), plans: container.NewVBox(), opened: map[string]bool{}}
	s.options, s.all = newJobOptions(s), newCardTable(s)
	s.box = container.NewVBox(s.need, s.options.box, s.quotes, s.plans, s.all.box)
	return s
}

func (s *cardStep) content() fyne.CanvasObject { return widgets.Inset(s.box) }

func (s *cardStep) refresh() {
	d, _ := s.w.session.Current()
	r := s.w.session.Result()
	changed := s.said != "" || !sameNeed(s.seen, r)
	s.seen = r
	switch {
	case r.Memory != nil && changed:
		s.said, s.need.Objects = "", s.parts(*r.Memory)
	case r.Found != nil && changed:
		s.said, s.need.Objects = "", s.found(*r.Found)
	case r.Memory == nil && r.Found == nil:
		s.showNone(r.NoMemory)
	}
	s.options.show(d.Task, r)
	again := s.fillQuotes(r, changed)
	s.fillPlans(r)
	s.all.box.Hidden = len(r.Table) == 0
	s.all.hold(r)
	if changed || again {
		s.box.Refresh()
	}
}

// sameNeed reports whether two results ask the same of a card.
func sameNeed(a, b decision.Result) bool {
	switch {
	case a.Memory != nil && b.Memory != nil:
		return a.Memory.Request == b.Memory.Request
	case a.Found != nil && b.Found != nil:
		return a.Found.Wanted == b.Found.Wanted
	}
	return false
}

// showNone says why there is no need and where that is put right.
func (s *cardStep) showNone(why error) {
	said := s.w.p.Problem(why)
	if s.said == said {
		return
	}
	s.said = said
	s.need.Objects = []fyne.CanvasObject{
		widgets.Title(s.w.p.T("card.none")),
		widgets.Empty(said, s.w.p.T("card.none.body"), s.toTask(widget.MediumImportance)),
	}
	s.box.Refresh()
}

func (s *cardStep) toTask(rank widget.Importance) fyne.CanvasObject {
	b := widget.NewButton(s.w.p.T("card.change_task"), func() { s.w.Show(decision.StepTask) })
	b.Importance = rank
	return b
}

// fold makes a row that stays open when the table is made anew.
func (s *cardStep) fold(key string, head fyne.CanvasObject, build func() fyne.CanvasObject) *widgets.Fold {
	f := widgets.NewFold(head, build)
	f.SetOpen(s.opened[key])
	f.Toggled = func(open bool) {
		s.opened[key] = open
		s.box.Refresh()
		s.w.scroll.Refresh()
	}
	return f
}

// span writes two sizes in GiB without the unit.
func span(w *Wizard, low, high float64) string {
	from, to := w.p.Measure(low, 1), w.p.Measure(high, 1)
	if from == to {
		return from
	}
	return w.p.T("card.span", "low", from, "high", to)
}

// inText keeps a drawing in line with the text above it, which the toolkit
// sets in.
func inText(o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedLayout(0, 0, theme.Unit, theme.Unit), o)
}

func quiet(l *widgets.Label) *widgets.Label {
	l.Importance = widget.LowImportance
	return l
}

// verdictWord is a verdict's sign and word, and its colour. A card on which
// the memory would do but that lacks what the job computes with is told apart
// from one that is too small.
func (w *Wizard) verdictWord(f *sizing.FitResult) (string, widget.Importance) {
	switch {
	case f == nil || f.Verdict == sizing.NotKnown:
		return "? " + w.p.T("card.word.not_known"), widget.LowImportance
	case f.Verdict == sizing.Fits:
		return "✓ " + w.p.T("card.word.fits"), widget.SuccessImportance
	case f.Verdict == sizing.Tight:
		return "△ " + w.p.T("card.word.tight"), widget.WarningImportance
	case f.HeadroomGiB.OK && f.HeadroomGiB.Value >= 0:
		return "✕ " + w.p.T("card.word.lacks"), widget.DangerImportance
	}
	return "✕ " + w.p.T("card.word.does_not_fit"), widget.DangerImportance
}

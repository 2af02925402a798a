package wizard

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/views/palette"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// cardStep is step 3: the memory that the task needs, in its parts, and that
// need held against the cards of the quotes and all cards of the catalogue.
type cardStep struct {
	w      *Wizard
	box    *fyne.Container
	need   *fyne.Container // the need and its parts, or why there is none
	quotes *fyne.Container
	all    *catalogueCards

	// What is on screen. Rows are made anew only when these change: a row
	// that the person has opened or focused stays as it is.
	memory *sizing.Estimate
	said   string
	rows   []cardRow
	opened map[string]bool
}

func newCardStep(w *Wizard) step {
	s := &cardStep{w: w, need: container.NewVBox(), quotes: container.NewVBox(), opened: map[string]bool{}}
	s.all = newCatalogueCards(s)
	s.box = container.NewVBox(s.need, s.quotes, s.all.box)
	return s
}

func (s *cardStep) content() fyne.CanvasObject { return widgets.Inset(s.box) }

func (s *cardStep) refresh() {
	r := s.w.session.Result()
	if r.Memory == nil {
		s.showNone(r.NoMemory)
		return
	}
	changed := s.memory == nil || s.memory.Request != r.Memory.Request
	if changed {
		s.memory, s.said = r.Memory, ""
		s.need.Objects = s.parts(*r.Memory)
		s.all.hold(*r.Memory)
	}
	s.quotes.Show()
	s.all.box.Show()
	if s.fillQuotes(r, changed) {
		s.box.Refresh()
	}
}

// showNone says why there is no need and where that is put right.
func (s *cardStep) showNone(why error) {
	said := s.w.p.Problem(why)
	if s.said == said {
		return
	}
	s.said, s.memory = said, nil
	s.need.Objects = []fyne.CanvasObject{
		widgets.Title(s.w.p.T("card.none")),
		widgets.Empty(said, s.w.p.T("card.none.body"), s.toTask(widget.MediumImportance)),
	}
	s.quotes.Hide()
	s.all.box.Hide()
	s.box.Refresh()
}

func (s *cardStep) toTask(rank widget.Importance) fyne.CanvasObject {
	b := widget.NewButton(s.w.p.T("card.change_task"), func() { s.w.Show(decision.StepTask) })
	b.Importance = rank
	return b
}

// parts is the need: the sum, the bar of its parts, each part with how it
// came about, and the rule of thumb beside it.
func (s *cardStep) parts(e sizing.Estimate) []fyne.CanvasObject {
	p := s.w.p
	bar := widgets.NewGauge(1.5*theme.Unit, widgets.GaugeOf{High: e.High, Portions: portions(e)})
	lines := widgets.Tight()
	for _, part := range e.Parts {
		lines.Add(s.partLine(part))
	}
	rule := span(s.w, e.RuleOfThumb.Low, e.RuleOfThumb.High)
	all := []fyne.CanvasObject{
		widgets.Tight(
			widgets.Title(p.T("card.need", "gib", s.w.gib(e.Likely), "span", span(s.w, e.Low, e.High))),
			widgets.Ends(widgets.Short(s.asked(e.Request)), s.toTask(widget.LowImportance))),
		inText(bar), lines,
	}
	if !e.RuleOnly {
		all = append(all, widgets.Ends(
			container.NewHBox(widgets.ShortestNote(p.T("card.rule")), widgets.NewHelp(p.T("card.rule.help"))),
			quiet(widgets.Figure(rule+" GiB"))))
	}
	minded := widgets.Tight()
	for _, list := range []struct {
		key  string
		told []reason.Because
	}{{"card.assumed", e.Assumed}, {"card.note", e.Notes}} {
		for _, b := range list.told {
			minded.Add(widgets.Note(p.T(list.key, "what", p.Because(b))))
		}
	}
	if len(minded.Objects) > 0 {
		all = append(all, minded)
	}
	return all
}

var partWidths = []float32{3.5 * theme.Unit, 23 * theme.Unit, -1, 8 * theme.Unit}

func (s *cardStep) partLine(part sizing.Part) fyne.CanvasObject {
	return widgets.Columns(partWidths,
		widgets.Swatch(partColor(part.Kind)), widgets.Short(s.w.p.Label(part.Kind.Term())),
		widgets.Note(s.w.p.Because(part.Because)), widgets.Figure(s.w.p.Measure(part.GiB, 1)))
}

// asked names the job that the need belongs to.
func (s *cardStep) asked(r sizing.Request) string {
	p := s.w.p
	return p.T("card.asked", "model", r.Model.ID, "method", p.Term(r.Method.Term()), "precision", p.Term(r.Precision.Term()),
		"sequence", r.Sequence, "batch", r.Batch)
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

func portions(e sizing.Estimate) []widgets.Portion {
	var list []widgets.Portion
	for _, part := range e.Parts {
		list = append(list, widgets.Portion{Size: part.GiB, Color: partColor(part.Kind)})
	}
	return list
}

// partColor gives each part of the memory its fixed colour. Parts that never
// stand in the same estimate share one.
func partColor(k sizing.PartKind) color.NRGBA {
	switch k {
	case sizing.PartWeights, sizing.PartRule:
		return palette.Series(0)
	case sizing.PartKV, sizing.PartStates:
		return palette.Series(1)
	case sizing.PartPrefill, sizing.PartActivations:
		return palette.Series(2)
	case sizing.PartLogits:
		return palette.Series(3)
	case sizing.PartGather:
		return palette.Series(4)
	}
	return palette.Series(6)
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

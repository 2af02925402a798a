package wizard

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/views/palette"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

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
	return s.minded(all, e.Assumed, e.Notes)
}

// minded adds what was assumed and what to mind, where there is any.
func (s *cardStep) minded(all []fyne.CanvasObject, assumed, notes []reason.Because) []fyne.CanvasObject {
	lines := widgets.Tight()
	for _, list := range []struct {
		key  string
		told []reason.Because
	}{{"card.assumed", assumed}, {"card.note", notes}} {
		for _, b := range list.told {
			lines.Add(widgets.Note(s.w.p.T(list.key, "what", s.w.p.Because(b))))
		}
	}
	if len(lines.Objects) == 0 {
		return all
	}
	return append(all, lines)
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

// found is the need of a job that no formula covers: the figure of the run
// that is nearest to it, how that one differs, and the others on record.
func (s *cardStep) found(f sizing.Found) []fyne.CanvasObject {
	p := s.w.p
	title := p.T("card.found.none")
	switch {
	case f.Likely.OK && f.Low.OK && f.High.OK:
		title = p.T("card.need", "gib", s.w.gib(f.Likely.Value), "span", span(s.w, f.Low.Value, f.High.Value))
	case f.Likely.OK:
		title = p.T("card.found.about", "gib", s.w.gib(f.Likely.Value))
	case f.High.OK:
		title = p.T("card.found.at_most", "gib", s.w.gib(f.High.Value))
	}
	all := []fyne.CanvasObject{widgets.Tight(widgets.Title(title),
		widgets.Ends(widgets.Short(p.T("card.found.asked", "model", f.Wanted.Model, "task", p.Term(f.Wanted.Task.Term()))), s.toTask(widget.LowImportance)))}
	if f.Known() {
		all = append(all, inText(widgets.NewGauge(1.5*theme.Unit, widgets.GaugeOf{High: f.High.Or(f.Likely.Value), Portions: foundPortions(f)})))
	}
	why := widgets.Tight(widgets.Body(p.Because(f.Because)))
	for _, d := range f.Differs {
		why.Add(widgets.Note("· " + p.Because(d)))
	}
	all = append(all, why)
	if len(f.Near) == 0 {
		return all
	}
	lines := widgets.Tight(widgets.Heading(p.T("card.found.runs")))
	for _, r := range f.Near[:min(len(f.Near), mostRuns)] {
		lines.Add(widgets.Ends(widgets.Note(s.run(r)), widgets.Figure(s.w.gib(r.GiB))))
	}
	return append(all, lines)
}

// mostRuns is how many runs on record are listed, the nearest first.
const mostRuns = 5

// run describes a run on record and where it is from.
func (s *cardStep) run(r sizing.VisualRun) string {
	p := s.w.p
	words := []string{r.Precision, p.T("card.found.size", "width", strconv.Itoa(r.Width), "height", strconv.Itoa(r.Height))}
	if r.Frames.OK {
		words = append(words, p.T("card.found.frames", "n", r.Frames.Value))
	}
	if r.Batch.OK {
		words = append(words, p.T("card.found.batch", "n", r.Batch.Value))
	}
	return joined(append(words, p.Term(r.Class.Term()), r.Source)...)
}

func portions(e sizing.Estimate) []widgets.Portion {
	var list []widgets.Portion
	for _, part := range e.Parts {
		list = append(list, widgets.Portion{Size: part.GiB, Color: partColor(part.Kind)})
	}
	return list
}

func foundPortions(f sizing.Found) []widgets.Portion {
	return []widgets.Portion{{Size: f.Likely.Or(f.High.Or(0)), Color: palette.Series(0)}}
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

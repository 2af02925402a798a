package cli

import (
	"cmp"
	"fmt"
	"slices"

	"cardhour/model/sizing"
)

func (e *Env) printSize(est sizing.Estimate, fits []cardFit) {
	say, r := e.Say, est.Request
	gib := func(v float64) string { return say.Measure(v, 1) + " GiB" }
	_, _ = fmt.Fprintf(e.Stdout, "%s · %s · %s\n", r.Model.ID, say.Term(r.Method.Term()), say.Term(r.Precision.Term()))
	head := table{}
	head.add(say.T("cli.size.need"), say.T("cli.size.range", "likely", gib(est.Likely), "low", gib(est.Low), "high", gib(est.High)))
	if r.Cards > 1 {
		head.add(say.T("cli.size.total", "cards", r.Cards), gib(est.TotalGiB)+" · "+say.Term(r.Split.Term()))
	}
	head.add(say.T("cli.size.rule"), gib(est.RuleOfThumb.Likely))
	head.write(e.Stdout, "  ")
	_, _ = fmt.Fprintln(e.Stdout)

	parts := table{right: map[int]bool{1: true}}
	for _, p := range est.Parts {
		parts.add(say.Label(p.Kind.Term()), gib(p.GiB), say.Because(p.Because))
	}
	parts.write(e.Stdout, "    ")
	for _, sentence := range append(sentences(say, est.Assumed), sentences(say, est.Notes)...) {
		_, _ = fmt.Fprintf(e.Stdout, "  ! %s\n", sentence)
	}
	_, _ = fmt.Fprintln(e.Stdout)
	e.printFits(r.Cards, fits)
	for _, f := range fits {
		e.printChanges(f)
	}
}

// printChanges lists what could be changed, the least harmful first.
func (e *Env) printChanges(f cardFit) {
	if len(f.changes) == 0 {
		return
	}
	_, _ = fmt.Fprintf(e.Stdout, "\n%s\n", e.Say.T("cli.size.changes", "card", f.ID))
	rows := table{right: map[int]bool{1: true, 2: true}}
	for _, c := range f.changes {
		rows.add(e.Say.Change(c), "−"+e.Say.Measure(c.SavesGiB, 1)+" GiB", e.Say.Measure(c.Estimate.Likely, 1)+" GiB",
			signs[c.Fit.Verdict]+" "+e.Say.Term(c.Fit.Verdict.Term()), e.Say.Because(c.Fit.Reasons[0]))
	}
	rows.write(e.Stdout, "  ")
}

var signs = map[sizing.Verdict]string{sizing.Fits: "✓", sizing.Tight: "△", sizing.NotKnown: "?", sizing.DoesNotFit: "✕"}

// printFits lists the cards that fit first, the smallest of them on top.
func (e *Env) printFits(count int, fits []cardFit) {
	rank := []sizing.Verdict{sizing.Fits, sizing.Tight, sizing.NotKnown, sizing.DoesNotFit}
	slices.SortStableFunc(fits, func(a, b cardFit) int {
		if d := slices.Index(rank, a.Verdict) - slices.Index(rank, b.Verdict); d != 0 {
			return d
		}
		return cmp.Compare(a.HeadroomGiB.Value, b.HeadroomGiB.Value)
	})
	rows := table{right: map[int]bool{2: true, 3: true, 4: true}}
	for _, f := range fits {
		headroom := "–"
		if f.HeadroomGiB.OK {
			headroom = e.Say.Measure(f.HeadroomGiB.Value, 1) + " GiB"
		}
		row := append([]string{signs[f.Verdict] + " " + e.Say.Term(f.Verdict.Term()), fmt.Sprintf("%d × %s", count, f.ID), headroom}, e.speedCells(f)...)
		rows.add(append(row, e.Say.Because(f.Reasons[0]))...)
	}
	rows.write(e.Stdout, "  ")
}

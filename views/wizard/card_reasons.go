package wizard

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// reasons is what an opened row shows: what decided the verdict, what would
// make the job fit, and how the speed came about.
func (s *cardStep) reasons(card hardware.Card, on decision.OnCards) fyne.CanvasObject {
	p := s.w.p
	box := widgets.Tight()
	for _, b := range on.Fit.Reasons {
		box.Add(widgets.Body(p.Because(b)))
	}
	s.changes(box, card, on)
	if on.Fit.Verdict == sizing.DoesNotFit {
		return box
	}
	var speed []string
	if on.Speed != nil {
		for _, b := range on.Speed.Why() {
			speed = append(speed, p.Because(b))
		}
	} else if on.NoSpeed != nil {
		speed = append(speed, p.Problem(on.NoSpeed))
	}
	if most := on.MostSequences(card); most > 0 {
		speed = append(speed, p.Because(reason.Because{Rule: "most_sequences", Args: []reason.Arg{reason.Int("count", reason.Count, int64(most))}}))
	}
	if h := on.Hours; h != nil && h.Basis == "" && s.holdsAnywhere() {
		speed = append(speed, p.T("card.hours.any"))
	}
	if len(speed) == 0 {
		return box
	}
	box.Add(widgets.Heading(p.T("card.speed.why")))
	for _, said := range speed {
		box.Add(widgets.Note(said))
	}
	return box
}

// holdsAnywhere reports whether the task's hours are taken to be the same on
// every card, because nobody said on which they were spent.
func (s *cardStep) holdsAnywhere() bool {
	d, _ := s.w.session.Current()
	return d.Task.Work.Card == ""
}

// changes lists what would make the job fit, each with a button that makes
// the change.
func (s *cardStep) changes(box *fyne.Container, card hardware.Card, on decision.OnCards) {
	if on.Fit.Verdict == sizing.Fits || on.Fit.Verdict == sizing.NotKnown {
		return
	}
	if on.Memory == nil {
		s.smaller(box, on)
		return
	}
	p, changes := s.w.p, on.Changes(card)
	if len(changes) == 0 {
		box.Add(widgets.Note(p.T("card.changes.none")))
		return
	}
	box.Add(widgets.Note(p.T("card.changes")))
	for _, c := range changes {
		line := widgets.Ends(widgets.Short("· "+p.Change(c)), widgets.Figure(s.w.gib(c.Estimate.Likely)))
		if c.Kind == sizing.ChangeCards { // the number of cards is the quote's
			box.Add(line)
			continue
		}
		take := widgets.Quiet(p.T("card.change.take"), func() {
			s.w.session.EditTask("change."+string(c.Kind), func(t *task.Task) { *t = t.With(c) })
		})
		box.Add(widgets.Ends(line, take))
	}
}

// smaller lists the runs on record that took less memory than the card has, in
// other formats or ways than the nearest one.
func (s *cardStep) smaller(box *fyne.Container, on decision.OnCards) {
	var lines []fyne.CanvasObject
	for _, r := range on.Found.Smaller(on.Fit.UsableGiB) {
		lines = append(lines, widgets.Ends(widgets.Note("· "+s.run(r)), widgets.Figure(s.w.gib(r.GiB))))
	}
	if len(lines) == 0 {
		box.Add(widgets.Note(s.w.p.T("card.found.none_smaller")))
		return
	}
	box.Add(widgets.Note(s.w.p.T("card.found.smaller")))
	box.Objects = append(box.Objects, lines...)
}

// countWidths are the columns of the table of counts.
var countWidths = []float32{6 * theme.Unit, -1, 9 * theme.Unit, 15 * theme.Unit, 18 * theme.Unit}

// counts compares the numbers of cards that a card was tried in.
func (s *cardStep) counts(row decision.CardRow) fyne.CanvasObject {
	p := s.w.p
	lines := widgets.Tight(widgets.Heading(p.T("card.counts", "card", row.Card.ID)))
	heads := []fyne.CanvasObject{widgets.Spacer(0, 0), caption(p.T("card.head.verdict"))}
	for _, column := range []string{"room", "speed", "hours"} {
		head := caption(p.T("card.head." + column))
		head.Alignment = fyne.TextAlignTrailing
		heads = append(heads, head)
	}
	lines.Add(widgets.Columns(countWidths, heads...))
	for i, on := range row.On {
		said := s.rowOf(on, row.Card)
		verdict := widgets.Short(said.verdict)
		verdict.Importance = said.rank
		hours := said.hours
		if said.between[0] != "" {
			hours = said.between[0]
		}
		lines.Add(widgets.Columns(countWidths, widgets.Figure(strconv.Itoa(decision.Counts[i])+" ×"), verdict,
			widgets.Figure(said.room), widgets.Figure(said.speed[0]), widgets.Figure(hours)))
	}
	return lines
}

// quoteFor opens step 2 with a new quote of a card.
func (s *cardStep) quoteFor(card string, cards int) *widget.Button {
	return widgets.Quiet(s.w.p.T("card.quote_for"), func() {
		s.w.Show(decision.StepBilling)
		s.w.steps[decision.StepBilling].(*billingStep).addFor(card, cards)
	})
}

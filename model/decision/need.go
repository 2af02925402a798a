package decision

import (
	"slices"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/model/trial"
)

// needed is what a task asks of a card: memory that a formula gives, or that
// of a run that somebody measured.
type needed struct {
	request sizing.Request
	engine  sizing.Engine
	wanted  *sizing.Wanted // in place of a formula
	visual  []sizing.VisualRun

	measured []sizing.Measured
	anywhere *sizing.Measured // stated by the task for no card in particular
	problem  error

	made map[int]spread // by number of cards
}

// needOf works out what a task asks of a card.
func needOf(t task.Task, know Knowledge) needed {
	if t.Model == "" || t.Method == "" {
		return needed{problem: reason.Refuse("model", "memory.no_model"), made: map[int]spread{}}
	}
	model, ok := know.Model(t.Model)
	n := needed{engine: t.Engine(), made: map[int]spread{}}
	if know.Measured != nil {
		n.measured = slices.DeleteFunc(slices.Clone(know.Measured(t)), func(m sizing.Measured) bool { return !countable(t.Work, m.Unit) })
	}
	n.state(t.Work, know)
	if !ok {
		model = hardware.Model{ID: t.Model, Kind: kindOf(t.Kind)}
	}
	if looked, is := visualTask(t, model.Kind); is {
		n.wanted = &sizing.Wanted{Model: model.ID, Task: looked, Precision: string(t.Precision),
			Width: t.Picture.Width, Height: t.Picture.Height, Frames: t.Picture.Frames, Batch: t.Batch, Stack: t.Stack}
		n.visual = know.Visual
		n.video()
		n.request = sizing.Request{Model: model, Method: t.Method, Cards: 1}
		return n
	}
	if !ok {
		n.problem = reason.Refuse("model", "memory.unknown_model", reason.Word("model", t.Model))
		return n
	}
	r := sizing.Defaults(model, t.Method)
	if t.Precision != "" && (t.Method != sizing.QLoRA || t.Precision.Quantised() && !t.Precision.GGUF()) {
		r.Precision = t.Precision
	}
	if t.Sequence > 0 {
		r.Sequence = t.Sequence
	}
	if t.Batch > 0 {
		r.Batch = t.Batch
	}
	r.Stack = t.Stack
	n.request = r.With(t.Options)
	return n
}

// video looks a model up as one of videos where only such runs of it are on
// record.
func (n *needed) video() {
	if n.wanted.Task != sizing.ImageGen {
		return
	}
	if found, err := sizing.LookUp(n.visual, *n.wanted); err != nil || len(found.Near) > 0 {
		return
	}
	w := *n.wanted
	w.Task = sizing.VideoGen
	if found, err := sizing.LookUp(n.visual, w); err == nil && len(found.Near) > 0 {
		n.wanted = &w
	}
}

// countable reports whether work may be counted at a speed in a unit. A speed
// that says nothing of the work must not stand in the way of an estimate;
// hours are compared in any.
func countable(w task.Work, unit sizing.Unit) bool {
	of := sizing.Unit(w.Unit)
	return w.InHours() || of == unit || of != sizing.Images && unit != sizing.Images
}

// state takes in the speed that the task itself states: on a named card it
// goes before what runs were seen to reach, for no card in particular behind it.
func (n *needed) state(w task.Work, know Knowledge) {
	if !w.PerSecond.IsPos() || w.InHours() {
		return
	}
	speed, _ := w.PerSecond.Float64()
	m := sizing.Measured{Unit: sizing.Unit(w.Unit), PerSecond: speed}
	if w.Card == "" {
		m.Anywhere = true
		n.anywhere = &m
		return
	}
	var known bool
	if m.Card, known = know.Card(w.Card); known {
		m.Cards = max(w.Cards, 1)
		n.measured = append(n.measured, m)
	}
}

// Speeds are the speeds that runs of this very job were seen to reach, the
// newest last.
func Speeds(runs []trial.Run, t task.Task, card func(string) (hardware.Card, bool)) []sizing.Measured {
	job := t.Job()
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, func(a, b trial.Run) int { return a.Begin().Compare(b.Begin()) })
	var list []sizing.Measured
	for _, r := range runs {
		on, ok := card(r.Card)
		whole := r.Slice.IsZero() || r.Slice.IsOne()
		if job == "" || r.Speed.Job != job || !r.Speed.PerSecond.IsPos() || !ok || !whole {
			continue
		}
		speed, _ := r.Speed.PerSecond.Float64()
		list = append(list, sizing.Measured{Card: on, Cards: max(r.Cards, 1), Unit: r.Speed.Unit, PerSecond: speed})
	}
	return list
}

// kindOf is what a model must be that a kind of task is done with, for one
// that is not in the catalogue.
func kindOf(k task.Kind) hardware.Kind {
	switch k {
	case task.Generation:
		return hardware.Image
	case task.Detection:
		return hardware.Detection
	}
	return ""
}

// visualTask is the task to look up for a model of a kind that no formula
// covers.
func visualTask(t task.Task, k hardware.Kind) (sizing.VisualTask, bool) {
	switch {
	case k == hardware.Detection && t.Method.Training():
		return sizing.YOLOTrain, true
	case k != hardware.Image:
		return "", false
	case t.Method.Adapts():
		return sizing.ImageLoRA, true
	case t.Method.Training():
		return sizing.ImageFull, true
	case t.Picture.Frames > 0:
		return sizing.VideoGen, true
	}
	return sizing.ImageGen, true
}

// spread is the task spread over a number of cards, as far as that does not
// depend on the card.
type spread struct {
	memory *sizing.Estimate
	found  *sizing.Found
	plan   *sizing.Plan // of a model that a formula covers
	job    sizing.Job

	err     error // why the need is not known
	noSpeed error
}

// over spreads the task over a number of cards. It is worked out once for
// each number: a table asks for every card.
func (n needed) over(cards int) spread {
	s, ok := n.made[cards]
	if !ok {
		s = n.spread(cards)
		n.made[cards] = s
	}
	return s
}

func (n needed) spread(cards int) spread {
	s := spread{job: sizing.Job{Request: n.request, Engine: n.engine, Measured: n.measured}, err: n.problem}
	s.job.Cards = cards
	s.job = s.job.AsRun()
	switch {
	case s.err != nil:
	case n.wanted != nil:
		w := *n.wanted
		w.Cards = cards
		found, err := sizing.LookUp(n.visual, w)
		if s.err = err; err == nil {
			s.found = &found
		}
	default:
		e, err := sizing.Memory(s.job.Request)
		if err != nil {
			s.err = err
			break
		}
		s.memory = &e
		s.plan, s.noSpeed = sizing.Prepare(s.job)
	}
	return s
}

// on holds the task against so many of a card, of which a share is rented.
func (n needed) on(card hardware.Card, cards int, share float64, refs []sizing.Reference) OnCards {
	s := n.over(cards)
	on := OnCards{Memory: s.memory, Found: s.found, NoSpeed: s.err, asked: s.job.Request}
	var fit sizing.FitResult
	switch {
	case s.memory != nil:
		fit = sizing.FitSlice(*s.memory, card, share)
	case s.found != nil:
		fit = sizing.FitFound(*s.found, card, share)
	default:
		return on
	}
	on.Fit = &fit
	speed, err := s.speed(card, share, refs)
	on.seen = err == nil && speed.Basis == sizing.Own
	if n.anywhere != nil && !on.seen {
		speed, err = s.stated(*n.anywhere, card, refs)
	}
	if on.NoSpeed = err; err == nil {
		on.Speed = &speed
	}
	on.Limit = sizing.Binding(fit, speed)
	return on
}

// stated is the speed that the task states for whatever card.
func (s spread) stated(m sizing.Measured, card hardware.Card, refs []sizing.Reference) (sizing.Speed, error) {
	m.Card = card
	s.job.Measured = []sizing.Measured{m}
	if s.found != nil {
		return sizing.LookUpSpeed(s.job, card, refs)
	}
	return sizing.SpeedOn(s.job, card)
}

func (s spread) speed(card hardware.Card, share float64, refs []sizing.Reference) (sizing.Speed, error) {
	switch {
	case s.noSpeed != nil:
		return sizing.Speed{}, s.noSpeed
	case share < 1:
		return sizing.Speed{}, reason.Refuse("slice", "speed.slice")
	case s.plan != nil:
		return s.plan.On(card)
	}
	return sizing.LookUpSpeed(s.job, card, refs)
}

// table holds the task against every card, in each of Counts.
func (n needed) table(t task.Task, know Knowledge) []CardRow {
	if n.problem != nil {
		return nil
	}
	rows := make([]CardRow, 0, len(know.Cards))
	for _, card := range know.Cards {
		row := CardRow{Card: card, On: make([]OnCards, len(Counts))}
		for i, cards := range Counts {
			on := &row.On[i]
			*on = n.on(card, cards, 1, know.References)
			if on.Fit != nil && on.Fit.Verdict != sizing.DoesNotFit {
				on.Hours, _ = n.hours(t.Work, card.ID, cards, 1, *on, know)
			}
			if better(*on, row.On[row.Best]) {
				row.Best = i
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// better reports whether the verdict of a is better than that of b.
func better(a, b OnCards) bool {
	rank := func(o OnCards) int {
		if o.Fit == nil {
			return -1
		}
		return slices.Index([]sizing.Verdict{sizing.DoesNotFit, sizing.NotKnown, sizing.Tight, sizing.Fits}, o.Fit.Verdict)
	}
	return rank(a) > rank(b)
}

package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// taskStep is step 1: three questions, the sentence they make, and the rest
// of the usage folded away.
type taskStep struct {
	w        *Wizard
	box      fyne.CanvasObject
	sentence *widgets.Label
	missing  *widgets.Label

	kind      *widgets.Choice[task.Kind]
	model     *widgets.Lookup
	nearest   *widgets.Label  // what a model counts as that the library has no such name for, or that it has none
	instead   []string        // the nearest that it has, each a button
	answers   *fyne.Container // these, and what leads to the form of a model
	describe  *widget.Button
	unlisted  fyne.CanvasObject // all of it
	method    *widgets.Choice[sizing.Method]
	precision *widgets.Choice[sizing.Precision]
	unit      *widgets.Choice[task.WorkUnit]
	likely    *widgets.Field
	speed     *widgets.Field
	hoursOn   *widgets.Lookup
	onHowMany *widgets.Field
	speedRow  *fyne.Container // both of the last, where either is asked
	anyCard   *widgets.Label  // that a speed without a card is taken for every card's
	tokens    *fyne.Container // the size of sequences
	pictures  *fyne.Container // the size of pictures
	alwaysOn  *widgets.YesNo
	canStop   *widgets.YesNo
	sensitive *widgets.YesNo
	stack     *widgets.Choice[hardware.Stack]
	between   *widgets.Choice[billing.Verb]
	goesOn    *widgets.Label // what usually goes on costing after it
	showVerb  func(billing.Verb)
	starts    *widgets.Field
	perHour   *widgets.Field
	numbers   []number
	more      *widget.Accordion
}

func newTaskStep(w *Wizard) step {
	s := &taskStep{w: w}
	p := w.p
	s.sentence = widgets.Title("")
	s.missing = widgets.Note("")
	s.nearest = widgets.Note("")
	s.describe = widgets.Quiet(p.T("task.model.describe"), func() {
		if d, ok := w.session.Current(); ok {
			w.ToNewModel(d.Task.Model)
		}
	})
	s.answers = container.New(layout.NewRowWrapLayoutWithCustomPadding(theme.Unit, 0), s.describe)
	s.unlisted = widgets.Tight(s.nearest, s.answers)
	s.choices()
	s.verb()

	amount := func(name string, of func(*task.Work) *decimal.Decimal) *widgets.Field {
		return s.readNumber("work."+name, "", "", task.ParseAmount, func(t *task.Task) *decimal.Decimal { return of(&t.Work) })
	}
	low := amount("low", func(k *task.Work) *decimal.Decimal { return &k.Low })
	likely := amount("likely", func(k *task.Work) *decimal.Decimal { return &k.Likely })
	s.likely = likely
	high := amount("high", func(k *task.Work) *decimal.Decimal { return &k.High })
	s.speed = s.number("work.speed", "", p.T("task.work.speed.hint"), func(t *task.Task) *decimal.Decimal { return &t.Work.PerSecond })

	s.hoursOn = widgets.NewLookup(p.T("task.work.card"), widgets.NewHelp(p.T("help.work.card")), p.T("task.work.card.hint"), w.catalog.FindCards,
		func(v string) { w.session.EditTask("work.card", func(t *task.Task) { t.Work.Card = v }) })

	s.anyCard = warn(p.T("task.work.card.any"))
	s.onHowMany = s.wholeHinted("work.cards", "", "1", func(t *task.Task) *int { return &t.Work.Cards })
	s.speedRow = widgets.Pair(s.speed.Box, s.onHowMany.Box)

	s.more = widget.NewAccordion(
		widget.NewAccordionItem(p.T("task.group.sessions"), s.sessions()),
		widget.NewAccordionItem(p.T("task.group.data"), s.data()),
		widget.NewAccordionItem(p.T("task.group.checkpoints"), s.checkpoints()),
		widget.NewAccordionItem(p.T("task.group.model"), s.shape()),
		widget.NewAccordionItem(p.T("task.group.my_time"), s.myTime()),
	)
	s.more.MultiOpen = true
	s.box = widgets.Inset(widgets.Narrow(container.NewVBox(
		widgets.Tight(s.sentence, s.missing), widgets.Gap(),
		s.kind.Box, widgets.Pair(s.model.Box, s.method.Box), s.unlisted, widgets.Gap(),
		widgets.Tight(widgets.Heading(p.T("task.work")), widgets.Note(p.T("task.work.note"))),
		widgets.Pair(s.unit.Box, s.hoursOn.Box), widgets.Triple(likely.Box, low.Box, high.Box), s.speedRow, s.anyCard, widgets.Gap(),
		widgets.Pair(s.alwaysOn.Box, s.canStop.Box), widgets.Pair(s.sensitive.Box, s.stack.Box), widgets.Gap(),
		widgets.Tight(widgets.Heading(p.T("task.usage")), widgets.Note(p.T("task.usage.note"))), s.more,
	)))
	return s
}

func (s *taskStep) choices() {
	p, edit := s.w.p, s.w.session.EditTask
	term := func(prefix string) func(string) string { return func(v string) string { return p.Term(prefix + v) } }
	s.kind = widgets.NewChoice(widgets.ChoiceOf[task.Kind]{Label: p.T("task.kind"), Placeholder: p.T("pick"), Values: task.Kinds,
		Word:   func(k task.Kind) string { return term("kind_")(string(k)) },
		Picked: func(k task.Kind) { edit("kind", func(t *task.Task) { *t = t.WithKind(k) }) }})
	s.model = widgets.NewLookup(p.T("task.model"), nil, "Qwen2.5-7B", s.w.catalog.FindModels,
		func(v string) { edit("model", func(t *task.Task) { t.Model = v }) })
	s.method = widgets.NewChoice(widgets.ChoiceOf[sizing.Method]{Label: p.T("task.method"), Help: widgets.NewHelp(p.T("help.method")),
		Placeholder: p.T("pick"), Values: sizing.Methods(),
		Word:   func(m sizing.Method) string { return term("method_")(string(m)) },
		Picked: func(m sizing.Method) { edit("method", func(t *task.Task) { t.Method = m }) }})
	s.precision = widgets.NewChoice(widgets.ChoiceOf[sizing.Precision]{Label: p.T("task.precision"), Help: widgets.NewHelp(p.T("help.precision")),
		Placeholder: p.T("pick"), Values: sizing.Precisions(), Word: func(v sizing.Precision) string { return string(v) },
		Picked: func(v sizing.Precision) { edit("precision", func(t *task.Task) { t.Precision = v }) }})
	s.unit = widgets.NewChoice(widgets.ChoiceOf[task.WorkUnit]{Label: p.T("task.unit"), Values: task.WorkUnits,
		Word:   func(u task.WorkUnit) string { return term("work_")(string(u)) },
		Picked: func(u task.WorkUnit) { edit("unit", func(t *task.Task) { t.Work.Unit = u }) }})
	answer := func(name string, of func(*task.Task) *hardware.Answer) *widgets.YesNo {
		return widgets.NewYesNo(p.T("task."+name), widgets.NewHelp(p.T("help."+name)), p.Term("yes"), p.Term("no"), func(yes bool) {
			edit(name, func(t *task.Task) {
				*of(t) = hardware.No
				if yes {
					*of(t) = hardware.Yes
				}
			})
		})
	}
	s.alwaysOn = answer("always_on", func(t *task.Task) *hardware.Answer { return &t.AlwaysOn })
	s.canStop = answer("interruptible", func(t *task.Task) *hardware.Answer { return &t.Interruptible })
	s.stack = widgets.NewChoice(widgets.ChoiceOf[hardware.Stack]{Label: p.T("task.stack"), Help: widgets.NewHelp(p.T("help.stack")),
		Values: []hardware.Stack{"", hardware.CUDA, hardware.ROCm, hardware.CANN},
		Word: func(v hardware.Stack) string {
			if v == "" {
				return p.T("task.stack.any")
			}
			return p.Term(v.Term())
		},
		Picked: func(v hardware.Stack) { edit("stack", func(t *task.Task) { t.Stack = v }) }})
	s.sensitive = answer("sensitive", func(t *task.Task) *hardware.Answer { return &t.Sensitive })
}

func (s *taskStep) content() fyne.CanvasObject { return s.box }

func (s *taskStep) refresh() {
	d, _ := s.w.session.Current()
	t, r, p := d.Task, s.w.session.Result(), s.w.p
	if r.Sentence != nil {
		s.sentence.SetText(p.Because(*r.Sentence))
		s.missing.SetText(p.T("task.sentence.done"))
	} else {
		s.sentence.SetText(p.T("task.sentence.none"))
		var names []string
		for _, m := range r.Missing {
			names = append(names, p.T("task.missing."+m))
		}
		s.missing.SetText(p.T("task.sentence.missing", "what", p.List(names...)))
	}
	s.kind.Fill(t.Kind)
	s.model.Fill(t.Model)
	s.suggest(t.Model)
	s.method.Fill(t.Method)
	s.precision.Fill(t.Precision)
	s.stack.Fill(t.Stack)
	s.unit.Fill(t.Work.Unit)
	s.hoursOn.Fill(t.Work.Card)
	s.speed.Box.Hidden, s.onHowMany.Box.Hidden = t.Work.InHours(), t.Work.Card == ""
	s.speedRow.Hidden = s.speed.Box.Hidden && s.onHowMany.Box.Hidden
	s.speedRow.Refresh()
	if t.Work.Unit == task.WorkHours || t.Work.PerSecond.IsZero() || t.Work.Card != "" {
		s.anyCard.Hide()
	} else {
		s.anyCard.Show()
	}
	for q, a := range map[*widgets.YesNo]hardware.Answer{s.alwaysOn: t.AlwaysOn, s.canStop: t.Interruptible, s.sensitive: t.Sensitive} {
		q.Fill(a == hardware.Yes, a != hardware.NotKnown)
	}
	for _, n := range s.numbers {
		n.show(t)
	}
	s.order(t.Work) // what is filled in takes the sentence away
	s.showShape(t, r)
	s.showVerb(t.Plan.Between)
	s.showClock(t.Plan.StartsAt)
	s.showMyTime(t.Plan.MyTime.PerHour)
}

// order shows under the likely amount when the three are out of order; what
// is wrong with its own text goes before.
func (s *taskStep) order(w task.Work) {
	if _, err := task.ParseAmount(s.likely.Entry.Text); err == nil {
		s.likely.Wrong(w.Check())
	}
}

// number is a field bound to one number of the task.
type number struct {
	field *widgets.Field
	read  func(string) (decimal.Decimal, error)
	of    func(task.Task) decimal.Decimal
}

func (n number) show(t task.Task) {
	v := n.of(t)
	shown := ""
	if !v.IsZero() {
		shown = v.Trim(0).String()
	}
	n.field.Fill(shown, func(text string) bool {
		typed, err := n.read(text)
		return err == nil && typed.Equal(v)
	})
}

// number makes a field for a decimal of the task. An empty field is zero.
func (s *taskStep) number(name, unit, hint string, at func(*task.Task) *decimal.Decimal) *widgets.Field {
	return s.readNumber(name, unit, hint, money.Parse, at)
}

// readNumber makes one that is written in a way of its own.
func (s *taskStep) readNumber(name, unit, hint string, read func(string) (decimal.Decimal, error), at func(*task.Task) *decimal.Decimal) *widgets.Field {
	f := s.w.numberField("task."+name, unit, hint, read, func(v decimal.Decimal) error {
		s.w.session.EditTask(name, func(t *task.Task) { *at(t) = v })
		return nil
	})
	s.numbers = append(s.numbers, number{f, read, func(t task.Task) decimal.Decimal { return *at(&t) }})
	return f
}

// whole makes a field for a count of the task.
func (s *taskStep) whole(name, unit string, at func(*task.Task) *int) *widgets.Field {
	return s.wholeHinted(name, unit, "", at)
}

// wholeHinted makes one that says what an empty field stands for.
func (s *taskStep) wholeHinted(name, unit, hint string, at func(*task.Task) *int) *widgets.Field {
	f := s.w.numberField("task."+name, unit, hint, money.Parse, func(v decimal.Decimal) error {
		n, err := wholeNumber(v)
		if err == nil {
			s.w.session.EditTask(name, func(t *task.Task) { *at(t) = n })
		}
		return err
	})
	s.numbers = append(s.numbers, number{f, money.Parse, func(t task.Task) decimal.Decimal { return decimal.MustNew(int64(*at(&t)), 0) }})
	return f
}

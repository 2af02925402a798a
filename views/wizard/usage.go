package wizard

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/task"
	"cardhour/model/trial"
	"cardhour/views/widgets"
)

// The folded groups of step 1: everything of the usage beside the work.

func (s *taskStep) sessions() fyne.CanvasObject {
	p := s.w.p
	hours, minutes := p.T("unit.label.hours"), p.T("unit.label.minutes")
	return container.NewVBox(
		widgets.Triple(
			s.whole("plan.sessions", "", func(t *task.Task) *int { return &t.Plan.Sessions }).Box,
			s.span("plan.setup", hours, func(t *task.Task) *billing.Seconds { return &t.Plan.SetUp }).Box,
			s.span("plan.idle", hours, func(t *task.Task) *billing.Seconds { return &t.Plan.Idle }).Box,
		),
		widgets.Triple(
			s.spanIn("plan.boot", minutes, billing.Minute, true, func(t *task.Task) *billing.Seconds { return &t.Plan.Boot }).Box,
			s.spanIn("plan.queue", minutes, billing.Minute, true, func(t *task.Task) *billing.Seconds { return &t.Plan.Queue }).Box,
			s.clock().Box,
		),
		s.between.Box, s.goesOn,
		widgets.Pair(
			s.helpedSpan("plan.prepare", hours, func(t *task.Task) *billing.Seconds { return &t.Plan.Prepare }).Box,
			s.whole("plan.prepare_days", p.T("unit.label.days"), func(t *task.Task) *int { return &t.Plan.PrepareDays }).Box,
		),
		widgets.Pair(
			s.span("plan.cpu", hours, func(t *task.Task) *billing.Seconds { return &t.Plan.CPUMode }).Box,
			s.whole("plan.cpu_sessions", "", func(t *task.Task) *int { return &t.Plan.CPUSessions }).Box,
		),
	)
}

// verb asks what is done between the sessions.
func (s *taskStep) verb() {
	p := s.w.p
	name := func(v billing.Verb) string {
		if v == billing.Stop {
			v = "stop"
		}
		return string(v)
	}
	s.goesOn = widgets.Note("")
	s.between = widgets.NewChoice(widgets.ChoiceOf[billing.Verb]{Label: p.T("task.plan.between"), Help: widgets.NewHelp(p.T("help.plan.between")), Values: billing.Verbs,
		Word:   func(v billing.Verb) string { return p.Label("stop_verb_" + name(v)) },
		Picked: func(v billing.Verb) { s.w.session.EditTask("plan.between", func(t *task.Task) { t.Plan.Between = v }) }})
	s.showVerb = func(v billing.Verb) {
		s.between.Fill(v)
		s.goesOn.SetText(p.T("task.plan.between." + name(v)))
	}
}

// clock asks when a session starts.
func (s *taskStep) clock() *widgets.Field {
	p := s.w.p
	s.starts = widgets.NewField(widgets.FieldOf{Label: p.T("task.plan.starts_at"), Help: widgets.NewHelp(p.T("help.plan.starts_at")), Placeholder: "9:00", Problem: p.Problem,
		Read: func(text string) error {
			var at billing.Clock
			if text != "" {
				var err error
				if at, err = trial.ParseClock(text); err != nil {
					return err
				}
			}
			s.w.session.EditTask("plan.starts_at", func(t *task.Task) { t.Plan.StartsAt = at })
			return nil
		}})
	return s.starts
}

func (s *taskStep) showClock(at billing.Clock) {
	shown := ""
	if at.Told {
		shown = time.Time{}.Add(time.Duration(at.Second) * time.Second).Format("15:04")
	}
	s.starts.Fill(shown, func(text string) bool {
		typed, err := trial.ParseClock(text)
		return err == nil && typed == at
	})
}

func (s *taskStep) data() fyne.CanvasObject {
	days := s.w.p.T("unit.label.days")
	gb := func(name string, at func(*task.Task) *decimal.Decimal) fyne.CanvasObject {
		return s.number(name, "GB", "", at).Box
	}
	return container.NewVBox(
		widgets.Pair(
			s.whole("plan.data_days", days, func(t *task.Task) *int { return &t.Plan.DataDays }).Box,
			s.whole("plan.keep_days", days, func(t *task.Task) *int { return &t.Plan.KeepDays }).Box,
		),
		widgets.Triple(
			gb("plan.data_disk", func(t *task.Task) *decimal.Decimal { return &t.Plan.DataDisk }),
			gb("plan.system_disk", func(t *task.Task) *decimal.Decimal { return &t.Plan.SystemDisk }),
			gb("plan.file_storage", func(t *task.Task) *decimal.Decimal { return &t.Plan.FileStorage }),
		),
		widgets.Triple(
			gb("plan.object_storage", func(t *task.Task) *decimal.Decimal { return &t.Plan.ObjectStorage }),
			gb("plan.image", func(t *task.Task) *decimal.Decimal { return &t.Plan.Image }),
			gb("plan.snapshot", func(t *task.Task) *decimal.Decimal { return &t.Plan.Snapshot }),
		),
		widgets.Pair(
			gb("plan.in", func(t *task.Task) *decimal.Decimal { return &t.Plan.InGB }),
			gb("plan.out", func(t *task.Task) *decimal.Decimal { return &t.Plan.OutGB }),
		),
		widgets.Pair(
			gb("plan.internal", func(t *task.Task) *decimal.Decimal { return &t.Plan.InternalGB }),
			s.whole("plan.fixed_ips", "", func(t *task.Task) *int { return &t.Plan.FixedIPs }).Box,
		),
	)
}

func (s *taskStep) checkpoints() fyne.CanvasObject {
	minutes := s.w.p.T("unit.label.minutes")
	return container.NewVBox(
		widgets.Note(s.w.p.T("task.checkpoints.note")),
		widgets.Triple(
			s.spanIn("plan.checkpoint", minutes, billing.Minute, false, func(t *task.Task) *billing.Seconds { return &t.Plan.Checkpoint }).Box,
			s.spanIn("plan.checkpoint_write", minutes, billing.Minute, false, func(t *task.Task) *billing.Seconds { return &t.Plan.CheckpointWrite }).Box,
			s.spanIn("plan.restart", minutes, billing.Minute, false, func(t *task.Task) *billing.Seconds { return &t.Plan.Restart }).Box,
		),
	)
}

// myTime asks what the person's own hours are worth.
func (s *taskStep) myTime() fyne.CanvasObject {
	p := s.w.p
	s.perHour = widgets.NewField(widgets.FieldOf{Label: p.T("task.plan.my_time"), Unit: s.home() + "/" + p.Term("per_hour"), Problem: p.Problem,
		Read: func(text string) error {
			worth := money.Amount{}
			if text != "" {
				var err error
				if worth, err = money.ParseAmount(text, money.Currency(s.home())); err != nil {
					return err
				}
				if worth.Value.IsNeg() {
					return reason.Refuse("", "number.negative")
				}
			}
			if worth.IsZero() {
				worth = money.Amount{}
			}
			s.w.session.EditTask("plan.my_time", func(t *task.Task) { t.Plan.MyTime.PerHour = worth })
			return nil
		}})
	return container.NewVBox(widgets.Note(p.T("task.my_time.note")), widgets.Pair(s.perHour.Box,
		s.span("plan.support", p.T("unit.label.hours"), func(t *task.Task) *billing.Seconds { return &t.Plan.MyTime.Support }).Box))
}

func (s *taskStep) home() string {
	d, _ := s.w.session.Current()
	return string(d.Currency)
}

func (s *taskStep) showMyTime(worth money.Amount) {
	shown := ""
	if !worth.IsZero() {
		shown = plain(worth.Value)
	}
	s.perHour.Fill(shown, func(text string) bool {
		typed, err := money.ParseAmount(text, worth.Currency)
		return err == nil && typed.Value.Equal(worth.Value)
	})
}

// shape asks for the size of the job: that of sequences or that of pictures,
// whichever the task is about.
func (s *taskStep) shape() fyne.CanvasObject {
	batch := s.whole("batch", "", func(t *task.Task) *int { return &t.Batch }).Box
	s.tokens = s.whole("sequence", "token", func(t *task.Task) *int { return &t.Sequence }).Box
	pixels := s.w.p.T("unit.label.pixels")
	s.pictures = widgets.Triple(
		s.whole("picture.width", pixels, func(t *task.Task) *int { return &t.Picture.Width }).Box,
		s.whole("picture.height", pixels, func(t *task.Task) *int { return &t.Picture.Height }).Box,
		s.whole("picture.frames", "", func(t *task.Task) *int { return &t.Picture.Frames }).Box,
	)
	return container.NewVBox(widgets.Pair(s.precision.Box, batch), s.tokens, s.pictures)
}

// showShape shows the size that counts.
func (s *taskStep) showShape(t task.Task, r decision.Result) {
	pictures := r.Found != nil || r.Memory == nil && (t.Kind == task.Generation || t.Kind == task.Detection)
	s.tokens.Hidden, s.pictures.Hidden = pictures, !pictures
}

// span makes a field for a time of the task, in hours.
func (s *taskStep) span(name, unit string, at func(*task.Task) *billing.Seconds) *widgets.Field {
	return s.spanIn(name, unit, billing.Hour, false, at)
}

// helpedSpan makes one with a "?" behind its label.
func (s *taskStep) helpedSpan(name, unit string, at func(*task.Task) *billing.Seconds) *widgets.Field {
	return s.spanIn(name, unit, billing.Hour, true, at)
}

// spanIn makes one for a time in a unit of its own.
func (s *taskStep) spanIn(name, unit string, in billing.Seconds, helped bool, at func(*task.Task) *billing.Seconds) *widgets.Field {
	f := s.w.helpedField("task."+name, unit, helped, func(v decimal.Decimal) error {
		seconds, err := billing.SpanOf(v, in)
		if err == nil {
			s.w.session.EditTask(name, func(t *task.Task) { *at(t) = seconds })
		}
		return err
	})
	s.numbers = append(s.numbers, number{f, money.Parse, func(t task.Task) decimal.Decimal { return at(&t).In(in) }})
	return f
}

// wholeNumber refuses fractions.
func wholeNumber(v decimal.Decimal) (int, error) {
	whole, fraction, ok := v.Int64(0)
	if !ok || fraction != 0 || !v.IsInt() {
		return 0, reason.Refuse("", "number.not_whole")
	}
	return int(whole), nil
}

// numberField is a field for a number that is not negative; empty is zero.
func (w *Wizard) numberField(label, unit, hint string, read func(string) (decimal.Decimal, error), take func(decimal.Decimal) error) *widgets.Field {
	return widgets.NewField(widgets.FieldOf{Label: w.p.T(label), Unit: unit, Placeholder: hint, Problem: w.p.Problem, Read: readNumber(read, take)})
}

// helpedField is one with a "?" behind its label.
func (w *Wizard) helpedField(label, unit string, helped bool, take func(decimal.Decimal) error) *widgets.Field {
	d := widgets.FieldOf{Label: w.p.T(label), Unit: unit, Problem: w.p.Problem, Read: readNumber(money.Parse, take)}
	if helped {
		d.Help = widgets.NewHelp(w.p.T("help." + strings.TrimPrefix(label, "task.")))
	}
	return widgets.NewField(d)
}

func readNumber(read func(string) (decimal.Decimal, error), take func(decimal.Decimal) error) func(string) error {
	return func(text string) error {
		if text == "" {
			return take(decimal.Zero)
		}
		v, err := read(text)
		if err != nil {
			return err
		}
		if v.IsNeg() {
			return reason.Refuse("", "number.negative")
		}
		return take(v)
	}
}

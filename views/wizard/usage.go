package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/task"
	"cardhour/views/widgets"
)

// The folded groups of step 1: everything of the usage beside the work.

func (s *taskStep) sessions() fyne.CanvasObject {
	p := s.w.p
	hours := p.T("unit.label.hours")
	return container.NewVBox(
		widgets.Triple(
			s.whole("plan.sessions", "", func(t *task.Task) *int { return &t.Plan.Sessions }).Box,
			s.span("plan.setup", hours, func(t *task.Task) *billing.Seconds { return &t.Plan.SetUp }).Box,
			s.span("plan.idle", hours, func(t *task.Task) *billing.Seconds { return &t.Plan.Idle }).Box,
		),
		widgets.Pair(
			s.span("plan.cpu", hours, func(t *task.Task) *billing.Seconds { return &t.Plan.CPUMode }).Box,
			s.whole("plan.cpu_sessions", "", func(t *task.Task) *int { return &t.Plan.CPUSessions }).Box,
		),
	)
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
		widgets.Pair(
			gb("plan.data_disk", func(t *task.Task) *decimal.Decimal { return &t.Plan.DataDisk }),
			gb("plan.system_disk", func(t *task.Task) *decimal.Decimal { return &t.Plan.SystemDisk }),
		),
		widgets.Pair(
			gb("plan.file_storage", func(t *task.Task) *decimal.Decimal { return &t.Plan.FileStorage }),
			gb("plan.image", func(t *task.Task) *decimal.Decimal { return &t.Plan.Image }),
		),
		widgets.Pair(
			gb("plan.in", func(t *task.Task) *decimal.Decimal { return &t.Plan.InGB }),
			gb("plan.out", func(t *task.Task) *decimal.Decimal { return &t.Plan.OutGB }),
		),
	)
}

func (s *taskStep) shape() fyne.CanvasObject {
	return container.NewVBox(
		s.precision.Box,
		widgets.Pair(
			s.whole("sequence", "token", func(t *task.Task) *int { return &t.Sequence }).Box,
			s.whole("batch", "", func(t *task.Task) *int { return &t.Batch }).Box,
		),
	)
}

// span makes a field for a time of the task, in hours.
func (s *taskStep) span(name, unit string, at func(*task.Task) *billing.Seconds) *widgets.Field {
	f := s.w.numberField("task."+name, unit, "", func(v decimal.Decimal) error {
		seconds, err := billing.SecondsOf(v)
		if err == nil {
			s.w.session.EditTask(name, func(t *task.Task) { *at(t) = seconds })
		}
		return err
	})
	s.numbers = append(s.numbers, number{f, func(t task.Task) decimal.Decimal { return at(&t).Hours() }})
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
func (w *Wizard) numberField(label, unit, hint string, take func(decimal.Decimal) error) *widgets.Field {
	return widgets.NewField(widgets.FieldOf{
		Label: w.p.T(label), Unit: unit, Placeholder: hint, Problem: w.p.Problem,
		Read: func(text string) error {
			if text == "" {
				return take(decimal.Zero)
			}
			v, err := money.Parse(text)
			if err != nil {
				return err
			}
			if v.IsNeg() {
				return reason.Refuse("", "number.negative")
			}
			return take(v)
		},
	})
}

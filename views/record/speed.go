package record

import (
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/model/trial"
	"cardhour/views/widgets"
)

// speedForm asks how fast the run worked, which counts for more than any
// estimate where the same job is planned again.
type speedForm struct {
	field *widgets.Field
	unit  *widgets.Choice[sizing.Unit]
}

func newSpeedForm(f *runForm) *speedForm {
	p := f.d.p
	s := &speedForm{field: widgets.NewField(widgets.FieldOf{Label: p.T("trial.form.speed"), Help: widgets.NewHelp(p.T("trial.form.speed.help")), Problem: p.Problem,
		Read: func(string) error { f.changed(); return nil }})}
	s.unit = widgets.NewChoice(widgets.ChoiceOf[sizing.Unit]{Label: p.T("trial.form.speed_unit"), Values: trial.SpeedUnits,
		Word:   func(u sizing.Unit) string { return p.T("speed.unit." + string(u)) },
		Picked: func(sizing.Unit) { f.changed() }})
	s.unit.Fill(sizing.Tokens)
	return s
}

func (s *speedForm) fill(speed trial.Speed) {
	if speed.PerSecond.IsPos() {
		s.field.Set(speed.PerSecond.Trim(0).String())
		s.unit.Fill(speed.Unit)
	}
}

// read gives the speed as it was before where nothing of it was changed: it
// keeps the job that it was seen in.
func (s *speedForm) read(before trial.Speed) (trial.Speed, error) {
	typed := s.field.Entry.Text
	if typed == "" {
		return trial.Speed{}, nil
	}
	v, err := money.Parse(typed)
	switch {
	case err != nil:
		return trial.Speed{}, err
	case !v.IsPos():
		return trial.Speed{}, reason.Refuse("speed", "number.not_positive")
	}
	unit, _ := s.unit.Value()
	if before.PerSecond.Equal(v) && before.Unit == unit {
		return before, nil
	}
	return trial.Speed{PerSecond: v, Unit: unit}, nil
}

package record

import (
	"fmt"
	"time"

	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/reason"
	"cardhour/model/trial"
	"cardhour/views/text"
)

// signs stand before an outcome, so that it is not told by colour alone.
var signs = map[trial.Outcome]string{trial.Passed: "✓", trial.Failed: "✕", trial.Dropped: "△"}

// Outcome names how a run ended, with its sign.
func Outcome(p *text.Printer, o trial.Outcome) string {
	if o == "" {
		return p.T("trial.form.not_yet")
	}
	return signs[o] + " " + p.Term("outcome_"+string(o))
}

func importance(o trial.Outcome) widget.Importance {
	switch o {
	case trial.Passed:
		return widget.SuccessImportance
	case trial.Failed:
		return widget.DangerImportance
	case trial.Dropped:
		return widget.WarningImportance
	}
	return widget.LowImportance
}

// written is how a moment stands in a field: the same in every language, and
// with seconds only where there are some.
func written(t time.Time) string {
	if t.Second() != 0 {
		return t.Format("2006-01-02 15:04:05")
	}
	return t.Format("2006-01-02 15:04")
}

// zoneName is the zone that a moment is in, as "UTC+8" or "UTC+5:30".
func zoneName(t time.Time) string {
	_, offset := t.Zone()
	sign := "+"
	if offset < 0 {
		sign, offset = "−", -offset
	}
	if minutes := offset / 60 % 60; minutes != 0 {
		return fmt.Sprintf("UTC%s%d:%02d", sign, offset/3600, minutes)
	}
	return fmt.Sprintf("UTC%s%d", sign, offset/3600)
}

func whole(d decimal.Decimal) (int, error) {
	n, fraction, ok := d.Int64(0)
	if !ok || fraction != 0 || !d.IsInt() {
		return 0, reason.Refuse("", "number.not_whole")
	}
	return int(n), nil
}

// chargeWord names a kind of charge as a bill does: it knows compute, not
// which hours of it were useful.
func chargeWord(p *text.Printer, k billing.Kind) string {
	if p.Has("term.charge_" + string(k)) {
		return p.Label("charge_" + string(k))
	}
	return p.Label(string(k))
}

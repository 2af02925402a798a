package task

import "cardhour/model/sizing"

// With returns t after a change that its card asked for. The number of cards
// is a quote's, not the task's: such a change leaves it as it is.
func (t Task) With(c sizing.Change) Task {
	r := c.Estimate.Request
	switch c.Kind {
	case sizing.ChangeBatch:
		t.Batch = r.Batch
	case sizing.ChangeSequence:
		t.Sequence = r.Sequence
		t.Options.Prompt = min(t.Options.Prompt, r.Sequence)
	case sizing.ChangePrecision:
		t.Precision = r.Precision
	case sizing.ChangeQLoRA, sizing.ChangeLoRA:
		t.Method = r.Method
	}
	t.Options = t.Options.Take(c)
	return t
}

package sizing

import "cardhour/model/reason"

// The common rules of thumb, as first-hand guides give them: weights × 1.2 to
// run or adapt a model, weights × 6 to 12 to train all of it.
const (
	ruleRun       = 1.2
	ruleTrainLow  = 6
	ruleTrainHigh = 12
)

// ruleOfThumb returns the rule for one card and its likely total.
func (b *builder) ruleOfThumb() (Range, float64) {
	weights := b.shape.params * formats[b.req.Precision].bytes / bytesPerGiB
	total := Range{weights, weights * ruleRun, weights * ruleRun}
	if b.req.Method.TrainsAll() {
		weights = b.shape.params * 2 / bytesPerGiB
		total = Range{weights * ruleTrainLow, weights * (ruleTrainLow + ruleTrainHigh) / 2, weights * ruleTrainHigh}
	}
	n := float64(b.req.Cards)
	if b.req.Split == SplitData {
		return total, total.Likely * n
	}
	return Range{total.Low / n, total.Likely / n, total.High / n}, total.Likely
}

func (b *builder) ruleBecause() reason.Because {
	if b.req.Method.TrainsAll() {
		return because("memory_rule_full", count("low", ruleTrainLow), count("high", ruleTrainHigh))
	}
	return because("memory_rule_run", count("factor", ruleRun))
}

// class groups jobs whose estimates err alike.
type class string

const (
	classInference class = "inference 16-bit"
	classQuantised class = "inference quantised"
	classLoRA      class = "lora"
	classQLoRA     class = "qlora"
	classFull      class = "full"
)

func classOf(r Request) class {
	quantised := r.Precision.Quantised()
	switch {
	case r.Method.TrainsAll():
		return classFull
	case r.Method == Inference && quantised:
		return classQuantised
	case r.Method == Inference:
		return classInference
	case quantised:
		return classQLoRA
	}
	return classLoRA
}

// spread is measured ÷ estimated at the 10th and 90th percentile.
type spread struct{ low, high float64 }

// formulaBands and ruleBands come from the measured rows in testdata; the test
// TestBandsMatchTheMeasuredRows recomputes them.
var formulaBands = map[class]spread{
	classInference: {0.97, 1.03},
	classQuantised: {0.98, 1.04},
	classLoRA:      {0.90, 1.10},
	classQLoRA:     {0.77, 1.17},
	classFull:      {0.95, 1.43},
}

var ruleBands = map[class]spread{
	classInference: {0.86, 1.78},
	classQuantised: {0.95, 2.86},
	classLoRA:      {1.00, 2.74},
	classQLoRA:     {1.00, 7.13},
	classFull:      {1.00, 4.61},
}

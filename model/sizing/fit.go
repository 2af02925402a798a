package sizing

import (
	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// Verdict is the answer to "does it run on this card".
type Verdict string

// The verdicts.
const (
	Fits       Verdict = "fits"
	Tight      Verdict = "tight"
	DoesNotFit Verdict = "does_not_fit"
	NotKnown   Verdict = "fit_not_known"
)

// How much of a card a job may fill.
const (
	usableShare = 0.92 // the driver, the desktop and fragmentation keep the rest
	engineShare = 0.90 // vLLM's default gpu_memory_utilization
)

// FitResult says whether an Estimate fits a card, and why.
type FitResult struct {
	Verdict     Verdict
	UsableGiB   hardware.Known[float64] // of one card
	HeadroomGiB hardware.Known[float64] // usable minus likely; negative when short
	Reasons     []reason.Because        // what decided, then what to mind
}

// Fit holds an estimate against a card, Request.Cards of it. The job fits
// when the high end is within the usable share, does not when even the low
// end is beyond the whole card, and is tight in between. A card that lacks
// what the job computes with does not fit, however large it is.
func Fit(e Estimate, card hardware.Card) FitResult { return FitSlice(e, card, 1) }

// FitSlice is Fit for a slice of a card (vGPU, MIG), which has its share of
// the memory; a share outside 0 to 1 means the whole card.
func FitSlice(e Estimate, card hardware.Card, share float64) FitResult {
	f := FitResult{Reasons: make([]reason.Because, 0, 2)}
	sliced := share > 0 && share < 1
	if sliced {
		card.MemoryGiB.Value *= share
	}
	f.Verdict = f.memory(&e, &card)
	f.numbers(&e.Request, &card)
	f.heads(&e.Request)
	f.stack(&e.Request, &card)
	if sliced {
		args := f.slice(card, share)
		if e.Request.Cards > 1 && e.Request.Split != SplitData {
			f.doubt("fit_slices_together", args...)
		}
	}
	return f
}

// slice says that only a share of a card is rented.
func (f *FitResult) slice(card hardware.Card, share float64) []reason.Arg {
	args := []reason.Arg{reason.Num("share", reason.Fraction, rounded(share, 4)), reason.Word("card", card.ID)}
	f.because("fit_slice", args...)
	return args
}

func (f *FitResult) because(rule string, args ...reason.Arg) {
	f.Reasons = append(f.Reasons, because(rule, args...))
}

// refuse puts what decides before what was found out so far. Of two refusals
// the first decides.
func (f *FitResult) refuse(rule string, args ...reason.Arg) {
	if f.Verdict == DoesNotFit {
		f.because(rule, args...)
		return
	}
	f.Verdict = DoesNotFit
	f.Reasons = append([]reason.Because{because(rule, args...)}, f.Reasons...)
}

// doubt lowers a verdict of fits to tight.
func (f *FitResult) doubt(rule string, args ...reason.Arg) {
	if f.Verdict == Fits {
		f.Verdict = Tight
	}
	f.because(rule, args...)
}

func (f *FitResult) memory(e *Estimate, card *hardware.Card) Verdict {
	if !card.MemoryGiB.OK {
		f.because("fit_memory_not_known", reason.Word("card", card.ID))
		return NotKnown
	}
	share := usableShare
	if e.Request.Method == Inference && e.Request.Prefill == PrefillChunked {
		share = engineShare
	}
	usable := share * card.MemoryGiB.Value
	f.UsableGiB = hardware.Know(usable)
	f.HeadroomGiB = hardware.Know(usable - e.Likely)
	args := []reason.Arg{gib("low", e.Low), gib("high", e.High), gib("usable", usable), gib("card", card.MemoryGiB.Value)}
	switch {
	case e.High <= usable:
		f.because("fit_memory_enough", args...)
		return Fits
	case e.Low > card.MemoryGiB.Value:
		f.because("fit_memory_short", args...)
		return DoesNotFit
	}
	f.because("fit_memory_tight", args...)
	return Tight
}

// The compute capability that a number format needs.
const (
	bf16Capability = 8.0
	fp8Capability  = 8.9
)

// has is what is said of the card, else what its compute capability says.
func has(said hardware.Answer, card *hardware.Card, needs float64) hardware.Answer {
	switch cc := card.ComputeCapability; {
	case said != hardware.NotKnown || !cc.OK:
		return said
	case cc.Value >= needs:
		return hardware.Yes
	}
	return hardware.No
}

// numbers checks the number formats.
func (f *FitResult) numbers(r *Request, card *hardware.Card) {
	var can hardware.Answer
	switch {
	case r.Precision == BF16:
		can = has(card.BF16, card, bf16Capability)
	case r.Precision == FP8:
		can = has(card.FP8, card, fp8Capability)
	default:
		return
	}
	if can == hardware.Yes {
		return
	}
	args := []reason.Arg{reason.Word("card", card.ID), reason.Word("precision", string(r.Precision))}
	switch {
	case can == hardware.No && r.Precision == BF16:
		f.refuse("fit_no_bf16", args...)
	case can == hardware.No:
		f.refuse("fit_no_fp8", args...)
	case can == hardware.NotKnown:
		f.doubt("fit_precision_not_known", args...)
	}
}

func (f *FitResult) heads(r *Request) {
	if r.Split != SplitTensor {
		return
	}
	args := []reason.Arg{reason.Int("cards", reason.Count, int64(r.Cards))}
	switch heads := r.Model.Heads; {
	case !heads.OK:
		f.doubt("fit_heads_not_known", args...)
	case heads.Value%r.Cards != 0:
		f.refuse("fit_heads_not_divisible", append(args, reason.Int("heads", reason.Count, int64(heads.Value)))...)
	}
}

func (f *FitResult) stack(r *Request, card *hardware.Card) {
	has := card.Stack()
	switch {
	case r.Stack != "" && has == "":
		f.doubt("fit_stack_not_known", reason.Word("card", card.ID), reason.Name("needs", r.Stack.Term()))
	case r.Stack != "" && has != r.Stack:
		f.refuse("fit_other_stack", reason.Word("card", card.ID), reason.Name("has", has.Term()), reason.Name("needs", r.Stack.Term()))
	case r.Stack == "" && has != "" && has != hardware.CUDA:
		f.because("fit_not_cuda", reason.Word("card", card.ID), reason.Name("has", has.Term()))
	}
}

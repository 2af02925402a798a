package sizing

import "cardhour/model/hardware"

// ChangeKind names one thing that can be changed to save memory.
type ChangeKind string

// The changes, in the order in which they are tried: what does least harm first.
const (
	ChangeFusedCE       ChangeKind = "fused_ce"
	ChangeCheckpointing ChangeKind = "checkpointing"
	ChangeChunked       ChangeKind = "chunked_prefill"
	ChangeBatch         ChangeKind = "smaller_batch"
	ChangeKV8           ChangeKind = "kv_8bit"
	ChangeOptimizer     ChangeKind = "optimizer_8bit"
	ChangePrecision     ChangeKind = "lower_precision"
	ChangeQLoRA         ChangeKind = "qlora_instead"
	ChangeSequence      ChangeKind = "shorter_sequence"
	ChangeCards         ChangeKind = "more_cards"
	ChangeOffload       ChangeKind = "offload"
	ChangeLoRA          ChangeKind = "lora_instead"
)

// Change is one change to a job, and what comes of it on a card.
type Change struct {
	Kind     ChangeKind
	Estimate Estimate
	SavesGiB float64 // of the likely need of the fullest card; negative when it takes more
	Fit      FitResult
}

// ChangesThatFit returns the single changes after which r fits card, the
// least harmful first. It is empty when r fits as it is, when no single change
// is enough, or when the card's memory is not known.
func ChangesThatFit(r Request, card hardware.Card) []Change {
	var fitting []Change
	for _, c := range Changes(r, card) {
		if c.Fit.Verdict == Fits {
			fitting = append(fitting, c)
		}
	}
	return fitting
}

// Changes returns every single change open to a job that does not fit card,
// the least harmful first: each in the mildest degree that fits, or else in
// the strongest, so that its effect can be seen. Changes that save nothing
// and mend nothing are left out.
func Changes(r Request, card hardware.Card) []Change {
	e, err := Memory(r)
	if err != nil || Fit(e, card).Verdict == Fits {
		return nil
	}
	var list []Change
	for _, step := range steps {
		var last *Change
		for _, changed := range step.to(e.Request, r.Split) {
			c, err := Memory(changed)
			if err != nil {
				continue
			}
			next := Change{step.kind, c, e.Likely - c.Likely, Fit(c, card)}
			if last == nil || next.Fit.Verdict == Fits || next.SavesGiB > last.SavesGiB {
				last = &next
			}
			if next.Fit.Verdict == Fits {
				break
			}
		}
		if last != nil && (last.SavesGiB > 0 || last.Fit.Verdict == Fits) {
			list = append(list, *last)
		}
	}
	return list
}

// steps are the single changes, each with its variants from the mildest to
// the strongest. split is what the user asked for, so that a job on more
// cards may be shared in the way that suits them.
var steps = []struct {
	kind ChangeKind
	to   func(r Request, split Split) []Request
}{
	{ChangeFusedCE, func(r Request, _ Split) []Request {
		return when(r.Method.Training() && !r.FusedCE, r, func(r *Request) { r.FusedCE = true })
	}},
	{ChangeCheckpointing, func(r Request, _ Split) []Request {
		return when(r.Method.Training() && !r.Checkpointing, r, func(r *Request) { r.Checkpointing = true })
	}},
	{ChangeChunked, func(r Request, _ Split) []Request {
		open := r.Method == Inference && (r.Prefill == PrefillWhole || r.Prefill == PrefillUnstated && !r.Precision.GGUF())
		return when(open, r, func(r *Request) { r.Prefill = PrefillChunked })
	}},
	{ChangeBatch, func(r Request, _ Split) []Request {
		return halves(r, r.Batch, 1, func(r *Request, n int) { r.Batch = n })
	}},
	{ChangeKV8, func(r Request, _ Split) []Request {
		return when(r.Method == Inference && r.KV == KVBF16, r, func(r *Request) { r.KV = KVInt8 })
	}},
	{ChangeOptimizer, func(r Request, _ Split) []Request {
		return when(r.Method.Training() && r.Optimizer == AdamW, r, func(r *Request) { r.Optimizer = AdamW8bit })
	}},
	{ChangePrecision, lowerPrecisions},
	{ChangeQLoRA, func(r Request, _ Split) []Request {
		return when(r.Method == LoRA && !r.Precision.Quantised(), r, func(r *Request) { r.Method, r.Precision = QLoRA, NF4 })
	}},
	{ChangeSequence, func(r Request, _ Split) []Request {
		return halves(r, r.Sequence, 512, func(r *Request, n int) { r.Sequence, r.Prompt = n, min(r.Prompt, n) })
	}},
	{ChangeCards, moreCards},
	{ChangeOffload, offloads},
	{ChangeLoRA, func(r Request, _ Split) []Request {
		return when(r.Method == Full, r, func(r *Request) { r.Method, r.LoRARank = LoRA, defaultRank })
	}},
}

func when(open bool, r Request, change func(*Request)) []Request {
	if !open {
		return nil
	}
	change(&r)
	return []Request{r}
}

// halves tries a number at a half, a quarter… down to least.
func halves(r Request, from, least int, change func(*Request, int)) []Request {
	var list []Request
	for n := from / 2; n >= least; n /= 2 {
		next := r
		change(&next, n)
		list = append(list, next)
	}
	return list
}

// lowerPrecisions tries a card's 16-bit format first, then 8 and 4 bits.
func lowerPrecisions(r Request, _ Split) []Request {
	var list []Request
	if r.Method.Training() {
		return when(r.Precision == BF16, r, func(r *Request) { r.Precision = FP16 })
	}
	for _, p := range []Precision{FP16, GPTQInt8, AWQInt4} {
		if formats[p].bytes < formats[r.Precision].bytes || p == FP16 && r.Precision == BF16 {
			next := r
			next.Precision = p
			list = append(list, next)
		}
	}
	return list
}

// offloads tries what slows least first.
func offloads(r Request, split Split) []Request {
	var list []Request
	if r.Offload != OffloadNone {
		return nil
	}
	for _, o := range Offloads()[1:] {
		next := r
		next.Offload, next.Split = o, split
		list = append(list, next)
	}
	return list
}

// moreCards tries twice, four times… as many cards, up to one full machine.
func moreCards(r Request, split Split) []Request {
	var list []Request
	for n := r.Cards * 2; n <= 8; n *= 2 {
		next := r
		next.Cards, next.Split = n, split
		list = append(list, next)
	}
	return list
}

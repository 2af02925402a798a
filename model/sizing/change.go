package sizing

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
	if r.Method != Inference {
		return nil
	}
	var list []Request
	for _, p := range []Precision{FP16, GPTQInt8, AWQInt4} {
		if formats[p].bytes < formats[r.Precision].bytes || p == FP16 && r.Precision == BF16 {
			next := r
			next.Precision = p
			list = append(list, next)
		}
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

package sizing

import "cardhour/model/hardware"

// Options are how a job is run, beside its model, method, format and size.
// What is zero is left to Defaults.
type Options struct {
	Engine        Engine
	Prefill       Prefill
	Prompt        int // tokens of a prompt
	KV            KVType
	Checkpointing hardware.Answer
	FusedCE       hardware.Answer
	Optimizer     Optimizer
	LoRARank      int
	Offload       Offload
	Split         Split
}

// With returns r as the options say. Options that its method has no use for
// are left out: they wait for the method that they were chosen for.
func (r Request) With(o Options) Request {
	if r.Method.Training() {
		return r.training(o)
	}
	if o.Prefill != PrefillUnstated {
		r.Prefill = o.Prefill
	}
	if o.Prompt > 0 {
		r.Prompt = min(o.Prompt, r.Sequence)
	}
	if o.KV != "" {
		r.KV = o.KV
	}
	if o.Offload == OffloadWeights {
		r.Offload = o.Offload
	}
	switch o.Split {
	case SplitTensor, SplitLayers, SplitData:
		r.Split = o.Split
	}
	return r
}

func (r Request) training(o Options) Request {
	if o.Checkpointing != hardware.NotKnown {
		r.Checkpointing = o.Checkpointing == hardware.Yes
	}
	if o.FusedCE != hardware.NotKnown {
		r.FusedCE = o.FusedCE == hardware.Yes
	}
	if o.Optimizer != "" {
		r.Optimizer = o.Optimizer
	}
	if o.LoRARank > 0 {
		r.LoRARank = o.LoRARank
	}
	if o.Offload != OffloadActivations || r.Checkpointing {
		r.Offload = o.Offload
	}
	if o.Split != SplitAuto {
		r.Split = o.Split
	}
	return r
}

// Take keeps in the options what a change has changed; what is no option of a
// job (its size, format, method and number of cards) is the caller's.
func (o Options) Take(c Change) Options {
	r := c.Estimate.Request
	switch c.Kind {
	case ChangeFusedCE:
		o.FusedCE = hardware.Yes
	case ChangeCheckpointing:
		o.Checkpointing = hardware.Yes
	case ChangeChunked:
		o.Prefill = r.Prefill
	case ChangeKV8:
		o.KV = r.KV
	case ChangeOptimizer:
		o.Optimizer = r.Optimizer
	case ChangeOffload:
		o.Offload = r.Offload
	case ChangeLoRA:
		o.LoRARank = r.LoRARank
	}
	return o
}

package sizing

import (
	"slices"
	"testing"

	"cardhour/model/hardware"
)

func TestEachChangeSaysWhatItSavesAndWhatComesOfIt(t *testing.T) {
	m := shapes(t)
	serve := func(edit func(*Request)) Request {
		r := Defaults(m["Qwen3-8B"], Inference)
		r.Sequence, r.Batch, r.Prefill = 16384, 8, PrefillWhole
		edit(&r)
		return r
	}
	train := func(method Method, edit func(*Request)) Request {
		r := Defaults(m["Qwen2.5-7B"], method)
		edit(&r)
		return r
	}
	for _, c := range []struct {
		kind ChangeKind
		r    Request
		gib  float64
		want func(Request) bool
	}{
		{ChangeFusedCE, train(LoRA, func(*Request) {}), 24, func(r Request) bool { return r.FusedCE }},
		{ChangeCheckpointing, train(LoRA, func(r *Request) { r.Checkpointing = false }), 32, func(r Request) bool { return r.Checkpointing }},
		{ChangeChunked, serve(func(*Request) {}), 48, func(r Request) bool { return r.Prefill == PrefillChunked }},
		{ChangeBatch, serve(func(*Request) {}), 40, func(r Request) bool { return r.Batch == 4 }},
		{ChangeKV8, serve(func(r *Request) { r.Prefill = PrefillChunked }), 32, func(r Request) bool { return r.KV == KVInt8 }},
		{ChangeOptimizer, train(Full, func(*Request) {}), 96, func(r Request) bool { return r.Optimizer == AdamW8bit }},
		{ChangePrecision, serve(func(r *Request) { r.Batch = 1 }), 20, func(r Request) bool { return r.Precision == GPTQInt8 }},
		{ChangeQLoRA, train(LoRA, func(*Request) {}), 16, func(r Request) bool { return r.Method == QLoRA }},
		{ChangeSequence, serve(func(r *Request) { r.Batch = 1 }), 20, func(r Request) bool { return r.Sequence == 4096 }},
		{ChangeCards, train(Full, func(*Request) {}), 80, func(r Request) bool { return r.Cards > 1 && r.Split == SplitZeRO3 }},
		{ChangeOffload, train(Full, func(*Request) {}), 80, func(r Request) bool { return r.Offload == OffloadOptimizer }},
		{ChangeOffload, serve(func(r *Request) { r.Batch = 1 }), 12, func(r Request) bool { return r.Offload == OffloadWeights }},
		{ChangeLoRA, train(Full, func(*Request) {}), 40, func(r Request) bool { return r.Method == LoRA }},
	} {
		before := mustMemory(t, c.r)
		list := Changes(c.r, card(c.gib))
		i := slices.IndexFunc(list, func(x Change) bool { return x.Kind == c.kind })
		if i < 0 {
			t.Errorf("%s on %.0f GiB (needs %.1f): not among %v", c.kind, c.gib, before.Likely, kinds(list))
			continue
		}
		got := list[i]
		if !c.want(got.Estimate.Request) {
			t.Errorf("%s: %+v", c.kind, got.Estimate.Request)
		}
		about(t, string(c.kind), got.SavesGiB, before.Likely-got.Estimate.Likely)
		if got.SavesGiB <= 0 || got.Fit.Verdict != Fit(got.Estimate, card(c.gib)).Verdict {
			t.Errorf("%s: saves %.1f GiB, %s", c.kind, got.SavesGiB, got.Fit.Verdict)
		}
	}
}

func TestChangesAreOrderedByHarm(t *testing.T) {
	order := []ChangeKind{ChangeFusedCE, ChangeCheckpointing, ChangeChunked, ChangeBatch, ChangeKV8, ChangeOptimizer,
		ChangePrecision, ChangeQLoRA, ChangeSequence, ChangeCards, ChangeOffload, ChangeLoRA}
	for _, method := range Methods() {
		r := Defaults(shapes(t)["Llama-3.1-70B"], method)
		r.Batch, r.Checkpointing = 4, false
		last := -1
		for _, c := range Changes(r, card(24)) {
			at := slices.Index(order, c.Kind)
			if at <= last {
				t.Errorf("%s: %s stands after %s", method, c.Kind, order[last])
			}
			last = at
		}
		if last < 0 {
			t.Errorf("%s: nothing to change for 70B on 24 GiB", method)
		}
	}
	if c := Changes(Defaults(shapes(t)["Qwen2.5-7B"], Inference), card(80)); c != nil {
		t.Errorf("it fits as it is, yet %v", kinds(c))
	}
}

func TestTrainingOnACardWithoutBF16ChangesToFP16(t *testing.T) {
	old := card(32)
	old.BF16 = hardware.No
	list := ChangesThatFit(Defaults(shapes(t)["Qwen2.5-7B"], LoRA), old)
	if !slices.ContainsFunc(list, func(c Change) bool { return c.Kind == ChangePrecision && c.Estimate.Request.Precision == FP16 }) {
		t.Errorf("%v", kinds(list))
	}
}

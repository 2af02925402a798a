package sizing

import (
	"errors"
	"math"
	"testing"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// bytesOf is the bytes of a part on the fullest card.
func bytesOf(t testing.TB, r Request, k PartKind) float64 {
	t.Helper()
	return mustMemory(t, r).Part(k) * bytesPerGiB
}

func about(t testing.TB, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6*math.Max(1, math.Abs(want)) {
		t.Errorf("%s: %.6g, want %.6g", what, got, want)
	}
}

func TestPretrainingHoldsWhatFullTrainingHolds(t *testing.T) {
	m := shapes(t)["Llama-3.1-8B"]
	full, scratch := Defaults(m, Full), Defaults(m, Pretrain)
	about(t, "pre-training", mustMemory(t, scratch).Likely, mustMemory(t, full).Likely)
	scratch.Precision = NF4
	if _, err := Memory(scratch); err == nil {
		t.Error("pre-training in nf4 must be refused")
	}
	byCount := Defaults(hardware.Model{ID: "30B", Kind: hardware.LLM, ParamsB: hardware.Know(30.0)}, Pretrain)
	if e := mustMemory(t, byCount); e.Parts[0].Because.Rule != "memory_rule_full" {
		t.Errorf("%+v", e.Parts)
	}
}

func TestOptimizersByBytesAParameter(t *testing.T) {
	m := shapes(t)["Llama-3.1-8B"]
	for o, want := range map[Optimizer]float64{AdamW: 18, AdamBF16: 8, AdamW8bit: 6, InBackward: 6, CPUOffload: 4} {
		r := Defaults(m, Full)
		r.Optimizer = o
		about(t, string(o), (bytesOf(t, r, PartWeights)+bytesOf(t, r, PartStates))/8.03e9, want)
	}
}

// Seen in full training of Qwen-1.8B: the peak does not move from 256 to
// 2,048 tokens, because it is reached in the update, when no activations are
// held.
func TestTheStepSetsThePeakOfShortSequences(t *testing.T) {
	r := Defaults(shapes(t)["Qwen-1.8B"], Full)
	r.Sequence = 256
	short := mustMemory(t, r)
	r.Sequence = 1024
	about(t, "1,024 tokens", mustMemory(t, r).Likely, short.Likely)
	within(t, "measured 43.5 GiB", short.Likely, 41, 44)
	r.Sequence = 32768
	if got := bytesOf(t, r, PartStep); got != 0 {
		t.Errorf("long sequences free more than the step takes: %v", got)
	}
	for _, o := range []Optimizer{AdamW8bit, InBackward, CPUOffload} {
		r.Sequence, r.Optimizer = 256, o
		if got := bytesOf(t, r, PartStep); got != 0 {
			t.Errorf("%s updates in place, yet %v bytes", o, got)
		}
	}
	three := Defaults(shapes(t)["Llama-3.1-70B"], Full)
	three.Cards, three.Split, three.Sequence, three.FusedCE = 8, SplitZeRO3, 1, true
	if got := bytesOf(t, three, PartStep); got != 0 { // 4·10⁹ bytes, less than what is gathered
		t.Errorf("ZeRO-3 updates a part at a time, yet %v bytes", got)
	}
}

func TestBlocksWithoutAGateKeepLess(t *testing.T) {
	m := shapes(t)
	for name, plain := range map[string]bool{"phi-1.5": true, "Qwen2.5-7B": false, "Llama-2-7B": false, "Qwen3-30B-A3B": false} {
		if plainFeedForward(m[name]) != plain {
			t.Errorf("%s: plain %v", name, !plain)
		}
	}
	r := Defaults(m["phi-1.5"], LoRA)
	r.Checkpointing, r.Sequence = false, 100
	about(t, "phi-1.5 activations", bytesOf(t, r, PartActivations), 100*24*34*2048) // inner = 4 × width
}

func TestExchangeBetweenCards(t *testing.T) {
	m := shapes(t)["Llama-3.1-8B"]
	r := Defaults(m, Full)
	r.Cards, r.Sequence = 4, 1000
	for split, want := range map[Split]float64{
		SplitData: 0, SplitZeRO1: 1e9, SplitZeRO2: 1e9, SplitTensor: 2 * 4096 * 1000, SplitLayers: 2 * 4096 * 1000,
		SplitZeRO3: 2e9 + 2*2*128256*4096,
	} {
		r.Split = split
		about(t, string(split), bytesOf(t, r, PartGather), want)
	}
	r.Split = SplitTensor
	about(t, "tensor parallel weights", bytesOf(t, r, PartWeights), 2*8.03e9/4)
	about(t, "activations are paid on each card", bytesOf(t, r, PartActivations), bytesOf(t, Request{Model: m, Method: Full,
		Precision: BF16, Sequence: 1000, Batch: 1, Checkpointing: true, Cards: 1}, PartActivations))
	lora := Defaults(m, LoRA)
	lora.Cards, lora.Split = 2, SplitZeRO2
	if got := bytesOf(t, lora, PartGather); got > 2*60e6 {
		t.Errorf("no bucket is larger than what is trained: %v", got)
	}
}

func TestLayersAreDealtOutWhole(t *testing.T) {
	r := Defaults(shapes(t)["Llama-3.1-8B"], Inference) // 32 layers
	r.Cards, r.Split = 3, SplitLayers
	one := r
	one.Cards, one.Split = 1, SplitAuto
	about(t, "weights", bytesOf(t, r, PartWeights), bytesOf(t, one, PartWeights)*11/32)
	about(t, "cache", bytesOf(t, r, PartKV), bytesOf(t, one, PartKV)*11/32)
}

func TestCacheFormats(t *testing.T) {
	r := Defaults(shapes(t)["Llama-3.1-8B"], Inference)
	r.Sequence = 1000
	for kv, bytes := range map[KVType]float64{KVBF16: 2, KVFP8: 1, KVInt8: 1, KVQ80: 34.0 / 32, KVQ40: 18.0 / 32} {
		r.KV = kv
		about(t, string(kv), bytesOf(t, r, PartKV), 65536*bytes*1000)
	}
}

func TestOffload(t *testing.T) {
	m := shapes(t)["Llama-3.1-8B"]
	full := Defaults(m, Full)
	full.Offload = OffloadOptimizer
	e := mustMemory(t, full)
	about(t, "master weights and moments in RAM", e.HostGiB*bytesPerGiB, 12*8.03e9)
	about(t, "gradients stay", e.Part(PartStates)*bytesPerGiB, 2*8.03e9)

	full.Offload = OffloadWeights
	e = mustMemory(t, full)
	about(t, "weights too", e.HostGiB*bytesPerGiB, 14*8.03e9)
	about(t, "none on the card", e.Part(PartWeights), 0)
	about(t, "but what is fetched", e.Part(PartGather)*bytesPerGiB, 2e9+2*2*128256*4096)

	// Measured at 8.5 GiB: Llama-3.2-3B, 2 × 4,096 tokens, fused, activations offloaded.
	lora := Defaults(shapes(t)["Llama-3.2-3B"], LoRA)
	lora.Sequence, lora.Batch, lora.FusedCE, lora.Offload = 4096, 2, true, OffloadActivations
	within(t, "Llama-3.2-3B", mustMemory(t, lora).Likely, 8.5*0.9, 8.5*1.25)

	serve := Defaults(m, Inference)
	serve.Offload = OffloadWeights
	about(t, "embeddings and two layers stay", bytesOf(t, serve, PartWeights), 2*(2*128256*4096+(8.03e9-2*128256*4096)*2/32))
}

func TestOffloadThatCannotBeIsRefused(t *testing.T) {
	m := shapes(t)["Llama-3.1-8B"]
	for rule, r := range map[string]Request{
		"offload.training_only": func() Request { r := Defaults(m, Inference); r.Offload = OffloadOptimizer; return r }(),
		"offload.needs_checkpointing": func() Request {
			r := Defaults(m, LoRA)
			r.Offload, r.Checkpointing = OffloadActivations, false
			return r
		}(),
		"offload.needs_zero": func() Request {
			r := Defaults(m, Full)
			r.Offload, r.Cards, r.Split = OffloadWeights, 2, SplitTensor
			return r
		}(),
		"choice.unknown": func() Request { r := Defaults(m, Full); r.Offload = "disk"; return r }(),
	} {
		var p *reason.Problem
		if _, err := Memory(r); !errors.As(err, &p) || p.Rule != rule {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

func TestEveryGGUFTypeIsItsFileSize(t *testing.T) {
	r := Defaults(shapes(t)["Llama-3.1-8B"], Inference)
	for name, want := range map[Precision]float64{ // GiB, llama.cpp tools/quantize/README.md
		"F16": 14.96, "Q5_K_S": 5.21, "Q4_K_S": 4.36, "IQ4_NL": 4.38, "IQ4_XS": 4.17, "Q3_K_L": 4.02, "IQ3_M": 3.52, "IQ3_S": 3.42,
		"Q3_K_S": 3.41, "IQ3_XS": 3.27, "IQ3_XXS": 3.04, "Q2_K_S": 2.78, "IQ2_M": 2.74, "IQ2_S": 2.56, "IQ2_XS": 2.42, "IQ2_XXS": 2.23,
		"IQ1_M": 2.01, "IQ1_S": 1.87,
	} {
		r.Precision = name
		within(t, string(name), mustMemory(t, r).Part(PartWeights), want-0.015, want+0.015)
	}
}

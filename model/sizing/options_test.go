package sizing

import (
	"testing"

	"cardhour/model/hardware"
)

func TestOptionsOfAnotherMethodWait(t *testing.T) {
	o := Options{Prefill: PrefillChunked, Prompt: 4096, KV: KVInt8, Checkpointing: hardware.No, FusedCE: hardware.Yes, Optimizer: AdamW8bit,
		LoRARank: 64, Offload: OffloadOptimizer, Split: SplitZeRO2}
	model := hardware.Model{ID: "m", Kind: hardware.LLM}

	served := Defaults(model, Inference).With(o)
	if served.Prefill != PrefillChunked || served.Prompt != 2048 || served.KV != KVInt8 {
		t.Errorf("inference did not take its options: %+v", served)
	}
	if served.Offload != OffloadNone || served.Split != SplitAuto || served.Checkpointing || served.FusedCE {
		t.Errorf("inference took what belongs to training: %+v", served)
	}
	trained := Defaults(model, LoRA).With(o)
	if trained.Checkpointing || !trained.FusedCE || trained.Optimizer != AdamW8bit || trained.LoRARank != 64 || trained.Offload != OffloadOptimizer || trained.Split != SplitZeRO2 {
		t.Errorf("training did not take its options: %+v", trained)
	}
	if trained.Prefill != PrefillUnstated || trained.KV != KVBF16 {
		t.Errorf("training took what belongs to inference: %+v", trained)
	}
	if Defaults(model, LoRA).With(Options{}) != Defaults(model, LoRA) {
		t.Error("no option changed the defaults")
	}
}

// A change that is taken makes the job what the change said it would be.
func TestAChangeThatIsTakenComesTrue(t *testing.T) {
	model := hardware.Model{ID: "m", Kind: hardware.LLM, ParamsB: hardware.Know(7.6), Layers: hardware.Know(28), Hidden: hardware.Know(3584), Heads: hardware.Know(28),
		KVHeads: hardware.Know(4), HeadDim: hardware.Know(128), Intermediate: hardware.Know(18944), Vocab: hardware.Know(152064)}
	card := hardware.Card{ID: "small", Vendor: "NVIDIA", MemoryGiB: hardware.Know(10.0), BF16: hardware.Yes}
	taken := map[ChangeKind]bool{}
	for _, r := range []Request{Defaults(model, Full).With(Options{Checkpointing: hardware.No}), Defaults(model, Inference).With(Options{Prefill: PrefillWhole})} {
		r.Sequence = 16384
		for _, c := range Changes(r, card) {
			switch c.Kind {
			case ChangeBatch, ChangeSequence, ChangeCards, ChangePrecision, ChangeQLoRA, ChangeLoRA:
				continue // not options
			}
			taken[c.Kind] = true
			again, err := Memory(r.With(Options{}.Take(c)))
			if err != nil || again.Likely != c.Estimate.Likely {
				t.Errorf("%s: %.3f GiB once it is taken, %v; %.3f were promised", c.Kind, again.Likely, err, c.Estimate.Likely)
			}
		}
	}
	for _, kind := range []ChangeKind{ChangeFusedCE, ChangeCheckpointing, ChangeChunked, ChangeKV8, ChangeOptimizer, ChangeOffload} {
		if !taken[kind] {
			t.Errorf("%s was never taken", kind)
		}
	}
}

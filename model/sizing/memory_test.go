package sizing

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

func know(n int) hardware.Known[int] { return hardware.Know(n) }

func mustMemory(t testing.TB, r Request) Estimate {
	t.Helper()
	e, err := Memory(r)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func within(t testing.TB, what string, got, low, high float64) {
	t.Helper()
	if got < low || got > high {
		t.Errorf("%s = %.3f, want %.3f–%.3f", what, got, low, high)
	}
}

func TestCheckValues(t *testing.T) {
	m := shapes(t)
	lora := Defaults(m["Qwen2.5-7B"], LoRA)
	within(t, "Qwen2.5-7B LoRA checkpointed", mustMemory(t, lora).Likely, 21.5, 21.7)
	plain := lora
	plain.Checkpointing = false
	within(t, "Qwen2.5-7B LoRA", mustMemory(t, plain).Likely, 33.2, 33.4)
	lora.FusedCE = true
	within(t, "Qwen2.5-7B LoRA checkpointed, fused", mustMemory(t, lora).Likely, 18.0, 18.2)

	serve := Defaults(m["Qwen3-8B"], Inference)
	serve.Sequence, serve.Prefill = 32768, PrefillWhole
	within(t, "Qwen3-8B 32k whole prefill", mustMemory(t, serve).Likely, 23.5, 24.0)
	serve.Prefill = PrefillChunked
	within(t, "Qwen3-8B 32k chunked", mustMemory(t, serve).Likely, 20.5, 21.0)
}

// Each of these is a mistake that calculators make.
func TestTraps(t *testing.T) {
	m := shapes(t)
	kv := func(model hardware.Model, tokens int) float64 {
		r := Defaults(model, Inference)
		r.Sequence = tokens
		return mustMemory(t, r).Part(PartKV) * bytesPerGiB
	}
	t.Run("GiB, not GB", func(t *testing.T) {
		within(t, "7.616·10⁹ × 2 B", mustMemory(t, Defaults(m["Qwen2.5-7B"], Inference)).Part(PartWeights), 14.18, 14.19)
	})
	t.Run("key and value counted once each, kv heads, not heads", func(t *testing.T) {
		if got := kv(m["Qwen2.5-7B"], 1000); got != 57344*1000 {
			t.Errorf("Qwen2.5-7B: %v bytes", got)
		}
		if got := kv(m["Llama-2-7B"], 1000); got != 524288*1000 {
			t.Errorf("Llama-2-7B: %v bytes", got)
		}
	})
	t.Run("head_dim is not hidden ÷ heads", func(t *testing.T) {
		if got := kv(m["Qwen3-32B"], 1); got != 262144 { // 5120 ÷ 64 = 80, head_dim 128
			t.Errorf("Qwen3-32B: %v bytes", got)
		}
	})
	t.Run("latent attention", func(t *testing.T) {
		ds := m["DeepSeek-V3/R1/V3.1"]
		ds.Attention = hardware.Attention{Latent: true, LatentRank: know(512), RopeDim: know(64)}
		if got := kv(ds, 10); got != 61*576*2*10 {
			t.Errorf("DeepSeek-V3: %v bytes", got)
		}
		r := Defaults(ds, Inference)
		r.Cards, r.Split = 8, SplitTensor
		one := r
		one.Cards = 1
		if a, b := mustMemory(t, r).Part(PartKV), mustMemory(t, one).Part(PartKV); a != b {
			t.Errorf("a latent cache must not shrink with cards: %v, %v", a, b)
		}
	})
	t.Run("sliding window", func(t *testing.T) {
		g := m["Gemma-2-9b"]
		g.Attention = hardware.Attention{Window: 4096, FullEvery: 2}
		if got := kv(g, 8192); got != 344064.0/2*(8192+4096) {
			t.Errorf("Gemma-2-9b: %v bytes", got)
		}
	})
	t.Run("hybrid keeps full-attention layers only", func(t *testing.T) {
		q := m["Qwen3.5-9B"]
		q.Attention = hardware.Attention{Recurrent: true, FullEvery: 4}
		if got := kv(q, 1000); got != 32768*1000 {
			t.Errorf("Qwen3.5-9B: %v bytes", got)
		}
	})
	t.Run("all experts take memory, active ones compute", func(t *testing.T) {
		e := mustMemory(t, Defaults(m["Qwen3-30B-A3B"], Inference))
		within(t, "weights", e.Part(PartWeights), 56.8, 56.9)
		r := Defaults(m["Qwen3-30B-A3B"], Inference)
		r.Prefill, r.Sequence = PrefillWhole, 1000
		if got := mustMemory(t, r).Part(PartPrefill) * bytesPerGiB; got != 1000*2*(3*8*768+4*2048) {
			t.Errorf("prefill %v bytes", got)
		}
	})
	t.Run("tied embeddings are stored once, at 16 bits", func(t *testing.T) {
		r := Defaults(m["Qwen2.5-0.5B"], Inference)
		r.Precision = GPTQInt4
		embedding := 151936.0 * 896
		want := (0.494e9-embedding)*0.5195 + embedding*2
		if got := mustMemory(t, r).Part(PartWeights) * bytesPerGiB; math.Abs(got-want) > 1 {
			t.Errorf("%v bytes, want %v", got, want)
		}
	})
	t.Run("GGUF bits cover the whole file", func(t *testing.T) {
		for p, want := range map[Precision]float64{Q2K: 2.95, Q3KM: 3.74, Q40: 4.34, Q4KM: 4.58, Q5KM: 5.33, Q6K: 6.14, Q80: 7.95} {
			r := Defaults(m["Llama-3.1-8B"], Inference)
			r.Precision = p
			within(t, string(p), mustMemory(t, r).Part(PartWeights), want-0.01, want+0.01)
		}
	})
	t.Run("full training states are not added to the weights twice", func(t *testing.T) {
		e := mustMemory(t, Defaults(m["Qwen2.5-7B"], Full))
		within(t, "18 B a parameter", (e.Part(PartWeights)+e.Part(PartStates))*bytesPerGiB/7.616e9, 17.99, 18.01)
	})
}

func TestCards(t *testing.T) {
	m := shapes(t)
	full := Defaults(m["Llama-3.1-8B"], Full)
	full.Cards = 4
	part := func(s Split, k PartKind) float64 {
		r := full
		r.Split = s
		return mustMemory(t, r).Part(k) * bytesPerGiB / 8.03e9
	}
	for _, c := range []struct {
		split           Split
		weights, states float64 // bytes a parameter
	}{
		{SplitData, 2, 16}, {SplitZeRO1, 2, 4 + 12.0/4}, {SplitZeRO2, 2, 4}, {SplitZeRO3, 0.5, 4}, {SplitLayers, 0.5, 4},
	} {
		within(t, string(c.split)+" weights", part(c.split, PartWeights), c.weights-1e-6, c.weights+1e-6)
		within(t, string(c.split)+" states", part(c.split, PartStates), c.states-1e-6, c.states+1e-6)
	}
	serve := Defaults(m["Llama-3.1-70B"], Inference) // 8 kv heads
	serve.Split = SplitTensor
	one := mustMemory(t, serve).Part(PartKV)
	serve.Cards = 16
	within(t, "16 cards share 8 kv heads", mustMemory(t, serve).Part(PartKV), one/8-1e-9, one/8+1e-9)

	serve.Split, serve.Cards = SplitAuto, 3
	if e := mustMemory(t, serve); e.Request.Split != SplitLayers {
		t.Errorf("64 heads on 3 cards: split %q, want by layers", e.Request.Split)
	}
}

func TestUnknownShapeGivesTheRuleAlone(t *testing.T) {
	m := hardware.Model{ID: "some 30B", Kind: hardware.LLM, ParamsB: hardware.Know(30.0)}
	e := mustMemory(t, Defaults(m, Inference))
	if !e.RuleOnly || len(e.Parts) != 1 || e.Parts[0].Kind != PartRule || len(e.Assumed) != 1 {
		t.Fatalf("%+v", e)
	}
	within(t, "30B × 2 × 1.2", e.Likely, 67.0, 67.1)
	full := mustMemory(t, Defaults(m, Full))
	if full.Low > 30e9*2*6/bytesPerGiB+0.01 || full.High < 30e9*2*12/bytesPerGiB-0.01 {
		t.Errorf("full training must span 6–12 × weights: %.0f–%.0f GiB", full.Low, full.High)
	}
}

func TestGapsAreDeclared(t *testing.T) {
	m := shapes(t)["Qwen2.5-7B"]
	m.Tied, m.Intermediate, m.Vocab = hardware.NotKnown, hardware.Known[int]{}, hardware.Known[int]{}
	r := Defaults(m, QLoRA)
	var rules []string
	for _, a := range mustMemory(t, r).Assumed {
		rules = append(rules, a.Rule)
	}
	if len(rules) != 3 {
		t.Errorf("declared %v", rules)
	}
	if a := mustMemory(t, Defaults(shapes(t)["Qwen2.5-7B"], QLoRA)).Assumed; len(a) != 0 {
		t.Errorf("nothing was missing, yet %v", a)
	}
	glm := mustMemory(t, Defaults(shapes(t)["GLM-4-9B-chat"], Inference)) // parameters not stated
	within(t, "GLM-4-9B parameters counted from its shape", glm.Part(PartWeights)*bytesPerGiB/2/1e9, 9.3, 9.5)
}

func TestRefusals(t *testing.T) {
	good := Defaults(shapes(t)["Qwen2.5-7B"], LoRA)
	for rule, spoil := range map[string]func(*Request){
		"number.out_of_range":    func(r *Request) { r.Sequence = 0 },
		"prompt.beyond_sequence": func(r *Request) { r.Prompt = r.Sequence + 1 },
		"choice.unknown":         func(r *Request) { r.Precision = "int3" },
		"gguf.not_trainable":     func(r *Request) { r.Precision = Q4KM },
		"full.needs_float":       func(r *Request) { r.Method, r.Precision = Full, NF4 },
		"qlora.needs_quantised":  func(r *Request) { r.Method = QLoRA },
		"zero.training_only":     func(r *Request) { r.Method, r.Cards, r.Split = Inference, 2, SplitZeRO3 },
		"cards.more_than_layers": func(r *Request) { r.Cards, r.Split = 100, SplitLayers },
		"params.unknown":         func(r *Request) { r.Model.ParamsB, r.Model.Vocab = hardware.Known[float64]{}, hardware.Known[int]{} },
		"params.out_of_range":    func(r *Request) { r.Model.ParamsB = hardware.Know(math.NaN()) },
		"shape.not_positive":     func(r *Request) { r.Model.Layers = know(-1) },
		"memory.no_formula":      func(r *Request) { r.Model.Kind = hardware.Detection },
		"memory.too_large":       func(r *Request) { r.Sequence, r.Batch, r.Checkpointing = maxTokens, maxBatch, false },
	} {
		r := good
		spoil(&r)
		_, err := Memory(r)
		var p *reason.Problem
		if !errors.As(err, &p) || p.Rule != rule {
			t.Errorf("%s: got %v", rule, err)
		}
	}
	for _, n := range []int{-1, math.MinInt, math.MaxInt} {
		r := good
		r.Batch = n
		if _, err := Memory(r); err == nil {
			t.Errorf("batch %d was accepted", n)
		}
	}
}

func TestLaws(t *testing.T) {
	models := shapes(t)
	names := []string{"Qwen2.5-7B", "Llama-3.1-70B", "Qwen3-30B-A3B", "Qwen2.5-0.5B", "DeepSeek-V2-Lite"}
	rapid.Check(t, func(t *rapid.T) {
		r := Defaults(models[rapid.SampledFrom(names).Draw(t, "model")], rapid.SampledFrom(Methods()).Draw(t, "method"))
		r.Sequence = rapid.IntRange(1, 1<<20).Draw(t, "sequence")
		r.Batch = rapid.IntRange(1, 256).Draw(t, "batch")
		r.Checkpointing = rapid.Bool().Draw(t, "checkpointing")
		r.Cards = rapid.SampledFrom([]int{1, 2, 4, 8}).Draw(t, "cards")
		if r.Method == Inference {
			r.Precision = rapid.SampledFrom(Precisions()).Draw(t, "precision")
			r.Prefill = rapid.SampledFrom(Prefills()).Draw(t, "prefill")
		}
		e, err := Memory(r)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, p := range e.Parts {
			sum += p.GiB
			if p.TotalGiB < p.GiB-1e-9 || p.GiB < 0 {
				t.Fatalf("part %+v", p)
			}
		}
		if math.Abs(sum-e.Likely) > 1e-9*sum || e.Low > e.Likely || e.High < e.Likely {
			t.Fatalf("parts %v, low %v likely %v high %v", sum, e.Low, e.Likely, e.High)
		}
		more := r
		more.Batch++
		if m, err := Memory(more); err != nil || m.Likely < e.Likely-1e-9 {
			t.Fatalf("a larger batch took less: %v, %v, %v", m.Likely, e.Likely, err)
		}
		if r.Method.Training() {
			on, off := r, r
			on.Checkpointing, off.Checkpointing = true, false
			a, _ := Memory(on)
			b, _ := Memory(off)
			if a.Likely > b.Likely {
				t.Fatal("checkpointing took more memory")
			}
		}
	})
}

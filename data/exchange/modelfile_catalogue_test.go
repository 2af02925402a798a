package exchange_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardhour/data/catalog"
	"cardhour/data/exchange"
	"cardhour/model/hardware"
	"cardhour/model/sizing"
)

// published holds each family's config.json against the catalogue.
var published = []struct {
	file, catalogue string
	params          float64 // 10⁹; 0 = within 1 % of the catalogue's
	active          float64 // 10⁹, within 2 %; 0 = of no interest
	attention       hardware.Attention
	precision       sizing.Precision
}{
	{file: "Qwen2.5-7B", catalogue: "Qwen2.5-7B", precision: sizing.BF16},
	{file: "Qwen3-8B", catalogue: "Qwen3-8B", precision: sizing.BF16},
	{file: "Qwen3-30B-A3B", catalogue: "Qwen3-30B-A3B", active: 3.353, precision: sizing.BF16},
	{file: "Llama-3.1-8B", catalogue: "Llama-3.1-8B", precision: sizing.BF16},
	{file: "Llama-2-7B", catalogue: "Llama-2-7B", precision: sizing.FP16},
	{file: "Mistral-7B-v0.1", params: 7.242, attention: hardware.Attention{Window: 4096}, precision: sizing.BF16},
	{file: "Mistral-7B-v0.3", catalogue: "Mistral-7B-v0.3", precision: sizing.BF16},
	{file: "Mixtral-8x7B-v0.1", catalogue: "Mixtral-8x7B-v0.1", active: 12.88, precision: sizing.BF16},
	{file: "Gemma-2-9b", catalogue: "Gemma-2-9b", attention: hardware.Attention{Window: 4096, FullEvery: 2}},
	{file: "Gemma-3-4b-it", catalogue: "Gemma-3-4b-it", attention: hardware.Attention{Window: 1024, FullEvery: 6}, precision: sizing.BF16},
	{file: "Gemma-3-27b-it", catalogue: "Gemma-3-27b-it", attention: hardware.Attention{Window: 1024, FullEvery: 6}, precision: sizing.BF16},
	{file: "DeepSeek-V2", catalogue: "DeepSeek-V2", active: 21.4, attention: latent, precision: sizing.BF16},
	{file: "DeepSeek-V2-Lite", params: 15.706, catalogue: "DeepSeek-V2-Lite", active: 2.66, attention: latent, precision: sizing.BF16},
	{file: "DeepSeek-V3", catalogue: "DeepSeek-V3/R1/V3.1", active: 37.5, attention: latent, precision: sizing.FP8},
	{file: "Phi-3-mini-4k-instruct", catalogue: "Phi-3-mini-4k-instruct", attention: hardware.Attention{Window: 2047}, precision: sizing.BF16},
	{file: "phi-4", catalogue: "phi-4", precision: sizing.BF16},
	// 120 and 21 are their names; 116.8 and 20.9 are published beside them.
	{file: "gpt-oss-120b", catalogue: "gpt-oss-120b", params: 116.83, active: 5.7, attention: hardware.Attention{Window: 128, FullEvery: 2}, precision: sizing.MXFP4},
	{file: "gpt-oss-20b", catalogue: "gpt-oss-20b", params: 20.91, active: 4.19, attention: hardware.Attention{Window: 128, FullEvery: 2}, precision: sizing.MXFP4},
	{file: "ChatGLM3-6B", catalogue: "ChatGLM3-6B", params: 6.244, precision: sizing.FP16},
	{file: "GLM-4-9B-chat", catalogue: "GLM-4-9B-chat", params: 9.4, precision: sizing.BF16},
	// 12 is published; it leaves out the two ends, 1.2.
	{file: "GLM-4.5-Air", catalogue: "GLM-4.5-Air", active: 13.42, precision: sizing.BF16},
	{file: "Yi-34B", catalogue: "Yi-34B", precision: sizing.BF16},
	{file: "Qwen-7B", catalogue: "Qwen-7B"},
}

var latent = hardware.Attention{Latent: true, LatentRank: hardware.Know(512), RopeDim: hardware.Know(64)}

func near(got, want, share float64) bool { return math.Abs(got-want) <= share*want }

func TestPublishedConfigsReadAsTheCatalogueHasThem(t *testing.T) {
	shipped, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range published {
		t.Run(c.file, func(t *testing.T) {
			m, err := exchange.ReadModel(filepath.Join("testdata", "models", c.file+".json"))
			if err != nil {
				t.Fatal(err)
			}
			entry, listed := shipped.Model(c.catalogue)
			if listed != (c.catalogue != "") {
				t.Fatalf("%q is not in the catalogue", c.catalogue)
			}
			want := c.params
			if want == 0 {
				want = entry.ParamsB.Value
			}
			if !near(m.Model.ParamsB.Value, want, 0.01) {
				t.Errorf("%.3f billion parameters, want %.3f", m.Model.ParamsB.Value, want)
			}
			if c.active != 0 && !near(m.Model.ActiveB.Value, c.active, 0.02) || m.Model.ActiveB.OK != (c.active != 0) {
				t.Errorf("%.3f billion active, want %.3f", m.Model.ActiveB.Value, c.active)
			}
			got := m.Model.Attention
			if got.Text == "" || m.Precision != c.precision {
				t.Errorf("attention %q, precision %q", got.Text, m.Precision)
			}
			got.Text = ""
			if got != c.attention {
				t.Errorf("attention %+v, want %+v", got, c.attention)
			}
			if !m.Model.Shaped() || m.Model.Kind != hardware.LLM || m.Model.Tied == hardware.NotKnown {
				t.Errorf("not shaped: %+v", m.Model)
			}
			if listed {
				sameShape(t, m.Model, entry)
				sameMemory(t, m.Model, entry, want/entry.ParamsB.Or(want))
			}
		})
	}
}

// sameShape compares what both know. Vocabularies may be padded.
func sameShape(t *testing.T, got, want hardware.Model) {
	t.Helper()
	for name, pair := range map[string][2]hardware.Known[int]{
		"layers": {got.Layers, want.Layers}, "hidden": {got.Hidden, want.Hidden}, "heads": {got.Heads, want.Heads},
		"kv heads": {got.KVHeads, want.KVHeads}, "head dim": {got.HeadDim, want.HeadDim}, "intermediate": {got.Intermediate, want.Intermediate},
		"experts": {got.Experts, want.Experts}, "per token": {got.ExpertsPerToken, want.ExpertsPerToken}, "expert width": {got.ExpertIntermediate, want.ExpertIntermediate},
	} {
		if pair[0].OK && pair[1].OK && pair[0] != pair[1] {
			t.Errorf("%s: %d, the catalogue has %d", name, pair[0].Value, pair[1].Value)
		}
		if !pair[0].OK && pair[1].OK {
			t.Errorf("%s is not known", name)
		}
	}
	if want.Vocab.OK && !near(float64(got.Vocab.Value), float64(want.Vocab.Value), 0.001) {
		t.Errorf("vocabulary %d, the catalogue has %d", got.Vocab.Value, want.Vocab.Value)
	}
	if got.Tied != want.Tied {
		t.Errorf("tied %v, the catalogue has %v", got.Tied, want.Tied)
	}
}

// sameMemory compares estimates, where the catalogue can give one. Its
// weights are those of other counts where the test says so.
func sameMemory(t *testing.T, got, want hardware.Model, weights float64) {
	t.Helper()
	for _, precision := range []sizing.Precision{sizing.BF16, sizing.Q4KM} {
		of := func(m hardware.Model) float64 {
			r := sizing.Defaults(m, sizing.Inference)
			r.Precision, r.Sequence, r.Prefill = precision, 4096, sizing.PrefillChunked
			e, err := sizing.Memory(r)
			if err != nil {
				return 0
			}
			return e.Likely
		}
		a, b := of(got), of(want)
		if a == 0 || b != 0 && !near(a, b*weights, 0.02) && !near(a, b, 0.02) {
			t.Errorf("%s: %.2f GiB from the file, %.2f from the catalogue", precision, a, b)
		}
	}
}

// The sample is a part of a real file: what it does not say stays unknown.
func TestAPartOfAConfigLeavesTheRestUnknown(t *testing.T) {
	content := `{"architectures":["Qwen3ForCausalLM"],"model_type":"qwen3","num_hidden_layers":36,"num_attention_heads":32,"num_key_value_heads":8,"head_dim":128,"torch_dtype":"bfloat16"}`
	m, err := exchange.ReadModelAt("Qwen3-8B", strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	unknown := map[exchange.ModelField]bool{}
	for _, f := range m.Unknown() {
		unknown[f] = true
	}
	for _, f := range []exchange.ModelField{exchange.FieldParams, exchange.FieldHidden, exchange.FieldIntermediate, exchange.FieldVocab, exchange.FieldContext} {
		if !unknown[f] {
			t.Errorf("%s is known: %+v", f, m.Model)
		}
	}
	if len(unknown) != 5 {
		t.Errorf("unknown %v", m.Unknown())
	}
}

func TestNothingIsTakenForGrantedOfAFamilyThatIsNotKnown(t *testing.T) {
	content := `{"architectures":["NewForCausalLM"],"model_type":"new","hidden_size":4096,"num_hidden_layers":32,"num_attention_heads":32,"intermediate_size":11008,"vocab_size":32000,"sliding_window":4096}`
	m, err := exchange.ReadModelAt("new", strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	if h := m.Model; h.HeadDim.OK || h.KVHeads.OK || h.ParamsB.OK || h.Tied != hardware.NotKnown || h.Attention.Window != 0 {
		t.Errorf("guessed: %+v", h)
	}
	rules := ""
	for _, n := range m.Notes {
		rules += n.Because.Rule + " "
	}
	if !strings.Contains(rules, "window_not_placed") {
		t.Errorf("nothing is said of the window: %s", rules)
	}
}

func TestEveryPublishedConfigIsTested(t *testing.T) {
	files, err := os.ReadDir(filepath.Join("testdata", "models"))
	if err != nil || len(files) != len(published) {
		t.Errorf("%d files, %d tested, %v", len(files), len(published), err)
	}
}

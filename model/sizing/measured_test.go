package sizing

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardhour/model/hardware"
)

// row is one line of testdata/vram_measured.csv by column name.
type row map[string]string

func readCSV(t testing.TB, path string) []row {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, line := range lines[1:] {
		r := row{}
		for i, name := range lines[0] {
			r[name] = line[i]
		}
		rows = append(rows, r)
	}
	return rows
}

func number[T int | float64](s string) hardware.Known[T] {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return hardware.Known[T]{}
	}
	return hardware.Know(T(v))
}

// shapes reads the shipped shapes. None of the measured models has a window
// or latent attention, so the attention column is left alone.
func shapes(t testing.TB) map[string]hardware.Model {
	models := map[string]hardware.Model{}
	for _, r := range readCSV(t, "../../data/catalog/models.csv") {
		tied, _ := hardware.ParseAnswer(r["tied_embeddings"])
		models[r["model"]] = hardware.Model{
			ID: r["model"], Kind: hardware.Kind(r["kind"]), ParamsB: number[float64](r["params_b"]),
			Layers: number[int](r["layers"]), Hidden: number[int](r["hidden"]), Heads: number[int](r["heads"]),
			KVHeads: number[int](r["kv_heads"]), HeadDim: number[int](r["head_dim"]),
			Intermediate: number[int](r["intermediate"]), Vocab: number[int](r["vocab"]), Tied: tied,
		}
	}
	for name, same := range map[string]string{"Llama-3-8B": "Llama-3.1-8B", "Qwen2-7B": "Qwen2.5-7B", "GLM-4-9B": "GLM-4-9B-chat"} {
		models[name] = models[same]
	}
	return models
}

// request is the row as a person would enter it: what the row does not state
// is left at its default.
func (r row) request(models map[string]hardware.Model) (Request, bool) {
	method := map[string]Method{"inference": Inference, "lora": LoRA, "lora(emb)": LoRA, "qlora": QLoRA, "full": Full}[r["method"]]
	precision, ok := ParsePrecision(strings.Replace(r["precision"], "16bit", "bf16", 1))
	if method == "" || !ok || r["offload"] != "" {
		return Request{}, false
	}
	m, ok := models[r["model"]]
	if !ok {
		m = hardware.Model{ID: r["model"], Kind: hardware.LLM, ParamsB: number[float64](r["params_b"])}
	}
	req := Defaults(m, method)
	req.Precision = precision
	req.Sequence = number[int](r["seq_len"]).Or(req.Sequence)
	req.Batch = number[int](r["batch"]).Or(1)
	req.Prompt = number[int](r["prompt"]).Or(0)
	req.Prefill = Prefill(r["prefill"])
	req.KV = KVType(r["kv_type"])
	req.Cards = number[int](r["cards"]).Or(1)
	req.LoRARank = number[int](r["lora_rank"]).Or(req.LoRARank)
	req.FusedCE = r["fused_ce"] == "yes"
	req.Checkpointing = r["checkpointing"] != "no"
	req.TrainEmbeddings = r["method"] == "lora(emb)"
	return req, true
}

// estimated is the figure that the row's counter would have shown.
func (r row) estimated(e Estimate) float64 {
	perCard := r["per_card"] == "yes"
	got := e.TotalGiB
	if perCard {
		got = e.Likely
	}
	if r["counter"] == "torch_allocated" {
		for _, p := range e.Parts {
			if p.Kind == PartOverhead {
				got -= p.TotalGiB
			}
		}
	}
	return got
}

type sample struct {
	ratio float64 // measured ÷ estimated
	rule  float64 // measured ÷ rule of thumb
	about string
}

func samples(t testing.TB) map[class][]sample {
	models := shapes(t)
	out := map[class][]sample{}
	for _, r := range readCSV(t, "testdata/vram_measured.csv") {
		req, ok := r.request(models)
		if r["class"] != "measured" || !ok || !req.Model.Shaped() {
			continue
		}
		e, err := Memory(req)
		if err != nil {
			t.Fatalf("%v: %v", r, err)
		}
		measured := number[float64](r["vram_gb"]).Value
		rule := e.RuleOfThumb.Likely
		if r["per_card"] != "yes" {
			rule *= float64(req.Cards)
		}
		out[classOf(e.Request)] = append(out[classOf(e.Request)], sample{
			ratio: measured / r.estimated(e), rule: measured / rule,
			about: fmt.Sprintf("%s %s %s seq %s batch %s cards %s: measured %.1f, estimated %.1f", r["model"], r["method"],
				r["precision"], r["seq_len"], r["batch"], r["cards"], measured, r.estimated(e)),
		})
	}
	return out
}

// percentile interpolates between the two nearest ranks.
func percentile(values []float64, p float64) float64 {
	v := slices.Sorted(slices.Values(values))
	at := p * float64(len(v)-1)
	i := int(at)
	if i+1 == len(v) {
		return v[i]
	}
	return v[i] + (at-float64(i))*(v[i+1]-v[i])
}

func pick(list []sample, f func(sample) float64) []float64 {
	var out []float64
	for _, s := range list {
		out = append(out, f(s))
	}
	return out
}

func TestErrorOnMeasuredRuns(t *testing.T) {
	targets := map[class][2]float64{ // median, 90th percentile of the absolute error
		classInference: {0.02, 0.20}, classQuantised: {0.025, 0.12}, classLoRA: {0.08, 0.25},
		classQLoRA: {0.12, 0.40}, classFull: {0.20, 0.60},
	}
	all := samples(t)
	for _, c := range []class{classInference, classQuantised, classLoRA, classQLoRA, classFull} {
		err := pick(all[c], func(s sample) float64 { return math.Abs(1/s.ratio - 1) })
		rule := pick(all[c], func(s sample) float64 { return math.Abs(1/s.rule - 1) })
		median, high := percentile(err, 0.5), percentile(err, 0.9)
		t.Logf("%-20s %3d runs: median %4.1f %%, 90th percentile %4.1f %% (rule of thumb: median %4.1f %%)",
			c, len(err), 100*median, 100*high, 100*percentile(rule, 0.5))
		if median > targets[c][0] || high > targets[c][1] {
			t.Errorf("%s: error above %.1f %% / %.0f %%", c, 100*targets[c][0], 100*targets[c][1])
		}
		if os.Getenv("SIZING_ROWS") != "" {
			for _, s := range all[c] {
				t.Logf("  %+6.1f %% %s", 100*(1/s.ratio-1), s.about)
			}
		}
	}
}

func TestBandsMatchTheMeasuredRows(t *testing.T) {
	for c, list := range samples(t) {
		for name, f := range map[string]func(sample) float64{
			"formula": func(s sample) float64 { return s.ratio }, "rule": func(s sample) float64 { return s.rule },
		} {
			stored := formulaBands[c]
			if name == "rule" {
				stored = ruleBands[c]
			}
			v := pick(list, f)
			want := spread{min(1, percentile(v, 0.1)), max(1, percentile(v, 0.9))}
			if math.Abs(stored.low-want.low) > 0.006 || math.Abs(stored.high-want.high) > 0.006 {
				t.Errorf("%s %s: stored %v, the rows give {%.2f, %.2f}", c, name, stored, want.low, want.high)
			}
		}
	}
}

// A published minimum is no measurement: the estimate's high end must reach it.
func TestHighEndReachesPublishedMinimums(t *testing.T) {
	models := shapes(t)
	checked := 0
	for _, r := range readCSV(t, "testdata/vram_measured.csv") {
		req, ok := r.request(models)
		if r["class"] != "lower_bound" || !ok || !req.Model.ParamsB.OK {
			continue
		}
		e, err := Memory(req)
		if err != nil {
			t.Fatalf("%v: %v", r, err)
		}
		checked++
		if least := number[float64](r["vram_gb"]).Value; e.High < least {
			t.Errorf("%s %s %s batch %s: high end %.1f GiB, published minimum %.1f", r["model"], r["method"], r["precision"], r["batch"], e.High, least)
		}
	}
	if checked < 20 {
		t.Fatalf("only %d published minimums were checked", checked)
	}
}

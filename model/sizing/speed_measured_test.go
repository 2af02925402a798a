package sizing

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"cardhour/model/hardware"
)

// cards reads the shipped cards.
func cards(t testing.TB) map[string]hardware.Card {
	all := map[string]hardware.Card{}
	for _, r := range readCSV(t, "../../data/catalog/gpus.csv") {
		c := hardware.Card{
			ID: r["gpu"], Vendor: r["vendor"], Arch: r["arch"], ComputeCapability: number[float64](r["compute_capability"]),
			MemoryGiB: number[float64](r["vram_gb"]), BandwidthGBs: number[float64](r["mem_bw_gbs"]),
			FP16TFLOPS: number[float64](r["fp16_dense_tflops"]), FP16AccumTFLOPS: number[float64](r["fp16_fp16acc_dense_tflops"]),
			FP8TFLOPS: number[float64](r["fp8_dense_tflops"]), LinkGBs: number[float64](strings.Split(r["nvlink_gbs"]+" ", " ")[0]),
		}
		if r["nvlink_gbs"] == "none" {
			c.LinkGBs = hardware.Know(0.0)
		}
		c.BF16, _ = hardware.ParseAnswer(r["bf16"])
		c.FP8, _ = hardware.ParseAnswer(r["fp8"])
		all[c.ID] = c
	}
	return all
}

// rowCard finds the card that a row's words mean. Where a row does not say
// which form of a card it is, peak and bandwidth of the SXM form are meant.
func rowCard(all map[string]hardware.Card, name string) (hardware.Card, bool) {
	same := map[string]string{
		"A100": "A100 SXM 80GB", "A100 80GB": "A100 SXM 80GB", "A100 SXM": "A100 SXM 80GB", "A100 40GB": "A100 SXM 40GB",
		"A100 40GB PCIe": "A100 PCIe 40GB", "A100 80GB PCIe": "A100 PCIe 80GB", "A100 80GB SXM4": "A100 SXM 80GB",
		"H100": "H100 SXM 80GB", "H100 80GB": "H100 SXM 80GB", "H100 96GB 500W": "H100 SXM 80GB", "H100 80GB PCIe": "H100 PCIe 80GB",
		"H100 80GB SXM5": "H100 SXM 80GB", "H200": "H200 SXM 141GB", "B200": "B200 180GB", "V100 16GB": "V100 SXM2 16/32GB",
		"RTX 4090": "RTX 4090 24GB", "RTX 3090": "RTX 3090 24GB", "RTX A6000": "RTX A6000 48GB", "RTX 6000 Ada": "RTX 6000 Ada 48GB",
		"A10": "A10 24GB", "RTX PRO 6000 (PP)": "RTX PRO 6000 Blackwell 96GB", "RTX PRO 6000 (TP)": "RTX PRO 6000 Blackwell 96GB",
	}
	if to, ok := same[name]; ok {
		name = to
	}
	c, ok := all[name]
	return c, ok
}

// speedShapes adds to shapes what speed needs besides.
func speedShapes(t testing.TB) map[string]hardware.Model {
	all := shapes(t)
	for _, r := range readCSV(t, "../../data/catalog/models.csv") {
		m := all[r["model"]]
		m.ActiveB = number[float64](r["active_b"])
		m.Experts, m.ExpertsPerToken = number[int](r["experts"]), number[int](r["experts_per_tok"])
		m.ExpertIntermediate, m.KVBytesPerToken = number[int](r["moe_intermediate"]), number[float64](r["kv_bytes_per_token_fp16"])
		m.MaxContext = number[int](r["max_ctx"])
		switch {
		case strings.HasPrefix(r["attention"], "MLA"):
			m.Attention.Latent = true
		case strings.HasPrefix(r["attention"], "hybrid"):
			m.Attention = hardware.Attention{Recurrent: true, FullEvery: 4}
		}
		all[r["model"]] = m
	}
	all["Llama-3-8B"], all["Llama-3-70B"], all["Llama-3.3-70B"] = all["Llama-3.1-8B"], all["Llama-3.1-70B"], all["Llama-3.3-70B-Instruct"]
	// No shape of these is shipped: they have the parameters of their names.
	for name, params := range map[string]float64{"MPT-1B": 1, "MPT-3B": 3, "MPT-7B": 7, "MPT-13B": 13, "MPT-30B": 30, "MPT-70B": 70} {
		all[name] = hardware.Model{ID: name, Kind: hardware.LLM, ParamsB: hardware.Know(params)}
	}
	return all
}

type speedSample struct {
	measured, estimated float64 // per second
	about               string
}

type speedTable struct {
	samples map[speedClass][]speedSample
	skipped map[string][]string
	baseOf  map[string]float64 // one card's measured speed, for scaling
	cards   map[string]hardware.Card
	models  map[string]hardware.Model
}

func speedSamples(t testing.TB) speedTable {
	s := speedTable{map[speedClass][]speedSample{}, map[string][]string{}, map[string]float64{}, cards(t), speedShapes(t)}
	rows := readCSV(t, "testdata/throughput_measured.csv")
	seen := map[string]bool{}
	for _, r := range rows {
		if r["task"] == "train DDP" && r["count"] == "1" {
			s.baseOf[r["gpu"]+r["model"]] = number[float64](r["value"]).Value
		}
		if r["metric"] == "tok/s/GPU" {
			seen[r.about()] = true
		}
	}
	for _, r := range rows {
		if why := s.take(t, r, seen); why != "" {
			s.skipped[why] = append(s.skipped[why], r.about()+" "+r["metric"])
		}
	}
	return s
}

func (r row) about() string {
	return fmt.Sprintf("%s × %s, %s %s, %s", r["count"], r["gpu"], r["model"], r["precision"], r["task"])
}

// take puts a row into its class, or says what it does not state.
func (s speedTable) take(t testing.TB, r row, seen map[string]bool) string {
	n := number[int](r["count"])
	card, known := rowCard(s.cards, r["gpu"])
	model, shaped := s.models[r["model"]]
	switch {
	case r["task"] == "train DDP":
		return s.takeScaling(r, n.Value)
	case !n.OK:
		return "the number of cards is not stated"
	case strings.HasPrefix(r["task"], "achievable matmul"):
		return "a ceiling of the card, no model ran"
	case strings.HasPrefix(r["task"], "image gen"):
		return "image generation: looked up, no formula"
	case !known || !shaped:
		return "card or model is not in the catalogue"
	case strings.Contains(r["task"], "train"), strings.HasPrefix(r["task"], "fine-tune"):
		return s.takeTraining(t, r, card, model, n.Value, seen)
	case strings.HasPrefix(r["task"], "max-throughput"):
		return s.takeServing(t, r, card, model, n.Value)
	}
	return s.takeInference(t, r, card, model, n.Value)
}

func (s speedTable) takeScaling(r row, n int) string {
	base, ok := s.baseOf[r["gpu"]+r["model"]]
	switch {
	case n == 1:
		return "one card of a model without shape: the base of a scaling row"
	case !ok:
		return "several cards, and no row for one"
	}
	// What a step holds is not stated, so that the link's bytes cannot be set against it.
	s.add(classScaling, r, number[float64](r["value"]).Value, base*float64(n)*scaleDDP)
	return ""
}

func (s speedTable) add(c speedClass, r row, measured, estimated float64) {
	s.samples[c] = append(s.samples[c], speedSample{measured, estimated, r.about()})
}

var firstNumber = regexp.MustCompile(`\d+`)

func (r row) precision() (Precision, bool) {
	word := strings.NewReplacer("awq", "awq-int4", "F16", "fp16").Replace(r["precision"])
	return ParsePrecision(word)
}

func (s speedTable) takeInference(t testing.TB, r row, card hardware.Card, m hardware.Model, n int) string {
	j := Job{Request: Defaults(m, Inference)}
	p, ok := r.precision()
	if !ok {
		return "number format without a size"
	}
	j.Precision, j.Cards, j.Sequence = p, n, 1024
	class := speedClass("")
	switch {
	case strings.Contains(r["source"], "GPU-Benchmarks"):
		j.Engine = LlamaCPP
		class = classLlamaGDDR
		if card.MemoryKind() == hardware.HBM {
			class = classLlamaHBM
		}
	case strings.HasPrefix(r["notes"], "vLLM"):
		class = classEngine
	case strings.HasPrefix(r["notes"], "SGLang"):
		class = classWide
	default:
		return "transformers or litgpt: no constants for them"
	}
	if _, after, ok := strings.Cut(r["task"], "input "); ok {
		j.Prompt = atoi(firstNumber.FindString(after))
		j.Sequence = j.Prompt + 2048
	}
	if strings.HasPrefix(r["task"], "prefill") {
		j.Prompt, j.Sequence = 1024, 1025
	}
	speed, err := SpeedOn(j, card)
	if err != nil {
		t.Fatalf("%s: %v", r.about(), err)
	}
	value := number[float64](r["value"]).Value
	if strings.HasPrefix(r["task"], "prefill") {
		s.add(classPrefill, r, value, speed.Prefill.Value.Likely)
	} else {
		s.add(class, r, value, speed.Decode.Value.Likely)
	}
	return ""
}

// takeServing: the load is called saturated, so there are as many sequences as
// the cards hold.
func (s speedTable) takeServing(t testing.TB, r row, card hardware.Card, m hardware.Model, n int) string {
	if r["precision"] == "fp4" {
		return "fp4: no peak in the catalogue"
	}
	j := Job{Request: Defaults(m, Inference)}
	j.Precision, j.KV, j.Prompt, j.Sequence, j.Prefill, j.Cards = FP8, KVFP8, 1000, 2000, PrefillChunked, n
	j.Batch = MostSequences(j.Request, card)
	speed, err := SpeedOn(j, card)
	if err != nil {
		t.Fatalf("%s: %v", r.about(), err)
	}
	s.add(classServing, r, number[float64](r["value"]).Value, speed.PerSecond.Likely)
	return ""
}

func (s speedTable) takeTraining(t testing.TB, r row, card hardware.Card, m hardware.Model, n int, seen map[string]bool) string {
	method, class := Full, classTrainFull
	switch {
	case strings.HasPrefix(r["precision"], "qlora"):
		method, class = QLoRA, classTrainQLoRA
	case strings.HasPrefix(r["precision"], "lora"):
		method, class = LoRA, classTrainLoRA
	}
	j := Job{Request: Defaults(m, method)} // checkpointing as most people run it: on; only Qwen's rows state it
	_, after, ok := strings.Cut(r["task"], "seq ")
	if !ok {
		return "the sequence is not stated"
	}
	j.Sequence, j.Cards = atoi(firstNumber.FindString(after)), n
	if r["precision"] == "fp8" {
		j.Precision = FP8
	}
	if _, bs, ok := strings.Cut(r["task"], "bs"); ok {
		j.Batch = atoi(firstNumber.FindString(bs))
	}
	if !m.Layers.OK && j.Sequence > 4096 {
		return "no shape: attention over a long sequence cannot be counted"
	}
	if strings.Contains(r["task"], "GA8") {
		j.Accumulate = 8
	}
	value := number[float64](r["value"]).Value
	switch r["metric"] {
	case "s/iter":
		value = float64(j.Batch*j.Sequence*j.Accumulate) / value
	case "tok/s/GPU":
		value *= float64(n)
	case "MFU %":
		if seen[r.about()] {
			return "MFU of a run that is there in tokens/s"
		}
		value = value / 100 * card.FP16TFLOPS.Value * 1e12 / (6 * m.ParamsB.Value * 1e9) * float64(n)
	}
	speed, err := SpeedOn(j, card)
	if err != nil {
		t.Fatalf("%s: %v", r.about(), err)
	}
	s.add(class, r, value, speed.PerSecond.Likely)
	return ""
}

func atoi(s string) int { return number[int](s).Value }

var speedClasses = []speedClass{classLlamaGDDR, classLlamaHBM, classEngine, classWide, classPrefill, classServing,
	classTrainFull, classTrainLoRA, classTrainQLoRA, classScaling}

// errors in time: estimated seconds ÷ measured seconds − 1.
func timeErrors(list []speedSample) []float64 {
	var out []float64
	for _, s := range list {
		out = append(out, math.Abs(s.measured/s.estimated-1))
	}
	return out
}

func speedErrors(list []speedSample) []float64 {
	var out []float64
	for _, s := range list {
		out = append(out, math.Abs(s.estimated/s.measured-1))
	}
	return out
}

func TestSpeedErrors(t *testing.T) {
	table := speedSamples(t)
	targets := map[speedClass]float64{classLlamaGDDR: 0.08, classLlamaHBM: 0.08, classEngine: 0.10}
	var training []speedSample
	used := 0
	for _, c := range speedClasses {
		list := table.samples[c]
		used += len(list)
		err := speedErrors(list)
		if strings.HasPrefix(string(c), "training") {
			err = timeErrors(list)
			training = append(training, list...)
		}
		median, high := percentile(err, 0.5), percentile(err, 0.9)
		t.Logf("%-22s %3d rows: median %5.1f %%, 90th percentile %5.1f %%", c, len(err), 100*median, 100*high)
		if target, ok := targets[c]; ok && median > target {
			t.Errorf("%s: median error above %.0f %%", c, 100*target)
		}
		if os.Getenv("SIZING_ROWS") != "" {
			for _, s := range list {
				t.Logf("  %+6.1f %% %s: measured %.4g/s, estimated %.4g/s", 100*(s.estimated/s.measured-1), s.about, s.measured, s.estimated)
			}
		}
	}
	median := percentile(timeErrors(training), 0.5)
	t.Logf("%-22s %3d rows: median %5.1f %%, 90th percentile %5.1f %%", "training, all", len(training), 100*median,
		100*percentile(timeErrors(training), 0.9))
	if median > 0.25 {
		t.Errorf("training time: median error %.1f %%, above 25 %%", 100*median)
	}
	skipped := 0
	for why, list := range table.skipped {
		skipped += len(list)
		t.Logf("skipped %2d: %s", len(list), why)
		if os.Getenv("SIZING_ROWS") != "" {
			t.Logf("  %s", strings.Join(list, "\n  "))
		}
	}
	if all := len(readCSV(t, "testdata/throughput_measured.csv")); used+skipped != all || used < 120 {
		t.Errorf("%d rows used and %d skipped of %d", used, skipped, all)
	}
}

func TestSpeedBandsMatchTheMeasuredRows(t *testing.T) {
	for c, list := range speedSamples(t).samples {
		var v []float64
		for _, s := range list {
			v = append(v, s.measured/s.estimated)
		}
		want := spread{min(1, percentile(v, 0.1)), max(1, percentile(v, 0.9))}
		if got := speedBands[c]; math.Abs(got.low-want.low) > 0.006 || math.Abs(got.high-want.high) > 0.006 {
			t.Errorf("%q: stored %v, the rows give {%.2f, %.2f}", c, got, want.low, want.high)
		}
	}
}

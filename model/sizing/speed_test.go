package sizing

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

func mustSpeed(t testing.TB, j Job, card hardware.Card) Speed {
	t.Helper()
	s, err := SpeedOn(j, card)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func near(t testing.TB, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func serve(m hardware.Model) Job { return Job{Request: Defaults(m, Inference)} }

func plan(t testing.TB, j Job) *Plan {
	t.Helper()
	p, err := Prepare(j)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Each of these is a mistake that calculators make.
func TestSpeedTraps(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	cache := func(model hardware.Model, tokens int) float64 { // at the end of a prompt of almost all tokens
		j := serve(model)
		j.Sequence, j.Prompt = tokens, tokens-1
		return plan(t, j).cacheBytes
	}
	t.Run("head_dim is not hidden ÷ heads", func(t *testing.T) { near(t, "Qwen3-32B", cache(m["Qwen3-32B"], 1000), 262144*1000) })
	t.Run("key and value once each, of the kv heads", func(t *testing.T) {
		near(t, "Qwen2.5-7B", cache(m["Qwen2.5-7B"], 1000), 28*2*4*128*2*1000)
		near(t, "Llama-2-7B", cache(m["Llama-2-7B"], 1000), 32*2*32*128*2*1000)
	})
	t.Run("latent attention", func(t *testing.T) {
		near(t, "DeepSeek-V3", cache(m["DeepSeek-V3/R1/V3.1"], 1000), 70272*1000)
	})
	t.Run("hybrid attention reads the cache of full layers only", func(t *testing.T) {
		near(t, "Qwen3.5-9B", cache(m["Qwen3.5-9B"], 1000), 8*2*4*256*2*1000)
		b := builder{req: Defaults(m["Qwen3.5-9B"], Full)}
		b.shape.layers = 32
		near(t, "attention time", b.attended(100), 8*100)
	})
	t.Run("a tied embedding is read as the output matrix, an input embedding is looked up", func(t *testing.T) {
		near(t, "Qwen2.5-0.5B", plan(t, serve(m["Qwen2.5-0.5B"])).stepBytes, 0.494e9*2)
		near(t, "Qwen2.5-7B", plan(t, serve(m["Qwen2.5-7B"])).stepBytes, (7.616e9-152064*3584)*2)
		j := serve(m["Qwen2.5-7B"])
		j.Precision = AWQInt4
		near(t, "the output matrix stays at 16 bits", plan(t, j).stepBytes, (7.616e9-2*152064*3584)*0.5195+152064*3584*2)
	})
	t.Run("active experts are read and compute, a batch touches more", func(t *testing.T) {
		one := plan(t, serve(m["Qwen3-30B-A3B"]))
		near(t, "batch 1", one.stepBytes, (3.353e9-151936*2048)*2)
		j := serve(m["Qwen3-30B-A3B"])
		j.Batch = 16
		each := (30.532e9 - 3.353e9) / 120
		met := 128 * (1 - math.Pow(1-8.0/128, 16))
		near(t, "batch 16", plan(t, j).stepBytes, (3.353e9+(met-8)*each-151936*2048)*2)
		j.Batch = 4096
		within(t, "all of them", plan(t, j).stepBytes, 60.3e9, 30.532e9*2)
		train := plan(t, Job{Request: Defaults(m["Qwen3-30B-A3B"], Full)})
		near(t, "training", train.tokenFLOPs, 6*3.353e9+6*48*2048*2048)
	})
	t.Run("the dense peak with 32-bit accumulation counts", func(t *testing.T) {
		j := Job{Request: Defaults(m["Llama-3.1-8B"], Full)}
		want := 0.45 * 165.2e12 / (6*8.03e9 + 6*32*4096*2048)
		near(t, "RTX 4090", mustSpeed(t, j, c["RTX 4090 24GB"]).PerSecond.Likely, want)
	})
	t.Run("bandwidth is in GB, memory in GiB", func(t *testing.T) {
		j := serve(m["Llama-3.1-8B"])
		s := mustSpeed(t, j, c["A100 SXM 80GB"])
		bytes := (8.03e9-128256*4096)*2 + 131072*1024
		near(t, "A100", s.Decode.Value.Likely, 1/(bytes/(0.93*2039e9)+32*0.142e-3))
	})
}

func TestTrainingTime(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	a100 := c["A100 SXM 80GB"]
	speed := func(change func(*Job)) float64 {
		j := Job{Request: Defaults(m["Qwen2.5-7B"], LoRA)}
		change(&j)
		return mustSpeed(t, j, a100).PerSecond.Likely
	}
	with := speed(func(*Job) {})
	near(t, "LoRA", with, 0.30*312e12/(4*7.616e9+6*28*3584*2048))
	near(t, "without checkpointing, k = 4 against 6", speed(func(j *Job) { j.Checkpointing = false }), with*6/4)
	full := speed(func(j *Job) { j.Method = Full })
	near(t, "full without checkpointing, k = 6 against 8", speed(func(j *Job) { j.Method, j.Checkpointing = Full, false }), full*8/6)
	near(t, "short sequences", speed(func(j *Job) { j.Sequence = 256 }), 0.15*312e12/(4*7.616e9+6*28*3584*256))
	j := Job{Request: Defaults(m["Qwen2.5-7B"], LoRA), Accumulate: 8}
	j.Batch = 2
	d, err := Time(j, Work{Unit: Steps, Amount: Rate{Likely: 100}}, a100)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "100 steps of 8 × 2 × 2,048 tokens", float64(d.Likely), math.Ceil(100*8*2*2048/with))
}

func TestScaling(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	full := Job{Request: Defaults(m["Qwen2.5-7B"], Full)}
	full.Cards, full.Split = 4, SplitData
	one := full
	one.Cards, one.Split = 1, SplitAuto
	a100 := c["A100 SXM 80GB"]
	base := mustSpeed(t, one, a100).PerSecond.Likely
	micro := 2048 / base
	link := 2 * 3.0 / 4 * 7.616e9 * 4 / (0.4 * 600e9)
	s := mustSpeed(t, full, a100)
	near(t, "gradients after the work", s.Scaling.Factor, micro/(micro+link))
	near(t, "four cards", s.PerSecond.Likely, 4*base*s.Scaling.Factor)
	full.Accumulate = 100
	if grown := mustSpeed(t, full, a100).Scaling.Factor; grown < 0.97 {
		t.Errorf("100 micro-batches between two steps: factor %v", grown)
	}
	full.Accumulate, full.Link = 1, PCIe
	if s := mustSpeed(t, full, a100); s.Binds != LimitLink || s.Scaling.Factor > 0.5 {
		t.Errorf("gradients of one short step over PCIe: %+v binds %q", s.Scaling, s.Binds)
	}
	full.Link, full.Split = LinkOfCard, SplitZeRO3
	if s := mustSpeed(t, full, a100); s.Scaling.Factor != 1 || !s.Scaling.Counted {
		t.Errorf("parameters are fetched while NVLink cards compute: %+v", s.Scaling)
	}
	plain := c["A100 PCIe 80GB"] // its link is not known
	s = mustSpeed(t, full, plain)
	if s.Scaling.Factor != scalePCIe || s.Scaling.LinkKnown || len(s.Assumed()) == 0 {
		t.Errorf("not known: the default, and said so: %+v", s.Scaling)
	}
	full.Split = SplitData
	near(t, "data parallel, not known", mustSpeed(t, full, plain).Scaling.Factor, 0.95)
	full.Cards, full.Split = 4, SplitZeRO3
	if s := mustSpeed(t, full, c["RTX A6000 48GB"]); s.Scaling.Link != PCIe || !s.Scaling.LinkKnown {
		t.Errorf("a bridge joins two cards only: %+v", s.Scaling)
	}
	chat := serve(m["Llama-3.1-70B"])
	chat.Precision, chat.Cards = Q4KM, 4
	single := chat
	single.Cards = 1
	near(t, "llama.cpp by layers", mustSpeed(t, chat, a100).Decode.Value.Likely, mustSpeed(t, single, a100).Decode.Value.Likely)
}

func TestUnknownFactsGiveNoSpeed(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	hybrid := m["Qwen3.5-27B"]
	batch := serve(m["Qwen2.5-7B"])
	batch.Batch = 8
	for _, x := range []struct {
		rule string
		job  Job
		card hardware.Card
	}{
		{"speed.no_bandwidth", serve(m["Qwen2.5-7B"]), c["RTX 4090 48GB (modded)"]},
		{"speed.no_peak", Job{Request: Defaults(m["Qwen2.5-7B"], LoRA)}, c["H800 SXM 80GB"]},
		{"speed.no_peak", batch, c["H800 SXM 80GB"]},
		{"speed.shape_not_known", serve(hybrid), c["A100 SXM 80GB"]},
		{"memory.no_formula", serve(m["YOLOv8n"]), c["A100 SXM 80GB"]},
	} {
		_, err := SpeedOn(x.job, x.card)
		var p *reason.Problem
		if !errors.As(err, &p) || p.Rule != x.rule {
			t.Errorf("%s on %s: got %v", x.rule, x.card.ID, err)
		}
		ratio, err := Ratio(x.job, x.card, c["RTX 3090 24GB"])
		if x.job.Model.Kind == hardware.Detection { // the peaks are known, and what they say is wide
			if peaks := 71.0 / 312; err != nil || ratio.Low > peaks/1.9 || ratio.High < peaks*1.9 {
				t.Errorf("%s: %+v, %v", x.rule, ratio, err)
			}
		} else if err == nil {
			t.Errorf("%s: a ratio without a speed", x.rule)
		}
	}
	if s := mustSpeed(t, serve(m["Qwen2.5-7B"]), c["H800 SXM 80GB"]); s.Prefill.OK || !(s.PerSecond.Likely > 0) {
		t.Errorf("one sequence needs no peak: %+v", s)
	}
	h20, h100 := mustSpeed(t, serve(m["Qwen2.5-7B"]), c["H20 96GB"]), mustSpeed(t, serve(m["Qwen2.5-7B"]), c["H100 SXM 80GB"])
	if h20.PerSecond.High/h20.PerSecond.Low < 3*h100.PerSecond.High/h100.PerSecond.Low {
		t.Error("tables for the H20 disagree: its range must be wide")
	}
}

func TestWhatBinds(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	j := serve(m["Qwen2.5-7B"])
	card := c["H20 96GB"]
	if s := mustSpeed(t, j, card); s.Binds != LimitBandwidth {
		t.Errorf("one sequence: %s", s.Binds)
	}
	j.Batch = 512
	if s := mustSpeed(t, j, card); s.Binds != LimitCompute {
		t.Errorf("512 sequences on a card with little compute: %s", s.Binds)
	}
	e := mustMemory(t, j.Request)
	if got := Binding(Fit(e, c["RTX 3060 12GB"]), mustSpeed(t, j, c["RTX 3060 12GB"])); got != LimitMemory {
		t.Errorf("what does not fit is held by its memory: %s", got)
	}
}

func TestTheUsersOwnSpeedWins(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	j := serve(m["Qwen2.5-7B"])
	estimated := mustSpeed(t, j, c["RTX 3090 24GB"])
	j.Measured = []Measured{{Card: c["RTX 4090 24GB"], Unit: Tokens, PerSecond: 33}}
	s := mustSpeed(t, j, c["RTX 4090 24GB"])
	if s.Basis != Own || s.PerSecond != (Rate{33, 33, 33}) || s.Why()[0].Rule != "speed_own" {
		t.Errorf("%+v", s)
	}
	other := mustSpeed(t, j, c["RTX 3090 24GB"])
	ratio, err := Ratio(serve(m["Qwen2.5-7B"]), c["RTX 4090 24GB"], c["RTX 3090 24GB"])
	if err != nil || other.Basis != Scaled {
		t.Fatalf("%+v, %v", other, err)
	}
	near(t, "scaled to the 3090", other.PerSecond.Likely, 33*ratio.Likely)
	if other.PerSecond.Likely >= estimated.PerSecond.Likely || ratio.Low >= ratio.Likely || ratio.High <= ratio.Likely {
		t.Errorf("ratio %+v", ratio)
	}
	blank := c["RTX 4090 48GB (modded)"]
	j.Measured = []Measured{{Card: blank, Unit: Tokens, PerSecond: 40}}
	if s := mustSpeed(t, j, blank); s.PerSecond.Likely != 40 {
		t.Errorf("a measurement needs no facts of the card: %+v", s)
	}
	for _, v := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		j.Measured[0].PerSecond = v
		if _, err := SpeedOn(j, blank); err == nil {
			t.Errorf("a speed of %v was accepted", v)
		}
	}
}

func TestTime(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	a100, b := c["A100 SXM 80GB"], c["RTX 3090 24GB"]
	j := Job{Request: Defaults(m["Qwen2.5-7B"], LoRA)}
	ratio, err := Ratio(j, b, a100)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Time(j, Work{Unit: Hours, Amount: Rate{Likely: 10}, Card: b}, a100)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "10 h of a 3090 on an A100", float64(d.Likely), math.Ceil(36000/ratio.Likely))
	if d.Low >= d.Likely || d.High <= d.Likely {
		t.Errorf("%+v", d.Seconds)
	}
	if d, err := Time(j, Work{Unit: Hours, Amount: Rate{Likely: 10}, Card: b}, b); err != nil || d.Seconds != (Seconds{36000, 36000, 36000}) {
		t.Errorf("hours on the card itself: %+v, %v", d.Seconds, err)
	}
	s := mustSpeed(t, j, a100)
	d, err = Time(j, Work{Unit: Tokens, Amount: Rate{1e6, 2e6, 3e6}}, a100)
	if err != nil || d.Low != int64(math.Ceil(1e6/s.PerSecond.High)) || d.High != int64(math.Ceil(3e6/s.PerSecond.Low)) {
		t.Errorf("%+v, %v", d, err)
	}
	chat := serve(m["Qwen2.5-7B"])
	chat.Prompt, chat.Sequence = 1000, 1200
	sp := mustSpeed(t, chat, a100)
	d, err = Time(chat, Work{Unit: Requests, Amount: Rate{Likely: 5000}}, a100)
	want := 5000 * (1000/sp.Prefill.Value.Likely + 200/sp.Decode.Value.Likely)
	if err != nil || math.Abs(float64(d.Likely)-want) > 1 {
		t.Errorf("5,000 requests of 1,000 + 200 tokens: %+v, want %.0f, %v", d.Seconds, want, err)
	}
	for _, v := range []float64{0, -1, math.NaN(), math.Inf(1), 1e300} {
		if _, err := Time(j, Work{Unit: Tokens, Amount: Rate{Likely: v}}, a100); err == nil {
			t.Errorf("%v tokens were accepted", v)
		}
	}
	if _, err := Time(j, Work{Unit: Tokens, Amount: Rate{5, 3, 4}}, a100); err == nil {
		t.Error("low above likely was accepted")
	}
	if _, err := Time(j, Work{Unit: Images, Amount: Rate{Likely: 5}}, a100); err == nil {
		t.Error("images of a language model were accepted")
	}
}

func TestPicturesAreLookedUp(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	j := Job{Request: Request{Model: m["SDXL-base-1.0"], Cards: 1}}
	refs := []Reference{{Model: "SDXL-base-1.0", Card: c["A100 SXM 80GB"], Unit: Images, PerSecond: 0.5, Task: "1024"}}
	d, err := Time(j, Work{Unit: Images, Amount: Rate{Likely: 100}}, c["A100 SXM 80GB"], refs...)
	if err != nil || d.Likely != 200 || d.Speed.Basis != LookedUp {
		t.Errorf("%+v, %v", d, err)
	}
	s, err := LookUpSpeed(j, c["RTX 4090 24GB"], refs)
	if err != nil || s.Basis != Scaled || s.PerSecond.Low >= s.PerSecond.Likely {
		t.Errorf("%+v, %v", s, err)
	}
	near(t, "by the peaks", s.PerSecond.Likely, 0.5*165.2/312)
	if _, err := LookUpSpeed(j, c["RTX 4090 24GB"], nil); err == nil {
		t.Error("no measurement, yet a speed")
	}
	ratio, err := Ratio(j, c["A100 SXM 80GB"], c["RTX 4090 24GB"], refs...)
	if err != nil || ratio.High/ratio.Low < 3.9 {
		t.Errorf("one measured card leaves the peaks, which say little: %+v, %v", ratio, err)
	}
	if _, err := Ratio(j, c["A100 SXM 80GB"], c["H800 SXM 80GB"], refs...); err == nil {
		t.Error("a card without a peak has a ratio")
	}
}

func TestSpeedLaws(t *testing.T) {
	models, all := speedShapes(t), cards(t)
	names := []string{"Qwen2.5-7B", "Llama-3.1-70B", "Qwen3-30B-A3B", "Qwen2.5-0.5B", "DeepSeek-V2-Lite", "gpt-oss-20b"}
	on := []string{"RTX 4090 24GB", "A100 SXM 80GB", "H20 96GB", "MI300X", "A100 PCIe 80GB", "RTX A6000 48GB"}
	rapid.Check(t, func(t *rapid.T) {
		j := Job{Request: Defaults(models[rapid.SampledFrom(names).Draw(t, "model")], rapid.SampledFrom(Methods()).Draw(t, "method"))}
		card := all[rapid.SampledFrom(on).Draw(t, "card")]
		j.Sequence = rapid.IntRange(2, 1<<17).Draw(t, "sequence")
		j.Batch = rapid.IntRange(1, 256).Draw(t, "batch")
		j.Cards = rapid.SampledFrom([]int{1, 2, 4, 8, 16}).Draw(t, "cards")
		j.Checkpointing = rapid.Bool().Draw(t, "checkpointing")
		if j.Method == Inference {
			j.Precision = rapid.SampledFrom(Precisions()).Draw(t, "precision")
			j.Prompt = rapid.IntRange(0, j.Sequence-1).Draw(t, "prompt")
		}
		s, err := SpeedOn(j, card)
		if err != nil {
			t.Skip(err)
		}
		if !(s.PerSecond.Low > 0 && s.PerSecond.Low <= s.PerSecond.Likely && s.PerSecond.Likely <= s.PerSecond.High) || s.Binds == "" {
			t.Fatalf("%+v", s)
		}
		if s.Scaling.Factor <= 0 || s.Scaling.Factor > 1 {
			t.Fatalf("scaling %+v", s.Scaling)
		}
		faster := card
		faster.BandwidthGBs.Value, faster.FP16TFLOPS.Value = card.BandwidthGBs.Value*2, card.FP16TFLOPS.Value*2
		if f, err := SpeedOn(j, faster); err != nil || f.PerSecond.Likely < s.PerSecond.Likely {
			t.Fatalf("a better card was slower: %v, %v", f.PerSecond, err)
		}
		if j.Method == Inference {
			longer := j
			longer.Sequence, longer.Prompt = j.Sequence+1000, j.Prompt
			if l, err := SpeedOn(longer, card); err == nil && l.Decode.Value.Likely > s.Decode.Value.Likely*(1+1e-12) {
				t.Fatalf("a longer context decoded faster")
			}
		}
	})
}

// Ratio compares two cards, both with the job's count.
func Ratio(j Job, from, to hardware.Card, refs ...Reference) (Rate, error) {
	return ratioFrom(j, from, j.Cards, to, refs)
}

// Hours that were spent on two cards are so many on others.
func TestHoursOnSeveralCards(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	j := Job{Request: Defaults(m["Qwen2.5-7B"], LoRA)}
	card := c["A100 SXM 80GB"]
	hours := func(cards, from int) Seconds {
		t.Helper()
		j := j
		j.Cards = cards
		d, err := Time(j, Work{Unit: Hours, Amount: Rate{Likely: 8}, Card: card, Cards: from}, card)
		if err != nil {
			t.Fatal(err)
		}
		return d.Seconds
	}
	if got := hours(2, 2); got != (Seconds{8 * 3600, 8 * 3600, 8 * 3600}) {
		t.Errorf("the very cards: %+v", got)
	}
	if hours(2, 0) != hours(2, 2) {
		t.Error("0 is as many as the job has")
	}
	alone, together := hours(1, 2), hours(4, 2)
	if alone.Likely < 8*3600*3/2 || alone.Likely > 8*3600*2 {
		t.Errorf("on one instead of two: %d s", alone.Likely)
	}
	if together.Likely < 8*3600/2 || together.Likely > 8*3600*3/4 {
		t.Errorf("on four instead of two: %d s", together.Likely)
	}
}

// The user's own speed counts before published ones for pictures too, on the
// card itself and on others.
func TestTheUsersOwnSpeedOfPicturesWins(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	a100, ada, h100 := c["A100 SXM 80GB"], c["RTX 4090 24GB"], c["H100 SXM 80GB"]
	j := Job{Request: Request{Model: m["SDXL-base-1.0"], Cards: 1}}
	refs := []Reference{{Model: "SDXL-base-1.0", Card: a100, Unit: Images, PerSecond: 0.5, Task: "1024"}, {Model: "SDXL-base-1.0", Card: ada, Unit: Images, PerSecond: 0.3, Task: "1024"}}
	own := func(card hardware.Card, cards int, perSecond float64) Measured {
		return Measured{Card: card, Cards: cards, Unit: Images, PerSecond: perSecond}
	}
	j.Measured = []Measured{own(a100, 1, 2), own(a100, 1, 3), own(h100, 1, 9)}
	s, err := LookUpSpeed(j, a100, refs)
	if err != nil || s.Basis != Own || s.PerSecond != (Rate{3, 3, 3}) {
		t.Errorf("the newest on the card, not the newest of all: %+v, %v", s, err)
	}
	j.Measured = []Measured{own(a100, 1, 5)}
	s, err = LookUpSpeed(j, ada, refs)
	if err != nil || s.Basis != Scaled || s.PerSecond.Low >= 3 || s.PerSecond.High <= 3 || s.Why()[0].Rule != "speed_scaled_own" {
		t.Errorf("%+v, %v", s, err)
	}
	near(t, "by the published ratio", s.PerSecond.Likely, 5*0.3/0.5)
	s, err = LookUpSpeed(j, ada, nil)
	near(t, "by the peaks", s.PerSecond.Likely, 5*165.2/312)
	if err != nil || s.PerSecond.High/s.PerSecond.Low < 3.9 {
		t.Errorf("%+v, %v", s, err)
	}
	two := j
	two.Cards = 2
	if s, err := LookUpSpeed(two, a100, refs); err != nil || s.Basis != Scaled || s.PerSecond.Likely < 9 || s.PerSecond.Likely > 10 {
		t.Errorf("on two of them: %+v, %v", s, err)
	}
	two.Measured = []Measured{{Card: a100, Cards: 1, Unit: Steps, PerSecond: 5}}
	if s, err := LookUpSpeed(two, a100, nil); err == nil {
		t.Errorf("a step of two cards is another: %+v", s)
	}
	// What was seen with one's own settings is not held against what others saw.
	j.Measured = []Measured{own(a100, 1, 50)}
	ratio, err := Ratio(j, a100, ada, refs...)
	near(t, "published against published", ratio.Likely, 0.6)
	if err != nil || ratio.Low >= 0.6 || ratio.High <= 0.6 {
		t.Errorf("each of them is a single run: %+v, %v", ratio, err)
	}
}

func TestAPublishedSpeedComesFromTheNearestCard(t *testing.T) {
	c := cards(t)
	j := Job{Request: Request{Model: hardware.Model{ID: "ResNet-50"}, Cards: 1}}
	refs := []Reference{{Model: "ResNet-50", Card: c["RTX 4090 24GB"], Unit: Images, PerSecond: 1301}, {Model: "ResNet-50", Card: c["A100 PCIe 40GB"], Unit: Images, PerSecond: 1396}}
	s, err := LookUpSpeed(j, c["A100 SXM 80GB"], refs)
	if err != nil || s.Basis != Scaled {
		t.Fatalf("%+v, %v", s, err)
	}
	near(t, "by the card of the same peak", s.PerSecond.Likely, 1396)
}

// What the user left open about the split is settled for each number of cards
// anew, what they chose stays chosen.
func TestASplitIsNotCarriedToAnotherCount(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	card := c["A100 SXM 80GB"]
	for _, split := range []Split{SplitAuto, SplitData} { // 28 heads: tensor parallel on 4, by layers on 8
		j := Job{Request: Defaults(m["Qwen2.5-7B"], Inference)}
		j.Split = split
		speeds := map[int]Speed{}
		for _, n := range []int{1, 4, 8} {
			j.Cards = n
			speeds[n] = mustSpeed(t, j, card)
		}
		for to, speed := range speeds {
			for from := range speeds {
				j.Cards = to
				j.Measured = []Measured{{Card: card, Cards: from, Unit: Tokens, PerSecond: speeds[from].PerSecond.Likely}}
				near(t, fmt.Sprintf("split %q: %d cards from %d", split, to, from), mustSpeed(t, j, card).PerSecond.Likely, speed.PerSecond.Likely)
			}
		}
	}
}

// Published training of BERT-large (testdata/throughput_measured.csv) on cards whose peak is high for their memory: by
// the peaks alone RTX 6000 Ada would be faster than A100 SXM.
func TestPeaksThatMemoryCannotFeedAreNotBelieved(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	j := Job{Request: Defaults(m["Qwen2.5-7B"], LoRA)}
	speed := func(name string) float64 { return mustSpeed(t, j, c[name]).PerSecond.Likely }
	a100 := speed("A100 SXM 80GB")
	for _, x := range []struct {
		card     string
		measured float64 // sequences a second of BERT-large, one card
	}{{"RTX 6000 Ada 48GB", 79}, {"H100 PCIe 80GB", 203}, {"RTX A6000 48GB", 68}, {"A10 24GB", 42}} {
		got, want := speed(x.card)/a100, x.measured/123 // A100 SXM: 246 on two
		if got > 1.45*want || got < want/1.45 {
			t.Errorf("%s: %.2f of an A100, measured %.2f", x.card, got, want)
		}
	}
}

// An engine that is named reads prompts in pieces, on whatever number of cards.
func TestANamedServingEngineSetsItsCacheAside(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	j := serve(m["Qwen3-8B"])
	j.Sequence, j.Batch = 8192, 8
	auto, err := Memory(j.AsRun().Request)
	if err != nil {
		t.Fatal(err)
	}
	j.Engine = VLLM
	named, err := Memory(j.AsRun().Request)
	if err != nil || named.Likely > auto.Likely-5 || named.Request.Prefill != PrefillChunked {
		t.Errorf("%.1f GiB in vLLM, %.1f in whatever: %v", named.Likely, auto.Likely, err)
	}
	if again := j.AsRun().AsRun(); again.Engine != VLLM || again.Request != j.AsRun().Request {
		t.Errorf("asked twice: %+v", again)
	}
	card := c["A100 SXM 80GB"]
	two := j
	two.Cards = 2
	d, err := Time(two, Work{Unit: Hours, Amount: Rate{Likely: 8}, Card: card, Cards: 1}, card)
	if err != nil || d.Likely >= 8*3600 || d.Likely <= 4*3600 {
		t.Errorf("8 h on one are %d s on two: %v", d.Likely, err)
	}
}

// A bandwidth that nobody knows is said to be assumed high enough.
func TestAPeakWithoutABandwidthIsAnAssumption(t *testing.T) {
	m, c := speedShapes(t), cards(t)
	card := c["A100 SXM 80GB"]
	j := Job{Request: Defaults(m["Qwen2.5-7B"], LoRA)}
	has := func(card hardware.Card) bool {
		for _, b := range mustSpeed(t, j, card).Assumed() {
			if b.Rule == "assumed_balance" {
				return true
			}
		}
		return false
	}
	if has(card) {
		t.Error("the bandwidth is known")
	}
	card.BandwidthGBs = hardware.Known[float64]{}
	if !has(card) {
		t.Error("it is not said")
	}
}

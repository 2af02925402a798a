package catalog

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/sizing"
)

func load(t testing.TB) *Catalog {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestShippedFilesLoadWhole(t *testing.T) {
	c := load(t)
	for what, n := range map[string][2]int{
		"cards": {len(c.Cards()), 59}, "models": {len(c.Models()), 100}, "platforms": {len(c.Platforms()), 20},
		"facts": {len(c.facts), 386}, "keys": {len(c.Keys()), 93}, "envelopes": {len(c.envelopes), 28}, "visual runs": {len(c.VisualRuns()), 17}, "speeds": {len(c.References()), 13},
	} {
		if n[0] != n[1] {
			t.Errorf("%d %s, want %d", n[0], what, n[1])
		}
	}
}

func TestCards(t *testing.T) {
	c := load(t)
	card, ok := c.Card("rtx 4090 24gb")
	if !ok || card.ID != "RTX 4090 24GB" || card.FP16TFLOPS.Value != 165.2 || card.Stack() != hardware.CUDA {
		t.Fatalf("%+v", card)
	}
	if link := card.LinkGBs; !link.OK || link.Value != 0 {
		t.Errorf("a 4090 is known to have no link, got %+v", link)
	}
	if npu, _ := c.Card("Ascend 910B 64GB"); npu.LinkGBs.Value != 392 || npu.BF16 != hardware.NotKnown || npu.FP16TFLOPS.OK || npu.Stack() != hardware.CANN {
		t.Errorf("%+v", npu)
	}
	if _, ok := c.Card("RTX 9999"); ok {
		t.Error("found a card that does not exist")
	}
	if got := hardware.FindCards(c.Cards(), "4090"); len(got) != 3 || got[0].ID != "RTX 4090 24GB" {
		t.Errorf("4090 finds %d cards, %s first", len(got), got[0].ID)
	}
	// What a card is said to compute in follows from its generation.
	for _, card := range c.Cards() {
		if cc := card.ComputeCapability; cc.OK && ((cc.Value >= 8) != (card.BF16 == hardware.Yes) || (cc.Value >= 8.9) != (card.FP8 == hardware.Yes)) {
			t.Errorf("%s: compute capability %v, bf16 %v, fp8 %v", card.ID, cc.Value, card.BF16, card.FP8)
		}
	}
}

func TestModelsPublishTheCacheThatTheirShapeGives(t *testing.T) {
	checked := 0
	for _, m := range load(t).Models() {
		if !m.KVBytesPerToken.OK || !m.Shaped() {
			continue
		}
		r := sizing.Defaults(m, sizing.Inference)
		r.Sequence = 1 // below every window: all layers count in full
		e, err := sizing.Memory(r)
		if err != nil {
			if strings.Contains(err.Error(), "params.unknown") {
				continue
			}
			t.Fatalf("%s: %v", m.ID, err)
		}
		checked++
		if got := e.Part(sizing.PartKV) * (1 << 30); math.Abs(got-m.KVBytesPerToken.Value) > 0.5 {
			t.Errorf("%s: %.0f bytes a token, published %.0f (%s)", m.ID, got, m.KVBytesPerToken.Value, m.Attention.Text)
		}
	}
	if checked < 60 {
		t.Errorf("only %d models were checked", checked)
	}
}

func TestAttention(t *testing.T) {
	c := load(t)
	for id, want := range map[string]hardware.Attention{
		"Qwen2.5-7B":             {},
		"Gemma-2-9b":             {Window: 4096, FullEvery: 2},
		"Gemma-3-1b-it":          {Window: 512, FullEvery: 6},
		"Gemma-3-27b-it":         {Window: 1024, FullEvery: 6},
		"Phi-3-mini-4k-instruct": {Window: 2048},
		"gpt-oss-20b":            {Window: 128, FullEvery: 2},
		"DeepSeek-V2":            {Latent: true, LatentRank: hardware.Know(512), RopeDim: hardware.Know(64)},
		"GLM-5":                  {Latent: true},
		"Qwen3.5-9B":             {Recurrent: true, FullEvery: 4},
		"Qwen3-Next-80B-A3B":     {Recurrent: true},
	} {
		m, ok := c.Model(id)
		m.Attention.Text = ""
		if !ok || m.Attention != want {
			t.Errorf("%s: %+v, want %+v", id, m.Attention, want)
		}
	}
}

func TestEveryLanguageModelIsEstimatedOrRefusedForItsSize(t *testing.T) {
	for _, m := range load(t).Models() {
		for _, method := range sizing.Methods() {
			e, err := sizing.Memory(sizing.Defaults(m, method))
			switch {
			case m.Kind != hardware.LLM && err == nil:
				t.Errorf("%s: a formula was pretended", m.ID)
			case m.Kind == hardware.LLM && err != nil && m.ParamsB.OK:
				t.Errorf("%s %s: %v", m.ID, method, err)
			case err == nil && !(e.Likely > 0):
				t.Errorf("%s %s: %v GiB", m.ID, method, e.Likely)
			}
		}
	}
}

func TestPlatformFacts(t *testing.T) {
	c := load(t)
	p, ok := c.Platform("autodl")
	if !ok || p.Category != hardware.Container || p.Currency != "CNY" || p.Generic {
		t.Fatalf("%+v", p)
	}
	if g, _ := c.Platform("generic_p2p"); !g.Generic {
		t.Error("generic_p2p stands for a type of platform")
	}
	if n := len(c.Facts("autodl")); n != 72 {
		t.Errorf("%d facts about autodl, want 72", n)
	}
	f := fact.Fact[string]{Claims: c.Texts("autodl", "spot_available", "")}
	if len(f.Claims) != 2 {
		t.Errorf("both sides of a conflict must be kept: %+v", f.Claims)
	}
	disk := c.Claims("autodl", "data_disk_price_per_gb_day", "paid data disk")
	if len(disk) != 3 || disk[0].Value.String() != "0.0066" {
		t.Errorf("%+v", disk)
	}
	if got := c.Claims("autodl", "data_disk_price_per_gb_day", "no such scope"); got != nil {
		t.Errorf("%+v", got)
	}
	granularity := c.Claims("autodl", "billing_granularity_seconds", "")
	if want := time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC); !granularity[0].Seen.Equal(want) || granularity[0].Confidence != fact.Secondary {
		t.Errorf("%+v", granularity[0])
	}
}

func TestUndatedSourcesAreStaleAtOnce(t *testing.T) {
	readOn := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	undated := 0
	for _, f := range load(t).facts {
		if strings.HasPrefix(f.Claim.Note, "Undated") != f.Undated() {
			t.Fatalf("%+v", f)
		}
		if f.Undated() {
			undated++
			if !f.Claim.Stale(readOn) {
				t.Fatalf("%+v is fresh", f)
			}
		}
	}
	if undated != 108 {
		t.Errorf("%d undated facts, want 108", undated)
	}
}

func TestMalformedFilesAreRefusedWithTheirLine(t *testing.T) {
	for name, c := range map[string]struct{ file, old, new, want string }{
		"text for a number":  {"gpus.csv", ",1008,165.2,", ",fast,165.2,", "gpus.csv line 13: column mem_bw_gbs"},
		"zero for unknown":   {"gpus.csv", ",1008,165.2,", ",0,165.2,", "mem_bw_gbs"},
		"column renamed":     {"gpus.csv", "vram_gb", "vram", "gpus.csv line 1"},
		"cell too many":      {"models.csv", "Qwen2.5-7B,llm,", "Qwen2.5-7B,llm,,", "models.csv"},
		"attention not read": {"models.csv", "MHA; window 2048", "MHA; some window", "column attention"},
		"card twice":         {"gpus.csv", "RTX 3070 8GB", "RTX 3060 12GB", "stands twice"},
		"key not known":      {"platforms.csv", ",min_charge_amount,", ",min_charge,", "not in keys.csv"},
		"bad answer":         {"platforms.csv", ",spot_available,no,", ",spot_available,perhaps,", "column value"},
		"out of bounds":      {"platforms.csv", ",min_charge_amount,0.01,", ",min_charge_amount,-0.01,", "column value"},
		"bad date":           {"platforms.csv", ",2026-03-28,", ",2026-02-30,", "column seen"},
		"not UTF-8":          {"envelopes.csv", "row", "\xff", "UTF-8"},
		"task not known":     {"visual.csv", ",yolo-train,", ",yolo,", "column task"},
		"image with frames":  {"visual.csv", ",1024,1024,,", ",1024,1024,16,", "column frames"},
		"half a pixel":       {"visual.csv", ",640,640,", ",640.5,640,", "column width"},
		"speed of no card":   {"speed.csv", ",A10 24GB,", ",A11 24GB,", "column card"},
		"speed in hours":     {"speed.csv", ",images,638,", ",hours,638,", "column unit"},
		"speed of nothing":   {"speed.csv", ",images,638,", ",images,0,", "column per_second"},
		"run without source": {"visual.csv", ",https://github.com/ultralytics/yolov5 tutorial.ipynb", ",", "column source"},
		"range turned round": {"envelopes.csv", "container,1,3600", "container,4000,3600", "no range"},
	} {
		_, err := read(func(file string) ([]byte, error) {
			content, err := files.ReadFile(file)
			if file == c.file {
				changed := bytes.Replace(content, []byte(c.old), []byte(c.new), 1)
				if bytes.Equal(changed, content) {
					t.Fatalf("%s: %q is not in %s", name, c.old, c.file)
				}
				content = changed
			}
			return content, err
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestVisualRunsAreFoundAgain(t *testing.T) {
	runs := load(t).VisualRuns()
	for _, r := range runs {
		f, err := sizing.LookUp(runs, sizing.Wanted{Model: r.Model, Task: r.Task, Precision: r.Precision, Width: r.Width, Height: r.Height,
			Frames: r.Frames.Or(0), Batch: r.Batch.Or(0), Cards: r.Cards, Card: r.Card})
		if err != nil || f.Near[0] != r || len(f.Differs) != 0 || !f.High.OK || f.High.Value < r.GiB || f.Low.OK && f.Low.Value > r.GiB {
			t.Errorf("%s %s %s: %+v %v", r.Model, r.Task, r.Precision, f, err)
		}
	}
}

package sizing_test

import (
	"math"
	"slices"
	"testing"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

func rules(found []*reason.Problem) []string {
	var all []string
	for _, p := range found {
		all = append(all, p.Field+" "+p.Rule)
	}
	return all
}

func TestACardNeedsANameAndFiguresInTheirUnits(t *testing.T) {
	f := hardware.Know[float64]
	for name, c := range map[string]struct {
		change func(*hardware.Card)
		want   []string
	}{
		"a name is enough":         {func(*hardware.Card) {}, nil},
		"no name":                  {func(c *hardware.Card) { c.ID = " 　" }, []string{"name own.no_name"}},
		"memory in MiB":            {func(c *hardware.Card) { c.MemoryGiB = f(24576) }, []string{"memory own.bounds"}},
		"no memory is not unknown": {func(c *hardware.Card) { c.MemoryGiB = f(0) }, []string{"memory own.bounds"}},
		"bandwidth in TB/s":        {func(c *hardware.Card) { c.BandwidthGBs = f(1.008) }, []string{"bandwidth own.bounds"}},
		"bandwidth in MB/s":        {func(c *hardware.Card) { c.BandwidthGBs = f(1_008_000) }, []string{"bandwidth own.bounds"}},
		"speed in GFLOPS":          {func(c *hardware.Card) { c.FP16TFLOPS = f(165_200) }, []string{"fp16 own.bounds"}},
		"not a number":             {func(c *hardware.Card) { c.FP8TFLOPS = f(math.NaN()) }, []string{"fp8_rate own.bounds"}},
		"no link":                  {func(c *hardware.Card) { c.LinkGBs = f(0) }, nil},
		"a link below nothing":     {func(c *hardware.Card) { c.LinkGBs = f(-1) }, []string{"link own.bounds"}},
		"a capability without point": {func(c *hardware.Card) { c.ComputeCapability = f(89) },
			[]string{"capability number.out_of_range"}},
		"everything at once": {func(c *hardware.Card) { *c = hardware.Card{FP32TFLOPS: f(-1), TDPWatts: f(450_000)} },
			[]string{"name own.no_name", "fp32 own.bounds", "tdp own.bounds"}},
	} {
		card := hardware.Card{ID: "RTX 4090 48GB"}
		c.change(&card)
		if got := rules(sizing.CheckCard(card)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestAModelNeedsANameAndACountOrTheShapeForIt(t *testing.T) {
	n, f := hardware.Know[int], hardware.Know[float64]
	shape := func(m *hardware.Model) {
		m.ParamsB = hardware.Known[float64]{}
		m.Layers, m.Hidden, m.Heads, m.KVHeads, m.HeadDim, m.Intermediate, m.Vocab = n(28), n(3584), n(28), n(4), n(128), n(18944), n(152064)
	}
	for name, c := range map[string]struct {
		change func(*hardware.Model)
		want   []string
	}{
		"a count":               {func(*hardware.Model) {}, nil},
		"a shape":               {shape, nil},
		"neither":               {func(m *hardware.Model) { m.ParamsB.OK = false }, []string{"params own.neither"}},
		"no name":               {func(m *hardware.Model) { m.ID = "" }, []string{"name own.no_name"}},
		"a count in millions":   {func(m *hardware.Model) { m.ParamsB = f(7600) }, []string{"params own.params"}},
		"no parameters":         {func(m *hardware.Model) { m.ParamsB = f(0) }, []string{"params own.params"}},
		"a shape with a hole":   {func(m *hardware.Model) { shape(m); m.Vocab.OK = false }, []string{"params own.neither"}},
		"experts hide a count":  {func(m *hardware.Model) { shape(m); m.Experts = n(8) }, []string{"params own.neither"}},
		"more active than all":  {func(m *hardware.Model) { m.ActiveB = f(8) }, []string{"active own.active"}},
		"heads that do not fit": {func(m *hardware.Model) { m.Heads, m.KVHeads = n(28), n(8) }, []string{"kv_heads own.kv_heads"}},
		"heads of nothing":      {func(m *hardware.Model) { m.Heads, m.KVHeads = n(28), n(0) }, []string{"kv_heads number.out_of_range"}},
		// Qwen3-0.6B has 16 heads of 128 at a width of 1024.
		"heads wider than the model": {func(m *hardware.Model) { m.Hidden, m.Heads, m.HeadDim = n(1024), n(16), n(128) }, nil},
		"layers with three zeros":    {func(m *hardware.Model) { m.Layers = n(28_000) }, []string{"layers number.out_of_range"}},
		"more experts than there are": {func(m *hardware.Model) { m.Experts, m.ExpertsPerToken = n(8), n(9) },
			[]string{"experts_per_token own.experts"}},
		"a window of nothing": {func(m *hardware.Model) { m.Attention.Window = -1 }, []string{"window number.out_of_range"}},
		"more full layers than there are": {func(m *hardware.Model) { m.Layers, m.Attention.FullCount = n(28), n(29) },
			[]string{"full_count number.out_of_range"}},
		"a period longer than the model": {func(m *hardware.Model) { m.Layers, m.Attention.Window, m.Attention.FullEvery = n(28), 4096, 29 },
			[]string{"full_every number.out_of_range"}},
		"a rank of nothing": {func(m *hardware.Model) { m.Attention.Latent, m.Attention.LatentRank = true, n(0) },
			[]string{"latent_rank number.out_of_range"}},
	} {
		m := hardware.Model{ID: "Mine", Kind: hardware.LLM, ParamsB: f(7.6)}
		c.change(&m)
		if got := rules(sizing.CheckModel(m)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestACountAndACacheAreReadFromTheShape(t *testing.T) {
	n := hardware.Know[int]
	m := hardware.Model{Layers: n(28), Hidden: n(3584), Heads: n(28), KVHeads: n(4), HeadDim: n(128), Intermediate: n(18944), Vocab: n(152064)}
	if got := sizing.ParametersOf(m); !got.OK || math.Abs(got.Value-7.615) > 0.01 {
		t.Errorf("%v billion parameters", got)
	}
	for name, c := range map[string]struct {
		attention hardware.Attention
		want      hardware.Known[float64]
	}{
		"ordinary":       {hardware.Attention{}, hardware.Know(57344.0)},
		"window":         {hardware.Attention{Window: 4096, FullEvery: 2}, hardware.Know(57344.0)}, // in full
		"latent":         {hardware.Attention{Latent: true, LatentRank: n(512), RopeDim: n(64)}, hardware.Know(28 * 576 * 2.0)},
		"latent, no end": {hardware.Attention{Latent: true}, hardware.Known[float64]{}},
		"one in four":    {hardware.Attention{Recurrent: true, FullEvery: 4}, hardware.Know(57344.0 / 4)},
		"some of them":   {hardware.Attention{Recurrent: true}, hardware.Known[float64]{}},
	} {
		m.Attention = c.attention
		if got := sizing.CachePerToken(m); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

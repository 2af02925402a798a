package sizing

import (
	"strings"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// What a card or a model that a person describes may be. The bounds leave room
// for what comes next, and none for three zeros too many or a wrong unit.
const (
	leastMemory, mostMemory         = 0.25, 2048  // GiB
	leastBandwidth, mostBandwidth   = 10, 50_000  // GB/s
	leastFP16, mostFP16             = 0.5, 20_000 // TFLOPS
	leastFP8, mostFP8               = 0.5, 40_000 // TFLOPS
	leastFP32, mostFP32             = 0.1, 5_000  // TFLOPS
	mostLink                        = 10_000      // GB/s; 0 = none
	leastTDP, mostTDP               = 5, 5_000    // W
	leastCapability, mostCapability = 1, 20       // NVIDIA's number
	leastParams, mostParams         = 0.001, 5000 // 10⁹

	mostLayersOf   = 1000
	mostWidthOf    = 1 << 18 // hidden
	mostHeadsOf    = 4096
	mostHeadDim    = 8192
	mostInnerWidth = 1 << 20
	mostVocab      = 10_000_000
	mostContext    = 100_000_000
	mostExpertsOf  = 10_000
)

// problems collects what is wrong, field by field.
type problems []*reason.Problem

// within refuses a figure beyond its bounds and says their unit.
func (c *problems) within(field string, v hardware.Known[float64], least, most float64, unit string) {
	if v.OK && !(v.Value >= least && v.Value <= most) {
		*c = append(*c, reason.Refuse(field, "own.bounds", count("min", least), count("max", most), reason.Word("unit", unit)))
	}
}

// whole refuses a count beyond its bounds.
func (c *problems) whole(field string, v hardware.Known[int], least, most int) {
	if v.OK && (v.Value < least || v.Value > most) {
		*c = append(*c, reason.Refuse(field, "number.out_of_range",
			reason.Int("min", reason.Count, int64(least)), reason.Int("max", reason.Count, int64(most))))
	}
}

func (c *problems) named(name string) {
	if strings.TrimSpace(name) == "" {
		*c = append(*c, reason.Refuse("name", "own.no_name"))
	}
}

// CheckCard returns everything that is wrong with a card that a person
// describes. Only its name is needed: what is not known stays unknown.
func CheckCard(card hardware.Card) []*reason.Problem {
	var c problems
	c.named(card.ID)
	c.within("memory", card.MemoryGiB, leastMemory, mostMemory, "GiB")
	c.within("bandwidth", card.BandwidthGBs, leastBandwidth, mostBandwidth, "GB/s")
	c.within("fp16", card.FP16TFLOPS, leastFP16, mostFP16, "TFLOPS")
	c.within("fp16_accum", card.FP16AccumTFLOPS, leastFP16, mostFP8, "TFLOPS")
	c.within("fp8_rate", card.FP8TFLOPS, leastFP8, mostFP8, "TFLOPS")
	c.within("fp32", card.FP32TFLOPS, leastFP32, mostFP32, "TFLOPS")
	c.within("link", card.LinkGBs, 0, mostLink, "GB/s")
	c.within("tdp", card.TDPWatts, leastTDP, mostTDP, "W")
	if v := card.ComputeCapability; v.OK && !(v.Value >= leastCapability && v.Value < mostCapability) {
		c = append(c, reason.Refuse("capability", "number.out_of_range", count("min", leastCapability), count("max", mostCapability)))
	}
	return c
}

// CheckModel returns everything that is wrong with a model that a person
// describes: it needs a name, and its parameter count or the shape that this
// can be counted from.
func CheckModel(m hardware.Model) []*reason.Problem {
	var c problems
	c.named(m.ID)
	if m.ParamsB.OK && !(m.ParamsB.Value >= leastParams && m.ParamsB.Value <= mostParams) {
		c = append(c, reason.Refuse("params", "own.params", count("min", leastParams), count("max", mostParams)))
	}
	if !ParametersOf(m).OK {
		c = append(c, reason.Refuse("params", "own.neither"))
	}
	switch {
	case !m.ActiveB.OK:
	case !(m.ActiveB.Value >= leastParams && m.ActiveB.Value <= mostParams):
		c = append(c, reason.Refuse("active", "own.params", count("min", leastParams), count("max", mostParams)))
	case m.ParamsB.OK && m.ActiveB.Value > m.ParamsB.Value:
		c = append(c, reason.Refuse("active", "own.active", count("all", m.ParamsB.Value)))
	}
	c.whole("layers", m.Layers, 1, mostLayersOf)
	c.whole("hidden", m.Hidden, 1, mostWidthOf)
	c.whole("heads", m.Heads, 1, mostHeadsOf)
	c.whole("kv_heads", m.KVHeads, 1, mostHeadsOf)
	// Nothing is said of heads × width of a head: it need not be the width.
	if h, kv := m.Heads, m.KVHeads; h.OK && kv.OK && h.Value > 0 && kv.Value > 0 && h.Value%kv.Value != 0 {
		c = append(c, reason.Refuse("kv_heads", "own.kv_heads", reason.Int("heads", reason.Count, int64(h.Value))))
	}
	c.whole("head_dim", m.HeadDim, 1, mostHeadDim)
	c.whole("intermediate", m.Intermediate, 1, mostInnerWidth)
	c.whole("vocab", m.Vocab, 1, mostVocab)
	c.whole("context", m.MaxContext, 1, mostContext)
	c.whole("experts", m.Experts, 1, mostExpertsOf)
	c.whole("experts_per_token", m.ExpertsPerToken, 1, mostExpertsOf)
	if all, used := m.Experts, m.ExpertsPerToken; all.OK && used.OK && used.Value > all.Value {
		c = append(c, reason.Refuse("experts_per_token", "own.experts", reason.Int("all", reason.Count, int64(all.Value))))
	}
	c.whole("expert_intermediate", m.ExpertIntermediate, 1, mostInnerWidth)
	c.attention(m)
	return c
}

func (c *problems) attention(m hardware.Model) {
	a := m.Attention
	if a.Window != 0 {
		c.whole("window", hardware.Know(a.Window), 1, mostContext)
	}
	layers := m.Layers.Or(mostLayersOf)
	if a.FullEvery != 0 {
		c.whole("full_every", hardware.Know(a.FullEvery), 1, layers)
	}
	c.whole("full_count", a.FullCount, 0, layers)
	c.whole("latent_rank", a.LatentRank, 1, mostWidthOf)
	c.whole("rope_dim", a.RopeDim, 1, mostHeadDim)
}

// ParametersOf is a model's parameter count in 10⁹, counted from the shape
// where it is not given and the model is dense.
func ParametersOf(m hardware.Model) hardware.Known[float64] {
	if m.ParamsB.OK || !countable(m) {
		return m.ParamsB
	}
	return hardware.Know(countParameters(m) / 1e9)
}

// CachePerToken is what one token costs in a cache of 16-bit numbers, every
// layer that keeps a cache counted in full; not known where the shape does not
// say.
func CachePerToken(m hardware.Model) hardware.Known[float64] {
	a := m.Attention
	if !m.Layers.OK || a.Recurrent && a.FullEvery == 0 && !a.FullCount.OK {
		return hardware.Known[float64]{}
	}
	layers := m.Layers.Value
	if a.Recurrent {
		layers = a.FullLayers(layers)
	}
	switch {
	case a.Latent && a.LatentRank.OK && a.RopeDim.OK:
		return hardware.Know(2 * float64(layers) * float64(a.LatentRank.Value+a.RopeDim.Value))
	case !a.Latent && m.KVHeads.OK && m.HeadDim.OK:
		return hardware.Know(4 * float64(layers) * float64(m.KVHeads.Value) * float64(m.HeadDim.Value))
	}
	return hardware.Known[float64]{}
}

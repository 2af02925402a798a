package sizing

import (
	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// shape is a model's shape in plain numbers, the gaps filled and declared.
type shape struct {
	params     float64 // all parameters
	embeddings float64 // of them in the embedding and output matrices
	layers     float64
	hidden     float64
	inner      float64 // inner width that one token meets, of all its experts
	gated      bool    // three feed-forward matrices; an older block has two
	vocab      float64
	query      float64 // width of all query heads
	keyValue   float64 // width of all key (or value) heads
}

// readShape fills b.shape from the model and declares every assumption.
func (b *builder) readShape() error {
	m := b.req.Model
	s := shape{
		layers: float64(m.Layers.Or(0)), hidden: float64(m.Hidden.Or(0)), vocab: float64(m.Vocab.Or(0)),
	}
	for _, field := range []hardware.Known[int]{m.Layers, m.Hidden, m.Heads, m.KVHeads, m.HeadDim,
		m.Intermediate, m.Vocab, m.Experts, m.ExpertsPerToken, m.ExpertIntermediate} {
		if field.OK && field.Value <= 0 {
			return reason.Refuse("model", "shape.not_positive", reason.Word("model", m.ID))
		}
	}
	if m.ParamsB.OK && !(m.ParamsB.Value > 0 && m.ParamsB.Value < 1e6) {
		return reason.Refuse("params", "params.out_of_range")
	}
	if m.Shaped() {
		b.fillWidths(&s, m)
	}
	switch {
	case m.ParamsB.OK:
		s.params = m.ParamsB.Value * 1e9
	case countable(m):
		s.params = countParameters(m)
		b.assume("assumed_params_from_shape", count("params", s.params/1e9))
	default:
		return reason.Refuse("model", "params.unknown", reason.Word("model", m.ID))
	}
	s.embeddings = min(s.embeddings, s.params)
	b.shape = s
	return nil
}

func (b *builder) fillWidths(s *shape, m hardware.Model) {
	s.inner = float64(m.Intermediate.Or(0))
	if m.ExpertsPerToken.OK && m.ExpertIntermediate.OK {
		s.inner = max(s.inner, float64(m.ExpertsPerToken.Value)*float64(m.ExpertIntermediate.Value))
	}
	if s.inner == 0 {
		s.inner = assumedInner * s.hidden
		b.assume("assumed_inner_width", count("width", s.inner))
	}
	usesVocab := b.req.Precision.Quantised() && !b.req.Precision.GGUF() || b.req.Precision == FP8 ||
		b.req.Method.Training() && !b.req.FusedCE
	if !m.Vocab.OK {
		s.vocab = assumedVocab
		if usesVocab {
			b.assume("assumed_vocabulary", count("entries", s.vocab))
		}
	}
	s.gated = !plainFeedForward(m)
	s.embeddings = s.vocab * s.hidden
	if m.Tied != hardware.Yes {
		s.embeddings *= 2
		if m.Tied == hardware.NotKnown && usesVocab {
			b.assume("assumed_not_tied")
		}
	}
	s.query, s.keyValue = s.hidden, s.hidden
	if m.Heads.OK && m.HeadDim.OK {
		s.query = float64(m.Heads.Value) * float64(m.HeadDim.Value)
	}
	if m.KVHeads.OK && m.HeadDim.OK {
		s.keyValue = float64(m.KVHeads.Value) * float64(m.HeadDim.Value)
	}
	if (b.req.Method.Adapts()) && !(m.Heads.OK && m.KVHeads.OK && m.HeadDim.OK) {
		b.assume("assumed_adapter_width", count("width", s.hidden))
	}
}

// countable reports whether the parameters of a dense model can be counted.
func countable(m hardware.Model) bool {
	return m.Layers.OK && m.Hidden.OK && m.Heads.OK && m.KVHeads.OK && m.HeadDim.OK && m.Intermediate.OK &&
		m.Vocab.OK && !m.MoE() && !m.Attention.Latent && !m.Attention.Recurrent
}

// countParameters adds the matrices of a dense model with a gated
// feed-forward block: per layer hidden·(2·query + 2·keyvalue) + 3·hidden·inner,
// and the embeddings. Norms and biases are below 0.1 %.
func countParameters(m hardware.Model) float64 {
	hidden, heads := float64(m.Hidden.Value), float64(m.HeadDim.Value)
	attention := hidden * heads * 2 * float64(m.Heads.Value+m.KVHeads.Value)
	layer := attention + 3*hidden*float64(m.Intermediate.Value)
	matrices := 2.0
	if m.Tied == hardware.Yes {
		matrices = 1
	}
	return layer*float64(m.Layers.Value) + matrices*float64(m.Vocab.Value)*hidden
}

// plainFeedForward reports whether the parameters that neither attention nor
// embeddings explain make two matrices a layer (GPT, GPT-NeoX, phi), not the
// three of a gated block. What is not known counts as gated.
func plainFeedForward(m hardware.Model) bool {
	if !m.ParamsB.OK || !countable(m) {
		return false
	}
	known := m
	if known.Tied == hardware.NotKnown {
		known.Tied = hardware.Yes
	}
	matrix := float64(m.Layers.Value) * float64(m.Hidden.Value) * float64(m.Intermediate.Value)
	missing := countParameters(known) - m.ParamsB.Value*1e9
	return missing > matrix/2 && missing < 3*matrix/2
}

// matrices is the number of feed-forward matrices of a layer.
func (s shape) matrices() float64 {
	if s.gated {
		return 3
	}
	return 2
}

// layerActivations is what one layer keeps of one token for the backward
// pass. The 34 bytes a unit of width of a plain block hold 4 bytes a unit of
// its inner width, which there is 4 × the width.
func (s shape) layerActivations() float64 {
	if s.gated {
		return activationHidden*s.hidden + activationInner*s.inner
	}
	return (activationHidden-4*assumedInner)*s.hidden + 4*s.inner
}

// weightBytes is linear parameters × format + embeddings × 2 bytes; a GGUF
// file's bits per weight cover every parameter.
func (b *builder) weightBytes() float64 {
	f, s := formats[b.req.Precision], b.shape
	if f.gguf {
		return s.params * f.bytes
	}
	return (s.params-s.embeddings)*f.bytes + s.embeddings*embeddingBytes
}

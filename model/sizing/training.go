package sizing

import "cardhour/model/reason"

// training adds weights, states, activations, logits, what ZeRO-3 gathers,
// and overhead. Activations, logits and overhead are paid on every card.
func (b *builder) training() {
	r, n := b.req, float64(b.req.Cards)
	weights, weightsWhy := b.trainingWeights()
	gradients, states := b.stateBytes()
	share := b.trainingShares()
	held := n // how many cards hold their share; layers are dealt out once
	if r.Split == SplitLayers {
		held = 1 / share.weights
	}
	b.add(PartWeights, weights*share.weights, weights*share.weights*held, weightsWhy)
	perCard := gradients*share.gradients + states*share.states
	b.add(PartStates, perCard, perCard*held, b.statesBecause())

	tokens := float64(r.Batch) * float64(r.Sequence)
	activations := b.activationBytes(tokens)
	rule := "memory_activations"
	if r.Checkpointing {
		rule = "memory_activations_checkpointed"
	}
	b.add(PartActivations, activations, activations*n, because(rule, count("tokens", tokens)))
	if !r.FusedCE {
		logits := logitBytes * b.shape.vocab * tokens
		b.add(PartLogits, logits, logits*n, because("memory_logits", count("tokens", tokens), count("entries", b.shape.vocab)))
	}
	if r.Split == SplitZeRO3 {
		gather := b.gatherBytes(weights)
		b.add(PartGather, gather, gather*n, because("memory_gather_zero3"))
	}
	overhead := trainingGiB*bytesPerGiB + allocatorShare*(weights*share.weights+perCard)
	b.add(PartOverhead, overhead, overhead*n, because("memory_training_overhead", gib("fixed", trainingGiB),
		reason.Num("share", reason.Fraction, rounded(allocatorShare, 2))))
}

// trainingWeights: full training holds 16-bit weights whatever it computes in.
func (b *builder) trainingWeights() (float64, reason.Because) {
	precision := b.req.Precision
	bytes := b.weightBytes()
	if b.req.Method == Full {
		bytes = b.shape.params * 2
		if precision == FP8 {
			precision = BF16
		}
	}
	return bytes, because("memory_weights", count("params", b.shape.params/1e9), reason.Word("precision", string(precision)))
}

// stateBytes returns gradients and everything else that is kept per trained
// parameter.
func (b *builder) stateBytes() (gradients, states float64) {
	if b.req.Method == Full {
		c := fullCost[b.req.Optimizer]
		return b.shape.params * c.gradient, b.shape.params * c.state
	}
	c := adapterCost[b.req.Optimizer]
	adapters := b.adapterParameters()
	gradients, states = adapters*c.gradient, adapters*c.state
	if b.req.TrainEmbeddings {
		states += b.shape.embeddings * trainedEmbedding
	}
	return gradients, states
}

func (b *builder) statesBecause() reason.Because {
	if b.req.Method == Full {
		return because("memory_states_full", count("params", b.shape.params/1e9), reason.Name("optimizer", b.req.Optimizer.Term()))
	}
	return because("memory_states_adapter", count("params", b.adapterParameters()/1e6),
		reason.Int("rank", reason.Count, int64(b.req.LoRARank)), reason.Name("optimizer", b.req.Optimizer.Term()))
}

// adapterParameters is rank × (in + out) over every linear matrix of every
// layer; in a mixture of experts over the matrices of every expert.
func (b *builder) adapterParameters() float64 {
	m, s := b.req.Model, b.shape
	experts, inner := 1.0, s.inner
	if m.Experts.OK && m.ExpertIntermediate.OK {
		experts, inner = float64(m.Experts.Value), float64(m.ExpertIntermediate.Value)
	}
	attention := 2*(s.hidden+s.query) + 2*(s.hidden+s.keyValue)
	feedForward := 3 * (s.hidden + inner) * experts
	return s.layers * float64(b.req.LoRARank) * (attention + feedForward)
}

// activationBytes is tokens × layers × (34·hidden + 6·inner), or with
// checkpointing 2 bytes of each layer's input and one layer in full.
func (b *builder) activationBytes(tokens float64) float64 {
	s := b.shape
	layer := activationHidden*s.hidden + activationInner*s.inner
	if b.req.Checkpointing {
		return tokens * (2*s.layers*s.hidden + layer)
	}
	return tokens * s.layers * layer
}

// gatherBytes is what ZeRO-3 fetches from the other cards at once: the live
// parameters and the two embedding matrices, which are fetched whole.
func (b *builder) gatherBytes(weights float64) float64 {
	live := min(liveParameters, b.shape.params) * weights / b.shape.params
	return live + b.shape.embeddings*embeddingBytes
}

// shares are the parts of each tensor group on the fullest card.
type shares struct{ weights, gradients, states float64 }

func (b *builder) trainingShares() shares {
	part := 1 / float64(b.req.Cards)
	switch b.req.Split {
	case SplitZeRO1:
		return shares{1, 1, part}
	case SplitZeRO2:
		return shares{1, part, part}
	case SplitZeRO3, SplitTensor:
		return shares{part, part, part}
	case SplitLayers:
		l := b.layerShare()
		return shares{l, l, l}
	}
	return shares{1, 1, 1}
}

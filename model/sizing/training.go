package sizing

import "cardhour/model/reason"

// training adds weights, states, activations, logits, what is fetched from
// other cards, what the optimizer's step needs beyond them, and overhead.
// Activations, logits and overhead are paid on every card.
func (b *builder) training() {
	r, n := b.req, float64(b.req.Cards)
	weights, weightsWhy := b.trainingWeights()
	gradients, states := b.stateBytes()
	share := b.trainingShares()
	held := n // how many cards hold their share; layers are dealt out once
	if r.Split == SplitLayers {
		held = 1 / share.weights
	}
	b.offloadStates()
	onCard := weights * share.weights
	if r.Offload == OffloadWeights {
		b.host += weights
		onCard = 0
	}
	b.add(PartWeights, onCard, onCard*held, weightsWhy)
	perCard := gradients*share.gradients + states*share.states
	b.add(PartStates, perCard, perCard*held, b.statesBecause())

	tokens := float64(r.Batch) * float64(r.Sequence)
	activations := b.activationBytes(tokens)
	rule := "memory_activations"
	if r.Checkpointing {
		rule = "memory_activations_checkpointed"
	}
	b.add(PartActivations, activations, activations*n, because(rule, count("tokens", tokens)))
	var logits float64
	if !r.FusedCE {
		logits = logitBytes * b.shape.vocab * tokens
		b.add(PartLogits, logits, logits*n, because("memory_logits", count("tokens", tokens), count("entries", b.shape.vocab)))
	}
	gather, gatherWhy := b.trainingGather(weights, tokens)
	b.add(PartGather, gather, gather*n, gatherWhy)
	step := b.stepBytes(share.states) - activations - logits - gather
	b.add(PartStep, step, step*n, because("memory_step", reason.Name("optimizer", r.Optimizer.Term())))
	overhead := trainingGiB*bytesPerGiB + allocatorShare*(onCard+perCard)
	b.add(PartOverhead, overhead, overhead*n, because("memory_training_overhead", gib("fixed", trainingGiB),
		reason.Num("share", reason.Fraction, rounded(allocatorShare, 2))))
}

// trained is how many parameters are trained, embeddings beside adapters left
// out: their bytes were measured at the peak, the step's included.
func (b *builder) trained() float64 {
	if b.req.Method.TrainsAll() {
		return b.shape.params
	}
	return b.adapterParameters()
}

// offloadStates puts what an offloaded AdamW keeps into RAM: 12 bytes a
// trained parameter, once over all cards.
func (b *builder) offloadStates() {
	if b.req.Optimizer == CPUOffload {
		b.host += b.trained() * fullCost[AdamW].state
	}
}

// stepBytes is what the update of the parameters takes for a moment, while no
// activations are held: the denominators of all parameters at once, as
// PyTorch's default (foreach) Adam computes them. ZeRO-3 updates a part at a
// time; an update inside the backward pass, on the host, or by an 8-bit
// kernel in place takes nothing.
func (b *builder) stepBytes(share float64) float64 {
	updated := b.trained() * share
	if b.req.Split == SplitZeRO3 {
		updated = min(updated, subGroup)
	}
	return updated * stepCost[b.req.Optimizer]
}

// trainingGather is what is fetched from other cards, or from RAM, at once.
func (b *builder) trainingGather(weights, tokens float64) (float64, reason.Because) {
	switch {
	case b.req.Split == SplitZeRO3 || b.req.Offload == OffloadWeights:
		return b.gatherBytes(weights), because("memory_gather_zero3")
	case b.req.Split == SplitZeRO1 || b.req.Split == SplitZeRO2:
		return min(bucketParameters, b.trained()) * 2, because("memory_gather_buckets")
	case b.req.Split == SplitTensor || b.req.Split == SplitLayers:
		return 2 * b.shape.hidden * tokens, because("memory_gather_tp", reason.Int("cards", reason.Count, int64(b.req.Cards)))
	}
	return 0, reason.Because{}
}

// trainingWeights: full training holds 16-bit weights whatever it computes in.
func (b *builder) trainingWeights() (float64, reason.Because) {
	precision := b.req.Precision
	bytes := b.weightBytes()
	if b.req.Method.TrainsAll() {
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
	if b.req.Method.TrainsAll() {
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
	if b.req.Method.TrainsAll() {
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
	feedForward := s.matrices() * (s.hidden + inner) * experts
	return s.layers * float64(b.req.LoRARank) * (attention + feedForward)
}

// activationBytes is tokens × layers × (34·hidden + 6·inner), or with
// checkpointing 2 bytes of each layer's input and one layer in full.
func (b *builder) activationBytes(tokens float64) float64 {
	s := b.shape
	layer := s.layerActivations()
	switch {
	case !b.req.Checkpointing:
		return tokens * s.layers * layer
	case b.req.Offload == OffloadActivations:
		kept := min(layersInFlight, s.layers)
		b.host += tokens * 2 * (s.layers - kept) * s.hidden * float64(b.req.Cards)
		return tokens * (2*kept*s.hidden + layer)
	}
	return tokens * (2*s.layers*s.hidden + layer)
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

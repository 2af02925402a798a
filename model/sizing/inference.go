package sizing

import (
	"math"

	"cardhour/model/reason"
)

// inference adds weights, cache, the prompt's activations and overhead.
func (b *builder) inference() {
	r := b.req
	n := float64(r.Cards)
	weights := b.weightBytes()
	share := b.weightShare()
	if r.Offload == OffloadWeights {
		kept := b.streamedShare(weights)
		b.host = weights * (1 - kept)
		weights *= kept
	}
	b.add(PartWeights, weights*share, weights*b.copies(), because("memory_weights",
		count("params", b.shape.params/1e9), reason.Word("precision", string(r.Precision))))

	cache := b.cacheBytes(r.Sequence) * float64(r.Batch)
	cacheShare := b.cacheShare()
	b.add(PartKV, cache*cacheShare, cache*b.cacheCopies(), because("memory_kv",
		reason.Int("batch", reason.Count, int64(r.Batch)), reason.Int("sequence", reason.Count, int64(r.Sequence)),
		reason.Word("kv", string(r.KV))))

	tokens := b.tokensInFlight()
	prefill := tokens * 2 * (b.shape.matrices()*b.shape.inner + 4*b.shape.hidden)
	b.add(PartPrefill, prefill, prefill*n, because("memory_prefill", count("tokens", tokens)))

	if r.Split == SplitTensor {
		gather := 2 * b.shape.hidden * max(tokens, float64(r.Batch))
		b.add(PartGather, gather, gather*n, because("memory_gather_tp", reason.Int("cards", reason.Count, int64(r.Cards))))
	}
	grown := b.cacheBytes(r.Sequence) * float64(r.Batch) * b.grownShare()
	b.add(PartOverhead, contextGiB*bytesPerGiB+grown*cacheShare, contextGiB*bytesPerGiB*n+grown*b.cacheCopies(),
		b.overheadBecause(grown*cacheShare))
	if r.Model.Attention.Recurrent {
		b.note("memory_recurrent_state")
	}
}

func (b *builder) overheadBecause(grown float64) reason.Because {
	if grown == 0 {
		return because("memory_context", gib("context", contextGiB))
	}
	return because("memory_context_and_growth", gib("context", contextGiB), gib("growth", grown/bytesPerGiB))
}

// tokensInFlight is how many tokens of prompts are computed at once.
func (b *builder) tokensInFlight() float64 {
	r := b.req
	all := float64(r.Prompt) * float64(r.Batch)
	switch r.Prefill {
	case PrefillNone:
		return 0
	case PrefillChunked:
		return min(all, chunkTokens)
	}
	if r.Precision.GGUF() && r.Prefill == PrefillUnstated {
		return min(max(all, float64(r.Sequence)), ggufChunkTokens)
	}
	return all
}

// grownShare is the part of the cache that was appended token by token where
// the serving program builds a new, longer tensor for each: the allocator
// then holds old and new, and as much memory again as was appended. Measured
// runs with transformers' default cache show it within a few per cent.
func (b *builder) grownShare() float64 {
	r := b.req
	if r.Prefill == PrefillWhole || r.Prefill == PrefillUnstated && !r.Precision.GGUF() {
		return float64(r.Sequence-r.Prompt) / float64(r.Sequence)
	}
	return 0
}

// cacheBytes is the cache of one sequence of so many tokens:
//
//	ordinary   tokens × 2 (key and value) × layers × kv heads × head dim × bytes
//	latent     tokens × layers × (latent rank + rope dim) × bytes
//	sliding    min(tokens, window) in the sliding layers
//	recurrent  full-attention layers only
func (b *builder) cacheBytes(tokens int) float64 {
	m, bytes := b.req.Model, b.req.KV.bytes()
	layers := float64(m.Layers.Value)
	full := float64(m.Attention.FullLayers(m.Layers.Value))
	var perLayer float64 // numbers a token
	switch {
	case m.Attention.Latent && m.Attention.LatentRank.OK && m.Attention.RopeDim.OK:
		perLayer = float64(m.Attention.LatentRank.Value + m.Attention.RopeDim.Value)
	case !m.Attention.Latent && m.KVHeads.OK && m.HeadDim.OK:
		perLayer = 2 * float64(m.KVHeads.Value) * float64(m.HeadDim.Value)
	default:
		counted := layers
		if m.Attention.Recurrent {
			counted = full
		}
		perLayer = m.KVBytesPerToken.Value / 2 / max(counted, 1)
	}
	seen := full * float64(tokens)
	if m.Attention.Window > 0 {
		seen += (layers - full) * float64(min(tokens, m.Attention.Window))
	}
	return seen * perLayer * bytes
}

// streamedShare is the part of the weights that stays on the card when the
// layers come from RAM one after the other: embeddings and the layers in
// flight.
func (b *builder) streamedShare(weights float64) float64 {
	embeddings := b.shape.embeddings * embeddingBytes
	if b.req.Precision.GGUF() {
		embeddings = b.shape.embeddings * formats[b.req.Precision].bytes
	}
	layers := max(weights-embeddings, 0) * min(1, layersInFlight/b.shape.layers)
	return min(1, (embeddings+layers)/weights)
}

// weightShare is the part of the weights on the fullest card.
func (b *builder) weightShare() float64 {
	switch b.req.Split {
	case SplitTensor:
		return 1 / float64(b.req.Cards)
	case SplitLayers:
		return b.layerShare()
	}
	return 1
}

func (b *builder) layerShare() float64 {
	layers := b.shape.layers
	return math.Ceil(layers/float64(b.req.Cards)) / layers
}

// copies is how often the weights are held over all cards.
func (b *builder) copies() float64 {
	if b.req.Split == SplitTensor || b.req.Split == SplitLayers {
		return 1
	}
	return float64(b.req.Cards)
}

// cacheShare is the part of the cache on the fullest card: tensor parallel
// deals out key-value heads, of which there may be fewer than cards; a latent
// cache has no heads and is held by all.
func (b *builder) cacheShare() float64 {
	switch b.req.Split {
	case SplitTensor:
		return 1 / b.cacheDivisor()
	case SplitLayers:
		return b.layerShare()
	}
	return 1
}

func (b *builder) cacheDivisor() float64 {
	m := b.req.Model
	if m.Attention.Latent || !m.KVHeads.OK {
		return 1
	}
	return float64(min(b.req.Cards, m.KVHeads.Value))
}

func (b *builder) cacheCopies() float64 {
	switch b.req.Split {
	case SplitTensor:
		return float64(b.req.Cards) / b.cacheDivisor()
	case SplitLayers:
		return 1
	}
	return float64(b.req.Cards)
}

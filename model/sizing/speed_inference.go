package sizing

import (
	"math"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// countInference counts one decoding step and one prompt token.
//
// A step reads every weight that computes, once for all sequences, and the
// cache of each sequence; of the embeddings only the output matrix (a tied
// one is the same matrix, read in full). The cache is taken at its mean
// length, half of the answer written.
func (p *Plan) countInference(b *builder) {
	r := b.req
	p.perRequest = float64(r.Sequence - p.prompt)
	if !r.Model.Shaped() {
		p.unknown = reason.Refuse("model", "speed.shape_not_known", reason.Word("model", r.Model.ID))
		return
	}
	if !r.Model.Vocab.OK {
		b.assume("assumed_vocabulary", count("entries", b.shape.vocab))
	}
	if r.Model.Tied == hardware.NotKnown {
		b.assume("assumed_not_tied")
	}
	p.stepBytes = b.readBytes(p.touched(b))
	mean := (p.prompt + r.Sequence + 1) / 2
	p.cacheBytes = b.cacheBytes(mean) * float64(r.Batch) * b.cacheShare()
	if r.Split == SplitLayers {
		p.cacheBytes = b.cacheBytes(mean) * float64(r.Batch)
	}
	p.promptOps = 2*p.active + 2*b.shape.hidden*b.attended(p.prompt)
}

// touched is how many parameters one step of the whole batch needs. With
// E experts of which each token picks k, B tokens touch E·(1 − (1 − k/E)^B) of
// them if they pick evenly.
func (p *Plan) touched(b *builder) float64 {
	m, all := b.req.Model, b.shape.params
	if !m.MoE() || b.req.Batch == 1 {
		return p.active
	}
	if !m.Experts.OK || !m.ExpertsPerToken.OK || m.Experts.Value <= m.ExpertsPerToken.Value {
		b.assume("assumed_all_experts")
		return all
	}
	experts, picked := float64(m.Experts.Value), float64(m.ExpertsPerToken.Value)
	each := (all - p.active) / (experts - picked)
	met := experts * (1 - math.Pow(1-picked/experts, float64(b.req.Batch)))
	return p.active + (met-picked)*each
}

// readBytes is the weights' bytes without the matrix that is only looked up.
func (b *builder) readBytes(params float64) float64 {
	f, s := formats[b.req.Precision], b.shape
	lookedUp := s.embeddings / 2
	if b.req.Model.Tied == hardware.Yes {
		lookedUp = 0
	}
	embeddings := min(s.embeddings, params)
	lookedUp = min(lookedUp, embeddings)
	if f.gguf {
		return (params - lookedUp) * f.bytes
	}
	return (params-embeddings)*f.bytes + (embeddings-lookedUp)*embeddingBytes
}

// speedDetail keeps the numbers that Why turns into sentences.
type speedDetail struct {
	cost          decodeCost
	readSeconds   float64
	opSeconds     float64
	utilised      float64 // share of the peak
	peak          float64 // operations a second
	guessedMemory bool
}

func (p *Plan) infer(s *Speed, card hardware.Card) error {
	bw, err := bandwidth(card)
	if err != nil {
		return err
	}
	d := &s.why
	cost, class, guessed := p.decodeCost(card)
	d.cost, d.guessedMemory = cost, guessed
	ops, noPeak := p.servingPeak(card)
	d.utilised, d.peak = ops.share, ops.peak
	batch := float64(p.job.Batch)
	if noPeak != nil && batch > 1 {
		return noPeak
	}
	s.Scaling = p.scaling(card, 0)
	shared := 1.0 // how many cards work on one step
	if p.job.Split == SplitTensor {
		shared = float64(p.job.Cards)
	}
	// The cache is already the share of one card; weights are dealt out.
	d.readSeconds = (p.stepBytes/shared + p.cacheBytes) / (d.cost.bandwidthShare * bw * s.Scaling.Factor)
	if noPeak == nil {
		d.opSeconds = 2 * p.active * batch / (ops.share * ops.peak * shared * s.Scaling.Factor)
	}
	step := max(d.readSeconds, d.opSeconds) + d.cost.layerSeconds*p.layers
	s.Binds = LimitBandwidth
	if d.opSeconds > d.readSeconds {
		s.Binds = LimitCompute
	}
	if s.Scaling.linkBinds() {
		s.Binds = LimitLink
	}
	if batch > 1 {
		class = classServing
	}
	copies := 1.0
	if p.job.Split == SplitData {
		copies = float64(p.job.Cards)
	}
	wide := disputed(card)
	stream := rate(1/step, class.band(wide))
	s.Stream = hardware.Know(stream)
	decode := stream.times(Rate{batch * copies, batch * copies, batch * copies})
	s.Decode = hardware.Know(decode)
	if noPeak == nil && p.prompt > 0 {
		whole := ops.share * ops.peak * shared * s.Scaling.Factor * copies / p.promptOps
		s.Prefill = hardware.Know(rate(whole, classPrefill.band(wide)))
	}
	return p.endToEnd(s, decode, noPeak)
}

// endToEnd is generated tokens per second when every request's prompt is read
// first, the prompts of a batch one after another.
func (p *Plan) endToEnd(s *Speed, decode Rate, noPeak error) error {
	prompt, answer := float64(p.prompt), p.perRequest
	switch {
	case prompt == 0:
		s.PerSecond = decode
		return nil
	case answer == 0:
		return reason.Refuse("sequence", "speed.nothing_generated")
	case noPeak != nil:
		return noPeak
	}
	of := func(d, f float64) float64 { return answer / (answer/d + prompt/f) }
	f := s.Prefill.Value
	s.PerSecond = Rate{of(decode.Low, f.Low), of(decode.Likely, f.Likely), of(decode.High, f.High)}
	return nil
}

func (p *Plan) decodeCost(card hardware.Card) (cost decodeCost, class speedClass, guessed bool) {
	if p.job.Engine == VLLM {
		return engineDecode, classEngine, false
	}
	kind := card.MemoryKind()
	if kind == "" {
		kind, guessed = hardware.HBM, true // the more cautious of the two
	}
	if kind == hardware.HBM {
		return llamaHBM, classLlamaHBM, guessed
	}
	return llamaGDDR, classLlamaGDDR, guessed
}

type usedPeak struct{ share, peak float64 }

// servingPeak: llama.cpp multiplies with 16-bit accumulation, which GeForce
// cards do at twice the rate: measured prefill on 4080 and 4090 reaches 0.85
// of the 32-bit peak, more than any other program, and 0.42 of the 16-bit one,
// like every other card.
func (p *Plan) servingPeak(card hardware.Card) (usedPeak, error) {
	ops, err := peak(card, p.job.Precision, false)
	if err != nil {
		return usedPeak{}, err
	}
	if p.job.Engine == LlamaCPP {
		return usedPeak{mfuLlamaPrefill, max(ops, card.FP16AccumTFLOPS.Or(0)*1e12)}, nil
	}
	return usedPeak{utilisation(mfuFull, card), ops}, nil
}

// MostSequences is how many sequences at once a card, or r.Cards of it, hold
// for inference within the engine's share of memory; 0 when not even one fits
// or the memory is not known.
func MostSequences(r Request, card hardware.Card) int {
	if !card.MemoryGiB.OK || r.Method != Inference {
		return 0
	}
	fits := func(batch int) bool {
		r.Batch = batch
		e, err := Memory(r)
		return err == nil && e.Likely <= engineShare*card.MemoryGiB.Value
	}
	low, high := 0, 1
	for high <= maxBatch && fits(high) {
		low, high = high, high*2
	}
	for low+1 < high {
		if middle := (low + high) / 2; fits(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

package sizing

import (
	"math"

	"github.com/govalues/decimal"

	"cardhour/model/reason"
)

// The numbers of the formulas. Origins: the transformer activation count is
// Korthikanti et al., arXiv 2205.05198, with recomputation of attention; the
// rest was set from the measured runs in testdata.
const (
	bytesPerGiB = 1 << 30

	contextGiB       = 0.75 // GiB a card: CUDA context and buffers in inference, seen 0.5–1.0
	trainingGiB      = 1.0  // GiB a card: the same in training
	allocatorShare   = 0.10 // of weights and states: allocator slack in training
	activationHidden = 34   // bytes a token and layer per unit of width
	activationInner  = 6    // bytes a token and layer per unit of inner width
	logitBytes       = 12   // bytes a token and vocabulary entry: 16-bit, 32-bit and gradient copies
	embeddingBytes   = 2    // bytes: embeddings stay at 16 bits
	trainedEmbedding = 12   // bytes a parameter, from LoRA runs that also train the embeddings
	chunkTokens      = 2048 // tokens: the smallest default budget of vLLM and SGLang
	ggufChunkTokens  = 512  // tokens: llama.cpp's physical batch
	liveParameters   = 1e9  // parameters gathered at once, DeepSpeed's stage3_max_live_parameters
	subGroup         = 1e9  // parameters updated at once under ZeRO-3, DeepSpeed's sub_group_size
	bucketParameters = 5e8  // gradients sent at once under ZeRO-1 and -2, DeepSpeed's reduce_bucket_size
	layersInFlight   = 2    // layers on the card while the rest is in RAM: one computes, the next arrives

	assumedInner = 4       // inner width ÷ width where the shape does not say
	assumedVocab = 128_000 // entries where the shape does not say
)

// PartKind names a part of the memory.
type PartKind string

// The parts, in the order in which they are listed.
const (
	PartWeights     PartKind = "weights"
	PartKV          PartKind = "kv"
	PartPrefill     PartKind = "prefill"
	PartStates      PartKind = "states" // gradients, master weights, moments, adapters
	PartActivations PartKind = "activations"
	PartLogits      PartKind = "logits"
	PartGather      PartKind = "gather"   // parameters or activations fetched from other cards
	PartStep        PartKind = "step"     // what the optimizer's update needs beyond what the backward pass has freed
	PartOverhead    PartKind = "overhead" // driver context, allocator, copies of a growing cache
	PartRule        PartKind = "rule_of_thumb"
)

// Part is one piece of an estimate.
type Part struct {
	Kind     PartKind
	GiB      float64 // on the fullest card
	TotalGiB float64 // over all cards
	Because  reason.Because
}

// Estimate is the memory of a Request.
type Estimate struct {
	Request Request // as computed: what was left open is filled in

	// GiB on the fullest card. Low and High hold the middle 80 % of the
	// measured runs of this class.
	Low, Likely, High float64
	TotalGiB          float64 // Likely over all cards
	HostGiB           float64 // offloaded to the machine's RAM, over all cards
	Parts             []Part  // their GiB sum to Likely

	// RuleOfThumb is what the common rule gives for one card. It stands
	// beside the estimate and replaces it only when RuleOnly is set, because
	// the model's shape is not known.
	RuleOfThumb Range
	RuleOnly    bool

	Assumed []reason.Because // facts that were not known and what was taken instead
	Notes   []reason.Because // what the reader should know besides
}

// Range is a span in GiB.
type Range struct{ Low, Likely, High float64 }

// Part returns the GiB of one part on the fullest card, 0 if it has none.
func (e Estimate) Part(kind PartKind) float64 {
	for _, p := range e.Parts {
		if p.Kind == kind {
			return p.GiB
		}
	}
	return 0
}

// Memory estimates what r needs on each card, or refuses with a
// *reason.Problem. Formulas: docs/how-it-computes.md, Memory.
//
//	inference = weights + cache + activations of the prompt + overhead
//	training  = weights + states + activations + logits + overhead
func Memory(r Request) (Estimate, error) {
	r, err := r.resolve()
	if err != nil {
		return Estimate{}, err
	}
	b := builder{req: r}
	if err := b.readShape(); err != nil {
		return Estimate{}, err
	}
	rule, ruleTotal := b.ruleOfThumb()
	band := formulaBands[classOf(r)]
	switch {
	case !r.Model.Shaped():
		b.assume("assumed_rule_of_thumb", reason.Word("model", r.Model.ID))
		b.add(PartRule, rule.Likely*bytesPerGiB, ruleTotal*bytesPerGiB, b.ruleBecause())
		band = ruleBands[classOf(r)]
	case r.Method == Inference:
		b.inference()
	default:
		b.training()
	}
	return b.finish(rule, band)
}

// builder gathers parts, in bytes.
type builder struct {
	req     Request
	shape   shape
	parts   []Part
	assumed []reason.Because
	notes   []reason.Because
	host    float64 // bytes offloaded to RAM
}

func (b *builder) add(kind PartKind, perCard, total float64, why reason.Because) {
	if perCard > 0 {
		b.parts = append(b.parts, Part{kind, perCard / bytesPerGiB, total / bytesPerGiB, why})
	}
}

func (b *builder) assume(rule string, args ...reason.Arg) {
	b.assumed = append(b.assumed, reason.Because{Rule: rule, Args: args})
}

func (b *builder) note(rule string, args ...reason.Arg) {
	b.notes = append(b.notes, reason.Because{Rule: rule, Args: args})
}

func (b *builder) finish(rule Range, s spread) (Estimate, error) {
	r := b.req
	if r.Model.MaxContext.OK && r.Sequence > r.Model.MaxContext.Value {
		b.note("memory_beyond_context", reason.Int("sequence", reason.Count, int64(r.Sequence)),
			reason.Int("context", reason.Count, int64(r.Model.MaxContext.Value)))
	}
	if b.host > 0 {
		b.note("memory_offloaded", gib("ram", b.host/bytesPerGiB))
	}
	e := Estimate{Request: r, Parts: b.parts, HostGiB: b.host / bytesPerGiB, RuleOfThumb: rule, RuleOnly: !r.Model.Shaped(),
		Assumed: b.assumed, Notes: b.notes}
	for _, p := range e.Parts {
		e.Likely += p.GiB
		e.TotalGiB += p.TotalGiB
	}
	e.Low, e.High = e.Likely*s.low, e.Likely*s.high
	if e.RuleOnly {
		e.Low, e.High = min(e.Low, rule.Low), max(e.High, rule.High)
	}
	if !(e.High < 1e9) || math.IsNaN(e.Likely) { // an exbibyte: something was mistyped
		return Estimate{}, reason.Refuse("", "memory.too_large", reason.Word("model", r.Model.ID))
	}
	return e, nil
}

// count is an argument of a plain number, kept to three decimals.
func count(name string, v float64) reason.Arg { return reason.Num(name, reason.Count, rounded(v, 3)) }

// gib is an argument in GiB, kept to two decimals.
func gib(name string, v float64) reason.Arg { return reason.Num(name, reason.GiB, rounded(v, 2)) }

func rounded(v float64, places int) decimal.Decimal {
	if math.Abs(v) < 1e9 { // the common case without a detour over text
		if d, err := decimal.New(int64(math.RoundToEven(v*math.Pow10(places))), places); err == nil {
			return d.Trim(0)
		}
	}
	d, err := decimal.NewFromFloat64(v)
	if err != nil {
		return decimal.Zero
	}
	return d.Round(places).Trim(0)
}

func because(rule string, args ...reason.Arg) reason.Because {
	return reason.Because{Rule: rule, Args: args}
}

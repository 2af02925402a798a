package sizing

import (
	"math"
	"strings"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// Engine is the program that runs the model.
type Engine string

// The engines. EngineAuto is llama.cpp for GGUF files and a serving engine
// otherwise.
const (
	EngineAuto Engine = ""
	LlamaCPP   Engine = "llama_cpp"
	VLLM       Engine = "vllm" // vLLM, SGLang, TensorRT-LLM: continuous batching
)

// Unit is what work is counted in and speed is per second of.
type Unit string

// The units. Tokens are trained tokens, or generated ones (prompts are read
// on the way and cost time, but are not counted).
const (
	Tokens   Unit = "tokens"
	Steps    Unit = "steps"
	Images   Unit = "images"
	Requests Unit = "requests"
	Hours    Unit = "hours" // hours on a named card; no speed is in hours
)

// Job is a request together with how it is run.
type Job struct {
	Request
	Engine     Engine
	Link       Link       // "" = what the card's facts say
	Accumulate int        // micro-batches between two optimizer steps; 0 = 1
	Measured   []Measured // the user's own speeds for this very job
}

// Limit is what holds a job's speed back.
type Limit string

// The limits.
const (
	LimitMemory    Limit = "memory"    // it does not fit
	LimitBandwidth Limit = "bandwidth" // reading weights and cache
	LimitCompute   Limit = "compute"
	LimitLink      Limit = "link" // more time goes to the link than to the work
)

// Basis says where a speed comes from.
type Basis string

// The bases.
const (
	Estimated Basis = "estimated" // the formulas
	Own       Basis = "own"       // the user measured it on this card
	Scaled    Basis = "scaled"    // measured on another card, times the ratio of the two
	LookedUp  Basis = "looked_up" // a published measurement
)

// Rate is a speed per second. Low and High hold the middle 80 % of the
// measured rows of the class.
type Rate struct{ Low, Likely, High float64 }

func (r Rate) times(f Rate) Rate { return Rate{r.Low * f.Low, r.Likely * f.Likely, r.High * f.High} }

func rate(likely float64, s spread) Rate { return Rate{likely * s.low, likely, likely * s.high} }

// Speed is how fast a Job runs on one card or several of it.
type Speed struct {
	Card  string
	Cards int
	Basis Basis
	Unit  Unit
	// PerSecond is work per second over all cards. Inference: generated
	// tokens, the time for reading the prompts included. Training: tokens.
	PerSecond Rate
	// Decode is generated tokens per second of all sequences once the prompts
	// are read, Stream of one sequence, Prefill prompt tokens per second.
	// They are not known in training and for speeds that were not estimated;
	// Prefill is not known either where the card's peak is not.
	Decode, Stream, Prefill hardware.Known[Rate]
	Scaling                 Scaling
	Binds                   Limit // "" where the speed is not an estimate

	TokensPerStep    float64 // training: tokens between two optimizer steps, all cards
	TokensPerRequest float64 // inference: generated tokens of one request

	plan *Plan
	card hardware.Card
	why  speedDetail
	from string // the card that was measured

	source   string // of a published measurement
	anywhere bool   // stated for no card in particular
}

// Plan is the part of a Job's speed that does not depend on the card: what a
// step reads, computes and sends. Prepare it once, then ask On for each card.
type Plan struct {
	job     Job
	asked   Job // as it came; job holds what that was settled to
	assumed []reason.Because

	active     float64 // parameters that compute one token
	layers     float64 // 0 where not known
	stepBytes  float64 // weights read in one decoding step
	cacheBytes float64 // cache read in one decoding step, all sequences
	tokenFLOPs float64 // training: of one token, recomputation not counted
	promptOps  float64 // inference: operations of one prompt token
	gradients  float64 // bytes sent per optimizer step
	parameters float64 // bytes gathered per micro-step
	unknown    error   // why there is no estimate
	prompt     int     // tokens; 0 = nothing is known of one
	perStep    float64 // training: tokens between two optimizer steps
	perRequest float64 // inference: generated tokens of a request
}

// SpeedOn estimates the speed of j on j.Cards of card, or refuses with a
// *reason.Problem that says which fact is missing. A speed that the user
// measured replaces the estimate.
//
//	decode    t = bytes read ÷ (share · bandwidth) + c · layers
//	serving   t = max(bytes read ÷ (share · bandwidth), 2 · active · B ÷ (MFU · peak)) + c · layers
//	prefill   t = (2 · active + 2 · layers · hidden · prompt) · tokens ÷ (MFU · peak)
//	training  t = (k · active + 6 · layers · hidden · sequence) · tokens ÷ (MFU · peak · cards · scaling)
//
// Bandwidth is in 10⁹ bytes/s, the peak dense with 32-bit accumulation. Median
// errors on the measured rows: decode 4–5 % (H20 34 %), prefill 23 %, serving
// 15 %, training full 12 %, LoRA 15 %, QLoRA 37 %; TestSpeedErrors prints them.
func SpeedOn(j Job, card hardware.Card) (Speed, error) {
	p, err := Prepare(j)
	if err != nil {
		return Speed{}, err
	}
	return p.On(card)
}

// AsRun fills in what the engine decides: GGUF files run in llama.cpp, which
// shares a model among cards by layers; vLLM and the like, where they are
// named, read prompts in pieces into a cache that they set aside beforehand.
func (j Job) AsRun() Job {
	if j.Engine == VLLM && !j.Method.Training() && j.Prefill == PrefillUnstated {
		j.Prefill = PrefillChunked
	}
	if j.Engine == EngineAuto && j.Precision.GGUF() {
		j.Engine = LlamaCPP
	}
	if j.Engine == LlamaCPP && !j.Method.Training() && j.Split == SplitAuto && j.Cards > 1 {
		j.Split = SplitLayers
	}
	return j
}

// Prepare checks j and counts what a step reads, computes and sends.
func Prepare(j Job) (*Plan, error) {
	asked := j
	j = j.AsRun()
	if j.Engine == EngineAuto {
		j.Engine = VLLM
	}
	switch {
	case !oneOf(j.Engine, []Engine{LlamaCPP, VLLM}):
		return nil, unknownChoice("engine", string(j.Engine))
	case !oneOf(j.Link, []Link{LinkOfCard, NVLink, PCIe}):
		return nil, unknownChoice("link", string(j.Link))
	case j.Accumulate < 0 || j.Accumulate > maxBatch:
		return nil, reason.Refuse("accumulate", "number.out_of_range", reason.Int("min", reason.Count, 1),
			reason.Int("max", reason.Count, maxBatch))
	}
	j.Accumulate = max(j.Accumulate, 1)
	for _, m := range j.Measured {
		if err := m.check(); err != nil {
			return nil, err
		}
	}
	prompt := j.Prompt
	r, err := j.resolve()
	if err != nil {
		return nil, err
	}
	j.Request = r
	b := builder{req: r}
	if err := b.readShape(); err != nil {
		return nil, err
	}
	p := &Plan{job: j, asked: asked, layers: b.shape.layers, prompt: prompt}
	b.assumed = nil // those of the memory; a speed declares its own
	if err := p.countActive(&b); err != nil {
		return nil, err
	}
	if r.Method == Inference {
		p.countInference(&b)
	} else {
		p.countTraining(&b)
	}
	if r.Offload != OffloadNone || r.Method.Training() && r.Optimizer == CPUOffload {
		p.unknown = reason.Refuse("offload", "speed.offload")
	}
	p.assumed = b.assumed
	return p, nil
}

// countActive finds the parameters that compute one token.
func (p *Plan) countActive(b *builder) error {
	m := b.req.Model
	p.active = b.shape.params
	switch {
	case m.ActiveB.OK:
		p.active = m.ActiveB.Value * 1e9
		if !(p.active > 0 && p.active <= b.shape.params) {
			return reason.Refuse("active", "params.out_of_range")
		}
	case m.MoE():
		idle := float64(m.Experts.Or(0) - m.ExpertsPerToken.Or(0))
		if !m.ExpertsPerToken.OK || !m.ExpertIntermediate.OK || !m.Shaped() || idle < 0 {
			return reason.Refuse("model", "speed.active_not_known", reason.Word("model", m.ID))
		}
		expert := 3 * b.shape.hidden * float64(m.ExpertIntermediate.Value) * b.shape.layers
		p.active = b.shape.params - idle*expert
		if p.active <= 0 {
			return reason.Refuse("model", "speed.active_not_known", reason.Word("model", m.ID))
		}
		b.assume("assumed_active_from_shape", count("params", p.active/1e9))
	}
	return nil
}

// attended is layers × tokens that one token looks back at, as the last of a
// sequence; sliding layers see their window, recurrent ones no token.
func (b *builder) attended(tokens int) float64 {
	m := b.req.Model
	full := float64(m.Attention.FullLayers(m.Layers.Or(0)))
	return full*float64(tokens) + (b.shape.layers-full)*float64(min(tokens, m.Attention.Window))
}

// On gives the speed on the job's number of cards.
func (p *Plan) On(card hardware.Card) (Speed, error) {
	if m, ok := p.own(card); ok {
		return p.finishOwn(m, card), nil
	}
	if s, ok := p.fromOther(card); ok {
		return s, nil
	}
	return p.estimate(card)
}

func (p *Plan) estimate(card hardware.Card) (Speed, error) {
	s := Speed{Card: card.ID, Cards: p.job.Cards, Basis: Estimated, Unit: Tokens, plan: p, card: card,
		TokensPerStep: p.perStep, TokensPerRequest: p.perRequest}
	err := p.unknown
	switch {
	case err != nil:
	case p.job.Method == Inference:
		err = p.infer(&s, card)
	default:
		err = p.train(&s, card)
	}
	if err != nil {
		return Speed{}, err
	}
	if !(s.PerSecond.Low > 0) || math.IsInf(s.PerSecond.High, 0) {
		return Speed{}, reason.Refuse("", "speed.out_of_range", reason.Word("card", card.ID))
	}
	return s, nil
}

// Binding is what holds the job back on the card: its memory where it does
// not surely fit, else what the speed says.
func Binding(f FitResult, s Speed) Limit {
	if f.Verdict == DoesNotFit || f.Verdict == Tight {
		return LimitMemory
	}
	return s.Binds
}

// bandwidth is in bytes a second.
func bandwidth(card hardware.Card) (float64, error) {
	if !card.BandwidthGBs.OK || !(card.BandwidthGBs.Value > 0) {
		return 0, reason.Refuse("card", "speed.no_bandwidth", reason.Word("card", card.ID))
	}
	return card.BandwidthGBs.Value * 1e9, nil
}

// peak is in operations a second, dense and with 32-bit accumulation; fp8
// weights compute in fp8 where the card has it.
func peak(card hardware.Card, p Precision, training bool) (float64, error) {
	if p == FP8 && !training && card.FP8TFLOPS.OK {
		return card.FP8TFLOPS.Value * 1e12, nil
	}
	if !card.FP16TFLOPS.OK || !(card.FP16TFLOPS.Value > 0) {
		return 0, reason.Refuse("card", "speed.no_peak", reason.Word("card", card.ID))
	}
	return card.FP16TFLOPS.Value * 1e12, nil
}

// utilisation is the share of a card's peak that a class of job reaches, mfu
// where memory is fast enough to feed it. A card with less bandwidth for each
// operation reaches less: H100 SXM 0.40 where A100 has 0.45, and measured
// training of BERT on RTX 6000 Ada and H100 PCIe, whose peaks are high for
// their memory, less still.
func utilisation(mfu float64, card hardware.Card) float64 {
	if !card.BandwidthGBs.OK || !card.FP16TFLOPS.OK {
		return mfu
	}
	return mfu * min(1, card.BandwidthGBs.Value/card.FP16TFLOPS.Value/balance)
}

// disputed reports whether nothing measured stands behind the constants for
// this card, or measured tables disagree (H20).
func disputed(card hardware.Card) bool {
	return card.Stack() != hardware.CUDA || strings.HasPrefix(card.ID, "H20 ")
}

package hardware

// Kind is what a model is for.
type Kind string

// The kinds in the catalogue.
const (
	LLM       Kind = "llm"
	ASR       Kind = "asr"
	Detection Kind = "detection"
	Image     Kind = "image"
)

// ParseKind reads the name used in files.
func ParseKind(s string) (Kind, bool) {
	switch k := Kind(s); k {
	case LLM, ASR, Detection, Image:
		return k, true
	}
	return "", false
}

// Model is a neural network's shape as far as it is known.
type Model struct {
	ID          string // the name in the catalogue, "Qwen2.5-7B"
	Kind        Kind
	ParamsB     Known[float64] // all parameters, 10⁹
	ParamsBasis string         // computed from the shape, published, by name
	ActiveB     Known[float64] // parameters used for one token (MoE), 10⁹
	Layers      Known[int]
	Hidden      Known[int]
	Heads       Known[int]
	KVHeads     Known[int]
	HeadDim     Known[int] // never derived: it need not be hidden ÷ heads
	// Intermediate is the inner width of the dense feed-forward block.
	Intermediate Known[int]
	Vocab        Known[int]
	MaxContext   Known[int] // tokens
	// Experts, ExpertsPerToken and ExpertIntermediate are absent in a dense
	// model. All experts occupy memory; ExpertsPerToken of them compute.
	Experts            Known[int]
	ExpertsPerToken    Known[int]
	ExpertIntermediate Known[int]
	Attention          Attention
	// KVBytesPerToken is the published or computed cache size of one token in
	// 16-bit numbers, every attention layer counted in full.
	KVBytesPerToken Known[float64]
	Tied            Answer // is the output matrix the embedding matrix
	Source, Notes   string
}

// Attention says what a layer keeps of the tokens it has seen.
type Attention struct {
	Text string // as the source puts it

	// Latent attention (MLA) keeps one compressed vector of LatentRank +
	// RopeDim numbers a token instead of keys and values per head.
	Latent              bool
	LatentRank, RopeDim Known[int]

	// Window limits the cache of the sliding layers to so many tokens; 0 = no
	// sliding layers. One layer in FullEvery looks back over everything; 0
	// with a window means that every layer slides.
	Window, FullEvery int

	// Recurrent layers keep a state of fixed size in place of a cache; one
	// layer in FullEvery is ordinary attention.
	Recurrent bool

	// FullCount is how many layers look back over everything, where no even
	// pattern says it. It goes before FullEvery.
	FullCount Known[int]
}

// FullLayers returns how many of the layers keep every token.
func (a Attention) FullLayers(layers int) int {
	switch {
	case a.FullCount.OK:
		return min(max(a.FullCount.Value, 0), layers)
	case a.FullEvery > 0:
		return layers / a.FullEvery
	case a.Window > 0 || a.Recurrent:
		return 0
	}
	return layers
}

// MoE reports whether the model is a mixture of experts.
func (m Model) MoE() bool { return m.Experts.OK || m.ActiveB.OK }

// Shaped reports whether enough of the shape is known to compute memory from
// it: layers, width, and what one token costs in the cache.
func (m Model) Shaped() bool {
	if !m.Layers.OK || !m.Hidden.OK {
		return false
	}
	if m.Attention.Recurrent && m.Attention.FullEvery == 0 && !m.Attention.FullCount.OK {
		return false
	}
	if m.Attention.Latent {
		return m.Attention.LatentRank.OK && m.Attention.RopeDim.OK || m.KVBytesPerToken.OK
	}
	return m.KVHeads.OK && m.HeadDim.OK || m.KVBytesPerToken.OK
}

// Term is the kind's name in the catalogue of texts, after "term.".
func (k Kind) Term() string { return "kind_" + string(k) }

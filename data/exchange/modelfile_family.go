package exchange

import "cardhour/model/hardware"

// slide says which layers of a family keep a window only, where the file has
// a window and no list of layers.
type slide uint8

const (
	slideUnknown slide = iota
	slideNone
	slideAll
	slideEvery   // all but each every-th
	slideFromMax // those from max_window_layers on, with use_sliding_window
)

// family is what transformers takes for a model_type where config.json leaves
// a key out, and how such a model is built. A type that is not listed has
// nothing taken for granted.
type family struct {
	headDim bool            // head_dim is hidden ÷ heads unless given
	mha     bool            // as many key-value heads as heads unless given
	tied    hardware.Answer // tie_word_embeddings unless given
	gated   bool            // feed-forward blocks of three matrices; with it the parameters can be counted
	plain   bool            // the same of two
	bias    bool            // biases of query, key and value
	slide   slide
	every   int
	// experts use intermediate_size, their number stands for every layer
	oneWidth bool
	// absent are keys that the published files leave out.
	absent map[string]int
}

var families = map[string]family{
	"llama":       {headDim: true, mha: true, tied: hardware.No, gated: true, slide: slideNone},
	"internlm2":   {headDim: true, mha: true, tied: hardware.No, gated: true, slide: slideNone},
	"baichuan":    {headDim: true, mha: true, tied: hardware.No, gated: true, slide: slideNone},
	"qwen":        {headDim: true, mha: true, tied: hardware.No, gated: true, bias: true, slide: slideNone},
	"mistral":     {headDim: true, tied: hardware.No, gated: true, slide: slideAll},
	"mixtral":     {headDim: true, tied: hardware.No, gated: true, slide: slideAll, oneWidth: true},
	"qwen2":       {headDim: true, tied: hardware.No, gated: true, bias: true, slide: slideFromMax},
	"qwen2_moe":   {headDim: true, tied: hardware.No, gated: true, bias: true, slide: slideFromMax},
	"qwen3":       {tied: hardware.No, gated: true, slide: slideFromMax},
	"qwen3_moe":   {headDim: true, tied: hardware.No, gated: true, slide: slideFromMax},
	"qwen3_next":  {tied: hardware.No},
	"gemma":       {tied: hardware.Yes, gated: true, slide: slideNone},
	"gemma2":      {tied: hardware.Yes, gated: true, slide: slideEvery, every: 2},
	"gemma3_text": {tied: hardware.Yes, gated: true, slide: slideEvery, every: 6, absent: map[string]int{"num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256, "vocab_size": 262208, "max_position_embeddings": 131072}},
	"phi3":        {headDim: true, mha: true, tied: hardware.No, gated: true, slide: slideAll},
	"phi":         {headDim: true, mha: true, tied: hardware.No, plain: true, bias: true, slide: slideNone},
	"deepseek_v2": {tied: hardware.No, gated: true},
	"deepseek_v3": {tied: hardware.No, gated: true},
	"kimi_k2":     {tied: hardware.No, gated: true},
	"gpt_oss":     {tied: hardware.No, gated: true, bias: true, slide: slideEvery, every: 2, oneWidth: true},
	"glm":         {tied: hardware.No, gated: true, bias: true, slide: slideNone},
	"glm4":        {tied: hardware.No, gated: true, slide: slideNone},
	"glm4_moe":    {tied: hardware.No, gated: true, bias: true, slide: slideNone},
	"chatglm":     {headDim: true, mha: true, tied: hardware.No, gated: true, bias: true, slide: slideNone},
	"cohere":      {headDim: true, mha: true, tied: hardware.Yes, gated: true, slide: slideNone},
	"cohere2":     {headDim: true, mha: true, tied: hardware.Yes, gated: true, slide: slideEvery, every: 4},
}

// extras are the parts of a shape that the parameters are counted from and
// that an estimate has no use for.
type extras struct {
	queryRank, nope, value hardware.Known[int] // latent attention
	shared, sharedWidth    int
	firstDense             int
	everyLayer             bool // all layers after firstDense have experts
	queryBias              bool
}

// countShape adds the matrices of a decoder:
//
//	attention    hidden·head_dim·2·(heads + kv heads), or, compressed,
//	             hidden·(query rank + kv rank + rope) + heads·(query rank·(nope + rope) + kv rank·(nope + value) + value·hidden)
//	feed-forward 3·hidden·width (2 where it is not gated), of every expert and
//	             of those that all tokens share, and hidden·experts to choose
//	ends         vocabulary·hidden, twice unless shared
//
// and the norms. idle are those of the experts that a token does not meet.
func (m *configModel) countShape() (params, idle float64, ok bool) {
	h, f := m.Model, m.family
	if !h.Layers.OK || !h.Hidden.OK || !h.Vocab.OK || h.Tied == hardware.NotKnown || !(f.gated || f.plain) || h.Attention.Recurrent {
		return 0, 0, false
	}
	attention, ok := m.countAttention()
	if !ok {
		return 0, 0, false
	}
	layers, hidden := float64(h.Layers.Value), float64(h.Hidden.Value)
	matrices := 3.0
	if f.plain {
		matrices = 2
	}
	dense, sparse := layers, 0.0
	if h.Experts.OK {
		if !m.extras.everyLayer || !h.ExpertsPerToken.OK || !h.ExpertIntermediate.OK {
			return 0, 0, false
		}
		dense = min(float64(m.extras.firstDense), layers)
		sparse = layers - dense
	}
	if dense > 0 {
		if !h.Intermediate.OK {
			return 0, 0, false
		}
		params += dense * matrices * hidden * float64(h.Intermediate.Value)
	}
	if sparse > 0 {
		expert := matrices * hidden * float64(h.ExpertIntermediate.Value)
		experts := float64(h.Experts.Value)
		params += sparse * (experts*(expert+hidden) + matrices*hidden*float64(m.extras.sharedWidth))
		idle = sparse * max(experts-float64(h.ExpertsPerToken.Value), 0) * expert
	}
	ends := 2.0
	if h.Tied == hardware.Yes {
		ends = 1
	}
	return params + layers*(attention+2*hidden) + ends*float64(h.Vocab.Value)*hidden, idle, true
}

// countAttention gives the parameters of one layer's attention.
func (m *configModel) countAttention() (float64, bool) {
	h, x := m.Model, m.extras
	if !h.Heads.OK {
		return 0, false
	}
	hidden, heads := float64(h.Hidden.Value), float64(h.Heads.Value)
	if a := h.Attention; a.Latent {
		if !a.LatentRank.OK || !a.RopeDim.OK || !x.nope.OK || !x.value.OK {
			return 0, false
		}
		rank, rope, nope, value := float64(a.LatentRank.Value), float64(a.RopeDim.Value), float64(x.nope.Value), float64(x.value.Value)
		query := hidden * heads * (nope + rope)
		if x.queryRank.OK {
			query = float64(x.queryRank.Value) * (hidden + heads*(nope+rope))
		}
		return query + hidden*(rank+rope) + rank*heads*(nope+value) + heads*value*hidden, true
	}
	if !h.KVHeads.OK || !h.HeadDim.OK {
		return 0, false
	}
	width, kv := float64(h.HeadDim.Value), float64(h.KVHeads.Value)
	params := hidden * width * 2 * (heads + kv)
	if m.family.bias || x.queryBias {
		params += width * (heads + 2*kv)
	}
	return params, true
}

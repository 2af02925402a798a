package exchange

import (
	"fmt"
	"slices"

	"cardhour/model/hardware"
)

// attention reads what the layers keep of the tokens that they have seen.
func (m *configModel) attention(c cursor) {
	if rank := c.first("kv_lora_rank"); rank.given() {
		m.latent(c, rank)
		return
	}
	window := c.first("sliding_window", "sliding_window_size", "attention_chunk_size")
	if c.first("use_sliding_window").answer() == hardware.No {
		window = cursor{bad: c.bad}
	}
	size := hardware.Known[int]{}
	if window.given() && window.node.kind == number {
		size = window.count(mostTokens)
	}
	if list := c.first("layer_types", "layers_block_type"); list.given() {
		var kinds []string
		for _, item := range list.items() {
			kinds = append(kinds, item.words())
		}
		m.layerKinds(kinds, size.Or(0))
		return
	}
	if every := c.first("full_attention_interval", "attn_layer_period"); every.given() {
		if n := every.count(mostLayers); n.OK {
			m.recurrent(hardware.Attention{Recurrent: true, FullEvery: n.Value})
		}
		return
	}
	if c.first("hybrid_override_pattern", "attn_type_list", "ssm_cfg", "ssm_state_size", "mamba_d_state", "state_size").given() {
		m.note(FieldAttention, "model_file_mixed_layers")
		return
	}
	if !size.OK {
		m.plain()
		return
	}
	switch m.family.slide {
	case slideNone:
		m.plain()
	case slideAll:
		m.sliding(hardware.Attention{Window: size.Value})
	case slideEvery:
		every := m.family.every
		if n := c.first("sliding_window_pattern", "_sliding_window_pattern"); n.given() && n.node.kind == number {
			every = n.count(mostLayers).Or(every)
		}
		m.sliding(hardware.Attention{Window: size.Value, FullEvery: every})
	case slideFromMax:
		m.slidingFrom(c, size.Value)
	default:
		m.plain()
		m.note(FieldAttention, "model_file_window_not_placed", whole("window", size.Value))
	}
}

// slidingFrom is Qwen's way: off unless use_sliding_window, and then from
// max_window_layers on.
func (m *configModel) slidingFrom(c cursor, window int) {
	from := c.first("max_window_layers")
	if c.first("use_sliding_window").answer() != hardware.Yes || !from.given() {
		m.plain()
		return
	}
	full, ok := from.atLeast(0, mostLayers)
	switch {
	case !ok:
	case m.Model.Layers.OK && full >= m.Model.Layers.Value:
		m.plain()
	default:
		m.sliding(hardware.Attention{Window: window, FullCount: hardware.Know(full)})
	}
}

// layerKinds reads a list of the layers.
func (m *configModel) layerKinds(kinds []string, window int) {
	full, sliding, other := 0, 0, 0
	for _, kind := range kinds {
		switch {
		case isFull(kind):
			full++
		case slices.Contains(slidingKinds, kind):
			sliding++
		default:
			other++
		}
	}
	h := &m.Model
	if h.Layers.OK && len(kinds) != h.Layers.Value {
		m.note(FieldAttention, "model_file_layer_list", whole("listed", len(kinds)), whole("layers", h.Layers.Value))
		return
	}
	a := pattern(kinds)
	switch {
	case full == len(kinds):
		m.plain()
	case other > 0 && sliding > 0:
		m.note(FieldAttention, "model_file_mixed_layers")
	case other > 0:
		a.Recurrent = true
		m.recurrent(a)
	case window > 0:
		a.Window = window
		m.sliding(a)
	default:
		m.note(FieldAttention, "model_file_window_missing", whole("sliding", sliding))
	}
}

// pattern is every-th where each so many-th layer is full, else a count.
func pattern(kinds []string) hardware.Attention {
	full, every := 0, 0
	for i, kind := range kinds {
		if isFull(kind) {
			if full++; every == 0 {
				every = i + 1
			}
		}
	}
	if full == 0 {
		return hardware.Attention{FullCount: hardware.Know(0)}
	}
	for i, kind := range kinds {
		if isFull(kind) != ((i+1)%every == 0) {
			return hardware.Attention{FullCount: hardware.Know(full)}
		}
	}
	return hardware.Attention{FullEvery: every}
}

// style is GQA, or MHA where every head has keys and values of its own.
func (m *configModel) style() string {
	h := m.Model
	switch {
	case h.Heads.OK && h.KVHeads == h.Heads:
		return "MHA"
	case h.Heads.OK && h.KVHeads.OK:
		return "GQA"
	}
	return "attention"
}

func (m *configModel) plain() { m.Model.Attention = hardware.Attention{Text: m.style()} }

func (m *configModel) sliding(a hardware.Attention) {
	layers := m.Model.Layers.Value
	switch {
	case a.FullCount.OK && a.FullCount.Value == 0, a.FullEvery == 0 && !a.FullCount.OK:
		a.FullCount = hardware.Known[int]{}
		a.Text = fmt.Sprintf("%s; window %d", m.style(), a.Window)
		m.note(FieldAttention, "model_file_window_all", whole("window", a.Window))
	case a.FullCount.OK:
		a.Text = fmt.Sprintf("%s; window %d on %d of %d layers", m.style(), a.Window, layers-a.FullCount.Value, layers)
		m.note(FieldAttention, "model_file_window_counted", whole("window", a.Window), whole("full", a.FullCount.Value))
	default:
		a.Text = fmt.Sprintf("%s; %d local (window %d) : 1 global", m.style(), a.FullEvery-1, a.Window)
		m.note(FieldAttention, "model_file_window_every", whole("window", a.Window), whole("every", a.FullEvery))
	}
	m.Model.Attention = a
}

func (m *configModel) recurrent(a hardware.Attention) {
	layers := m.Model.Layers.Value
	a.Text = fmt.Sprintf("hybrid: %d of %d layers full attention", a.FullLayers(layers), layers)
	m.Model.Attention = a
	m.note(FieldAttention, "model_file_recurrent", whole("full", a.FullLayers(layers)), whole("layers", layers))
}

// latent reads compressed attention.
func (m *configModel) latent(c, rank cursor) {
	a := hardware.Attention{Latent: true, LatentRank: rank.count(mostWidth), RopeDim: c.first("qk_rope_head_dim").count(mostWidth)}
	m.extras.nope, m.extras.value = c.first("qk_nope_head_dim").count(mostWidth), c.first("v_head_dim").count(mostWidth)
	m.extras.queryRank = c.first("q_lora_rank").count(mostWidth)
	a.Text = "MLA"
	if a.LatentRank.OK && a.RopeDim.OK {
		a.Text = fmt.Sprintf("MLA kv_lora %d + rope %d", a.LatentRank.Value, a.RopeDim.Value)
	}
	m.Model.Attention = a
}

// slidingKinds are the words of layer_types for a layer that keeps a window.
var slidingKinds = []string{"sliding_attention", "chunked_attention", "local_attention"}

// fullKinds are those for a layer that keeps everything.
var fullKinds = []string{"full_attention", "attention", "global_attention"}

func isFull(kind string) bool { return slices.Contains(fullKinds, kind) }

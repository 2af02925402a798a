package exchange

import (
	"strconv"
	"strings"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// configModel is a model while it is read.
type configModel struct {
	ModelFile
	kind       string // model_type
	family     family
	extras     extras
	quantised  bool
	packedBits int // of a weight that is packed into 32-bit numbers, 0 = not said
}

// whole numbers that no model exceeds.
const (
	mostLayers  = 4096
	mostWidth   = 1 << 22
	mostHeads   = 1 << 16
	mostEntries = 1 << 26
	mostTokens  = 1 << 40
	mostExperts = 1 << 16
)

// readConfig reads what Hugging Face's config.json says of the text model in
// it. Keys that are not known are let pass: every family has its own.
func readConfig(id string, root *node) (*configModel, error) {
	var bad error
	top := cursor{node: root, bad: &bad}
	if !top.is(object) {
		return nil, bad
	}
	m := &configModel{ModelFile: ModelFile{Model: hardware.Model{ID: id}}}
	c, err := m.textPart(top)
	if err != nil {
		return nil, err
	}
	m.widths(c)
	m.heads(c)
	m.experts(c)
	m.ends(top, c)
	m.attention(c)
	m.storage(top, c)
	if bad == nil {
		bad = m.contradiction()
	}
	if bad != nil {
		return nil, bad
	}
	return m, nil
}

// first is the value under the first of keys that says anything; files write
// null for what they leave to the program.
func (c cursor) first(keys ...string) cursor {
	for _, key := range keys {
		if v := c.get(key); v.given() && v.node.kind != null {
			return v
		}
	}
	return cursor{path: under(c.path, keys[0]), bad: c.bad}
}

// count reads a whole number from 1 to most.
func (c cursor) count(most int64) hardware.Known[int] {
	n, ok := c.atLeast(1, most)
	return hardware.Known[int]{Value: n, OK: ok}
}

func (c cursor) atLeast(least, most int64) (int, bool) {
	if !c.is(number) {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(c.node.text, ".0"), 10, 64)
	switch {
	case err != nil && strings.Trim(c.node.text, "-0123456789") != "":
		c.refuse("model_file.not_whole", reason.Word("text", shown(c.node.text)))
	case err != nil || n < least || n > most:
		c.refuse("number.out_of_range", number64("min", least), number64("max", most))
	default:
		return int(n), true
	}
	return 0, false
}

func (c cursor) words() string {
	if !c.is(text) {
		return ""
	}
	return c.node.text
}

// answer reads true and false; not given is NotKnown.
func (c cursor) answer() hardware.Answer {
	switch {
	case !c.is(boolean):
		return hardware.NotKnown
	case c.node.text == "true":
		return hardware.Yes
	}
	return hardware.No
}

// textPart finds the language model in a configuration and refuses what is
// none: the formulas hold for decoders only.
func (m *configModel) textPart(top cursor) (cursor, error) {
	c := top
	for _, key := range []string{"text_config", "llm_config", "language_config"} {
		if part := top.first(key); part.given() && part.is(object) {
			c = part
			break
		}
	}
	m.kind = c.first("model_type").words()
	if m.kind == "" {
		m.kind = top.first("model_type").words()
	}
	if c.path != "" {
		m.note("", "model_file_text_part", reason.Word("part", c.path))
	}
	m.family = families[m.kind]
	decoder := c.path != ""
	if _, known := families[m.kind]; known {
		decoder = true
	}
	architecture := ""
	if list := top.first("architectures"); list.given() {
		for _, a := range list.items() {
			architecture = a.words()
			decoder = decoder || strings.HasSuffix(architecture, "ForCausalLM") || strings.HasSuffix(architecture, "LMHeadModel")
		}
	}
	if top.first("is_encoder_decoder").answer() == hardware.Yes || m.kind == "whisper" || m.kind == "t5" {
		decoder = false
	}
	switch {
	case *top.bad != nil:
		return c, *top.bad
	case decoder:
		m.Model.Kind = hardware.LLM
		return c, nil
	case m.kind == "" && architecture == "":
		return c, reason.Refuse("", "model_file.no_config")
	case architecture == "":
		architecture = m.kind
	}
	return c, reason.Refuse("", "model_file.not_llm", reason.Word("what", shown(architecture)))
}

// value reads a number, or takes what the family leaves out.
func (m *configModel) value(c cursor, field ModelField, most int64, keys ...string) hardware.Known[int] {
	v := c.first(keys...)
	if v.given() {
		return v.count(most)
	}
	for _, key := range keys {
		if n, ok := m.family.absent[key]; ok {
			m.note(field, "model_file_family_default", reason.Word("family", m.kind), whole("value", n))
			return hardware.Know(n)
		}
	}
	return hardware.Known[int]{}
}

func (m *configModel) widths(c cursor) {
	h := &m.Model
	h.Layers = m.value(c, FieldLayers, mostLayers, "num_hidden_layers", "num_layers", "n_layer", "n_layers")
	h.Hidden = m.value(c, FieldHidden, mostWidth, "hidden_size", "n_embd", "d_model")
	h.Vocab = m.value(c, FieldVocab, mostEntries, "padded_vocab_size", "vocab_size")
	h.MaxContext = m.value(c, FieldContext, mostTokens, "max_position_embeddings", "seq_length", "max_seq_len", "n_positions")
	inner := c.first("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim")
	if inner.given() && inner.node.kind == array {
		widest, several := 0, map[int]bool{}
		for _, item := range inner.items() {
			n := item.count(mostWidth)
			widest = max(widest, n.Value)
			several[n.Value] = true
		}
		if widest > 0 {
			h.Intermediate = hardware.Know(widest)
		}
		if len(several) > 1 {
			m.note(FieldIntermediate, "model_file_widest", whole("value", widest))
			m.family.gated, m.family.plain = false, false // the layers differ
		}
	} else if inner.given() {
		h.Intermediate = inner.count(mostWidth)
	}
	if m.kind == "qwen" && h.Intermediate.OK {
		h.Intermediate.Value /= 2 // the first Qwen counts both halves of the gate
		m.note(FieldIntermediate, "model_file_inner_half", whole("value", h.Intermediate.Value))
	}
	if next := c.first("num_nextn_predict_layers"); next.given() {
		if n, ok := next.atLeast(0, mostLayers); ok && n > 0 {
			m.note(FieldParams, "model_file_next_token_layers", whole("layers", n))
		}
	}
}

func (m *configModel) heads(c cursor) {
	h := &m.Model
	h.Heads = m.value(c, FieldHeads, mostHeads, "num_attention_heads", "n_head", "n_heads")
	kv := []string{"num_key_value_heads", "num_kv_heads", "n_head_kv"}
	if m.kind == "chatglm" && c.first("multi_query_attention").answer() == hardware.Yes {
		kv = []string{"multi_query_group_num"}
	}
	h.KVHeads = m.value(c, FieldKVHeads, mostHeads, kv...)
	if !h.KVHeads.OK && h.Heads.OK && m.family.mha && kv[0] == "num_key_value_heads" {
		h.KVHeads = h.Heads
		m.note(FieldKVHeads, "model_file_kv_is_heads", reason.Word("family", m.kind))
	}
	h.HeadDim = m.value(c, FieldHeadDim, mostWidth, "head_dim", "kv_channels")
	if latent := c.first("kv_lora_rank").given(); !h.HeadDim.OK && !latent && m.family.headDim && h.Heads.OK && h.Hidden.OK && h.Hidden.Value%h.Heads.Value == 0 {
		h.HeadDim = hardware.Know(h.Hidden.Value / h.Heads.Value)
		m.note(FieldHeadDim, "model_file_head_dim", reason.Word("family", m.kind), whole("hidden", h.Hidden.Value), whole("heads", h.Heads.Value), whole("value", h.HeadDim.Value))
	}
	m.extras.queryBias = c.first("attention_bias", "add_qkv_bias").answer() == hardware.Yes
}

func (m *configModel) experts(c cursor) {
	h, x := &m.Model, &m.extras
	h.Experts = m.value(c, FieldExperts, mostExperts, "n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts")
	if !h.Experts.OK {
		return
	}
	h.ExpertsPerToken = m.value(c, FieldPerToken, mostExperts, "num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_topk")
	h.ExpertIntermediate = m.value(c, FieldExpertInner, mostWidth, "moe_intermediate_size", "expert_ffn_hidden_size")
	if !h.ExpertIntermediate.OK && m.family.oneWidth {
		h.ExpertIntermediate = h.Intermediate
	}
	shared := c.first("n_shared_experts", "num_shared_experts")
	if shared.given() {
		x.shared, _ = shared.atLeast(0, mostExperts)
		x.sharedWidth = x.shared * h.ExpertIntermediate.Value
	}
	if width := c.first("shared_expert_intermediate_size"); width.given() {
		if x.sharedWidth, _ = width.atLeast(0, mostWidth); x.sharedWidth > 0 {
			x.shared = 1
		}
	}
	if dense := c.first("first_k_dense_replace"); dense.given() {
		x.firstDense, _ = dense.atLeast(0, mostLayers)
	}
	x.everyLayer = true
	for _, step := range []string{"moe_layer_freq", "decoder_sparse_step", "interleave_moe_layer_step"} {
		if v := c.first(step); v.given() && (v.node.kind != number || v.node.text != "1") {
			x.everyLayer = false
		}
	}
	if only := c.first("mlp_only_layers"); only.given() && len(only.items()) > 0 {
		x.everyLayer = false
	}
	if x.shared > 0 || x.firstDense > 0 {
		m.note(FieldExperts, "model_file_shared_experts", whole("shared", x.shared), whole("dense", x.firstDense))
	}
}

// ends says whether the output matrix is the embedding matrix.
func (m *configModel) ends(top, c cursor) {
	// What stands at the top goes for the whole, as transformers reads it.
	for _, at := range []cursor{top, c} {
		if tied := at.first("tie_word_embeddings"); tied.given() && m.Model.Tied == hardware.NotKnown {
			m.Model.Tied = tied.answer()
		}
	}
	if m.Model.Tied == hardware.NotKnown && m.family.tied != hardware.NotKnown {
		m.Model.Tied = m.family.tied
		rule := "model_file_tied_by_family"
		if m.family.tied == hardware.No {
			rule = "model_file_untied_by_family"
		}
		m.Notes = append(m.Notes, Note{FieldTied, reason.Because{Rule: rule, Args: []reason.Arg{reason.Word("family", m.kind)}}})
	}
}

// contradiction finds numbers that cannot stand together.
func (m *configModel) contradiction() error {
	h := m.Model
	for _, pair := range []struct {
		less, more         hardware.Known[int]
		lessName, moreName ModelField
	}{{h.KVHeads, h.Heads, FieldKVHeads, FieldHeads}, {h.ExpertsPerToken, h.Experts, FieldPerToken, FieldExperts}} {
		if pair.less.OK && pair.more.OK && pair.less.Value > pair.more.Value {
			return reason.Refuse("", "model_file.contradiction", reason.Name("less", pair.lessName.Term()), reason.Name("more", pair.moreName.Term()),
				whole("small", pair.more.Value), whole("large", pair.less.Value))
		}
	}
	return nil
}

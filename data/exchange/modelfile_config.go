package exchange

import (
	"slices"
	"strconv"
	"strings"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
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

// yes reads true and false; not given is NotKnown.
func (c cursor) yes() hardware.Answer {
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
	if top.first("is_encoder_decoder").yes() == hardware.Yes || m.kind == "whisper" || m.kind == "t5" {
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
	if m.kind == "chatglm" && c.first("multi_query_attention").yes() == hardware.Yes {
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
	m.extras.queryBias = c.first("attention_bias", "add_qkv_bias").yes() == hardware.Yes
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
			m.Model.Tied = tied.yes()
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

// plainTypes are the ways in which files name a 16- or 32-bit format.
var plainTypes = map[string]struct {
	precision sizing.Precision
	bytes     float64
}{"bfloat16": {sizing.BF16, 2}, "float16": {sizing.FP16, 2}, "float32": {"", 4}}

// storage reads the format of the weights.
func (m *configModel) storage(top, c cursor) {
	kind := c.first("torch_dtype", "dtype")
	if !kind.given() {
		kind = top.first("torch_dtype", "dtype")
	}
	if kind.given() && kind.is(text) {
		m.Stored = shown(kind.node.text)
		m.Precision = plainTypes[m.Stored].precision
	}
	q := top.first("quantization_config")
	if !q.given() {
		q = c.first("quantization_config")
	}
	if !q.given() || !q.is(object) {
		return
	}
	m.quantised = true
	m.Stored, m.Precision, m.packedBits = quantisation(q)
}

// quantisation names the format, an estimate's word for it, and the bits of a
// packed weight.
func quantisation(q cursor) (string, sizing.Precision, int) {
	method := shown(q.first("quant_method").words())
	bits := 0
	if b := q.first("bits"); b.given() {
		bits, _ = b.atLeast(1, 32)
	}
	switch {
	case method == "gptq" && bits == 4:
		return "gptq 4", sizing.GPTQInt4, bits
	case method == "gptq" && bits == 8:
		return "gptq 8", sizing.GPTQInt8, bits
	case method == "awq" && bits == 4:
		return "awq 4", sizing.AWQInt4, bits
	case method == "mxfp4":
		return method, sizing.MXFP4, 0
	case method == "fp8" || method == "fbgemm_fp8":
		return method, sizing.FP8, 0
	case method == "bitsandbytes" || method == "" && q.first("load_in_4bit", "load_in_8bit").given():
		return bitsAndBytes(q)
	case method == "compressed-tensors":
		return compressedTensors(q)
	case bits > 0:
		return strings.TrimSpace(method + " " + strconv.Itoa(bits)), "", bits
	}
	return method, "", 0
}

func bitsAndBytes(q cursor) (string, sizing.Precision, int) {
	switch {
	case q.first("load_in_8bit").yes() == hardware.Yes:
		return "bitsandbytes 8", sizing.Int8, 0
	case q.first("load_in_4bit").yes() != hardware.Yes || q.first("bnb_4bit_quant_type").words() != "nf4":
		return "bitsandbytes", "", 0
	case q.first("bnb_4bit_use_double_quant").yes() == hardware.Yes:
		return "bitsandbytes nf4, double", sizing.NF4DQ, 0
	}
	return "bitsandbytes nf4", sizing.NF4, 0
}

func compressedTensors(q cursor) (string, sizing.Precision, int) {
	groups := q.first("config_groups")
	if !groups.given() || !groups.is(object) || len(groups.node.keys) != 1 {
		return "compressed-tensors", "", 0
	}
	weights := groups.get(groups.node.keys[0]).first("weights")
	if !weights.given() || !weights.is(object) {
		return "compressed-tensors", "", 0
	}
	bits, kind := 0, weights.first("type").words()
	if b := weights.first("num_bits"); b.given() {
		bits, _ = b.atLeast(1, 32)
	}
	name := strings.TrimSpace("compressed-tensors " + shown(kind) + " " + strconv.Itoa(bits))
	switch {
	case bits == 8 && kind == "float":
		return name, sizing.FP8, 0
	case bits == 8 && kind == "int":
		return name, sizing.Int8, 8
	}
	return name, "", bits
}

// finish adds the weights beside the configuration, if there are any, and
// settles how many parameters there are.
func (m *configModel) finish(t *tally) ModelFile {
	shape, idle, shaped := m.countShape()
	h := &m.Model
	params, known := 0.0, false
	if t != nil {
		params, known = m.weigh(t)
	}
	switch {
	case known:
		if shaped && max(params/shape, shape/params) > 1.05 {
			m.note(FieldParams, "model_file_params_differ", billions("counted", params), billions("shape", shape))
		}
	case shaped:
		params, known = shape, true
		h.ParamsBasis = "computed from config"
		m.note(FieldParams, "model_file_params_from_shape", billions("params", params))
	}
	if known && params < 1e15 {
		h.ParamsB = hardware.Know(params / 1e9)
	} else {
		h.ParamsBasis = ""
	}
	if h.Experts.OK && h.ParamsB.OK && shaped && idle < params {
		h.ActiveB = hardware.Know((params - idle) / 1e9)
		m.note(FieldActive, "model_file_active_from_shape", whole("used", h.ExpertsPerToken.Value), whole("experts", h.Experts.Value))
	}
	if m.Stored != "" && m.Precision == "" {
		m.note(FieldStored, "model_file_stored_no_estimate", reason.Word("format", m.Stored))
	}
	return m.ModelFile
}

// weigh takes from the weights' headers how many parameters there are.
func (m *configModel) weigh(t *tally) (float64, bool) {
	h := &m.Model
	m.Files = append(m.Files, t.files...)
	if t.short {
		m.note("", "model_file_weights_short")
	}
	if t.missing > 0 {
		m.note(FieldParams, "model_file_parts_missing", whole("missing", t.missing))
	}
	switch {
	case t.missing == 0 && t.tensors > 0:
		m.Bytes = hardware.Know(t.bytes)
	case t.indexed.OK:
		m.Bytes = t.indexed
	}
	if name, precision := t.stored(); name != "" && !m.quantised {
		m.Stored, m.Precision = name, precision
	}
	if params, ok := t.total(); ok {
		h.ParamsBasis = "counted in the file"
		m.note(FieldParams, "model_file_params_counted", number64("tensors", t.tensors), billions("params", params))
		return params, true
	}
	if t.packed || t.u8 > 0 {
		m.note(FieldParams, "model_file_params_packed")
	}
	if per := plainTypes[m.Stored].bytes; per > 0 && t.indexed.OK && !m.quantised {
		h.ParamsBasis = "size of the weights"
		m.note(FieldParams, "model_file_params_from_size", number64("bytes", t.indexed.Value), reason.Word("format", m.Stored))
		return float64(t.indexed.Value) / per, true
	}
	return 0, false
}

// slidingKinds are the words of layer_types for a layer that keeps a window.
var slidingKinds = []string{"sliding_attention", "chunked_attention", "local_attention"}

// fullKinds are those for a layer that keeps everything.
var fullKinds = []string{"full_attention", "attention", "global_attention"}

func isFull(kind string) bool { return slices.Contains(fullKinds, kind) }

package exchange

import (
	"strconv"
	"strings"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

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
	case q.first("load_in_8bit").answer() == hardware.Yes:
		return "bitsandbytes 8", sizing.Int8, 0
	case q.first("load_in_4bit").answer() != hardware.Yes || q.first("bnb_4bit_quant_type").words() != "nf4":
		return "bitsandbytes", "", 0
	case q.first("bnb_4bit_use_double_quant").answer() == hardware.Yes:
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

package exchange

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

// fileTypes are llama.cpp's names of general.file_type.
var fileTypes = map[int64]string{
	0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S", 12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M",
	16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M",
	28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4",
}

// ggufEvery are the architectures whose every so many-th layer looks back over
// everything; llama.cpp knows it, the file gives the window alone.
var ggufEvery = map[string]int{"gemma2": 2, "gemma3": 6, "gpt-oss": 2, "cohere2": 4}

// ggufModel reads a GGUF file, and those that lie beside it where the model
// was split.
func ggufModel(at source, id string, r io.ReaderAt, size int64) (ModelFile, error) {
	h, err := readGGUF(r, size)
	if err != nil {
		return ModelFile{}, err
	}
	g := &ggufFile{ggufHeader: h, arch: h.values["general.architecture"].text}
	if g.arch == "" || h.values["general.architecture"].kind != ggufText {
		return ModelFile{}, reason.Refuse("", "model_file.no_architecture")
	}
	if _, ok := h.values[g.arch+".attention.head_count"]; !ok || g.no("attention.causal") || len(g.named("token_embd.weight").shape) == 0 && len(h.tensors) > 0 && !split(at.name) {
		return ModelFile{}, reason.Refuse("", "model_file.not_llm", reason.Word("what", shown(g.arch)))
	}
	g.ModelFile = ModelFile{Model: hardware.Model{ID: id, Kind: hardware.LLM, Source: shown(at.name)}, Files: []string{shown(at.name)}}
	if h.end > uint64(size) {
		g.short = true
	}
	if err := g.others(at); err != nil {
		return ModelFile{}, err
	}
	g.widths()
	g.heads()
	g.windows()
	g.weigh()
	if bad := g.wrong; bad != nil {
		return ModelFile{}, bad
	}
	m := configModel{ModelFile: g.ModelFile}
	if err := m.contradiction(); err != nil {
		return ModelFile{}, err
	}
	return g.ModelFile, nil
}

func split(name string) bool {
	_, _, of := shardOf(name)
	return of > 1
}

// ggufFile is a GGUF model while it is read.
type ggufFile struct {
	ModelFile
	ggufHeader
	arch    string
	missing int
	short   bool
	wrong   error
}

// others adds the tensors of the files that the model was split into. The
// first names how many they are, their own names which.
func (g *ggufFile) others(at source) error {
	set, part, of := shardOf(at.name)
	if count := g.values["split.count"]; count.whole > 1 && of == 1 {
		g.missing = int(min(count.whole, maxModelFiles)) - 1 // renamed: the others cannot be found
	}
	if of == 1 {
		return nil
	}
	g.missing = of - 1
	if at.dir == "" {
		return nil
	}
	names, err := folderNames(at.dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		other, n, _ := shardOf(name)
		if other != set || n == part || len(g.Files) >= maxModelFiles {
			continue
		}
		if err := g.other(at.dir, name); err != nil {
			return err
		}
		g.missing--
	}
	return nil
}

func (g *ggufFile) other(dir, name string) error {
	file, size, err := openRegular(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	h, err := readGGUF(file, size)
	if err != nil {
		return err
	}
	for tensor, t := range h.tensors {
		g.tensors[tensor] = t
	}
	if h.end > uint64(size) {
		g.short = true
	}
	g.Files = append(g.Files, shown(name))
	return nil
}

func (g *ggufFile) named(tensor string) ggufTensor { return g.tensors[tensor] }

func (g *ggufFile) no(key string) bool {
	v, ok := g.values[g.arch+"."+key]
	return ok && v.kind == ggufBool && v.whole == 0
}

// number reads a key of the architecture: a whole number from 1 to most.
func (g *ggufFile) number(key string, most int64) hardware.Known[int] {
	v, ok := g.values[g.arch+"."+key]
	if !ok || v.kind == ggufArray {
		return hardware.Known[int]{}
	}
	if v.kind == ggufText || v.kind == ggufF32 || v.kind == ggufF64 || v.kind == ggufBool {
		g.refuse(reason.Refuse(shown(g.arch+"."+key), "model_file.bad_type", reason.Word("name", shown(g.arch+"."+key))))
		return hardware.Known[int]{}
	}
	if v.whole == 0 {
		return hardware.Known[int]{} // written where there is none
	}
	if v.whole < 0 || v.whole > most {
		g.refuse(reason.Refuse(shown(g.arch+"."+key), "number.out_of_range", number64("min", 1), number64("max", most)))
		return hardware.Known[int]{}
	}
	return hardware.Know(int(v.whole))
}

func (g *ggufFile) refuse(p *reason.Problem) {
	if g.wrong == nil {
		g.wrong = p
	}
}

func (g *ggufFile) widths() {
	m := &g.Model
	m.Layers = g.number("block_count", mostLayers)
	m.Hidden = g.number("embedding_length", mostWidth)
	m.MaxContext = g.number("context_length", mostTokens)
	m.Intermediate = g.number("feed_forward_length", mostWidth)
	if list := g.values[g.arch+".feed_forward_length"].list; len(list) > 0 {
		if widest := slices.Max(list); widest > 0 && widest <= mostWidth {
			m.Intermediate = hardware.Know(int(widest))
			if slices.Min(list) != widest {
				g.note(FieldIntermediate, "model_file_widest", number64("value", widest))
			}
		}
	}
	m.Experts = g.number("expert_count", mostExperts)
	m.ExpertsPerToken = g.number("expert_used_count", mostExperts)
	if m.Experts.OK {
		m.ExpertIntermediate = g.number("expert_feed_forward_length", mostWidth)
		shared, dense := g.number("expert_shared_count", mostExperts), g.number("leading_dense_block_count", mostLayers)
		if shared.OK || dense.OK {
			g.note(FieldExperts, "model_file_shared_experts", whole("shared", shared.Value), whole("dense", dense.Value))
		}
		// blk.N.ffn_up_exps is hidden × width × experts.
		if up := g.ending("ffn_up_exps.weight"); !m.ExpertIntermediate.OK && len(up.shape) == 3 && up.shape[1] <= mostWidth {
			m.ExpertIntermediate = hardware.Know(int(up.shape[1]))
			g.note(FieldExpertInner, "model_file_from_tensors", number64("value", int64(up.shape[1])))
		}
	}
	if next := g.number("nextn_predict_layers", mostLayers); next.OK {
		g.note(FieldParams, "model_file_next_token_layers", whole("layers", next.Value))
	}
	m.Vocab = g.number("vocab_size", mostEntries)
	if shape := g.named("token_embd.weight").shape; len(shape) == 2 && shape[1] <= mostEntries {
		// The matrix may be padded beyond the words; it is what takes memory.
		if m.Vocab != hardware.Know(int(shape[1])) {
			m.Vocab = hardware.Know(int(shape[1]))
			g.note(FieldVocab, "model_file_from_tensors", number64("value", int64(shape[1])))
		}
	} else if words := g.values["tokenizer.ggml.tokens"].items; !m.Vocab.OK && words > 0 && words <= mostEntries {
		m.Vocab = hardware.Know(int(words))
		g.note(FieldVocab, "model_file_vocab_words", number64("value", int64(words)))
	}
}

// ending finds the first tensor, in the order of names, that ends so.
func (g *ggufFile) ending(end string) ggufTensor {
	best := ""
	for name := range g.tensors {
		if strings.HasSuffix(name, end) && (best == "" || name < best) {
			best = name
		}
	}
	return g.tensors[best]
}

// uniform reads a key that may be a list with one number a layer: the number,
// where the layers that have any agree, and how many have.
func (g *ggufFile) uniform(key string) (n hardware.Known[int], with int, list []int64) {
	v := g.values[g.arch+"."+key]
	if v.kind != ggufArray {
		return g.number(key, mostHeads), 0, nil
	}
	value, agree := int64(0), true
	for _, item := range v.list {
		switch {
		case item < 0 || item > mostHeads:
			g.refuse(reason.Refuse(shown(g.arch+"."+key), "number.out_of_range", number64("min", 0), number64("max", mostHeads)))
			return n, 0, nil
		case item == 0:
			continue
		case value != 0 && item != value:
			agree = false
		}
		value = item
		with++
	}
	if agree && value > 0 {
		n = hardware.Know(int(value))
	}
	return n, with, v.list
}

func (g *ggufFile) heads() {
	m := &g.Model
	m.Heads, _, _ = g.uniform("attention.head_count")
	kv, with, list := g.uniform("attention.head_count_kv")
	m.KVHeads = kv
	if _, given := g.values[g.arch+".attention.head_count_kv"]; !given && m.Heads.OK {
		m.KVHeads = m.Heads
		g.note(FieldKVHeads, "model_file_kv_is_heads", reason.Word("family", "GGUF"))
	}
	rank := g.number("attention.kv_lora_rank", mostWidth)
	if rank.OK {
		a := hardware.Attention{Latent: true, LatentRank: rank, RopeDim: g.number("rope.dimension_count", mostWidth), Text: "MLA"}
		if a.RopeDim.OK {
			a.Text = fmt.Sprintf("MLA kv_lora %d + rope %d", rank.Value, a.RopeDim.Value)
		}
		m.Attention = a
		return
	}
	m.HeadDim = g.number("attention.key_length", mostWidth)
	if !m.HeadDim.OK && m.Heads.OK && m.Hidden.OK && m.Hidden.Value%m.Heads.Value == 0 {
		m.HeadDim = hardware.Know(m.Hidden.Value / m.Heads.Value)
		g.note(FieldHeadDim, "model_file_head_dim", reason.Word("family", "GGUF"), whole("hidden", m.Hidden.Value), whole("heads", m.Heads.Value), whole("value", m.HeadDim.Value))
	}
	if len(list) == 0 || m.Layers.OK && len(list) != m.Layers.Value {
		return
	}
	switch {
	case kv.OK && with < len(list): // layers without keys keep a state instead
		m.Attention = hardware.Attention{Recurrent: true, FullCount: hardware.Know(with)}
	case !kv.OK && with == len(list) && m.HeadDim.OK:
		sum := int64(0)
		for _, n := range list {
			sum += n
		}
		m.KVBytesPerToken = hardware.Know(4 * float64(sum) * float64(m.HeadDim.Value))
		g.note(FieldKVHeads, "model_file_kv_by_layer", number64("heads", sum))
	}
}

// windows says which layers keep a window only.
func (g *ggufFile) windows() {
	c := configModel{ModelFile: g.ModelFile}
	defer func() { g.ModelFile = c.ModelFile }()
	if c.Model.Attention.Latent {
		return
	}
	if c.Model.Attention.Recurrent {
		c.recurrent(c.Model.Attention)
		return
	}
	if every := g.number("full_attention_interval", mostLayers); every.OK {
		c.recurrent(hardware.Attention{Recurrent: true, FullEvery: every.Value})
		return
	}
	for key := range g.values {
		if strings.HasPrefix(key, g.arch+".ssm.") {
			c.note(FieldAttention, "model_file_mixed_layers")
			return
		}
	}
	window := g.number("attention.sliding_window", mostTokens)
	slides := g.values[g.arch+".attention.sliding_window_pattern"]
	switch every := ggufEvery[g.arch]; {
	case !window.OK:
		c.plain()
	case slides.kind == ggufArray && c.Model.Layers.OK && len(slides.list) == c.Model.Layers.Value:
		kinds := make([]string, len(slides.list))
		for i, slide := range slides.list {
			kinds[i] = fullKinds[0]
			if slide != 0 {
				kinds[i] = slidingKinds[0]
			}
		}
		c.layerKinds(kinds, window.Value)
	case slides.whole > 1 && slides.whole <= mostLayers:
		c.sliding(hardware.Attention{Window: window.Value, FullEvery: int(slides.whole)})
	case every > 0:
		c.sliding(hardware.Attention{Window: window.Value, FullEvery: every})
	default:
		c.plain()
		c.note(FieldAttention, "model_file_window_not_placed", whole("window", window.Value))
	}
}

// weigh counts the parameters and names their format.
func (g *ggufFile) weigh() {
	m := &g.Model
	params, bytes, experts, known := 0.0, 0.0, 0.0, true
	byKind := map[uint32]float64{}
	for name, t := range g.tensors {
		params += t.elements
		bytes += t.bytes()
		byKind[t.kind] += t.elements
		if strings.Contains(name, "_exps.") {
			experts += t.elements
		}
		if _, ok := ggufTypes[t.kind]; !ok {
			known = false
		}
	}
	if g.short {
		g.note("", "model_file_weights_short")
	}
	kind, stated := g.values["general.file_type"]
	g.Stored = fileTypes[kind.whole]
	if !stated || kind.kind == ggufText {
		g.Stored = mostOf(byKind)
	}
	g.Precision = ggufPrecision(g.Stored)
	switch {
	case g.missing > 0:
		g.note(FieldParams, "model_file_parts_missing", whole("missing", g.missing))
		return
	case params == 0 || params >= 1e15:
		return
	}
	if known {
		g.Bytes = hardware.Know(int64(bytes))
		if bits, err := decimal.NewFromFloat64(bytes * 8 / params); err == nil && g.Stored != "" {
			g.note(FieldStored, "model_file_bits", reason.Word("format", g.Stored), reason.Num("bits", reason.Count, bits.Round(2)))
		}
	}
	if g.Stored != "" && g.Precision == "" {
		g.note(FieldStored, "model_file_stored_no_estimate", reason.Word("format", g.Stored))
	}
	m.ParamsB, m.ParamsBasis = hardware.Know(params/1e9), "counted in the file"
	g.note(FieldParams, "model_file_params_counted", whole("tensors", len(g.tensors)), billions("params", params))
	if m.Experts.OK && m.ExpertsPerToken.OK && m.ExpertsPerToken.Value <= m.Experts.Value && experts > 0 {
		idle := experts * (1 - float64(m.ExpertsPerToken.Value)/float64(m.Experts.Value))
		m.ActiveB = hardware.Know((params - idle) / 1e9)
		g.note(FieldActive, "model_file_active_from_shape", whole("used", m.ExpertsPerToken.Value), whole("experts", m.Experts.Value))
	}
	m.Tied = hardware.Yes
	if _, own := g.tensors["output.weight"]; own {
		m.Tied = hardware.No
	}
	g.note(FieldTied, "model_file_tied_by_tensors")
}

func mostOf(byKind map[uint32]float64) string {
	name, most := "", 0.0
	for kind, n := range byKind {
		if own := ggufTypes[kind].name; n > most || n == most && own < name {
			name, most = own, n
		}
	}
	return name
}

// ggufPrecision is an estimate's word for a file's format.
func ggufPrecision(stored string) sizing.Precision {
	switch stored {
	case "F16":
		return sizing.FP16
	case "BF16":
		return sizing.BF16
	case "MXFP4":
		return sizing.MXFP4
	}
	if p, ok := sizing.ParsePrecision(stored); ok && p.GGUF() {
		return p
	}
	return ""
}

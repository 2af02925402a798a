package exchange

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

// tensorBits is the width of a number by the name that safetensors give it.
var tensorBits = map[string]int64{
	"F64": 64, "F32": 32, "F16": 16, "BF16": 16, "F8_E4M3": 8, "F8_E5M2": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8,
	"I64": 64, "U64": 64, "I32": 32, "U32": 32, "I16": 16, "U16": 16, "I8": 8, "U8": 8, "BOOL": 8, "C64": 64, "F4": 4,
}

// sideTensors are the endings of names that hold scales, zero points and
// other helpers of a quantised weight, which are no parameters.
var sideTensors = []string{"scale", "scales", "scale_inv", "scale_2", "absmax", "qzeros", "zero_point", "g_idx", "quant_map", "weight_shape", "inv_freq"}

// tally is what the headers of a model's weights come to.
type tally struct {
	files   []string
	missing int // files that the index names and that are not there

	params  float64
	packed  bool // some numbers are packed in a way that does not say how many
	bytes   int64
	bits    int                // of one packed number, 0 = not known
	byKind  map[string]float64 // parameters by type
	u8      float64            // in bytes whose packing only other tensors tell
	nf4     bool
	tensors int64
	short   bool // a file ends before its last tensor
	indexed hardware.Known[int64]

	embedding  []int64 // shape of the embedding matrix
	inner      int64
	layers     int
	output     bool // an output matrix of its own
	recognised bool // named as decoders name their tensors
}

func newTally(bits int) *tally { return &tally{bits: bits, byKind: map[string]float64{}} }

// safetensorsModel reads the header of one file.
func safetensorsModel(at source, id string, r io.ReaderAt, size int64) (ModelFile, error) {
	t := newTally(0)
	if err := t.read(r, size); err != nil {
		return ModelFile{}, err
	}
	t.files = []string{shown(at.name)}
	_, _, of := shardOf(at.name)
	t.missing = of - 1
	return t.alone(id)
}

// read adds up the header of one file: its length in 8 bytes, then JSON.
func (t *tally) read(r io.ReaderAt, size int64) error {
	var length [8]byte
	if _, err := r.ReadAt(length[:], 0); err != nil {
		return headerBroken(err)
	}
	n := binary.LittleEndian.Uint64(length[:])
	switch {
	case n > maxBytes:
		return reason.Refuse("", "model_file.header_too_large", reason.Int("max", reason.Count, MaxFileMB))
	case int64(n) > size-8:
		return reason.Refuse("", "model_file.cut_short")
	}
	root, err := readJSON(io.NewSectionReader(r, 8, int64(n)), int64(n))
	if err != nil {
		return err
	}
	var bad error
	c := cursor{node: root, bad: &bad}
	if !c.is(object) {
		return bad
	}
	var end int64
	for _, name := range root.keys {
		if name != "__metadata__" {
			end = max(end, t.tensor(name, c.get(name)))
		}
		if bad != nil {
			return bad
		}
	}
	if end > size-8-int64(n) {
		t.short = true
	}
	return nil
}

func headerBroken(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return reason.Refuse("", "model_file.cut_short")
	}
	return unreadable(err)
}

// tensor adds one entry and returns where its data ends.
func (t *tally) tensor(name string, c cursor) int64 {
	c.path = shown(name) // a name has points in it
	if !c.is(object) {
		return 0
	}
	kind := c.need("dtype")
	if !kind.is(text) {
		return 0
	}
	elements, shape := elementsOf(c.need("shape"))
	offsets := c.need("data_offsets").items()
	if *c.bad != nil {
		return 0
	}
	if len(offsets) != 2 {
		c.get("data_offsets").refuse("model_file.bad_tensor")
		return 0
	}
	from, to := offsets[0].size64(), offsets[1].size64()
	bits, known := tensorBits[kind.node.text]
	// Not multiplied: a hostile shape would overflow.
	if *c.bad == nil && (from > to || known && float64(to-from)*8 != float64(elements)*float64(bits)) {
		c.get("data_offsets").refuse("model_file.bad_tensor")
	}
	if *c.bad != nil {
		return 0
	}
	t.tensors++
	t.bytes += to - from
	if t.bytes < 0 || t.params > math.MaxInt64/4 {
		c.refuse("model_file.bad_tensor")
		return 0
	}
	t.count(name, kind.node.text, float64(elements))
	t.learn(name, shape)
	return to
}

// elementsOf multiplies a shape, or refuses what no memory could hold.
func elementsOf(c cursor) (int64, []int64) {
	items := c.items()
	if len(items) > 8 {
		c.refuse("model_file.bad_tensor")
		return 0, nil
	}
	product := int64(1)
	var shape []int64
	for _, item := range items {
		n := item.size64()
		if n > 0 && product > math.MaxInt64/64/n {
			c.refuse("model_file.bad_tensor")
			return 0, nil
		}
		product *= n
		shape = append(shape, n)
	}
	return product, shape
}

// size64 reads a whole number of at least 0.
func (c cursor) size64() int64 {
	if !c.is(number) {
		return 0
	}
	n, err := strconv.ParseInt(c.node.text, 10, 64)
	if err != nil || n < 0 {
		c.refuse("model_file.not_whole", reason.Word("text", shown(c.node.text)))
		return 0
	}
	return n
}

// count adds the parameters of one tensor.
func (t *tally) count(name, kind string, elements float64) {
	if strings.Contains(name, "quant_state.bitsandbytes") {
		t.nf4 = true
		return
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	for _, side := range sideTensors {
		if last == side || strings.HasSuffix(last, "_"+side) {
			return
		}
	}
	switch kind {
	case "F64", "F32", "F16", "BF16", "F8_E4M3", "F8_E5M2", "F8_E4M3FNUZ", "F8_E5M2FNUZ", "I8":
	case "U8":
		if !strings.HasSuffix(last, "_blocks") {
			t.u8 += elements
			return
		}
		kind, elements = "mxfp4", elements*2
	case "I32":
		if last != "qweight" && last != "weight_packed" {
			return
		}
		if t.bits == 0 {
			t.packed = true
			return
		}
		kind, elements = "packed", elements*32/float64(t.bits)
	case "I64", "BOOL", "U64", "I16", "U16", "U32":
		return // counters and masks
	default:
		t.packed = true
		return
	}
	t.params += elements
	t.byKind[kind] += elements
}

var layerOf = regexp.MustCompile(`^(?:model\.|language_model\.model\.|model\.language_model\.)layers\.(\d{1,4})\.`)

// learn takes from a tensor's name and shape what they tell of the model.
func (t *tally) learn(name string, shape []int64) {
	if m := layerOf.FindStringSubmatch(name); m != nil {
		n, _ := strconv.Atoi(m[1])
		t.layers = max(t.layers, n+1)
	}
	switch {
	case strings.HasSuffix(name, "lm_head.weight"):
		t.output = true
	case strings.HasSuffix(name, ".embed_tokens.weight") && len(shape) == 2:
		t.embedding, t.recognised = shape, true
	case strings.HasSuffix(name, ".mlp.gate_proj.weight") && len(shape) == 2:
		t.inner = max(t.inner, shape[0])
	}
}

// total is how many parameters there are, where that can be told.
func (t *tally) total() (float64, bool) {
	params := t.params
	if t.u8 > 0 && t.nf4 {
		params += 2 * t.u8
	}
	return params, params > 0 && !t.packed && t.missing == 0 && (t.u8 == 0 || t.nf4)
}

// stored is the type of most parameters.
func (t *tally) stored() (string, sizing.Precision) {
	best, most := "", 0.0
	for kind, n := range t.byKind {
		if n > most || n == most && kind < best {
			best, most = kind, n
		}
	}
	if t.u8*2 > most || t.packed {
		return "", "" // the configuration would say how they are packed
	}
	return best, map[string]sizing.Precision{"BF16": sizing.BF16, "F16": sizing.FP16, "F8_E4M3": sizing.FP8, "F8_E5M2": sizing.FP8,
		"F8_E4M3FNUZ": sizing.FP8, "F8_E5M2FNUZ": sizing.FP8, "I8": sizing.Int8, "mxfp4": sizing.MXFP4}[best]
}

// alone makes a model of weights that lie without a configuration. Heads
// cannot be told from them.
func (t *tally) alone(id string) (ModelFile, error) {
	if !t.recognised && !t.indexed.OK {
		return ModelFile{}, reason.Refuse("", "model_file.not_a_decoder")
	}
	m := &configModel{ModelFile: ModelFile{Model: hardware.Model{ID: id, Kind: hardware.LLM, Source: first(t.files)}}}
	if t.recognised && t.missing == 0 {
		h := &m.Model
		for _, f := range []struct {
			field ModelField
			value *hardware.Known[int]
			seen  int64
		}{{FieldLayers, &h.Layers, int64(t.layers)}, {FieldVocab, &h.Vocab, t.embedding[0]}, {FieldHidden, &h.Hidden, t.embedding[1]}, {FieldIntermediate, &h.Intermediate, t.inner}} {
			if f.seen > 0 && f.seen < 1<<31 {
				*f.value = hardware.Know(int(f.seen))
				m.note(f.field, "model_file_from_tensors", number64("value", f.seen))
			}
		}
		h.Tied = hardware.Yes
		if t.output {
			h.Tied = hardware.No
		}
		m.note(FieldTied, "model_file_tied_by_tensors")
	}
	return m.finish(t), nil
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

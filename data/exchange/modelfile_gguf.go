package exchange

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"

	"cardhour/model/reason"
)

// Limits of a GGUF header, beside maxGGUFHeader; those of llama.cpp's own
// reader where it has one.
const (
	maxGGUFKeys    = 1 << 16
	maxGGUFTensors = 1 << 17
	maxGGUFKey     = 1 << 12 // bytes
	maxGGUFWord    = 1 << 12 // bytes of a text that is kept; longer ones are passed over
	maxGGUFList    = mostLayers
	maxGGUFDims    = 4
)

// The types of a GGUF value.
const (
	ggufU8 uint32 = iota
	ggufI8
	ggufU16
	ggufI16
	ggufU32
	ggufI32
	ggufF32
	ggufBool
	ggufText
	ggufArray
	ggufU64
	ggufI64
	ggufF64
)

var ggufWidth = map[uint32]int{ggufU8: 1, ggufI8: 1, ggufU16: 2, ggufI16: 2, ggufU32: 4, ggufI32: 4, ggufF32: 4, ggufBool: 1, ggufU64: 8, ggufI64: 8, ggufF64: 8}

// ggufValue is a value as far as it is of use: a whole number, a short text,
// or a list of whole numbers.
type ggufValue struct {
	kind  uint32
	whole int64
	text  string
	list  []int64
	items uint64 // of a list, also of one that was passed over
}

// ggufTensor is an entry of the table of tensors.
type ggufTensor struct {
	elements float64
	shape    []uint64
	kind     uint32
}

// ggufHeader is what stands before the weights.
type ggufHeader struct {
	values  map[string]ggufValue
	tensors map[string]ggufTensor
	end     uint64 // where the last tensor's data ends, from the start of the file
}

// ggufReader reads a header once from front to back. The first thing that is
// wrong latches; what is read after it is zero.
type ggufReader struct {
	in   *bufio.Reader
	read uint64
	err  error
}

// readGGUF reads a header of version 2 or 3.
func readGGUF(r io.ReaderAt, size int64) (ggufHeader, error) {
	limit := min(size, maxGGUFHeader)
	g := &ggufReader{in: bufio.NewReaderSize(io.NewSectionReader(r, 0, limit), 1<<16)}
	h, err := g.header()
	if err != nil && size > limit && cutShort(err) {
		err = reason.Refuse("", "model_file.header_too_large", reason.Int("max", reason.Count, maxGGUFHeader>>20))
	}
	return h, err
}

func cutShort(err error) bool {
	var p *reason.Problem
	return errors.As(err, &p) && p.Rule == "model_file.cut_short"
}

func (g *ggufReader) header() (ggufHeader, error) {
	h := ggufHeader{values: map[string]ggufValue{}, tensors: map[string]ggufTensor{}}
	g.u32() // the letters GGUF
	switch version := g.u32(); {
	case g.err != nil:
		return h, g.err
	case version != 0 && version&0xffff == 0:
		return h, reason.Refuse("", "model_file.big_endian")
	case version != 2 && version != 3:
		return h, reason.Refuse("", "model_file.gguf_version", number64("version", int64(version)))
	}
	tensors, keys := g.u64(), g.u64()
	if g.err == nil && (tensors > maxGGUFTensors || keys > maxGGUFKeys) {
		return h, reason.Refuse("", "model_file.too_many_entries", reason.Int("tensors", reason.Count, maxGGUFTensors), reason.Int("keys", reason.Count, maxGGUFKeys))
	}
	for range keys {
		key := g.text(maxGGUFKey)
		value := g.value(key, g.u32())
		if g.err != nil {
			return h, g.err
		}
		if _, twice := h.values[key]; twice {
			return h, reason.Refuse("", "file.duplicate_key", reason.Word("key", shown(key)))
		}
		h.values[key] = value
	}
	ends := uint64(0)
	for range tensors {
		name := g.text(maxTensorName)
		t, end := g.tensor(name)
		if g.err != nil {
			return h, g.err
		}
		if _, twice := h.tensors[name]; twice {
			return h, reason.Refuse("", "file.duplicate_key", reason.Word("key", shown(name)))
		}
		h.tensors[name] = t
		ends = max(ends, end)
	}
	h.end = g.read + ends
	return h, g.err
}

func (g *ggufReader) refuse(rule string, args ...reason.Arg) {
	if g.err == nil {
		g.err = reason.Refuse("", rule, args...)
	}
}

// take fills b from the file.
func (g *ggufReader) take(b []byte) {
	if g.err != nil {
		return
	}
	n, err := io.ReadFull(g.in, b)
	g.read += uint64(n)
	if err != nil {
		clear(b)
		g.err = headerBroken(err)
	}
}

func (g *ggufReader) u32() uint32 {
	var b [4]byte
	g.take(b[:])
	return binary.LittleEndian.Uint32(b[:])
}

func (g *ggufReader) u64() uint64 {
	var b [8]byte
	g.take(b[:])
	return binary.LittleEndian.Uint64(b[:])
}

// skip passes over n bytes without keeping them.
func (g *ggufReader) skip(n uint64) {
	if g.err != nil {
		return
	}
	if n > maxGGUFHeader { // the reader ends before that
		g.err = reason.Refuse("", "model_file.cut_short")
		return
	}
	passed, err := g.in.Discard(int(n))
	g.read += uint64(passed)
	if err != nil {
		g.err = headerBroken(err)
	}
}

// text reads a name of at most so many bytes.
func (g *ggufReader) text(most uint64) string {
	n := g.u64()
	if n > most {
		g.refuse("model_file.long_name", reason.Int("max", reason.Count, int64(most)))
		return ""
	}
	b := make([]byte, n)
	g.take(b)
	return string(b)
}

// number reads one value of a fixed width.
func (g *ggufReader) number(kind uint32) int64 {
	var b [8]byte
	g.take(b[:ggufWidth[kind]])
	n := binary.LittleEndian.Uint64(b[:])
	switch kind {
	case ggufI8:
		return int64(int8(n))
	case ggufI16:
		return int64(int16(n))
	case ggufI32:
		return int64(int32(n))
	case ggufU64:
		return int64(min(n, math.MaxInt64)) // beyond every limit all the same
	case ggufF32, ggufF64:
		return 0 // no key that is asked for is one
	}
	return int64(n)
}

func (g *ggufReader) value(key string, kind uint32) ggufValue {
	v := ggufValue{kind: kind}
	switch {
	case g.err != nil:
	case kind == ggufText:
		n := g.u64()
		if n > maxGGUFWord {
			g.skip(n)
			return v
		}
		b := make([]byte, n)
		g.take(b)
		v.text = string(b)
	case kind == ggufArray:
		g.array(key, &v)
	case ggufWidth[kind] > 0:
		v.whole = g.number(kind)
	default:
		g.refuse("model_file.bad_type", reason.Word("name", shown(key)))
	}
	return v
}

// array keeps a short list of whole numbers and passes over everything else.
func (g *ggufReader) array(key string, v *ggufValue) {
	kind := g.u32()
	v.items = g.u64()
	width := ggufWidth[kind]
	switch {
	case g.err != nil:
	case v.items > maxGGUFHeader: // an item takes a byte at least
		g.refuse("model_file.cut_short")
	case kind == ggufText:
		for i := uint64(0); i < v.items && g.err == nil; i++ {
			g.skip(g.u64())
		}
	case width == 0: // lists of lists too: no model has one
		g.refuse("model_file.bad_type", reason.Word("name", shown(key)))
	case v.items > maxGGUFList || kind == ggufF32 || kind == ggufF64:
		g.skip(v.items * uint64(width))
	default:
		for i := uint64(0); i < v.items && g.err == nil; i++ {
			v.list = append(v.list, g.number(kind))
		}
	}
}

// tensor reads the rest of an entry and tells where its data ends.
func (g *ggufReader) tensor(name string) (ggufTensor, uint64) {
	t := ggufTensor{elements: 1}
	dims := g.u32()
	if g.err == nil && (dims == 0 || dims > maxGGUFDims) {
		g.refuse("model_file.bad_entry", reason.Word("name", shown(name)))
	}
	for i := uint32(0); i < dims && g.err == nil; i++ {
		n := g.u64()
		if g.err == nil && (n == 0 || n > 1<<40) {
			g.refuse("model_file.bad_entry", reason.Word("name", shown(name)))
		}
		t.elements *= float64(n)
		t.shape = append(t.shape, n)
	}
	t.kind = g.u32()
	offset := g.u64()
	if g.err == nil && (t.elements > 1<<50 || offset > 1<<56) {
		g.refuse("model_file.bad_entry", reason.Word("name", shown(name)))
	}
	if g.err != nil {
		return ggufTensor{}, 0
	}
	return t, offset + uint64(t.bytes())
}

// ggufType is a block of numbers: how many, in how many bytes.
type ggufType struct {
	name         string
	block, bytes float64
}

// ggufTypes are ggml's, by their number. Those of 256 belong to the K and IQ
// quantisations.
var ggufTypes = map[uint32]ggufType{
	0: {"F32", 1, 4}, 1: {"F16", 1, 2}, 2: {"Q4_0", 32, 18}, 3: {"Q4_1", 32, 20}, 6: {"Q5_0", 32, 22}, 7: {"Q5_1", 32, 24}, 8: {"Q8_0", 32, 34}, 9: {"Q8_1", 32, 36},
	10: {"Q2_K", 256, 84}, 11: {"Q3_K", 256, 110}, 12: {"Q4_K", 256, 144}, 13: {"Q5_K", 256, 176}, 14: {"Q6_K", 256, 210}, 15: {"Q8_K", 256, 292},
	16: {"IQ2_XXS", 256, 66}, 17: {"IQ2_XS", 256, 74}, 18: {"IQ3_XXS", 256, 98}, 19: {"IQ1_S", 256, 50}, 20: {"IQ4_NL", 32, 18}, 21: {"IQ3_S", 256, 110},
	22: {"IQ2_S", 256, 82}, 23: {"IQ4_XS", 256, 136}, 24: {"I8", 1, 1}, 25: {"I16", 1, 2}, 26: {"I32", 1, 4}, 27: {"I64", 1, 8}, 28: {"F64", 1, 8},
	29: {"IQ1_M", 256, 56}, 30: {"BF16", 1, 2}, 34: {"TQ1_0", 256, 54}, 35: {"TQ2_0", 256, 66}, 39: {"MXFP4", 32, 17},
}

// bytes is what a tensor's data takes, 0 where its type is not known.
func (t ggufTensor) bytes() float64 {
	k, ok := ggufTypes[t.kind]
	if !ok {
		return 0
	}
	return math.Ceil(t.elements/k.block) * k.bytes
}

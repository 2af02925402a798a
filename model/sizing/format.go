package sizing

import "strings"

// Precision is the number format of the weights, by the name that people and
// files use for it.
type Precision string

// The formats. The GGUF types keep llama.cpp's spelling.
const (
	BF16     Precision = "bf16"
	FP16     Precision = "fp16"
	FP8      Precision = "fp8"
	Int8     Precision = "int8"
	GPTQInt8 Precision = "gptq-int8"
	GPTQInt4 Precision = "gptq-int4"
	AWQInt4  Precision = "awq-int4"
	NF4      Precision = "nf4"
	NF4DQ    Precision = "nf4-dq"
	MXFP4    Precision = "mxfp4"
	Q2K      Precision = "Q2_K"
	Q3KM     Precision = "Q3_K_M"
	Q40      Precision = "Q4_0"
	Q4KM     Precision = "Q4_K_M"
	Q5KM     Precision = "Q5_K_M"
	Q6K      Precision = "Q6_K"
	Q80      Precision = "Q8_0"
)

// ggufBits are the types of GGUF files by bits per weight, the largest
// first: the table of llama.cpp's tools/quantize/README.md.
var ggufBits = []struct {
	name Precision
	bits float64
}{
	{"F16", 16.0005}, {Q80, 8.5008}, {Q6K, 6.5633}, {Q5KM, 5.7036}, {"Q5_K_S", 5.5704}, {Q4KM, 4.8944},
	{"IQ4_NL", 4.6818}, {"Q4_K_S", 4.6672}, {Q40, 4.642}, {"IQ4_XS", 4.4597}, {"Q3_K_L", 4.2979}, {Q3KM, 4.0007},
	{"IQ3_M", 3.7628}, {"IQ3_S", 3.6606}, {"Q3_K_S", 3.6429}, {"IQ3_XS", 3.4977}, {"IQ3_XXS", 3.2548}, {Q2K, 3.1593},
	{"Q2_K_S", 2.9697}, {"IQ2_M", 2.9294}, {"IQ2_S", 2.7403}, {"IQ2_XS", 2.5882}, {"IQ2_XXS", 2.3824},
	{"IQ1_M", 2.1460}, {"IQ1_S", 2.0042},
}

// Precisions lists the formats for pickers, the largest first.
func Precisions() []Precision {
	list := []Precision{BF16, FP16, FP8, Int8, GPTQInt8, GPTQInt4, AWQInt4, NF4, NF4DQ, MXFP4}
	for _, g := range ggufBits {
		list = append(list, g.name)
	}
	return list
}

// ParsePrecision reads a format's name in any case; a bare int4 is the common
// 4-bit format with groups of 128.
func ParsePrecision(s string) (Precision, bool) {
	s = strings.TrimSpace(s)
	if strings.EqualFold(s, "int4") {
		return GPTQInt4, true
	}
	for _, p := range Precisions() {
		if strings.EqualFold(s, string(p)) {
			return p, true
		}
	}
	return "", false
}

// format is what a Precision costs.
type format struct {
	// bytes per parameter: of the linear layers, the embeddings staying at 16
	// bits, or of every parameter when gguf
	bytes     float64
	quantised bool
	gguf      bool
}

// formats holds bytes per parameter. A quantised weight pays for its scales:
//   - 8-bit integers: 1 + one 16-bit scale per column and group, 1.03;
//   - GPTQ and AWQ, 4 bits, groups of 128: 4 + 16/128 (scale) + 4/128 (zero
//     point) bits = 4.156 bits = 0.5195;
//   - NF4, blocks of 64 with a 32-bit scale: 4.5 bits = 0.5625; with the
//     scales quantised again (QLoRA, arXiv 2305.14314): 4.127 bits = 0.516;
//   - MXFP4, blocks of 32 with an 8-bit scale (OCP Microscaling 1.0): 4.25 bits;
//   - GGUF: bits per weight of a whole Llama-3.1-8B file, from llama.cpp's
//     tools/quantize/README.md; Q4_0 and Q3_K_M from the sizes of Llama-3-8B, a
//     model of the same shape, that llama-quantize prints (4.34G and 3.74G).
var formats = map[Precision]format{
	BF16: {bytes: 2}, FP16: {bytes: 2}, FP8: {bytes: 1},
	Int8: {bytes: 1.03, quantised: true}, GPTQInt8: {bytes: 1.03, quantised: true},
	GPTQInt4: {bytes: 0.5195, quantised: true}, AWQInt4: {bytes: 0.5195, quantised: true},
	NF4: {bytes: 0.5625, quantised: true}, NF4DQ: {bytes: 0.516, quantised: true},
	MXFP4: {bytes: 4.25 / 8, quantised: true},
}

func init() {
	for _, g := range ggufBits {
		formats[g.name] = format{bytes: g.bits / 8, quantised: true, gguf: true}
	}
}

// Quantised reports whether the weights are kept in fewer than 16 bits with
// scales beside them.
func (p Precision) Quantised() bool { return formats[p].quantised }

// GGUF reports whether the format is one of llama.cpp's.
func (p Precision) GGUF() bool { return formats[p].gguf }

// Optimizer is what training keeps beside weights and gradients.
type Optimizer string

// The optimizers.
const (
	AdamW      Optimizer = "adamw"       // mixed precision, 32-bit master weights and moments
	AdamW8bit  Optimizer = "adamw8bit"   // 16-bit weights, 8-bit moments
	AdamBF16   Optimizer = "adam-bf16"   // everything in 16 bits
	InBackward Optimizer = "in-backward" // Adam in 16 bits, each gradient used and dropped at once
	CPUOffload Optimizer = "cpu-offload" // moments and master weights in the machine's RAM
)

// Optimizers lists them for pickers.
func Optimizers() []Optimizer {
	return []Optimizer{AdamW, AdamW8bit, AdamBF16, InBackward, CPUOffload}
}

// cost is bytes per trained parameter, beside its own 16-bit weight in full
// training and including the adapter's weight in LoRA.
type cost struct{ gradient, state float64 }

// fullCost, with 2 bytes of weight each: AdamW 18 (gradients gathered in 32
// bits, master 4, moments 8), 16-bit Adam 8, 8-bit and in-backward 6, offload 4.
var fullCost = map[Optimizer]cost{
	AdamW: {4, 12}, AdamW8bit: {2, 2}, AdamBF16: {2, 4}, InBackward: {0, 4}, CPUOffload: {2, 0},
}

// stepCost is bytes per parameter that the update takes for a moment.
var stepCost = map[Optimizer]float64{AdamW: 4, AdamBF16: 2}

// adapterCost: AdamW 16 bytes (32-bit weight, gradient and two moments).
var adapterCost = map[Optimizer]cost{
	AdamW: {4, 12}, AdamW8bit: {4, 6}, AdamBF16: {2, 6}, InBackward: {0, 6}, CPUOffload: {2, 2},
}

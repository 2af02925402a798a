// Package sizing computes what a job needs from a card: how much memory, in
// which parts, whether a card has it, how fast the job runs there and how
// long its work takes.
//
// It owns the memory formulas (docs/how-it-computes.md, Memory), the rules of
// thumb that stand beside them, the fit of an estimate on a card, the speed
// formulas with the scaling over several cards, and the spread of all of them
// against measured runs. It must not know quotes, platforms, where shapes are
// read from, or any language. Numbers here are float64, bytes and seconds.
package sizing

import (
	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// Method is what is done with the model.
type Method string

// The methods.
const (
	Inference Method = "inference"
	LoRA      Method = "lora"
	QLoRA     Method = "qlora"
	Full      Method = "full"
	Pretrain  Method = "pretrain" // from scratch: the same states as full training
)

// Methods lists them for pickers.
func Methods() []Method { return []Method{Inference, LoRA, QLoRA, Full, Pretrain} }

// Training reports whether the method computes gradients.
func (m Method) Training() bool { return m.Adapts() || m.TrainsAll() }

// Adapts reports whether the method trains adapters beside frozen weights.
func (m Method) Adapts() bool { return m == LoRA || m == QLoRA }

// TrainsAll reports whether every parameter is trained.
func (m Method) TrainsAll() bool { return m == Full || m == Pretrain }

// Prefill says how the prompt is taken in, which decides how many tokens are
// in flight at once, and how the cache grows afterwards.
type Prefill string

// The ways of taking in a prompt.
const (
	// PrefillUnstated is for a serving program that is not known: nothing is
	// known of a prompt, every token counts as generated into a cache that
	// grows as in transformers (GGUF files: in one set aside beforehand).
	PrefillUnstated Prefill = ""
	// PrefillWhole takes the prompt in one pass (transformers).
	PrefillWhole Prefill = "whole"
	// PrefillChunked takes it in pieces into a cache set aside beforehand
	// (vLLM, SGLang).
	PrefillChunked Prefill = "chunked"
	// PrefillNone leaves the prompt's activations out.
	PrefillNone Prefill = "none"
)

// Prefills lists them for pickers.
func Prefills() []Prefill {
	return []Prefill{PrefillUnstated, PrefillWhole, PrefillChunked, PrefillNone}
}

// KVType is the number format of the cache.
type KVType string

// The cache formats.
const (
	KVBF16 KVType = "bf16"
	KVFP8  KVType = "fp8"
	KVInt8 KVType = "int8"
	KVQ80  KVType = "q8_0" // llama.cpp: blocks of 32 with a 16-bit scale
	KVQ40  KVType = "q4_0"
)

// KVTypes lists them for pickers.
func KVTypes() []KVType { return []KVType{KVBF16, KVFP8, KVInt8, KVQ80, KVQ40} }

func (k KVType) bytes() float64 {
	switch k {
	case KVFP8, KVInt8:
		return 1
	case KVQ80:
		return 34.0 / 32
	case KVQ40:
		return 18.0 / 32
	}
	return 2
}

// Split says how several cards share the work.
type Split string

// The splits. SplitAuto is ZeRO-3 for training, tensor parallel for inference
// where the heads can be divided, and by layers otherwise.
const (
	SplitAuto   Split = ""
	SplitTensor Split = "tp"
	SplitLayers Split = "layer_split"
	SplitZeRO1  Split = "zero1"
	SplitZeRO2  Split = "zero2"
	SplitZeRO3  Split = "zero3"
	SplitData   Split = "data_parallel" // each card holds everything
)

// Splits lists them for pickers.
func Splits() []Split {
	return []Split{SplitAuto, SplitTensor, SplitLayers, SplitZeRO1, SplitZeRO2, SplitZeRO3, SplitData}
}

// Offload says what is kept in the machine's RAM instead of on the card.
type Offload string

// The kinds of offload. Each costs speed, the later the more.
const (
	OffloadNone        Offload = ""
	OffloadOptimizer   Offload = "optimizer"   // master weights and moments
	OffloadActivations Offload = "activations" // the layer inputs that checkpointing keeps
	OffloadWeights     Offload = "weights"     // weights, fetched layer by layer; in training the states too
)

// Offloads lists them for pickers.
func Offloads() []Offload {
	return []Offload{OffloadNone, OffloadOptimizer, OffloadActivations, OffloadWeights}
}

// Request is a job whose memory is asked for.
type Request struct {
	Model     hardware.Model
	Method    Method
	Precision Precision // of the weights
	Sequence  int       // tokens of one sequence, prompt and answer together
	Batch     int       // sequences at once; in training the micro-batch of one card
	Prompt    int       // tokens of the prompt; 0 with PrefillWhole or -Chunked = the whole sequence
	Prefill   Prefill
	KV        KVType // "" = bf16

	Checkpointing   bool // activation checkpointing
	LoRARank        int
	TrainEmbeddings bool // adapters train the embedding and output matrices too
	Optimizer       Optimizer
	FusedCE         bool // fused or chunked cross-entropy: no logits are kept
	Offload         Offload

	Cards int
	Split Split
	Stack hardware.Stack // the software that the job needs; "" = not stated
}

// Defaults is a request as most people would start it: one sequence of 2,048
// tokens, one card, checkpointing on when training, adapters of rank 16.
func Defaults(m hardware.Model, method Method) Request {
	r := Request{
		Model: m, Method: method, Precision: BF16, Sequence: defaultTokens, Batch: 1, KV: KVBF16,
		Checkpointing: method.Training(), LoRARank: defaultRank, Optimizer: AdamW, Cards: 1,
	}
	if m.MaxContext.OK && m.MaxContext.Value > 0 {
		r.Sequence = min(r.Sequence, m.MaxContext.Value)
	}
	if method == QLoRA {
		r.Precision = NF4
	}
	return r
}

// The largest requests that are computed. Beyond them a number was mistyped.
const (
	maxTokens = 1 << 26
	maxBatch  = 1 << 20
	maxCards  = 4096
	maxRank   = 1 << 14
)

// Starting values of Defaults.
const (
	defaultTokens = 2048
	defaultRank   = 16
)

// resolve checks r and fills what was left to us.
func (r Request) resolve() (Request, error) {
	if r.KV == "" {
		r.KV = KVBF16
	}
	if r.Optimizer == "" {
		r.Optimizer = AdamW
	}
	for _, check := range []func() error{r.checkChoices, r.checkNumbers, r.checkPrecision, r.checkOffload} {
		if err := check(); err != nil {
			return r, err
		}
	}
	if r.Method.Training() && (r.Offload == OffloadOptimizer || r.Offload == OffloadWeights) {
		r.Optimizer = CPUOffload
	}
	if r.Prompt == 0 && (r.Prefill == PrefillWhole || r.Prefill == PrefillChunked) {
		r.Prompt = r.Sequence
	}
	return r.resolveSplit()
}

func (r Request) checkChoices() error {
	switch {
	case r.Model.Kind != hardware.LLM:
		return reason.Refuse("model", "memory.no_formula", reason.Word("model", r.Model.ID))
	case !oneOf(r.Method, Methods()):
		return unknownChoice("method", string(r.Method))
	case !oneOf(r.Prefill, Prefills()):
		return unknownChoice("prefill", string(r.Prefill))
	case !oneOf(r.KV, KVTypes()):
		return unknownChoice("kv", string(r.KV))
	case !oneOf(r.Split, Splits()):
		return unknownChoice("split", string(r.Split))
	case !oneOf(r.Optimizer, Optimizers()):
		return unknownChoice("optimizer", string(r.Optimizer))
	case !oneOf(r.Offload, Offloads()):
		return unknownChoice("offload", string(r.Offload))
	}
	if _, ok := formats[r.Precision]; !ok {
		return unknownChoice("precision", string(r.Precision))
	}
	return nil
}

func unknownChoice(field, word string) error {
	return reason.Refuse(field, "choice.unknown", reason.Word("text", word))
}

func oneOf[T comparable](v T, list []T) bool {
	for _, l := range list {
		if l == v {
			return true
		}
	}
	return false
}

func (r Request) checkNumbers() error {
	type limit struct {
		field       string
		value, most int
	}
	limits := []limit{{"sequence", r.Sequence, maxTokens}, {"batch", r.Batch, maxBatch}, {"cards", r.Cards, maxCards}}
	if r.Method.Adapts() {
		limits = append(limits, limit{"lora_rank", r.LoRARank, maxRank})
	}
	for _, l := range limits {
		if l.value < 1 || l.value > l.most {
			return reason.Refuse(l.field, "number.out_of_range", reason.Int("min", reason.Count, 1),
				reason.Int("max", reason.Count, int64(l.most)))
		}
	}
	if r.Prompt < 0 || r.Prompt > r.Sequence {
		return reason.Refuse("prompt", "prompt.beyond_sequence", reason.Int("prompt", reason.Count, int64(r.Prompt)),
			reason.Int("sequence", reason.Count, int64(r.Sequence)))
	}
	return nil
}

func (r Request) checkPrecision() error {
	f := formats[r.Precision]
	switch {
	case r.Method.Training() && f.gguf:
		return reason.Refuse("precision", "gguf.not_trainable", reason.Word("precision", string(r.Precision)))
	case r.Method.TrainsAll() && f.quantised:
		return reason.Refuse("precision", "full.needs_float", reason.Word("precision", string(r.Precision)))
	case r.Method == QLoRA && !f.quantised:
		return reason.Refuse("precision", "qlora.needs_quantised", reason.Word("precision", string(r.Precision)))
	}
	return nil
}

func (r Request) checkOffload() error {
	switch {
	case !r.Method.Training() && (r.Offload == OffloadOptimizer || r.Offload == OffloadActivations):
		return reason.Refuse("offload", "offload.training_only")
	case r.Offload == OffloadActivations && !r.Checkpointing:
		return reason.Refuse("offload", "offload.needs_checkpointing")
	case r.Offload == OffloadWeights && r.Method.Training() && r.Cards > 1 && (r.Split == SplitTensor || r.Split == SplitLayers):
		return reason.Refuse("offload", "offload.needs_zero")
	}
	return nil
}

func (r Request) resolveSplit() (Request, error) {
	if r.Cards == 1 {
		r.Split = SplitData
		return r, nil
	}
	heads := r.Model.Heads
	switch r.Split {
	case SplitAuto:
		switch {
		case r.Method.Training():
			r.Split = SplitZeRO3
		case heads.OK && heads.Value%r.Cards != 0:
			r.Split = SplitLayers
		default:
			r.Split = SplitTensor
		}
	case SplitZeRO1, SplitZeRO2, SplitZeRO3:
		if !r.Method.Training() {
			return r, reason.Refuse("split", "zero.training_only")
		}
	}
	if r.Split == SplitLayers && r.Model.Layers.OK && r.Cards > r.Model.Layers.Value {
		return r, reason.Refuse("cards", "cards.more_than_layers", reason.Int("cards", reason.Count, int64(r.Cards)),
			reason.Int("layers", reason.Count, int64(r.Model.Layers.Value)))
	}
	return r, nil
}

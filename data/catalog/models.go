package catalog

import (
	"regexp"
	"strconv"
	"strings"

	"cardhour/model/hardware"
)

var modelColumns = []string{"model", "kind", "params_b", "params_basis", "active_b", "layers", "hidden", "heads",
	"kv_heads", "head_dim", "intermediate", "vocab", "max_ctx", "experts", "experts_per_tok", "moe_intermediate",
	"attention", "kv_bytes_per_token_fp16", "tied_embeddings", "source", "notes"}

func (c *Catalog) readModel(l *line) {
	kind, ok := hardware.ParseKind(l.word("kind"))
	if !ok {
		l.refuse("kind", "%q is no kind of model", l.text("kind"))
	}
	m := hardware.Model{
		ID: l.word("model"), Kind: kind, ParamsB: l.positive("params_b"), ParamsBasis: l.text("params_basis"),
		ActiveB: l.positive("active_b"), Layers: l.whole("layers"), Hidden: l.whole("hidden"), Heads: l.whole("heads"),
		KVHeads: l.whole("kv_heads"), HeadDim: l.whole("head_dim"), Intermediate: l.whole("intermediate"),
		Vocab: l.whole("vocab"), MaxContext: l.whole("max_ctx"), Experts: l.whole("experts"),
		ExpertsPerToken: l.whole("experts_per_tok"), ExpertIntermediate: l.whole("moe_intermediate"),
		KVBytesPerToken: l.positive("kv_bytes_per_token_fp16"), Tied: l.answer("tied_embeddings"),
		Source: l.word("source"), Notes: l.text("notes"),
	}
	m.Attention = l.attention("attention", m.ID)
	if m.ParamsB.OK != (m.ParamsBasis != "") {
		l.refuse("params_basis", "a parameter count and its basis go together")
	}
	if m.ActiveB.OK && m.ParamsB.OK && m.ActiveB.Value > m.ParamsB.Value {
		l.refuse("active_b", "more parameters are active than there are")
	}
	if _, twice := c.Model(m.ID); twice {
		l.refuse("model", "%q stands twice", m.ID)
	}
	c.models = append(c.models, m)
}

// The forms that the attention column takes.
var (
	plainForm   = regexp.MustCompile(`^(MHA|GQA)( \([^)]*\))?$`)
	slidingForm = regexp.MustCompile(`^(?:MHA|GQA); (alternate layers )?(?:sliding )?window (\d+)( on alternate layers)?(?: \([^)]*\))?$`)
	localForm   = regexp.MustCompile(`^GQA; (\d+) local \(window (\d+)(?:; (\d+) for (\w+))?\) : (\d+) global$`)
	latentForm  = regexp.MustCompile(`^MLA(?: kv_lora (\d+) \+ rope (\d+)\b.*| \+ (?:MoE|DSA))$`)
	hybridForm  = regexp.MustCompile(`^hybrid: (?:(\d+) )?Gated DeltaNet (?:\+|: (\d+)) full attention$`)
)

func (l *line) attention(column, model string) hardware.Attention {
	text := l.cells[column]
	a := hardware.Attention{Text: text}
	if text == "" || plainForm.MatchString(text) {
		return a
	}
	if m := slidingForm.FindStringSubmatch(text); m != nil {
		a.Window = atoi(m[2])
		if m[1] != "" || m[3] != "" {
			a.FullEvery = 2
		}
		return a
	}
	if m := localForm.FindStringSubmatch(text); m != nil {
		a.Window, a.FullEvery = atoi(m[2]), atoi(m[1])+atoi(m[5])
		if m[4] != "" && strings.Contains(strings.ToLower(model), "-"+strings.ToLower(m[4])) {
			a.Window = atoi(m[3])
		}
		return a
	}
	if m := latentForm.FindStringSubmatch(text); m != nil {
		a.Latent = true
		if m[1] != "" {
			a.LatentRank, a.RopeDim = hardware.Know(atoi(m[1])), hardware.Know(atoi(m[2]))
		}
		return a
	}
	if m := hybridForm.FindStringSubmatch(text); m != nil {
		a.Recurrent = true
		if m[1] != "" && m[2] != "" {
			a.FullEvery = atoi(m[1]) + atoi(m[2])
		}
		return a
	}
	l.refuse(column, "%q is in no known form", text)
	return a
}

// atoi reads digits that a pattern has already matched.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// The facts of an own card or model stand in one document each. What is not
// known is left out: 0 is a value, such as of a card without a link. The
// documents are read strictly: a fact that is not understood would be left
// out of a size without a word.

type cardDoc struct {
	Vendor     string   `json:"vendor,omitempty"`
	Arch       string   `json:"arch,omitempty"`
	Capability *float64 `json:"compute_capability,omitempty"`
	Memory     *float64 `json:"memory_gib,omitempty"`
	Bandwidth  *float64 `json:"bandwidth_gbs,omitempty"`
	FP16       *float64 `json:"fp16_tflops,omitempty"`
	FP16Basis  string   `json:"fp16_basis,omitempty"`
	FP16Accum  *float64 `json:"fp16_accum_tflops,omitempty"`
	FP8Speed   *float64 `json:"fp8_tflops,omitempty"`
	FP32       *float64 `json:"fp32_tflops,omitempty"`
	Link       *float64 `json:"link_gbs,omitempty"`
	LinkNote   string   `json:"link_note,omitempty"`
	Power      *float64 `json:"tdp_watts,omitempty"`
	BF16       string   `json:"bf16,omitempty"`
	FP8        string   `json:"fp8,omitempty"`
	Source     string   `json:"source,omitempty"`
	Notes      string   `json:"notes,omitempty"`
}

type modelDoc struct {
	Params          *float64     `json:"params_b,omitempty"`
	ParamsBasis     string       `json:"params_basis,omitempty"`
	Active          *float64     `json:"active_b,omitempty"`
	Layers          *int         `json:"layers,omitempty"`
	Hidden          *int         `json:"hidden,omitempty"`
	Heads           *int         `json:"heads,omitempty"`
	KVHeads         *int         `json:"kv_heads,omitempty"`
	HeadDim         *int         `json:"head_dim,omitempty"`
	Intermediate    *int         `json:"intermediate,omitempty"`
	Vocab           *int         `json:"vocab,omitempty"`
	Context         *int         `json:"context,omitempty"`
	Experts         *int         `json:"experts,omitempty"`
	ExpertsPerToken *int         `json:"experts_per_token,omitempty"`
	ExpertInner     *int         `json:"expert_intermediate,omitempty"`
	Attention       attentionDoc `json:"attention,omitzero"`
	KVBytes         *float64     `json:"kv_bytes_per_token,omitempty"`
	Tied            string       `json:"tied,omitempty"`
	Source          string       `json:"source,omitempty"`
	Notes           string       `json:"notes,omitempty"`
}

type attentionDoc struct {
	Text       string `json:"text,omitempty"`
	Latent     bool   `json:"latent,omitempty"`
	LatentRank *int   `json:"latent_rank,omitempty"`
	RopeDim    *int   `json:"rope_dim,omitempty"`
	Window     int    `json:"window,omitempty"`
	FullEvery  int    `json:"full_every,omitempty"`
	Recurrent  bool   `json:"recurrent,omitempty"`
	FullCount  *int   `json:"full_count,omitempty"`
}

// given is a value as a document has it, nil where it is not known.
func given[T any](k hardware.Known[T]) *T {
	if !k.OK {
		return nil
	}
	return &k.Value
}

// known reads what given wrote.
func known[T any](p *T) hardware.Known[T] {
	if p == nil {
		return hardware.Known[T]{}
	}
	return hardware.Know(*p)
}

// number is given for numbers that a document may not be able to hold.
func (e *encoder) number(k hardware.Known[float64]) *float64 {
	if k.OK && (math.IsNaN(k.Value) || math.IsInf(k.Value, 0)) {
		e.err = reason.Refuse("", "number.not_finite")
	}
	return given(k)
}

// named refuses a record that nothing could call by its name.
func named(name string) error {
	if name == "" {
		return reason.Refuse("name", "name.empty")
	}
	return nil
}

func (d *decoder) answer(text string) hardware.Answer {
	a, ok := hardware.ParseAnswer(text)
	if !ok {
		d.keep(fmt.Errorf("answer %q", text))
	}
	return a
}

// facts reads the document of an own card or model.
func (d *decoder) facts(text json.RawMessage, into any) {
	if len(text) == 0 {
		d.keep(errors.New("no document"))
		return
	}
	d.strictly(text, into)
}

func (e *encoder) card(c hardware.Card) json.RawMessage {
	doc := cardDoc{
		Vendor: c.Vendor, Arch: c.Arch, Capability: e.number(c.ComputeCapability), Memory: e.number(c.MemoryGiB),
		Bandwidth: e.number(c.BandwidthGBs), FP16: e.number(c.FP16TFLOPS), FP16Basis: c.FP16Basis,
		FP16Accum: e.number(c.FP16AccumTFLOPS), FP8Speed: e.number(c.FP8TFLOPS), FP32: e.number(c.FP32TFLOPS),
		Link: e.number(c.LinkGBs), LinkNote: c.LinkNote, Power: e.number(c.TDPWatts),
		BF16: c.BF16.String(), FP8: c.FP8.String(), Source: c.Source, Notes: c.Notes,
	}
	if e.err != nil {
		return nil
	}
	return e.json(doc)
}

func (d *decoder) card(name string, text json.RawMessage) hardware.Card {
	var c cardDoc
	d.facts(text, &c)
	return hardware.Card{
		ID: name, Vendor: c.Vendor, Arch: c.Arch, ComputeCapability: known(c.Capability), MemoryGiB: known(c.Memory),
		BandwidthGBs: known(c.Bandwidth), FP16TFLOPS: known(c.FP16), FP16Basis: c.FP16Basis,
		FP16AccumTFLOPS: known(c.FP16Accum), FP8TFLOPS: known(c.FP8Speed), FP32TFLOPS: known(c.FP32),
		LinkGBs: known(c.Link), LinkNote: c.LinkNote, TDPWatts: known(c.Power),
		BF16: d.answer(c.BF16), FP8: d.answer(c.FP8), Source: c.Source, Notes: c.Notes,
	}
}

func (e *encoder) model(m hardware.Model) json.RawMessage {
	a := m.Attention
	doc := modelDoc{
		Params: e.number(m.ParamsB), ParamsBasis: m.ParamsBasis, Active: e.number(m.ActiveB),
		Layers: given(m.Layers), Hidden: given(m.Hidden), Heads: given(m.Heads), KVHeads: given(m.KVHeads),
		HeadDim: given(m.HeadDim), Intermediate: given(m.Intermediate), Vocab: given(m.Vocab), Context: given(m.MaxContext),
		Experts: given(m.Experts), ExpertsPerToken: given(m.ExpertsPerToken), ExpertInner: given(m.ExpertIntermediate),
		Attention: attentionDoc{
			Text: a.Text, Latent: a.Latent, LatentRank: given(a.LatentRank), RopeDim: given(a.RopeDim),
			Window: a.Window, FullEvery: a.FullEvery, Recurrent: a.Recurrent, FullCount: given(a.FullCount),
		},
		KVBytes: e.number(m.KVBytesPerToken), Tied: m.Tied.String(), Source: m.Source, Notes: m.Notes,
	}
	if e.err != nil {
		return nil
	}
	return e.json(doc)
}

func (d *decoder) model(name, kind string, text json.RawMessage) hardware.Model {
	var m modelDoc
	d.facts(text, &m)
	a := m.Attention
	return hardware.Model{
		ID: name, Kind: hardware.Kind(kind), ParamsB: known(m.Params), ParamsBasis: m.ParamsBasis, ActiveB: known(m.Active),
		Layers: known(m.Layers), Hidden: known(m.Hidden), Heads: known(m.Heads), KVHeads: known(m.KVHeads),
		HeadDim: known(m.HeadDim), Intermediate: known(m.Intermediate), Vocab: known(m.Vocab), MaxContext: known(m.Context),
		Experts: known(m.Experts), ExpertsPerToken: known(m.ExpertsPerToken), ExpertIntermediate: known(m.ExpertInner),
		Attention: hardware.Attention{
			Text: a.Text, Latent: a.Latent, LatentRank: known(a.LatentRank), RopeDim: known(a.RopeDim),
			Window: a.Window, FullEvery: a.FullEvery, Recurrent: a.Recurrent, FullCount: known(a.FullCount),
		},
		KVBytesPerToken: known(m.KVBytes), Tied: d.answer(m.Tied), Source: m.Source, Notes: m.Notes,
	}
}

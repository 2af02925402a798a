package journal

import "cardhour/model/sizing"

// pictureDoc is the size of what a task makes, in pixels.
type pictureDoc struct {
	Width  int `json:"width,omitempty"`
	Height int `json:"height,omitempty"`
	Frames int `json:"frames,omitempty"`
}

// optionsDoc is how a task's job is run, as far as that is chosen.
type optionsDoc struct {
	Engine        string `json:"engine,omitempty"`
	Prefill       string `json:"prefill,omitempty"`
	Prompt        int    `json:"prompt,omitempty"`
	KV            string `json:"kv,omitempty"`
	Checkpointing string `json:"checkpointing,omitempty"`
	FusedCE       string `json:"fused_ce,omitempty"`
	Optimizer     string `json:"optimizer,omitempty"`
	LoRARank      int    `json:"lora_rank,omitempty"`
	Offload       string `json:"offload,omitempty"`
	Split         string `json:"split,omitempty"`
}

func optionsDocOf(o sizing.Options) optionsDoc {
	return optionsDoc{
		Engine: string(o.Engine), Prefill: string(o.Prefill), Prompt: o.Prompt, KV: string(o.KV),
		Checkpointing: o.Checkpointing.String(), FusedCE: o.FusedCE.String(), Optimizer: string(o.Optimizer),
		LoRARank: o.LoRARank, Offload: string(o.Offload), Split: string(o.Split),
	}
}

func (o optionsDoc) model(d *decoder) sizing.Options {
	return sizing.Options{
		Engine: sizing.Engine(o.Engine), Prefill: sizing.Prefill(o.Prefill), Prompt: o.Prompt, KV: sizing.KVType(o.KV),
		Checkpointing: d.answer(o.Checkpointing), FusedCE: d.answer(o.FusedCE), Optimizer: sizing.Optimizer(o.Optimizer),
		LoRARank: o.LoRARank, Offload: sizing.Offload(o.Offload), Split: sizing.Split(o.Split),
	}
}

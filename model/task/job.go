package task

import (
	"fmt"
	"strings"

	"cardhour/model/sizing"
)

// Engine is the program that runs the model: the one chosen, else a serving
// one where many requests are answered at once, which is what such tasks are
// run in. GGUF files are left to llama.cpp.
func (t Task) Engine() sizing.Engine {
	many := t.Kind == Service || t.Kind == Batch
	if t.Options.Engine == sizing.EngineAuto && many && t.Method == sizing.Inference && !t.Precision.GGUF() {
		return sizing.VLLM
	}
	return t.Options.Engine
}

// Job names what runs: two tasks of the same job run at the same speed on the
// same cards. It is "" while model or method is not told. The name is kept
// with measured speeds, so its form must not change.
func (t Task) Job() string {
	if t.Model == "" || t.Method == "" {
		return ""
	}
	o := t.Options
	parts := []string{strings.ToLower(t.Model), string(t.Method), string(t.Precision), fmt.Sprint(t.Sequence), fmt.Sprint(t.Batch)}
	for _, chosen := range []struct{ name, value string }{
		{"picture", fmt.Sprintf("%dx%dx%d", t.Picture.Width, t.Picture.Height, t.Picture.Frames)},
		{"engine", string(o.Engine)}, {"prefill", string(o.Prefill)}, {"prompt", fmt.Sprint(o.Prompt)}, {"kv", string(o.KV)},
		{"checkpointing", o.Checkpointing.String()}, {"fused_ce", o.FusedCE.String()}, {"optimizer", string(o.Optimizer)},
		{"lora_rank", fmt.Sprint(o.LoRARank)}, {"offload", string(o.Offload)}, {"split", string(o.Split)},
	} {
		if chosen.value != "" && chosen.value != "0" && chosen.value != "0x0x0" {
			parts = append(parts, chosen.name+"="+chosen.value)
		}
	}
	return strings.Join(parts, "|")
}

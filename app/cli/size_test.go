package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"cardhour/views/text"
)

func sized[T any](t *testing.T, args ...string) T {
	t.Helper()
	r := run(text.English, "", append([]string{"size", "--json"}, args...)...)
	var out T
	if err := json.Unmarshal([]byte(r.stdout), &out); err != nil {
		t.Fatalf("%v: %v %s%s", args, err, r.stdout, r.stderr)
	}
	return out
}

func TestSizeRefusesFlagsThatContradictEachOther(t *testing.T) {
	llm := []string{"size", "--model", "Qwen2.5-7B"}
	for _, lang := range text.Languages {
		for _, c := range []struct {
			args string
			code int
			says string
		}{
			{"--zero 3", 2, "ZeRO"}, {"--method full --zero 4 --count 2", 2, "--zero"},
			{"--method full --zero 2 --tp 2", 2, "--tp"}, {"--method full --zero 2 --split tp", 2, "--split"},
			{"--tp 2 --split layers", 2, "--split"}, {"--tp 2 --count 4", 2, "--count"},
			{"--resolution 1024x1024", 2, "--resolution"}, {"--method lora --frames 49", 2, "--frames"},
			{"--slice 0", 2, "--slice"}, {"--slice 1.5", 2, "--slice"}, {"--offload everything", 2, "--offload"},
			{"--offload optimizer", 1, ""}, {"--method lora --offload activations --checkpointing no", 1, ""},
			{"--method full --offload weights --tp 2", 1, "ZeRO"},
			{"--method image-gen --seq 100", 2, "--seq"}, {"--method image-gen --frames 49", 2, "video-gen"},
			{"--method image-gen --resolution wide", 2, "wide"}, {"--method image-gen --precision q9", 1, "q9"},
			{"--params=-3", 1, ""},
		} {
			r := run(lang, "", append(llm, strings.Fields(c.args)...)...)
			if r.code != c.code || !strings.Contains(r.stderr, c.says) {
				t.Errorf("%s: exit %d, want %d: %s", c.args, r.code, c.code, r.stderr)
			}
			if r.stdout != "" {
				t.Errorf("%s: printed %q", c.args, r.stdout)
			}
			r.says(t)
		}
	}
}

func TestSizeKnowsTheWaysOfSharing(t *testing.T) {
	parts := func(args string) sizeJSON {
		return sized[sizeJSON](t, append([]string{"--model", "Llama-3.1-8B", "--gpus", "A100 SXM 80GB"}, strings.Fields(args)...)...)
	}
	zero := map[string]sizeJSON{}
	for _, stage := range []string{"0", "1", "2", "3"} {
		zero[stage] = parts("--method pretrain --count 4 --zero " + stage)
	}
	if zero["0"].Split != "data_parallel" || zero["3"].Split != "zero3" || zero["3"].Method != "pretrain" {
		t.Errorf("%+v", zero)
	}
	if !(zero["0"].Parts["states"] > zero["1"].Parts["states"] && zero["1"].Parts["states"] > zero["2"].Parts["states"] &&
		zero["2"].Parts["weights"] > zero["3"].Parts["weights"]) {
		t.Errorf("each stage must hold less: %+v", zero)
	}
	one, tp, layers := parts(""), parts("--tp 2"), parts("--split layers --count 2")
	if tp.Split != "tp" || layers.Split != "layer_split" || tp.Parts["weights"] > 0.51*one.Parts["weights"] || layers.Parts["kv"] > 0.51*one.Parts["kv"] {
		t.Errorf("%+v %+v", tp, layers)
	}
	if odd := parts("--tp 3"); odd.Fits[0].Verdict != "does_not_fit" || !strings.Contains(odd.Fits[0].Reasons[0], "heads") {
		t.Errorf("32 heads on 3 cards: %+v", odd.Fits)
	}
	if off := parts("--method full --offload weights"); off.RAM < 14 || off.Parts["weights"] != 0 || off.Likely >= parts("--method full").Likely {
		t.Errorf("%+v", off)
	}
	if half := parts("--slice 0.125"); half.Fits[0].Verdict != "does_not_fit" {
		t.Errorf("an eighth of 80 GiB: %+v", half.Fits)
	}
	if other := parts("--stack rocm"); other.Fits[0].Verdict != "does_not_fit" || !strings.Contains(other.Fits[0].Reasons[0], "ROCm") {
		t.Errorf("%+v", other.Fits)
	}
}

func TestSizeSaysWhatWouldHelpOnTheCardsThatWereNamed(t *testing.T) {
	out := sized[sizeJSON](t, "--model", "Qwen2.5-7B", "--method", "lora", "--gpus", "RTX 4090 24GB")
	changes := out.Fits[0].Changes
	if len(changes) == 0 || changes[0].Kind != "fused_ce" || changes[0].Verdict != "fits" || changes[0].Saves < 3.4 || changes[0].Saves > 3.6 {
		t.Errorf("%+v", changes)
	}
	for _, fit := range sized[sizeJSON](t, "--model", "Qwen2.5-7B", "--method", "lora").Fits {
		if fit.Changes != nil {
			t.Fatal("changes are for named cards")
		}
	}
}

func TestSizeTakesAModelByItsParametersAlone(t *testing.T) {
	out := sized[sizeJSON](t, "--model", "my own 30B", "--params", "30", "--gpus", "A100 SXM 80GB")
	if !out.RuleOnly || out.Likely < 67 || out.Likely > 67.1 || len(out.Assumed) == 0 || out.Parts["rule_of_thumb"] == 0 {
		t.Errorf("%+v", out)
	}
}

func TestSizeLooksUpImagesVideosAndDetection(t *testing.T) {
	out := sized[lookupJSON](t, "--model", "FLUX.1-dev", "--method", "image-gen", "--precision", "int8", "--resolution", "1024x1024", "--batch", "1", "--gpus", "RTX 4090 24GB")
	if out.Format != "cardhour.size-lookup/1" || !out.Known || *out.Likely < 24 || *out.Likely > 26 || out.Runs[0].Source == "" || out.Fits[0].Verdict == "fits" {
		t.Errorf("%+v", out)
	}
	video := sized[lookupJSON](t, "--model", "CogVideoX-2B", "--method", "video-gen", "--resolution", "720x480", "--frames", "25")
	if !video.Known || len(video.Differs) != 1 || !strings.Contains(video.Differs[0], "49") || video.Runs[0].Frames == nil {
		t.Errorf("%+v", video)
	}
	none := sized[lookupJSON](t, "--model", "YOLOv8s", "--resolution", "640")
	if none.Known || none.Low != nil || none.Likely != nil || none.High != nil || !strings.Contains(none.Because, "YOLOv5s") || none.Fits[0].Verdict != "fit_not_known" {
		t.Errorf("%+v", none)
	}
	for _, lang := range text.Languages {
		for _, line := range []string{
			"--model FLUX.1-dev --resolution 2048x1024 --batch 2 --precision fp8 --count 2", "--model YOLOv8s", "--model YOLOv5l --resolution 640 --batch 12",
			"--model YOLO11s --method yolo-train --batch 16", "--model FLUX.1-dev --resolution 8192", "--model SDXL-base --method image-gen --gpus T4\u00a016GB",
			"--model CogVideoX-2B --method video-gen --frames 25", "--model YOLOv5s --batch 16 --resolution 640 --count 1",
		} {
			args := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' })
			r := run(lang, "", append([]string{"size"}, args...)...)
			if r.code != 0 || strings.ContainsAny(r.stdout, "⟦⟧") || strings.Contains(r.stdout, "<no value>") {
				t.Errorf("%s: exit %d\n%s%s", line, r.code, r.stdout, r.stderr)
			}
		}
	}
}

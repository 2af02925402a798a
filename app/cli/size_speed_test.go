package cli

import (
	"math"
	"strings"
	"testing"

	"cardhour/views/text"
)

func TestSizeSaysHowFastAndHowLong(t *testing.T) {
	ask := func(line string) fitJSON {
		t.Helper()
		args := []string{"--model", "Qwen2.5-7B", "--gpus", "A100 SXM 80GB"}
		return sized[sizeJSON](t, append(args, strings.Fields(line)...)...).Fits[0]
	}
	decode := ask("--tokens 1000000")
	if decode.PerSecond == nil || *decode.PerSecond < 80 || *decode.PerSecond > 125 || *decode.Limit != "bandwidth" || len(decode.Why) == 0 {
		t.Fatalf("%+v", decode.speedJSON)
	}
	if !(*decode.Low < *decode.PerSecond && *decode.PerSecond < *decode.High && *decode.HoursLow < *decode.Hours && *decode.Hours < *decode.HoursHigh) {
		t.Errorf("the ends are not in order: %+v", decode.speedJSON)
	}
	if want := 1e6 / *decode.PerSecond / 3600; math.Abs(*decode.Hours-want) > 0.001 {
		t.Errorf("%v h, want %v", *decode.Hours, want)
	}
	// 1,024 tokens of each request are written, as many are read.
	if requests := ask("--prompt 1024 --requests 1000"); *requests.Hours < 1.024*(*decode.Hours) || *requests.Hours > 1.3*(*decode.Hours) {
		t.Errorf("%v h, %v h without prompts", *requests.Hours, *decode.Hours)
	}
	train := ask("--method lora --steps 100")
	if *train.Limit != "compute" || math.Abs(*train.Hours - 100*2048 / *train.PerSecond / 3600) > 0.001 {
		t.Errorf("%+v", train.speedJSON)
	}
	if batch := ask("--batch 64 --seq 512"); *batch.PerSecond < 20*(*decode.PerSecond) {
		t.Errorf("64 at once: %v", *batch.PerSecond)
	}
	one, two := ask("--precision Q4_K_M --engine llama.cpp"), ask("--precision Q4_K_M --count 2")
	if r := *two.PerSecond / *one.PerSecond; r < 0.99 || r > 1.01 {
		t.Errorf("llama.cpp splits by layers, which is no faster: %v times", r)
	}
	if none := ask(""); none.Hours != nil || none.PerSecond == nil {
		t.Errorf("no work was given: %+v", none.speedJSON)
	}
}

func TestUnknownSpeedIsNullWithItsReason(t *testing.T) {
	for line, says := range map[string]string{
		"--model Qwen2.5-7B --offload weights --tokens 100": "RAM",
		"--model Qwen2.5-7B --slice 0.5":                    "slice",
		"--model mine --params 7":                           "shape",
		"--model YOLOv5s --images 1000":                     "no measurement",
		"--model Qwen2.5-72B --method full":                 "does not fit",
	} {
		args := append(strings.Fields(line), "--gpus", "A100 SXM 80GB")
		fit := sized[sizeJSON](t, args...).Fits[0]
		if fit.PerSecond != nil || fit.Hours != nil || len(fit.Why) == 0 || !strings.Contains(fit.Why[0], says) {
			t.Errorf("%s: %+v", line, fit.speedJSON)
		}
		if fit.Verdict == "does_not_fit" && *fit.Limit != "memory" {
			t.Errorf("%s: %v", line, fit.Limit)
		}
	}
}

func TestSizeRefusesWorkThatNoSpeedCounts(t *testing.T) {
	for _, lang := range text.Languages {
		for line, says := range map[string]string{
			"--steps 5": "", "--method lora --requests 5": "", "--images 5": "--images", "--tokens 0": "--tokens", "--tokens NaN": "--tokens",
			"--tokens 5 --requests 5": "--tokens", "--engine transformers": "llama.cpp", "--method lora --engine vllm": "--engine",
			"--method image-gen --tokens 5": "--tokens", "--method image-gen --images=-1": "--images",
		} {
			r := run(lang, "", append([]string{"size", "--model", "Qwen2.5-7B"}, strings.Fields(line)...)...)
			if r.code != 2 || r.stdout != "" || !strings.Contains(r.stderr, says) {
				t.Errorf("%s: exit %d: %s", line, r.code, r.stderr)
			}
			r.says(t)
		}
	}
}

func TestSizePrintsSpeedInBothLanguages(t *testing.T) {
	for _, lang := range text.Languages {
		for _, line := range []string{
			"--model Qwen2.5-7B --tokens 1000000", "--model Qwen2.5-7B --method lora --count 4 --steps 1000 --zero 1", "--model DeepSeek-V3/R1/V3.1 --precision fp8 --tp 8 --batch 32 --prompt 512",
			"--model Qwen2.5-7B --precision Q4_K_M --gpus T4\u00a016GB", "--model YOLOv5s --images 100", "--model Qwen2.5-7B --slice 0.5 --gpus T4\u00a016GB",
		} {
			args := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' })
			r := run(lang, "", append([]string{"size"}, args...)...)
			if r.code != 0 || strings.ContainsAny(r.stdout, "⟦⟧") || strings.Contains(r.stdout, "<no value>") {
				t.Errorf("%s: exit %d\n%s%s", line, r.code, r.stdout, r.stderr)
			}
		}
	}
}

func TestHoursOnACardAreScaledForOthers(t *testing.T) {
	out := sized[sizeJSON](t, "--model", "Qwen2.5-7B", "--method", "lora", "--hours", "8", "--hours-on", "RTX 4090 24GB", "--gpus", "RTX 4090 24GB,A100 SXM 80GB")
	if h := *out.Fits[0].Hours; h != 8 {
		t.Errorf("%v h on the card itself", h)
	}
	speed := func(i int) float64 { return *out.Fits[i].PerSecond }
	if h, want := *out.Fits[1].Hours, 8*speed(0)/speed(1); h < want-0.01 || h > want+0.01 {
		t.Errorf("%v h on the other, by their speeds %v", h, want)
	}
	both := sized[sizeJSON](t, "--model", "Qwen2.5-7B", "--method", "lora", "--hours", "8", "--hours-on", "A100 SXM 80GB", "--gpus", "A100 SXM 80GB", "--count", "2")
	if h := *both.Fits[0].Hours; h < 4 || h >= 8 {
		t.Errorf("%v h on two of it", h)
	}
	if same := sized[sizeJSON](t, "--model", "Qwen2.5-7B", "--method", "lora", "--hours", "8", "--gpus", "A100 SXM 80GB"); *same.Fits[0].Hours != 8 {
		t.Errorf("hours of no card became %v", *same.Fits[0].Hours)
	}
	if r := run(text.English, "", "size", "--model", "Qwen2.5-7B", "--hours-on", "RTX 4090 24GB"); r.code != 2 || !strings.Contains(r.stderr, "--hours") {
		t.Errorf("%d %q", r.code, r.stderr)
	}
	pictures := sized[lookupJSON](t, "--model", "SDXL-base-1.0", "--hours", "8", "--hours-on", "RTX 4090 24GB", "--gpus", "A100 SXM 80GB")
	if f := pictures.Fits[0]; f.Hours == nil || *f.HoursHigh < 1.9**f.Hours {
		t.Errorf("pictures are compared by the peaks, widely: %+v", f)
	}
}

package text

import (
	"testing"

	"cardhour/model/sizing"
)

func TestSpeedsAndTimesAreWrittenAsPeopleSpeakOfThem(t *testing.T) {
	for lang, want := range map[Language][]string{
		Chinese: {"3,120 token/秒", "42.5 张/秒", "20 秒/张", "?", "45 分钟", "8 小时", "1,250 小时", "6.25–12 小时", "8 小时", "30–45 分钟", "33–92.4", "2.41–6.74"},
		English: {"3,120 tokens/s", "42.5 images/s", "20 s/image", "?", "45 min", "8 h", "1,250 h", "6.25–12 h", "8 h", "30–45 min", "33–92.4", "2.41–6.74"},
	} {
		p := New(lang)
		got := []string{p.Speed(sizing.Tokens, 3120), p.Speed(sizing.Images, 42.5), p.Speed(sizing.Images, 0.05), p.Speed(sizing.Tokens, 0),
			p.Hours(2700), p.Hours(8 * 3600), p.Hours(1250 * 3600), p.HoursSpan(22500, 12*3600), p.HoursSpan(8*3600, 8*3600), p.HoursSpan(1800, 2700),
			p.BareHoursSpan(1980, 3312, 5544), p.BareHoursSpan(8676, 14508, 24264)}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: %q, want %q", lang, got[i], want[i])
			}
		}
		for _, u := range []sizing.Unit{sizing.Tokens, sizing.Steps, sizing.Images, sizing.Requests} {
			for _, key := range []string{"speed.per_second.", "speed.each."} {
				if !p.Has(key + string(u)) {
					t.Errorf("%s: no text for %s%s", lang, key, u)
				}
			}
		}
	}
}

func TestNamesOfProgramsAndFormatsAreNotCapitalised(t *testing.T) {
	p := New(English)
	for name, want := range map[string]string{"engine_vllm": "vLLM or SGLang", "engine_llama_cpp": "llama.cpp", "kv_int8": "int8", "split_tp": "Tensor parallel", "split_zero3": "ZeRO-3 / FSDP"} {
		if got := p.Label(name); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

package hardware

import "testing"

func TestACardIsFoundByTheWordsItsNameBeginsWith(t *testing.T) {
	all := cards("RTX 4090 24GB", "RTX 4090 48GB (modded)", "RTX 4090D 24GB", "RTX 4080 16GB", "RTX 4080 Super 16GB", "A10 24GB", "A100 PCIe 80GB",
		"A100 SXM 80GB", "A100 SXM 40GB", "H100 SXM 80GB", "H100 PCIe 80GB", "H200 SXM 141GB", "MI300X")
	for name, want := range map[string]string{
		"RTX 4090D": "RTX 4090D 24GB", "rtx4090d": "RTX 4090D 24GB", "ＲＴＸ　４０９０Ｄ": "RTX 4090D 24GB", "RTX 4090D 24GB": "RTX 4090D 24GB",
		"H100 SXM": "H100 SXM 80GB", "h100-sxm": "H100 SXM 80GB", "H200": "H200 SXM 141GB", "A10": "A10 24GB", "RTX 4080 Super": "RTX 4080 Super 16GB",
		"RTX 4090 48GB": "RTX 4090 48GB (modded)",
		// Several could be meant, or none.
		"RTX 4090": "", "A100": "", "A100 SXM": "", "RTX 4080": "", "H100": "", "RTX": "", "4090D": "", "SXM H100": "", "RTX 409": "", "MI300X 192GB": "", "": "", " - ": "",
	} {
		if got, ok := CardNamed(all, name); got.ID != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", name, got.ID, want)
		}
	}
}

func TestACardOfOnesOwnGoesBeforeOneWhoseNameBeginsSo(t *testing.T) {
	all := WithCards(cards("RTX 4090D 24GB"), []OwnCard{{"1", Card{ID: "RTX 4090D"}}})
	if got, _ := CardNamed(all, "rtx 4090d"); got.ID != "RTX 4090D" {
		t.Errorf("found %q", got.ID)
	}
	if got, _ := CardNamed(all, "RTX 4090D 24GB"); got.ID != "RTX 4090D 24GB" {
		t.Errorf("found %q", got.ID)
	}
	if _, ok := CardOfName(cards("RTX 4090D 24GB"), "RTX 4090D"); ok {
		t.Error("half a name is taken for the whole of it")
	}
}

func TestAModelIsFoundWhateverItWasTunedFor(t *testing.T) {
	var all []Model
	for _, id := range []string{"Qwen2.5-7B", "Qwen2.5-72B", "Llama-2-7B", "Llama-3.3-70B-Instruct", "Mistral-7B-v0.3", "Gemma-3-4b-it", "GLM-4-9B-chat", "Yi-9B-Base", "Yi-9B-Chat"} {
		all = append(all, Model{ID: id, Kind: LLM})
	}
	all = append(all, Model{ID: "whisper-base", Kind: ASR}, Model{ID: "SDXL-base-1.0", Kind: Image})
	for name, want := range map[string]string{
		"Qwen2.5-7B-Instruct": "Qwen2.5-7B", "qwen2.5 7b chat": "Qwen2.5-7B", "Qwen2.5-7B-Base": "Qwen2.5-7B", "Ｑｗｅｎ2.5-7B-Ｉｎｓｔｒｕｃｔ": "Qwen2.5-7B",
		"Llama-2-7b-hf": "Llama-2-7B", "Llama-2-7b-chat-hf": "Llama-2-7B", "Mistral-7B-Instruct-v0.3": "Mistral-7B-v0.3",
		"Llama-3.3-70B": "Llama-3.3-70B-Instruct", "GLM-4-9B": "GLM-4-9B-chat", "gemma-3-4b": "Gemma-3-4b-it", "whisper-base": "whisper-base",
		// Several could be meant, or none.
		"Yi-9B": "", "Yi-9B-Instruct": "", "Qwen2.5-7B-Coder": "", "Qwen2.5-7B-Instruct-AWQ": "", "Instruct": "", "whisper": "", "SDXL-1.0": "", "": "",
	} {
		if got, ok := ModelNamed(all, name); got.ID != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", name, got.ID, want)
		}
	}
	own := WithModels(all, []OwnModel{{"1", Model{ID: "Qwen2.5-7B-Instruct", Kind: LLM}}})
	if got, _ := ModelNamed(own, "qwen2.5-7b-instruct"); got.ID != "Qwen2.5-7B-Instruct" {
		t.Errorf("the user's own goes behind %q", got.ID)
	}
}

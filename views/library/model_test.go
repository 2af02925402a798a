package library

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardhour/model/hardware"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
)

func TestAModelWithACountAloneIsEstimatedByTheRule(t *testing.T) {
	for _, lang := range text.Languages {
		b := opened(t, lang, Models)
		b.press("library.add.model")
		b.says("library.form.live.none")
		b.type_("library.form.name", "Mine-7B")
		b.press("library.form.save")
		b.see(b.p.T("problem.own.neither"))
		b.type_("library.params.form", "7.6")
		b.see(b.p.T("library.form.live.rule", "weights", "14.2"))
		b.press("library.form.save")
		if got := b.d.models; len(got) != 1 || got[0].Model != (hardware.Model{ID: "Mine-7B", Kind: hardware.LLM, ParamsB: hardware.Know(7.6)}) {
			t.Fatalf("%s: kept %+v", lang, got)
		}
		b.says("library.yours.alone")
	}
}

func TestAShapeIsDescribedAndItsCacheComputed(t *testing.T) {
	for _, lang := range text.Languages {
		b := opened(t, lang, Models)
		b.l.NewModel("Mine")
		for key, words := range map[string]string{"library.params.form": "7.615", "library.layers": "28", "library.hidden": "3584", "library.heads": "28",
			"library.kv_heads": "8", "library.head_dim": "128"} {
			b.type_(key, words)
		}
		b.press("library.form.save")
		b.see(b.p.T("problem.own.kv_heads", "heads", 28))
		b.type_("library.kv_heads", "4")
		b.see(b.p.T("library.form.live", "weights", "14.2", "cache", "56.0"))
		b.pick("library.attention", b.p.T("library.attention.window"))
		b.press("library.form.save")
		b.see(b.p.T("problem.number.empty"))
		b.type_("library.window", "4096")
		b.type_("library.full_every", "2")
		b.press("library.form.save")
		if len(b.d.models) != 1 {
			t.Fatalf("%s: nothing is kept", lang)
		}
		got := b.d.models[0].Model
		want := hardware.Attention{Text: "GQA; window 4096; 1 in 2 layers full", Window: 4096, FullEvery: 2}
		if got.Attention != want || got.KVBytesPerToken != hardware.Know(57344.0) || got.Vocab.OK {
			t.Errorf("%s: kept %+v", lang, got)
		}
	}
}

func TestWhatIsNotAskedForIsNotKept(t *testing.T) {
	b := opened(t, text.Chinese, Models)
	b.press("library.add.model")
	b.type_("library.form.name", "Mine")
	b.type_("library.params.form", "7")
	b.pick("library.attention", b.p.T("library.attention.latent"))
	b.type_("library.latent_rank", "512")
	b.pick("library.attention", b.p.T("library.attention.hybrid"))
	b.notSee(b.p.T("library.latent_rank"))
	b.type_("library.full_count", "7")
	b.press("library.form.save")
	if got := b.d.models[0].Model.Attention; got != (hardware.Attention{Text: "hybrid; 7 layers full", Recurrent: true, FullCount: hardware.Know(7)}) {
		t.Errorf("kept %+v", got)
	}
}

func TestAShippedModelIsTakenOverAsItIs(t *testing.T) {
	b := opened(t, text.English, Models)
	before := b.d.Models()
	at := slices.IndexFunc(before, func(m hardware.Model) bool { return m.ID == "Qwen2.5-7B" })
	b.l.models.records.Select(at)
	b.press("library.change")
	b.type_("library.context", "65536")
	b.press("library.form.save")
	want := before[at]
	want.MaxContext = hardware.Know(65536)
	if got := b.d.Models()[at]; got != want {
		t.Errorf("%+v became %+v", before[at], got)
	}
	b.press("library.back_to_shipped")
	if !slices.Equal(b.d.Models(), before) {
		t.Error("the shipped one is not back")
	}
}

func copied(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "data", "exchange", "testdata", "models", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "config.json")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAModelIsReadFromItsConfigAndKeptWhenSaved(t *testing.T) {
	for _, lang := range text.Languages {
		for _, name := range []string{"Qwen3-8B", "gpt-oss-20b", "DeepSeek-V2-Lite"} {
			b := opened(t, lang, Models)
			path := copied(t, name)
			b.l.choose = func(folder bool, chosen func(string, error)) {
				if folder {
					chosen(filepath.Dir(path), nil)
				} else {
					chosen(path, nil)
				}
			}
			b.press("library.read")
			b.says("library.read.note")
			b.press("library.read.file")
			b.see(b.p.T("library.form.read", "name", name))
			b.says("library.read.unsaved")
			b.see("config.json")
			b.see(b.p.T("why.model_file_params_from_shape"))
			if len(b.d.models) != 0 {
				t.Fatal("kept before it is saved")
			}
			b.press("library.form.save")
			if len(b.d.models) != 1 || b.d.models[0].Model.ID != name || !b.d.models[0].Model.Shaped() {
				t.Fatalf("%s %s: kept %+v", lang, name, b.d.models)
			}
			b.press("library.read")
			b.press("library.read.folder")
			b.see(b.p.T("library.form.taken.own"))
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestReadingTellsWhatIsWrongAndCanBeGivenUp(t *testing.T) {
	b := opened(t, text.Chinese, Models)
	path := filepath.Join(t.TempDir(), "config.json")
	if err := os.WriteFile(path, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	b.l.choose = func(_ bool, chosen func(string, error)) { chosen(path, nil) }
	b.press("library.read")
	b.press("library.read.file")
	b.see(b.p.T("problem.model_file.no_config"))

	b.l.choose = func(_ bool, chosen func(string, error)) { chosen("", errors.New("gone")) }
	b.press("library.read.folder")
	b.see("gone")

	path = copied(t, "Qwen3-8B")
	b.l.choose = func(_ bool, chosen func(string, error)) { chosen(path, nil) }
	b.d.slow = true
	b.press("library.read.file")
	b.see(b.p.T("library.read.busy", "name", "config.json"))
	b.press("library.form.cancel")
	b.d.waiting()
	b.notSee(b.p.T("library.form.read", "name", "Qwen3-8B"))
	b.says("library.add.model")
}

func shown(b *bench) []string { return hand.Shown(b.window) }

func TestWhatAFileDoesNotSayIsMarked(t *testing.T) {
	b := opened(t, text.English, Models)
	path := filepath.Join(t.TempDir(), "config.json")
	content := `{"architectures":["Qwen3ForCausalLM"],"model_type":"qwen3","num_hidden_layers":36,"num_attention_heads":32,"num_key_value_heads":8,"head_dim":128,"torch_dtype":"bfloat16"}`
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	b.l.choose = func(_ bool, chosen func(string, error)) { chosen(path, nil) }
	b.press("library.read")
	b.press("library.read.file")
	hints := 0
	for _, words := range shown(b) {
		if strings.HasPrefix(words, b.p.T("library.read.unknown")) {
			hints++
		}
	}
	if hints != 5 {
		t.Errorf("%d fields are marked as not in the file", hints)
	}
	b.see(b.p.T("library.read.stored", "format", "bfloat16"))
}

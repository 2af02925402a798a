package library

import (
	"errors"
	"slices"
	"testing"

	"cardhour/model/hardware"
	"cardhour/model/reason"
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

// fromFile is what files say of a mixture of experts.
func fromFile() FromFile {
	n := hardware.Know[int]
	return FromFile{
		Model: hardware.Model{ID: "Mine-20B", Kind: hardware.LLM, ParamsB: hardware.Know(20.91), ParamsBasis: "computed from config", ActiveB: hardware.Know(3.6),
			Layers: n(24), Hidden: n(2880), Heads: n(64), KVHeads: n(8), HeadDim: n(64), Experts: n(32), ExpertsPerToken: n(4),
			Attention: hardware.Attention{Text: "GQA; 1 local (window 128) : 1 global", Window: 128, FullEvery: 2}, Source: "config.json"},
		Files: []string{"config.json", "1.safetensors", "2.safetensors", "3.safetensors"}, Stored: "mxfp4",
		Notes: []FileNote{{"model_params", reason.Because{Rule: "model_file_params_from_shape"}},
			{"model_attention", reason.Because{Rule: "model_file_window_every", Args: []reason.Arg{reason.Int("window", reason.Count, 128), reason.Int("every", reason.Count, 2)}}},
			{"", reason.Because{Rule: "model_file_text_part", Args: []reason.Arg{reason.Word("part", "text_config")}}}},
		Unknown: []string{"model_vocab", "model_context", "model_tied", "model_expert_intermediate"},
	}
}

// chosen answers the dialogs with a path.
func (b *bench) chosen(path string, err error) {
	b.l.choose = func(_ bool, chosen func(string, error)) { chosen(path, err) }
}

func TestAModelIsReadFromItsFilesAndKeptWhenSaved(t *testing.T) {
	for _, lang := range text.Languages {
		b := opened(t, lang, Models)
		b.d.file = fromFile()
		b.chosen("/models/Mine-20B/config.json", nil)
		b.press("library.read")
		b.says("library.read.note")
		b.press("library.read.file")
		b.see(b.p.T("library.form.read", "name", "Mine-20B"))
		b.see(b.p.T("library.read.from_more", "files", b.p.List("config.json", "1.safetensors", "2.safetensors"), "count", 1))
		b.see(b.p.T("library.read.stored", "format", "mxfp4"))
		b.see(b.p.T("why.model_file_text_part", "part", "text_config"))
		b.says("library.read.unsaved")
		b.says("why.model_file_params_from_shape")
		b.see(b.p.T("why.model_file_window_every", "window", 128, "every", 2))
		unknown := 0
		for _, words := range hand.Shown(b.window) {
			if words == b.p.T("library.read.unknown") {
				unknown++
			}
		}
		if unknown != 4 {
			t.Errorf("%s: %d fields are marked as not in the files", lang, unknown)
		}
		if len(b.d.models) != 0 {
			t.Fatal("kept before it is saved")
		}
		b.press("library.form.save")
		want := fromFile().Model
		want.KVBytesPerToken = hardware.Know(4.0 * 24 * 8 * 64)
		if len(b.d.models) != 1 || b.d.models[0].Model != want {
			t.Fatalf("%s: kept %+v", lang, b.d.models)
		}
		b.press("library.read")
		b.press("library.read.folder")
		b.says("library.form.taken.own")
		b.type_("library.params.form", "21")
		b.notSee(b.p.T("why.model_file_params_from_shape"))
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestReadingTellsWhatIsWrongAndCanBeGivenUp(t *testing.T) {
	b := opened(t, text.Chinese, Models)
	b.chosen("/models/config.json", nil)
	b.d.fails = reason.Refuse("", "model_file.no_config")
	b.press("library.read")
	b.press("library.read.file")
	b.says("problem.model_file.no_config")

	b.chosen("", errors.New("gone"))
	b.press("library.read.folder")
	b.see("gone")

	b.chosen("/models/config.json", nil)
	b.d.file, b.d.fails, b.d.slow = fromFile(), nil, true
	b.press("library.read.file")
	b.see(b.p.T("library.read.busy", "name", "config.json"))
	b.press("library.form.cancel")
	b.d.waiting()
	b.notSee(b.p.T("library.form.read", "name", "Mine-20B"))
	b.says("library.add.model")
}

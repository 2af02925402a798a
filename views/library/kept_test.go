package library

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"cardhour/model/hardware"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
)

// again makes the screen anew, as after a change of language or a new start.
func (b *bench) again(tab Tab) {
	b.Helper()
	b.l = New(b.p, b.window, b.d, b.d)
	b.window.SetContent(b.l.Content())
	b.l.Show(tab)
}

func TestAHalfTypedCardIsThereAgain(t *testing.T) {
	for _, lang := range text.Languages {
		b := opened(t, lang, Cards)
		id := b.d.PutCard(hardware.OwnCard{Card: hardware.Card{ID: "Mine", FP16TFLOPS: hardware.Know(100.0), FP16Basis: "measured", BF16: hardware.Yes}})
		b.l.Refresh()
		b.l.cards.search.SetText("Mine")
		b.l.cards.records.Select(0)
		b.press("library.edit")
		b.again(Cards)
		b.notSee(b.p.T("library.form.save")) // nothing was typed
		b.l.cards.search.SetText("Mine")
		b.l.cards.records.Select(0)
		b.press("library.edit")
		b.type_("library.memory", "48 GB")
		b.pick("library.bf16", b.p.Term("no"))
		b.pick("library.maker", "AMD")
		b.unfold()
		b.type_("library.tdp", "300")
		b.again(Cards)
		b.see(b.p.T("library.form.edit.card", "name", "Mine"))
		if got := hand.Entry(t, b.window, b.p.T("library.tdp"), 0).Text; got != "300" {
			t.Errorf("%s: the part with what was typed shows %q", lang, got)
		}
		b.press("library.form.save")
		b.see(b.p.T("problem.number.malformed", "text", "48 GB"))
		b.type_("library.memory", "48")
		b.press("library.form.save")
		want := hardware.Card{ID: "Mine", Vendor: "AMD", MemoryGiB: hardware.Know(48.0), TDPWatts: hardware.Know(300.0),
			FP16TFLOPS: hardware.Know(100.0), FP16Basis: "measured", BF16: hardware.No}
		if len(b.d.cards) != 1 || b.d.cards[0] != (hardware.OwnCard{ID: id, Card: want}) {
			t.Errorf("%s: kept %+v", lang, b.d.cards)
		}
		b.again(Cards)
		b.notSee(b.p.T("library.form.save"))
		b.press("library.add.card")
		b.type_("library.memory", "1")
		b.press("library.form.cancel")
		b.again(Cards)
		b.notSee(b.p.T("library.form.save"))
	}
}

func TestAHalfTypedModelIsThereAgain(t *testing.T) {
	b := opened(t, text.English, Models)
	b.d.file = fromFile()
	b.chosen("/models/Mine-20B/config.json", nil)
	b.press("library.read")
	b.press("library.read.file")
	b.pick("library.attention", b.p.T("library.attention.latent"))
	b.type_("library.latent_rank", "512")
	b.pick("library.tied", b.p.Term("yes"))
	b.again(Models)
	if got := hand.Entry(t, b.window, b.p.T("library.latent_rank"), 0).Text; got != "512" {
		t.Errorf("the rank is %q", got)
	}
	b.notSee(b.p.T("library.window"))
	b.pick("library.attention", b.p.T("library.attention.window"))
	b.press("library.form.save")
	want := fromFile().Model
	want.Tied, want.KVBytesPerToken = hardware.Yes, hardware.Know(4.0*24*8*64)
	if len(b.d.models) != 1 || b.d.models[0].Model != want {
		t.Errorf("kept %+v", b.d.models)
	}
}

func TestAFormThatCannotBeReadIsNone(t *testing.T) {
	for _, kept := range []string{"{", "null", "[]", "7", "{}", `{"text":{}}`, `{"text":{"name":7}}`, `{"text":{"name":"x"},"bf16":"perhaps","kind":"llm","attention":"?"}`,
		`{"text":{"name":"x"},"fp8":"?","kind":"?"}`, `{"text":{"name":"x"},"was":{"ID":7},"kind":"llm"}`} {
		b := opened(t, text.Chinese, Cards)
		b.d.KeepForm("library.card", kept)
		b.d.KeepForm("library.model", kept)
		b.again(Cards)
		b.notSee(b.p.T("library.form.save"))
		b.l.Show(Models)
		b.notSee(b.p.T("library.form.save"))
	}
	b := opened(t, text.Chinese, Models)
	b.d.KeepForm("library.model", `{"id":"gone","was":{"ID":"x","Tied":200},"kind":"llm","tied":"","text":{"name":"x","what":"?"}}`)
	b.again(Models)
	b.press("library.form.save")
	b.see(b.p.T("problem.own.neither"))
}

// Files that are dropped, or a name that another screen sends, do not take the
// place of what is being typed.
func TestNothingTakesThePlaceOfAHalfTypedForm(t *testing.T) {
	for _, lang := range text.Languages {
		b := opened(t, lang, Models)
		b.d.file = fromFile()
		b.l.NewModel("Mine")
		b.l.NewModel("Other") // nothing was typed into the first
		b.type_("library.params.form", "7")
		b.l.ReadModel("/models/dropped.gguf")
		b.l.NewModel("Third")
		b.says("library.form.first")
		if got := hand.Entry(t, b.window, b.p.T("library.form.name"), 0).Text + hand.Entry(t, b.window, b.p.T("library.params.form"), 0).Text; got != "Other7" {
			t.Errorf("%s: the form has %q", lang, got)
		}
		b.type_("library.params.form", "8")
		b.notSee(b.p.T("library.form.first"))
		b.press("library.form.cancel")
		b.l.ReadModel("/models/dropped.gguf")
		b.see(b.p.T("library.form.read", "name", "Mine-20B"))

		b.l.NewCard("Mine")
		b.type_("library.memory", "7")
		b.l.NewCard("Other")
		b.says("library.form.first")
		b.press("library.form.save")
		if len(b.d.cards) != 1 || b.d.cards[0].Card.ID != "Mine" {
			t.Errorf("%s: kept %+v", lang, b.d.cards)
		}
		b.l.NewCard("Other")
		b.see(b.p.T("library.form.describe.card", "name", "Other"))
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

// ended notes what the place that asked for a form is told.
func (b *bench) ended() *[][2]string {
	var told [][2]string
	b.l.ModelDone = func(asked, saved string) { told = append(told, [2]string{asked, saved}) }
	b.l.CardDone = b.l.ModelDone
	return &told
}

func (b *bench) told(told *[][2]string, want ...[2]string) {
	b.Helper()
	if !slices.Equal(*told, want) {
		b.Errorf("told %q, want %q", *told, want)
	}
}

func TestThePlaceThatAskedForAFormIsToldHowItEnds(t *testing.T) {
	for _, lang := range text.Languages {
		b := opened(t, lang, Models)
		told := b.ended()
		b.l.DescribeModel("Mine-7B")
		b.press("library.form.cancel")
		b.told(told, [2]string{"Mine-7B", ""})

		b.l.DescribeModel("Mine-7B")
		b.type_("library.form.name", "Mine-8B")
		b.type_("library.params.form", "8")
		b.again(Models) // a new start forgets nobody
		told = b.ended()
		b.press("library.form.save")
		b.told(told, [2]string{"Mine-7B", "Mine-8B"})

		b.press("library.add.model")
		b.press("library.form.cancel")
		b.told(told, [2]string{"Mine-7B", "Mine-8B"}) // nobody had asked

		b.l.DescribeCard("Mine 48GB")
		b.type_("library.memory", "48")
		b.again(Cards)
		told = b.ended()
		b.press("library.form.save")
		b.told(told, [2]string{"Mine 48GB", "Mine 48GB"})
		b.l.DescribeCard("Other")
		b.key(fyne.KeyEscape)
		b.told(told, [2]string{"Mine 48GB", "Mine 48GB"}, [2]string{"Other", ""})
	}
}

func TestFilesAreReadFromTheFormOfANewModel(t *testing.T) {
	for _, lang := range text.Languages {
		b := opened(t, lang, Models)
		told := b.ended()
		b.d.file = fromFile()
		b.chosen("/models/Mine-20B/config.json", nil)
		b.l.DescribeModel("Mine")
		b.type_("library.context", "4096") // the files do not say it
		b.type_("library.layers", "7")
		b.press("library.read")
		b.says("library.read.title")
		b.press("library.form.cancel")
		if got := hand.Entry(t, b.window, b.p.T("library.layers"), 0).Text; got != "7" {
			t.Errorf("%s: back in the form there are %q layers", lang, got)
		}
		b.press("library.read")
		b.press("library.read.file")
		b.see(b.p.T("library.form.read", "name", "Mine"))
		b.notSee(b.p.T("library.read"))
		b.again(Models) // what was typed is kept with what was read
		told2 := b.ended()
		b.press("library.form.save")
		want := fromFile().Model
		want.ID, want.MaxContext, want.KVBytesPerToken = "Mine", hardware.Know(4096), hardware.Know(4.0*24*8*64)
		if len(b.d.models) != 1 || b.d.models[0].Model != want {
			t.Errorf("%s: kept %+v", lang, b.d.models)
		}
		b.told(told)
		b.told(told2, [2]string{"Mine", "Mine"})

		b.l.DescribeModel("Other") // and files that are dropped on it
		b.l.ReadModel("/models/dropped.gguf")
		b.press("library.form.save")
		b.told(told2, [2]string{"Mine", "Mine"}, [2]string{"Other", "Other"})

		b.press("library.add.model")
		b.press("library.read")
		b.l.ReadModel("/models/dropped.gguf")
		b.see(b.p.T("library.form.read", "name", "Mine-20B"))
		b.press("library.form.cancel")
		b.told(told2, [2]string{"Mine", "Mine"}, [2]string{"Other", "Other"})
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

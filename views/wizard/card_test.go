package wizard

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/hardware"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

func TestTheCardStepShowsTheNeedInItsPartsAndEachVerdict(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"约需 21.6 GiB（19.4–23.7）", "模型权重", "14.2", "经验法则", "✓ 可用", "△ 偏紧", "✕ 放不下", "¥134.00", "+52.0"},
		text.English: {"Needs about 21.6 GiB (19.4–23.7)", "Weights", "14.2", "Rule of thumb", "✓ Fits", "△ Tight", "✕ No fit", "¥134.00", "+52.0"},
	} {
		w, _ := show(t, worked(), lang, theme.Light)
		w.Show(decision.StepCard)
		reads(t, w.body, words...)
	}
	noMissingText(t)
}

func TestARowOpensToItsReasonsAndWhatWouldMakeItFit(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"需要 19.42 GiB～23.74 GiB", "任改一项", "LoRA 改为 QLoRA", "增加卡数 → 2", "12.0 GiB"},
		text.English: {"needs 19.42 GiB–23.74 GiB", "Any one of these", "QLoRA instead of LoRA", "More cards → 2", "12.0 GiB"},
	} {
		f := worked()
		w, _ := show(t, f, lang, theme.Light)
		w.Show(decision.StepCard)
		readsNot(t, w.body, words[0])
		row := allOn[*widgets.Fold](w.body)[2] // the tight one
		row.FocusGained()
		row.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		reads(t, w.body, words...)

		f.records.Quotes[0].PlatformName = "平台 Z"
		w.Refresh()
		reads(t, w.body, append(words, "平台 Z")...) // an open row stays open
		allOn[*widgets.Fold](w.body)[2].Tapped(nil)
		readsNot(t, w.body, words[0])
	}
	noMissingText(t)
}

func TestTheCatalogueOfCardsCanBeSearched(t *testing.T) {
	w, _ := show(t, worked(), text.English, theme.Light)
	w.Show(decision.StepCard)
	table := w.steps[decision.StepCard].(*cardStep).all
	rows := func() int { return len(allOn[*widgets.Fold](table.rows)) }
	if rows() != 3 {
		t.Fatalf("%d rows", rows())
	}
	table.search.SetText("3060")
	if rows() != 1 {
		t.Errorf("%d rows while searching", rows())
	}
	reads(t, w.body, "1 cards, 0 of them fit.")
	table.search.SetText("no such card")
	reads(t, w.body, "No card matches \"no such card\".")
	noMissingText(t)
}

// choose picks a value of the n-th picker of the table of cards.
func choose(t *testing.T, table *cardTable, n int, word string) {
	t.Helper()
	picker := allOn[*widget.Select](table.box)[n]
	if !slices.Contains(picker.Options, word) {
		t.Fatalf("%q is none of %v", word, picker.Options)
	}
	picker.SetSelected(word)
}

// fastCards is the worked decision with speeds: the figures of both larger
// cards are known, and the work is a number of tokens.
func fastCards() *fake {
	f := worked()
	card := f.know.Card
	f.know.Card = func(id string) (hardware.Card, bool) {
		c, ok := card(id)
		switch id {
		case "A100 80GB":
			c.FP16TFLOPS, c.ComputeCapability = hardware.Know(312.0), hardware.Know(8.0)
		case "RTX 4090 24GB":
			c.FP16TFLOPS, c.ComputeCapability = hardware.Know(165.0), hardware.Know(8.9)
		}
		c.LinkGBs = hardware.Know(0.0)
		return c, ok
	}
	f.d.Task.Work = task.Work{Unit: task.WorkTokens, Likely: dec("60000000")}
	return f
}

func TestEachCardShowsSpeedHoursAndLimit(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"token/秒", "估算", "小时", "算力", "1 张 · 平台"},
		text.English: {"tokens/s", "estimated", "h", "Compute", "1 × · 平台"},
	} {
		f := fastCards()
		w, window := show(t, f, lang, theme.Light)
		window.Resize(fyne.NewSize(1192, 800))
		w.Show(decision.StepCard)
		reads(t, w.body, words...)
		for _, c := range f.Result().Candidates {
			if c.Speed != nil && c.Out == nil { // what the model says is what the screen says
				reads(t, w.body, w.p.Speed(c.Speed.Unit, c.Speed.PerSecond.Likely), w.p.Hours(int64(c.Hours.Likely)))
			}
		}
	}
	noMissingText(t)
}

func TestTheTableOfCardsCanBePutInAnotherOrder(t *testing.T) {
	w, _ := show(t, fastCards(), text.English, theme.Light)
	w.Show(decision.StepCard)
	table := w.steps[decision.StepCard].(*cardStep).all
	names := func() (all []string) {
		for _, row := range table.shown {
			all = append(all, row.name+" "+row.about[:1])
		}
		return all
	}
	for _, want := range []struct {
		order string
		rows  []string
	}{
		{"Smallest that fits first", []string{"A100 80GB 1", "RTX 4090 24GB 2", "RTX 3060 12GB 4"}},
		{"Most memory first", []string{"A100 80GB 1", "RTX 4090 24GB 2", "RTX 3060 12GB 4"}},
		{"Soonest done first", []string{"RTX 4090 24GB 2", "A100 80GB 1", "RTX 3060 12GB 4"}},
		{"Cheapest quote first", []string{"A100 80GB 1", "RTX 4090 24GB 2", "RTX 3060 12GB 4"}},
	} {
		choose(t, table, 0, want.order)
		if got := names(); !slices.Equal(got, want.rows) {
			t.Errorf("%s: %v, want %v", want.order, got, want.rows)
		}
	}
	choose(t, table, 1, "4 of each")
	choose(t, table, 0, "Soonest done first")
	if got := names(); got[0] != "A100 80GB 4" || got[1] != "RTX 4090 24GB 4" {
		t.Errorf("four of each: %v", got)
	}
	check := allOn[*widget.Check](table.box)[0]
	choose(t, table, 1, "1 of each")
	check.SetChecked(true)
	for _, row := range table.shown {
		if row.name == "RTX 3060 12GB" {
			t.Error("a card on which it cannot run is listed")
		}
	}
	noMissingText(t)
}

func TestAChangeCanBeTakenFromItsRow(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.English, theme.Light)
	w.Show(decision.StepCard)
	allOn[*widgets.Fold](w.body)[2].Tapped(nil) // the tight one
	pressOn(t, w.body, "Do this", 0)
	if f.d.Task.Options.FusedCE != hardware.Yes {
		t.Fatalf("the first change is the fused cross-entropy: %+v", f.d.Task.Options)
	}
	reads(t, w.body, "Needs about 18.1 GiB")
	noMissingText(t)
}

func TestARowLeadsToAQuoteForItsCard(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.English, theme.Light)
	w.Show(decision.StepCard)
	table := w.steps[decision.StepCard].(*cardStep).all
	choose(t, table, 1, "2 of each")
	allOn[*widgets.Fold](table.rows)[0].Tapped(nil)
	name := table.shown[0].name
	pressOn(t, w.body, "Enter a quote for this card", 0)
	form := w.steps[decision.StepBilling].(*billingStep).form
	if w.Open() != decision.StepBilling || form == nil || form.draft.text[fieldCard] != name || form.draft.text["rate.cards"] != "2" {
		t.Fatalf("step %d, %+v", w.Open(), form)
	}
	form.draft.text["rate.amount"] = "7"
	w.steps[decision.StepBilling].(*billingStep).addFor("another", 1)
	if again := w.steps[decision.StepBilling].(*billingStep).form; again.draft.text["rate.amount"] != "7" {
		t.Error("what was typed is thrown away")
	}
}

func TestHowTheJobIsRunCanBeChosen(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.English, theme.Light)
	w.Show(decision.StepCard)
	options := w.steps[decision.StepCard].(*cardStep).options
	pick := func(n int, word string) { allOn[*widget.Select](options.form)[n].SetSelected(word) }
	pick(0, "No") // no checkpointing
	reads(t, w.body, "Needs about 33.3 GiB")
	pick(0, "Default (Yes)")
	reads(t, w.body, "Needs about 21.6 GiB")
	pick(2, "8-bit AdamW")
	if f.d.Task.Options.Optimizer != sizing.AdamW8bit {
		t.Errorf("%+v", f.d.Task.Options)
	}
	rank := allOn[*widget.Entry](options.form)[0]
	rank.SetText("64")
	if f.d.Task.Options.LoRARank != 64 {
		t.Errorf("%+v", f.d.Task.Options)
	}
	f.EditTask("method", func(k *task.Task) { k.Method = sizing.Inference })
	pick(1, "int8")
	if f.d.Task.Options.KV != sizing.KVInt8 || f.d.Task.Options.LoRARank != 64 {
		t.Errorf("%+v", f.d.Task.Options)
	}
	noMissingText(t)
}

func TestPreparingOnACheapCardIsCompared(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"换个走法", "先在平台 A · A100 80GB 准备 10 小时，再到平台 B · A100 80GB 干活", "比全程用平台 B · A100 80GB"},
		text.English: {"Other ways to do the job", "Prepare for 10 h on 平台 A · A100 80GB, then work on 平台 B · A100 80GB", "than all of it on 平台 B · A100 80GB"},
	} {
		f := worked()
		w, _ := show(t, f, lang, theme.Light)
		w.Show(decision.StepCard)
		f.EditTask("plan.prepare", func(k *task.Task) { k.Plan.Prepare = 10 * billing.Hour })
		reads(t, w.body, words...)
	}
	noMissingText(t)
}

func TestPicturesShowTheRunThatIsNearest(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"约需 34.0 GiB", "查实测", "1024 × 1024", "diffusers docs", "✓ 可用"},
		text.English: {"Needs about 34.0 GiB", "looked up", "1024 × 1024", "diffusers docs", "✓ Fits"},
	} {
		f := worked()
		f.know.Visual = []sizing.VisualRun{{Model: "FLUX.1-dev", Task: sizing.ImageGen, Precision: "bf16", WeightBits: 16, Width: 1024, Height: 1024,
			Batch: hardware.Know(1), Cards: 1, GiB: 34, Class: sizing.RunMeasured, Source: "diffusers docs"}}
		f.d.Task.Kind, f.d.Task.Model, f.d.Task.Method = task.Generation, "FLUX.1-dev", sizing.Inference
		w, _ := show(t, f, lang, theme.Light)
		w.Show(decision.StepCard)
		reads(t, w.body, words...)
		if got, want := w.answer(decision.StepCard), w.p.T("step.answer.memory", "gib", "34.0 GiB"); got != want {
			t.Errorf("the step says %q, not %q", got, want)
		}
	}
	noMissingText(t)
}

func TestACardThatIsTooSmallForPicturesShowsWhatWouldFit(t *testing.T) {
	f := worked()
	run := sizing.VisualRun{Model: "FLUX.1-dev", Task: sizing.ImageGen, Precision: "bf16", WeightBits: 16, Width: 1024, Height: 1024,
		Batch: hardware.Know(1), Cards: 1, GiB: 34, Class: sizing.RunMeasured, Source: "diffusers docs"}
	small := run
	small.Precision, small.WeightBits, small.GiB = "torchao int4", 4, 14.7
	f.know.Visual = []sizing.VisualRun{run, small}
	f.d.Task.Kind, f.d.Task.Model, f.d.Task.Method = task.Generation, "FLUX.1-dev", sizing.Inference
	w, _ := show(t, f, text.English, theme.Light)
	w.Show(decision.StepCard)
	allOn[*widgets.Fold](w.body)[2].Tapped(nil) // 24 GiB
	reads(t, w.body, "✕ No fit", "These ways are on record and would fit:", "torchao int4 · 1024 × 1024")
	allOn[*widgets.Fold](w.body)[3].Tapped(nil) // 12 GiB
	reads(t, w.body, "No way on record would fit this card.")
	noMissingText(t)
}

func TestCardsOfAnotherSoftwareStandBehindOrDropOut(t *testing.T) {
	f := worked()
	card := f.know.Card
	f.know.Card = func(id string) (hardware.Card, bool) {
		c, ok := card(id)
		if id == "A100 80GB" {
			c.Vendor = "Huawei"
		}
		return c, ok
	}
	w, _ := show(t, f, text.English, theme.Light)
	w.Show(decision.StepCard)
	table := w.steps[decision.StepCard].(*cardStep).all
	if table.shown[0].name != "RTX 4090 24GB" || table.shown[1].name != "A100 80GB" || table.shown[1].verdict != "✓ Fits" {
		t.Errorf("%+v", table.shown)
	}
	w.Show(decision.StepTask)
	w.steps[decision.StepTask].(*taskStep).stack.Select.SetSelected("CUDA")
	w.Show(decision.StepCard)
	if last := table.shown[len(table.shown)-1]; last.name != "A100 80GB" || last.verdict[:3] != "✕" {
		t.Errorf("%+v", table.shown)
	}
	noMissingText(t)
}

func TestWithoutAModelTheCardStepSaysSoAndLeadsToStepOne(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"还不知道要多大显存", "请先在第 1 步选模型和方式", "去第 1 步修改"},
		text.English: {"not known yet", "model", "Change in step 1"},
	} {
		f := worked()
		f.d.Task.Model = ""
		w, _ := show(t, f, lang, theme.Light)
		w.Show(decision.StepCard)
		reads(t, w.body, words...)
		pressOn(t, w.body, words[2], 0)
		if w.Open() != decision.StepTask {
			t.Error("step 1 did not open")
		}
		w.Show(decision.StepCard)
		f.EditTask("model", func(k *task.Task) { k.Model = "Qwen2.5-7B" })
		reads(t, w.body, "21.6 GiB")
	}
	noMissingText(t)
}

func TestACardThatIsNotListedIsUnknownWithTheReason(t *testing.T) {
	f := worked()
	q := f.records.Quotes[0]
	q.Card = "卡 X"
	f.PutQuote(q)
	q.ID, q.Card = "", ""
	f.PutQuote(q)
	w, _ := show(t, f, text.Chinese, theme.Light)
	w.Show(decision.StepCard)
	for _, row := range allOn[*widgets.Fold](w.body)[:5] {
		row.Tapped(nil)
	}
	reads(t, w.body, "? 未知", "资料库里没有“卡 X”", "这个报价没写是哪种卡")
	noMissingText(t)
}

func TestACardThatLacksTheNumbersIsNotCalledTooSmall(t *testing.T) {
	f := worked()
	card := f.know.Card
	f.know.Card = func(id string) (hardware.Card, bool) {
		c, ok := card(id)
		c.BF16 = hardware.No
		return c, ok
	}
	w, _ := show(t, f, text.Chinese, theme.Light)
	w.Show(decision.StepCard)
	reads(t, w.body, "✕ 不支持")
}

func TestWithoutQuotesTheCardsOfTheCatalogueStand(t *testing.T) {
	for lang, word := range map[text.Language]string{text.Chinese: "还没有报价", text.English: "There is no quote yet"} {
		f := worked()
		f.records.Quotes = nil
		w, _ := show(t, f, lang, theme.Light)
		w.Show(decision.StepCard)
		reads(t, w.body, word, "A100 80GB")
	}
	noMissingText(t)
}

func TestDrawCard(t *testing.T) {
	for _, lang := range text.Languages {
		for _, variant := range []theme.Variant{theme.Light, theme.Dark} {
			for name, size := range map[string]fyne.Size{"936": fyne.NewSize(936, 700), "1192": fyne.NewSize(1192, 800)} {
				w, window := show(t, worked(), lang, variant)
				window.Resize(size)
				w.Show(decision.StepCard)
				name = string(lang) + "-" + string(variant) + "-" + name
				draw(t, window, "card-"+name)
				for _, row := range allOn[*widgets.Fold](w.body)[2:5] {
					row.Tapped(nil)
				}
				w.scroll.ScrollToBottom()
				draw(t, window, "card-"+name+"-end")
			}
		}
	}
	noMissingText(t)
}

package wizard

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/model/hardware"
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
	before := len(allOn[*widgets.Fold](w.body))
	search := allOn[*widget.Entry](w.body)[0]
	search.SetText("3060")
	if got := len(allOn[*widgets.Fold](w.body)); got != before-2 {
		t.Errorf("%d rows while searching, %d before", got, before)
	}
	reads(t, w.body, "0 of the 1 shown")
	search.SetText("no such card")
	reads(t, w.body, "No card matches \"no such card\".")
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
	reads(t, w.body, "? 未知", "目录里没有“卡 X”", "这个报价没写是哪种卡")
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

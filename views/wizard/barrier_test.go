package wizard

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/barrier"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/reason"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// tick taps a must-have.
func tick(t *testing.T, w *Wizard, word string) {
	t.Helper()
	for _, c := range allOn[*widget.Check](w.body) {
		if c.Text == word {
			test.Tap(c)
			return
		}
	}
	t.Fatalf("there is no must-have %q", word)
}

// heeding makes the facts of a fake tell the person's own answers.
func heeding(f *fake) *fake {
	facts := f.know.Facts
	f.know.Facts = func(platform, key string) fact.Fact[string] {
		for _, a := range f.answers {
			if req, _ := barrier.ByID(a.Requirement); a.Platform == platform && req.Key == key {
				return fact.Fact[string]{Claims: []fact.Claim[string]{{Value: a.Value, Note: a.Note, Own: true}}}
			}
		}
		return facts(platform, key)
	}
	return f
}

func TestAMustHaveThatFailsTakesThePlatformOutWithTheReason(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"里面能用 Docker", "✕ 不满足", "里面能用 Docker：否", "AutoDL docs", "博客文章", "✕ 淘汰", "✓ 满足", "△ 待确认"},
		text.English: {"Docker inside", "✕ Not met", "Docker inside: No", "AutoDL docs", "blog", "✕ Falls out", "✓ Met", "△ To ask"},
	} {
		f := worked()
		w, _ := show(t, f, lang, theme.Light)
		w.Show(decision.StepBarrier)
		readsNot(t, w.body, words[1])
		tick(t, w, words[0])
		reads(t, w.body, words...)
		if len(f.d.MustHaves) != 3 {
			t.Errorf("must-haves: %v", f.d.MustHaves)
		}
		tick(t, w, words[0])
		readsNot(t, w.body, words[1])
	}
	noMissingText(t)
}

func TestALimitIsReadAndAWrongOneKept(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.English, theme.Light)
	w.Show(decision.StepBarrier)
	reads(t, w.body, "Ticket response time (at most 4 hours)")
	limit := allOn[*widget.Entry](w.body)[0]
	limit.SetText("１２")
	reads(t, w.body, "(at most 12 hours)")
	for _, wrong := range []string{"soon", "-3", "1e99", "0"} {
		limit.SetText(wrong)
		f.tell()
		if got := f.d.MustHaves[1]; !got.Limit.Equal(dec("12")) || limit.Text != wrong {
			t.Errorf("%q: limit %s, field %q", wrong, got.Limit, limit.Text)
		}
	}
	reads(t, w.body, "This must be more than 0. Enter a larger number.")
	limit.SetText("")
	reads(t, w.body, "(at most 4 hours)")
}

func TestAQuestionIsCopiedAndItsAnswerKept(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"请问工单多少小时内回复？", "复制问题", "填答案", "记下", "还没有答案", "工单响应时间（至多 4 小时）：6 小时", "你的记录 · 客服"},
		text.English: {"Within how many hours are tickets answered?", "Copy question", "Enter the answer", "Keep answer", "no answer yet", "Ticket response time (at most 4 hours): 6 hours", "your record · 客服"},
	} {
		f := heeding(worked())
		f.d.MustHaves = []barrier.Wanted{{ID: "ticket_hours"}}
		f.records.Quotes = f.records.Quotes[2:3] // AutoDL
		w, _ := show(t, f, lang, theme.Light)
		w.Show(decision.StepBarrier)
		reads(t, w.body, words[:3]...)
		pressOn(t, w.body, words[1], 0)
		if got := fyne.CurrentApp().Clipboard().Content(); got != words[0] {
			t.Errorf("on the clipboard: %q", got)
		}
		pressOn(t, w.body, words[2], 0)
		pressOn(t, w.body, words[3], 0)
		reads(t, w.body, words[4])
		fields := allOn[*widget.Entry](w.body) // the limit, the number, who said so
		fields[1].SetText("6")
		fields[2].SetText("客服")
		f.tell()
		if fields[1].Text != "6" {
			t.Error("what was typed is lost when something else changes")
		}
		pressOn(t, w.body, words[3], 0)
		if want := (barrier.Answer{Platform: "autodl", Requirement: "ticket_hours", Value: "6", Note: "客服"}); len(f.answers) != 1 || f.answers[0] != want {
			t.Fatalf("answers: %+v", f.answers)
		}
		reads(t, w.body, words[5], words[6], "✕")
	}
	noMissingText(t)
}

func TestAScreenshotSupportsAnAnswer(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"填答案", "附上截图…", "移除", "超过 20 MiB，没有附上", "记下"},
		text.English: {"Enter the answer", "Attach a screenshot…", "Remove", "larger than 20 MiB, so it was not attached", "Keep answer"},
	} {
		f := heeding(worked())
		f.d.MustHaves = []barrier.Wanted{{ID: "ticket_hours"}}
		f.records.Quotes = f.records.Quotes[2:3] // AutoDL
		w, window := show(t, f, lang, theme.Light)
		opened := ""
		w.OpenFile = func(path string) { opened = path }
		w.Show(decision.StepBarrier)
		pressOn(t, w.body, words[0], 0)
		pressOn(t, w.body, words[1], 0)
		top := window.Canvas().Overlays().Top()
		if top == nil {
			t.Fatal("no dialog asks for the file")
		}
		window.Canvas().Overlays().Remove(top)

		chosen := "/home/me/" + strings.Repeat("很长的名字", 9) + "回复.png"
		w.choose = func(_ fyne.Window, _ string, endings []string, then func(string, error)) {
			if !slices.Contains(endings, ".png") || slices.Contains(endings, ".html") {
				t.Errorf("asked for %v", endings)
			}
			then(chosen, nil)
		}
		allOn[*widget.Entry](w.body)[1].SetText("6")
		pressOn(t, w.body, words[1], 0)
		name := "很长的名字很长…字回复.png"
		reads(t, w.body, name, words[2])
		pressOn(t, w.body, name, 0)
		if opened != f.EvidencePath(fact.Evidence{Name: filepath.Base(chosen)}) {
			t.Errorf("opened: %q", opened)
		}
		f.refused = reason.Refuse("", "evidence.too_big", reason.Word("name", "b.png"), reason.Int("most", reason.Count, 20))
		pressOn(t, w.body, words[1], 0)
		reads(t, w.body, words[3])
		draw(t, window, "4-barrier-evidence-"+string(lang))
		if got := allOn[*widget.Entry](w.body)[1].Text; got != "6" {
			t.Errorf("what was typed became %q", got)
		}
		pressOn(t, w.body, words[4], 0)
		reads(t, w.body, name) // it stays beside the answer
		pressOn(t, w.body, words[2], 0)
		readsNot(t, w.body, name)
	}
	noMissingText(t)
}

func TestAPlatformOutsideTheCatalogueIsAnsweredForByItsName(t *testing.T) {
	f := worked()
	f.d.MustHaves = []barrier.Wanted{{ID: "jupyter"}}
	w, _ := show(t, f, text.Chinese, theme.Light)
	w.Show(decision.StepBarrier)
	pressOn(t, w.body, "填答案", 0)
	yes := allOn[*widget.RadioGroup](w.body)[0]
	yes.SetSelected("是")
	pressOn(t, w.body, "记下", 0)
	if len(f.answers) != 1 || !strings.HasPrefix(f.answers[0].Platform, "平台 ") || f.answers[0].Value != "yes" {
		t.Errorf("answers: %+v", f.answers)
	}
}

func TestSourcesThatDisagreeAreBothShown(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"来源说法不一", "有 Jupyter：是 / 否", "是：docs", "否：guide"},
		text.English: {"Sources disagree", "Jupyter: Yes / No", "Yes: docs", "No: guide"},
	} {
		f := worked()
		f.know.Facts = func(string, string) fact.Fact[string] {
			return fact.Fact[string]{Claims: []fact.Claim[string]{{Value: "yes", Source: "docs", Confidence: fact.Official}, {Value: "no", Source: "guide", Confidence: fact.Blog}}}
		}
		w, _ := show(t, f, lang, theme.Light)
		w.Show(decision.StepBarrier)
		reads(t, w.body, words...)
	}
	noMissingText(t)
}

func TestTheFiveQuestionsAreOneMessageInEitherLanguage(t *testing.T) {
	w, _ := show(t, worked(), text.Chinese, theme.Light)
	w.Show(decision.StepBarrier)
	for button, words := range map[string][]string{
		"复制中文": {"1. 关机", "2. 带宽", "3. 存储", "删除实例后", "4. 互联", "5. 支持"},
		"复制英文": {"1. Shutdown", "2. Bandwidth", "3. Storage", "After I delete", "4. Interconnect", "5. Support"},
	} {
		pressOn(t, w.body, button, 0)
		got := fyne.CurrentApp().Clipboard().Content()
		for _, word := range words {
			if !strings.Contains(got, word) {
				t.Errorf("%s: no %q in %q", button, word, got)
			}
		}
	}
	reads(t, w.body, "已复制")
	noMissingText(t)
}

func TestAnEmptyBarrierStepTeaches(t *testing.T) {
	for lang, words := range map[text.Language][]string{
		text.Chinese: {"还没有硬要求", "还没有平台", "去“计费”"},
		text.English: {"Nothing is asked yet", "No platform yet", "Go to Billing"},
	} {
		f := worked()
		f.d.MustHaves = nil
		w, _ := show(t, f, lang, theme.Light)
		w.Show(decision.StepBarrier)
		reads(t, w.body, words[0])
		f.records.Quotes = nil
		w.Refresh()
		reads(t, w.body, words[1])
		pressOn(t, w.body, words[2], 0)
		if w.Open() != decision.StepBilling {
			t.Error("step 2 did not open")
		}
	}
	noMissingText(t)
}

func TestEveryMustHaveHasItsWordsInBothLanguages(t *testing.T) {
	for _, lang := range text.Languages {
		p := text.New(lang)
		for _, req := range barrier.Requirements {
			for _, key := range []string{"term.must_" + req.ID, "must_ask." + req.ID} {
				if !p.Has(key) {
					t.Errorf("%s: no text for %s", lang, key)
				}
			}
		}
	}
}

func TestDrawBarrier(t *testing.T) {
	for _, lang := range text.Languages {
		for _, variant := range []theme.Variant{theme.Light, theme.Dark} {
			for name, size := range map[string]fyne.Size{"936": fyne.NewSize(936, 700), "1192": fyne.NewSize(1192, 800)} {
				f := heeding(worked())
				f.records.Quotes = f.records.Quotes[1:3]
				f.d.MustHaves = append(f.d.MustHaves, barrier.Wanted{ID: "docker_inside"}, barrier.Wanted{ID: "min_topup"})
				w, window := show(t, f, lang, variant)
				window.Resize(size)
				w.Show(decision.StepBarrier)
				name = string(lang) + "-" + string(variant) + "-" + name
				draw(t, window, "barrier-"+name)
				pressOn(t, w.body, w.p.T("barrier.answer"), 4)
				pressOn(t, w.body, w.p.T("barrier.keep"), 0)
				w.scroll.ScrollToBottom()
				draw(t, window, "barrier-"+name+"-end")
			}
		}
	}
	noMissingText(t)
}

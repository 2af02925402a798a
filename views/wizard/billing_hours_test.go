package wizard

import (
	"strings"
	"testing"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/task"
	"cardhour/views/text"
)

// counted is a decision with one quote of an A100 and one of an RTX 4090, the
// speeds of which can be estimated.
func counted(work task.Work) *fake {
	f := worked()
	card := f.know.Card
	f.know.Card = func(id string) (hardware.Card, bool) {
		c, ok := card(id)
		switch id {
		case "A100 80GB":
			c.FP16TFLOPS = hardware.Know(312.0)
		case "RTX 4090 24GB":
			c.FP16TFLOPS, c.MemoryGiB = hardware.Know(165.0), hardware.Know(24.0)
		}
		return c, ok
	}
	quotes := f.records.Quotes[:2]
	quotes[1].Card = "RTX 4090 24GB"
	f.records = decision.Records{Quotes: quotes}
	f.d.Task.Work = work
	f.d.Task.Plan.Prepare, f.d.Task.Plan.DataDays = 3*billing.Hour, 30
	return f
}

func TestTheUsefulHoursSayWhereTheyComeFrom(t *testing.T) {
	tokens := task.Work{Unit: task.WorkTokens, Likely: dec("20000000")}
	stated := tokens
	stated.PerSecond = dec("1000")
	requests := task.Work{Unit: task.WorkImages, Likely: dec("600"), PerSecond: dec("0.1")}
	named := task.Work{Unit: task.WorkHours, Likely: dec("8"), Card: "RTX 4090 24GB"}
	pair := named
	pair.Cards = 2
	plain := task.Work{Unit: task.WorkHours, Likely: dec("8")}
	for name, c := range map[string]struct {
		work    task.Work
		prepare bool
		card    string
		en, zh  string // {h} stands for the useful hours, {s} for the speed
	}{
		"estimated":             {tokens, true, "A100 80GB", "{h} = 3 h of preparation + 20,000,000 tokens at {s} (estimated)", "{h} = 准备 3 小时 + 20,000,000 token，按 {s}（估算）"},
		"not prepared":          {tokens, false, "A100 80GB", "{h} = 20,000,000 tokens at {s} (estimated)", "{h} = 20,000,000 token，按 {s}（估算）"},
		"a stated speed":        {stated, true, "A100 80GB", "8 h 33 min 20 s = 3 h of preparation + 20,000,000 tokens at 1,000 tokens/s (as you stated)", "8 小时 33 分 20 秒 = 准备 3 小时 + 20,000,000 token，按 1,000 token/秒（你填的速度）"},
		"slow work":             {requests, false, "A100 80GB", "1 h 40 min = 600 images at 10 s/image (as you stated)", "1 小时 40 分 = 600 张图，按 10 秒/张（你填的速度）"},
		"hours elsewhere":       {named, true, "A100 80GB", "{h} = 3 h of preparation + 8 h on RTX 4090 24GB, scaled by speed", "{h} = 准备 3 小时 + RTX 4090 24GB 上的 8 小时，按速度折算"},
		"hours on several":      {pair, false, "A100 80GB", "{h} = 8 h on 2 × RTX 4090 24GB, scaled by speed", "{h} = 2 × RTX 4090 24GB 上的 8 小时，按速度折算"},
		"hours on it":           {named, true, "RTX 4090 24GB", "11 h = 3 h of preparation + 8 h of work", "11 小时 = 准备 3 小时 + 任务 8 小时"},
		"hours that were typed": {plain, false, "A100 80GB", "", ""},
	} {
		inBothLanguages(t, func(t *testing.T, lang text.Language) {
			f := counted(c.work)
			if !c.prepare {
				f.d.Task.Plan.Prepare = 0
			}
			w, _, p := showBilling(t, f, lang)
			for i, one := range f.Result().Candidates {
				if one.Quote.Card != c.card {
					continue
				}
				openQuote(t, w, i)
				if c.en == "" {
					readsNot(t, w.body, " = ")
					return
				}
				want := map[text.Language]string{text.English: "Useful work: " + c.en, text.Chinese: "有效算力：" + c.zh}[lang]
				want = strings.ReplaceAll(want, "{h}", p.Duration(int64(one.Usage.Useful)))
				if one.Speed != nil {
					want = strings.ReplaceAll(want, "{s}", p.Speed(one.Speed.Unit, one.Speed.PerSecond.Likely))
				}
				if shown := wordsOf(w); !strings.Contains("\n"+shown+"\n", "\n"+want+"\n") {
					t.Errorf("%s: no %q in\n%s", name, want, shown)
				}
				return
			}
			t.Fatalf("%s: no quote of %s", name, c.card)
		})
	}
	noMissingText(t)
}

func TestAPricePerTokenHasNoHoursToExplain(t *testing.T) {
	f := counted(task.Work{Unit: task.WorkTokens, Likely: dec("20000000")})
	q := billing.Quote{PlatformName: "API", Mode: billing.PerToken, Rate: billing.NewRate(money.Of("1", "CNY"), billing.PerHour)}
	w, _, _ := showBilling(t, f, text.English)
	if said := w.hoursFrom(decision.Candidate{Quote: q, Cost: &billing.Estimate{}, Usage: &billing.Usage{}}); said != "" {
		t.Error(said)
	}
}

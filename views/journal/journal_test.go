package journal

import (
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/sizing"
	"cardhour/model/trial"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
)

var dec = decimal.MustParse

// fake is a session in memory: edits take effect at once.
type fake struct {
	decisions []decision.Decision
	quotes    []billing.Quote
	runs      []trial.Run
	bills     []trial.Bill
	changed   func()
	ids       int
	begun     int
	forms     map[string]string
}

var east = time.FixedZone("", 8*3600)

func (f *fake) Now() time.Time                 { return time.Date(2026, 11, 30, 15, 4, 5, 0, east) }
func (f *fake) Decisions() []decision.Decision { return f.decisions }
func (f *fake) AllQuotes() []billing.Quote     { return f.quotes }
func (f *fake) AllRuns() []trial.Run           { return f.runs }
func (f *fake) AllBills() []trial.Bill         { return f.bills }
func (f *fake) NewDecision()                   { f.begun++ }
func (f *fake) OpenDecision(string)            {}
func (f *fake) OpenExample()                   {}
func (f *fake) PlatformName(id string) string  { return map[string]string{"autodl": "AutoDL"}[id] }

func (f *fake) Form(key string) string { return f.forms[key] }

func (f *fake) KeepForm(key, text string) {
	if f.forms == nil {
		f.forms = map[string]string{}
	}
	f.forms[key] = text
}

func (f *fake) PutRun(r trial.Run) string {
	defer f.changed()
	if r.ID == "" {
		f.ids++
		r.ID = "new" + strconv.Itoa(f.ids)
	}
	f.runs = append(slices.DeleteFunc(slices.Clone(f.runs), func(x trial.Run) bool { return x.ID == r.ID }), r)
	return r.ID
}

func (f *fake) PutBill(b trial.Bill) string {
	defer f.changed()
	if b.ID == "" {
		f.ids++
		b.ID = "new" + strconv.Itoa(f.ids)
	}
	f.bills = append(slices.DeleteFunc(slices.Clone(f.bills), func(x trial.Bill) bool { return x.ID == b.ID }), b)
	return b.ID
}

func (f *fake) DeleteRun(id string) {
	f.runs = slices.DeleteFunc(slices.Clone(f.runs), func(x trial.Run) bool { return x.ID == id })
	f.changed()
}

func (f *fake) DeleteBill(id string) {
	f.bills = slices.DeleteFunc(slices.Clone(f.bills), func(x trial.Bill) bool { return x.ID == id })
	f.changed()
}

func at(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour, minute, 0, 0, east) }

// decided has two decisions and nothing tried.
func decided() *fake {
	quote := func(id, d, platform, name, card string) billing.Quote {
		return billing.Quote{ID: id, DecisionID: d, Platform: platform, PlatformName: name, Card: card, Rate: billing.NewRate(money.Of("12", "CNY"), billing.PerHour)}
	}
	return &fake{decisions: []decision.Decision{{ID: "d1", Name: "LoRA", Currency: "CNY"}, {ID: "d2", Currency: "USD"}},
		quotes: []billing.Quote{quote("q1", "d1", "", "平台 A", "A100 80GB"), quote("q2", "d1", "autodl", "", "RTX 4090 24GB")}}
}

// tried has a finished run with its bill, a failed one, and one still running.
func tried() *fake {
	f := decided()
	f.runs = []trial.Run{
		{ID: "r1", DecisionID: "d1", QuoteID: "q1", Platform: "平台 A", Card: "A100 80GB", Cards: 1, Outcome: trial.Passed,
			At: map[trial.Event]time.Time{trial.PoweredOn: at(2, 8, 0), trial.TaskStarted: at(2, 9, 0), trial.TaskEnded: at(2, 17, 0), trial.ShutDown: at(2, 18, 0)}},
		{ID: "r2", DecisionID: "d1", Platform: "恒源云", Card: "RTX 4090 24GB", Cards: 2, Outcome: trial.Failed, Note: "CUDA out of memory",
			At: map[trial.Event]time.Time{trial.PoweredOn: at(20, 8, 0), trial.ShutDown: at(20, 9, 0)}},
		{ID: "r3", DecisionID: "d2", Platform: "AutoDL", Card: "RTX 4090 24GB", Cards: 1, At: map[trial.Event]time.Time{trial.PoweredOn: at(30, 11, 4)}},
	}
	f.bills = []trial.Bill{
		{ID: "b1", RunID: "r1", Currency: "CNY", Issued: at(3, 0, 0), Charges: []trial.Charge{
			{Kind: billing.Useful, Amount: dec("96")}, {Kind: billing.Storage, Amount: dec("18")}, {Kind: billing.Traffic, Amount: dec("20")}}},
		{ID: "b2", RunID: "r2", Currency: "CNY", Issued: at(21, 0, 0), Provisional: true, Charges: []trial.Charge{
			{Kind: billing.Useful, Amount: dec("14"), Note: "1 h"}, {Kind: billing.Discount, Amount: dec("-4")}}},
	}
	return f
}

func show(t *testing.T, f *fake, lang text.Language, variant theme.Variant) fyne.Window {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(variant, 1))
	window := app.NewWindow("")
	j := New(text.New(lang), f, f)
	f.changed = j.Refresh
	window.SetContent(j.Content())
	window.Resize(fyne.NewSize(936, 700))
	return window
}

func TestTheJournalShowsWhatRunsReallyCost(t *testing.T) {
	for _, lang := range text.Languages {
		p := text.New(lang)
		window := show(t, tried(), lang, theme.Light)
		for _, words := range []string{
			"¥134.00", "¥16.75", "✓ " + p.Term("outcome_passed"), "✕ " + p.Term("outcome_failed"), "≥ ¥10.00",
			p.T("full_rate.undefined", "money", "¥10.00"), p.Label("storage") + " ¥18.00", p.T("journal.of", "decision", "LoRA"),
			p.T("journal.open.since", "when", p.DateTime(at(30, 11, 4)), "time", 4*billing.Hour),
		} {
			hand.See(t, window, words)
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestAnOpenRunEndsWithOneClick(t *testing.T) {
	f := tried()
	window := show(t, f, text.Chinese, theme.Light)
	hand.Press(t, window, "刚关机")
	i := slices.IndexFunc(f.runs, func(r trial.Run) bool { return r.ID == "r3" })
	if len(f.runs) != 3 || !f.runs[i].At[trial.ShutDown].Equal(f.Now()) {
		t.Errorf("the run is %+v", f.runs[i])
	}
	if got := hand.Buttons(window, "刚关机"); len(got) != 0 {
		t.Error("the run is still listed as open")
	}
}

func TestARunIsLoggedFromTheEmptyJournal(t *testing.T) {
	for _, lang := range text.Languages {
		p, f := text.New(lang), decided()
		window := show(t, f, lang, theme.Light)
		hand.Press(t, window, p.T("trial.log"))
		hand.Pick(t, window, p.T("trial.form.quote"), p.T("journal.offer", "decision", "LoRA", "what", "AutoDL · RTX 4090 24GB"))
		hand.Type(t, window, p.Label("event_task_started"), "11-2 9:00")
		hand.Type(t, window, p.Label("event_task_ended"), "17:00")
		hand.Press(t, window, p.T("trial.form.save"))
		if len(f.runs) != 0 {
			t.Errorf("%s: a run that has ended was saved without its outcome", lang)
		}
		hand.See(t, window, p.T("trial.form.outcome.ask"))
		hand.Pick(t, window, p.T("trial.form.outcome"), "✓ "+p.Term("outcome_passed"))
		hand.Press(t, window, p.T("trial.form.save"))
		if len(f.runs) != 1 {
			t.Fatalf("%s: %d runs; the screen says %q", lang, len(f.runs), hand.Shown(window))
		}
		if r := f.runs[0]; r.DecisionID != "d1" || r.QuoteID != "q2" || r.Platform != "AutoDL" || !r.At[trial.TaskEnded].Equal(at(2, 17, 0)) {
			t.Errorf("%s: the run is %+v", lang, r)
		}
		hand.Press(t, window, p.T("trial.action.bill"))
		hand.Amount(t, window, p.T("trial.bill.amount"), 0).SetText("15.84")
		hand.Press(t, window, p.T("trial.form.save"))
		if len(f.bills) != 1 || f.bills[0].RunID != f.runs[0].ID || !f.bills[0].Charges[0].Amount.Equal(dec("15.84")) {
			t.Fatalf("%s: the bills are %+v", lang, f.bills)
		}
		hand.See(t, window, "¥1.98")
	}
}

func TestAPlatformThatWasNotQuotedIsTyped(t *testing.T) {
	f, p := decided(), text.New(text.English)
	window := show(t, f, text.English, theme.Light)
	hand.Press(t, window, "Log a trial run")
	hand.Pick(t, window, "Quote", "Unnamed decision: Another platform")
	hand.Press(t, window, "Save")
	hand.See(t, window, p.T("problem.name.empty"))
	hand.Type(t, window, "Platform", "Vast")
	hand.Type(t, window, "Cards", "1.5")
	hand.Press(t, window, "Save")
	hand.See(t, window, p.T("problem.number.not_whole"))
	hand.Type(t, window, "Cards", "2")
	hand.Press(t, window, "Save and enter the bill")
	if got := hand.Entry(t, window, "Currency", 0).Text; got != "USD" {
		t.Errorf("the bill is in %s", got)
	}
	if len(f.runs) != 1 || f.runs[0].DecisionID != "d2" || f.runs[0].Cards != 2 || f.runs[0].Platform != "Vast" {
		t.Errorf("the runs are %+v", f.runs)
	}
}

func TestEditingKeepsWhatWasNotTouched(t *testing.T) {
	f := tried()
	paris := time.FixedZone("", 3600)
	begun := time.Date(2026, 10, 5, 9, 0, 7, 400, paris)
	f.runs = []trial.Run{{ID: "r", DecisionID: "d1", QuoteID: "q1", Platform: "平台 A", Card: "A100 80GB", Cards: 1, Slice: decimal.One, Outcome: trial.Passed, Lost: 1800,
		At: map[trial.Event]time.Time{trial.TaskStarted: begun, trial.TaskEnded: begun.Add(8 * time.Hour)}}}
	issued := time.Date(2026, 10, 6, 13, 30, 0, 0, paris)
	f.bills = []trial.Bill{{ID: "b", RunID: "r", Currency: "CNY", Issued: issued, Charges: []trial.Charge{
		{Kind: billing.Useful, Amount: dec("96.125")}, {Kind: billing.Discount, Amount: dec("-6.125"), Note: "coupon"}}}}
	window := show(t, f, text.English, theme.Light)

	hand.PressIcon(t, window, fynetheme.DocumentCreateIcon(), 0)
	hand.See(t, window, "Times in UTC+1.")
	hand.Type(t, window, "Note", "again")
	hand.Press(t, window, "Save")
	r := f.runs[0]
	if len(f.runs) != 1 || r.Note != "again" || r.Lost != 1800 || r.Outcome != trial.Passed || len(r.At) != 2 || r.At[trial.TaskStarted] != begun {
		t.Errorf("the run became %+v", r)
	}

	hand.PressIcon(t, window, fynetheme.DocumentCreateIcon(), 1)
	hand.See(t, window, "¥90.00")
	hand.Press(t, window, "Save")
	b := f.bills[0]
	if len(f.bills) != 1 || b.Issued != issued || len(b.Charges) != 2 || !b.Charges[0].Amount.Equal(dec("96.125")) || b.Charges[1].Note != "coupon" {
		t.Errorf("the bill became %+v", b)
	}

	hand.PressIcon(t, window, fynetheme.DeleteIcon(), 1)
	hand.PressIcon(t, window, fynetheme.DeleteIcon(), 0)
	if len(f.runs)+len(f.bills) > 0 {
		t.Errorf("%d runs and %d bills are left", len(f.runs), len(f.bills))
	}
}

func TestASpeedIsNotedWithItsRun(t *testing.T) {
	for lang, words := range map[text.Language]struct{ field, unit, pick, save, seen string }{
		text.Chinese: {"实测速度", "单位", "步/秒", "保存", "实测速度 2 秒/步"},
		text.English: {"Measured speed", "Counted in", "steps/s", "Save", "Measured speed 2 s/step"},
	} {
		f := tried()
		window := show(t, f, lang, theme.Light)
		hand.PressIcon(t, window, fynetheme.DocumentCreateIcon(), 0)
		hand.Type(t, window, words.field, "0.5")
		hand.Pick(t, window, words.unit, words.pick)
		hand.Press(t, window, words.save)
		run := f.runs[0]
		for _, r := range f.runs {
			if r.Speed.PerSecond.IsPos() {
				run = r
			}
		}
		if !run.Speed.PerSecond.Equal(dec("0.5")) || run.Speed.Unit != sizing.Steps {
			t.Errorf("%s: %+v", lang, f.runs)
		}
		hand.See(t, window, words.seen)
		hand.PressIcon(t, window, fynetheme.DocumentCreateIcon(), 0)
		hand.Type(t, window, words.field, "-1")
		hand.Press(t, window, words.save)
		if run := f.runs[0]; run.Speed.PerSecond.IsNeg() {
			t.Errorf("%s: a speed below nothing was kept: %+v", lang, run)
		}
	}
}

func TestLinesOfABillComeAndGo(t *testing.T) {
	f := tried()
	window := show(t, f, text.English, theme.Light)
	hand.Press(t, window, "Enter a bill")
	hand.Press(t, window, "Add a line")
	for i, amount := range []string{"5", "6", "7", "8"} {
		hand.Amount(t, window, "Amount", i).SetText(amount)
	}
	hand.See(t, window, "$26.00")
	hand.PressIcon(t, window, fynetheme.ContentRemoveIcon(), 0)
	hand.See(t, window, "$21.00")
	for range 3 {
		hand.PressIcon(t, window, fynetheme.ContentRemoveIcon(), 0)
	}
	hand.See(t, window, "$0.00")
	hand.Amount(t, window, "Amount", 0).SetText("9")
	hand.See(t, window, "$9.00")
}

func TestWithoutADecisionTheJournalLeadsToOne(t *testing.T) {
	f := &fake{}
	window := show(t, f, text.English, theme.Light)
	hand.Press(t, window, "Start a decision")
	if f.begun != 1 {
		t.Error("no decision was begun")
	}
}

// settle lets wrapped text find its height, as frames do in a real window.
func settle(window fyne.Window, size fyne.Size) {
	window.Resize(size.AddWidthHeight(1, 1))
	window.Resize(size)
}

func TestDrawTheJournal(t *testing.T) {
	dir := os.Getenv("CARDHOUR_DRAW")
	for _, lang := range text.Languages {
		for _, variant := range []theme.Variant{theme.Light, theme.Dark} {
			for name, size := range map[string]fyne.Size{"small": fyne.NewSize(936, 700), "large": fyne.NewSize(1192, 800)} {
				for state, f := range map[string]*fake{"full": tried(), "empty": decided(), "form": decided()} {
					window := show(t, f, lang, variant)
					if state == "form" {
						hand.Press(t, window, text.New(lang).T("trial.log"))
					}
					settle(window, size)
					if dir == "" {
						continue
					}
					file, err := os.Create(filepath.Join(dir, "journal-"+state+"-"+name+"-"+string(lang)+"-"+string(variant)+".png"))
					if err != nil {
						t.Fatal(err)
					}
					if err := png.Encode(file, window.Canvas().Capture()); err != nil {
						t.Fatal(err)
					}
					if err := file.Close(); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

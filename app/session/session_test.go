package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/data/catalog"
	"cardhour/data/journal"
	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/task"
	"cardhour/model/trial"
)

// bench is a session on a real journal on disk.
type bench struct {
	*Session
	path string
	j    *journal.Journal
}

func open(t *testing.T, path string) *bench {
	t.Helper()
	var ids atomic.Int64
	now := func() time.Time { return time.Date(2026, 11, 30, 9, 0, 0, 0, time.FixedZone("", 8*3600)) }
	newID := func() string { return fmt.Sprintf("%s-%04d", filepath.Base(t.Name()), ids.Add(1)) }
	j, err := journal.Open(path, journal.Options{Now: now, NewID: newID})
	if err != nil {
		t.Fatal(err)
	}
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	var post sync.Mutex // one at a time, as on a window's goroutine
	s, err := Open(j, cat, Options{Now: now, NewID: newID, Debounce: time.Hour, Example: oneQuote,
		Post: func(f func()) { post.Lock(); defer post.Unlock(); f() }})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{s, path, j}
	t.Cleanup(func() { b.Session.Close(); j.Close() })
	return b
}

func oneQuote(now time.Time) (decision.Decision, decision.Records) {
	q := billing.Quote{ID: "q", PlatformName: "P", Mode: billing.OnDemand, Rate: billing.NewRate(money.Of("12", "CNY"), billing.PerHour)}
	return decision.Decision{Name: "example", Currency: "CNY", Example: true, Created: now}, decision.Records{
		Quotes: []billing.Quote{q}, Runs: []trial.Run{{ID: "r", QuoteID: "q", Platform: "P", Cards: 1, Slice: decimal.One}},
		Bills: []trial.Bill{{RunID: "r", Currency: "CNY", Issued: now, Charges: []trial.Charge{{Kind: billing.Useful, Amount: decimal.MustParse("96")}}}}}
}

func TestTypingIsSeenAtOnceAndSavedOnClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.cardhour")
	b := open(t, path)
	b.NewDecision()
	b.Flush()
	for _, name := range []string{"Q", "Qw", "Qwen2.5-7B"} {
		b.EditTask("model", func(k *task.Task) { k.Model = name })
	}
	if d, _ := b.Current(); d.Task.Model != "Qwen2.5-7B" {
		t.Fatalf("the screens see %q", d.Task.Model)
	}
	if err := b.Session.Close(); err != nil {
		t.Fatal(err)
	}
	b.j.Close()
	if d, ok := open(t, path).Current(); !ok || d.Task.Model != "Qwen2.5-7B" {
		t.Errorf("after opening again the model is %q", d.Task.Model)
	}
}

func TestEditIsSavedWhenTypingRests(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.opts.Debounce = time.Millisecond
	b.NewDecision()
	b.Flush()
	saved := make(chan struct{}, 10)
	b.Subscribe(func() { saved <- struct{}{} })
	b.EditTask("model", func(k *task.Task) { k.Model = "Llama-2-7B" })
	select {
	case <-saved:
	case <-time.After(10 * time.Second):
		t.Fatal("nothing was saved")
	}
	all, err := b.j.Decisions(context.Background())
	if err != nil || all[0].Task.Model != "Llama-2-7B" {
		t.Errorf("the journal has %+v, %v", all, err)
	}
}

func TestEditsOfOneFieldAreOneStepBack(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.NewDecision()
	b.EditTask("model", func(k *task.Task) { k.Model = "ignored: nothing is open yet" })
	b.Flush()
	b.EditTask("model", func(k *task.Task) { k.Model = "Q" })
	b.EditTask("model", func(k *task.Task) { k.Model = "Qwen3-8B" })
	b.EditTask("kind", func(k *task.Task) { *k = k.WithKind(task.FineTuning) })
	b.Undo()
	b.Flush()
	if d, _ := b.Current(); d.Task.Kind != "" || d.Task.Model != "Qwen3-8B" {
		t.Errorf("after one step back: %+v", d.Task)
	}
	b.Undo()
	b.Flush()
	if d, _ := b.Current(); d.Task.Model != "" {
		t.Errorf("after two steps back the model is %q", d.Task.Model)
	}
	b.Redo()
	b.Redo()
	b.Flush()
	if d, _ := b.Current(); d.Task.Kind != task.FineTuning {
		t.Errorf("after redoing: %+v", d.Task)
	}
}

func TestExampleIsOneStepAndGoesInOne(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.OpenExample()
	b.Flush()
	r := b.Records()
	if !b.HasExample() || len(r.Quotes) != 1 || len(r.Runs) != 1 || len(r.Bills) != 1 || r.Runs[0].QuoteID != r.Quotes[0].ID {
		t.Fatalf("the example is %+v", r)
	}
	b.OpenExample()
	b.OpenExample()
	b.Flush()
	if len(b.Decisions()) != 1 {
		t.Error("opening the example again made another")
	}
	b.RemoveExample()
	b.Flush()
	if len(b.Decisions()) != 0 || len(b.AllBills()) != 0 {
		t.Error("something of the example is left")
	}
	b.Undo()
	b.Flush()
	if len(b.AllBills()) != 1 {
		t.Error("the example did not come back")
	}
}

func TestDecisionsAreOpenedCopiedAndDeleted(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.OpenExample()
	b.Flush()
	first, _ := b.Current()
	b.DuplicateDecision(first.ID)
	b.Flush()
	copied, _ := b.Current()
	if copied.ID == first.ID || copied.Example || len(b.Records().Quotes) != 1 || len(b.Records().Runs) != 0 {
		t.Errorf("the copy is %+v with %+v", copied, b.Records())
	}
	b.DeleteDecision(copied.ID)
	b.Flush()
	if d, _ := b.Current(); d.ID != first.ID {
		t.Error("after deleting, the other decision is not open")
	}
}

func TestAnswersLieOverShippedFacts(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	if v := b.BarrierFact("autodl", "docker_inside").Values(); len(v) != 1 || v[0] != "no" {
		t.Fatalf("shipped: %v", v)
	}
	b.PutAnswer(barrier.Answer{Platform: "autodl", Requirement: "docker_inside", Value: "yes", Note: "support"})
	b.PutAnswer(barrier.Answer{Platform: "autodl", Requirement: "docker_inside", Value: "yes", Note: "support, again"})
	b.Flush()
	if v := b.BarrierFact("autodl", "docker_inside").Values(); len(v) != 1 || v[0] != "yes" {
		t.Errorf("with the user's answer: %v", v)
	}
	if n := len(b.Answers()); n != 1 {
		t.Errorf("%d answers to one question", n)
	}
}

func TestWhatCannotBeSavedIsKeptAndTriedAgain(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.NewDecision()
	b.Flush()
	blocked := true
	b.do(func(ctx context.Context) error {
		if blocked {
			return fullDisk
		}
		return b.j.SetSetting(ctx, "kept", "yes")
	})
	b.SetSetting("later", "yes")
	b.Flush()
	if saved, _, err := b.j.Setting(t.Context(), "later"); b.Problem() == nil || saved != "" || err != nil {
		t.Fatal("a later change overtook one that could not be saved")
	}
	blocked = false
	b.Retry()
	b.Flush()
	saved, _, err := b.j.Setting(t.Context(), "later")
	if err != nil || b.Problem() != nil || b.Setting("kept") != "yes" || saved != "yes" {
		t.Errorf("after trying again: %v", b.Problem())
	}
}

func TestASettingIsInForceAtOnce(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.SetSetting("theme", "dark")
	if b.Setting("theme") != "dark" {
		t.Error("the window would be built anew with the setting of before")
	}
}

func TestManyHandsAtOnce(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.NewDecision()
	b.Flush()
	var hands sync.WaitGroup
	for i := range 8 {
		hands.Go(func() {
			for n := range 5 {
				b.PutQuote(billing.Quote{PlatformName: fmt.Sprint(i, n), Mode: billing.OnDemand, Rate: billing.NewRate(money.Of("1", "CNY"), billing.PerHour)})
				b.EditTask("sequence", func(k *task.Task) { k.Sequence++ })
				b.Result()
			}
		})
	}
	hands.Wait()
	b.Flush()
	d, _ := b.Current()
	if len(b.Records().Quotes) != 40 || d.Task.Sequence != 40 || b.Problem() != nil {
		t.Errorf("%d quotes, %d edits, %v", len(b.Records().Quotes), d.Task.Sequence, b.Problem())
	}
}

func TestARefusedEditIsNotShownAsSaved(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.NewDecision()
	b.Flush()
	b.edit("created", func(d *decision.Decision) { d.Created = time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC) })
	b.Flush()
	b.SetSetting("other", "saved")
	b.Flush()
	if d, _ := b.Current(); d.Created.Year() == 12000 || b.Problem() == nil {
		t.Fatalf("the screens show %v, the problem is %v", d.Created, b.Problem())
	}
	b.Retry()
	b.Flush()
	if b.Problem() != nil {
		t.Errorf("the notice stays: %v", b.Problem())
	}
}

func TestAnEditStaysWithItsDecision(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.NewDecision()
	b.Flush()
	first, _ := b.Current()
	b.NewDecision()
	b.Flush()
	second, _ := b.Current()
	held := make(chan struct{})
	b.do(func(context.Context) error { <-held; return nil }) // the disk is slow
	b.OpenDecision(first.ID)
	b.EditTask("model", func(k *task.Task) { k.Model = "typed into the second" })
	close(held)
	b.Flush()
	b.EditTask("model", func(k *task.Task) { k.Model = "typed into the first" })
	b.Flush()
	for id, want := range map[string]string{first.ID: "typed into the first", second.ID: "typed into the second"} {
		if d, _, err := b.j.Decision(context.Background(), id); err != nil || d.Task.Model != want {
			t.Errorf("%q, %v; want %q", d.Task.Model, err, want)
		}
	}
}

func TestALastKeystrokeDoesNotBringADecisionBack(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.OpenExample()
	b.Flush()
	d, _ := b.Current()
	b.DeleteDecision(d.ID)
	b.EditTask("model", func(k *task.Task) { k.Model = "ghost" })
	b.Flush()
	if n := len(b.Decisions()); n != 0 || b.Problem() != nil {
		t.Errorf("%d decisions, %v", n, b.Problem())
	}
}

// A drive that goes away in the midst of typing takes nothing along: what was
// typed stays on the screen and is saved when the drive is back.
func TestWhatIsTypedWithoutTheDriveIsSavedWhenItIsBack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there a folder with an open file stays")
	}
	drive := filepath.Join(t.TempDir(), "drive")
	path := filepath.Join(drive, "j.cardhour")
	b := open(t, path)
	b.NewDecision()
	b.Flush()
	if err := os.Rename(drive, drive+" away"); err != nil {
		t.Fatal(err)
	}
	b.EditTask("model", func(k *task.Task) { k.Model = "Qwen2.5-7B" })
	id := b.PutRun(trial.Run{Platform: "P", Cards: 1})
	b.Flush()
	var p *reason.Problem
	if err := b.Problem(); !errors.As(err, &p) || p.Rule != "journal.cannot_open" {
		t.Fatalf("without the drive it says %v", err)
	}
	if d, _ := b.Current(); d.Task.Model != "Qwen2.5-7B" {
		t.Errorf("the screens see %q", d.Task.Model)
	}
	if err := os.Rename(drive+" away", drive); err != nil {
		t.Fatal(err)
	}
	b.Flush() // as when the window is closed
	if err := b.Problem(); err != nil {
		t.Fatal(err)
	}
	if err := b.Session.Close(); err != nil {
		t.Fatal(err)
	}
	b.j.Close()
	again := open(t, path)
	if d, _ := again.Current(); d.Task.Model != "Qwen2.5-7B" {
		t.Errorf("saved is %q", d.Task.Model)
	}
	if runs := again.AllRuns(); len(runs) != 1 || runs[0].ID != id {
		t.Errorf("saved are the runs %+v", runs)
	}
}

func TestAFactorSetByHandIsUndoneLikeAnyOtherChange(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.OpenExample()
	b.Flush()
	q := b.Records().Quotes[0]
	factor := func() string {
		b.Flush()
		s := b.Result().Candidates[0].Stability
		return fmt.Sprint(s.Factor, s.ByHand)
	}
	before := factor()
	b.SetStability(q, decimal.MustParse("1.3"))
	if got := factor(); got != "1.3 true" {
		t.Fatalf("set by hand: %s", got)
	}
	b.SetStability(q, decimal.MustParse("1.4"))
	if got, n := factor(), len(b.Answers()); got != "1.4 true" || n != 1 {
		t.Errorf("set again: %s, %d records", got, n)
	}
	b.SetStability(q, decimal.Zero)
	if got := factor(); got != before {
		t.Errorf("taken back: %s, want %s", got, before)
	}
	b.Undo()
	if got := factor(); got != "1.4 true" {
		t.Errorf("after undo: %s", got)
	}
	if undo, _ := b.UndoLabels(); undo != "action_stability" {
		t.Errorf("the next undo is %q", undo)
	}
	b.SetStability(q, decimal.MustParse("0.2"))
	if got := factor(); got != "1.4 true" || b.Problem() == nil {
		t.Errorf("out of range: %s, %v", got, b.Problem())
	}
}

func TestRunsOfEveryDecisionSayHowSteadyAPlatformIs(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	add := func() billing.Quote {
		b.NewDecision()
		b.Flush()
		b.PutQuote(billing.Quote{Platform: "autodl", Category: "container", Mode: billing.OnDemand, Rate: billing.NewRate(money.Of("2", "CNY"), billing.PerHour)})
		b.Flush()
		return b.Records().Quotes[0]
	}
	first := add()
	nine := b.Now()
	b.PutRun(trial.Run{QuoteID: first.ID, Platform: "AutoDL", Cards: 1, Outcome: trial.Failed,
		At: map[trial.Event]time.Time{trial.PoweredOn: nine, trial.ShutDown: nine.Add(4 * time.Hour)}})
	b.PutRun(trial.Run{Platform: "AutoDL", Cards: 1, Outcome: trial.Failed}) // of no quote
	add()
	s := b.Result().Candidates[0].Stability
	if s.Runs != 1 || s.Silent != 1 || !s.Factor.Equal(decimal.MustParse("1.6")) {
		t.Errorf("another decision's quote of the platform: %+v", s)
	}
}

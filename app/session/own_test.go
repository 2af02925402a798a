package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/govalues/decimal"

	"cardhour/data/journal"
	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/model/trial"
)

// sized opens a decision whose one quote rents an RTX 4090 for a model of 7B.
func sized(t *testing.T, path string) *bench {
	t.Helper()
	b := open(t, path)
	b.NewDecision()
	b.Flush()
	b.EditTask("all", func(k *task.Task) {
		*k = k.WithKind(task.Service)
		k.Model = "Qwen2.5-7B"
	})
	b.PutQuote(billing.Quote{PlatformName: "P", Card: "RTX 4090 24GB", Mode: billing.OnDemand, Rate: billing.NewRate(money.Of("2", "CNY"), billing.PerHour)})
	b.Flush()
	return b
}

// fit tells whether the job fits on the card of the quote, and how much memory
// that has.
func (b *bench) fit(t *testing.T) string {
	t.Helper()
	b.Flush()
	r := b.Result()
	if len(r.Candidates) != 1 || r.Candidates[0].Fit == nil {
		t.Fatalf("%+v", r.Candidates)
	}
	card, _ := hardware.CardNamed(b.Cards(), "RTX 4090 24GB")
	return fmt.Sprint(r.Candidates[0].Fit.Verdict, " ", card.MemoryGiB.Value)
}

func smallCard(name string) hardware.OwnCard {
	return hardware.OwnCard{Card: hardware.Card{ID: name, Vendor: "NVIDIA", Arch: "Ada", MemoryGiB: hardware.Know(6.0)}}
}

func TestAnOwnCardTakesThePlaceOfAShippedOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.cardhour")
	b := sized(t, path)
	shipped, n := b.fit(t), len(b.Cards())
	if shipped != "fits 24" {
		t.Fatalf("shipped: %s", shipped)
	}
	id := b.PutCard(smallCard("rtx4090 24gb"))
	if got := b.fit(t); got != "does_not_fit 6" {
		t.Errorf("with the own one: %s", got)
	}
	if own := b.OwnCards(); len(own) != 1 || own[0].ID != id || id == "" || len(b.Cards()) != n {
		t.Errorf("%+v, %d cards of %d", own, len(b.Cards()), n)
	}
	b.Undo()
	if got := b.fit(t); got != shipped {
		t.Errorf("undone: %s", got)
	}
	b.Redo()
	if got := b.fit(t); got != "does_not_fit 6" {
		t.Errorf("done again: %s", got)
	}

	// A process that is killed leaves its file and the log beside it.
	killed := filepath.Join(t.TempDir(), "killed.cardhour")
	for _, part := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + part)
		if err == nil {
			err = os.WriteFile(killed+part, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := open(t, killed).fit(t); got != "does_not_fit 6" {
		t.Errorf("after a kill: %s", got)
	}
	if err := errors.Join(b.Session.Close(), b.j.Close()); err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	if got := again.fit(t); got != "does_not_fit 6" {
		t.Errorf("after opening again: %s", got)
	}
	again.DeleteCard(id)
	if got := again.fit(t); got != shipped {
		t.Errorf("deleted: %s", got)
	}
}

func TestAnOwnModelTakesThePlaceOfAShippedOne(t *testing.T) {
	b := sized(t, filepath.Join(t.TempDir(), "j.cardhour"))
	before := b.fit(t)
	large := hardware.Model{ID: "qwen2.5 7b", Kind: hardware.LLM, ParamsB: hardware.Know(300.0)}
	id := b.PutModel(hardware.OwnModel{Model: large})
	if got := b.fit(t); got != "does_not_fit 24" {
		t.Errorf("with the own one: %s", got)
	}
	if m, ok := hardware.ModelNamed(b.Models(), "Qwen2.5-7B"); !ok || m.ParamsB.Value != 300 {
		t.Errorf("%+v", m)
	}
	b.DeleteModel(id)
	if got := b.fit(t); got != before {
		t.Errorf("deleted: %s", got)
	}
	b.Undo()
	if got := b.fit(t); got != "does_not_fit 24" {
		t.Errorf("undone: %s", got)
	}
	if undo, redo := b.UndoLabels(); undo != "action_add_model" || redo != "action_delete_model" {
		t.Errorf("undo %s, redo %s", undo, redo)
	}
}

func TestADecisionIsComputedWithAllThatIsKnown(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.PutCard(smallCard("改装卡 48GB"))
	b.Flush()
	all, err := b.j.Everything(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	k := b.knowledge(all, b.Cards(), b.Models())
	if c, ok := k.Card("改装卡-48gb"); !ok || c.MemoryGiB.Value != 6 || k.Cards[0].ID != c.ID || len(k.Cards) != len(b.catalog.Cards())+1 || len(k.Visual) == 0 {
		t.Errorf("%+v, %d cards, %d runs of images", c, len(k.Cards), len(k.Visual))
	}
}

func TestThereIsOneOwnCardOfAName(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	names := func() (list []string) {
		b.Flush()
		for _, c := range b.OwnCards() {
			list = append(list, c.Card.ID)
		}
		return list
	}
	is := func(when string, want ...string) {
		t.Helper()
		if got := names(); !slices.Equal(got, want) || b.Problem() != nil {
			t.Errorf("%s: %q, want %q, %v", when, got, want, b.Problem())
		}
	}
	b.PutCard(smallCard("改装卡 48GB"))
	b.PutCard(smallCard("改装卡-48gb")) // before the screens have seen the first
	is("twice in a row", "改装卡-48gb")
	first := b.OwnCards()[0].ID
	if again := b.PutCard(smallCard("改装卡 48 GB")); again != first {
		t.Errorf("another record, %s, for the same name", again)
	}
	is("again", "改装卡 48 GB")
	if undo, _ := b.UndoLabels(); undo != "action_edit_card" {
		t.Errorf("the next undo is %s", undo)
	}
	second := b.PutCard(smallCard("另一张"))
	renamed := smallCard("新名字")
	renamed.ID = first
	b.PutCard(renamed)
	b.Flush()
	if _, left := hardware.CardNamed(b.Cards(), "改装卡 48GB"); left || len(b.OwnCards()) != 2 {
		t.Errorf("the old name is left: %q", names())
	}
	taken := smallCard("新 名字")
	taken.ID = second
	b.PutCard(taken) // takes the name of the other
	is("renamed to a name that is there", "新 名字")
	b.Undo()
	if got := names(); len(got) != 2 {
		t.Errorf("undone: %q", got)
	}
}

// An import may bring two of a name: deleting what is shown leaves neither.
func TestWhatIsDeletedLeavesNoNamesake(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	two := func(id, name string) (journal.Change, journal.Change) {
		c := smallCard(name)
		c.ID = id
		return journal.PutCard(c), journal.PutModel(hardware.OwnModel{ID: id, Model: hardware.Model{ID: name, Kind: hardware.LLM}})
	}
	var changes []journal.Change
	for id, name := range map[string]string{"a": "改装卡 48GB", "b": "改装卡-48gb", "c": "另一张"} {
		card, model := two(id, name)
		changes = append(changes, card, model)
	}
	if err := b.j.Apply(t.Context(), journal.Action{Label: "action_import", Changes: changes}); err != nil {
		t.Fatal(err)
	}
	b.DeleteCard("a")
	b.DeleteModel("b")
	b.Flush()
	if cards, models := b.OwnCards(), b.OwnModels(); len(cards) != 1 || len(models) != 1 || cards[0].ID != "c" || models[0].ID != "c" || b.Problem() != nil {
		t.Errorf("%+v %+v %v", cards, models, b.Problem())
	}
	b.Undo()
	b.Undo()
	b.Flush()
	if len(b.OwnCards()) != 3 || len(b.OwnModels()) != 3 {
		t.Errorf("undone: %+v %+v", b.OwnCards(), b.OwnModels())
	}
}

func TestAnOwnCardOrModelHasAName(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	for _, put := range []func(){
		func() { b.PutCard(smallCard(" – ")) },
		func() { b.PutModel(hardware.OwnModel{Model: hardware.Model{Kind: hardware.LLM}}) },
	} {
		put()
		b.Flush()
		var p *reason.Problem
		if !errors.As(b.Problem(), &p) || p.Rule != "name.empty" || len(b.OwnCards())+len(b.OwnModels()) > 0 {
			t.Errorf("%v, %+v", b.Problem(), b.OwnCards())
		}
		b.Retry()
	}
}

func TestASpeedIsNotedWithTheJobThatRan(t *testing.T) {
	b := sized(t, filepath.Join(t.TempDir(), "j.cardhour"))
	d, _ := b.Current()
	run := trial.Run{Platform: "P", Cards: 1, Speed: trial.Speed{PerSecond: decimal.MustParse("100"), Unit: sizing.Tokens}}
	run.ID = b.PutRun(run)
	run.DecisionID = d.ID
	noted := func() trial.Speed { b.Flush(); return b.AllRuns()[0].Speed }
	first := noted().Job
	if first == "" || first != d.Task.Job() {
		t.Fatalf("%q is not %q", first, d.Task.Job())
	}
	b.EditTask("batch", func(k *task.Task) { k.Batch = 32 })
	run.Note, run.Speed.Job = "later", ""
	b.PutRun(run)
	if got := noted().Job; got != first {
		t.Errorf("the task was changed, not the speed: %q", got)
	}
	run.Speed = noted()
	run.Speed.PerSecond = decimal.MustParse("100.0")
	b.PutRun(run)
	if got := noted().Job; got != first {
		t.Errorf("the same speed with another zero: %q", got)
	}
	run.Speed = noted()
	run.Speed.PerSecond = decimal.MustParse("900")
	b.PutRun(run)
	d, _ = b.Current()
	second := noted().Job
	if second != d.Task.Job() || second == first {
		t.Errorf("another speed: %q, want %q", second, d.Task.Job())
	}
	b.EditTask("batch", func(k *task.Task) { k.Batch = 64 })
	run.Speed = noted()
	run.Speed.Unit = sizing.Requests
	b.PutRun(run)
	d, _ = b.Current()
	if got := noted().Job; got != d.Task.Job() || got == second {
		t.Errorf("another unit: %q, want %q", got, d.Task.Job())
	}
	run.Speed = trial.Speed{PerSecond: decimal.MustParse("5"), Unit: sizing.Steps, Job: "as it was imported"}
	b.PutRun(run)
	if got := noted().Job; got != "as it was imported" {
		t.Errorf("a job that was told: %q", got)
	}
	run.Speed.PerSecond = decimal.Zero
	b.PutRun(run)
	if got := noted().Job; got != "" {
		t.Errorf("a job without a speed: %q", got)
	}
}

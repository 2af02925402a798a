package journal

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cardhour/model/hardware"
	"cardhour/model/trial"
)

func TestAFactThatIsNotKnownIsLeftOutAndZeroIsNot(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_card", PutCard(hardware.OwnCard{ID: "c", Card: hardware.Card{ID: "卡", LinkGBs: hardware.Know(0.0)}}),
		PutModel(hardware.OwnModel{ID: "m", Model: hardware.Model{ID: "模型", Kind: hardware.LLM, Attention: hardware.Attention{FullCount: hardware.Know(0)}}}))
	var card, kind, model string
	if err := j.db.QueryRow(`SELECT card, kind, model FROM cards, models`).Scan(&card, &kind, &model); err != nil {
		t.Fatal(err)
	}
	if card != `{"link_gbs":0}` || kind != "llm" || model != `{"attention":{"full_count":0}}` {
		t.Errorf("%s, %s %s", card, kind, model)
	}
}

func TestARunWithoutASpeedTakesNoRoomForIt(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_run", PutDecision(someDecision("d")), PutRun(trial.Run{ID: "r", DecisionID: "d"}))
	var speed, unit, job string
	if err := j.db.QueryRow(`SELECT speed, speed_unit, speed_job FROM runs`).Scan(&speed, &unit, &job); err != nil || speed != "0" || unit+job != "" {
		t.Fatalf("%q %q %q %v", speed, unit, job, err)
	}
	apply(t, j, "action_edit_run", PutRun(trial.Run{ID: "r", DecisionID: "d"}))
	if s, err := j.UndoState(bg); err != nil || s.Undo.Label != "action_add_run" {
		t.Errorf("a run that is saved again unchanged is a step of undo: %+v, %v", s.Undo, err)
	}
}

func TestOwnCardsAndModelsComeAndGoWithUndo(t *testing.T) {
	j, c := newJournal(t)
	edited := someCard("c1", "改装卡 48GB")
	edited.Card.MemoryGiB = hardware.Known[float64]{}
	for _, step := range []struct {
		label string
		does  []Change
	}{
		{"action_add_card", []Change{PutCard(someCard("c1", "改装卡 48GB"))}},
		{"action_add_card", []Change{PutCard(someCard("", "另一张"))}},
		{"action_add_model", []Change{PutModel(someModel("m1", "自训 13B"))}},
		{"action_edit_card", []Change{PutCard(edited)}},
		{"action_delete_card", []Change{Delete(Cards, "c1")}}, // the first
		{"action_delete_model", []Change{Delete(Models, "m1")}},
		{"action_delete_model", []Change{Delete(Models, "m1")}}, // gone already: no step
	} {
		c.pass(time.Minute)
		apply(t, j, step.label, step.does...)
	}
	if c := everything(t, j); len(c.Cards) != 1 || len(c.Models) != 0 || c.Cards[0].ID == "" {
		t.Fatalf("%+v %+v", c.Cards, c.Models)
	}
	after := dump(t, j)
	for _, want := range []string{"action_delete_model", "action_delete_card", "action_edit_card", "action_add_model", "action_add_card", "action_add_card"} {
		if d := undo(t, j); d.Label != want || d.DecisionID != "" {
			t.Errorf("undone: %+v, want %s", d, want)
		}
		if want == "action_edit_card" {
			wantSame(t, "the card before it was edited", someCard("c1", "改装卡 48GB"), everything(t, j).Cards[0])
		}
	}
	if left := dump(t, j); len(left) > 0 {
		t.Errorf("with everything undone there is %v", left)
	}
	for range 6 {
		redo(t, j)
	}
	wantSame(t, "redone", after, dump(t, j))
}

func TestWhatNoDocumentCanHoldIsRefusedWithASentence(t *testing.T) {
	j, _ := newJournal(t)
	nowhere := someCard("c", "卡")
	nowhere.Card.BandwidthGBs = hardware.Know(math.Inf(1))
	nothing := someModel("m", "模型")
	nothing.Model.ParamsB = hardware.Know(math.NaN())
	for rule, changes := range map[string][]Change{
		"number.not_finite": {PutCard(nowhere), PutModel(nothing)},
		"name.empty":        {PutCard(someCard("c", "")), PutModel(someModel("m", ""))},
	} {
		for _, c := range changes {
			wantRule(t, j.Apply(bg, Action{Label: "action_add_card", Changes: []Change{c}}), rule)
		}
	}
}

func TestAnImportedCardTakesThePlaceOfItsNamesake(t *testing.T) {
	from, _ := newJournal(t)
	apply(t, from, "action_add_card", PutCard(someCard("a", "RTX 4090 48GB")), PutCard(someCard("b", "rtx-4090 48gb")), PutModel(someModel("m", "Mine 13B")))
	j, _ := newJournal(t)
	apply(t, j, "action_add_card", PutCard(someCard("mine", "RTX4090 48GB")), PutCard(someCard("other", "T4 32GB")), PutModel(someModel("mine", "mine-13b")))
	before := dump(t, j)
	if done, err := importOf(j, export(t, from)); err != nil || done != (Imported{Added: 3}) {
		t.Fatalf("%+v %v", done, err)
	}
	var ids []string
	for _, c := range everything(t, j).Cards {
		ids = append(ids, c.ID)
	}
	wantSame(t, "cards", []string{"a", "b", "other"}, sorted(ids))
	if got := everything(t, j).Models; len(got) != 1 || got[0].ID != "m" {
		t.Errorf("%+v", got)
	}
	after := dump(t, j)
	undo(t, j)
	wantSame(t, "undone", before, dump(t, j))
	redo(t, j)
	wantSame(t, "redone", after, dump(t, j))
}

func TestOwnCardsAreReadBesideAnotherProcess(t *testing.T) {
	if os.Getenv(copyChild) == t.Name() {
		occupy(t)
	}
	path := filepath.Join(t.TempDir(), "journal.db")
	occupied(t, path, func(int) {
		shared, err := Open(path, Options{Shared: true})
		if err != nil {
			t.Fatal(err)
		}
		apply(t, shared, "action_add_card", PutCard(someCard("c", "改装卡 48GB")), PutModel(someModel("m", "自训 13B")))
		cards, models, err := OwnedIn(bg, path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, "cards", []hardware.OwnCard{someCard("c", "改装卡 48GB")}, cards)
		wantSame(t, "models", []hardware.OwnModel{someModel("m", "自训 13B")}, models)
		if err := shared.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestReadingOwnCardsLeavesAJournalAsItIs(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "journal.db")
	if cards, models, err := OwnedIn(bg, path, Options{}); err != nil || len(cards)+len(models) > 0 {
		t.Errorf("of nothing: %v %v %v", cards, models, err)
	}
	wantSame(t, "files", []string(nil), names(t, dir))
	for _, version := range []string{"v1.db", "v2.db", "v3.db"} {
		if err := copyFile(filepath.Join("testdata", version), path); err != nil {
			t.Fatal(err)
		}
		before := folder(t, path)
		if cards, models, err := OwnedIn(bg, path, Options{}); err != nil || len(cards)+len(models) > 0 {
			t.Errorf("%s: %v %v %v", version, cards, models, err)
		}
		wantSame(t, version, before, folder(t, path))
	}
	j, _ := populated(t)
	content := closed(t, j)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	before := folder(t, path)
	if cards, models, err := OwnedIn(bg, path, Options{}); err != nil || len(cards) != 1 || len(models) != 1 {
		t.Errorf("%v %v %v", cards, models, err)
	}
	wantSame(t, "files", before, folder(t, path))
	for rule, spoiled := range map[string][]byte{"journal.not_a_database": []byte("我的显卡"), "journal.damaged": content[:len(content)/2]} {
		if err := os.WriteFile(path, spoiled, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := OwnedIn(bg, path, Options{})
		wantRule(t, err, rule)
	}
}

// A damaged file gives back cards as cards and models as models, even where
// nothing is left of the list of tables.
func TestOwnCardsAndModelsAreRescued(t *testing.T) {
	for name, size := range map[string]int{"no header": 100, "no first page": 4096} {
		t.Run(name, func(t *testing.T) {
			j, _ := populated(t)
			apply(t, j, "action_edit_run", PutRun(trial.Run{ID: "r", DecisionID: "d", QuoteID: "q", Cards: 1, Speed: someSpeed()}))
			d := someDecision("d")
			d.Task = someTask()
			apply(t, j, "action_edit_task", PutDecision(d))
			want := everything(t, j)
			content := closed(t, j)
			clear(content[:size])
			if err := os.WriteFile(j.Path(), content, 0o600); err != nil {
				t.Fatal(err)
			}
			readable := start(t, rescued(t, j.Path()).Readable, newClock())
			wantSame(t, "what was read", want, everything(t, readable))
		})
	}
	t.Run("one that means nothing", func(t *testing.T) {
		j, _ := populated(t)
		apply(t, j, "action_add_card", PutCard(someCard("c2", "另一张")))
		_, err := j.db.Exec(`UPDATE cards SET card = '{"memory_gb": 24}' WHERE id = 'c'`)
		content := closed(t, j)
		clear(content[:100])
		if err := errors.Join(err, os.WriteFile(j.Path(), content, 0o600)); err != nil {
			t.Fatal(err)
		}
		got := everything(t, start(t, rescued(t, j.Path()).Readable, newClock()))
		if len(got.Cards) != 1 || got.Cards[0].ID != "c2" || len(got.Models) != 1 {
			t.Errorf("%+v %+v", got.Cards, got.Models)
		}
	})
}

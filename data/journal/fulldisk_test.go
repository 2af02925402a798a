package journal

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"cardhour/model/barrier"
	"cardhour/model/reason"
	"cardhour/model/trial"
)

// limitPages lets the file grow to so many pages and no further, as a full
// disk would; 0 is no limit.
func limitPages(t *testing.T, j *Journal, n int) {
	t.Helper()
	if n == 0 {
		n = 1 << 30
	}
	if _, err := j.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", n)); err != nil {
		t.Fatal(err)
	}
}

// fillUp leaves no room in the file: no page more, none that is free, and
// hardly a place in one.
func fillUp(t *testing.T, j *Journal) {
	t.Helper()
	pages, err := pragma(bg, j.db, "PRAGMA page_count")
	if err != nil {
		t.Fatal(err)
	}
	limitPages(t, j, pages)
	for size := 3000; size > 0; size /= 4 {
		for i := 0; ; i++ {
			err := j.SetSetting(bg, fmt.Sprintf("filler %d %d", size, i), strings.Repeat("x", size))
			if err == nil {
				continue
			}
			wantRule(t, err, "journal.full")
			break
		}
	}
}

// long is more than a page.
var long = strings.Repeat("说明", 3000)

// populated is a journal with a record of each kind, and one action undone.
func populated(t *testing.T) (*Journal, *clock) {
	t.Helper()
	j, c := newJournal(t)
	q := someQuote("q", "d")
	q.Note, q.Rules, q.Exchange = long, someRules(), someExchange()
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(q),
		PutRun(trial.Run{ID: "r", DecisionID: "d", QuoteID: "q", Cards: 1, Note: long}),
		PutBill(trial.Bill{ID: "b", RunID: "r", Currency: "CNY", Note: long}),
		PutAnswer(barrier.Answer{ID: "a", Platform: "p", Requirement: "m", Note: long}))
	e := someEvidence(t, j, "e", "as if it were a picture")
	e.AnswerID = "a"
	apply(t, j, "action_add_evidence", PutEvidence(e))
	apply(t, j, "action_add_card", PutCard(someCard("c", "改装卡 48GB")))
	apply(t, j, "action_add_model", PutModel(someModel("m", "自训 13B")))
	c.pass(time.Minute)
	if err := j.SetSetting(bg, "language", "en"); err != nil {
		t.Fatal(err)
	}
	apply(t, j, "action_delete_decision", Delete(Decisions, "d"))
	undo(t, j)
	c.pass(time.Minute)
	return j, c
}

// writes are all the kinds of write that there are.
var writes = map[string]func(j *Journal) error{
	"decision": func(j *Journal) error {
		d := someDecision("new")
		d.Name = long
		return j.Apply(bg, Action{Label: "action_add_decision", Changes: []Change{PutDecision(d)}})
	},
	"quote": func(j *Journal) error {
		q := someQuote("q", "d")
		q.Note = long + "更长"
		return j.Apply(bg, Action{Label: "action_edit_quote", Changes: []Change{PutQuote(q)}})
	},
	"run": func(j *Journal) error {
		return j.Apply(bg, Action{Label: "action_add_run", Changes: []Change{PutRun(trial.Run{ID: "r2", DecisionID: "d", Cards: 1, Note: long})}})
	},
	"bill": func(j *Journal) error {
		return j.Apply(bg, Action{Label: "action_add_bill", Changes: []Change{PutBill(trial.Bill{ID: "b2", RunID: "r", Note: long})}})
	},
	"answer": func(j *Journal) error {
		return j.Apply(bg, Action{Label: "action_answer", Changes: []Change{
			PutAnswer(barrier.Answer{ID: "a2", Platform: "p", Requirement: "other", Note: long})}})
	},
	"evidence": func(j *Journal) error {
		e, err := j.keep(bg, strings.Repeat("图", 100)+".png", strings.NewReader("another picture"))
		if err != nil {
			return err
		}
		var a Action
		for i := range 40 {
			e.ID, e.RunID = fmt.Sprint("e", i, long[:200]), "r"
			a.Changes = append(a.Changes, PutEvidence(e))
		}
		a.Label = "action_add_evidence"
		return j.Apply(bg, a)
	},
	"own card": func(j *Journal) error {
		c := someCard("c", "改装卡 48GB")
		c.Card.Notes = long
		return j.Apply(bg, Action{Label: "action_edit_card", Changes: []Change{PutCard(c)}})
	},
	"own model": func(j *Journal) error {
		m := someModel("m2", "另一个")
		m.Model.Notes = long
		return j.Apply(bg, Action{Label: "action_add_model", Changes: []Change{PutModel(m)}})
	},
	"typing on": func(j *Journal) error {
		d := someDecision("d")
		d.Name = long
		return j.Apply(bg, Action{Label: "action_rename_decision", Merge: "name", Changes: []Change{PutDecision(d)}})
	},
	"delete a quote": func(j *Journal) error {
		return j.Apply(bg, Action{Label: "action_delete_quote", Changes: []Change{Delete(Quotes, "q")}})
	},
	"setting": func(j *Journal) error { return j.SetSetting(bg, "long", long) },
}

// refusedWhenFull does a write on a full disk, where it is refused and changes
// nothing, and again with room, where it works.
func refusedWhenFull(t *testing.T, j *Journal, write func(j *Journal) error) {
	t.Helper()
	fillUp(t, j)
	before := contentsOf(t, j)
	wantRule(t, write(j), "journal.full")
	wantSame(t, "contents", before, contentsOf(t, j))
	// Nor is it half there for the next start.
	again, err := Open(j.Path(), Options{Now: j.now})
	if err == nil {
		wantSame(t, "contents after a restart", before, contentsOf(t, again))
		err = again.Close()
	}
	var p *reason.Problem
	if err != nil && (!errors.As(err, &p) || p.Rule != "journal.locked") {
		t.Fatal(err)
	}
	limitPages(t, j, 0)
	if err := write(j); err != nil {
		t.Fatalf("with room again: %v", err)
	}
	if contentsOf(t, j) == before {
		t.Fatal("nothing was written")
	}
	if r, err := j.Check(bg); err != nil || len(r.Problems) > 0 {
		t.Fatalf("check: %v %v", r.Problems, err)
	}
}

func TestAFullDiskRefusesEveryKindOfWriteAndLosesNothing(t *testing.T) {
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			j, _ := populated(t)
			refusedWhenFull(t, j, write)
		})
	}
	// Deleting frees pages, and the fillers take them: what undo and redo
	// bring back then has no place.
	t.Run("undo", func(t *testing.T) {
		j, _ := populated(t)
		apply(t, j, "action_delete_decision", Delete(Decisions, "d"))
		refusedWhenFull(t, j, func(j *Journal) error { _, _, err := j.Undo(bg); return err })
	})
	t.Run("redo", func(t *testing.T) {
		j, _ := populated(t)
		d := someDecision("new")
		d.Name = long
		apply(t, j, "action_add_decision", PutDecision(d))
		undo(t, j)
		refusedWhenFull(t, j, func(j *Journal) error { _, _, err := j.Redo(bg); return err })
	})
}

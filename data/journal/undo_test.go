package journal

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cardhour/model/reason"
	"cardhour/model/trial"
)

func undo(t testing.TB, j *Journal) Done {
	t.Helper()
	done, ok, err := j.Undo(bg)
	if err != nil || !ok {
		t.Fatalf("undo: %v %v", ok, err)
	}
	return done
}

func redo(t testing.TB, j *Journal) Done {
	t.Helper()
	done, ok, err := j.Redo(bg)
	if err != nil || !ok {
		t.Fatalf("redo: %v %v", ok, err)
	}
	return done
}

// dump is every record with all that the file holds of it.
func dump(t failer, j *Journal) []string {
	t.Helper()
	var all []string
	for _, kind := range Kinds {
		list, err := forms[kind].list(bg, j.db, forms[kind].order)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			text, err := encode(r)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, text)
		}
	}
	return all
}

// randomChange makes a change of one of few ids, so that changes meet.
func randomChange(t *rapid.T, j *Journal) Change {
	id := func(kind string) string { return kind + rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "id") }
	switch rapid.IntRange(0, 13).Draw(t, "change") {
	case 0, 1:
		d := decisions.Draw(t, "decision")
		d.ID = id("d")
		return PutDecision(d)
	case 2, 3:
		q := quotes.Draw(t, "quote")
		q.ID, q.DecisionID = id("q"), id("d")
		return PutQuote(q)
	case 4, 5:
		r := runs.Draw(t, "run")
		r.ID, r.DecisionID, r.QuoteID = id("r"), id("d"), id("q")
		return PutRun(r)
	case 6, 7:
		b := bills.Draw(t, "bill")
		b.ID, b.RunID = id("b"), id("r")
		return PutBill(b)
	case 8:
		a := answers.Draw(t, "answer")
		a.ID, a.Platform, a.Requirement = id("a"), id("p"), id("m")
		return PutAnswer(a)
	case 9, 10:
		e := someEvidence(t, j, id("e"), rapid.SampledFrom([]string{"", "图", "another"}).Draw(t, "content"))
		owner := rapid.SampledFrom([]*string{&e.AnswerID, &e.RunID, &e.BillID}).Draw(t, "owner")
		*owner = id(map[*string]string{&e.AnswerID: "a", &e.RunID: "r", &e.BillID: "b"}[owner])
		return PutEvidence(e)
	case 11:
		c := cards.Draw(t, "card")
		c.ID = id("c")
		return PutCard(c)
	case 12:
		m := ownOnes.Draw(t, "model")
		m.ID = id("m")
		return PutModel(m)
	}
	kind := rapid.SampledFrom(Kinds).Draw(t, "kind")
	return Delete(kind, id(string(kind[0])))
}

func TestUndoRetracesEveryStepAndRedoToo(t *testing.T) {
	dir, round := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		c := newClock()
		path := filepath.Join(dir, fmt.Sprint(round))
		j, err := Open(path, Options{Now: c.now})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = j.Close() }()
		initial := dump(t, j)
		for range rapid.IntRange(1, 12).Draw(t, "actions") {
			c.pass(time.Duration(rapid.IntRange(0, 8000).Draw(t, "ms")) * time.Millisecond)
			a := Action{Label: "action_edit_task", Merge: rapid.SampledFrom([]string{"", "x"}).Draw(t, "merge")}
			for range rapid.IntRange(1, 4).Draw(t, "changes") {
				a.Changes = append(a.Changes, randomChange(t, j))
			}
			before := dump(t, j)
			if err := j.Apply(bg, a); err != nil {
				var p *reason.Problem
				if !errors.As(err, &p) || p.Rule != "journal.gone" {
					t.Fatal(err)
				}
				wantSame(t, "after a refused action", before, dump(t, j))
			}
			if rapid.IntRange(0, 4).Draw(t, "undo between") == 0 {
				if _, _, err := j.Undo(bg); err != nil {
					t.Fatal(err)
				}
			}
		}
		trace := [][]string{dump(t, j)}
		for {
			_, ok, err := j.Undo(bg)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			trace = append(trace, dump(t, j))
		}
		wantSame(t, "all undone", initial, dump(t, j))
		// What was undone can be redone by the next start of the program.
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if j, err = Open(path, Options{Now: c.now}); err != nil {
			t.Fatal(err)
		}
		for i := len(trace) - 2; ; i-- {
			_, ok, err := j.Redo(bg)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				// Redo may go further: the loop above undid once in between.
				break
			}
			if i >= 0 {
				wantSame(t, "a step redone", trace[i], dump(t, j))
			}
		}
		if r, err := j.Check(bg); err != nil || len(r.Problems) > 0 {
			t.Fatalf("check: %v %v", r.Problems, err)
		}
	})
}

func TestDeletingADecisionIsUndoneWithAllThatBelongedToIt(t *testing.T) {
	j, c := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("q1", "d")), PutQuote(someQuote("q2", "d")),
		PutRun(trial.Run{ID: "r", DecisionID: "d", QuoteID: "q1", Platform: "AutoDL", Cards: 1, At: map[trial.Event]time.Time{trial.Ordered: c.at}}),
		PutBill(trial.Bill{ID: "b", RunID: "r", Currency: "CNY", Charges: []trial.Charge{{Kind: "useful"}, {Kind: "storage"}}}),
		PutDecision(someDecision("other")))
	c.pass(time.Minute)
	full, before := everything(t, j), dump(t, j)
	apply(t, j, "action_delete_decision", Delete(Decisions, "d"))
	if got := everything(t, j); len(got.Decisions) != 1 || len(got.Quotes)+len(got.Runs)+len(got.Bills) != 0 {
		t.Fatalf("%+v", got)
	}
	if done := undo(t, j); done != (Done{"action_delete_decision", "d"}) {
		t.Fatalf("%+v", done)
	}
	wantSame(t, "after undo", full, everything(t, j))
	wantSame(t, "rows after undo", before, dump(t, j))
}

func TestTypingBecomesOneStep(t *testing.T) {
	j, c := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	write := func(name string) {
		t.Helper()
		d := someDecision("d")
		d.Name = name
		if err := j.Apply(bg, Action{Label: "action_rename_decision", Merge: "name d", Changes: []Change{PutDecision(d)}}); err != nil {
			t.Fatal(err)
		}
	}
	name := func() string { return everything(t, j).Decisions[0].Name }
	c.pass(time.Minute)
	for _, text := range []string{"7", "7B", "7B 微", "7B 微调"} {
		write(text)
		c.pass(4 * time.Second)
	}
	c.pass(2 * time.Second) // a pause longer than the window
	write("14B")
	for _, want := range []string{"7B 微调", "微调 7B"} {
		if undo(t, j); name() != want {
			t.Fatalf("undo gives %q, want %q", name(), want)
		}
	}
	// Nothing joins an action that was undone and redone.
	redo(t, j)
	redo(t, j)
	write("8B")
	if undo(t, j); name() != "14B" {
		t.Fatalf("undo gives %q", name())
	}
	// Nor does an action after an undo join the one that is then the last.
	write("3B")
	apply(t, j, "action_add_quote", PutQuote(someQuote("q", "d")))
	undo(t, j)
	write("4B")
	if undo(t, j); name() != "3B" {
		t.Fatalf("undo gives %q", name())
	}
}

func TestWhatCameAndWentInOneStepLeavesNone(t *testing.T) {
	j, _ := newJournal(t)
	for _, change := range []Change{PutDecision(someDecision("d")), Delete(Decisions, "d")} {
		if err := j.Apply(bg, Action{Label: "action_add_decision", Merge: "d", Changes: []Change{change}}); err != nil {
			t.Fatal(err)
		}
	}
	if s, err := j.UndoState(bg); err != nil || s.Undo != nil {
		t.Fatalf("%+v %v", s.Undo, err)
	}
}

func TestANewActionEndsRedoAndAnIdleOneDoesNot(t *testing.T) {
	j, c := newJournal(t)
	state := func() (undo, redo string) {
		t.Helper()
		s, err := j.UndoState(bg)
		if err != nil {
			t.Fatal(err)
		}
		if s.Undo != nil {
			undo = s.Undo.Label
		}
		if s.Redo != nil {
			redo = s.Redo.Label
		}
		return undo, redo
	}
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	apply(t, j, "action_add_quote", PutQuote(someQuote("q", "d")))
	undo(t, j)
	c.pass(time.Minute)
	apply(t, j, "action_rename_decision", PutDecision(someDecision("d")), Delete(Quotes, "q")) // nothing new
	if u, r := state(); u != "action_add_decision" || r != "action_add_quote" {
		t.Fatalf("undo %q, redo %q", u, r)
	}
	apply(t, j, "action_add_quote", PutQuote(someQuote("q2", "d")))
	if u, r := state(); u != "action_add_quote" || r != "" {
		t.Fatalf("undo %q, redo %q", u, r)
	}
	if _, ok, err := j.Redo(bg); ok || err != nil {
		t.Fatalf("redo: %v %v", ok, err)
	}
}

func TestTheLastHundredActionsCanBeUndone(t *testing.T) {
	j, c := newJournal(t)
	for i := range keptActions + 5 {
		d := someDecision("d")
		d.Name = fmt.Sprint(i)
		apply(t, j, "action_rename_decision", PutDecision(d))
	}
	path := j.Path()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = start(t, path, c)
	for range keptActions {
		undo(t, j)
	}
	if _, ok, err := j.Undo(bg); ok || err != nil {
		t.Fatalf("one more: %v %v", ok, err)
	}
	if got := everything(t, j).Decisions[0].Name; got != "4" {
		t.Fatalf("undone to %s", got)
	}
}

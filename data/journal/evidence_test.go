package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cardhour/model/barrier"
	"cardhour/model/fact"
	"cardhour/model/trial"
)

// answered is a journal with an answer, and a file to support it with.
func answered(t *testing.T) (*Journal, string) {
	t.Helper()
	j, _ := newJournal(t)
	apply(t, j, "action_answer", PutAnswer(barrier.Answer{ID: "a", Platform: "p", Requirement: "m", Value: "yes"}))
	path := filepath.Join(t.TempDir(), "客服回复 1.PNG")
	if err := os.WriteFile(path, []byte("as if it were a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	return j, path
}

// attach supports the answer with a file.
func attach(t *testing.T, j *Journal, id, path string) fact.Evidence {
	t.Helper()
	e, err := j.KeepFile(bg, path)
	if err != nil {
		t.Fatal(err)
	}
	e.ID, e.AnswerID = id, "a"
	apply(t, j, "action_add_evidence", PutEvidence(e))
	return e
}

func TestEvidenceIsKeptAsItWasAndEqualFilesOnce(t *testing.T) {
	j, path := answered(t)
	e := attach(t, j, "e", path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	got := everything(t, j).Evidence
	wantSame(t, "evidence", []fact.Evidence{e}, got)
	if e.Name != "客服回复 1.PNG" || filepath.Dir(j.EvidencePath(e)) != j.Path()+".evidence" {
		t.Errorf("%q lies in %s", e.Name, j.EvidencePath(e))
	}
	content, err := os.ReadFile(j.EvidencePath(e))
	sum := sha256.Sum256(content)
	if err != nil || string(content) != "as if it were a picture" || hex.EncodeToString(sum[:]) != e.SHA256 || e.Bytes != int64(len(content)) {
		t.Fatalf("%q %v", content, err)
	}
	again := filepath.Join(t.TempDir(), "b.png")
	if err := os.WriteFile(again, content, 0o600); err != nil {
		t.Fatal(err)
	}
	attach(t, j, "e2", again)
	if files := names(t, j.evidenceFolder()); len(files) != 1 || len(everything(t, j).Evidence) != 2 {
		t.Errorf("the folder holds %v", files)
	}
}

func TestRemovedEvidenceComesBackWithItsFile(t *testing.T) {
	j, path := answered(t)
	e := attach(t, j, "e", path)
	apply(t, j, "action_delete_evidence", Delete(Evidence, "e"))
	if left := everything(t, j).Evidence; len(left) != 0 {
		t.Fatalf("%+v", left)
	}
	undo(t, j)
	wantSame(t, "evidence", []fact.Evidence{e}, everything(t, j).Evidence)
	// With its answer it goes and comes back too, and a changed answer keeps it
	// whichever way it is changed.
	apply(t, j, "action_answer", Delete(Answers, "a"))
	if left := everything(t, j); len(left.Evidence)+len(left.Answers) != 0 {
		t.Fatalf("%+v", left)
	}
	undo(t, j)
	apply(t, j, "action_answer", PutAnswer(barrier.Answer{ID: "a", Platform: "p", Requirement: "m", Value: "no"}))
	for range 2 {
		wantSame(t, "evidence", []fact.Evidence{e}, everything(t, j).Evidence)
		undo(t, j)
	}
	redo(t, j)
	redo(t, j)
	wantSame(t, "evidence", []fact.Evidence{e}, everything(t, j).Evidence)
	if r, err := j.Check(bg); err != nil || len(r.Problems) > 0 {
		t.Fatalf("check: %v %v", r.Problems, err)
	}
}

func TestEvidenceGoesWithTheRunAndTheBillThatItBelongsTo(t *testing.T) {
	j, path := answered(t)
	apply(t, j, "action_add_run", PutDecision(someDecision("d")), PutRun(trial.Run{ID: "r", DecisionID: "d"}), PutBill(trial.Bill{ID: "b", RunID: "r"}))
	for i, e := range []fact.Evidence{{RunID: "r"}, {BillID: "b"}} {
		kept, err := j.KeepFile(bg, path)
		if err != nil {
			t.Fatal(err)
		}
		kept.ID, kept.RunID, kept.BillID = fmt.Sprint(i), e.RunID, e.BillID
		apply(t, j, "action_add_evidence", PutEvidence(kept))
	}
	before := dump(t, j)
	apply(t, j, "action_delete_decision", Delete(Decisions, "d"))
	if left := everything(t, j).Evidence; len(left) != 0 {
		t.Errorf("%+v", left)
	}
	if done := undo(t, j); done.DecisionID != "d" {
		t.Errorf("%+v", done)
	}
	wantSame(t, "after undo", before, dump(t, j))
}

func TestAFileThatIsNoEvidenceIsRefusedAndNothingOfItKept(t *testing.T) {
	j, _ := answered(t)
	dir := t.TempDir()
	file := func(name string, size int) string {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err == nil {
			err = f.Truncate(int64(size))
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
		return path
	}
	for name, c := range map[string]struct{ path, rule string }{
		"a program":       {file("a.exe", 9), "evidence.kind"},
		"a page":          {file("a.html", 9), "evidence.kind"},
		"a drawing":       {file("a.svg", 9), "evidence.kind"},
		"no ending":       {file("png", 9), "evidence.kind"},
		"an ending more":  {file("a.png.desktop", 9), "evidence.kind"},
		"too long":        {file("a.png", mostEvidence+1), "evidence.too_big"},
		"a folder":        {dir, "evidence.cannot_read"},
		"nothing":         {filepath.Join(dir, "none.png"), "evidence.cannot_read"},
		"something alive": {"/dev/zero", "evidence.cannot_read"},
	} {
		_, err := j.KeepFile(bg, c.path)
		t.Log(name)
		wantRule(t, err, c.rule)
	}
	if exists(j.evidenceFolder()) && len(names(t, j.evidenceFolder())) > 0 {
		t.Errorf("kept: %v", names(t, j.evidenceFolder()))
	}
	if _, err := j.KeepFile(bg, file("most.png", mostEvidence)); err != nil {
		t.Error(err)
	}
	e := fact.Evidence{ID: "e", AnswerID: "a", Name: "a.png", SHA256: strings.Repeat("0", 64)}
	wantRule(t, j.Apply(bg, Action{Label: "action_add_evidence", Changes: []Change{PutEvidence(e)}}), "evidence.missing")
}

func TestAnyNameBecomesOneThatCanBeShown(t *testing.T) {
	for given, want := range map[string]string{
		"../../etc/passwd.png": "passwd.png", `C:\a\b.PNG`: "b.PNG", "a\x00b\nc\u202egnp.jpg": "abcgnp.jpg",
		".png": "?.png", "  图  .png": "图.png", strings.Repeat("长", 300) + ".pdf": strings.Repeat("长", longestShown) + ".pdf",
		"a<b>|.txt": "ab.txt", "\xff.gif": "?.gif", "": "?",
	} {
		if got := tidyName(given); got != want {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("./\\ ?a\x00.png\u202e")))).Draw(t, "name")
		got := tidyName(name)
		if again := tidyName(got); again != got || strings.ContainsAny(got, "/\\\x00\n") || got == "" {
			t.Fatalf("%q becomes %q and that %q", name, got, again)
		}
	})
}

func TestACheckNamesEvidenceThatIsMissingOrChanged(t *testing.T) {
	j, path := answered(t)
	e := attach(t, j, "e", path)
	kept := j.EvidencePath(e)
	for rule, spoil := range map[string]func() error{
		"evidence.changed": func() error { return os.WriteFile(kept, []byte("other"), 0o600) },
		"evidence.missing": func() error { return nil },
	} {
		if err := os.Remove(kept); err != nil {
			t.Fatal(err)
		}
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		r, err := j.Check(bg)
		if err != nil || len(r.Problems) != 1 || r.Problems[0].Rule != rule {
			t.Fatalf("%v %v, want %s", r.Problems, err, rule)
		}
		// The rest is as good as ever, and the file can be given again.
		if _, err := Rescue(bg, j.Path(), Options{}); err == nil {
			t.Error("the journal was taken for damaged")
		}
		if _, err := j.Restore(bg, snapshot(t, j, ByHand).Path); err != nil {
			t.Error(err)
		}
		if rule == "evidence.missing" {
			export(t, j) // does not fail, and says so
		}
		attach(t, j, "e", path)
		if r, err := j.Check(bg); err != nil || len(r.Problems) > 0 {
			t.Fatalf("check: %v %v", r.Problems, err)
		}
	}
}

func TestAnExportHasTheFilesAndSaysWhichAreMissing(t *testing.T) {
	j, path := answered(t)
	e := attach(t, j, "e", path)
	other := filepath.Join(t.TempDir(), "b.csv")
	if err := os.WriteFile(other, []byte("a,b"), 0o600); err != nil {
		t.Fatal(err)
	}
	gone := attach(t, j, "e2", other)
	whole := export(t, j)
	if err := os.Remove(j.EvidencePath(gone)); err != nil {
		t.Fatal(err)
	}
	first := export(t, j)
	to, _ := newJournal(t)
	if _, err := importOf(to, first); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, export(t, to)) {
		t.Error("the second export differs")
	}
	content, err := os.ReadFile(to.EvidencePath(e))
	if err != nil || string(content) != "as if it were a picture" {
		t.Errorf("%q %v", content, err)
	}
	r, err := to.Check(bg)
	if err != nil || len(r.Problems) != 1 || r.Problems[0].Rule != "evidence.missing" {
		t.Errorf("check: %v %v", r.Problems, err)
	}
	// One that has the file brings it.
	if again, err := importOf(to, whole); err != nil || again.Same != 3 {
		t.Errorf("%+v %v", again, err)
	}
	if r, err := to.Check(bg); err != nil || len(r.Problems) > 0 {
		t.Errorf("check: %v %v", r.Problems, err)
	}
	if !bytes.Equal(whole, export(t, to)) {
		t.Error("the export of all differs")
	}
}

// Wherever a journal goes, its evidence goes too.
func TestEvidenceIsThereInEveryCopyOfTheJournal(t *testing.T) {
	sound := func(t *testing.T, j *Journal) {
		t.Helper()
		if r, err := j.Check(bg); err != nil || len(r.Problems) > 0 || len(everything(t, j).Evidence) != 1 {
			t.Errorf("check: %v %v", r.Problems, err)
		}
	}
	t.Run("copied", func(t *testing.T) {
		j, path := answered(t)
		attach(t, j, "e", path)
		to := filepath.Join(t.TempDir(), "copy.db")
		if err := j.CopyEvidence(bg, to); err != nil {
			t.Fatal(err)
		}
		if err := Begin(bg, to, snapshot(t, j, ByHand).Path, Options{}); err != nil {
			t.Fatal(err)
		}
		sound(t, start(t, to, newClock()))
		sound(t, j)
	})
	t.Run("restored elsewhere", func(t *testing.T) {
		j, path := answered(t)
		attach(t, j, "e", path)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		other, _ := newJournal(t)
		if _, err := other.Restore(bg, j.Path()); err != nil {
			t.Fatal(err)
		}
		sound(t, other)
	})
	t.Run("rescued", func(t *testing.T) {
		j, path := answered(t)
		attach(t, j, "e", path)
		content := closed(t, j)
		clear(content[:100])
		if err := os.WriteFile(j.Path(), content, 0o600); err != nil {
			t.Fatal(err)
		}
		r := rescued(t, j.Path())
		sound(t, start(t, r.Readable, newClock()))
		if err := Begin(bg, j.Path(), r.Readable, Options{}); err != nil {
			t.Fatal(err)
		}
		sound(t, start(t, j.Path(), newClock()))
	})
}

package session

import (
	"os"
	"path/filepath"
	"testing"

	"cardhour/model/barrier"
)

// attaches attaches a file and returns what it was refused with.
func (b *bench) attaches(t *testing.T, path string) error {
	t.Helper()
	var refused error
	told := make(chan struct{})
	b.Attach("autodl", "jupyter", path, func(err error) { refused = err; close(told) })
	<-told
	b.Flush()
	return refused
}

func TestAFileSupportsAnAnswerBeforeAndAfterItIsWrittenDown(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	picture := filepath.Join(t.TempDir(), "客服.png")
	if err := os.WriteFile(picture, []byte("as if it were a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	shipped := b.BarrierFact("autodl", "jupyter").Values()
	for range 2 { // the second time it is there already
		if err := b.attaches(t, picture); err != nil {
			t.Fatal(err)
		}
	}
	if after := b.BarrierFact("autodl", "jupyter").Values(); len(after) != len(shipped) {
		t.Errorf("a file alone answers %v", after)
	}
	b.PutAnswer(barrier.Answer{Platform: "autodl", Requirement: "jupyter", Value: "no"})
	b.Flush()
	got := b.EvidenceOf("autodl", "jupyter")
	if len(got) != 1 || got[0].Name != "客服.png" || len(b.Answers()) != 1 || len(b.EvidenceOf("autodl", "docker_inside")) != 0 {
		t.Fatalf("%+v for %+v", got, b.Answers())
	}
	if content, err := os.ReadFile(b.EvidencePath(got[0])); err != nil || string(content) != "as if it were a picture" {
		t.Errorf("%q %v", content, err)
	}
	b.RemoveEvidence(got[0].ID)
	b.Flush()
	if undo, _ := b.UndoLabels(); len(b.EvidenceOf("autodl", "jupyter")) != 0 || undo != "action_delete_evidence" {
		t.Errorf("it is still there; undo: %s", undo)
	}
	b.Undo()
	b.Flush()
	if len(b.EvidenceOf("autodl", "jupyter")) != 1 {
		t.Error("it did not come back")
	}
}

func TestAFileThatIsRefusedKeepsNothingElseFromBeingSaved(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	if err := b.attaches(t, filepath.Join(t.TempDir(), "none.png")); err == nil {
		t.Error("a file that is not there was attached")
	}
	if b.Problem() != nil || len(b.Answers()) != 0 {
		t.Errorf("%v, %+v", b.Problem(), b.Answers())
	}
	b.NewDecision()
	b.Flush()
	if len(b.Decisions()) != 1 {
		t.Error("nothing is saved after it")
	}
}

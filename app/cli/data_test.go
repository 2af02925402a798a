package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"cardhour/data/journal"
	"cardhour/model/decision"
	"cardhour/views/text"
)

func TestDataGoesOutAndComesBackInWhole(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from.db"), filepath.Join(dir, "新 账本.db")
	j, err := journal.Open(from, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Apply(context.Background(), journal.Action{Label: "action_add_decision",
		Changes: []journal.Change{journal.PutDecision(decision.Decision{Name: "微调 7B", Currency: "CNY"})}}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	var archives [2][]byte
	kept := func(path string) []journal.SnapshotInfo {
		list, err := journal.SnapshotsOf(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	for i, step := range [][]string{
		{"export", "data", "--journal", from, "--out", filepath.Join(dir, "0.zip")},
		{"import", "data", "--journal", to, filepath.Join(dir, "0.zip")},
		{"export", "data", "--journal", to, "--out", filepath.Join(dir, "1.zip")},
	} {
		if r := run(text.English, "", step...); r.code != 0 || r.stderr != "" {
			t.Fatalf("step %d: %+v", i, r)
		}
	}
	for i := range archives {
		if archives[i], err = os.ReadFile(filepath.Join(dir, string(rune('0'+i))+".zip")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Fatal("the second export differs")
	}
	if list := kept(from); len(list) != 0 {
		t.Errorf("an export made snapshots: %+v", list)
	}
	if r := run(text.Chinese, "", "import", "data", "--journal", from, filepath.Join(dir, "0.zip")); r.code != 0 {
		t.Fatalf("%+v", r)
	}
	if list := kept(from); len(list) != 1 || list[0].Reason != journal.BeforeImport || list[0].Decisions != 1 {
		t.Errorf("before an import was kept %+v", list)
	}
}

func TestDataThatCannotBeMovedIsRefusedInOneSentence(t *testing.T) {
	dir := t.TempDir()
	none, bad := filepath.Join(dir, "none.db"), file(t, "no zip")
	for _, lang := range []text.Language{text.English, text.Chinese} {
		run(lang, "", "export", "data", "--journal", none, "--out", filepath.Join(dir, "x.zip")).refused(t, none)
		run(lang, "", "export", "data", "--journal", none, "--out", filepath.Join(dir, "x.csv")).refused(t, "x.csv")
		run(lang, "", "import", "data", "--journal", none, filepath.Join(dir, "missing.zip")).refused(t, "missing.zip")
		if _, err := os.Stat(none); err == nil {
			t.Fatal("a journal was made for nothing")
		}
		run(lang, "", "import", "data", "--journal", filepath.Join(dir, "new.db"), bad).refused(t, "zip")
	}
}

package session

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"cardhour/data/journal"
	"cardhour/model/task"
)

func TestAfterARestoreTheSessionShowsTheJournalAsItIs(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.OpenExample()
	b.SetSetting("theme", "dark")
	b.Flush()
	first, _ := b.Current()
	then, err := b.j.Snapshot(t.Context(), journal.ByHand)
	if err != nil {
		t.Fatal(err)
	}
	b.NewDecision()
	b.Flush()
	b.SetSetting("theme", "light")
	b.KeepForm("quote", "12")
	b.EditTask("model", func(k *task.Task) { k.Model = "typed, not saved" })
	var before journal.SnapshotInfo
	restore := func(path string) {
		t.Helper()
		if err := b.Replace(func(ctx context.Context) (err error) { before, err = b.j.Restore(ctx, path); return err }); err != nil {
			t.Fatal(err)
		}
	}
	restore(then.Path)
	if d, _ := b.Current(); d.ID != first.ID || len(b.Decisions()) != 1 || b.Setting("theme") != "dark" || b.Form("quote") != "" {
		t.Errorf("after restoring: %d decisions, the theme is %q, the form %q", len(b.Decisions()), b.Setting("theme"), b.Form("quote"))
	}
	restore(before.Path)
	if d, _ := b.Current(); d.Task.Model != "typed, not saved" || len(b.Decisions()) != 2 || b.Form("quote") != "12" {
		t.Errorf("after taking it back: %d decisions, the model is %q", len(b.Decisions()), d.Task.Model)
	}
}

func TestNothingIsReplacedWhileSomethingCannotBeSaved(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.do(func(context.Context) error { return fullDisk })
	if err := b.Replace(func(context.Context) error { t.Error("replaced"); return nil }); !errors.Is(err, fullDisk) {
		t.Error(err)
	}
}

func TestAChangeThatFailsIsTriedOnce(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	tries := 0
	if err := b.Replace(func(context.Context) error { tries++; return fullDisk }); !errors.Is(err, fullDisk) {
		t.Error(err)
	}
	b.Retry()
	b.Flush()
	if tries != 1 || b.Problem() != nil {
		t.Errorf("%d tries, %v", tries, b.Problem())
	}
}

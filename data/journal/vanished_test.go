package journal

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// What is written to a file that is gone would be acknowledged and lost.
func TestNothingIsWrittenToAFileThatIsGone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there an open file stays")
	}
	drive := filepath.Join(t.TempDir(), "drive")
	path := filepath.Join(drive, "journal.db")
	j := start(t, path, newClock())
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	before := everything(t, j)
	write := func() error {
		return j.Apply(bg, Action{Label: "action_add_decision", Changes: []Change{PutDecision(someDecision("e"))}})
	}

	if err := os.Rename(drive, drive+" away"); err != nil {
		t.Fatal(err)
	}
	wantRule(t, write(), "journal.cannot_open")
	wantRule(t, j.SetSetting(bg, "language", "en"), "journal.cannot_open")
	if _, _, err := j.Undo(bg); err == nil {
		t.Error("an undo is acknowledged")
	}
	if _, err := os.Stat(drive); err == nil {
		t.Error("the folder was made anew")
	}
	wantSame(t, "what is read meanwhile", before, everything(t, j))

	if err := os.Rename(drive+" away", drive); err != nil {
		t.Fatal(err)
	}
	if err := write(); err != nil {
		t.Fatalf("the drive is back: %v", err)
	}

	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	wantRule(t, write(), "journal.replaced")
	if now, err := os.ReadFile(path); err != nil || len(now) != len(data) {
		t.Errorf("the other file was written to: %v", err)
	}
}

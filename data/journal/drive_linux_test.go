package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// drive mounts a drive of so many kibibytes and returns its folder.
func drive(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("cardhour-test", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("only root may mount: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// "Nothing can be read" would have a person give up what only lacked room.
func TestADamagedJournalOnAFullDriveIsNotCalledUnreadable(t *testing.T) {
	content := filled(t)
	path := filepath.Join(drive(t, "272k"), "journal.db")
	content = content[:len(content)-1000]
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Rescue(bg, path, Options{})
	wantRule(t, err, "journal.rescue_full")
	if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, content) {
		t.Fatalf("it was changed: %v", err)
	}
	for _, name := range names(t, filepath.Dir(path)) {
		if strings.HasPrefix(name, unfinished) {
			t.Errorf("%s is left", name)
		}
	}
}

func TestADriveThatIsPulledOutTakesNoRecords(t *testing.T) {
	dir := drive(t, "4m")
	j := start(t, filepath.Join(dir, "journal.db"), newClock())
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
		t.Fatal(err)
	}
	wantRule(t, j.Apply(bg, Action{Label: "action_delete_decision", Changes: []Change{Delete(Decisions, "d")}}), "journal.cannot_open")
	_, err := j.Snapshot(bg, ByHand)
	wantRule(t, err, "journal.cannot_open")
	if left := names(t, dir); len(left) > 0 {
		t.Errorf("made on the bare mount point: %v", left)
	}
}

func TestADriveThatBecomesReadOnlyIsTold(t *testing.T) {
	dir := drive(t, "4m")
	path := filepath.Join(dir, "journal.db")
	j := start(t, path, newClock())
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	saved := snapshot(t, j, ByHand)
	content := closed(t, j)
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	_, err := Open(path, Options{})
	wantRule(t, err, "journal.readonly")
	reader, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if c := everything(t, reader); len(c.Decisions) != 1 {
		t.Errorf("%d decisions", len(c.Decisions))
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	list, err := SnapshotsOf(bg, path)
	if err != nil || len(list) != 1 || list[0].Path != saved.Path || list[0].Damaged {
		t.Errorf("%+v %v", list, err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, content) {
		t.Errorf("it was changed: %v", err)
	}
}

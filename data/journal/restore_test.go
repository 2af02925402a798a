package journal

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardhour/model/trial"
)

// restored restores a snapshot.
func restored(t *testing.T, j *Journal, path string) SnapshotInfo {
	t.Helper()
	before, err := j.Restore(bg, path)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := j.Check(bg); err != nil || len(r.Problems) > 0 {
		t.Fatalf("check: %v %v", r.Problems, err)
	}
	return before
}

func TestARestoreBringsBackEverythingAndCanBeTakenBack(t *testing.T) {
	j, c := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")))
	if err := j.SetSetting(bg, "language", "en"); err != nil {
		t.Fatal(err)
	}
	old := everything(t, j)
	first := snapshot(t, j, ByHand)

	c.pass(time.Hour)
	apply(t, j, "action_delete_decision", Delete(Decisions, "d"))
	apply(t, j, "action_add_decision", PutDecision(someDecision("e")))
	if err := j.SetSetting(bg, "language", "zh-Hans"); err != nil {
		t.Fatal(err)
	}
	later := everything(t, j)

	before := restored(t, j, first.Path)
	wantSame(t, "restored", old, everything(t, j))
	if v, _, err := j.Setting(bg, "language"); v != "en" || err != nil {
		t.Fatalf("the setting is %q, %v", v, err)
	}
	if before.Reason != BeforeRestore || before.Decisions != 1 {
		t.Fatalf("%+v", before)
	}
	// What could be undone then can be undone now.
	if _, ok, err := j.Undo(bg); !ok || err != nil {
		t.Fatalf("undo: %v %v", ok, err)
	}
	restored(t, j, before.Path)
	wantSame(t, "taken back", later, everything(t, j))

	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "opened again", later, everything(t, start(t, j.Path(), c)))
	wantSame(t, "snapshot", nil, whole(bg, first.Path))
}

func TestASnapshotThatIsNotGoodIsNotRestored(t *testing.T) {
	sqlite := func(t *testing.T, path, statement string) {
		t.Helper()
		sqliteFile(t, path, statement)
	}
	for name, c := range map[string]struct {
		spoil func(t *testing.T, path string)
		rule  string
	}{
		"truncated": {func(t *testing.T, path string) {
			if err := os.Truncate(path, 9000); err != nil {
				t.Fatal(err)
			}
		}, "journal.snapshot_damaged"},
		"missing": {func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}, "journal.snapshot_damaged"},
		"text": {func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(strings.Repeat("x", 500)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "journal.snapshot_damaged"},
		"a broken record": {func(t *testing.T, path string) { sqlite(t, path, "UPDATE quotes SET amount = '1.2.3'") }, "journal.snapshot_damaged"},
		"an orphan":       {func(t *testing.T, path string) { sqlite(t, path, "DELETE FROM decisions") }, "journal.snapshot_damaged"},
		"newer":           {func(t *testing.T, path string) { sqlite(t, path, "PRAGMA user_version = 99") }, "journal.newer"},
		"foreign":         {func(t *testing.T, path string) { sqlite(t, path, "PRAGMA application_id = 1") }, "journal.foreign"},
	} {
		t.Run(name, func(t *testing.T) {
			j, _ := newJournal(t)
			apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")))
			info := snapshot(t, j, ByHand)
			apply(t, j, "action_add_decision", PutDecision(someDecision("e")))
			want := everything(t, j)
			c.spoil(t, info.Path)
			_, err := j.Restore(bg, info.Path)
			wantRule(t, err, c.rule)
			wantSame(t, "content", want, everything(t, j))
			for _, name := range names(t, j.shelf().folder()) {
				if name != filepath.Base(info.Path) {
					t.Errorf("%s was left", name)
				}
			}
		})
	}
}

func TestAFullDiskDuringARestoreLosesNothing(t *testing.T) {
	j, _ := newJournal(t)
	rich(t, j)
	info := snapshot(t, j, ByHand)
	j, _ = newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("e")))
	want := everything(t, j)
	pages, err := pragma(bg, j.db, "PRAGMA page_count")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages+20)); err != nil {
		t.Fatal(err)
	}
	_, err = j.Restore(bg, info.Path)
	wantRule(t, err, "journal.full")
	wantSame(t, "content", want, everything(t, j))
	if _, err := j.db.Exec("PRAGMA max_page_count = 1000000"); err != nil {
		t.Fatal(err)
	}
	restored(t, j, info.Path)
	j.room = 10
	_, err = j.Restore(bg, info.Path)
	wantRule(t, err, "journal.snapshot_full")
	j.room = 0
	for _, name := range names(t, j.shelf().folder()) {
		if strings.HasPrefix(name, unfinished) {
			t.Errorf("%s is left", name)
		}
	}
}

func TestJournalsOfAnyNameHaveSnapshots(t *testing.T) {
	for _, name := range []string{"a#b.db", "a?mode=ro.db", "100%41.db", "a b.db", "日志 · 卡时.db", "it's;&+=.db",
		strings.Repeat("l", 60) + strings.Repeat("长", 45) + strings.Repeat("x", 20), strings.Repeat("y", 200), strings.Repeat("z", 246), strings.Repeat("卡", 82)} {
		t.Run(name[:min(len(name), 12)], func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			j := start(t, path, newClock())
			apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
			want := everything(t, j)
			info := snapshot(t, j, ByHand)
			apply(t, j, "action_delete_decision", Delete(Decisions, "d"))
			restored(t, j, info.Path)
			wantSame(t, "restored", want, everything(t, j))
			if list := snapshots(t, j); len(list) != 2 || list[1].Path != info.Path {
				t.Fatalf("%+v", list)
			}
		})
	}
}

// Folders of any name, as deep as they may be, hold journals that are opened,
// kept, restored and rescued.
func TestJournalsInAnyFolderAreOpenedKeptRestoredAndRescued(t *testing.T) {
	base := t.TempDir()
	deep := base
	for len(deep)+101 <= longestDir {
		deep = filepath.Join(deep, strings.Repeat("d", 100))
	}
	if rest := longestDir - len(deep) - 1; rest > 0 {
		deep = filepath.Join(deep, strings.Repeat("e", rest))
	}
	for name, dir := range map[string]string{"signs": filepath.Join(base, "a#b?mode=ro%41 & '\"c"), "chinese": filepath.Join(base, strings.Repeat("卡时账本", 20)),
		"200 characters": filepath.Join(base, strings.Repeat("l", 200)), "deepest": deep} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, "账本 #1?.db")
			j := start(t, path, newClock())
			apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutRun(trial.Run{ID: "r", DecisionID: "d", Cards: 1}))
			want := everything(t, j)
			apply(t, j, "action_delete_decision", Delete(Decisions, "d"))
			list := snapshots(t, j)
			if len(list) != 1 {
				t.Fatalf("%+v", list)
			}
			restored(t, j, list[0].Path)
			wantSame(t, "restored", want, everything(t, j))
			content := closed(t, j)
			clear(content[:16])
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			r := rescued(t, path)
			if kept, err := os.ReadFile(r.Aside); err != nil || !bytes.Equal(kept, content) {
				t.Errorf("set aside: %v", err)
			}
			wantSame(t, "readable", want, everything(t, start(t, r.Readable, newClock())))
			if err := Begin(bg, path, r.Snapshot.Path, Options{}); err != nil {
				t.Fatal(err)
			}
			start(t, path, newClock())
		})
	}
}

// SQLite gives up at 512 bytes, and would only say that it cannot open a file.
func TestAPathThatIsTooLongIsToldAsSuch(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, strings.Repeat(strings.Repeat("d", 100)+"/", 5))
	for _, path := range []string{filepath.Join(deep, "journal.db"), filepath.Join(dir, strings.Repeat("x", 250)), filepath.Join(dir, strings.Repeat("账", 200))} {
		_, err := Open(path, Options{})
		wantRule(t, err, "journal.path_too_long")
		_, err = Open(path, Options{ReadOnly: true})
		wantRule(t, err, "journal.path_too_long")
		_, err = Rescue(bg, path, Options{})
		wantRule(t, err, "journal.path_too_long")
		wantRule(t, Begin(bg, path, "nowhere", Options{}), "journal.path_too_long")
		_, err = SnapshotsOf(bg, path)
		wantRule(t, err, "journal.path_too_long")
	}
	if left := names(t, dir); len(left) > 0 {
		t.Errorf("made %v", left)
	}
}

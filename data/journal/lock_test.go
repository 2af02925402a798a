package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cardhour/model/reason"
)

// occupied runs a child process that has the journal open, works on it while
// it has, and kills it.
func occupied(t *testing.T, path string, during func(pid int)) {
	t.Helper()
	kill(t, t.Name(), path, during)
}

// occupy is the child's part: it opens the journal and waits to be killed.
func occupy(t *testing.T) {
	t.Helper()
	j, err := Open(os.Getenv(copyChildFile), Options{})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(os.Getpid())
	time.Sleep(time.Hour)
	t.Log(j.Path())
}

func TestAJournalThatAnotherProcessHasIsRefusedUntilItEnds(t *testing.T) {
	if os.Getenv(copyChild) == t.Name() {
		occupy(t)
	}
	path := filepath.Join(t.TempDir(), "账本 #1.db")
	link := path + ".link"
	if err := os.Symlink(path, link); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	occupied(t, path, func(pid int) {
		for _, name := range []string{path, link} {
			_, err := Open(name, Options{})
			wantRule(t, err, "journal.in_use")
			var p *reason.Problem
			if !errors.As(err, &p) || !strings.Contains(p.Args[1].Value.Text, "pid "+strconv.Itoa(pid)) {
				t.Errorf("it does not say who: %v", err)
			}
		}
	})
	j := start(t, path, newClock()) // killed: the journal is free
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if got := names(t, filepath.Dir(path)); len(got) != 2 {
		t.Errorf("left after closing: %v", got)
	}
}

func TestAJournalThatAnotherProcessHasCanBeReadAndAddedTo(t *testing.T) {
	if os.Getenv(copyChild) == t.Name() {
		occupy(t)
	}
	path := filepath.Join(t.TempDir(), "journal.db")
	occupied(t, path, func(int) {
		shared, err := Open(path, Options{Shared: true})
		if err != nil {
			t.Fatal(err)
		}
		apply(t, shared, "action_add_decision", PutDecision(someDecision("d")))
		reader, err := Open(path, Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		if c := everything(t, reader); len(c.Decisions) != 1 {
			t.Errorf("%d decisions", len(c.Decisions))
		}
		if r, err := reader.Check(bg); err != nil || len(r.Problems) > 0 {
			t.Errorf("check: %v %v", r.Problems, err)
		}
		wantRule(t, reader.SetSetting(bg, "a", "b"), "journal.readonly")
		if err := errors.Join(reader.Close(), shared.Close()); err != nil {
			t.Fatal(err)
		}
	})
}

func TestOneProcessMayOpenAJournalTwice(t *testing.T) {
	j, c := newJournal(t)
	again := start(t, j.Path(), c)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if !exists(beside(j.Path(), ".lock")) {
		t.Fatal("the first to close let go for both")
	}
	if err := errors.Join(again.Close(), again.Close()); err != nil {
		t.Fatal(err)
	}
	if exists(beside(j.Path(), ".lock")) {
		t.Fatal("it is still held")
	}
}

func TestReadingAJournalLeavesItsFolderAsItWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	if err := os.WriteFile(path, filled(t), 0o600); err != nil {
		t.Fatal(err)
	}
	before := folder(t, path)
	j, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if c := everything(t, j); len(c.Quotes) != 20 {
		t.Errorf("%d quotes", len(c.Quotes))
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "files", before, folder(t, path))
}

func TestReadingWhatIsNotThereMakesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	_, err := Open(path, Options{ReadOnly: true})
	wantRule(t, err, "journal.cannot_open")
	if got := names(t, filepath.Dir(path)); len(got) != 0 {
		t.Fatalf("made %v", got)
	}
}

func TestReadingWhatWasNotFinishedFinishesIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	if c := everything(t, j); len(c.Decisions) != 0 {
		t.Fatal("what was read?")
	}
}

func TestARefusedFileLeavesNoLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	if err := os.WriteFile(path, []byte("no journal, but longer than its header would be, so that it is read: "+strings.Repeat("x", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(path, Options{})
	wantRule(t, err, "journal.not_a_database")
	wantSame(t, "files", []string{"journal.db"}, names(t, filepath.Dir(path)))
}

// What lies where the lock should be may be anything.
func TestALockIsNotTakenThroughAnotherFile(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "journal.db"), filepath.Join(dir, "other")
	lock := beside(path, ".lock")
	if err := errors.Join(os.WriteFile(other, []byte("other"), 0o600), os.Symlink(other, lock)); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	_, err := Open(path, Options{})
	wantRule(t, err, "journal.cannot_lock")
	if text, err := os.ReadFile(other); string(text) != "other" || err != nil {
		t.Errorf("it was written to: %q %v", text, err)
	}
	if err := errors.Join(os.Remove(lock), os.Mkdir(lock, 0o700)); err != nil {
		t.Fatal(err)
	}
	_, err = Open(path, Options{})
	wantRule(t, err, "journal.cannot_lock")
	if exists(path) {
		t.Error("a journal was made without a lock")
	}
}

func TestWhoHasAJournalIsToldInOneLine(t *testing.T) {
	lock := filepath.Join(t.TempDir(), "lock")
	for text, want := range map[string]string{
		"":             "?",
		" no json":     "?",
		` {"pid":"x"}`: "?",
		` {"pid":7,"host":"a\nb\u202e\u0000c","since":"2026-05-01T09:00:00.000000000Z"}`: "abc, pid 7, ",
		" " + strings.Repeat("[", 10_000):                                                "?",
	} {
		if err := os.WriteFile(lock, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := signed(lock).String(); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// Letting go removes the file, which must not let two in at once.
func TestALockIsNeverHeldTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	lock := beside(path, ".lock")
	var inside, entered atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 300 {
				file, err := lockFile(path, lock)
				if err != nil {
					continue // in use
				}
				if inside.Add(1) > 1 {
					t.Error("held twice")
				}
				entered.Add(1)
				sign(lock, time.Now())
				inside.Add(-1)
				(&hold{path: lock, file: file, users: 1}).release()
			}
		})
	}
	group.Wait()
	if entered.Load() < 100 {
		t.Fatalf("held only %d times", entered.Load())
	}
}

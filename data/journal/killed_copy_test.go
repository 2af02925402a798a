package journal

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mattn/go-sqlite3"

	"cardhour/model/reason"
)

func init() {
	works["rescue"] = func(path string) error {
		return killedCopy(func() error { _, err := Rescue(bg, path, Options{}); return err })
	}
	works["restore"] = func(path string) error {
		return killedCopy(func() error {
			return worked(path, func(j *Journal) error { _, err := j.Restore(bg, path+".other"); return err })
		})
	}
	works["snapshot"] = func(path string) error {
		return killedCopy(func() error {
			return worked(path, func(j *Journal) error { _, err := j.Snapshot(bg, ByHand); return err })
		})
	}
	works["begin"] = func(path string) error {
		return killedCopy(func() error { return Begin(bg, path, path+".other", Options{}) })
	}
}

func worked(path string, work func(*Journal) error) error {
	j, err := Open(path, Options{})
	if err != nil {
		return err
	}
	return errors.Join(work(j), j.Close())
}

// killedCopy is a child's work with files: beside what SQLite tells, every
// opening of a database and both sides of every renaming are events.
func killedCopy(work func() error) error {
	e := &events{fatal: int64(number(childKillAt))}
	db, err := sql.Open("sqlite3", "")
	if err != nil {
		return err
	}
	db.Driver().(*sqlite3.SQLiteDriver).ConnectHook = func(c *sqlite3.SQLiteConn) error { e.happen(); return e.listen(c) }
	rename = func(from, to string) error {
		e.happen()
		err := os.Rename(from, to)
		e.happen()
		return err
	}
	if limit := number(childLimit); limit > 0 {
		if err := limitFiles(uint64(limit)); err != nil {
			return err
		}
	}
	err = work()
	if err != nil && number(childLimit) > 0 {
		die() // the signal is on its way
	}
	if err != nil {
		return err
	}
	fmt.Println("events", e.seen)
	return nil
}

// dies has children do a work on a copy of a folder, each killed at another
// event of it or in the middle of another write, and checks what each leaves.
func dies(t *testing.T, work, from string, check func(path string) error) {
	t.Helper()
	kills := max(countOf(t, "KILLS", 300)/10, 4)
	dir := scratch(t)
	place := func(name string) string {
		to := filepath.Join(dir, name)
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(to, "journal.db")
	}
	_, lived, err := session(place("all"), killedWork+"="+work)
	if err != nil || lived == 0 {
		t.Fatalf("the work as such: %d events, %v", lived, err)
	}
	ends := []string{}
	for i := range min(kills, lived) { // the first and the last among them
		ends = append(ends, childKillAt+"="+strconv.Itoa(1+i*(lived-1)/max(min(kills, lived)-1, 1)))
	}
	for i := max(lived-8, 1); i <= lived; i++ { // where the names change
		ends = append(ends, childKillAt+"="+strconv.Itoa(i))
	}
	for i := range kills / 3 {
		ends = append(ends, childLimit+"="+strconv.Itoa(1+i*7919))
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	inParallel(len(ends), func(i int) {
		path := place(strconv.Itoa(i))
		_, alive, err := session(path, killedWork+"="+work, ends[i])
		if err == nil && alive > 0 && strings.HasPrefix(ends[i], childKillAt) {
			err = errors.New("the child was not killed")
		}
		if err == nil {
			err = check(path)
		}
		if err != nil {
			t.Errorf("%s: %v", ends[i], err)
		}
		_ = os.RemoveAll(filepath.Dir(path))
	})
	t.Logf("%d kills, %d events", len(ends), lived)
}

// soundSnapshots checks that what looks like a snapshot is one.
func soundSnapshots(path string) error {
	list, err := SnapshotsOf(bg, path)
	for _, s := range list {
		err = errors.Join(err, restorable(bg, s.Path))
	}
	return err
}

// holdsOneOf opens a journal and checks that it is sound and holds just one of
// those contents.
func holdsOneOf(path string, contentsThen ...string) error {
	return worked(path, func(j *Journal) error {
		r, err := j.Check(bg)
		if err != nil || len(r.Problems) > 0 {
			return fmt.Errorf("check: %v %w", r.Problems, err)
		}
		got, err := contents(bg, j.db)
		if err == nil && !slices.Contains(contentsThen, got) {
			err = errors.New("it holds something else")
		}
		return err
	})
}

// twoContents makes a folder with a journal, a snapshot of it and another
// journal beside it, and returns what each holds.
func twoContents(t *testing.T) (dir, now, other string) {
	t.Helper()
	dir = t.TempDir()
	j := start(t, filepath.Join(dir, "journal.db"), newClock())
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	other = contentsOf(t, j)
	if err := copyFile(snapshot(t, j, ByHand).Path, j.Path()+".other"); err != nil {
		t.Fatal(err)
	}
	changes := []Change{}
	for i := range 60 {
		q := someQuote(fmt.Sprintf("q%03d", i), "d")
		q.Note = strings.Repeat("多", 700)
		changes = append(changes, PutQuote(q))
	}
	apply(t, j, "action_import", changes...)
	now = contentsOf(t, j)
	closed(t, j)
	return dir, now, other
}

func TestAProcessKilledAtAnyStepOfASnapshotLosesNothing(t *testing.T) {
	dir, now, _ := twoContents(t)
	dies(t, "snapshot", dir, func(path string) error {
		return errors.Join(holdsOneOf(path, now), soundSnapshots(path))
	})
}

func TestAProcessKilledAtAnyStepOfARestoreHasTheOldOrTheNew(t *testing.T) {
	dir, now, other := twoContents(t)
	dies(t, "restore", dir, func(path string) error {
		return errors.Join(holdsOneOf(path, now, other), soundSnapshots(path))
	})
}

func TestAProcessKilledAtAnyStepOfABeginningHasNoneOrAllOfIt(t *testing.T) {
	dir, _, other := twoContents(t)
	if err := os.Remove(filepath.Join(dir, "journal.db")); err != nil {
		t.Fatal(err)
	}
	dies(t, "begin", dir, func(path string) error {
		if exists(path) {
			return holdsOneOf(path, other)
		}
		return errors.Join(Begin(bg, path, path+".other", Options{}), holdsOneOf(path, other))
	})
}

// Whenever a rescue ends, the damaged file and its log are where they were or
// set aside, as they were, and the next start does not make an empty journal.
func TestAProcessKilledAtAnyStepOfARescueLosesNothing(t *testing.T) {
	from, _, _ := twoContents(t)
	path := filepath.Join(from, "journal.db")
	j := start(t, path, newClock())
	apply(t, j, "action_add_decision", PutDecision(someDecision("e")))
	damaged := map[string][]byte{} // with its log, as after a crash
	for _, part := range []string{"", sidecarOfWAL} {
		content, err := os.ReadFile(path + part)
		if err != nil {
			t.Fatal(err)
		}
		damaged[part] = content
	}
	clear(damaged[""][:16])
	damaged["-journal"] = []byte("a log of the other kind")
	closed(t, j)
	for part, content := range damaged {
		if err := os.WriteFile(path+part, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	dies(t, "rescue", from, func(path string) error { return rescuedLater(path, damaged) })
}

// rescuedLater checks what a killed rescue left, and goes on as a person would.
func rescuedLater(path string, damaged map[string][]byte) error {
	if err := unchanged(path, damaged); err != nil {
		return err
	}
	readable, err := filepath.Glob(path + ".readable-*")
	for _, r := range readable {
		err = errors.Join(err, checked(bg, r))
	}
	if err != nil {
		return err
	}
	j, err := Open(path, Options{})
	var p *reason.Problem
	if !errors.As(err, &p) {
		if err == nil {
			_ = j.Close()
		}
		return fmt.Errorf("the next start says %w", err)
	}
	if p.Rule != "journal.not_there" {
		if _, err := Rescue(bg, path, Options{}); err != nil {
			return fmt.Errorf("the second rescue: %w", err)
		}
	}
	if err := unchanged(path, damaged); err != nil {
		return fmt.Errorf("after the second rescue: %w", err)
	}
	asides, err := filepath.Glob(path + ".damaged-*Z")
	if len(asides) != 1 || err != nil {
		return fmt.Errorf("%d were set aside, %w", len(asides), err)
	}
	list, err := SnapshotsOf(bg, path)
	if err != nil || len(list) != 1 {
		return fmt.Errorf("snapshots: %v %w", list, err)
	}
	if err := Begin(bg, path, list[0].Path, Options{}); err != nil {
		return err
	}
	return worked(path, func(*Journal) error { return nil })
}

// unchanged checks that each part of a damaged journal is there, where it was
// or under the name of the one file that was set aside, and nowhere else.
func unchanged(path string, damaged map[string][]byte) error {
	for part, want := range damaged {
		found, err := filepath.Glob(path + ".damaged-*Z" + part)
		if err != nil {
			return err
		}
		if exists(path + part) {
			found = append(found, path+part)
		}
		if len(found) != 1 {
			return fmt.Errorf("%q is at %v", part, found)
		}
		if got, err := os.ReadFile(found[0]); err != nil || !bytes.Equal(got, want) {
			return fmt.Errorf("%s was changed, %w", found[0], err)
		}
	}
	return nil
}

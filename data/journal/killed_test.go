package journal

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mattn/go-sqlite3"
)

// Asked of a child by its environment.
const (
	childSteps  = "JOURNAL_TEST_STEPS"   // of the session
	childKillAt = "JOURNAL_TEST_KILL_AT" // the event at which it kills itself; 0 for none
	childLimit  = "JOURNAL_TEST_LIMIT"   // bytes past which no file may grow; 0 for none
)

const scriptSeed = 20260501

// events counts what SQLite tells of its work: each statement that is about to
// write rows, each row written and each commit that is about to be.
type events struct{ seen, fatal int64 }

func (e *events) happen() {
	if atomic.AddInt64(&e.seen, 1) == e.fatal {
		die()
	}
}

// die ends the process as kill -9 does: nothing is flushed, closed or undone.
func die() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(err)
	}
	select {}
}

func (e *events) listen(conn *sqlite3.SQLiteConn) error {
	conn.RegisterUpdateHook(func(int, string, string, int64) { e.happen() })
	conn.RegisterCommitHook(func() int { e.happen(); return 0 })
	conn.RegisterAuthorizer(func(what int, table, _, _ string) int {
		switch what {
		case sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE:
			if table != "sqlite_master" { // hundreds, in the one transaction of a migration
				e.happen()
			}
		}
		return sqlite3.SQLITE_OK
	})
	return nil
}

func number(name string) int {
	n, _ := strconv.Atoi(os.Getenv(name))
	return n
}

// scriptedSession is a child's work: the script, every step acknowledged on
// standard output, and death at an event on the way.
func scriptedSession(path string) error {
	e := &events{fatal: int64(number(childKillAt))}
	db, err := sql.Open("sqlite3", "")
	if err != nil {
		return err
	}
	db.Driver().(*sqlite3.SQLiteDriver).ConnectHook = e.listen
	if limit := number(childLimit); limit > 0 {
		if err := limitFiles(uint64(limit)); err != nil {
			return err
		}
	}
	s := newScript(scriptSeed)
	j, err := s.open(path)
	if err != nil {
		return err
	}
	if n, err := pragma(bg, j.db, "PRAGMA synchronous"); n != 2 || err != nil {
		return fmt.Errorf("synchronous is %d, %w", n, err)
	}
	j.between = e.happen
	fmt.Println("done")
	for range number(childSteps) {
		if err := s.next(j); err != nil {
			return err
		}
		fmt.Println("done")
	}
	if err := j.Close(); err != nil {
		return err
	}
	fmt.Println("events", e.seen)
	return nil
}

// session runs a child and returns how many times it said that something is
// done, the opening being the first, and how many events it lived through,
// if it lived.
func session(path string, env ...string) (acknowledged, lived int, err error) {
	child := exec.Command(os.Args[0])
	child.Env = append(append(os.Environ(), childJournal+"="+path, killedWork+"=script"), env...)
	var said, complaints strings.Builder
	child.Stdout, child.Stderr = &said, &complaints
	err = child.Run()
	acknowledged = strings.Count(said.String(), "done\n")
	var died *exec.ExitError
	if errors.As(err, &died) {
		err = nil
		if died.Exited() && !strings.Contains(complaints.String(), "file too large") { // it was about to be killed
			err = fmt.Errorf("the child says %s", complaints.String())
		}
		return acknowledged, 0, err
	}
	_, after, _ := strings.Cut(said.String(), "events ")
	lived, _ = strconv.Atoi(strings.TrimSpace(after))
	return acknowledged, lived, err
}

// states are the contents after each step of the script, the first before
// any.
func states(t *testing.T, steps int) []string {
	t.Helper()
	s := newScript(scriptSeed)
	j, err := s.open(filepath.Join(t.TempDir(), "journal.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	list := []string{contentsOf(t, j)}
	for range steps {
		if err := s.next(j); err != nil {
			t.Fatal(err)
		}
		list = append(list, contentsOf(t, j))
	}
	return list
}

// survives checks the journal of a child that died: it is sound, each row of
// evidence has its file with the right digest, and it holds exactly what was acknowledged, or that and the whole of the step that was
// being done.
func survives(path string, acknowledged int, states []string) error {
	j, err := newScript(0).open(path)
	if err != nil {
		return err
	}
	defer func() { _ = j.Close() }()
	r, err := j.Check(bg)
	if err != nil || len(r.Problems) > 0 {
		return fmt.Errorf("check: %v %w", r.Problems, err)
	}
	if r.Synchronous != 2 {
		return fmt.Errorf("synchronous is %d", r.Synchronous)
	}
	got, err := contents(bg, j.db)
	if err != nil {
		return err
	}
	last := max(acknowledged-1, 0) // the first is the opening
	if got == states[last] || last+1 < len(states) && acknowledged > 0 && got == states[last+1] {
		return nil
	}
	for i, s := range states {
		if s == got {
			return fmt.Errorf("step %d was acknowledged and the file holds step %d", last, i)
		}
	}
	return fmt.Errorf("step %d was acknowledged and the file holds something half-written", last)
}

// inParallel does work 0 to n-1 with all processors.
func inParallel(n int, work func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range 2 * runtime.NumCPU() {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	all.Wait()
}

// A process is killed at each event of a busy session, from the making of the
// file on.
func TestAProcessKilledAtAnyWriteLosesNothing(t *testing.T) {
	kills := countOf(t, "KILLS", 300)
	dir := scratch(t)
	steps, lived := 0, 0
	for lived < kills { // as long a session as is needed to die that often in it
		steps += max(16, (kills-lived)/20)
		var err error
		_, lived, err = session(filepath.Join(dir, fmt.Sprint(steps), "journal.db"), childSteps+"="+strconv.Itoa(steps))
		if err != nil || lived == 0 {
			t.Fatalf("the session as such: %d events, %v", lived, err)
		}
	}
	states := states(t, steps)
	inParallel(lived, func(i int) {
		path := filepath.Join(dir, "killed", strconv.Itoa(i), "journal.db")
		acknowledged, alive, err := session(path, childSteps+"="+strconv.Itoa(steps), childKillAt+"="+strconv.Itoa(i+1))
		if err == nil && alive > 0 {
			err = errors.New("the child was not killed")
		}
		if err == nil {
			err = survives(path, acknowledged, states)
		}
		if err != nil {
			t.Errorf("killed at event %d of %d: %v", i+1, lived, err)
		}
		_ = os.RemoveAll(filepath.Dir(path))
	})
	t.Logf("%d kills, one at each event of a session of %d steps", lived, steps)
}

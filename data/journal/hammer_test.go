package journal

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"cardhour/model/reason"
)

// Asked of a hammering child.
const (
	childName   = "JOURNAL_TEST_NAME"   // which one it is
	childShared = "JOURNAL_TEST_SHARED" // not empty: it lets others in
)

const blows = 200

// hammer is a child's work: many actions on a journal that another works on
// too. All touch the same decision.
func hammer(path string) error {
	j, err := Open(path, Options{Shared: os.Getenv(childShared) != ""})
	if err != nil {
		return err
	}
	name := os.Getenv(childName)
	for i := range blows {
		q := someQuote(name+"-"+strconv.Itoa(i), "d")
		q.Note = strings.Repeat("锤", i)
		changes := []Change{PutQuote(q)}
		if i%10 == 9 { // and one of those before goes
			changes = append(changes, Delete(Quotes, name+"-"+strconv.Itoa(i-5)))
		}
		if err := j.Apply(bg, Action{Label: "action_add_quote", Changes: changes}); err != nil {
			return err
		}
		if err := j.SetSetting(bg, name, strconv.Itoa(i)); err != nil {
			return err
		}
		if _, err := j.Everything(bg); i%20 == 0 && err != nil {
			return err
		}
	}
	return j.Close()
}

// Two processes that let each other in lose nothing, and neither hears of the
// other.
func TestTwoProcessesHammerOneJournal(t *testing.T) {
	if refused := hammerTwice(t, childShared+"=yes"); len(refused) > 0 {
		t.Error(refused)
	}
}

// A process that wants a journal for itself says in one sentence that another
// has it, and spoils nothing for that one.
func TestASecondProcessIsRefusedAndTheFirstHammersOn(t *testing.T) {
	for _, complaint := range hammerTwice(t, childShared+"=") {
		if !strings.Contains(complaint, "journal.in_use") {
			t.Error(complaint)
		}
	}
}

// hammerTwice lets two processes at one journal, checks that it holds all that
// those that were not refused have done, and returns what they were refused
// with.
func hammerTwice(t *testing.T, env string) (refused []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal.db")
	j := start(t, path, newClock())
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	names := []string{"left", "right"}
	complaints := make([]string, len(names))
	var both sync.WaitGroup
	for i, name := range names {
		both.Go(func() {
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), childJournal+"="+path, killedWork+"=hammer", childName+"="+name, env)
			var said strings.Builder
			child.Stderr = &said
			if err := child.Run(); err != nil {
				complaints[i] = fmt.Sprintf("%v: %s", err, said.String())
			}
		})
	}
	both.Wait()
	j = start(t, path, newClock())
	there := map[string]bool{}
	for _, q := range everything(t, j).Quotes {
		there[q.ID] = true
	}
	finished := 0
	for i, name := range names {
		if complaints[i] != "" {
			refused = append(refused, name+": "+complaints[i])
			continue
		}
		finished++
		for n := range blows {
			id := name + "-" + strconv.Itoa(n)
			gone := n%10 == 4
			if there[id] == gone {
				t.Errorf("quote %s: there is %v", id, there[id])
			}
		}
		if last, _, err := j.Setting(bg, name); err != nil || last != strconv.Itoa(blows-1) {
			t.Errorf("%s: last setting %s %v", name, last, err)
		}
	}
	if finished == 0 {
		t.Error("neither was let in")
	}
	if r, err := j.Check(bg); err != nil || len(r.Problems) > 0 {
		t.Fatalf("check: %v %v", r.Problems, err)
	}
	t.Logf("%d of %d processes worked on the journal, %d quotes", finished, len(names), len(there))
	return refused
}

// Several goroutines of one program share a journal.
func TestManyGoroutinesShareAJournal(t *testing.T) {
	j, _ := newJournal(t)
	const workers, each = 8, 20
	var all sync.WaitGroup
	errs := make([]error, workers)
	for w := range workers {
		all.Go(func() {
			for i := range each {
				d := someDecision(fmt.Sprintf("%d-%d", w, i))
				errs[w] = errors.Join(errs[w], j.Apply(bg, Action{Label: "action_add_decision", Changes: []Change{PutDecision(d)}}))
				_, err := j.Everything(bg)
				errs[w] = errors.Join(errs[w], err)
			}
		})
	}
	all.Wait()
	var p *reason.Problem
	if err := errors.Join(errs...); errors.As(err, &p) || err != nil {
		t.Fatal(err)
	}
	if n := len(everything(t, j).Decisions); n != workers*each {
		t.Fatalf("%d decisions of %d", n, workers*each)
	}
}

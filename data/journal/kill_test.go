package journal

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// childJournal names, in the environment of a child, the journal to work on.
const childJournal = "JOURNAL_TEST_CHILD"

// killedWork names, in the environment of a child, what to do with it.
const killedWork = "JOURNAL_TEST_WORK"

// works are what children can do.
var works = map[string]func(path string) error{
	"":       busySession,
	"script": scriptedSession,
	"hammer": hammer,
}

func TestMain(m *testing.M) {
	if path := os.Getenv(childJournal); path != "" {
		if err := works[os.Getenv(killedWork)](path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// busySession adds quotes for ever and prints the id of each when it has been
// acknowledged. Between them it does what leaves no trace: a change undone.
func busySession(path string) error {
	j, err := Open(path, Options{})
	if err != nil {
		return err
	}
	if err := j.Apply(bg, Action{Label: "action_add_decision", Changes: []Change{PutDecision(someDecision("d"))}}); err != nil {
		return err
	}
	for i := 0; ; i++ {
		q := someQuote(j.id(), "d")
		q.Note = strings.Repeat("记", i*37%900)
		if err := j.Apply(bg, Action{Label: "action_add_quote", Changes: []Change{PutQuote(q)}}); err != nil {
			return err
		}
		fmt.Println(q.ID)
		d := someDecision("d")
		d.Name = fmt.Sprint(i)
		if err := j.Apply(bg, Action{Label: "action_rename_decision", Changes: []Change{PutDecision(d)}}); err != nil {
			return err
		}
		if _, _, err := j.Undo(bg); err != nil {
			return err
		}
	}
}

// runAndKill starts a busy session on path, kills it some time after its n-th
// acknowledgement and returns everything that it acknowledged.
func runAndKill(t *testing.T, path string, n int, after time.Duration) []string {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childJournal+"="+path)
	var complaints strings.Builder
	child.Stderr = &complaints
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var acknowledged []string
	lines := bufio.NewScanner(out)
	for len(acknowledged) < n && lines.Scan() {
		acknowledged = append(acknowledged, lines.Text())
	}
	time.Sleep(after)
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() { // said before it died
		acknowledged = append(acknowledged, lines.Text())
	}
	_ = child.Wait()
	if complaints.Len() > 0 {
		t.Fatal(complaints.String())
	}
	return acknowledged
}

// mustHold checks that a journal is sound and has the quotes.
func mustHold(t *testing.T, path string, ids []string) {
	t.Helper()
	j, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	r, err := j.Check(bg)
	if err != nil || len(r.Problems) > 0 {
		t.Fatalf("check: %v %v", r.Problems, err)
	}
	there := map[string]bool{}
	for _, q := range everything(t, j).Quotes {
		there[q.ID] = true
	}
	for _, id := range ids {
		if !there[id] {
			t.Errorf("quote %s was acknowledged and is gone", id)
		}
	}
}

func TestAKilledProcessLosesNothingItAcknowledged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	var acknowledged []string
	for i := range 24 {
		acknowledged = append(acknowledged, runAndKill(t, path, i*5%13, time.Duration(i*i%29)*100*time.Microsecond)...)
		mustHold(t, path, acknowledged)
	}
	if len(acknowledged) < 24 {
		t.Fatalf("only %d records were acknowledged", len(acknowledged))
	}
}

func TestAProcessKilledWhileMakingAJournalLeavesOneThatOpens(t *testing.T) {
	for i := range 10 {
		path := filepath.Join(t.TempDir(), "journal.db")
		mustHold(t, path, runAndKill(t, path, 0, time.Duration(i)*3*time.Millisecond))
	}
}

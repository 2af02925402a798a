//go:build linux || darwin

package journal

import (
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// limitFiles kills this process in the middle of the write that would make a
// file longer than that: the write is cut at this byte.
func limitFiles(bytes uint64) error {
	cut := make(chan os.Signal, 1)
	signal.Notify(cut, syscall.SIGXFSZ)
	go func() { <-cut; die() }()
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes})
}

// A process is ended in the middle of a write, at any byte of it: a page is
// half in the log or in the file.
func TestAProcessKilledInTheMiddleOfAWriteLosesNothing(t *testing.T) {
	kills := max(countOf(t, "KILLS", 300)/5, 1)
	const steps = 40
	dir := scratch(t)
	states := states(t, steps)
	died := make([]bool, kills)
	inParallel(kills, func(i int) {
		path := filepath.Join(dir, strconv.Itoa(i), "journal.db")
		const step = 7919 // no multiple of a page: every place in it is hit
		limit := 1 + i*step*60/kills
		acknowledged, alive, err := session(path, childSteps+"="+strconv.Itoa(steps), childLimit+"="+strconv.Itoa(limit))
		died[i] = alive == 0
		if err == nil {
			err = survives(path, acknowledged, states)
		}
		if err != nil {
			t.Errorf("no byte written after %d: %v", limit, err)
		}
		_ = os.RemoveAll(filepath.Dir(path))
	})
	n := 0
	for _, d := range died {
		if d {
			n++
		}
	}
	if n < kills/2 {
		t.Fatalf("only %d of %d died", n, kills)
	}
	t.Logf("%d of %d were killed in a write", n, kills)
}

package app

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardhour/app/cli"
	"cardhour/data/journal"
	"cardhour/model/reason"
)

const otherProcess = "CARDHOUR_TEST_OPENS"

// TestASecondStart is the second process of the test below.
func TestASecondStart(t *testing.T) {
	path := os.Getenv(otherProcess)
	if path == "" {
		t.Skip("runs in a process of its own")
	}
	_, err := openFirst(&cli.Env{Journal: path})
	if err == nil {
		t.Fatal("two processes have one journal")
	}
	if !askFirst(err, path) {
		t.Fatal(err)
	}
}

func secondStart(t *testing.T, path string) (said string, err error) {
	t.Helper()
	second := exec.Command(os.Args[0], "-test.run=^TestASecondStart$")
	second.Env = append(os.Environ(), otherProcess+"="+path)
	out, err := second.CombinedOutput()
	return string(out), err
}

func TestASecondStartBringsTheFirstToTheFront(t *testing.T) {
	b := openBench(t, filepath.Join(t.TempDir(), "账本 #1.cardhour"))
	raised := 0
	b.toFront = func() { raised++ }
	ended := make(chan struct{})
	var said string
	var err error
	go func() { defer close(ended); said, err = secondStart(t, b.journal.Path()) }()
	b.until("being asked", func() bool { return raised == 1 })
	<-ended
	if err != nil {
		t.Error(said)
	}
	if _, err := os.Stat(raiseFile(b.journal.Path())); err == nil {
		t.Error("the sign is still there")
	}
}

func TestAProgramWithoutAWindowIsNotRaised(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.cardhour")
	j, err := journal.Open(path, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	said, err := secondStart(t, path)
	if err == nil || !strings.Contains(said, "in_use") {
		t.Error(said)
	}
	if _, err := os.Stat(raiseFile(path)); err == nil {
		t.Error("the sign is left behind")
	}
}

func TestAnotherMachineIsNotAsked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.cardhour")
	before := time.Now()
	for _, err := range []error{nil, errors.New("other"), reason.Refuse("", "journal.in_use", reason.Word("who", "elsewhere, pid 7, 2026-11-30 09:00")), reason.Refuse("", "journal.in_use", reason.Word("who", "?"))} {
		if askFirst(err, path) {
			t.Errorf("%v was asked", err)
		}
	}
	if time.Since(before) > waitAtMost/2 {
		t.Error("it waited for another machine")
	}
}

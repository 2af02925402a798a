package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cardhour/model/reason"
)

// A second start of the program asks the first one to come to the front: it
// puts a file beside the journal, and the first takes it away as a sign that
// it does.
const (
	lookEvery  = 500 * time.Millisecond
	waitAtMost = 6 * lookEvery
)

// raiseFile is the file of the journal at path, whatever name it is opened by.
func raiseFile(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path + ".raise"
}

// askFirst asks the program that has the journal to come to the front, if err
// says that one on this machine has it, and reports whether it does. A
// command without a window does not.
func askFirst(err error, path string) bool {
	var p *reason.Problem
	if !errors.As(err, &p) || p.Rule != "journal.in_use" || !onThisMachine(p) {
		return false
	}
	file := raiseFile(path)
	if os.WriteFile(file, nil, 0o600) != nil {
		return false
	}
	for end := time.Now().Add(waitAtMost); time.Now().Before(end); time.Sleep(lookEvery / 5) {
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
			return true
		}
	}
	return errors.Is(os.Remove(file), os.ErrNotExist)
}

func onThisMachine(p *reason.Problem) bool {
	host, err := os.Hostname()
	for _, a := range p.Args {
		if a.Name == "who" {
			return err == nil && strings.HasPrefix(a.Value.Text, host+", ")
		}
	}
	return false
}

// watch comes to the front when a second start asks for it.
func (w *window) watch() {
	go func() {
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		for {
			select {
			case <-w.ctx.Done():
				return
			case <-tick.C:
			}
			if path, ok := w.open.Load().(string); ok && os.Remove(raiseFile(path)) == nil {
				w.post(w.toFront)
			}
		}
	}()
}

func (w *window) raise() {
	w.win.Show()
	w.win.RequestFocus()
}

package app

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/app/cli"
	"cardhour/data/catalog"
	"cardhour/data/journal"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
)

// spoil makes a journal with one decision, a snapshot of it, and no journal.
func spoil(t *testing.T) (path string, spoiled []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "j.cardhour")
	b := openBench(t, path)
	b.session.NewDecision()
	b.session.Flush()
	if _, err := b.journal.Snapshot(t.Context(), journal.ByHand); err != nil {
		t.Fatal(err)
	}
	if err := b.end(); err != nil {
		t.Fatal(err)
	}
	spoiled = []byte(strings.Repeat("not a journal ", 1000))
	if err := os.WriteFile(path, spoiled, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, spoiled
}

// inTrouble starts the program on a journal that cannot be opened.
func inTrouble(t *testing.T, path string, lang text.Language) *bench {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, posted: make(chan func(), 1000)}
	b.window = newWindow(&cli.Env{Journal: path, Lang: lang}, test.NewTempApp(t), cat, func(f func()) { b.posted <- f })
	if err := there(path); err != nil {
		b.explain(err)
	} else if _, err := openJournal(path); err != nil {
		b.explain(err)
	} else {
		t.Fatal("it opens")
	}
	b.win.Resize(b.size())
	t.Cleanup(func() {
		if err := b.end(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func TestADamagedJournalIsSetAsideForTheNewestSnapshot(t *testing.T) {
	for _, lang := range text.Languages {
		path, spoiled := spoil(t)
		b := inTrouble(t, path, lang)
		p := b.printer()
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, spoiled) {
			t.Fatal("explaining changed the file")
		}
		hand.Press(t, b.win, p.T("trouble.snapshot"))
		b.until("the journal", func() bool { return b.session != nil && b.said != "" })
		aside, _ := filepath.Glob(path + ".damaged-*")
		if len(b.session.Decisions()) != 1 || len(aside) != 1 || !strings.Contains(b.said, aside[0]) {
			t.Fatalf("%d decisions, aside is %v; it says %q", len(b.session.Decisions()), aside, b.said)
		}
		if kept, err := os.ReadFile(aside[0]); err != nil || !bytes.Equal(kept, spoiled) {
			t.Error("the damaged file was changed")
		}
		if c, err := readConfig(); err != nil || c.Journal != "" {
			t.Errorf("a journal that was named for once is remembered: %+v, %v", c, err)
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Error(missing)
	}
}

func TestWhatCanBeReadIsExportedBeforeASnapshotIsOpened(t *testing.T) {
	path, _ := spoil(t)
	b := inTrouble(t, path, text.Chinese)
	p := b.printer()
	hand.Press(t, b.win, p.T("trouble.readable"))
	b.until("what became of it", func() bool {
		for _, s := range hand.Shown(b.win) {
			if strings.Contains(s, path+".damaged-") {
				return true
			}
		}
		return false
	})
	hand.Press(t, b.win, p.T("trouble.snapshot"))
	b.until("the journal", func() bool { return b.session != nil })
	if len(b.session.Decisions()) != 1 {
		t.Errorf("%d decisions", len(b.session.Decisions()))
	}
}

func TestAJournalThatIsGoneIsNotMadeAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.cardhour")
	b := inTrouble(t, path, text.English)
	p := b.printer()
	hand.NotSee(t, b.win, p.T("trouble.snapshot"))
	hand.NotSee(t, b.win, p.T("trouble.readable"))
	trouble := b.explain(there(path))
	trouble.begin(t.TempDir())
	b.until("a new journal", func() bool { return b.session != nil && b.said != "" })
	if _, err := os.Stat(path); err == nil {
		t.Error("a journal was made in the old place")
	}
	if c, err := readConfig(); err != nil || c.Journal != b.journal.Path() {
		t.Errorf("kept is %+v, %v", c, err)
	}
}

func TestAJournalOutOfReachIsTriedAgain(t *testing.T) {
	for _, lang := range text.Languages {
		path := filepath.Join(t.TempDir(), "drive", "j.cardhour")
		b := inTrouble(t, path, lang)
		p := b.printer()
		hand.Press(t, b.win, p.T("shell.retry"))
		b.until("the answer", func() bool { return slices.Contains(hand.Shown(b.win), p.T("trouble.still")) })
		withDecisions(t, path, 1)
		hand.Press(t, b.win, p.T("shell.retry"))
		b.until("the journal", func() bool { return b.session != nil })
		if len(b.session.Decisions()) != 1 || b.said != "" {
			t.Errorf("%d decisions; it says %q", len(b.session.Decisions()), b.said)
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Error(missing)
	}
}

func TestADriveThatComesBackWithADamagedJournalHasItsSnapshotsOffered(t *testing.T) {
	path, spoiled := spoil(t)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	b := inTrouble(t, path, text.English)
	p := b.printer()
	hand.NotSee(t, b.win, p.T("trouble.readable"))
	if err := os.WriteFile(path, spoiled, 0o600); err != nil {
		t.Fatal(err)
	}
	hand.Press(t, b.win, p.T("shell.retry"))
	b.until("the other ways", func() bool { return slices.Contains(hand.Shown(b.win), p.T("trouble.readable")) })
	hand.See(t, b.win, p.T("trouble.snapshot"))
	if first := hand.Buttons(b.win, p.T("trouble.snapshot"))[0]; first.Importance != widget.HighImportance {
		t.Error("the next thing to do does not stand out")
	}
}

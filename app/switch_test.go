package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardhour/app/cli"
	"cardhour/data/journal"
	"cardhour/views/settings"
)

// changes waits until the window shows another journal, or says why not.
func (b *bench) changes(ask func(settings.Done)) (refused string) {
	b.t.Helper()
	before := b.journal
	over := false
	ask(func(said string, ok bool) { refused, over = said, true })
	b.until("the other journal", func() bool { return over || b.journal != before && b.said != "" })
	return refused
}

func TestAnotherJournalTakesThePlaceOfTheOpenOne(t *testing.T) {
	dir := t.TempDir()
	b := openBench(t, filepath.Join(dir, "j.cardhour"))
	k := keeper{b.window}
	first := b.journal.Path()
	b.session.NewDecision()
	if refused := b.changes(func(d settings.Done) { k.New(dir, d) }); refused != "" || len(b.session.Decisions()) != 0 {
		t.Fatal(refused)
	}
	if c, err := readConfig(); err != nil || c.Journal != filepath.Join(dir, "journal.cardhour") || c.Journal != b.journal.Path() || !strings.Contains(b.said, c.Journal) {
		t.Errorf("kept is %+v, %v; it says %q", c, err, b.said)
	}
	b.said = ""
	if refused := b.changes(func(d settings.Done) { k.Open(first, d) }); refused != "" || len(b.session.Decisions()) != 1 {
		t.Errorf("%s; there are %d decisions", refused, len(b.session.Decisions()))
	}
	for what, path := range map[string]string{"no journal": filepath.Join(dir, "nothing"), "another file": filepath.Join(dir, "text")} {
		if what == "another file" {
			if err := os.WriteFile(path, []byte(strings.Repeat("text ", 1000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if refused := b.changes(func(d settings.Done) { k.Open(path, d) }); !strings.Contains(refused, path) || b.journal.Path() != first {
			t.Errorf("opening %s: %q, open is %s", what, refused, b.journal.Path())
		}
	}
	b.session.NewDecision()
	b.session.Flush()
	if len(b.session.Decisions()) != 2 || b.win.Canvas().Overlays().Top() != nil {
		t.Error("the journal that stayed open does not work")
	}
	if _, err := os.Stat(filepath.Join(dir, "nothing")); err == nil {
		t.Error("a journal was made of nothing")
	}
}

func TestAMovedJournalTakesItsSnapshotsAlong(t *testing.T) {
	b := openBench(t, filepath.Join(t.TempDir(), "账本 #1?.cardhour"))
	old := b.journal.Path()
	b.session.OpenExample()
	b.session.Flush()
	if _, err := b.journal.Snapshot(t.Context(), journal.ByHand); err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join(t.TempDir(), "a.png")
	if err := os.WriteFile(picture, []byte("as if it were a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.session.Attach("autodl", "jupyter", picture, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	b.session.NewDecision()
	to := t.TempDir()
	if refused := b.changes(func(d settings.Done) { keeper{b.window}.Move(to, d) }); refused != "" {
		t.Fatal(refused)
	}
	if b.journal.Path() != filepath.Join(to, filepath.Base(old)) || len(b.session.Decisions()) != 2 || len(b.snapshots()) < 3 {
		t.Errorf("it is in %s, with %d decisions and %d snapshots", b.journal.Path(), len(b.session.Decisions()), len(b.snapshots()))
	}
	if c, err := readConfig(); err != nil || c.Journal != b.journal.Path() {
		t.Errorf("kept is %+v, %v", c, err)
	}
	aside, _ := filepath.Glob(filepath.Join(filepath.Dir(old), "*.moved-*"))
	if _, err := os.Stat(old); err == nil || len(aside) != 3 {
		t.Errorf("of the old journal there is %v", aside)
	}
	kept := b.session.EvidenceOf("autodl", "jupyter")
	if len(kept) != 1 {
		t.Fatalf("evidence: %+v", kept)
	}
	if content, err := os.ReadFile(b.session.EvidencePath(kept[0])); err != nil || string(content) != "as if it were a picture" {
		t.Errorf("%q %v", content, err)
	}
}

func TestTheChosenJournalIsRemembered(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path, err := configPath()
	if err != nil {
		t.Fatal(err)
	}
	if c, err := readConfig(); err != nil || c.Journal != "" {
		t.Errorf("before any choice: %+v, %v", c, err)
	}
	chosen := filepath.Join(t.TempDir(), "j.cardhour")
	if err := (config{Journal: chosen}).write(); err != nil {
		t.Fatal(err)
	}
	if c, err := readConfig(); err != nil || c.Journal != chosen {
		t.Errorf("after it: %+v, %v", c, err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("beside it lies %v", left)
	}
	if _, err := openFirst(&cli.Env{Journal: chosen, Chosen: true}); err == nil || !strings.Contains(err.Error(), "not_there") {
		t.Errorf("a chosen journal that is gone: %v", err)
	}
	for _, spoiled := range []string{"", "{", `{"journal": 1}`, `{"journal": "relative"}`} {
		if err := os.WriteFile(path, []byte(spoiled), 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := readConfig(); err == nil || c.Journal != "" {
			t.Errorf("%q is read as %+v", spoiled, c)
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != spoiled {
			t.Errorf("%q was changed to %q", spoiled, kept)
		}
	}
}

package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"cardhour/app/cli"
	"cardhour/data/catalog"
	"cardhour/data/journal"
	"cardhour/views/settings"
	"cardhour/views/text"
)

// bench is the window program on the test driver. What is posted runs when the
// test lets it, on the test's goroutine.
type bench struct {
	*window
	t      *testing.T
	posted chan func()
}

func openBench(t *testing.T, path string) *bench {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, posted: make(chan func(), 1000)}
	b.window = newWindow(&cli.Env{Journal: path, Lang: text.English}, test.NewTempApp(t), cat, func(f func()) { b.posted <- f })
	j, err := journal.Open(path, journal.Options{})
	if err == nil {
		err = b.start(j)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.end(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// until runs what is posted until something is so.
func (b *bench) until(what string, so func() bool) {
	b.t.Helper()
	late := time.After(20 * time.Second)
	for !so() {
		select {
		case f := <-b.posted:
			f()
		case <-time.After(20 * time.Millisecond):
		case <-late:
			b.t.Fatal("waited in vain for " + what)
		}
	}
}

// did waits for something that a keeper was asked and returns what it says.
func (b *bench) did(ask func(settings.Done)) (said string, ok bool) {
	b.t.Helper()
	over := false
	ask(func(s string, good bool) { said, ok, over = s, good, true })
	b.until("the outcome", func() bool { return over })
	return said, ok
}

func (b *bench) snapshots() (list []settings.Snapshot) {
	b.t.Helper()
	over := false
	keeper{b.window}.Snapshots(func(all []settings.Snapshot, problem string) {
		if list, over = all, true; problem != "" {
			b.t.Error(problem)
		}
	})
	b.until("the snapshots", func() bool { return over })
	return list
}

func TestTheStartKeepsWhatHasChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.cardhour")
	for start, want := range []int{1, 1, 2} {
		b := openBench(t, path)
		b.busy.Wait()
		list := b.snapshots()
		if len(list) != want || list[0].Reason != "start" {
			t.Errorf("at start %d there are %+v", start, list)
		}
		if start == 1 {
			b.session.NewDecision()
			b.session.Flush()
		}
		if err := b.end(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestASnapshotThatFailsAtTheStartIsSaidAboveTheRest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.cardhour")
	if err := os.WriteFile(path+".snapshots", []byte("in the way"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := openBench(t, path)
	b.until("the notice", func() bool { return b.said != "" })
	if !strings.Contains(b.said, path) || b.win.Canvas().Overlays().Top() != nil {
		t.Errorf("it says %q", b.said)
	}
}

func TestWhatIsRestoredCanBeTakenBack(t *testing.T) {
	b := openBench(t, filepath.Join(t.TempDir(), "j.cardhour"))
	k := keeper{b.window}
	b.session.NewDecision()
	if said, ok := b.did(k.Snapshot); !ok {
		t.Fatal(said)
	}
	chosen := b.snapshots()[0]
	if chosen.Decisions != 1 || chosen.Reason != "manual" {
		t.Fatalf("the snapshot is %+v", chosen)
	}
	b.session.NewDecision()
	b.session.SetSetting(settings.Language, string(text.Chinese))
	said, ok := b.did(func(d settings.Done) { k.Restore(chosen, d) })
	if !ok || len(b.session.Decisions()) != 1 || b.setting(settings.Language) != "" {
		t.Fatalf("%s; there are %d decisions", said, len(b.session.Decisions()))
	}
	if b.said != said {
		t.Errorf("in the language that came back it says %q, and not %q", b.said, said)
	}
	back := b.snapshots()[0]
	if p := b.printer(); back.Reason != "restore" || !strings.Contains(said, p.DateTime(back.Time)) {
		t.Errorf("%q does not name %+v", said, back)
	}
	if said, ok := b.did(func(d settings.Done) { k.Restore(back, d) }); !ok || len(b.session.Decisions()) != 2 {
		t.Errorf("%s; there are %d decisions", said, len(b.session.Decisions()))
	}
	if said, ok := b.did(func(d settings.Done) { k.Restore(settings.Snapshot{Path: "nowhere"}, d) }); ok || len(b.session.Decisions()) != 2 {
		t.Errorf("restoring nothing: %s", said)
	}
}

func TestWhatIsExportedCanBeImported(t *testing.T) {
	dir := t.TempDir()
	from := openBench(t, filepath.Join(dir, "from.cardhour"))
	from.session.OpenExample()
	zip := filepath.Join(dir, "all.zip")
	if said, ok := from.did(func(d settings.Done) { keeper{from.window}.Export(zip, d) }); !ok || !strings.Contains(said, zip) {
		t.Fatal(said)
	}
	to := openBench(t, filepath.Join(dir, "to.cardhour"))
	k := keeper{to.window}
	to.session.NewDecision()
	if said, ok := to.did(func(d settings.Done) { k.Import(zip, d) }); !ok || len(to.session.Decisions()) != 2 || !to.session.HasExample() {
		t.Errorf("%s; there are %d decisions", said, len(to.session.Decisions()))
	}
	if list := to.snapshots(); list[0].Reason != "import" || list[0].Decisions != 1 {
		t.Errorf("before importing there was %+v", list[0])
	}
	if said, ok := to.did(func(d settings.Done) { k.Import(filepath.Join(dir, "from.cardhour"), d) }); ok || len(to.session.Decisions()) != 2 {
		t.Errorf("importing a journal: %s", said)
	}
	nowhere := filepath.Join(dir, "nowhere", "all.zip")
	if said, ok := to.did(func(d settings.Done) { k.Export(nowhere, d) }); ok {
		t.Error(said)
	}
}

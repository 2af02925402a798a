package settings

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// shelf keeps snapshots in memory.
type shelf struct {
	list     []Snapshot
	problem  string
	restored string
	made     int
	pending  Done
}

func (f *shelf) Snapshots(done func([]Snapshot, string)) { done(f.list, f.problem) }
func (f *shelf) Snapshot(done Done)                      { f.made++; f.pending = done }
func (f *shelf) Restore(s Snapshot, done Done)           { f.restored = s.Path; f.pending = done }
func (f *shelf) Export(string, Done)                     {}
func (f *shelf) Import(string, Done)                     {}
func (f *shelf) Open(string, Done)                       {}
func (f *shelf) New(string, Done)                        {}
func (f *shelf) Move(string, Done)                       {}

func showShelf(t *testing.T, lang text.Language, f *shelf) (*text.Printer, fyne.Window) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	window := app.NewWindow("")
	p := text.New(lang)
	set := &fake{set: map[string]string{}}
	do := set.actions()
	do.Keeper = f
	s := New(p, window, set, do)
	window.SetContent(s.Content())
	window.Resize(fyne.NewSize(936, 1200))
	s.keep.fold.Press()
	return p, window
}

func TestSnapshotsAreListedAndRestored(t *testing.T) {
	for _, lang := range text.Languages {
		at := time.Date(2026, 11, 30, 9, 5, 0, 0, time.Local)
		f := &shelf{list: []Snapshot{
			{Path: "new", Time: at, Reason: "manual", Decisions: 3, Runs: 7},
			{Path: "spoiled", Time: at.Add(-time.Hour), Reason: "start", Damaged: true},
			{Path: "strange", Time: at.Add(-2 * time.Hour), Reason: "from a newer version"},
		}}
		p, window := showShelf(t, lang, f)
		hand.See(t, window, p.DateTime(at))
		hand.See(t, window, p.T("settings.snapshot.holds", "reason", p.T("settings.snapshot.reason.manual"), "decisions", 3, "runs", 7))
		hand.See(t, window, p.T("settings.snapshot.damaged", "reason", p.T("settings.snapshot.reason.start")))
		hand.Press(t, window, p.T("settings.snapshot.restore"))
		if f.restored != "new" {
			t.Fatalf("restored %q", f.restored)
		}
		f.restored = ""
		hand.Press(t, window, p.T("settings.snapshot.restore"))
		if f.restored != "" {
			t.Error("a second restore began beside the first")
		}
		f.list = f.list[:1]
		f.pending("how it went", true)
		hand.See(t, window, "✓ how it went")
		hand.NotSee(t, window, p.T("settings.snapshot.damaged", "reason", p.T("settings.snapshot.reason.start")))
		hand.Press(t, window, p.T("settings.snapshot.now"))
		if f.made != 1 {
			t.Error("no snapshot was made")
		}
		f.list, f.problem = nil, "the drive is gone"
		f.pending("it failed", false)
		hand.See(t, window, "✕ it failed")
		hand.See(t, window, "the drive is gone")
		f.problem = ""
		hand.Press(t, window, p.T("settings.snapshot.now"))
		f.pending("made", true)
		hand.See(t, window, p.T("settings.snapshots.none"))
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestWhatNeedsAPlaceAsksForIt(t *testing.T) {
	for _, lang := range text.Languages {
		p, window := showShelf(t, lang, &shelf{})
		for _, name := range []string{"settings.export", "settings.import", "settings.journal.open", "settings.journal.new", "settings.journal.move"} {
			hand.Press(t, window, p.T(name))
			top := window.Canvas().Overlays().Top()
			if top == nil {
				t.Fatalf("%s opens no dialog", name)
			}
			window.Canvas().Overlays().Remove(top)
		}
	}
}

package settings

import (
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"cardhour/model/money"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// fake keeps settings in memory.
type fake struct {
	set     map[string]string
	applied []string
	folder  string
	report  func(string, bool)
	rates   []money.Exchange
}

func (f *fake) Rates() []money.Exchange { return f.rates }
func (f *fake) PutRate(x money.Exchange) error {
	f.RemoveRate(x.From, x.To)
	f.rates = append(f.rates, x)
	return nil
}
func (f *fake) RemoveRate(from, to money.Currency) {
	f.rates = slices.DeleteFunc(f.rates, func(x money.Exchange) bool { return x.From == from && x.To == to })
}
func (f *fake) Now() time.Time { return time.Date(2026, 11, 30, 15, 4, 0, 0, time.UTC) }

func (f *fake) Setting(key string) string            { return f.set[key] }
func (f *fake) SetSetting(key, value string)         { f.set[key] = value }
func (f *fake) JournalPath() string                  { return "/home/someone/.local/share/cardhour/journal.cardhour" }
func (f *fake) CheckJournal(done func(string, bool)) { f.report = done }
func (f *fake) actions() Actions {
	return Actions{Applied: func(key string) { f.applied = append(f.applied, key) }, OpenFolder: func(path string) { f.folder = path }, Version: "0.1.0"}
}

func show(t *testing.T, lang text.Language, variant theme.Variant, size fyne.Size) (*Settings, *fake, fyne.Window) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(variant, 1))
	window := app.NewWindow("")
	f := &fake{set: map[string]string{}}
	s := New(text.New(lang), window, f, f.actions())
	window.SetContent(s.Content())
	// Wrapped texts know their height after they have had a width.
	window.Resize(size.AddWidthHeight(1, 0))
	window.Resize(size)
	return s, f, window
}

func (s *Settings) picker(key string) choice {
	for _, c := range s.choices {
		if c.key == key {
			return c
		}
	}
	panic(key)
}

func TestAChoiceIsKeptAndAppliedOnce(t *testing.T) {
	s, f, _ := show(t, text.Chinese, theme.Light, fyne.NewSize(936, 700))
	for key, usual := range map[string]string{Language: System, Theme: System, TextSize: "100", Currency: "CNY"} {
		if got, _ := s.picker(key).picker.Value(); got != usual {
			t.Errorf("%s begins at %q, want %q", key, got, usual)
		}
	}
	if len(f.applied) > 0 || len(f.set) > 0 {
		t.Fatalf("showing the screen set %v and applied %v", f.set, f.applied)
	}
	s.picker(TextSize).picker.Select.SetSelected("125%")
	s.picker(Theme).picker.Select.SetSelected("深色")
	s.picker(Language).picker.Select.SetSelected("English")
	s.picker(Currency).picker.Select.SetSelected("美元（USD）")
	want := map[string]string{TextSize: "125", Theme: "dark", Language: "en", Currency: "USD"}
	if d := cmp.Diff(want, f.set); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{TextSize, Theme, Language, Currency}, f.applied); d != "" {
		t.Error(d)
	}
	s.Refresh()
	if len(f.applied) != 4 {
		t.Error("a refresh applied a setting again")
	}
	f.set[Theme] = "plaid" // from a newer version, or a damaged record
	s.Refresh()
	if got, _ := s.picker(Theme).picker.Value(); got != System {
		t.Errorf("a word that is no theme is shown as %q", got)
	}
}

func TestCheckingTellsHowItWent(t *testing.T) {
	for _, ok := range []bool{true, false} {
		s, f, _ := show(t, text.Chinese, theme.Light, fyne.NewSize(936, 700))
		test.Tap(s.check)
		if f.report == nil || !s.check.Disabled() || !s.checking.Visible() {
			t.Fatal("the check is not seen to run")
		}
		f.report("一切正常", ok)
		want := map[bool]string{true: "✓ 一切正常", false: "✕ 一切正常"}[ok]
		if s.result.Text != want || !s.result.Visible() || s.check.Disabled() || s.checking.Visible() {
			t.Errorf("after the check: %q, want %q", s.result.Text, want)
		}
	}
}

func TestTheFontLicenceCanBeRead(t *testing.T) {
	s, _, window := show(t, text.English, theme.Light, fyne.NewSize(936, 700))
	s.licence()
	if window.Canvas().Overlays().Top() == nil {
		t.Error("no dialog is open")
	}
}

// TestDraw draws the screen to PNG files for looking at, when CARDHOUR_DRAW
// names a folder, and finds texts that are missing.
func TestDraw(t *testing.T) {
	dir := os.Getenv("CARDHOUR_DRAW")
	for _, lang := range text.Languages {
		for _, variant := range []theme.Variant{theme.Light, theme.Dark} {
			for name, size := range map[string]fyne.Size{"936": fyne.NewSize(936, 700), "1192": fyne.NewSize(1192, 800)} {
				if dir == "" && (name != "936" || variant != theme.Light) {
					continue // every text is asked for once a language
				}
				s, f, window := show(t, lang, variant, size)
				test.Tap(s.check)
				f.report("OK", true)
				if dir == "" {
					continue
				}
				file, err := os.Create(filepath.Join(dir, "settings-"+string(lang)+"-"+string(variant)+"-"+name+".png"))
				if err != nil {
					t.Fatal(err)
				}
				if err := png.Encode(file, window.Canvas().Capture()); err != nil {
					t.Fatal(err)
				}
				file.Close()
			}
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

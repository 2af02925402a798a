package compare

import (
	"bytes"
	"errors"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/model/trial"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// fake is an open decision in memory.
type fake struct {
	d       *decision.Decision
	records decision.Records
	opened  string
}

func (f *fake) Current() (decision.Decision, bool) {
	if f.d == nil {
		return decision.Decision{}, false
	}
	return *f.d, true
}

func (f *fake) Result() decision.Result {
	if f.d == nil {
		return decision.Result{}
	}
	return decision.Evaluate(*f.d, f.records, decision.Knowledge{
		Card:  func(string) (hardware.Card, bool) { return hardware.Card{}, false },
		Model: func(string) (hardware.Model, bool) { return hardware.Model{}, false },
		Ranges: func(string, money.Currency) billing.Ranges {
			return func(k billing.Key) (billing.Range, bool) {
				if k != billing.DataDiskPrice {
					return billing.Range{}, false
				}
				return billing.Range{Low: billing.Figure{Per: billing.PerDay}, High: billing.Figure{Value: decimal.MustParse("0.5"), Per: billing.PerDay}, Basis: "range seen; zero within free quota"}, true
			}
		},
		Facts: func(string, string) fact.Fact[string] { return fact.Fact[string]{} },
	})
}
func (f *fake) Now() time.Time                { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }
func (f *fake) NameOf(q billing.Quote) string { return q.PlatformName }
func (f *fake) NewDecision()                  { f.opened = "new" }
func (f *fake) OpenExample()                  { f.opened = "example" }

func num(v string) billing.Figure { return billing.Figure{Value: decimal.MustParse(v)} }

// worked is the two cases of the documents, one of them billed, beside a
// quote that nobody has told much of, one in another currency, and one of
// another card.
func worked() *fake {
	d := decision.Decision{ID: "d", Currency: "CNY", Example: true, Task: task.Defaults(task.FineTuning)}
	d.Task.Model, d.Task.Method, d.Task.AlwaysOn = "Qwen2.5-7B", sizing.LoRA, hardware.No
	d.Task.Work = task.Work{Unit: task.WorkHours, Likely: decimal.MustParse("8")}
	d.Task.Plan = task.Plan{Sessions: 1, DataDays: 2, DataDisk: decimal.MustParse("30"), OutGB: decimal.MustParse("13")}
	f := &fake{d: &d}
	day := func(v string) billing.Figure { return billing.Figure{Value: decimal.MustParse(v), Per: billing.PerDay} }
	add := func(name, card, price string, c money.Currency, facts map[billing.Key]billing.Figure) {
		q := billing.Quote{ID: name, PlatformName: name, Card: card, Category: "container", Mode: billing.OnDemand,
			Rate: billing.NewRate(money.Of(price, c), billing.PerHour), Source: "价格页", Seen: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), Facts: billing.Facts{}}
		for k, v := range facts {
			q.Facts[k] = fact.Own(v, "价格页", q.Seen)
		}
		f.records.Quotes = append(f.records.Quotes, q)
	}
	told := map[billing.Key]billing.Figure{billing.Granularity: num("1"), billing.MinSeconds: num("0"), billing.DataDiskPrice: day("0.3"),
		billing.DataDiskFree: num("0"), billing.BandwidthPrice: day("10"), billing.TrafficOutPrice: num("0"), billing.TrafficOutFree: num("0")}
	add("平台 A", "A100 80GB", "12", "CNY", told)
	add("平台 B", "A100 80GB", "14", "CNY", map[billing.Key]billing.Figure{billing.Granularity: num("1"), billing.MinSeconds: num("0"), billing.DataDiskPrice: day("0.1"),
		billing.DataDiskFree: num("50"), billing.BandwidthPrice: day("0"), billing.TrafficOutPrice: num("1"), billing.TrafficOutFree: num("0")})
	add("平台 C", "A100 80GB", "13", "CNY", map[billing.Key]billing.Figure{billing.Granularity: num("1"), billing.MinSeconds: num("0"),
		billing.BandwidthPrice: day("0"), billing.TrafficOutPrice: num("1"), billing.TrafficOutFree: num("0")})
	add("平台 D", "A100 80GB", "1.2", "USD", told)
	add("平台 E", "RTX 4090 24GB", "1.98", "CNY", told)
	add("平台 F", "A100 80GB", "9", "CNY", told)
	add("平台 G", "A100 80GB", "11", "CNY", map[billing.Key]billing.Figure{billing.Granularity: num("1"), billing.MinSeconds: num("0"),
		billing.BandwidthPrice: day("0"), billing.DataDiskPrice: day("0.1"), billing.DataDiskFree: num("50"), billing.TrafficOutFree: num("0")})
	at := func(h int) time.Time { return time.Date(2026, 11, 2, h, 0, 0, 0, time.UTC) }
	run := func(id, quote string, o trial.Outcome) {
		f.records.Runs = append(f.records.Runs, trial.Run{ID: id, QuoteID: quote, Platform: quote, Cards: 1, Outcome: o,
			At: map[trial.Event]time.Time{trial.PoweredOn: at(8), trial.TaskStarted: at(9), trial.TaskEnded: at(17), trial.ShutDown: at(18)}})
	}
	run("r1", "平台 A", trial.Passed)
	run("r2", "平台 F", trial.Failed)
	charge := func(k billing.Kind, v string) trial.Charge {
		return trial.Charge{Kind: k, Amount: decimal.MustParse(v)}
	}
	f.records.Bills = []trial.Bill{
		{ID: "b1", RunID: "r1", Currency: "CNY", Provisional: true, Charges: []trial.Charge{charge(billing.Useful, "96"), charge(billing.SetUp, "12"), charge(billing.Storage, "18"), charge(billing.Traffic, "20")}},
		{ID: "b2", RunID: "r2", Currency: "CNY", Charges: []trial.Charge{charge(billing.Useful, "30")}},
	}
	f.d.MustHaves = []barrier.Wanted{}
	return f
}

func show(t *testing.T, f *fake, lang text.Language, variant theme.Variant, size fyne.Size) (*Compare, fyne.Window) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(variant, 1))
	window := app.NewWindow("")
	c := New(text.New(lang), window, f, func() { f.opened = "quotes" })
	if c.made {
		c.pick.Select.SetSelected("A100 80GB")
	}
	window.SetContent(c.Content())
	// Wrapped texts know their height after they have had a width.
	window.Resize(size.AddWidthHeight(1, 0))
	window.Resize(size)
	return c, window
}

// said collects every text below an object that can be seen.
func said(o fyne.CanvasObject) string {
	if !o.Visible() {
		return ""
	}
	switch o := o.(type) {
	case *widgets.Label:
		return o.Text + "\n"
	case *widget.Button:
		return "[" + o.Text + "]\n"
	case *container.Scroll:
		return said(o.Content)
	case *fyne.Container:
		var b strings.Builder
		for _, child := range o.Objects {
			b.WriteString(said(child))
		}
		return b.String()
	}
	return ""
}

func tap(t *testing.T, o fyne.CanvasObject, name string) {
	t.Helper()
	var find func(fyne.CanvasObject) bool
	find = func(o fyne.CanvasObject) bool {
		switch o := o.(type) {
		case *widget.Button:
			if o.Text == name {
				test.Tap(o)
				return true
			}
		case *container.Scroll:
			return find(o.Content)
		case *fyne.Container:
			for _, child := range o.Objects {
				if find(child) {
					return true
				}
			}
		}
		return false
	}
	if !find(o) {
		t.Fatalf("there is no button %q", name)
	}
}

func TestEmptyTeachesAndLeadsOn(t *testing.T) {
	for _, lang := range text.Languages {
		p := text.New(lang)
		f := &fake{}
		c, _ := show(t, f, lang, theme.Light, fyne.NewSize(936, 700))
		tap(t, c.Content(), p.T("compare.begin"))
		if f.opened != "new" {
			t.Errorf("the button opened %q", f.opened)
		}
		tap(t, c.Content(), p.T("example.open"))
		if f.opened != "example" {
			t.Errorf("the button opened %q", f.opened)
		}
		f.d = &decision.Decision{ID: "d", Currency: "CNY"}
		c.Refresh()
		tap(t, c.Content(), p.T("compare.to_quotes"))
		if f.opened != "quotes" {
			t.Errorf("the button opened %q", f.opened)
		}
	}
}

func TestFiguresStandBesideThePicture(t *testing.T) {
	c, _ := show(t, worked(), text.Chinese, theme.Light, fyne.NewSize(936, 700))
	all := said(c.Content())
	for _, want := range []string{"¥16.75/卡时", "¥18.25/卡时", "+¥1.50 · +9%", "¥15.63/卡时", "$", "已淘汰"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not said in:\n%s", want, all)
		}
	}
	if n := len(c.shown.Rows); n != 4 {
		t.Errorf("%d rows are drawn, want the 4 that can be taken and are in yuan", n)
	}
	c.pick.Select.SetSelected("RTX 4090 24GB")
	if all := said(c.Content()); strings.Contains(all, "平台 A") || !strings.Contains(all, "平台 E") {
		t.Errorf("after the choice of another card:\n%s", all)
	}
}

func TestThePictureOpensOnTheWinnersCard(t *testing.T) {
	test.NewTempApp(t)
	f := worked()
	window := test.NewTempWindow(t, widgets.NewLabel(""))
	c := New(text.New(text.English), window, f, nil)
	if w := f.Result().Verdict.Winner; w.Quote.Card != "RTX 4090 24GB" || !strings.Contains(c.shown.Title, w.Quote.Card) {
		t.Errorf("%s wins, the picture is called %q", w.Quote.Card, c.shown.Title)
	}
	c.pick.Select.SetSelected("A100 80GB")
	c.Refresh()
	if !strings.Contains(c.shown.Title, "A100 80GB") {
		t.Errorf("after the choice of another card the picture is called %q", c.shown.Title)
	}
	other := *f.d
	other.ID = "another"
	f.d = &other
	c.Refresh()
	if !strings.Contains(c.shown.Title, "RTX 4090 24GB") {
		t.Errorf("of another decision the picture is called %q", c.shown.Title)
	}
}

func TestPictureIsDrawnForItsWidthAndScheme(t *testing.T) {
	c, window := show(t, worked(), text.English, theme.Light, fyne.NewSize(936, 700))
	before := c.picture.Size()
	if before.Width < 800 || before.Height < 200 {
		t.Fatalf("the picture is %v", before)
	}
	f := c.shown
	c.Refresh()
	if len(f.Rows) != len(c.shown.Rows) {
		t.Error("a refresh without a change changed the picture")
	}
	window.Resize(fyne.NewSize(1192, 800))
	if c.picture.Size().Width <= before.Width {
		t.Error("the picture does not grow with the window")
	}
}

func TestExportWritesWholeFilesOrSaysWhyNot(t *testing.T) {
	c, _ := show(t, worked(), text.Chinese, theme.Light, fyne.NewSize(936, 700))
	dir := t.TempDir()
	path := filepath.Join(dir, "图 1.png")
	drawn, err := c.shown.PNG(c.p, exportWidth, exportScale)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil { // as the dialog leaves it
		t.Fatal(err)
	}
	c.told(path, write(path, drawn))
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(got)); err != nil {
		t.Error(err)
	}
	if !strings.Contains(said(c.Content()), path) {
		t.Error("the place is not said")
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 1 {
		t.Errorf("%v lie in the folder", left)
	}
	c.told("", write(filepath.Join(dir, "gone", "x.png"), drawn))
	if !strings.Contains(said(c.Content()), c.p.T("compare.save.gone")) {
		t.Error("a folder that is gone is not said")
	}
	for err, key := range map[error]string{
		&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}: "compare.save.full",
		&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}:  "compare.save.denied",
		&fs.PathError{Op: "open", Path: "x", Err: syscall.EROFS}:   "compare.save.denied",
	} {
		if got := c.sentence(err); got != c.p.T(key) {
			t.Errorf("%v is said as %q", err, got)
		}
	}
	if got := c.sentence(errors.New("x7")); !strings.Contains(got, "x7") {
		t.Errorf("an error without a sentence is said as %q", got)
	}
}

func TestExportButtonsOpenTheSaveDialog(t *testing.T) {
	c, window := show(t, worked(), text.Chinese, theme.Light, fyne.NewSize(936, 700))
	tap(t, c.Content(), c.p.T("compare.export_png"))
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
			for name, size := range map[string]fyne.Size{"936": fyne.NewSize(936, 700), "1192": fyne.NewSize(1192, 800), "tall": fyne.NewSize(936, 1500)} {
				if dir == "" && (name != "936" || variant != theme.Light) {
					continue // every text is asked for once a language
				}
				for state, f := range map[string]*fake{"": worked(), "-empty": {}} {
					_, window := show(t, f, lang, variant, size)
					if dir == "" {
						continue
					}
					file, err := os.Create(filepath.Join(dir, "compare"+state+"-"+string(lang)+"-"+string(variant)+"-"+name+".png"))
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
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

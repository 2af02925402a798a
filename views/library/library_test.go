package library

import (
	"encoding/csv"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// shelf is a catalogue read plainly from the shipped files, so that the real
// lengths of names and sources are seen.
type shelf struct{ t *testing.T }

func (s shelf) table(name string) []map[string]string {
	file, err := os.Open(filepath.Join("..", "..", "data", "catalog", name))
	if err != nil {
		s.t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		s.t.Fatal(err)
	}
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, column := range lines[0] {
			row[column] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func (s shelf) Cards() []hardware.Card {
	var all []hardware.Card
	for i, row := range s.table("gpus.csv") {
		card := hardware.Card{ID: row["gpu"], Vendor: row["vendor"], Arch: row["arch"], Source: row["source"], Notes: row["notes"],
			MemoryGiB: hardware.Know(24.0), BandwidthGBs: hardware.Know(1008.0), FP16TFLOPS: hardware.Know(165.2), BF16: hardware.Yes}
		if i%7 == 3 {
			card.MemoryGiB, card.BF16 = hardware.Known[float64]{}, hardware.NotKnown
		}
		if row["nvlink_gbs"] == "none" {
			card.LinkGBs = hardware.Know(0.0)
		}
		all = append(all, card)
	}
	return all
}

func (s shelf) Models() []hardware.Model {
	var all []hardware.Model
	for _, row := range s.table("models.csv") {
		m := hardware.Model{ID: row["model"], Kind: hardware.Kind(row["kind"]), Source: row["source"], Notes: row["notes"], ParamsBasis: row["params_basis"],
			Attention: hardware.Attention{Text: row["attention"]}}
		if row["layers"] != "" {
			m.ParamsB, m.Layers, m.MaxContext, m.KVBytesPerToken = hardware.Know(7.616), hardware.Know(28), hardware.Know(131072), hardware.Know(57344.0)
		}
		all = append(all, m)
	}
	return all
}

func (s shelf) ShippedCard(name string) (hardware.Card, bool) {
	return hardware.CardOfName(s.Cards(), name)
}
func (s shelf) ShippedModel(name string) (hardware.Model, bool) {
	return hardware.ModelOfName(s.Models(), name)
}

func (s shelf) Platforms() []hardware.Platform {
	var all []hardware.Platform
	for _, row := range s.table("platforms.csv") {
		p := hardware.Platform{ID: row["platform_id"], NameZH: row["platform_name_zh"], NameEN: row["platform_name_en"],
			Category: hardware.Category(row["category"]), Currency: row["currency"], Generic: strings.HasPrefix(row["platform_id"], "generic_")}
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return append(all, hardware.Platform{ID: "bare", NameZH: "空白平台", NameEN: "Blank", Category: hardware.Cloud, Currency: "CNY"})
}

func (s shelf) PlatformFacts(id string) []Fact {
	var all []Fact
	for _, row := range s.table("platforms.csv") {
		if row["platform_id"] != id {
			continue
		}
		f := Fact{Key: row["key"], Value: row["value"], Unit: row["unit"], Scope: row["scope"], Source: row["source"], Note: row["note"]}
		f.Confidence, _ = fact.ParseConfidence(row["confidence"])
		for _, layout := range []string{"2006-01-02", "2006-01", "2006"} {
			if t, err := time.Parse(layout, row["seen"]); err == nil {
				f.Seen = t
				break
			}
		}
		if row["conflicts_with"] != "" {
			f.Conflicts = strings.Split(row["conflicts_with"], "; ")
		}
		all = append(all, f)
	}
	return all
}

func (s shelf) Now() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }

func show(t *testing.T, lang text.Language, variant theme.Variant, scale float32, size fyne.Size) (*Library, fyne.Window) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(variant, scale))
	window := app.NewWindow("")
	desk := &desk{shelf: shelf{t}}
	l := New(text.New(lang), window, desk, desk)
	window.SetContent(l.Content())
	// Wrapped texts know their height after they have had a width.
	window.Resize(size.AddWidthHeight(1, 0))
	window.Resize(size)
	return l, window
}

// said collects the texts of a pane.
func said(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case *widgets.Label:
		return o.Text + "\n"
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

func TestEveryKeyHasANameAndAPlace(t *testing.T) {
	words := map[string]bool{}
	for _, row := range (shelf{t}).table("keys.csv") {
		for _, lang := range text.Languages {
			if p := text.New(lang); !p.Has("fact." + row["key"]) {
				t.Errorf("%s has no name for %s", lang, row["key"])
			}
		}
		found := 0
		for _, g := range groups {
			for _, k := range g.keys {
				if k == row["key"] {
					found++
				}
			}
		}
		if found != 1 {
			t.Errorf("%s stands in %d groups", row["key"], found)
		}
		if row["type"] == "answer" || row["type"] == "choice" {
			for _, w := range strings.Split(row["allowed"], ", ") {
				words[w] = true
			}
		}
	}
	for w := range words {
		if !text.New(text.Chinese).Has("fact.value." + w) {
			t.Errorf("the word %s is not translated", w)
		}
	}
}

func TestValuesStandWithTheirUnits(t *testing.T) {
	l, _ := show(t, text.Chinese, theme.Light, 1, fyne.NewSize(936, 700))
	for _, c := range []struct{ value, unit, want string }{
		{"3600", "s", "1 小时"}, {"15", "day", "15 天"}, {"24", "h", "24 小时"}, {"30", "GB", "30 GB"}, {"50", "%", "50%"},
		{"0.0066", "CNY/GB/day", "¥0.0066/GB/天"}, {"8.88", "CNY/h", "¥8.88/小时"}, {"3200", "CNY/month", "¥3,200/月"}, {"100", "USD", "$100.00"},
		{"yes", "bool", "是"}, {"partial", "bool", "部分"}, {"power_on", "enum", "开机时"}, {"0.95", "multiplier", "× 0.95"},
		{"200000", "files", "200,000 个文件"}, {"117", "Mbit/s", "117 Mbit/s"}, {"200; 500", "text", "200; 500"}, {"关机", "text", "关机"}, {"6006", "text", "6006"},
	} {
		if got := l.value(c.value, c.unit); got != c.want {
			t.Errorf("%s %s is written %q, want %q", c.value, c.unit, got, c.want)
		}
	}
}

func TestConflictsAndAgeAreMarked(t *testing.T) {
	l, _ := show(t, text.Chinese, theme.Light, 1, fyne.NewSize(936, 700))
	old := Fact{Key: "billing_granularity_seconds", Value: "60", Unit: "s", Seen: l.catalog.Now().AddDate(0, 0, -91), Conflicts: []string{"1"}}
	cells := strings.Join(l.record(old).Cells, "|")
	for _, want := range []string{"1 分钟 △ 另有 1 秒", "2026 年 8 月 31 日 △"} {
		if !strings.Contains(cells, want) {
			t.Errorf("%q is not in %s", want, cells)
		}
	}
	old.Seen = time.Time{}
	if cells := strings.Join(l.record(old).Cells, "|"); !strings.Contains(cells, "无日期 △") {
		t.Errorf("an undated fact reads %s", cells)
	}
	old.Seen, old.Conflicts = l.catalog.Now().AddDate(0, 0, -90), nil
	if cells := strings.Join(l.record(old).Cells, "|"); strings.Contains(cells, "△") {
		t.Errorf("a fresh fact reads %s", cells)
	}
}

func TestSearchAndSelectionShowOneThing(t *testing.T) {
	l, _ := show(t, text.Chinese, theme.Light, 1, fyne.NewSize(936, 700))
	cards := l.parts[Cards].(*cardList)
	cards.pick(cards.all[3])
	if got := said(cards.pane.box); !strings.Contains(got, cards.all[3].Source) || !strings.Contains(got, "显存 GiB：未知") {
		t.Errorf("the card reads:\n%s", got)
	}
	models := l.parts[Models].(*modelList)
	for _, m := range models.all {
		models.pick(m)
	}
	platforms := l.parts[Platforms].(*platformList)
	for _, p := range platforms.all {
		platforms.pick(p)
	}
	if got := said(platforms.body); !strings.Contains(got, l.p.T("library.no_facts")) {
		t.Errorf("a platform of which nothing is known reads:\n%s", got)
	}
}

// TestDraw draws every tab to PNG files for looking at, when CARDHOUR_DRAW
// names a folder, and finds texts that are missing.
func TestDraw(t *testing.T) {
	dir := os.Getenv("CARDHOUR_DRAW")
	for _, lang := range text.Languages {
		for _, variant := range []theme.Variant{theme.Light, theme.Dark} {
			for name, at := range map[string]struct {
				size  fyne.Size
				scale float32
			}{"936": {fyne.NewSize(936, 700), 1}, "1192": {fyne.NewSize(1192, 800), 1}, "large": {fyne.NewSize(936, 700), 1.5}} {
				if dir == "" && (name != "936" || variant != theme.Light) {
					continue // every text is asked for once a language
				}
				l, window := show(t, lang, variant, at.scale, at.size)
				for _, tab := range []Tab{Cards, Models, Platforms} {
					l.Show(tab)
					switch tab {
					case Cards:
						l.parts[Cards].(*cardList).records.Select(4)
					case Models:
						l.parts[Models].(*modelList).records.Select(6)
					case Platforms:
						l.parts[Platforms].(*platformList).list.Select(1)
						l.parts[Platforms].(*platformList).facts.Select(1)
					}
					if dir == "" {
						continue
					}
					file, err := os.Create(filepath.Join(dir, "library"+string('1'+rune(tab))+"-"+string(lang)+"-"+string(variant)+"-"+name+".png"))
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

// TestDrawForms draws the forms for looking at, when CARDHOUR_DRAW names a
// folder.
func TestDrawForms(t *testing.T) {
	dir := os.Getenv("CARDHOUR_DRAW")
	if dir == "" {
		t.Skip("for looking at only: set CARDHOUR_DRAW")
	}
	for lang, variant := range map[text.Language]theme.Variant{text.Chinese: theme.Light, text.English: theme.Dark} {
		for name, do := range map[string]func(b *bench){
			"card-new": func(b *bench) { b.press("library.add.card") },
			"card-wrong": func(b *bench) {
				b.press("library.add.card")
				b.type_("library.memory", "24576")
				b.unfold()
				b.type_("library.tdp", "x")
				b.press("library.form.save")
			},
			"card-over": func(b *bench) { b.l.cards.records.Select(4); b.press("library.change"); b.unfold() },
			"model-new": func(b *bench) { b.l.NewModel("Mine-7B"); b.type_("library.params.form", "7.6") },
			"model-window": func(b *bench) {
				b.l.NewModel("Mine")
				b.pick("library.attention", b.p.T("library.attention.window"))
				b.unfold()
				b.press("library.form.save")
				b.l.models.form.scroll.ScrollToBottom()
			},
			"read":       func(b *bench) { b.l.Show(Models); b.press("library.read") },
			"read-busy":  func(b *bench) { b.d.slow = true; b.l.ReadModel("config.json") },
			"model-read": func(b *bench) { b.d.file = fromFile(); b.l.ReadModel("config.json") },
			"list": func(b *bench) {
				b.d.PutCard(hardware.OwnCard{Card: hardware.Card{ID: "RTX 4090 24GB", Vendor: "NVIDIA", Source: "measured"}})
				b.d.PutCard(hardware.OwnCard{Card: hardware.Card{ID: "Mine", MemoryGiB: hardware.Know(24.0)}})
				b.l.Refresh()
				b.l.cards.search.SetText("4090")
				b.l.cards.records.Select(slices.IndexFunc(b.d.Cards(), func(c hardware.Card) bool { return c.ID == "RTX 4090 24GB" }))
			},
			"list-models": func(b *bench) { b.l.Show(Models); b.l.models.records.Select(3) },
		} {
			l, window := show(t, lang, variant, 1, fyne.NewSize(936, 700))
			b := &bench{t, l, l.session.(*desk), window, l.p}
			l.Show(Cards)
			do(b)
			window.Resize(fyne.NewSize(937, 700))
			window.Resize(fyne.NewSize(936, 700))
			file, err := os.Create(filepath.Join(dir, name+"-"+string(lang)+".png"))
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

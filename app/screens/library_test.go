package screens

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/data/catalog"
	"cardhour/data/exchange"
	"cardhour/model/decision"
	"cardhour/model/hardware"
	"cardhour/model/task"
	"cardhour/views/library"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// TestNoTextOfTheLibrarysFormsIsClipped looks at the forms of cards and models
// with everything unfolded, asked for and wrong, at the page of files, and at
// what stands beside an entry of one's own.
func TestNoTextOfTheLibrarysFormsIsClipped(t *testing.T) {
	for _, lang := range text.Languages {
		for _, scale := range []float32{1, 1.5, 2} {
			b := build(t, lang, theme.Light, scale)
			w, h := theme.MinimumWidth*scale, theme.MinimumHeight*scale
			b.resize(w, h)
			b.Shell.Open(Library)
			look := func(name string) {
				b.resize(w, h)
				where := fmt.Sprintf("%s, %s, text at %v", name, lang, scale)
				if least := b.Shell.Content().MinSize(); least.Width > theme.MinimumWidth*scale {
					t.Errorf("%s: needs %v", where, least)
				}
				inspect(t, where, b.window.Canvas())
				scrolls(b.Shell.Content(), func(s *container.Scroll) {
					if need, has := s.Content.MinSize().Width, s.Size().Width; s.Direction == container.ScrollBoth && need > has {
						t.Errorf("%s: has to be scrolled to the side: %v wide, there are %v", where, need, has)
					}
				})
			}
			wrong := func() {
				b.unfoldAll()
				onScreen(b.Shell.Content(), func(o fyne.CanvasObject) {
					if e, ok := o.(*widget.Entry); ok {
						e.SetText("9999999999")
					}
				})
				b.tapAll(b.p.T("library.form.save"))
			}
			b.Library.NewCard("RTX 4090 24GB")
			look("card")
			wrong()
			look("card, wrong")
			b.tapAll(b.p.T("library.form.cancel"))
			b.Library.NewModel("Qwen2.5-7B")
			look("model")
			for _, kind := range []string{"window", "latent", "hybrid"} {
				hand.Pick(t, b.window, b.p.T("library.attention"), b.p.T("library.attention."+kind))
				wrong()
				look("model, " + kind)
			}
			b.tapAll(b.p.T("library.form.cancel"))
			b.tapAll(b.p.T("library.read"))
			look("files")
			b.tapAll(b.p.T("library.form.cancel"))

			b.s.PutCard(hardware.OwnCard{Card: hardware.Card{ID: "RTX 4090 24GB"}})
			b.Library.Refresh()
			b.Library.Show(library.Cards)
			var lists []*widget.List
			onScreen(b.Library.Content(), func(o fyne.CanvasObject) {
				if l, ok := o.(*widget.List); ok {
					lists = append(lists, l)
				}
			})
			for i, card := range b.s.Cards() {
				if card.ID == "RTX 4090 24GB" {
					lists[0].Select(i)
				}
			}
			hand.See(t, b.window, b.p.T("library.back_to_shipped"))
			look("own card")
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestWhatTheLibraryLacksIsDescribedFromTheTask(t *testing.T) {
	for _, lang := range text.Languages {
		b := build(t, lang, theme.Light, 1)
		b.s.OpenExample()
		b.s.Flush()
		b.s.EditTask("model", func(k *task.Task) { k.Model = "Mine-7B" })
		b.settle()
		b.Shell.Open(Decide)
		b.Wizard.Show(decision.StepTask)
		b.resize(theme.MinimumWidth, theme.MinimumHeight)
		inspect(t, "task "+string(lang), b.window.Canvas())
		hand.Press(t, b.window, b.p.T("task.model.describe"))
		if b.Shell.Place() != Library {
			t.Fatalf("%s: place %d is open", lang, b.Shell.Place())
		}
		if got := hand.Entry(t, b.window, b.p.T("library.form.name"), 0).Text; got != "Mine-7B" {
			t.Errorf("%s: the form is for %q", lang, got)
		}
		hand.Type(t, b.window, b.p.T("library.params.form"), "7.6")
		hand.Press(t, b.window, b.p.T("library.form.save"))
		b.settle()
		b.Shell.Open(Decide)
		if found := hand.Buttons(b.window, b.p.T("task.model.describe")); len(found) > 0 {
			t.Errorf("%s: a model of one's own is questioned", lang)
		}

		b.Wizard.ToNewCard("Mine 48GB")
		hand.See(t, b.window, b.p.T("library.form.describe.card", "name", "Mine 48GB"))
	}
}

// atOnce reads files while one waits.
type atOnce struct{ describing }

func (atOnce) ReadModel(path string, done func(library.FromFile, error)) {
	found, err := exchange.ReadModel(path)
	done(fromFile(found), err)
}

// copied puts a published configuration into a folder of its own.
func copied(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(path), ".json"))
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config.json"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Every published configuration passes through the form unchanged.
func TestModelsAreReadFromRealFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "data", "exchange", "testdata", "models", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range text.Languages {
		b := build(t, lang, theme.Light, 1)
		made := library.New(b.p, b.window, shelf{b.p, cat, b.s}, atOnce{describing{deleting{b.s, func() {}}}})
		b.window.SetContent(made.Content())
		for i, path := range files {
			dir := copied(t, path)
			found, err := exchange.ReadModel(dir)
			if err != nil {
				t.Fatal(err)
			}
			if i%2 == 0 {
				dir = filepath.Join(dir, "config.json")
			}
			made.ReadModel(dir)
			hand.See(t, b.window, b.p.T("library.form.read", "name", found.Model.ID))
			hand.See(t, b.window, b.p.T("library.read.from", "files", "config.json"))
			hand.Press(t, b.window, b.p.T("library.form.save"))
			b.s.Flush()
			made.Refresh()
			own := b.s.OwnModels()
			if len(own) != i+1 {
				t.Fatalf("%s: %s is not kept", lang, path)
			}
			got := own[i].Model
			got.KVBytesPerToken = found.Model.KVBytesPerToken // it follows from the rest
			if got != found.Model {
				t.Errorf("%s became\n%+v, was\n%+v", path, got, found.Model)
			}
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

// What is shipped passes through the forms unchanged, and is back when it is
// given back. Some are tried, of every form of attention.
func TestWhatIsShippedIsTakenOverUnchanged(t *testing.T) {
	b := build(t, text.Chinese, theme.Light, 1)
	b.Shell.Open(Library)
	cards, models := b.s.Cards(), b.s.Models()
	take := func(tab library.Tab, n, every int, check func(i int)) {
		b.Library.Show(tab)
		for i := 0; i < n; i += every {
			var list *widget.List
			onScreen(b.Library.Content(), func(o fyne.CanvasObject) {
				if l, ok := o.(*widget.List); ok {
					list = l
				}
			})
			list.Select(i)
			hand.Press(t, b.window, b.p.T("library.change"))
			hand.Press(t, b.window, b.p.T("library.form.save"))
			if len(hand.Buttons(b.window, b.p.T("library.form.save"))) > 0 {
				// Only a model of which neither count nor shape is known is refused.
				hand.See(t, b.window, b.p.T("problem.own.neither"))
				hand.Press(t, b.window, b.p.T("library.form.cancel"))
				continue
			}
			b.settle()
			if kept := len(b.s.OwnCards()) + len(b.s.OwnModels()); kept != 1 {
				t.Fatalf("%d are kept", kept)
			}
			check(i)
			hand.Press(t, b.window, b.p.T("library.back_to_shipped"))
			b.settle()
		}
	}
	take(library.Cards, len(cards), 5, func(i int) {
		if got := b.s.Cards()[i]; got != cards[i] {
			t.Errorf("%+v became %+v", cards[i], got)
		}
	})
	take(library.Models, len(models), 2, func(i int) {
		got := b.s.Models()[i]
		if !got.KVBytesPerToken.OK && models[i].KVBytesPerToken.OK {
			t.Errorf("%s has lost its cache", got.ID)
		}
		got.KVBytesPerToken = models[i].KVBytesPerToken // a source may have rounded it
		if got != models[i] {
			t.Errorf("%+v became %+v", models[i], got)
		}
	})
	if len(b.s.OwnCards())+len(b.s.OwnModels()) > 0 {
		t.Error("something is left")
	}
}

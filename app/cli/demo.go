package cli

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardhour/app/example"
	"cardhour/app/screens"
	"cardhour/app/session"
	"cardhour/data/catalog"
	"cardhour/data/exchange"
	"cardhour/data/journal"
	"cardhour/model/decision"
	"cardhour/model/reason"
	"cardhour/views/library"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// demoCmd draws every screen of the example journal, in both languages and
// looks, and the pictures. It needs no display, and its clock stands still,
// so that two runs give the same pictures.
type demoCmd struct {
	Dir string `arg:"" type:"path"`
}

// demoTime is the moment at which the demo's clock stands.
var demoTime = time.Date(2026, 11, 30, 10, 0, 0, 0, time.FixedZone("", 8*60*60))

// The size of the demo's window.
var demoSize = fyne.NewSize(1280, 800)

// Run draws everything into the folder.
func (c *demoCmd) Run(env *Env) error {
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return reason.Refuse("", "file.cannot_write", reason.Word("path", c.Dir), reason.Word("detail", err.Error()))
	}
	cat, err := catalog.Load()
	if err != nil {
		return err
	}
	place, err := os.MkdirTemp("", "cardhour-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(place)
	app := test.NewApp()
	defer app.Quit()
	d := &demo{dir: c.Dir, place: place, catalog: cat, app: app}
	for _, lang := range text.Languages {
		for _, variant := range []theme.Variant{theme.Light, theme.Dark} {
			if err := d.all(lang, variant); err != nil {
				return err
			}
		}
	}
	_, err = fmt.Fprintln(env.Stdout, env.Say.T("cli.demo.done", "n", d.drawn, "dir", c.Dir))
	return err
}

type demo struct {
	dir, place string
	catalog    *catalog.Catalog
	app        fyne.App
	drawn      int
}

// all draws every screen in one language and look.
func (d *demo) all(lang text.Language, variant theme.Variant) error {
	p := text.New(lang)
	ids := 0
	now := func() time.Time { return demoTime }
	newID := func() string { ids++; return fmt.Sprintf("demo%04d", ids) }
	j, err := journal.Open(filepath.Join(d.place, fmt.Sprintf("%s-%s.cardhour", lang, variant)), journal.Options{Now: now, NewID: newID})
	if err != nil {
		return err
	}
	defer j.Close()
	if err := j.SetSetting(context.Background(), "language", string(lang)); err != nil {
		return err
	}
	s, err := session.Open(j, d.catalog, session.Options{Now: now, NewID: newID, Post: func(func()) {}, Example: example.Records(p)})
	if err != nil {
		return err
	}
	defer s.Close()

	d.app.Settings().SetTheme(theme.New(variant, 1))
	window := d.app.NewWindow("")
	defer window.Close()
	all := screens.New(p, window, s, d.catalog, screens.Hooks{
		Quit: func() {}, Rebuild: func() {}, JournalPath: "journal.cardhour", Check: func(func(string, bool)) {}, OpenFolder: func(string) {},
	})
	window.SetContent(all.Shell.Content())
	draw := func(name string) error { return d.draw(window, fmt.Sprintf("%s-%s-%s", name, lang, variant)) }

	shots := []shot{{"0-empty-decide", screens.Decide}, {"0-empty-journal", screens.Journal}, {"0-empty-compare", screens.Compare}}
	if err := each(all, shots, draw); err != nil {
		return err
	}
	s.OpenExample()
	s.Flush()
	if err := s.Problem(); err != nil {
		return err
	}
	if err := d.places(all, draw); err != nil {
		return err
	}
	return d.picture(p, s, lang, variant)
}

// shot is a place and what its picture is called.
type shot struct {
	name  string
	place int
}

func each(all *screens.Screens, shots []shot, draw func(string) error) error {
	for _, s := range shots {
		all.Shell.Open(s.place)
		if err := draw(s.name); err != nil {
			return err
		}
	}
	return nil
}

// places draws every place with the example open.
func (d *demo) places(all *screens.Screens, draw func(string) error) error {
	all.Shell.Open(screens.Decide)
	for _, step := range decision.Steps {
		all.Wizard.Show(step)
		if err := draw(fmt.Sprintf("1-decide-step%d", step)); err != nil {
			return err
		}
	}
	if err := each(all, []shot{{"2-journal", screens.Journal}, {"3-compare", screens.Compare}, {"5-settings", screens.Settings}}, draw); err != nil {
		return err
	}
	all.Shell.Open(screens.Library)
	for tab, name := range []string{library.Cards: "cards", library.Models: "models", library.Platforms: "platforms"} {
		all.Library.Show(library.Tab(tab))
		if err := draw("4-library-" + name); err != nil {
			return err
		}
	}
	all.Library.NewCard("RTX 4090 48GB")
	if err := draw("4-library-own-card"); err != nil {
		return err
	}
	all.Library.NewModel("Qwen3-8B")
	return draw("4-library-own-model")
}

// draw writes the window as it is. It is sized twice: text that was changed is
// wrapped anew only with the next layout.
func (d *demo) draw(window fyne.Window, name string) error {
	window.Resize(demoSize.AddWidthHeight(1, 1))
	window.Resize(demoSize)
	var out bytes.Buffer
	if err := png.Encode(&out, window.Canvas().Capture()); err != nil {
		return err
	}
	return d.write(name+".png", out.Bytes())
}

// picture writes the picture that the compare screen exports.
func (d *demo) picture(p *text.Printer, s *session.Session, lang text.Language, variant theme.Variant) error {
	c := chartCmd{Width: 1200, Scale: 1, Dark: variant == theme.Dark}
	drawn, err := c.draw(&Env{Say: p, Now: s.Now}, d.catalog, s, ".png")
	if err != nil {
		return err
	}
	return d.write(fmt.Sprintf("6-picture-full-rate-%s-%s.png", lang, variant), drawn)
}

func (d *demo) write(name string, data []byte) error {
	path := filepath.Join(d.dir, name)
	if err := exchange.WriteBytes(path, data); err != nil {
		return err
	}
	d.drawn++
	return nil
}

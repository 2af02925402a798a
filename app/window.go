package app

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"github.com/oklog/ulid/v2"

	"cardhour/app/cli"
	"cardhour/app/example"
	"cardhour/app/screens"
	"cardhour/app/session"
	"cardhour/data/catalog"
	"cardhour/data/journal"
	"cardhour/model/decision"
	"cardhour/model/reason"
	"cardhour/views/settings"
	"cardhour/views/text"
	"cardhour/views/theme"
)

const appID = "io.cardhour.app"

// newID gives record ids that sort by the time they were made.
func newID() string { return ulid.Make().String() }

// openWindow runs the window program until the window is closed.
func openWindow(env *cli.Env) error {
	if !hasDisplay() {
		return reason.Refuse("", "window.none")
	}
	j, err := journal.Open(env.Journal, journal.Options{Now: time.Now, NewID: newID})
	if err != nil {
		return err
	}
	defer j.Close()
	cat, err := catalog.Load()
	if err != nil {
		return err
	}
	a := fyneapp.NewWithID(appID)
	a.SetIcon(theme.AppIcon())
	w := &window{env: env, app: a, journal: j, catalog: cat}
	if w.session, err = session.Open(j, cat, session.Options{
		Now: time.Now, NewID: newID, Post: fyne.Do, Debounce: session.Debounce, Example: func(now time.Time) (decision.Decision, decision.Records) { return example.Records(w.printer())(now) },
	}); err != nil {
		return err
	}
	w.win = a.NewWindow("")
	w.win.SetMaster()
	w.win.SetCloseIntercept(w.close)
	w.build()
	w.win.Resize(w.size())
	w.session.Subscribe(func() { w.screens.Shell.Refresh() })
	w.win.ShowAndRun()
	return w.session.Close()
}

// hasDisplay says whether a window can be opened at all; without this check
// the toolkit panics.
func hasDisplay() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != ""
}

// window is the running window program.
type window struct {
	env     *cli.Env
	app     fyne.App
	win     fyne.Window
	journal *journal.Journal
	catalog *catalog.Catalog
	session *session.Session
	screens *screens.Screens
}

// printer speaks the language of the settings, of the command line or of the
// system, in this order.
func (w *window) printer() *text.Printer {
	if chosen := text.Language(w.setting(settings.Language)); chosen == text.Chinese || chosen == text.English {
		return text.New(chosen)
	}
	if w.env.Lang != "" {
		return text.New(w.env.Lang)
	}
	return text.New(text.Match(string(lang.SystemLocale()), os.Getenv("LC_ALL"), os.Getenv("LANG")))
}

func (w *window) setting(key string) string { return w.session.Setting(key) }

// build makes the content anew, in the language and look of the settings.
func (w *window) build() {
	p := w.printer()
	percent, err := strconv.ParseFloat(w.setting(settings.TextSize), 32)
	if err != nil {
		percent = 100
	}
	w.app.Settings().SetTheme(theme.New(theme.Variant(w.setting(settings.Theme)), float32(percent/100)))
	w.win.SetTitle(p.T("app.name"))
	if err := translateToolkit(p); err != nil {
		fyne.LogError("the toolkit keeps its own words", err)
	}
	place := 0
	if w.screens != nil {
		place = w.screens.Shell.Place()
	}
	w.screens = screens.New(p, w.win, w.session, w.catalog, screens.Hooks{
		Quit: w.close, Rebuild: w.build, JournalPath: w.journal.Path(), Check: w.check, OpenFolder: w.openFolder, Version: w.env.Version,
	})
	w.win.SetContent(w.screens.Shell.Content())
	w.screens.Shell.Open(place)
}

// size is the window's last size, never less than the smallest that works.
func (w *window) size() fyne.Size {
	prefs := w.app.Preferences()
	return fyne.NewSize(
		max(theme.MinimumWidth, float32(prefs.FloatWithFallback("width", 1280))),
		max(theme.MinimumHeight, float32(prefs.FloatWithFallback("height", 800))))
}

// close saves what is pending, then quits. When something cannot be saved
// the window stays and says so: closing would lose it.
func (w *window) close() {
	w.session.Flush()
	if err := w.session.Problem(); err != nil {
		p := w.printer()
		ask := dialog.NewConfirm(p.T("close.unsaved"), p.T("close.unsaved.body", "why", p.Problem(err)), func(leave bool) {
			if leave {
				w.quit()
			}
		}, w.win)
		ask.SetConfirmText(p.T("close.anyway"))
		ask.SetDismissText(p.T("close.stay"))
		ask.Show()
		return
	}
	w.quit()
}

func (w *window) quit() {
	size := w.win.Canvas().Size()
	w.app.Preferences().SetFloat("width", float64(size.Width))
	w.app.Preferences().SetFloat("height", float64(size.Height))
	w.app.Quit()
}

// check examines the journal beside the window's goroutine.
func (w *window) check(done func(string, bool)) {
	p := w.printer()
	go func() {
		report, err := w.journal.Check(context.Background())
		fyne.Do(func() {
			switch {
			case err != nil:
				done(p.Problem(err), false)
			case len(report.Problems) > 0:
				done(p.Problem(report.Problems[0]), false)
			default:
				done(p.T("settings.check.good"), true)
			}
		})
	}()
}

// openFolder shows the folder of a file in the system's own file manager.
func (w *window) openFolder(path string) {
	if err := w.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Dir(path))}); err != nil {
		p := w.printer()
		dialog.ShowInformation(p.T("app.name"), p.Problem(reason.Refuse("", "folder.cannot_open", reason.Word("path", path))), w.win)
	}
}

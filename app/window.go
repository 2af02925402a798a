package app

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"
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
	"cardhour/views/widgets"
)

const appID = "io.cardhour.app"

// newID gives record ids that sort by the time they were made.
func newID() string { return ulid.Make().String() }

// openWindow runs the window program until the window is closed.
func openWindow(env *cli.Env) error {
	if !hasDisplay() {
		return reason.Refuse("", "window.none")
	}
	cat, err := catalog.Load()
	if err != nil {
		return err
	}
	j, err := openFirst(env)
	if askFirst(err, env.Journal) {
		return nil
	}
	var refused *reason.Problem
	if err != nil && !errors.As(err, &refused) {
		return err
	}
	a := fyneapp.NewWithID(appID)
	a.SetIcon(theme.AppIcon())
	w := newWindow(env, a, cat, fyne.Do)
	if err != nil {
		w.explain(err)
	} else if err := w.start(j); err != nil {
		return errors.Join(err, j.Close())
	}
	if env.Unchosen != nil && w.session != nil && w.said == "" {
		p := w.printer()
		w.notice(p.T("config.usual", "why", p.Problem(env.Unchosen), "path", j.Path()))
	}
	w.win.Resize(w.size())
	w.win.ShowAndRun()
	if w.session == nil {
		return errors.Join(err, w.end()) // nothing could be opened
	}
	return w.end()
}

// openFirst opens the journal to begin with. One that the user chose is not
// made anew where it is gone; nor is an empty one shown for what was chosen
// while that is not known.
func openFirst(env *cli.Env) (*journal.Journal, error) {
	if env.Unchosen != nil && there(env.Journal) != nil {
		return nil, env.Unchosen
	}
	if env.Chosen {
		if err := there(env.Journal); err != nil {
			return nil, err
		}
	}
	return openJournal(env.Journal)
}

// newWindow makes the window, with nothing in it yet; post hands a function to
// its goroutine.
func newWindow(env *cli.Env, a fyne.App, cat *catalog.Catalog, post func(func())) *window {
	w := &window{env: env, app: a, catalog: cat, post: post}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	w.toFront = w.raise
	w.win = a.NewWindow("")
	w.win.SetMaster()
	w.win.SetCloseIntercept(w.close)
	return w
}

// start shows a journal.
func (w *window) start(j *journal.Journal) error {
	s, err := w.sessionOn(j)
	if err != nil {
		return err
	}
	w.show(j, s)
	w.watch()
	return nil
}

func (w *window) sessionOn(j *journal.Journal) (*session.Session, error) {
	return session.Open(j, w.catalog, session.Options{Now: time.Now, NewID: newID, Post: w.post, Debounce: session.Debounce,
		Example: func(now time.Time) (decision.Decision, decision.Records) { return example.Records(w.printer())(now) }})
}

func (w *window) show(j *journal.Journal, s *session.Session) {
	w.journal, w.session = j, s
	w.open.Store(j.Path())
	w.build()
	s.Subscribe(func() {
		if w.session == s {
			w.screens.Shell.Refresh()
		}
	})
	w.snapshotOnStart()
}

// end waits for what is under way and closes the journal. What has not begun
// to write yet is called off: the journal is never left half changed.
func (w *window) end() error {
	w.cancel()
	w.busy.Wait()
	if w.session == nil {
		return nil
	}
	return errors.Join(w.session.Close(), w.journal.Close())
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

	toFront func()       // brings the window before others
	open    atomic.Value // the path of the open journal, a string
	post    func(func()) // hands a function to the window's goroutine
	said    string       // above the rest, until it is put away
	ctx     context.Context
	cancel  context.CancelFunc
	busy    sync.WaitGroup // what is done beside the window's goroutine
}

// notice says a sentence above everything else, over a change of language too.
func (w *window) notice(sentence string) {
	w.said = sentence
	w.screens.Shell.Notice(sentence)
}

// cover keeps hands off the window while the journal is exchanged; the
// function that it returns lets them back.
func (w *window) cover() (lift func()) {
	bar := widget.NewProgressBarInfinite()
	d := dialog.NewCustomWithoutButtons(w.printer().T("settings.journal.changing"), bar, w.win)
	d.Show()
	return func() { bar.Stop(); d.Hide() }
}

// look is what the content has to be built anew for when it changes.
func (w *window) look() [3]string {
	return [3]string{w.setting(settings.Language), w.setting(settings.Theme), w.setting(settings.TextSize)}
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

func (w *window) setting(key string) string {
	if w.session == nil {
		return "" // no journal could be opened yet
	}
	return w.session.Setting(key)
}

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
		w.logToolkit(err)
	}
	place := 0
	if w.screens != nil {
		place = w.screens.Shell.Place()
	}
	w.screens = screens.New(p, w.win, w.session, w.catalog, screens.Hooks{
		Quit: w.close, Rebuild: w.build, Place: place, JournalPath: w.journal.Path(), Check: w.check, OpenFolder: w.openFolder, OpenFile: w.openFile, Version: w.env.Version,
		Keeper: keeper{w}, Noticed: func() { w.said = "" },
	})
	w.win.SetContent(w.screens.Shell.Content())
	w.screens.Shell.Notice(w.said)
}

func (w *window) logToolkit(err error) { fyne.LogError("the toolkit keeps its own words", err) }

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
	if w.session == nil {
		w.quit()
		return
	}
	w.session.Flush()
	if err := w.session.Problem(); err != nil {
		p := w.printer()
		message := widgets.Message(p.T("close.unsaved.body", "why", p.Problem(err)), w.win)
		dialog.ShowCustomConfirm(p.T("close.unsaved"), p.T("close.anyway"), p.T("close.stay"), message, func(leave bool) {
			if leave {
				w.quit()
			}
		}, w.win)
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
	p, j := w.printer(), w.journal
	var report journal.Report
	w.beside(func(ctx context.Context) (err error) {
		report, err = j.Check(ctx)
		return err
	}, func(err error) {
		switch {
		case err != nil:
			done(p.Problem(err), false)
		case len(report.Problems) > 0:
			done(p.Problem(report.Problems[0]), false)
		default:
			done(p.T("settings.check.good"), true)
		}
	})
}

// openFolder shows the folder of a file in the system's own file manager.
func (w *window) openFolder(path string) {
	w.openOutside(filepath.Dir(path), reason.Refuse("", "folder.cannot_open", reason.Word("path", path)))
}

// openFile shows a file of evidence in the system's own viewer.
func (w *window) openFile(path string) {
	if _, err := os.Stat(path); err != nil {
		w.inform(reason.Refuse("", "evidence.missing", reason.Word("name", filepath.Base(path)), reason.Word("path", path)))
		return
	}
	w.openOutside(path, reason.Refuse("", "evidence.cannot_open", reason.Word("path", path)))
}

func (w *window) openOutside(path string, failed error) {
	if err := w.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}); err != nil {
		w.inform(failed)
	}
}

func (w *window) inform(problem error) {
	p := w.printer()
	dialog.ShowCustom(p.T("app.name"), p.T("ok"), widgets.Message(p.Problem(problem), w.win), w.win)
}

// Package settings is the place where a person sets language, look and
// currency, sees where their records lie, and reads what the program is.
//
// It owns this screen and the words that settings are stored as. It must not
// know how they are kept or carried out: it tells a Session, and then the
// function it was given for what takes effect at once.
package settings

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"cardhour/assets"
	"cardhour/views/rates"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// Keys under which the settings are kept.
const (
	Language = "language"  // System or a tag of views/text
	Theme    = "theme"     // a theme.Variant
	TextSize = "text_size" // in percent
	Currency = "currency"  // ISO 4217 code
)

// System as a value follows the system. A setting that was never made does
// the same.
const System = "system"

// What a person can choose from.
var (
	languages  = []string{System, string(text.Chinese), string(text.English)}
	themes     = []string{string(theme.System), string(theme.Light), string(theme.Dark)}
	textSizes  = []string{"80", "90", "100", "110", "125", "150", "175", "200"}
	currencies = []string{"CNY", "USD", "EUR", "GBP", "JPY", "HKD"}
)

const normalSize = "100"

// Session is what the screen needs. CheckJournal reports from any goroutine.
type Session interface {
	Setting(key string) string // empty when it was never set
	SetSetting(key, value string)
	JournalPath() string
	CheckJournal(done func(text string, ok bool))
	rates.Session
}

// Actions are what only the window can do.
type Actions struct {
	Applied    func(key string)  // a setting has changed: language, theme and text size take effect at once
	OpenFolder func(path string) // shows the folder of a file in the system's own way
	Version    string
	Keeper     Keeper // nil where there is no journal to keep
}

// Settings is the screen.
type Settings struct {
	p       *text.Printer
	window  fyne.Window
	session Session
	do      Actions

	root     *fyne.Container
	body     *fyne.Container
	records  *fyne.Container
	choices  []choice
	path     *widgets.Label
	result   *widgets.Label
	check    *widget.Button
	checking *widget.ProgressBarInfinite

	keep  keeping
	rates *rates.List
}

// choice is a picker for one setting.
type choice struct {
	key, usual string
	values     []string
	picker     *widgets.Choice[string]
}

// New builds the screen.
func New(p *text.Printer, window fyne.Window, session Session, do Actions) *Settings {
	s := &Settings{p: p, window: window, session: session, do: do, root: container.NewStack()}
	s.build()
	s.Refresh()
	return s
}

// Content is the screen's object.
func (s *Settings) Content() fyne.CanvasObject { return s.root }

// Refresh shows what is set now.
func (s *Settings) Refresh() {
	for _, c := range s.choices {
		value := s.session.Setting(c.key)
		if !slices.Contains(c.values, value) {
			value = c.usual
		}
		c.picker.Fill(value)
	}
	s.rates.Refresh()
	s.path.SetText(s.session.JournalPath())
}

func (s *Settings) build() {
	p := s.p
	word := func(key string) func(string) string {
		return func(value string) string { return p.T("settings." + key + "." + value) }
	}
	language := s.choice(Language, System, languages, word(Language))
	look := s.choice(Theme, string(theme.System), themes, word(Theme))
	size := s.choice(TextSize, normalSize, textSizes, func(percent string) string { return p.T("settings.text_size.percent", "percent", percent) })
	currency := s.choice(Currency, currencies[0], currencies, word(Currency))

	s.rates = rates.NewList(p, s.session)
	s.body = container.NewVBox(
		widgets.Title(p.T("settings.title")), widgets.Gap(),
		widgets.Heading(p.T("settings.group.look")),
		widgets.Pair(language.Box, look.Box), widgets.Pair(size.Box, widgets.Spacer(0, 0)), widgets.Gap(),
		widgets.Heading(p.T("settings.group.numbers")),
		currency.Box, widgets.Note(p.T("settings.currency.note")), widgets.Gap(),
		s.rates.Box, widgets.Gap(),
		s.journal(), widgets.Gap(),
		s.about(),
	)
	s.rates.Changed = s.body.Refresh
	s.root.Objects = []fyne.CanvasObject{container.NewScroll(widgets.Inset(widgets.Narrow(s.body)))}
}

func (s *Settings) choice(key, usual string, values []string, word func(string) string) *widgets.Choice[string] {
	picker := widgets.NewChoice(widgets.ChoiceOf[string]{Label: s.p.T("settings." + key), Values: values, Word: word,
		Picked: func(value string) {
			if value == s.session.Setting(key) {
				return
			}
			s.session.SetSetting(key, value)
			s.do.Applied(key)
		}})
	s.choices = append(s.choices, choice{key, usual, values, picker})
	return picker
}

// journal is where the records lie and whether they are sound.
func (s *Settings) journal() fyne.CanvasObject {
	p := s.p
	s.path = widgets.Body("")
	s.path.Selectable = true
	s.path.Wrapping = fyne.TextWrapBreak // a path has no spaces to break at
	s.result = widgets.Body("")
	s.result.Hide()
	s.checking = widget.NewProgressBarInfinite()
	s.checking.Stop()
	s.checking.Hide()
	s.check = widget.NewButton(p.T("settings.journal.check"), s.examine)
	folder := widget.NewButton(p.T("settings.journal.folder"), func() { s.do.OpenFolder(s.session.JournalPath()) })
	s.records = container.NewVBox(
		widgets.Tight(widgets.Heading(p.T("settings.group.journal")), widgets.Note(p.T("settings.journal.note")), s.path),
		widgets.Flow(folder, s.check), s.checking, s.result, s.keeping(), s.snapshots())
	return s.records
}

func (s *Settings) examine() {
	s.check.SetText(s.p.T("settings.journal.checking"))
	s.begin(s.result)
	s.session.CheckJournal(func(said string, ok bool) {
		fyne.Do(func() {
			s.check.SetText(s.p.T("settings.journal.check"))
			s.ended(s.result, said, ok)
		})
	})
}

// begin shows that something is being done to the journal; nothing else can be
// done meanwhile.
func (s *Settings) begin(result *widgets.Label) {
	s.keep.working = true
	s.check.Disable()
	for _, b := range s.keep.buttons {
		b.Disable()
	}
	result.Hide()
	s.checking.Show()
	s.checking.Start()
	s.layout()
}

// ended says how it went.
func (s *Settings) ended(result *widgets.Label, said string, ok bool) {
	s.checking.Stop()
	s.checking.Hide()
	s.keep.working = false
	s.check.Enable()
	for _, b := range s.keep.buttons {
		b.Enable()
	}
	sign := "✓ "
	result.Importance = widget.SuccessImportance
	if !ok {
		sign, result.Importance = "✕ ", widget.DangerImportance
	}
	result.SetText(sign + said)
	result.Show()
	s.layout()
}

// layout makes room for what has appeared among the records.
func (s *Settings) layout() {
	s.records.Refresh()
	s.body.Refresh()
}

func (s *Settings) about() fyne.CanvasObject {
	p := s.p
	return container.NewVBox(
		widgets.Heading(p.T("settings.group.about")),
		widgets.Tight(
			widgets.Body(p.T("settings.about.version", "version", s.do.Version)),
			widgets.Body(p.T("settings.about.what")),
			widgets.Body(p.T("settings.about.privacy")),
			widgets.Note(p.T("settings.about.licence")),
			widgets.Note(p.T("settings.about.font"))),
		widgets.Flow(widgets.Quiet(p.T("settings.about.font.read"), s.licence)))
}

// licence shows the font's own, as it asks to be passed on.
func (s *Settings) licence() {
	words := widgets.Body(assets.FontLicence)
	d := dialog.NewCustom(s.p.T("settings.about.font"), s.p.T("settings.close"), container.NewVScroll(words), s.window)
	size := s.window.Canvas().Size()
	d.Resize(fyne.NewSize(min(size.Width-64, theme.FormWidth+128), size.Height-64))
	d.Show()
}

// Package wizard is the place where one decision is made: five steps at the
// top, the open step's form in the middle, the funnel at the right.
//
// It owns these screens. It must not know how anything is computed, stored or
// looked up: it asks a Session for finished results and tells it what the
// person wants.
package wizard

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/task"
	"cardhour/views/rates"
	"cardhour/views/record"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// Session is what the wizard needs of the open decision. Calls return at
// once; what they change arrives with the next Refresh.
type Session interface {
	Current() (decision.Decision, bool)
	Records() decision.Records
	Result() decision.Result

	// EditTask changes the task; edits of one field in a row are one step
	// back for the user.
	EditTask(field string, edit func(*task.Task))
	SetMustHaves([]barrier.Wanted)
	PutQuote(billing.Quote)    // an empty ID makes a new one
	PutQuotes([]billing.Quote) // new ones, in one step of undo
	DeleteQuote(id string)
	DuplicateQuote(id string)
	PutAnswer(barrier.Answer)
	BarrierFact(platform, key string) fact.Fact[string]
	SetStability(q billing.Quote, factor decimal.Decimal) // for the quote's platform and mode; zero leaves it to the runs

	// EvidenceOf lists the files that support an answer; Attach adds one, and
	// done is told on the window's goroutine how it went.
	EvidenceOf(platform, requirement string) []fact.Evidence
	Attach(platform, requirement, path string, done func(error))
	RemoveEvidence(id string)
	EvidencePath(fact.Evidence) string

	NewDecision()
	OpenExample()

	// ReadQuotes recognises the prices in pasted text, ReadSoon does so when
	// the typing rests and answers to the last text only.
	ReadQuotes(text string) []billing.Pasted
	ReadSoon(text string, found func([]billing.Pasted))

	// Revalue takes the rate of exchange that is typed in now into a quote, or
	// into all of a decision.
	Revalue(quote string) error
	RevalueAll(decision string) error
	rates.Session

	// Setting and SetSetting keep what outlives the window.
	Setting(key string) string
	SetSetting(key, value string)

	record.Store // runs, bills and half-typed forms
}

// Catalog is what the wizard looks up.
type Catalog interface {
	FindCards(query string) []string
	FindModels(query string) []string
	FindPlatforms(query string) []string // names in the language of the screen
	PlatformNamed(name string) (hardware.Platform, bool)
	PlatformName(id string) string
	Cards() []hardware.Card
	Models() []hardware.Model
	BillingFacts(platform string) billing.Facts
	Ranges(category string, c money.Currency) billing.Ranges // what may be assumed where nobody has told
}

// Wizard is the screen.
type Wizard struct {
	// ToCompare opens the place that follows the last step; it may be nil.
	ToCompare func()
	// ToNewModel and ToNewCard open the library's form for what it does not
	// have; they may be nil.
	ToNewModel, ToNewCard func(name string)
	// OpenFile shows a file in the system's own viewer; it may be nil.
	OpenFile func(path string)

	p       *text.Printer
	window  fyne.Window
	session Session
	catalog Catalog
	choose  func(window fyne.Window, title string, endings []string, chosen func(path string, err error))

	root   *fyne.Container
	bar    *stepBar
	open   decision.Step
	body   *fyne.Container
	scroll *container.Scroll
	funnel *funnel
	next   *widget.Button
	steps  map[decision.Step]step
	shown  string // id of the decision that the forms were built for
	paste  bool   // the page of pasted prices was asked for before there was a decision
}

// step is one of the five forms.
type step interface {
	content() fyne.CanvasObject
	refresh()
}

// New builds the screen for the open decision.
func New(p *text.Printer, window fyne.Window, session Session, catalog Catalog) *Wizard {
	w := &Wizard{p: p, window: window, session: session, catalog: catalog, choose: widgets.ChooseFile, open: decision.StepTask}
	if left, err := strconv.Atoi(session.Setting(settingStep)); err == nil && slices.Contains(decision.Steps, decision.Step(left)) {
		w.open = decision.Step(left)
	}
	w.body = container.NewStack()
	w.root = container.NewStack()
	w.Refresh()
	return w
}

// settingStep is where the person was when the program was left.
const settingStep = "open_step"

// Content is the screen's object.
func (w *Wizard) Content() fyne.CanvasObject { return w.root }

// Show opens a step.
func (w *Wizard) Show(s decision.Step) {
	w.open = s
	if w.bar == nil {
		return
	}
	if now := strconv.Itoa(int(s)); w.session.Setting(settingStep) != now {
		w.session.SetSetting(settingStep, now)
	}
	w.bar.mark(s)
	w.body.Objects = []fyne.CanvasObject{w.steps[s].content()}
	w.steps[s].refresh()
	w.body.Refresh()
	w.scroll.Refresh() // the steps differ in height
	w.funnel.refresh() // what it leads to depends on where one is
	w.leadOn()
	w.scroll.ScrollToTop()
}

// Paste opens the page of pasted prices, in a new decision where there is
// none.
func (w *Wizard) Paste() {
	if w.bar == nil {
		w.paste = true
		w.session.NewDecision()
		return
	}
	w.Show(decision.StepBilling)
	w.steps[decision.StepBilling].(*billingStep).paste()
}

// Open returns the step that is open.
func (w *Wizard) Open() decision.Step { return w.open }

// Refresh shows the session's newest state.
func (w *Wizard) Refresh() {
	d, ok := w.session.Current()
	if !ok {
		w.bar, w.shown, w.open = nil, "", decision.StepTask // a new decision begins there
		w.root.Objects = []fyne.CanvasObject{w.empty()}
		w.root.Refresh()
		return
	}
	if w.bar == nil || w.shown != d.ID {
		if w.bar != nil && d.Task.Kind == "" && d.Task.Model == "" && len(w.session.Result().Candidates) == 0 {
			w.open = decision.StepTask // nothing has been said yet
		}
		w.build(d)
	}
	w.bar.refresh()
	w.steps[w.open].refresh()
	w.funnel.refresh()
	w.leadOn()
	if w.paste {
		w.paste = false
		w.Paste()
	}
}

func (w *Wizard) build(d decision.Decision) {
	w.shown = d.ID
	w.bar = newStepBar(w)
	w.funnel = newFunnel(w)
	w.steps = map[decision.Step]step{
		decision.StepTask:    newTaskStep(w),
		decision.StepBilling: newBillingStep(w),
		decision.StepCard:    newCardStep(w),
		decision.StepBarrier: newBarrierStep(w),
		decision.StepTrial:   newTrialStep(w),
	}
	w.scroll = container.NewScroll(w.body) // sideways only where large text leaves no other way
	w.next = widget.NewButton("", w.onward)
	below := container.NewVBox(widget.NewSeparator(), container.New(layout.NewCustomPaddedLayout(theme.Unit, theme.Unit, 2*theme.Unit, 2*theme.Unit), w.next))
	// The surface hides what the toolkit draws of fields that are scrolled half
	// out of sight.
	side := container.NewStack(canvas.NewRectangle(theme.Current().Surface),
		container.NewBorder(nil, below, widget.NewSeparator(), nil, w.funnel.content()))
	w.root.Objects = []fyne.CanvasObject{container.NewBorder(
		container.NewVBox(w.bar.content(), widget.NewSeparator()), nil, nil, widgets.Side(funnelWidth, side), w.scroll)}
	w.Show(w.open)
	w.root.Refresh()
}

// onward goes to what comes after the open step.
func (w *Wizard) onward() {
	if w.open < decision.Steps[len(decision.Steps)-1] {
		w.Show(w.open + 1)
	} else if w.ToCompare != nil {
		w.ToCompare()
	}
}

// leadOn says what comes after the open step. It is the next thing to do
// unless something in the step is.
func (w *Wizard) leadOn() {
	if w.next == nil { // the steps are being built
		return
	}
	name := w.p.T("place.compare")
	if w.open < decision.Steps[len(decision.Steps)-1] {
		name = w.p.T("step." + strconv.Itoa(int(w.open)+1))
	}
	w.next.Importance = widget.HighImportance
	if hasPrimary(w.body) {
		w.next.Importance = widget.MediumImportance
	}
	w.next.SetText(w.p.T("wizard.next", "name", name))
}

// hasPrimary reports whether a primary button is shown below an object.
func hasPrimary(o fyne.CanvasObject) bool {
	if !o.Visible() {
		return false
	}
	switch o := o.(type) {
	case *widget.Button:
		return o.Importance == widget.HighImportance
	case *container.Scroll:
		return hasPrimary(o.Content)
	case *fyne.Container:
		return slices.ContainsFunc(o.Objects, hasPrimary)
	}
	return false
}

const funnelWidth = 36 * theme.Unit

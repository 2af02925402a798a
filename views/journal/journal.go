// Package journal is the place of everything that was tried: runs that are
// still open, all runs of all decisions, and the bills under them.
//
// It owns this screen. It must not know how a rate follows from a bill or
// where records are kept: it asks a Session for them and tells it what the
// person wants.
package journal

import (
	"maps"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/trial"
	"cardhour/views/record"
	"cardhour/views/text"
	"cardhour/views/widgets"
)

// Session is what the journal needs. Calls return at once; what they change
// arrives with the next Refresh.
type Session interface {
	Decisions() []decision.Decision
	AllQuotes() []billing.Quote
	NewDecision()
	OpenDecision(id string)
	OpenExample()

	record.Store // runs, bills and half-typed forms
}

// Catalog is what the journal looks up.
type Catalog interface {
	PlatformName(id string) string
}

// Journal is the screen.
type Journal struct {
	// Opened is told after a decision was opened from here; it may be nil.
	Opened func()

	p       *text.Printer
	session Session
	catalog Catalog
	desk    *record.Desk
	rows    *fyne.Container
	scroll  *container.Scroll
	root    *fyne.Container
}

// New builds the screen.
func New(p *text.Printer, session Session, catalog Catalog) *Journal {
	j := &Journal{p: p, session: session, catalog: catalog, rows: container.NewVBox()}
	j.desk = record.NewDesk(p, session, "journal", widgets.Inset(j.rows), j.offers)
	j.scroll = container.NewScroll(j.desk.Box)
	j.desk.Turned = j.scroll.ScrollToTop
	j.root = container.NewStack(j.scroll)
	j.Refresh()
	return j
}

// Content is the screen's object.
func (j *Journal) Content() fyne.CanvasObject { return j.root }

// Log opens the form for a new run, as a menu does. A form that is open
// already stays: something may be typed in it.
func (j *Journal) Log() {
	if !j.desk.Entering() {
		j.desk.NewRun("")
	}
}

// Refresh shows the session's newest state.
func (j *Journal) Refresh() {
	p, runs, bills := j.p, j.session.AllRuns(), j.session.AllBills()
	title := widgets.Tight(widgets.Title(p.T("journal.title")), widgets.Note(p.T("journal.note")))
	if len(runs) == 0 {
		j.rows.Objects = []fyne.CanvasObject{title, j.empty()}
		j.rows.Refresh()
		return
	}
	j.rows.Objects = []fyne.CanvasObject{
		widgets.Ends(title, container.NewCenter(widgets.Primary(p.T("trial.log"), j.Log))),
	}
	j.open(runs)
	j.rows.Add(widgets.Heading(p.T("trial.runs")))
	ledger := record.Ledger{Desk: j.desk, Of: j.decisionOf}
	j.rows.Objects = append(j.rows.Objects, ledger.Rows(runs, bills)...)
	j.rows.Refresh()
}

// empty teaches what goes here. A run belongs to a decision, so without one
// the way in is to begin one.
func (j *Journal) empty() fyne.CanvasObject {
	p := j.p
	if len(j.session.Decisions()) == 0 {
		return widgets.Empty(p.T("journal.empty.head"), p.T("journal.empty.no_decision"),
			widgets.Primary(p.T("wizard.empty.begin"), j.session.NewDecision),
			widget.NewButton(p.T("example.open"), j.session.OpenExample))
	}
	return widgets.Empty(p.T("journal.empty.head"), p.T("journal.empty.body"), widgets.Primary(p.T("trial.log"), j.Log))
}

// open lists the runs that were powered on and, as far as is noted, neither
// shut down nor released.
func (j *Journal) open(runs []trial.Run) {
	p, now := j.p, j.session.Now()
	var rows []fyne.CanvasObject
	for _, r := range record.NewestFirst(runs) {
		since, ok := r.OpenFor(now)
		if !ok {
			continue
		}
		if since > billing.Minute { // seconds would be old before they are read
			since -= since % billing.Minute
		}
		name := widgets.Short("△ " + record.What(r))
		name.Importance = widget.WarningImportance
		rows = append(rows, widgets.Ends(
			widgets.Tight(name, widgets.Note(p.T("journal.open.since", "when", p.DateTime(r.At[trial.PoweredOn]), "time", since))),
			container.NewCenter(widgets.Row(
				widget.NewButton(p.T("journal.open.shut_down"), func() { j.end(r, trial.ShutDown) }),
				widget.NewButton(p.T("journal.open.released"), func() { j.end(r, trial.Released) }),
			))))
	}
	if len(rows) == 0 {
		return
	}
	j.rows.Add(widgets.Tight(widgets.Heading(p.T("journal.open")), widgets.Note(p.T("journal.open.note"))))
	j.rows.Objects = append(j.rows.Objects, rows...)
	j.rows.Add(widgets.Gap())
}

// end notes that an open run ends now. A run that cannot be right then, such
// as one with a later time, opens in the form instead.
func (j *Journal) end(r trial.Run, e trial.Event) {
	ended := r
	ended.At = maps.Clone(r.At)
	ended.At[e] = j.session.Now().Truncate(time.Second)
	if len(ended.Check()) > 0 {
		j.desk.EditRun(r)
		return
	}
	j.session.PutRun(ended)
}

// offers are the quotes of all decisions and, for each decision, a platform
// that is none of them; the newest decision comes first.
func (j *Journal) offers() []record.Offer {
	var all []record.Offer
	quotes := j.session.AllQuotes()
	for _, d := range j.session.Decisions() {
		name := j.nameOf(d)
		for _, q := range quotes {
			if q.DecisionID != d.ID {
				continue
			}
			platform := j.platformOf(q)
			all = append(all, record.Offer{Name: j.p.T("journal.offer", "decision", name, "what", record.What(trial.Run{Platform: platform, Card: q.Card, Cards: q.Rate.Cards})),
				DecisionID: d.ID, QuoteID: q.ID, Platform: platform, Card: q.Card, Cards: q.Rate.Cards, Slice: q.Rate.Slice, Currency: q.Rate.Amount.Currency})
		}
		all = append(all, record.Offer{Name: j.p.T("journal.offer", "decision", name, "what", j.p.T("trial.form.other")),
			DecisionID: d.ID, Cards: 1, Slice: decimal.One, Currency: d.Currency})
	}
	return all
}

func (j *Journal) platformOf(q billing.Quote) string {
	switch {
	case q.Platform != "":
		return j.catalog.PlatformName(q.Platform)
	case q.PlatformName != "":
		return q.PlatformName
	}
	return j.p.T("quote.unnamed")
}

// nameOf is how a decision is called: its name, or else its sentence.
func (j *Journal) nameOf(d decision.Decision) string {
	if d.Name != "" {
		return d.Name
	}
	if sentence, ok := d.Task.Sentence(); ok {
		return j.p.Because(sentence)
	}
	return j.p.T("journal.unnamed")
}

func (j *Journal) decisionOf(r trial.Run) (string, func()) {
	all := j.session.Decisions()
	i := slices.IndexFunc(all, func(d decision.Decision) bool { return d.ID == r.DecisionID })
	if i < 0 {
		return "", nil
	}
	return j.p.T("journal.of", "decision", j.nameOf(all[i])), func() {
		j.session.OpenDecision(r.DecisionID)
		if j.Opened != nil {
			j.Opened()
		}
	}
}

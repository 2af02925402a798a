// Package record holds the forms for trial runs and bills and the table that
// shows them, for the two places that have them: step 5 and the journal.
//
// It owns how a run is logged by hand: fields with their stopwatch buttons,
// charge lines, what is shown of a run. It must not know where records are
// kept, which of them belong together, or how a rate follows from a bill.
package record

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/trial"
	"cardhour/views/text"
	"cardhour/views/widgets"
)

// Store takes in what the forms make, and what is half typed in them.
type Store interface {
	AllRuns() []trial.Run
	AllBills() []trial.Bill
	Now() time.Time               // in the zone that times are entered in
	PutRun(trial.Run) (id string) // an empty ID makes a new one
	DeleteRun(id string)
	PutBill(trial.Bill) (id string) // an empty ID makes a new one
	DeleteBill(id string)
	widgets.Forms
}

// Offer is a quote that a run may have been made under, or a decision that it
// belongs to without any of its quotes.
type Offer struct {
	Name       string
	DecisionID string
	QuoteID    string // empty: a platform that was not quoted
	Platform   string
	Card       string
	Cards      int
	Slice      decimal.Decimal
	Currency   money.Currency
}

// Desk shows a list of records, or the form that one of them is entered in.
type Desk struct {
	Box *fyne.Container

	// Turned is told when the form or the list has come up.
	Turned func()

	p      *text.Printer
	store  Store
	offers func() []Offer
	list   fyne.CanvasObject
	form   form // nil while the list is shown
	kept   widgets.Kept[formTexts]
}

// form is what stands in place of the list.
type form interface {
	content() fyne.CanvasObject
	first() fyne.Focusable
}

// NewDesk makes a desk; offers are asked for whenever a form opens. A form
// that was half typed at the desk of the same place is open again.
func NewDesk(p *text.Printer, store Store, place string, list fyne.CanvasObject, offers func() []Offer) *Desk {
	d := &Desk{Box: container.NewStack(list), p: p, store: store, offers: offers, list: list,
		kept: widgets.Kept[formTexts]{Forms: store, Key: "record." + place}}
	d.resume()
	return d
}

// Entering reports whether a form is open.
func (d *Desk) Entering() bool { return d.form != nil }

// NewRun opens the form for a run that is not logged yet, with the quote that
// it is likely for.
func (d *Desk) NewRun(quoteID string) {
	run := trial.Run{QuoteID: quoteID, Cards: 1, Slice: decimal.One}
	offers := d.offers()
	for i, o := range offers {
		if o.QuoteID == quoteID || (quoteID == "" && i == 0) {
			run = o.start(run)
			break
		}
	}
	d.begin(newRunForm(d, run, offers))
}

// EditRun opens a run that is logged.
func (d *Desk) EditRun(r trial.Run) { d.begin(newRunForm(d, r, d.offers())) }

// NewBill opens the form for a bill of a run.
func (d *Desk) NewBill(r trial.Run) {
	b := d.newBill(r)
	d.begin(newBillForm(d, r, b, textsOf(b)))
}

func (d *Desk) newBill(r trial.Run) trial.Bill {
	b := trial.Bill{RunID: r.ID, Currency: "CNY", Issued: d.store.Now()}
	for _, o := range d.offers() {
		if o.QuoteID == r.QuoteID && o.DecisionID == r.DecisionID && o.Currency != "" {
			b.Currency = o.Currency
		}
	}
	return b
}

// EditBill opens a bill that is entered.
func (d *Desk) EditBill(r trial.Run, b trial.Bill) { d.begin(newBillForm(d, r, b, textsOf(b))) }

// start gives a run what the offer says about it.
func (o Offer) start(r trial.Run) trial.Run {
	r.DecisionID, r.QuoteID, r.Platform, r.Card = o.DecisionID, o.QuoteID, o.Platform, o.Card
	r.Cards, r.Slice = max(o.Cards, 1), o.Slice
	if !r.Slice.IsPos() {
		r.Slice = decimal.One
	}
	return r
}

// begin turns to a form that nothing is typed in yet.
func (d *Desk) begin(f form) {
	d.kept.Forget()
	d.turn(f)
	focus(f.first())
}

func (d *Desk) turn(f form) {
	d.form = f
	d.show(f.content())
}

func (d *Desk) close() {
	d.kept.Forget()
	d.form = nil
	d.show(d.list)
}

func (d *Desk) show(content fyne.CanvasObject) {
	d.Box.Objects = []fyne.CanvasObject{content}
	d.Box.Refresh()
	if d.Turned != nil {
		d.Turned()
	}
}

// focus puts the keyboard on an object.
func focus(on fyne.Focusable) { widgets.Focus(on) }

package record

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/sizing"
	"cardhour/model/trial"
)

// formTexts is the form that is open at a desk, as it is kept while it is half
// typed. There is one at most.
type formTexts struct {
	Run  *runTexts  `json:"run,omitempty"`
	Bill *billTexts `json:"bill,omitempty"`
}

// runTexts is a run's form as it was typed.
type runTexts struct {
	ID       string                 `json:"id,omitempty"` // of the run that is edited
	Decision string                 `json:"decision,omitempty"`
	Quote    string                 `json:"quote,omitempty"`
	Platform string                 `json:"platform"`
	Card     string                 `json:"card"`
	Cards    string                 `json:"cards"`
	Moments  map[trial.Event]string `json:"moments,omitempty"`
	Outcome  trial.Outcome          `json:"outcome,omitempty"`
	Lost     string                 `json:"lost,omitempty"`
	Note     string                 `json:"note,omitempty"`
	Speed    string                 `json:"speed,omitempty"`
	Unit     sizing.Unit            `json:"speed_unit,omitempty"`
}

// billTexts is a bill's form as it was typed.
type billTexts struct {
	ID          string      `json:"id,omitempty"` // of the bill that is edited
	Run         string      `json:"run"`
	Currency    string      `json:"currency"`
	Issued      string      `json:"issued"`
	Provisional bool        `json:"provisional,omitempty"`
	Lines       []lineTexts `json:"lines"`
	Note        string      `json:"note,omitempty"`
}

type lineTexts struct {
	Kind   billing.Kind `json:"kind"`
	Amount string       `json:"amount,omitempty"`
	Note   string       `json:"note,omitempty"`
}

// resume turns to the form that was half typed. One whose decision or run is
// gone does not come up; it is kept, for undo may bring that back.
func (d *Desk) resume() {
	k, ok := d.kept.Read()
	switch {
	case !ok:
	case k.Run != nil:
		offers := d.offers()
		if run, ok := d.runOf(*k.Run, offers); ok {
			f := newRunForm(d, run, offers)
			f.write(*k.Run)
			d.turn(f)
		}
	case k.Bill != nil && len(k.Bill.Lines) > 0:
		run, ok := find(d.store.AllRuns(), func(r trial.Run) bool { return r.ID == k.Bill.Run })
		if !ok {
			return
		}
		bill, ok := find(d.store.AllBills(), func(b trial.Bill) bool { return b.ID == k.Bill.ID })
		if !ok {
			bill = d.newBill(run)
		}
		d.turn(newBillForm(d, run, bill, *k.Bill))
	}
}

// runOf is the run that a form was open for; false when it belongs nowhere any
// more.
func (d *Desk) runOf(k runTexts, offers []Offer) (trial.Run, bool) {
	run, logged := find(d.store.AllRuns(), func(r trial.Run) bool { return r.ID == k.ID })
	if logged && run.DecisionID == k.Decision && run.QuoteID == k.Quote {
		return run, true
	}
	run.ID = k.ID
	for _, quote := range []string{k.Quote, ""} { // the quote may be gone
		if o, ok := find(offers, func(o Offer) bool { return o.DecisionID == k.Decision && o.QuoteID == quote }); ok {
			return o.start(run), true
		}
	}
	if !logged {
		run.Cards, run.Slice = 1, decimal.One
	}
	return run, logged || k.Decision == ""
}

func find[T any](list []T, is func(T) bool) (T, bool) {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i], true
	}
	var none T
	return none, false
}

// keep stores the form as it stands: the program may end at any moment.
func (f *runForm) keep() {
	k := runTexts{ID: f.run.ID, Decision: f.run.DecisionID, Quote: f.run.QuoteID,
		Platform: f.platform.Entry.Text, Card: f.card.Entry.Text, Cards: f.cards.Entry.Text,
		Moments: map[trial.Event]string{}, Lost: f.lost.Entry.Text, Note: f.note.Entry.Text, Speed: f.speed.field.Entry.Text}
	for e, field := range f.moments {
		k.Moments[e] = field.Entry.Text
	}
	k.Outcome, _ = f.outcome.Value()
	if k.Speed != "" {
		k.Unit, _ = f.speed.unit.Value()
	}
	f.d.kept.Keep(formTexts{Run: &k})
}

// write fills the form with what was typed.
func (f *runForm) write(k runTexts) {
	f.platform.Set(k.Platform)
	f.card.Set(k.Card)
	f.cards.Set(k.Cards)
	for e, field := range f.moments {
		field.Set(k.Moments[e])
	}
	f.outcome.Fill(k.Outcome)
	f.lost.Set(k.Lost)
	f.speed.field.Set(k.Speed)
	if k.Unit != "" {
		f.speed.unit.Fill(k.Unit)
	}
	f.note.Set(k.Note)
	f.summarise()
}

// keep stores the form as it stands.
func (f *billForm) keep() {
	k := billTexts{ID: f.bill.ID, Run: f.bill.RunID, Currency: f.currency.Entry.Text, Issued: f.issued.Entry.Text,
		Provisional: f.provisional.Checked, Note: f.note.Entry.Text}
	for _, l := range f.lines {
		kind, _ := l.kind.Value()
		k.Lines = append(k.Lines, lineTexts{Kind: kind, Amount: l.amount.Text, Note: l.note.Text})
	}
	f.d.kept.Keep(formTexts{Bill: &k})
}

// usual are the lines that a new bill begins with; those left empty are not
// part of it.
var usual = []billing.Kind{billing.Useful, billing.Storage, billing.Traffic}

// textsOf is a bill as its form shows it first.
func textsOf(b trial.Bill) billTexts {
	k := billTexts{Currency: string(b.Currency), Provisional: b.Provisional, Note: b.Note}
	if !b.Issued.IsZero() {
		k.Issued = b.Issued.Format("2006-01-02")
	}
	for _, c := range b.Charges {
		line := lineTexts{Kind: c.Kind, Note: c.Note}
		if !c.Amount.IsZero() {
			line.Amount = c.Amount.Trim(0).String()
		}
		k.Lines = append(k.Lines, line)
	}
	if len(k.Lines) == 0 {
		for _, kind := range usual {
			k.Lines = append(k.Lines, lineTexts{Kind: kind})
		}
	}
	return k
}

// Package trial is step 5: trial runs, the bills they caused, and the real
// full rate that follows.
//
// It owns runs, bills, charge lines and what may be concluded from them. It
// must not know how a price is estimated, which platform is which, the clock
// or any language.
package trial

import (
	"slices"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

// Event is a moment of a run that a person can note.
type Event string

// The events, in the order they happen.
const (
	Ordered     Event = "ordered"
	PoweredOn   Event = "powered_on"
	Ready       Event = "ready"
	TaskStarted Event = "task_started"
	FirstResult Event = "first_result"
	TaskEnded   Event = "task_ended"
	ShutDown    Event = "shut_down"
	Released    Event = "released"
)

// Events lists all of them in order.
var Events = []Event{Ordered, PoweredOn, Ready, TaskStarted, FirstResult, TaskEnded, ShutDown, Released}

// Outcome is how a run ended.
type Outcome string

// The outcomes. The zero value is "not said yet".
const (
	Passed  Outcome = "passed"
	Failed  Outcome = "failed"
	Dropped Outcome = "dropped"
)

// Outcomes lists all of them.
var Outcomes = []Outcome{Passed, Failed, Dropped}

// Speed is how fast a run worked, all its cards together.
type Speed struct {
	PerSecond decimal.Decimal // zero: nobody noted it
	Unit      sizing.Unit     // of work; never hours
	Job       string          // task.Task.Job of what ran: for another job the speed says nothing
}

// SpeedUnits are what a run's speed is seen in.
var SpeedUnits = []sizing.Unit{sizing.Tokens, sizing.Steps, sizing.Images, sizing.Requests}

// Run is one real small task on one platform, logged.
type Run struct {
	ID         string
	DecisionID string
	QuoteID    string // the quote it ran under; empty when that is gone
	Platform   string // as the user calls it
	Card       string
	Cards      int
	Slice      decimal.Decimal     // fraction of a card; zero where nobody said, for a whole one
	At         map[Event]time.Time // keeps the zone it was entered in
	Outcome    Outcome
	Lost       billing.Seconds // hours of the task whose result was not kept
	Speed      Speed
	Note       string
	Example    bool
}

// Useful returns the useful time: from the start of the task to its end, less
// what was lost. A run that failed kept nothing.
func (r Run) Useful() (billing.Seconds, error) {
	if r.Outcome == Failed {
		return 0, nil
	}
	from, to, ok := r.span(TaskStarted, TaskEnded)
	if !ok {
		return 0, reason.Refuse("run", "run.no_task_times")
	}
	return max(0, to-from-r.Lost), nil
}

// Billed returns the time the instance ran: power-on to shutdown.
func (r Run) Billed() (billing.Seconds, bool) {
	from, to, ok := r.span(PoweredOn, ShutDown)
	return to - from, ok
}

// Waited returns the time from order to ready.
func (r Run) Waited() (billing.Seconds, bool) {
	from, to, ok := r.span(Ordered, Ready)
	return to - from, ok
}

// Open reports whether the run was started and has no end yet. A run of which
// only later moments were noted was powered on all the same.
func (r Run) Open() bool {
	_, down := r.At[ShutDown]
	_, gone := r.At[Released]
	return !r.started().IsZero() && !down && !gone
}

// started is the first moment noted from power-on to the task's end.
func (r Run) started() time.Time {
	for _, e := range []Event{PoweredOn, Ready, TaskStarted, FirstResult, TaskEnded} {
		if t, ok := r.At[e]; ok {
			return t
		}
	}
	return time.Time{}
}

func (r Run) span(a, b Event) (from, to billing.Seconds, ok bool) {
	x, okX := r.At[a]
	y, okY := r.At[b]
	return billing.Seconds(x.Unix()), billing.Seconds(y.Unix()), okX && okY
}

// Begin returns the first time noted, for ordering; zero when there is none.
func (r Run) Begin() time.Time {
	for _, e := range Events {
		if t, ok := r.At[e]; ok {
			return t
		}
	}
	return time.Time{}
}

// mostCards is where a number of cards was mistyped.
const mostCards = 4096

// Check returns everything that is wrong with the run.
func (r Run) Check() []*reason.Problem {
	var found []*reason.Problem
	if strings.TrimSpace(r.Platform) == "" {
		found = append(found, reason.Refuse("platform", "name.empty"))
	}
	switch {
	case r.Cards < 1:
		found = append(found, reason.Refuse("cards", "number.not_positive"))
	case r.Cards > mostCards:
		found = append(found, reason.Refuse("cards", "number.out_of_range", reason.Int("min", reason.Count, 1), reason.Int("max", reason.Count, mostCards)))
	}
	if r.Slice.IsNeg() || r.Slice.Cmp(decimal.One) > 0 {
		found = append(found, reason.Refuse("slice", "slice.out_of_range"))
	}
	if r.Outcome != "" && !slices.Contains(Outcomes, r.Outcome) {
		found = append(found, reason.Refuse("outcome", "choice.unknown", reason.Word("text", string(r.Outcome))))
	}
	if r.Lost < 0 {
		found = append(found, reason.Refuse("lost", "number.negative"))
	}
	if r.Speed.PerSecond.IsNeg() {
		found = append(found, reason.Refuse("speed", "number.negative"))
	}
	if r.Speed.PerSecond.IsPos() && !slices.Contains(SpeedUnits, r.Speed.Unit) {
		found = append(found, reason.Refuse("speed", "choice.unknown", reason.Word("text", string(r.Speed.Unit))))
	}
	var last Event
	for _, e := range Events {
		t, ok := r.At[e]
		if !ok {
			continue
		}
		if last != "" && t.Before(r.At[last]) {
			found = append(found, reason.Refuse(string(e), "run.order",
				reason.Name("event", "event_"+string(e)), reason.Name("before", "event_"+string(last))))
		}
		last = e
	}
	if from, to, ok := r.span(TaskStarted, TaskEnded); ok && r.Lost > max(0, to-from) {
		found = append(found, reason.Refuse("lost", "run.lost_too_long"))
	}
	return found
}

// ChargeKinds are the kinds that a real bill has; the others are parts of an
// estimate or of a comparison. All compute is one kind: a bill does not say
// which hours were useful.
var ChargeKinds = []billing.Kind{billing.Useful, billing.CPUMode, billing.Storage, billing.Images, billing.Traffic,
	billing.Retention, billing.Unexplained, billing.Discount}

// Charge is one line of a bill.
type Charge struct {
	Kind   billing.Kind
	Amount decimal.Decimal // in the bill's currency; negative for discounts and refunds
	Note   string
}

// Bill is what was really paid for a run.
type Bill struct {
	ID          string
	RunID       string
	Currency    money.Currency
	Issued      time.Time
	Provisional bool // the platform may still add to it
	Charges     []Charge
	Note        string
	Example     bool
}

// Total sums the charges.
func (b Bill) Total() (money.Amount, error) {
	var c money.Calc
	var sum decimal.Decimal
	for _, line := range b.Charges {
		sum = c.Add(sum, line.Amount)
	}
	return money.Amount{Value: sum, Currency: b.Currency}, c.Err()
}

// Check returns everything that is wrong with the bill. An empty bill means
// "not yet", so it is refused instead of being counted as nothing.
func (b Bill) Check() []*reason.Problem {
	var found []*reason.Problem
	if _, err := money.ParseCurrency(string(b.Currency)); err != nil {
		found = append(found, reason.Refuse("currency", "currency.unknown", reason.Word("code", string(b.Currency))))
	}
	if len(b.Charges) == 0 {
		found = append(found, reason.Refuse("charges", "bill.empty"))
	}
	for _, line := range b.Charges {
		if !slices.Contains(billing.Kinds, line.Kind) {
			found = append(found, reason.Refuse("charges", "choice.unknown", reason.Word("text", string(line.Kind))))
		}
		if line.Amount.IsNeg() && line.Kind != billing.Discount {
			found = append(found, reason.Refuse("charges", "bill.negative"))
		}
	}
	if _, err := b.Total(); err != nil {
		found = append(found, reason.Refuse("charges", "amount.too_large"))
	}
	return found
}

// Real is what a run has shown: everything billed for it over its useful
// card-hours.
type Real struct {
	Spent       money.Amount
	Useful      billing.Seconds
	FullRate    money.Amount // per useful card-hour
	Defined     bool         // false: money was spent and nothing kept
	Provisional bool
	ByKind      map[billing.Kind]decimal.Decimal
	Rented      billing.Rate // the run's cards and slice, which FullRate is divided by; no price
}

// RealCost joins a run with its bills, which must be in one currency.
func RealCost(r Run, bills []Bill) (Real, error) {
	if len(bills) == 0 {
		return Real{}, reason.Refuse("", "bill.empty")
	}
	useful, err := r.Useful()
	if err != nil {
		return Real{}, err
	}
	real := Real{Spent: money.Zero(bills[0].Currency), Useful: useful, ByKind: map[billing.Kind]decimal.Decimal{}}
	var c money.Calc
	for _, b := range bills {
		if b.Currency != real.Spent.Currency {
			return Real{}, reason.Refuse("currency", "bill.currencies")
		}
		real.Provisional = real.Provisional || b.Provisional
		for _, line := range b.Charges {
			real.Spent.Value = c.Add(real.Spent.Value, line.Amount)
			real.ByKind[line.Kind] = c.Add(real.ByKind[line.Kind], line.Amount)
		}
	}
	if c.Err() != nil {
		return Real{}, c.Err()
	}
	real.Rented = billing.Rate{Cards: max(r.Cards, 1), Slice: r.Slice}
	if !real.Rented.Slice.IsPos() {
		real.Rented.Slice = decimal.One
	}
	if useful == 0 || real.Spent.Value.IsNeg() { // a refund alone is no price
		return real, nil
	}
	real.FullRate, err = billing.PerCardHour(real.Spent, useful, real.Rented)
	real.Defined = err == nil
	return real, err
}

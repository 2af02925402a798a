// Package decision joins the steps: it prices every quote for the task, sizes
// it, holds it against the must-haves, drops what falls out with the reason,
// and orders the rest by what the job costs.
//
// It owns decisions, candidates, the funnel, the ranking and break-even
// points. It must not know how a price or a memory need is computed, where
// facts are kept, or any language.
package decision

import (
	"time"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/model/trial"
)

// Decision is one question a person is deciding: a task and what is asked of
// a platform. Its quotes and runs are records of their own.
type Decision struct {
	ID        string
	Name      string
	Currency  money.Currency // in which candidates are compared
	Task      task.Task
	MustHaves []barrier.Wanted
	Example   bool
	Created   time.Time
	Updated   time.Time
}

// Records are the user's records that belong to a decision.
type Records struct {
	Quotes []billing.Quote
	Runs   []trial.Run
	Bills  []trial.Bill
}

// Knowledge is what an evaluation may ask about the world.
type Knowledge struct {
	Today  time.Time // the day that the work is taken to be done; zero: dates of quotes are not checked
	Card   func(id string) (hardware.Card, bool)
	Model  func(id string) (hardware.Model, bool)
	Cards  []hardware.Card // all, for the table of cards
	Ranges func(category string, c money.Currency) billing.Ranges
	Facts  barrier.Facts

	// Stability tells how steady a quote's platform is, from the runs of all
	// decisions; nil goes by the records of the decision alone.
	Stability func(billing.Quote) (trial.Stability, error)

	// Visual and References are what is known of image, video and detection
	// models: runs with their memory, and published speeds.
	Visual     []sizing.VisualRun
	References []sizing.Reference

	// Measured are the speeds that the person saw while this very job ran, in
	// any decision; nil goes by the records of the decision alone.
	Measured func(task.Task) []sizing.Measured

	// Indicative are bare rates per card-hour that others have published for
	// a card, for telling a price that is far off; may be nil.
	Indicative func(card string) []money.Amount

	// Proven tells whether one's own records speak for a quote's platform;
	// nil goes by the records of the decision alone.
	Proven func(billing.Quote) bool
}

// Step is one of the five steps.
type Step int

// The steps in order.
const (
	StepTask Step = iota + 1
	StepBilling
	StepCard
	StepBarrier
	StepTrial
)

// Steps lists all of them.
var Steps = []Step{StepTask, StepBilling, StepCard, StepBarrier, StepTrial}

// Elimination says at which step a candidate fell out and why.
type Elimination struct {
	Step    Step
	Why     reason.Because
	Problem error // for a quote that cannot be computed: what is wrong with it
}

// Span is what a job costs, in the decision's currency where the quote holds a
// rate of exchange to it, else in the quote's own.
type Span struct {
	Low, High money.Amount // for the likely amount, at both ends of what is unknown
	CostLow   money.Amount // for the low amount, at the cheap end
	CostHigh  money.Amount // for the high amount, at the dear end
}

// worth turns the span into the decision's currency by the quote's own rate.
func (s *Span) worth(d Decision, q billing.Quote) error {
	if x := q.Exchange; x.Known() && x.To == d.Currency {
		for _, amount := range []*money.Amount{&s.Low, &s.High, &s.CostLow, &s.CostHigh} {
			var err error
			if *amount, err = x.Convert(*amount); err != nil {
				return err
			}
		}
	}
	return nil
}

// Candidate is a quote seen through all the steps.
type Candidate struct {
	Quote billing.Quote

	Cost *billing.Estimate // for the likely amount of work, in the quote's currency; nil when it cannot be priced

	Span

	Usage *billing.Usage // for the likely amount on these cards; nil while there is none

	OnCards // as many of the quote's card as it rents

	Checks []barrier.Check
	Runs   []trial.Run
	Real   *trial.Real // of the newest run with a bill

	Stability trial.Stability
	Score     Score // of a priced one; what ranked ones are put in order by, no money

	Warnings []reason.Because // what deserves a second look before money is paid, the gravest first; no figure changes by it

	Out           *Elimination
	barred        bool            // a barrier or a failed trial speaks against it, whatever its card is
	NotComparable *reason.Because // priced, but not to be ranked: open-ended, spot, in another currency, for another card's hours
}

// Ranked reports whether the candidate takes part in the order.
func (c Candidate) Ranked() bool { return c.Out == nil && c.Cost != nil && c.NotComparable == nil }

// Stage is how many candidates are left after a step.
type Stage struct {
	Step Step
	Left int
}

// Result is a decision seen through all the steps.
type Result struct {
	Sentence   *reason.Because // nil while an answer is missing
	Missing    []string        // the answers that are missing
	Usage      *billing.Usage  // for the likely amount, as the task states it; else that of the first candidate that has one
	NoUsage    error           // why there is no usage
	Memory     *sizing.Estimate
	Found      *sizing.Found // in place of Memory, for a task that no formula covers
	NoMemory   error         // why neither is known
	Candidates []Candidate   // ranked ones first, the best score first; then not comparable; then out
	Table      []CardRow     // all cards; none while the need is not known
	Plans      []Plan        // other ways of doing the job than all of it on one quote's cards, the cheapest first
	Funnel     []Stage
	Verdict    Verdict
}

// Verdict is the answer of a decision, or why there is none yet.
type Verdict struct {
	Locked *reason.Because // nil when there is a winner
	Winner *Candidate
	Next   *Candidate   // the second, when there is one
	Margin money.Amount // by how much the second is dearer, both at their dear ends; negative where it is cheaper but less steady
	// Rivals are those that may still come out first, because what is not
	// known spans both: not only the second may. The likeliest stands first.
	Rivals []*Candidate

	// Cheaper is another way of doing the job that costs less than the winner
	// and less than all of it on its own main cards: the first of those where
	// stability is weighed, if that is before the winner; else nil.
	Cheaper *Plan

	ByCost  *Candidate      // who would win if all were equally steady; nil when it is the winner
	Dearer  money.Amount    // than ByCost, both at their dear ends; nothing where they tie
	Because *reason.Because // how stability decides, where there is a ByCost
}

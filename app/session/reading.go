package session

import (
	"time"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/trial"
)

// What the screens read. Values are shared and must not be changed.

// Decisions lists all decisions, the newest first.
func (s *Session) Decisions() []decision.Decision {
	return read(s, func(v *state) []decision.Decision { return v.decisions })
}

// Current returns the open decision; false when there is none.
func (s *Session) Current() (decision.Decision, bool) {
	d := read(s, func(v *state) *decision.Decision { return v.current })
	if d == nil {
		return decision.Decision{}, false
	}
	return *d, true
}

// Records returns the open decision's quotes, runs and bills.
func (s *Session) Records() decision.Records {
	return read(s, func(v *state) decision.Records { return v.records })
}

// Result returns the open decision seen through the five steps.
func (s *Session) Result() decision.Result {
	return read(s, func(v *state) decision.Result { return v.result })
}

// AllQuotes lists the quotes of all decisions.
func (s *Session) AllQuotes() []billing.Quote {
	return read(s, func(v *state) []billing.Quote { return v.quotes })
}

// AllRuns lists the runs of all decisions.
func (s *Session) AllRuns() []trial.Run { return read(s, func(v *state) []trial.Run { return v.runs }) }

// AllBills lists the bills of all runs.
func (s *Session) AllBills() []trial.Bill {
	return read(s, func(v *state) []trial.Bill { return v.bills })
}

// Answers lists what the user found out about platforms.
func (s *Session) Answers() []barrier.Answer {
	return read(s, func(v *state) []barrier.Answer { return v.answers })
}

// UndoLabels name what undo and redo would do; empty when there is nothing.
func (s *Session) UndoLabels() (undo, redo string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen.undo, s.seen.redo
}

// Problem is why the last change could not be saved; nil when all is saved.
func (s *Session) Problem() error { return read(s, func(v *state) error { return v.problem }) }

// HasExample reports whether the example is among the decisions.
func (s *Session) HasExample() bool {
	for _, d := range s.Decisions() {
		if d.Example {
			return true
		}
	}
	return false
}

// Now is the injected clock, in the zone that times are entered in.
func (s *Session) Now() time.Time { return s.opts.Now() }

func read[T any](s *Session, of func(*state) T) T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return of(&s.seen)
}

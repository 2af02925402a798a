// Package fact keeps claims about the world apart from arithmetic: what is
// said, who said it, when, and how far it can be trusted.
//
// It owns Claim, Fact and the derived states known, unknown and conflicting.
// A Fact never enters a formula: billing.EstimateCost asks for the values that
// stand and computes with those. It must not know what the claims are about.
package fact

import (
	"slices"
	"time"
)

// Confidence ranks the kind of source behind a claim.
type Confidence uint8

// From the least to the most trusted. A user's own figure is marked by
// Claim.Own and stands over all of them.
const (
	Unstated    Confidence = iota
	Blog                   // a personal note, guide or price list
	Secondary              // somebody quoting official documents
	ConsoleText            // text of the platform's console, reproduced
	Official               // the platform's own page or repository
)

var confidenceNames = []string{"unstated", "blog", "secondary", "console_text", "official"}

// String gives the name used in files.
func (c Confidence) String() string { return confidenceNames[c] }

// ParseConfidence reads the name used in files.
func ParseConfidence(name string) (Confidence, bool) {
	i := slices.Index(confidenceNames, name)
	return Confidence(max(i, 0)), i >= 0
}

// Ages of claims.
const (
	StaleAfter = 90 * 24 * time.Hour // older figures are marked as stale
	sameTime   = 30 * 24 * time.Hour // claims this close in date can conflict
)

// Claim is one statement of one source. T must be in a normal form, so that
// == means the same statement.
type Claim[T comparable] struct {
	Value      T
	Source     string
	Seen       time.Time // zero when the source has no date
	Confidence Confidence
	Own        bool // the user's own figure
	Note       string
}

// Stale reports whether the claim is undated or older than StaleAfter.
func (c Claim[T]) Stale(now time.Time) bool {
	return c.Seen.IsZero() || now.Sub(c.Seen) > StaleAfter
}

// State of a Fact.
type State uint8

// The zero state is Unknown.
const (
	Unknown State = iota
	Known
	Conflicting
)

// Fact is all that is claimed about one thing. The zero value is unknown.
type Fact[T comparable] struct {
	Claims []Claim[T]
}

// Own makes a fact from a figure that the user typed.
func Own[T comparable](value T, source string, seen time.Time) Fact[T] {
	return Fact[T]{[]Claim[T]{{Value: value, Source: source, Seen: seen, Own: true}}}
}

// Standing returns the claims that hold now: the newest of the user's own if
// there is one, else the newest dated claims and those of about the same
// date. Older ones are history. Undated claims stand only when nothing is
// dated.
func (f Fact[T]) Standing() []Claim[T] {
	pool := slices.DeleteFunc(slices.Clone(f.Claims), func(c Claim[T]) bool { return !c.Own })
	window := time.Duration(0)
	if len(pool) == 0 {
		pool, window = slices.Clone(f.Claims), sameTime
	}
	var newest time.Time
	for _, c := range pool {
		if c.Seen.After(newest) {
			newest = c.Seen
		}
	}
	pool = slices.DeleteFunc(pool, func(c Claim[T]) bool { return newest.Sub(c.Seen) > window })
	slices.SortStableFunc(pool, func(a, b Claim[T]) int {
		if a.Confidence != b.Confidence {
			return int(b.Confidence) - int(a.Confidence)
		}
		return b.Seen.Compare(a.Seen)
	})
	return pool
}

// Values returns the distinct values that stand: none when unknown, one when
// known, several when sources disagree, the most trusted first.
func (f Fact[T]) Values() []T {
	var values []T
	for _, c := range f.Standing() {
		if !slices.Contains(values, c.Value) {
			values = append(values, c.Value)
		}
	}
	return values
}

// State derives the state from the claims.
func (f Fact[T]) State() State {
	return State(min(len(f.Values()), int(Conflicting)))
}

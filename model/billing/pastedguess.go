package billing

import "cardhour/model/reason"

// What price pages leave unsaid is guessed here, and only what nearly all of
// them mean by it. Each guess comes with a note: a person confirms it before
// a quote is made of it.

// Guessed returns the reading with what the line leaves unsaid: one card, and
// paying by the hour where the price is for an hour or less. A price for a
// longer time may be a package or not, so that its mode stays open. Notes are
// added also for what is said and may not be what this person pays.
func (p Pasted) Guessed() Pasted {
	notes := append([]Note(nil), p.Notes...)
	note := func(field string, s Standing, rule string) {
		notes = append(notes, Note{Field: field, Standing: s, Why: reason.Because{Rule: rule}})
	}
	if p.Cards == 0 && !p.open(PastedCards) {
		p.Cards = 1
		note(PastedCards, Inferred, "guess.one_card")
	}
	if p.Scope == "" && p.Cards == 1 {
		p.Scope = PerCard // of one card both come to the same
	}
	if p.Mode == "" && !p.open(PastedMode) && (p.Per == PerSecond || p.Per == PerMinute || p.Per == PerHour) {
		p.Mode = OnDemand
		note(PastedMode, Inferred, "guess.on_demand")
	}
	if p.From {
		note(PastedPrice, Doubtful, "guess.from")
	}
	switch p.Label {
	case ListPrice:
		if !p.Competes() {
			note(PastedPrice, Doubtful, "guess.list")
		}
	case MemberPrice, StudentPrice, NewUserPrice:
		note(PastedPrice, Doubtful, "guess.for_some")
	}
	p.Notes = notes
	return p
}

func (p Pasted) open(field string) bool {
	for _, n := range p.Asks(field) {
		if n.Standing == LeftOpen {
			return true
		}
	}
	return false
}

// Competes reports whether the line gives another price for the same thing:
// only one of them is to be paid.
func (p Pasted) Competes() bool {
	for _, n := range p.Asks(PastedPrice) {
		if n.Why.Rule == "pasted.competing" {
			return true
		}
	}
	return false
}

// Unsure returns the notes that a person has to confirm: what was guessed and
// what may mean something else.
func (p Pasted) Unsure() []Note {
	var unsure []Note
	for _, n := range p.Notes {
		if n.Standing != LeftOpen {
			unsure = append(unsure, n)
		}
	}
	return unsure
}

package session

import (
	"strings"

	"cardhour/data/journal"
	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/sizing"
	"cardhour/model/task"
)

// knowledge is the catalogue under the user's own answers, runs, cards and
// models; the last two are laid over it already.
func (s *Session) knowledge(all journal.Content, cards []hardware.Card, models []hardware.Model) decision.Knowledge {
	card := func(id string) (hardware.Card, bool) { return hardware.CardNamed(cards, id) }
	return decision.Knowledge{
		Today:      s.opts.Now(),
		Card:       card,
		Model:      func(id string) (hardware.Model, bool) { return hardware.ModelNamed(models, id) },
		Cards:      cards,
		Visual:     s.catalog.VisualRuns(),
		References: s.catalog.References(),
		Measured:   func(t task.Task) []sizing.Measured { return decision.Speeds(all.Runs, t, card) },
		Ranges: func(category string, c money.Currency) billing.Ranges {
			return s.catalog.Ranges(category, c)
		},
		Facts: func(platform, key string) fact.Fact[string] {
			return under(all.Answers, platform, key, s.catalog.BarrierFacts(platform, key))
		},
		Stability:  decision.Stabilities(all.Runs, all.Quotes, all.Answers, s.platformKey),
		Indicative: s.catalog.Indicative,
		Proven:     decision.ProvenBy(all.Runs, all.Bills, all.Quotes, s.platformKey),
	}
}

// platformKey is what the records of a platform are kept under: its id in the
// catalogue, else the name that the user gave it.
func (s *Session) platformKey(name string) string {
	for _, p := range s.catalog.Platforms() {
		if name != "" && (hardware.Same(name, p.NameZH) || hardware.Same(name, p.NameEN) || hardware.Same(name, p.ID)) {
			return p.ID
		}
	}
	return strings.TrimSpace(name)
}

// BarrierFact returns what is claimed about a platform under a fact key, the
// user's own answer over the shipped claims.
func (s *Session) BarrierFact(platform, key string) fact.Fact[string] {
	return under(s.Answers(), platform, key, s.catalog.BarrierFacts(platform, key))
}

// under puts the user's own answer over shipped claims.
func under(answers []barrier.Answer, platform, key string, shipped fact.Fact[string]) fact.Fact[string] {
	for _, a := range answers {
		req, ok := barrier.ByID(a.Requirement)
		if ok && a.Platform == platform && req.Key == key && a.Value != "" {
			own := fact.Claim[string]{Value: a.Value, Source: a.Note, Seen: a.Asked, Own: true}
			shipped.Claims = append([]fact.Claim[string]{own}, shipped.Claims...)
		}
	}
	return shipped
}

package session

import (
	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/money"
)

// knowledge is the catalogue under the user's own answers.
func (s *Session) knowledge(answers []barrier.Answer) decision.Knowledge {
	return decision.Knowledge{
		Card:  s.catalog.Card,
		Model: s.catalog.Model,
		Ranges: func(category string, c money.Currency) billing.Ranges {
			return s.catalog.Ranges(category, c)
		},
		Facts: func(platform, key string) fact.Fact[string] {
			return under(answers, platform, key, s.catalog.BarrierFacts(platform, key))
		},
	}
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

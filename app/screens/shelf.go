package screens

import (
	"time"

	"cardhour/app/session"
	"cardhour/data/catalog"
	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/views/library"
	"cardhour/views/text"
)

// shelf is the catalogue as screens look things up in it: names in the
// language of the screen, the user's own answers over the shipped facts.
type shelf struct {
	p       *text.Printer
	catalog *catalog.Catalog
	session *session.Session
}

// Lists in pickers are cut where nobody reads on.
const most = 30

func (s shelf) FindCards(query string) []string {
	return names(hardware.NearestCards(s.Cards(), query), func(c hardware.Card) string { return c.ID })
}

func (s shelf) FindModels(query string) []string {
	return names(hardware.NearestModels(s.Models(), query), func(m hardware.Model) string { return m.ID })
}

func (s shelf) FindPlatforms(query string) []string {
	var found []string
	for _, p := range hardware.FindPlatforms(s.catalog.Platforms(), query) {
		if !p.Generic {
			found = append(found, s.named(p))
		}
	}
	return found
}

func names[T any](list []T, of func(T) string) []string {
	var all []string
	for _, v := range list[:min(len(list), most)] {
		all = append(all, of(v))
	}
	return all
}

func (s shelf) named(p hardware.Platform) string {
	if s.p.Language() == text.Chinese {
		return p.NameZH
	}
	return p.NameEN
}

func (s shelf) PlatformNamed(name string) (hardware.Platform, bool) {
	for _, p := range s.catalog.Platforms() {
		if name != "" && (hardware.Same(name, p.NameZH) || hardware.Same(name, p.NameEN) || hardware.Same(name, p.ID)) {
			return p, true
		}
	}
	return hardware.Platform{}, false
}

func (s shelf) PlatformName(id string) string {
	if p, ok := s.catalog.Platform(id); ok {
		return s.named(p)
	}
	return id
}

// Cards and Models are the user's own over the shipped ones.
func (s shelf) Cards() []hardware.Card   { return s.session.Cards() }
func (s shelf) Models() []hardware.Model { return s.session.Models() }

// ShippedCard is what the user's own card of a name lies over.
func (s shelf) ShippedCard(name string) (hardware.Card, bool) {
	return hardware.CardOfName(s.catalog.Cards(), name)
}

// ShippedModel is what the user's own model of a name lies over.
func (s shelf) ShippedModel(name string) (hardware.Model, bool) {
	return hardware.ModelOfName(s.catalog.Models(), name)
}

func (s shelf) BillingFacts(platform string) billing.Facts { return s.catalog.BillingFacts(platform) }

func (s shelf) Ranges(category string, c money.Currency) billing.Ranges {
	return s.catalog.Ranges(category, c)
}

func (s shelf) Platforms() []hardware.Platform { return s.catalog.Platforms() }

func (s shelf) Now() time.Time { return s.session.Now() }

// PlatformFacts are the shipped facts about a platform.
func (s shelf) PlatformFacts(id string) []library.Fact {
	var all []library.Fact
	for _, f := range s.catalog.Facts(id) {
		all = append(all, library.Fact{Key: f.Key, Value: f.Claim.Value, Unit: f.Unit, Scope: f.Scope, Source: f.Claim.Source,
			Note: f.Claim.Note, Seen: f.Claim.Seen, Confidence: f.Claim.Confidence, Conflicts: f.Conflicts})
	}
	return all
}

// NameOf is how a quote's platform is called.
func (s shelf) NameOf(q billing.Quote) string {
	if q.Platform != "" {
		return s.PlatformName(q.Platform)
	}
	return q.PlatformName
}

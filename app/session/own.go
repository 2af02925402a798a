package session

import (
	"slices"
	"sync"

	"cardhour/model/hardware"
)

// owned are the user's own cards and models, kept in memory.
type owned struct {
	sync.Mutex
	cards  []hardware.OwnCard
	models []hardware.OwnModel
}

var ownedBy sync.Map // *Session → *owned

func (s *Session) owned() *owned {
	kept, _ := ownedBy.LoadOrStore(s, &owned{})
	return kept.(*owned)
}

// OwnCards lists the cards that the user described.
func (s *Session) OwnCards() []hardware.OwnCard {
	o := s.owned()
	o.Lock()
	defer o.Unlock()
	return slices.Clone(o.cards)
}

// OwnModels lists the models that the user described.
func (s *Session) OwnModels() []hardware.OwnModel {
	o := s.owned()
	o.Lock()
	defer o.Unlock()
	return slices.Clone(o.models)
}

// Cards lists all cards, the user's own over the shipped ones.
func (s *Session) Cards() []hardware.Card {
	return hardware.WithCards(s.catalog.Cards(), s.OwnCards())
}

// Models lists all models, the user's own over the shipped ones.
func (s *Session) Models() []hardware.Model {
	return hardware.WithModels(s.catalog.Models(), s.OwnModels())
}

// PutCard adds or changes a card of the user's own; one of the same name is
// replaced.
func (s *Session) PutCard(c hardware.OwnCard) string {
	o := s.owned()
	o.Lock()
	if c.ID == "" {
		c.ID = s.opts.NewID()
	}
	o.cards = slices.DeleteFunc(slices.Clone(o.cards), func(x hardware.OwnCard) bool { return x.ID == c.ID || hardware.Same(x.Card.ID, c.Card.ID) })
	o.cards = append(o.cards, c)
	o.Unlock()
	s.tell()
	return c.ID
}

// DeleteCard removes a card of the user's own.
func (s *Session) DeleteCard(id string) {
	o := s.owned()
	o.Lock()
	o.cards = slices.DeleteFunc(slices.Clone(o.cards), func(x hardware.OwnCard) bool { return x.ID == id })
	o.Unlock()
	s.tell()
}

// PutModel adds or changes a model of the user's own; one of the same name is
// replaced.
func (s *Session) PutModel(m hardware.OwnModel) string {
	o := s.owned()
	o.Lock()
	if m.ID == "" {
		m.ID = s.opts.NewID()
	}
	o.models = slices.DeleteFunc(slices.Clone(o.models), func(x hardware.OwnModel) bool { return x.ID == m.ID || hardware.Same(x.Model.ID, m.Model.ID) })
	o.models = append(o.models, m)
	o.Unlock()
	s.tell()
	return m.ID
}

// DeleteModel removes a model of the user's own.
func (s *Session) DeleteModel(id string) {
	o := s.owned()
	o.Lock()
	o.models = slices.DeleteFunc(slices.Clone(o.models), func(x hardware.OwnModel) bool { return x.ID == id })
	o.Unlock()
	s.tell()
}

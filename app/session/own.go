package session

import (
	"context"

	"cardhour/data/journal"
	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// Cards and models of the user's own. There is one of a name, however that is
// written: a second one would leave open which of them counts.

// OwnCards lists the cards that the user described, the oldest first.
func (s *Session) OwnCards() []hardware.OwnCard {
	return read(s, func(v *state) []hardware.OwnCard { return v.ownCards })
}

// OwnModels lists the models that the user described, the oldest first.
func (s *Session) OwnModels() []hardware.OwnModel {
	return read(s, func(v *state) []hardware.OwnModel { return v.ownModels })
}

// Cards lists the shipped cards with the user's own over them.
func (s *Session) Cards() []hardware.Card {
	return read(s, func(v *state) []hardware.Card { return v.cards })
}

// Models lists the shipped models with the user's own over them.
func (s *Session) Models() []hardware.Model {
	return read(s, func(v *state) []hardware.Model { return v.models })
}

// PutCard saves a card of the user's own and returns the ID of its record. One
// without an ID is new, unless there is one of its name: that it replaces.
func (s *Session) PutCard(c hardware.OwnCard) string {
	if nameless(c.Card.ID) {
		s.refuse(reason.Refuse("name", "name.empty"))
		return c.ID
	}
	label := "action_edit_card"
	if c.ID == "" {
		if c.ID = namesake(s.OwnCards(), cardNames, c.Card.ID); c.ID == "" {
			label, c.ID = "action_add_card", s.opts.NewID()
		}
	}
	s.do(func(ctx context.Context) error {
		cards, _, err := s.journal.Owned(ctx)
		if err != nil {
			return err
		}
		changes := append(others(cards, cardNames, c.ID, c.Card.ID, journal.Cards), journal.PutCard(c))
		return s.journal.Apply(ctx, journal.Action{Label: label, Changes: changes})
	})
	return c.ID
}

// DeleteCard deletes a card of the user's own, with others of its name that an
// import may have brought; a shipped one of the same name counts again.
func (s *Session) DeleteCard(id string) {
	s.do(func(ctx context.Context) error {
		cards, _, err := s.journal.Owned(ctx)
		if err != nil {
			return err
		}
		return s.journal.Apply(ctx, journal.Action{Label: "action_delete_card", Changes: withNamesakes(cards, cardNames, id, journal.Cards)})
	})
}

// PutModel saves a model of the user's own and returns the ID of its record.
// One without an ID is new, unless there is one of its name: that it replaces.
func (s *Session) PutModel(m hardware.OwnModel) string {
	if nameless(m.Model.ID) {
		s.refuse(reason.Refuse("name", "name.empty"))
		return m.ID
	}
	label := "action_edit_model"
	if m.ID == "" {
		if m.ID = namesake(s.OwnModels(), modelNames, m.Model.ID); m.ID == "" {
			label, m.ID = "action_add_model", s.opts.NewID()
		}
	}
	s.do(func(ctx context.Context) error {
		_, models, err := s.journal.Owned(ctx)
		if err != nil {
			return err
		}
		changes := append(others(models, modelNames, m.ID, m.Model.ID, journal.Models), journal.PutModel(m))
		return s.journal.Apply(ctx, journal.Action{Label: label, Changes: changes})
	})
	return m.ID
}

// DeleteModel deletes a model of the user's own, with others of its name that
// an import may have brought; a shipped one of the same name counts again.
func (s *Session) DeleteModel(id string) {
	s.do(func(ctx context.Context) error {
		_, models, err := s.journal.Owned(ctx)
		if err != nil {
			return err
		}
		return s.journal.Apply(ctx, journal.Action{Label: "action_delete_model", Changes: withNamesakes(models, modelNames, id, journal.Models)})
	})
}

func cardNames(o hardware.OwnCard) (id, name string)   { return o.ID, o.Card.ID }
func modelNames(o hardware.OwnModel) (id, name string) { return o.ID, o.Model.ID }

// nameless reports whether a name has nothing to be found by: all such names
// would be the same.
func nameless(name string) bool { return hardware.Same(name, "") }

// namesake returns the ID of the record of a name, "" when there is none.
func namesake[T any](list []T, names func(T) (id, name string), name string) string {
	for _, o := range list {
		if id, of := names(o); hardware.Same(of, name) {
			return id
		}
	}
	return ""
}

// others deletes the records of a name but one. The list comes from the
// journal: what the screens show may not have all that is queued.
func others[T any](list []T, names func(T) (id, name string), but, name string, kind journal.Kind) []journal.Change {
	var changes []journal.Change
	for _, o := range list {
		if id, of := names(o); id != but && hardware.Same(of, name) {
			changes = append(changes, journal.Delete(kind, id))
		}
	}
	return changes
}

// withNamesakes deletes a record and all others of its name.
func withNamesakes[T any](list []T, names func(T) (id, name string), gone string, kind journal.Kind) []journal.Change {
	changes := []journal.Change{journal.Delete(kind, gone)}
	for _, o := range list {
		if id, name := names(o); id == gone {
			changes = append(changes, others(list, names, gone, name, kind)...)
		}
	}
	return changes
}

package hardware

import "slices"

// OwnCard is a card that the user described. It stands in place of a shipped
// one of the same name.
type OwnCard struct {
	ID   string // of the record; the card's name is Card.ID
	Card Card
}

// OwnModel is a model that the user described or had read from its files. It
// stands in place of a shipped one of the same name.
type OwnModel struct {
	ID    string // of the record; the model's name is Model.ID
	Model Model
}

// WithCards lays the user's own cards over the shipped ones: in their place
// where the names are the same, else before them, the newest first.
func WithCards(shipped []Card, own []OwnCard) []Card {
	return over(shipped, own, func(o OwnCard) Card { return o.Card }, func(c Card) string { return c.ID })
}

// WithModels does the same for models.
func WithModels(shipped []Model, own []OwnModel) []Model {
	return over(shipped, own, func(o OwnModel) Model { return o.Model }, func(m Model) string { return m.ID })
}

func over[T, O any](shipped []T, own []O, of func(O) T, name func(T) string) []T {
	all := slices.Clone(shipped)
	for _, o := range own {
		thing := of(o)
		same := func(t T) bool { return Same(name(t), name(thing)) }
		if i := slices.IndexFunc(all, same); i >= 0 {
			all[i] = thing
		} else {
			all = slices.Insert(all, 0, thing)
		}
	}
	return all
}

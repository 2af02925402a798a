package decision

import (
	"slices"

	"cardhour/model/hardware"
)

// called gives every card the name that it has in the catalogue, so that two
// names for the same one, "RTX 4090D" and "RTX 4090D 24GB", are one card
// wherever cards are compared or counted. A name that may mean several stays as
// it is. The records themselves are left alone.
func called(d Decision, records Records, know Knowledge) (Decision, Records, Knowledge) {
	type answer struct {
		card hardware.Card
		ok   bool
	}
	look, asked := know.Card, map[string]answer{} // many quotes have few cards
	know.Card = func(name string) (hardware.Card, bool) {
		a, is := asked[name]
		if !is {
			a.card, a.ok = look(name)
			asked[name] = a
		}
		return a.card, a.ok
	}
	name := func(said string) string {
		if card, ok := know.Card(said); ok && said != "" {
			return card.ID
		}
		return said
	}
	d.Task.Work.Card = name(d.Task.Work.Card)
	records.Quotes = slices.Clone(records.Quotes)
	for i, q := range records.Quotes {
		records.Quotes[i] = q.OnCards(name)
	}
	return d, records, know
}

package cli

import (
	"context"
	"strings"

	"cardhour/data/catalog"
	"cardhour/data/journal"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

// things are what a size is computed from: what is shipped, with the user's
// own cards and models over it.
type things struct {
	cards      []hardware.Card
	models     []hardware.Model
	visual     []sizing.VisualRun
	references []sizing.Reference
}

// things reads them. A journal that somebody named on the command line has to
// be readable. Where the usual one is not, what is shipped has to do, and that
// is said.
func (e *Env) things() (things, error) {
	shipped, err := catalog.Load()
	if err != nil {
		return things{}, err
	}
	cards, models, err := e.owned()
	switch {
	case err != nil && e.named:
		return things{}, err
	case err != nil:
		e.complain(e.Say.T("cli.size.own_unread", "sentence", e.sentence(err)))
	}
	return things{hardware.WithCards(shipped.Cards(), cards), hardware.WithModels(shipped.Models(), models), shipped.VisualRuns(), shipped.References()}, nil
}

// owned reads the user's own cards and models, beside a window that has the
// journal. One that is not there yet is not made, and an older one is not
// brought up to date.
func (e *Env) owned() ([]hardware.OwnCard, []hardware.OwnModel, error) {
	there, err := e.there()
	if err != nil || !there || e.Journal == "" {
		return nil, nil, err
	}
	return journal.OwnedIn(context.Background(), e.Journal, journal.Options{Now: e.Now})
}

func (t things) card(name string) (hardware.Card, error) {
	card, ok := hardware.CardNamed(t.cards, name)
	if !ok {
		return card, noSuch("card.not_found", name, hardware.NearestCards(t.cards, name), func(c hardware.Card) string { return c.ID })
	}
	return card, nil
}

// noModel refuses the name of a model that is not there.
func (t things) noModel(name string) error {
	return noSuch("model.not_found", name, hardware.NearestModels(t.models, name), func(m hardware.Model) string { return m.ID })
}

// noSuch refuses a name, proposing those that come near it.
func noSuch[T any](rule, name string, near []T, id func(T) string) error {
	if len(near) == 0 {
		return reason.Refuse("", rule, reason.Word("name", oneLine(name)))
	}
	var names []string
	for _, thing := range near[:min(len(near), 5)] {
		names = append(names, id(thing))
	}
	return reason.Refuse("", rule+".near", reason.Word("name", oneLine(name)), reason.Word("near", strings.Join(names, ", ")))
}

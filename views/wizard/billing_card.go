package wizard

import (
	"strings"

	"cardhour/model/hardware"
	"cardhour/views/widgets"
)

// Only a card of the catalogue has a memory to hold the task against, and only
// quotes of the same card are compared.

// cardMeant is the card of the catalogue that a typed name can only mean.
func cardMeant(c Catalog, typed string) (string, bool) {
	if typed == "" {
		return "", false
	}
	if card, ok := hardware.CardNamed(c.Cards(), typed); ok {
		return card.ID, true
	}
	if found := c.FindCards(typed); len(found) == 1 {
		return found[0], true
	}
	return "", false
}

// mostCards is how many cards a hint names.
const mostCards = 3

// hintCard says under the card's field which cards of the catalogue may be
// meant by what is typed, or that there is none.
func (f *quoteForm) hintCard() { f.w.hintCard(f.inputs[fieldCard], f.draft.text[fieldCard]) }

func (w *Wizard) hintCard(in *widgets.Input, typed string) {
	p := w.p
	typed = strings.Join(strings.Fields(typed), " ")
	id, meant := cardMeant(w.catalog, typed)
	switch {
	case typed == "" || id == typed:
		in.Hint("", false)
	case meant:
		in.Hint(p.T("billing.form.card.taken", "card", id), false)
	default:
		found := w.catalog.FindCards(typed)
		if len(found) == 0 {
			in.Hint("△ "+p.T("billing.form.card.none"), true)
			return
		}
		key := "billing.form.card.pick"
		if len(found) > mostCards {
			found, key = found[:mostCards], "billing.form.card.pick_more"
		}
		in.Hint("△ "+p.T(key, "cards", p.List(found...)), true)
	}
}

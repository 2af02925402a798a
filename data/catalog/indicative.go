package catalog

import (
	"slices"
	"strings"

	"cardhour/model/money"
)

// Indicative are the bare rates per card-hour that sources have published for
// a card, of all platforms. They are no offers: they serve to tell a price
// that is far off. A source that names less of the card than the catalogue
// does, "A100" for one of 80 GB, is taken to mean it; one that names more is
// not.
func (c *Catalog) Indicative(card string) []money.Amount {
	if known, ok := c.Card(card); ok {
		card = known.ID // whatever it is written like
	}
	own := cardWords(card)
	var rates []money.Amount
	for _, f := range c.facts {
		if f.Key != "indicative_price_per_card_hour" || !f.Number.OK {
			continue
		}
		scope := cardWords(f.Scope)
		if len(scope) == 0 || slices.ContainsFunc(scope, func(w string) bool { return !slices.Contains(own, w) }) {
			continue
		}
		currency, _, _ := strings.Cut(f.Unit, "/")
		rates = append(rates, money.Amount{Value: f.Number.Value, Currency: money.Currency(currency)})
	}
	return rates
}

// cardWords are the parts of a card's name, in which SXM2, SXM4 and SXM5 are
// the same.
func cardWords(name string) []string {
	words := strings.Fields(strings.ToUpper(name))
	for i, w := range words {
		if strings.HasPrefix(w, "SXM") {
			words[i] = "SXM"
		}
	}
	return words
}

package catalog

import (
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/hardware"
)

// Where envelopes.csv assumes nothing for a fact, what the shipped facts say
// of other platforms is assumed instead.

// The bases of such ranges; the screens have words for them.
const (
	basisSeen  = "range seen on platforms of this kind"
	basisOther = "range assumed or seen on platforms of other kinds"
)

// seen spans the figures that platforms of some categories have for a key, in
// their common currency. One figure alone is no span: then anything from
// nothing to twice of it is assumed, as envelopes.csv does.
func (c *Catalog) seen(key billing.Key, in func(hardware.Category) bool, currency, basis string) (billing.Range, bool) {
	var figures []billing.Figure
	for _, p := range c.platforms {
		if p.Currency == currency && in(p.Category) {
			figures = append(figures, c.billing(p.ID)[key].Values()...)
		}
	}
	r, ok := spanOf(figures)
	r.Basis = basis
	return r, ok
}

// spanOf is the smallest range that holds all figures. Figures of another
// period than the first are left out: they cannot be put in one order.
func spanOf(figures []billing.Figure) (billing.Range, bool) {
	if len(figures) == 0 {
		return billing.Range{}, false
	}
	r := billing.Range{Low: figures[0], High: figures[0]}
	for _, f := range figures[1:] {
		if f.Per != r.Low.Per {
			continue
		}
		if f.Value.Cmp(r.Low.Value) < 0 {
			r.Low = f
		}
		if f.Value.Cmp(r.High.Value) > 0 {
			r.High = f
		}
	}
	if r.Low == r.High && r.Low.Value.IsPos() {
		twice, err := r.High.Value.Add(r.High.Value)
		if err != nil {
			return billing.Range{}, false
		}
		r.Low.Value, r.High.Value = decimal.Zero, twice
	}
	return r, true
}

// billing is BillingFacts, made once for each platform.
func (c *Catalog) billing(platformID string) billing.Facts {
	c.once.Do(func() {
		c.made = map[string]billing.Facts{}
		for _, p := range c.platforms {
			c.made[p.ID] = c.billingFacts(p.ID)
		}
	})
	return c.made[platformID]
}

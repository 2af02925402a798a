package exchange

import (
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/model/reason"
)

func factKeys() []string {
	var known []string
	for _, k := range billing.Keys() {
		known = append(known, string(k))
	}
	return known
}

func facts(c cursor, currency money.Currency) billing.Facts {
	found := billing.Facts{}
	if !c.object(factKeys()...) {
		return found
	}
	for _, k := range billing.Keys() {
		// A fact that is said to be unknown is there without claims, so that
		// nobody's figures take its place.
		if value := c.get(string(k)); value.given() {
			found[k] = fact.Fact[billing.Figure]{Claims: claimsOf(value, k, currency)}
		}
	}
	return found
}

// claimsOf reads what is said of one key: nothing, one figure or several.
func claimsOf(c cursor, key billing.Key, currency money.Currency) []fact.Claim[billing.Figure] {
	figures := []kind{number, text, object}
	if yesOrNo(key) {
		figures = append(figures, boolean)
	}
	if !c.is(append(figures, array, null)...) || c.node.kind == null {
		return nil
	}
	if c.node.kind != array {
		return claim(c, key, currency)
	}
	var claims []fact.Claim[billing.Figure]
	for _, item := range c.items() {
		if item.is(figures...) {
			claims = append(claims, claim(item, key, currency)...)
		}
	}
	return claims
}

func claim(c cursor, key billing.Key, currency money.Currency) []fact.Claim[billing.Figure] {
	figure := billing.Figure{Per: usualPeriod(key)}
	value := c
	var out fact.Claim[billing.Figure]
	if c.node.kind == object {
		c.object("value", "per", "source", "seen", "confidence", "note")
		value = c.need("value")
		if per := c.get("per"); per.given() {
			if !key.Unit().Timed() {
				per.refuse("fact.no_period", reason.Word("key", string(key)))
			}
			figure.Per = periodIn(per)
		}
		out.Source, out.Seen, out.Note = c.get("source").prose(), c.get("seen").date(), c.get("note").prose()
		out.Confidence = confidence(c.get("confidence"))
		if value.given() && value.node.kind == null {
			return nil // somebody was asked and did not know
		}
	}
	figure.Value = factValue(value, key, currency)
	if key.Unit().Timed() && figure.Per == "" {
		value.refuse("fact.write_period")
	}
	if *c.bad == nil {
		if err := billing.CheckFigure(key, figure); err != nil {
			value.fail(err)
		}
	}
	out.Value = figure
	return []fact.Claim[billing.Figure]{out}
}

// yesOrNo reports whether a key's figure may be said as true or false.
func yesOrNo(key billing.Key) bool {
	return key.Unit() == billing.UnitShare || key.Unit() == billing.UnitCount
}

func factValue(c cursor, key billing.Key, currency money.Currency) decimal.Decimal {
	switch unit := key.Unit(); {
	case yesOrNo(key) && c.given() && c.node.kind == boolean:
		if c.node.text == "true" {
			return decimal.One
		}
		return decimal.Zero
	case unit == billing.UnitMoney || unit == billing.UnitPerGB || unit.Timed():
		return c.money(currency)
	}
	return c.optional()
}

// usualPeriod is how a price is mostly quoted, for figures that do not say.
// There is none for what is sold by the hour here and by the month there.
func usualPeriod(key billing.Key) billing.Period {
	switch {
	case !key.Unit().Timed() || key.Unit() == billing.UnitEach:
		return ""
	case key == billing.CPUModePrice:
		return billing.PerHour
	}
	return billing.PerDay
}

func confidence(c cursor) fact.Confidence {
	var names []string
	for level := fact.Unstated; level <= fact.Official; level++ {
		names = append(names, level.String())
	}
	level, _ := fact.ParseConfidence(choice(c, fact.Unstated.String(), names...))
	return level
}

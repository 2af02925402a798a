package billing

import (
	"slices"
	"testing"

	"cardhour/model/reason"
)

func TestWhatAPastedLineLeavesUnsaidIsGuessedAndNoted(t *testing.T) {
	open := func(field string) []Note { return []Note{{Field: field, Standing: LeftOpen}} }
	for name, c := range map[string]struct {
		in     Pasted
		cards  int
		scope  Scope
		mode   Mode
		unsure []string
	}{
		"by the hour":           {Pasted{Per: PerHour}, 1, PerCard, OnDemand, []string{"guess.one_card", "guess.on_demand"}},
		"by the month":          {Pasted{Per: PerMonth}, 1, PerCard, "", []string{"guess.one_card"}},
		"without a period":      {Pasted{Cards: 1}, 1, PerCard, "", nil},
		"eight, nothing more":   {Pasted{Cards: 8, Per: PerHour, Mode: Spot}, 8, "", Spot, nil},
		"several numbers":       {Pasted{Per: PerHour, Mode: Spot, Notes: open(PastedCards)}, 0, "", Spot, nil},
		"several ways of both":  {Pasted{Cards: 1, Per: PerHour, Notes: open(PastedMode)}, 1, PerCard, "", nil},
		"from, for members":     {Pasted{Cards: 1, Per: PerHour, Mode: Spot, From: true, Label: MemberPrice}, 1, PerCard, Spot, []string{"guess.from", "guess.for_some"}},
		"a struck price, alone": {Pasted{Cards: 1, Per: PerHour, Mode: Spot, Label: ListPrice}, 1, PerCard, Spot, []string{"guess.list"}},
	} {
		got := c.in.Guessed()
		var rules []string
		for _, n := range got.Unsure() {
			rules = append(rules, n.Why.Rule)
		}
		if got.Cards != c.cards || got.Scope != c.scope || got.Mode != c.mode || !slices.Equal(rules, c.unsure) {
			t.Errorf("%s: %d cards, %q, %q, unsure of %v", name, got.Cards, got.Scope, got.Mode, rules)
		}
	}
}

func TestAPriceBesideAnotherCompetes(t *testing.T) {
	p := Pasted{Label: ListPrice, Notes: []Note{{Field: PastedPrice, Standing: Doubtful, Why: reason.Because{Rule: "pasted.competing"}}}}
	if !p.Competes() || len(p.Guessed().Unsure()) != 2 || (Pasted{}).Competes() {
		t.Errorf("%v, %v", p.Competes(), p.Guessed().Unsure())
	}
}

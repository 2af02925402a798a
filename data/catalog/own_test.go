package catalog

import (
	"math"
	"testing"

	"cardhour/model/sizing"
)

// What is shipped can be taken over as it is: nothing in it is refused as
// typed wrongly, but for models of which neither count nor shape is known.
func TestWhatIsShippedPassesTheCheckOfOwnEntries(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, card := range c.Cards() {
		for _, p := range sizing.CheckCard(card) {
			t.Errorf("%s: %v", card.ID, p)
		}
	}
	for _, m := range c.Models() {
		for _, p := range sizing.CheckModel(m) {
			if p.Rule != "own.neither" {
				t.Errorf("%s: %v", m.ID, p)
			}
		}
		if got, want := sizing.CachePerToken(m), m.KVBytesPerToken; got.OK && want.OK && math.Abs(got.Value-want.Value) > 0.01*want.Value {
			t.Errorf("%s: a token costs %v bytes by the shape, %v by its source", m.ID, got.Value, want.Value)
		}
	}
}

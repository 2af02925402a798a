package hardware

import (
	"slices"
	"testing"
)

func TestOwnCardsLieOverShippedOnes(t *testing.T) {
	shipped := []Card{{ID: "RTX 4090 24GB", MemoryGiB: Know(24.0)}, {ID: "A10 24GB"}}
	own := []OwnCard{{"1", Card{ID: "rtx4090 24gb", MemoryGiB: Know(48.0)}}, {"2", Card{ID: "Mine 1"}}, {"3", Card{ID: "Mine 2"}}}
	all := WithCards(shipped, own)
	var names []string
	for _, c := range all {
		names = append(names, c.ID)
	}
	if want := []string{"Mine 2", "Mine 1", "rtx4090 24gb", "A10 24GB"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	if c, ok := CardNamed(all, "RTX 4090 24GB"); !ok || c.MemoryGiB.Value != 48 {
		t.Errorf("the shipped card is found instead of the user's: %+v", c)
	}
	if shipped[0].ID != "RTX 4090 24GB" {
		t.Error("the shipped list was changed")
	}
	if _, ok := ModelNamed(WithModels(nil, []OwnModel{{"1", Model{ID: "My 7B"}}}), "my7b"); !ok {
		t.Error("a model of the user's is not found")
	}
}

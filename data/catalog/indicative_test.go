package catalog

import "testing"

func TestPublishedRatesOfACardAreFoundByWhatTheirSourceNames(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for card, want := range map[string]int{"RTX 4090 24GB": 7, "RTX 4090D 24GB": 0, "H20 96GB": 1, "L20 48GB": 2, "": 0} {
		got := c.Indicative(card)
		if len(got) != want {
			t.Errorf("%q: %d rates, want %d: %v", card, len(got), want, got)
		}
		for _, a := range got {
			if !a.Value.IsPos() || (a.Currency != "CNY" && a.Currency != "USD") {
				t.Errorf("%q: %v", card, a)
			}
		}
	}
	if forty, eighty := len(c.Indicative("A100 SXM 40GB")), len(c.Indicative("A100 SXM 80GB")); forty == 0 || eighty == 0 {
		t.Errorf("%d and %d rates for the two sizes of the A100", forty, eighty)
	}
}

package text

import (
	"strings"
	"testing"
)

// TestEveryRemarkOnAPastedPriceHasItsText reads the source of the recogniser:
// what it could not read is explained in both languages.
func TestEveryRemarkOnAPastedPriceHasItsText(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range rulesOf(t, "../../data/exchange") {
		key := rule.prefix + rule.name
		seen[key] = true
		for _, lang := range Languages {
			if strings.HasPrefix(key, "why.") && !New(lang).Has(key) {
				t.Errorf("%s: no text for %s in %s", rule.where, key, lang)
			}
		}
	}
	for key := range catalogue(t, English) {
		if strings.HasPrefix(key, "why.pasted.") && !seen[key] {
			t.Errorf("%s is said by no rule that was found", key)
		}
	}
}

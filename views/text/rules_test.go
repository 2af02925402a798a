package text

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// found is a rule's name in the source of the model, and the names of what its
// sentence may be filled with: all that is seen, which may be too many.
type found struct {
	prefix, name, where string
	args                map[string]bool
}

// TestEveryRuleOfTheModelHasItsText reads the source: a rule that is refused
// or given as a reason somewhere, and that no language has a sentence for,
// would reach a person as a bare key.
func TestEveryRuleOfTheModelHasItsText(t *testing.T) {
	seen := map[string]bool{}
	texts := map[Language]map[string]string{English: catalogue(t, English), Chinese: catalogue(t, Chinese)}
	for _, rule := range rulesOf(t, "../../model") {
		key := rule.prefix + rule.name
		seen[key] = true
		for _, lang := range Languages {
			said, ok := texts[lang][key]
			if !ok {
				t.Errorf("%s: no text for %s in %s", rule.where, key, lang)
				continue
			}
			for _, name := range placeholders(t, key, said) {
				if !rule.args[name] {
					t.Errorf("%s: %s in %s names {{.%s}}, the rule gives %v", rule.where, key, lang, name, slices.Sorted(maps.Keys(rule.args)))
				}
			}
		}
	}
	// The reader must not go blind when the source changes its manner.
	for _, key := range []string{
		"why.compute", "why.compute_cards", "why.stored_days_free", "why.stored_time_free_tiers", "why.after_stop", "why.traffic_out_free",
		"why.rows_hour", "why.bandwidth", "why.prepaid", "why.discount.coupon", "why.discount.threshold", "why.tax", "why.warn.price_low_scope",
		"why.spot_pays_below", "problem.number.empty", "problem.number.malformed", "problem.currency.mismatch", "problem.slice.out_of_range",
		"problem.number.out_of_range", "problem.sessions.none", "problem.period.missing", "problem.interruption.hopeless",
	} {
		if !seen[key] {
			t.Errorf("%s was not found in the source", key)
		}
	}
	for _, root := range []string{"../../data", "../../views", "../../app"} {
		for _, rule := range rulesOf(t, root) {
			seen[rule.prefix+rule.name] = true
		}
	}
	for key := range texts[English] {
		if strings.HasPrefix(key, "why.") && !seen[key] {
			t.Errorf("%s belongs to no rule", key)
		}
	}
}

// TestEveryProblemIsRefusedSomewhere looks for the name of each refusal in the
// whole program: files and screens refuse too, some in two parts.
func TestEveryProblemIsRefusedSomewhere(t *testing.T) {
	written := map[string]bool{}
	for _, root := range []string{"../../model", "../../data", "../../views", "../../app"} {
		for _, r := range parsed(t, root) {
			for _, file := range r.parsed {
				ast.Inspect(file, func(n ast.Node) bool {
					if word, ok := literal(n); ok {
						written[word] = true
					}
					return true
				})
			}
		}
	}
	for key := range catalogue(t, English) {
		rule, ok := strings.CutPrefix(key, "problem.")
		known := !ok || written[rule] || written[key]
		for i := range rule {
			known = known || strings.ContainsRune("._", rune(rule[i])) && (written[rule[:i]] && written[rule[i:]] || written[rule[:i+1]] && written[rule[i+1:]])
		}
		if !known && rule != "evidence.cannot_open" { // of the window, which will open attached files
			t.Errorf("%s belongs to no rule", key)
		}
	}
}

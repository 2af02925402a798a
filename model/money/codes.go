package money

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/currency"
	"golang.org/x/text/width"
)

// usual are the currencies that GPUs are mostly rented in.
var usual = []string{"CNY", "USD", "EUR", "HKD", "JPY", "SGD", "GBP", "TWD", "KRW"}

// codes lists the ISO 4217 codes in use, the usual ones first.
var codes = sync.OnceValue(func() []string {
	all := slices.Clone(usual)
	for found := currency.Query(); found.Next(); {
		if code := found.Unit().String(); !slices.Contains(all, code) {
			all = append(all, code)
		}
	}
	slices.Sort(all[len(usual):])
	return all
})

// FindCurrencies lists the codes that begin with what is typed; the usual ones
// while nothing is.
func FindCurrencies(typed string) []string {
	start := strings.ToUpper(strings.TrimSpace(width.Fold.String(typed)))
	if start == "" {
		return slices.Clone(usual)
	}
	var found []string
	for _, code := range codes() {
		if strings.HasPrefix(code, start) {
			found = append(found, code)
		}
	}
	return found
}

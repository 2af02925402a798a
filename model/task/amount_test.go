package task

import (
	"errors"
	"testing"

	"cardhour/model/reason"
)

func TestAmountsAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"8": "8", "12.5": "12.5", "20,000,000": "20000000", "２０，０００": "20000", "3000000000": "3000000000", "999999999999999": "999999999999999",
		"500k": "500000", "500K": "500000", "20M": "20000000", "20m": "20000000", "20 M": "20000000", "3B": "3000000000", "3b": "3000000000", "1.5G": "1500000000",
		"15T": "15000000000000", "0.5t": "500000000000", ".5M": "500000", "1,500k": "1500000", "1.2345678M": "1234567.8",
		"5千": "5000", "2000万": "20000000", "2000 万": "20000000", "20百万": "20000000", "2千万": "20000000", "1.5亿": "150000000", "1。5亿": "150000000",
		"3十亿": "3000000000", "15万亿": "15000000000000", "２０００万": "20000000", "２０Ｍ": "20000000", "５００ｋ": "500000", "　20M　": "20000000", "0M": "0", "-2M": "-2000000",
		"1.1234567890123456T": "1123456789012.3456",
	} {
		if got, err := ParseAmount(text); err != nil || got.String() != want {
			t.Errorf("%q is %v (%v), want %s", text, got, err, want)
		}
	}
}

func TestWhatIsNoAmountIsRefused(t *testing.T) {
	for text, rule := range map[string]string{
		"": "number.empty", "  ": "number.empty", "8x": "work.amount", "20Q": "work.amount", "20MM": "work.amount", "M": "work.amount", "万": "work.amount",
		"20万M": "work.amount", "20 tokens": "work.amount", "1亿2000万": "work.amount", "0,3M": "work.amount", "2万5": "number.malformed", "1e9": "number.malformed",
		"20%": "number.malformed", "1000T": "number.too_large", "99999999999999999T": "work.amount", "9999999999999999": "number.too_large",
	} {
		_, err := ParseAmount(text)
		var p *reason.Problem
		if !errors.As(err, &p) || p.Rule != rule {
			t.Errorf("%q: %v, want %s", text, err, rule)
		}
	}
}

func TestTheLargestAmountsAreCountedOrRefused(t *testing.T) {
	most, err := ParseAmount("999T")
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range WorkUnits {
		w := Work{Unit: unit, Likely: most, PerSecond: tenTo(9)}
		if seconds, err := w.Time(Likely); err == nil && seconds <= 0 {
			t.Errorf("%s: %d seconds", unit, seconds)
		}
	}
}

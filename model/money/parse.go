package money

import (
	"strings"

	"github.com/govalues/decimal"
	"golang.org/x/text/width"

	"cardhour/model/reason"
)

// Limits of a number that a person or a file may give. Digits beyond them
// could not be kept exactly, so they are refused instead of being dropped.
const (
	MaxInteger  = 9  // digits before the point
	MaxDecimals = 16 // digits after it
)

// signs are the currency signs that may stand before or after an amount, each
// with the codes that it can mean.
var signs = map[string][]Currency{
	"¥": {"CNY", "JPY"}, "元": {"CNY"}, "$": {"USD", "CAD", "AUD", "HKD", "SGD", "TWD"},
	"€": {"EUR"}, "£": {"GBP"}, "₩": {"KRW"},
}

// Parse reads a number as people type it: full-width digits and punctuation
// are folded, commas may group thousands, a point may stand first or last, as
// it does while a number is being typed. The number may be negative.
func Parse(text string) (decimal.Decimal, error) {
	return parse(fold(text), MaxInteger)
}

// ParseUpTo is Parse for a number of up to so many digits before the point:
// what is no money may be larger.
func ParseUpTo(text string, integer int) (decimal.Decimal, error) {
	return parse(fold(text), integer)
}

// ParseAmount reads money of currency c. A currency sign is accepted when c
// can be written with it and refused when not.
func ParseAmount(text string, c Currency) (Amount, error) {
	s := fold(text)
	for sign, codes := range signs {
		rest, before := strings.CutPrefix(s, sign)
		if !before {
			var after bool
			if rest, after = strings.CutSuffix(s, sign); !after {
				continue
			}
		}
		for _, code := range codes {
			if code == c {
				d, err := parse(strings.TrimSpace(rest), MaxInteger)
				return Amount{d, c}, err
			}
		}
		return Amount{}, reason.Refuse("", "currency.mismatch", reason.Word("sign", sign), reason.Word("code", string(c)))
	}
	d, err := parse(s, MaxInteger)
	return Amount{d, c}, err
}

// fold makes one writing of the many that a Chinese keyboard gives.
func fold(text string) string {
	s := width.Fold.String(text)
	s = strings.NewReplacer("。", ".", "｡", ".", "−", "-", "\u00a0", " ").Replace(s)
	return strings.TrimSpace(s)
}

func parse(s string, integer int) (decimal.Decimal, error) {
	refuse := func(rule string) (decimal.Decimal, error) {
		return decimal.Zero, reason.Refuse("", rule, reason.Word("text", shorten(s)))
	}
	if s == "" {
		return decimal.Zero, reason.Refuse("", "number.empty")
	}
	body, negative := strings.CutPrefix(s, "-")
	if !negative {
		body = strings.TrimPrefix(s, "+")
	}
	whole, frac, _ := strings.Cut(body, ".")
	if strings.ContainsAny(whole, ",") {
		if !grouped(whole) {
			return refuse("number.malformed")
		}
		whole = strings.ReplaceAll(whole, ",", "")
	}
	if !digits(whole+frac) || (whole != "" && !digits(whole)) || (frac != "" && !digits(frac)) {
		return refuse("number.malformed")
	}
	whole = strings.TrimLeft(whole, "0")
	frac = strings.TrimRight(frac, "0")
	if len(whole) > integer {
		return refuse("number.too_large")
	}
	if len(frac) > MaxDecimals || len(whole)+len(frac) > decimal.MaxPrec {
		return refuse("number.too_many_digits")
	}
	text := whole + "." + frac
	switch {
	case whole == "" && frac == "":
		return decimal.Zero, nil
	case frac == "":
		text = whole
	case whole == "":
		text = "0." + frac
	}
	if negative {
		text = "-" + text
	}
	d, err := decimal.Parse(text)
	if err != nil {
		return refuse("number.malformed")
	}
	return d, nil
}

func digits(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return s != ""
}

// grouped reports whether the commas in s separate groups of three digits. A
// leading zero does not begin a group: "0,300" is a decimal comma, and to read
// it as 300 would be off by a thousand.
func grouped(s string) bool {
	parts := strings.Split(s, ",")
	if strings.HasPrefix(parts[0], "0") {
		return false
	}
	for i, p := range parts {
		if !digits(p) || len(p) > 3 || (i > 0 && len(p) != 3) {
			return false
		}
	}
	return true
}

// shorten keeps a sentence about a pasted novel to one line.
func shorten(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

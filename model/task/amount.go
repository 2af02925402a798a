package task

import (
	"strings"
	"unicode"

	"github.com/govalues/decimal"
	"golang.org/x/text/width"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// MaxDigits is how many digits an amount of work may have before the point:
// tokens go into the trillions, as no money does.
const MaxDigits = 15

// scales are what large amounts are written in, as powers of ten. Work is not
// counted in thousandths, so that m is a million.
var scales = map[string]int{
	"k": 3, "m": 6, "b": 9, "g": 9, "t": 12,
	"千": 3, "万": 4, "十万": 5, "百万": 6, "千万": 7, "亿": 8, "十亿": 9, "百亿": 10, "千亿": 11, "万亿": 12,
	"萬": 4, "億": 8,
}

// ParseAmount reads an amount of work as people write it: a number, which may
// be followed by what it is counted in, as in 500k, 20M, 2000万 and 1.5亿.
func ParseAmount(text string) (decimal.Decimal, error) {
	said := strings.TrimSpace(width.Fold.String(text))
	figures := strings.TrimRightFunc(said, unicode.IsLetter)
	power, known := scales[strings.ToLower(said[len(figures):])]
	if figures == said {
		power, known = 0, true
	}
	if !known || strings.TrimSpace(figures) == "" && said != "" {
		return decimal.Zero, reason.Refuse("", "work.amount", reason.Word("text", shorten(said)))
	}
	d, err := money.ParseUpTo(figures, MaxDigits)
	if err != nil && power > 0 {
		return decimal.Zero, reason.Refuse("", "work.amount", reason.Word("text", shorten(said)))
	}
	if err != nil {
		return decimal.Zero, err
	}
	var c money.Calc
	amount := c.Product(d, tenTo(power)).Trim(0)
	if c.Err() != nil || amount.Abs().Cmp(tenTo(MaxDigits)) >= 0 {
		return decimal.Zero, reason.Refuse("", "number.too_large", reason.Word("text", shorten(said)))
	}
	return amount, nil
}

func tenTo(power int) decimal.Decimal {
	n := int64(1)
	for range power {
		n *= 10
	}
	return decimal.MustNew(n, 0)
}

// shorten keeps a sentence about a pasted novel to one line.
func shorten(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

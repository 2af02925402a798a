package text

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// quantity is a value as it stands in a sentence, and whether it is one, which
// decides the form of the noun after it.
type quantity struct {
	text string
	one  bool
}

// String makes a template print the text.
func (q quantity) String() string { return q.text }

// quantity writes any value that a sentence may be given.
func (p *Printer) quantity(v any) quantity {
	switch v := v.(type) {
	case reason.Value:
		return quantity{p.Value(v), v.Num.Equal(decimal.One)}
	case money.Amount:
		return quantity{text: p.Money(v)}
	case decimal.Decimal:
		return quantity{p.Number(v), v.Equal(decimal.One)}
	case int:
		return p.quantity(int64(v))
	case int64:
		return quantity{p.whole(v), v == 1}
	case billing.Seconds:
		return quantity{text: p.Duration(int64(v))}
	case time.Time:
		return quantity{text: p.Date(v)}
	}
	return quantity{text: fmt.Sprint(v)}
}

// The sign of a negative number is a true minus, as wide as a digit.
const minus = "−"

func decimalPoint(printer *message.Printer) string {
	return strings.Trim(printer.Sprint(number.Decimal(0.5)), "05")
}

func (p *Printer) whole(n int64) string {
	if n < 0 {
		return minus + p.numbers.Sprint(number.Decimal(uint64(-n)))
	}
	return p.numbers.Sprint(number.Decimal(n))
}

// digits writes d without its sign, exactly, with at least scale decimals.
// The number formatter takes no decimals, only floats that would not be exact:
// it is given the whole part alone.
func (p *Printer) digits(d decimal.Decimal, scale int) string {
	d = d.Abs().Trim(scale).Pad(scale)
	whole, fraction, _ := strings.Cut(d.String(), ".")
	if n, err := strconv.ParseUint(whole, 10, 64); err == nil {
		whole = p.numbers.Sprint(number.Decimal(n))
	}
	if fraction == "" {
		return whole
	}
	return whole + p.point + fraction
}

// Number writes a plain number with all its digits.
func (p *Printer) Number(d decimal.Decimal) string { return sign(d) + p.digits(d, 0) }

// Measure writes a number that was computed in floating point, such as a size
// in memory, rounded to a number of decimals.
func (p *Printer) Measure(x float64, decimals int) string {
	d, err := decimal.NewFromFloat64(x)
	switch {
	case math.IsNaN(x), math.IsInf(x, 0):
		return "–"
	case err != nil: // beyond 19 digits: no figure of this program is
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	d = money.HalfUp(d, decimals)
	return sign(d) + p.digits(d, decimals)
}

// Factor writes a factor, rounded half up to two decimals: "×1.10".
func (p *Printer) Factor(d decimal.Decimal) string { return "×" + p.digits(money.HalfUp(d, 2), 2) }

func sign(d decimal.Decimal) string {
	if d.IsNeg() {
		return minus
	}
	return ""
}

// signs of the currencies that have one of their own. The yen shares its sign
// with the yuan and is told apart; all others are written with their code.
var signs = map[money.Currency]string{"CNY": "¥", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "JP¥"}

// Sign is what stands before an amount of c.
func Sign(c money.Currency) string {
	if s, ok := signs[c]; ok {
		return s
	}
	return string(c) + "\u00a0"
}

// The least amount that two decimals show properly.
var cent = decimal.MustParse("0.01")

// display rounds an amount for showing: to two decimals, or to two figures
// where that would leave nothing or nearly nothing.
func display(d decimal.Decimal) decimal.Decimal {
	scale := 2
	if !d.IsZero() && d.CmpAbs(cent) < 0 {
		scale = min(d.Scale()-d.Prec()+2, money.Scale)
	}
	return money.HalfUp(d, scale)
}

// Money writes an amount rounded half up to two decimals, to more where it is
// smaller than a cent.
func (p *Printer) Money(a money.Amount) string { return p.exact(display(a.Value), a.Currency) }

// exact writes an amount with all its digits.
func (p *Printer) exact(d decimal.Decimal, c money.Currency) string {
	return sign(d) + Sign(c) + p.digits(d, 2)
}

// Rate writes money per card-hour.
func (p *Printer) Rate(a money.Amount) string { return p.Money(a) + p.PerCardHour() }

// PerCardHour is the unit that follows a rate, with its stroke.
func (p *Printer) PerCardHour() string { return "/" + p.Term("per_card_hour") }

// Range writes what lies between two amounts of one currency, in the order of
// their size; open says that nothing bounds it, so that only one end counts:
// the lower one, or of a sum that is taken off the one that takes off less.
func (p *Printer) Range(low, high money.Amount, open bool) string {
	if low.Value.Cmp(high.Value) > 0 {
		low, high = high, low
	}
	from, to := p.Money(low), p.Money(high)
	switch {
	case open && low.Value.IsNeg():
		return "≤ " + to
	case open:
		return "≥ " + from
	case from == to:
		return from
	case low.Value.IsNeg() || high.Value.IsNeg():
		return from + " – " + to
	}
	return from + "–" + strings.TrimPrefix(to, Sign(high.Currency))
}

// Duration writes whole seconds exactly. Hours are not turned into days: they
// stand beside prices per hour.
func (p *Printer) Duration(seconds int64) string {
	if seconds < 0 {
		return minus + p.Duration(-seconds)
	}
	if seconds < 120 && seconds != 60 {
		return p.T("unit.seconds", "n", seconds)
	}
	var parts []string
	part := func(key string, n int64) {
		if n > 0 {
			parts = append(parts, p.T(key, "n", n))
		}
	}
	part("unit.hours", seconds/3600)
	minutes := "unit.minutes"
	if seconds < 3600 && seconds%60 == 0 {
		minutes = "unit.whole_minutes"
	}
	part(minutes, seconds/60%60)
	part("unit.seconds", seconds%60)
	return strings.Join(parts, " ")
}

// Date writes the day of t, in the time zone that t is in.
func (p *Printer) Date(t time.Time) string { return p.moment(t, "format.date") }

// DateTime writes day and minute of t, in the time zone that t is in.
func (p *Printer) DateTime(t time.Time) string { return p.moment(t, "format.datetime") }

func (p *Printer) moment(t time.Time, format string) string {
	if t.IsZero() {
		return p.Term("no_date")
	}
	return t.Format(p.T(format))
}

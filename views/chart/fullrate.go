package chart

import (
	"fmt"
	"math"
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/text"
)

// FullRate is the picture of what a useful card-hour costs by platform.
// Rows are drawn in the order given. Title and Subtitle have a default; the
// subtitle is the place of the date and the exchange rate, the footer that of
// assumptions and sources.
type FullRate struct {
	Title, Subtitle string
	Currency        money.Currency
	Rows            []Row
	Footer          []string
	Dark            bool
}

// Row is one quote: what was estimated and what was billed, either or both.
type Row struct {
	Label, Detail    string
	Estimate, Billed *Bar
	Undefined        *billing.Estimate // given instead, where no hour was useful
}

// Bar is money per useful card-hour and what it is made of.
type Bar struct {
	Parts     []Part // at most one of a kind, summing to Low, with Extra to High
	Low, High decimal.Decimal
	Open      bool // nothing bounds it from above
}

// Part is one kind of cost in a bar.
type Part struct {
	Kind   billing.Kind
	Amount decimal.Decimal // in the cheapest case; negative for a discount
	Extra  decimal.Decimal // what comes on top of it in the dearest; negative where that has less
	Open   bool
}

// ends are what the part is at least and at most, as a bar of the dearest case
// shows it, and whether it is taken off.
func (p Part) ends() (sure, most float64, off bool) {
	low, most := float(p.Amount), float(p.Amount)+float(p.Extra)
	return math.Min(low, most), most, low < 0 || most < 0
}

// PNG draws the picture width units wide, scale pixels to a unit.
func (f FullRate) PNG(p *text.Printer, width int, scale float64) ([]byte, error) {
	s, err := f.layout(p, width)
	if err != nil {
		return nil, err
	}
	return s.png(scale)
}

// SVG draws the picture width units wide.
func (f FullRate) SVG(p *text.Printer, width int) ([]byte, error) {
	s, err := f.layout(p, width)
	if err != nil {
		return nil, err
	}
	return s.svg()
}

// RowOf makes a row of what a quote is estimated to cost.
func RowOf(label, detail string, e billing.Estimate, u billing.Usage, r billing.Rate) (Row, error) {
	row := Row{Label: label, Detail: detail}
	if !e.FullDefined {
		row.Undefined = &e
		return row, nil
	}
	cardSeconds, err := u.UsefulCardSeconds(r)
	if err != nil {
		return Row{}, err
	}
	bar := Bar{Low: e.FullLow.Value, High: e.FullHigh.Value, Open: e.Open}
	for _, l := range e.Lines {
		var c money.Calc
		low := c.MulQuo(cardSeconds, l.Low, billing.Hour.Decimal()).Trim(0)
		high := c.MulQuo(cardSeconds, l.High, billing.Hour.Decimal()).Trim(0)
		bar.put(&c, Part{Kind: l.Kind, Amount: low, Extra: c.Sub(high, low), Open: l.Open})
		if c.Err() != nil {
			return Row{}, c.Err()
		}
	}
	row.Estimate = &bar
	return row, nil
}

// BilledBar makes a bar of what was really paid for useful time.
func BilledBar(b billing.Bill, useful billing.Seconds, r billing.Rate) (*Bar, error) {
	total, err := perCardHour(b.Total.Value, useful, r)
	if err != nil {
		return nil, err
	}
	bar := Bar{Low: total, High: total}
	for _, l := range b.Lines {
		amount, err := perCardHour(l.Amount, useful, r)
		if err != nil {
			return nil, err
		}
		var c money.Calc
		bar.put(&c, Part{Kind: l.Kind, Amount: amount})
		if c.Err() != nil {
			return nil, c.Err()
		}
	}
	return &bar, nil
}

func perCardHour(amount decimal.Decimal, useful billing.Seconds, r billing.Rate) (decimal.Decimal, error) {
	full, err := billing.PerCardHour(money.Amount{Value: amount, Currency: r.Amount.Currency}, useful, r)
	return full.Value, err
}

// put adds to the part of the same kind.
func (b *Bar) put(c *money.Calc, p Part) {
	for i := range b.Parts {
		if have := &b.Parts[i]; have.Kind == p.Kind {
			have.Amount, have.Extra = c.Add(have.Amount, p.Amount), c.Add(have.Extra, p.Extra)
			have.Open = have.Open || p.Open
			return
		}
	}
	b.Parts = append(b.Parts, p)
	slices.SortStableFunc(b.Parts, func(x, y Part) int {
		return slices.Index(billing.Kinds, x.Kind) - slices.Index(billing.Kinds, y.Kind)
	})
}

// Limits of what is drawn, in money. Sums may differ by what rounding each
// part leaves.
var (
	mostMoney = decimal.MustParse("10000000000")
	slack     = decimal.MustParse("0.0001")
)

// check refuses what cannot be drawn and what would be drawn wrongly.
func (f FullRate) check() error {
	for _, row := range f.Rows {
		if row.Undefined != nil && row.Undefined.Low.Currency != f.Currency {
			return reason.Refuse("", "chart.currency")
		}
		for _, bar := range []*Bar{row.Estimate, row.Billed} {
			if bar == nil {
				continue
			}
			if err := bar.check(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b Bar) check() error {
	for _, d := range []decimal.Decimal{b.Low, b.High} {
		if d.CmpAbs(mostMoney) >= 0 {
			return reason.Refuse("", "chart.too_large")
		}
	}
	var c money.Calc
	var low, high decimal.Decimal
	for _, p := range b.Parts {
		low = c.Add(low, p.Amount)
		high = c.Add(high, c.Add(p.Amount, p.Extra))
	}
	offLow, offHigh := c.Sub(low, b.Low), c.Sub(high, b.High)
	if c.Err() != nil {
		return reason.Refuse("", "chart.too_large")
	}
	if offLow.CmpAbs(slack) > 0 || offHigh.CmpAbs(slack) > 0 {
		return fmt.Errorf("draw a bar: its parts make %s to %s, its ends are %s to %s", low, high, b.Low, b.High)
	}
	return nil
}

// float is for placing only; what is written comes from the decimal.
func float(d decimal.Decimal) float64 {
	x, _ := d.Float64()
	return x
}

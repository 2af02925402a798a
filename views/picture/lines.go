package picture

import (
	"github.com/govalues/decimal"

	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/views/text"
)

// Line is one quote of the picture in words: a picture alone cannot be read
// aloud, searched or copied.
type Line struct {
	Name, Detail string
	Estimate     string // full rate as estimated
	Billed       string // as billed, or that there is no bill
	Difference   string // of the bill from the estimate
	State        string // why it stands apart from the others; empty when it does not
}

// Lines gives the figures of all priced quotes of a card, those that are not
// drawn too.
func Lines(p *text.Printer, d decision.Decision, r decision.Result, names Names, card string) []Line {
	of := split(d, r, card)
	var lines []Line
	for _, group := range [][]decision.Candidate{of.shown, of.foreign, of.out} {
		for _, c := range group {
			lines = append(lines, lineOf(p, c, names))
		}
	}
	return lines
}

func lineOf(p *text.Printer, c decision.Candidate, names Names) Line {
	l := Line{Name: names(c.Quote), Detail: detail(p, c.Quote), Estimate: p.FullRate(*c.Cost), Billed: p.T("picture.no_bill"), Difference: "–"}
	switch {
	case c.Out != nil:
		l.State = p.T("picture.state.out", "why", p.Because(c.Out.Why))
	case c.NotComparable != nil:
		l.State = p.Because(*c.NotComparable)
	}
	switch {
	case c.Real == nil:
		return l
	case !c.Real.Defined:
		l.Billed = p.T("full_rate.undefined", "money", c.Real.Spent)
		return l
	}
	l.Billed = p.Rate(c.Real.FullRate)
	l.Difference = difference(p, c)
	return l
}

// difference says how far the bill is from what was estimated: from the
// nearer end where the estimate is a range.
func difference(p *text.Printer, c decision.Candidate) string {
	e, billed := c.Cost, c.Real.FullRate
	if !e.FullDefined || e.FullLow.Currency != billed.Currency {
		return "–"
	}
	var calc money.Calc
	from := e.FullLow.Value
	switch {
	case billed.Value.Cmp(e.FullLow.Value) < 0:
	case e.Open:
		return p.T("picture.within")
	case billed.Value.Cmp(e.FullHigh.Value) > 0:
		from = e.FullHigh.Value
	case !e.FullLow.Equal(e.FullHigh):
		return p.T("picture.within")
	}
	delta := calc.Sub(billed.Value, from)
	if calc.Err() != nil {
		return "–"
	}
	said := p.Money(money.Amount{Value: delta, Currency: billed.Currency})
	if delta.IsPos() {
		said = "+" + said
	}
	if !delta.IsZero() && from.IsPos() {
		if share, err := delta.Mul(decimal.Hundred); err == nil {
			if share, err = share.Quo(from); err == nil {
				share = money.HalfUp(share, 1)
				sign := ""
				if share.IsPos() {
					sign = "+"
				}
				said = p.T("picture.difference", "money", said, "percent", sign+p.Number(share)+"%")
			}
		}
	}
	return said
}

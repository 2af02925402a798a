package billing

import (
	"slices"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// Difference is one line of two estimates side by side, at their dear ends.
// A line that one of them lacks is nothing there.
type Difference struct {
	Kind       Kind
	Item       string
	A, B       money.Amount
	More       money.Amount   // by which B is dearer; negative where it is cheaper
	WhyA, WhyB reason.Because // empty where the line is missing
}

// Compare says why b costs more than a, or less: what makes the largest
// difference first. The differences sum exactly to that of the totals. Both
// must be in one currency; convert turns b's money into a's and may be zero
// where they are in one already.
func Compare(a, b Estimate, convert money.Exchange) ([]Difference, money.Amount, error) {
	var c money.Calc
	var found []Difference
	for _, l := range a.Lines {
		d := lineIn(&found, l, a.High.Currency)
		d.A.Value = c.Add(d.A.Value, l.High)
		d.WhyA = l.Why
	}
	for _, l := range b.Lines {
		d := lineIn(&found, l, a.High.Currency)
		amount, err := exchanged(money.Amount{Value: l.High, Currency: b.High.Currency}, a.High.Currency, convert)
		if err != nil {
			return nil, money.Amount{}, err
		}
		d.B.Value = c.Add(d.B.Value, amount.Value)
		d.WhyB = l.Why
	}
	more := money.Zero(a.High.Currency)
	for i := range found {
		d := &found[i]
		d.More = money.Amount{Value: c.Sub(d.B.Value, d.A.Value), Currency: a.High.Currency}
		more.Value = c.Add(more.Value, d.More.Value)
	}
	slices.SortStableFunc(found, func(x, y Difference) int { return y.More.Value.CmpAbs(x.More.Value) })
	return found, more, c.Err()
}

func exchanged(a money.Amount, to money.Currency, by money.Exchange) (money.Amount, error) {
	if a.Currency == to {
		return a, nil
	}
	if by.To != to {
		by = money.Exchange{} // a rate to something else is none
	}
	return by.Convert(a)
}

// lineIn finds the difference that a line belongs to, or adds it.
func lineIn(found *[]Difference, l Span, currency money.Currency) *Difference {
	i := slices.IndexFunc(*found, func(d Difference) bool { return d.Kind == l.Kind && d.Item == l.Item })
	if i < 0 {
		*found = append(*found, Difference{Kind: l.Kind, Item: l.Item, A: money.Zero(currency), B: money.Zero(currency)})
		i = len(*found) - 1
	}
	return &(*found)[i]
}

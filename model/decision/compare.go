package decision

import (
	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// Comparison is why one candidate's job costs more than another's, both at
// their dear ends and in one currency.
type Comparison struct {
	Lines []billing.Difference // what makes the largest difference first
	A, B  money.Amount         // the sums of the lines
	More  money.Amount         // by which B is dearer; negative where it is cheaper

	Converted  bool // a frozen rate of exchange was used
	OtherCards bool // the job is the same, the card is not
	Unsettled  bool // something is taken at the dear end of what is not known
	Open       bool // and something has no dear end: it is in neither sum
}

// Compare says why b costs more than a, or less. It refuses what has no price
// and money that no rate of exchange brings together.
func Compare(a, b Candidate) (Comparison, error) {
	if a.Cost == nil || b.Cost == nil {
		return Comparison{}, reason.Refuse("", "compare.no_cost")
	}
	x, y := *a.Cost, *b.Cost
	var out Comparison
	if x.High.Currency != y.High.Currency {
		out.Converted = true
		var err error
		if x, err = a.valued(); err != nil {
			return Comparison{}, err
		}
		if y, err = b.valued(); err != nil {
			return Comparison{}, err
		}
		if from, to := y.High.Currency, x.High.Currency; from != to {
			return Comparison{}, reason.Refuse("", "compare.no_rate", reason.Word("from", string(from)), reason.Word("to", string(to)))
		}
	}
	lines, more, err := billing.Compare(x, y, money.Exchange{})
	if err != nil {
		return Comparison{}, err
	}
	out.Lines, out.More = lines, more
	out.A, out.B = money.Zero(more.Currency), money.Zero(more.Currency)
	var c money.Calc
	for _, l := range lines {
		out.A.Value, out.B.Value = c.Add(out.A.Value, l.A.Value), c.Add(out.B.Value, l.B.Value)
	}
	out.OtherCards = !hardware.Same(a.Quote.Card, b.Quote.Card) || a.Quote.Rate.Cards != b.Quote.Rate.Cards
	out.Unsettled = !x.Exact() || !y.Exact()
	out.Open = x.Open || y.Open
	return out, c.Err()
}

// valued is the candidate's estimate in the currency that its sum stands in.
func (c Candidate) valued() (billing.Estimate, error) {
	e := *c.Cost
	if c.High.Currency == e.High.Currency {
		return e, nil
	}
	from := e.High.Currency
	e.Low, e.High = c.Low, c.High
	e.Lines = append([]billing.Span(nil), e.Lines...)
	for i := range e.Lines {
		l := &e.Lines[i]
		low, errLow := c.Quote.Exchange.Convert(money.Amount{Value: l.Low, Currency: from})
		high, err := c.Quote.Exchange.Convert(money.Amount{Value: l.High, Currency: from})
		if err != nil || errLow != nil {
			return billing.Estimate{}, err
		}
		l.Low, l.High = low.Value, high.Value
	}
	return e, nil
}

// Mostly picks what a sentence about a comparison names: the largest lines
// that make the dearer one dearer, at most two, and the largest that works
// against them. All says that nothing else makes it dearer.
func (c Comparison) Mostly() (causes []billing.Difference, against *billing.Difference, all bool) {
	sign, left := c.More.Value.Sign(), 0
	for i := range c.Lines {
		d := &c.Lines[i]
		switch s := d.More.Value.Sign(); {
		case s == 0 || sign == 0:
		case s == sign && len(causes) < named:
			causes = append(causes, *d)
		case s == sign:
			left++
		case against == nil:
			against = d
		}
	}
	return causes, against, left == 0
}

// named is how many lines a sentence can bear.
const named = 2

// InOwn reports whether the sums of the candidate stand in the currency of
// its quote.
func (c Candidate) InOwn() bool { return c.Cost == nil || c.High.Currency == c.Cost.High.Currency }

// Valued is an amount of the quote's money in the currency that the sums of
// the candidate stand in: as it is where that is the quote's own.
func (c Candidate) Valued(own money.Amount) money.Amount {
	if c.InOwn() {
		return own
	}
	if worth, err := c.Quote.Exchange.Convert(own); err == nil {
		return worth
	}
	return own
}

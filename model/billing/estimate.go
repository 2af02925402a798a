package billing

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// Range is what may be assumed for a fact that nobody has told.
type Range struct {
	Low, High Figure
	Basis     string // where the ends come from
}

// Ranges gives the assumed range of a key for a quote's category and
// currency; false where there is none.
type Ranges func(Key) (Range, bool)

// NoRanges assumes nothing.
func NoRanges(Key) (Range, bool) { return Range{}, false }

// Unknown is a fact that the usage touches and that is not settled.
type Unknown struct {
	Key    Key
	State  fact.State // Unknown, or Conflicting
	Ends   []Figure   // what was computed with: the values in conflict or the ends of the range; empty where nothing may be assumed
	Basis  string     // of the assumed range
	Assume bool       // the ends are assumed, not claimed
}

// Open reports whether nothing bounds the fact from above.
func (u Unknown) Open() bool { return len(u.Ends) == 0 }

// Span is a line of an estimate: what it is in the cheapest bill and in the
// dearest. A line can be smaller in the dearer bill, as rounding is where more
// time is billed.
type Span struct {
	Kind      Kind
	Item      string
	Low, High decimal.Decimal
	Open      bool  // there is no upper bound
	Needs     []Key // the unsettled facts that move the line
	Why       reason.Because
}

// Exact reports whether the line is settled.
func (s Span) Exact() bool { return !s.Open && len(s.Needs) == 0 }

// Estimate is what a quote will cost for a usage, and what is not known.
// Without unknowns Low and High are the same.
type Estimate struct {
	Lines     []Span
	Low, High money.Amount
	Open      bool // something touched has no upper bound: High is not one
	Unknown   []Unknown
	Refused   []Refused // discounts that may not be used

	Bare    money.Amount // per card-hour
	HasBare bool         // false for a price per token

	// Full rates per useful card-hour. Undefined while no hour is useful, and
	// where they are too large to be held.
	FullLow, FullHigh money.Amount
	FullDefined       bool

	// MyTime is what the user's own hours are worth to them: no part of the
	// cost. Its currency is the user's.
	MyTime money.Amount
}

// AtLeast reports whether the total is a lower bound only.
func (e Estimate) AtLeast() bool { return len(e.Unknown) > 0 }

// Exact reports whether nothing is unsettled.
func (e Estimate) Exact() bool { return !e.AtLeast() }

// EstimateCost prices q for u. Facts that are unknown or in conflict and that
// this usage touches are computed at both their ends. A fact that grows moves
// the bill in one direction, so the cheapest ends together and the dearest
// ends together bound it; the few that may not are tried in every choice.
func EstimateCost(q Quote, u Usage, ranges Ranges) (Estimate, error) {
	if p := firstProblem(q, u); p != nil {
		return Estimate{}, p
	}
	q.Rate = q.Rules.rateOf(q.Rate)
	open := resolve(&q, &u, ranges)
	if err := open.turn(); err != nil {
		return Estimate{}, err
	}
	cheapTerms, dearTerms := open.terms(open.cheapest), open.terms(open.dearest)
	cheap, err := gross(&cheapTerms, &u, true)
	if err != nil {
		return Estimate{}, err
	}
	dear := cheap
	if len(open.unknown) > 0 {
		// The dear bill needs explaining only where it has lines of its own.
		if dear, err = gross(&dearTerms, &u, false); err == nil && !sameLines(cheap, dear) {
			dear, err = gross(&dearTerms, &u, true)
		}
		if err != nil {
			return Estimate{}, err
		}
		cheap, dear = align(cheap, dear)
	}
	e := Estimate{}
	moved, err := open.moved(cheap)
	if err != nil {
		return Estimate{}, err
	}
	e.Refused, cheap, dear = reduceBoth(&cheapTerms, &dearTerms, &u, cheap, dear)
	if err := e.sum(q.Rate.Amount.Currency, cheap, dear); err != nil {
		return Estimate{}, err
	}
	e.mark(open.unknown, moved)
	e.Lines = slices.DeleteFunc(e.Lines, func(s Span) bool {
		return s.Exact() && s.Low.IsZero() && s.High.IsZero() && (s.Kind == Rounded || s.Kind == Unused || s.Kind == Rework || (s.Kind == Discount && s.Item != "refund"))
	})
	return e, e.rates(&q, &u)
}

// lineID tells the lines of a bill apart.
type lineID struct {
	kind Kind
	item string
	n    int // of equal ones
}

func idsOf(lines []Line) []lineID {
	ids := make([]lineID, len(lines))
	for i, l := range lines {
		ids[i] = lineID{l.Kind, l.Item, 0}
		for j := range i {
			if ids[j].kind == l.Kind && ids[j].item == l.Item {
				ids[i].n++
			}
		}
	}
	return ids
}

// sameLines reports whether two bills have the same lines in the same order.
func sameLines(a, b []Line) bool {
	return slices.EqualFunc(a, b, func(x, y Line) bool { return x.Kind == y.Kind && x.Item == y.Item })
}

// align gives two bills the same lines. They differ where what is bought
// depends on a fact; a line that one of them lacks is nothing in it.
func align(a, b []Line) (x, y []Line) {
	if sameLines(a, b) {
		return a, b
	}
	idA, idB := idsOf(a), idsOf(b)
	for i, l := range a {
		x = append(x, l)
		j := slices.Index(idB, idA[i])
		if j < 0 {
			l.Amount = decimal.Zero
			y = append(y, l)
			continue
		}
		y = append(y, b[j])
	}
	for j, l := range b {
		if !slices.Contains(idA, idB[j]) {
			y = append(y, l)
			l.Amount = decimal.Zero
			x = append(x, l)
		}
	}
	return x, y
}

// reduceBoth applies discounts, tax and top-up to both ends. A bill between
// them may earn a discount that only one end may use: the low end chooses among
// all that either may use, the high end among those that both may.
func reduceBoth(cheap, dear *Terms, u *Usage, low, high []Line) ([]Refused, []Line, []Line) {
	a, b := reducer{t: cheap, u: u, explain: true}, reducer{t: dear, u: u}
	ableA, why := a.able(low)
	ableB, _ := b.able(high)
	both := slices.Clone(ableA)
	for i := range both {
		both[i] = ableA[i] && ableB[i]
		ableA[i] = ableA[i] || ableB[i]
	}
	useA, useB := a.best(low, ableA), b.best(high, both)
	var refused []Refused
	for i := range useA {
		switch {
		case !ableA[i]:
			refused = append(refused, why[i])
		case !useA[i] && !useB[i]:
			refused = append(refused, a.notTogether(i))
		}
	}
	return refused, a.apply(low, useA), b.apply(high, useB)
}

// sum joins the lines of both ends and adds them up.
func (e *Estimate) sum(currency money.Currency, low, high []Line) error {
	low, high = align(low, high)
	if totalOf(high).Cmp(totalOf(low)) < 0 {
		// Of prices in conflict, one per day and one per month, the dearer in
		// all but one line can be the cheaper in all.
		low, high = high, low
	}
	e.Low, e.High = money.Zero(currency), money.Zero(currency)
	var c money.Calc
	for i, l := range low {
		s := Span{Kind: l.Kind, Item: l.Item, Low: l.Amount, High: high[i].Amount, Why: l.Why}
		if l.Why.Rule == "" {
			s.Why = high[i].Why
		}
		e.Low.Value, e.High.Value = c.Add(e.Low.Value, s.Low), c.Add(e.High.Value, s.High)
		e.Lines = append(e.Lines, s)
	}
	return c.Err()
}

// mark says which unsettled facts move which lines.
func (e *Estimate) mark(unknown []Unknown, moved [][]lineID) {
	spans := make([]lineID, len(e.Lines))
	for i, s := range e.Lines {
		spans[i] = lineID{s.Kind, s.Item, 0}
		for j := range i {
			if spans[j].kind == s.Kind && spans[j].item == s.Item {
				spans[i].n++
			}
		}
	}
	for n, u := range unknown {
		if len(moved[n]) == 0 {
			continue // it makes no difference to this usage
		}
		e.Unknown = append(e.Unknown, u)
		e.Open = e.Open || u.Open()
		for _, id := range moved[n] {
			if i := slices.Index(spans, id); i >= 0 {
				e.Lines[i].Needs = append(e.Lines[i].Needs, u.Key)
				e.Lines[i].Open = e.Lines[i].Open || u.Open()
			}
		}
	}
	if e.AtLeast() {
		// What is computed from the sum moves with it.
		for i := range e.Lines {
			s := &e.Lines[i]
			if len(s.Needs) == 0 && !s.Low.Equal(s.High) {
				for _, u := range e.Unknown {
					s.Needs = append(s.Needs, u.Key)
				}
			}
			s.Open = s.Open || (e.Open && (s.Kind == Discount || s.Kind == Tax) && len(s.Needs) > 0)
		}
	}
}

func firstProblem(q Quote, u Usage) error {
	if found := q.Check(); len(found) > 0 {
		return found[0]
	}
	if found := u.Check(); len(found) > 0 {
		return found[0].In("usage")
	}
	return nil
}

// rates divides by the useful card-hours.
func (e *Estimate) rates(q *Quote, u *Usage) error {
	var err error
	if e.Bare, e.HasBare, err = q.Bare(); err != nil {
		return err
	}
	e.MyTime, err = myTime(u)
	if err != nil || u.Useful == 0 || q.Mode == PerToken {
		return err
	}
	cardSeconds, err := u.UsefulCardSeconds(q.Rate)
	if err != nil {
		return err
	}
	low, err := perCardHour(e.Low, cardSeconds)
	if err != nil {
		return nil // a minute of work and years of data: no figure holds that rate
	}
	high, err := perCardHour(e.High, cardSeconds)
	if err == nil {
		e.FullLow, e.FullHigh, e.FullDefined = low, high, true
	}
	return nil
}

// myTime is the user's own ¥/hour × (set-up + queue + support).
func myTime(u *Usage) (money.Amount, error) {
	var c money.Calc
	spent := Seconds(u.Sessions)*(u.SetUp+u.Queue) + u.MyTime.Support
	value := c.MulQuo(Hour.Decimal(), u.MyTime.PerHour.Value, spent.Decimal())
	return money.Amount{Value: value, Currency: u.MyTime.PerHour.Currency}, c.Err()
}

// PerCardHour returns the full rate: cost ÷ useful card-hours. A slice counts
// as its fraction of a card.
func PerCardHour(cost money.Amount, useful Seconds, r Rate) (money.Amount, error) {
	var c money.Calc
	cardSeconds := c.Product(useful.Decimal(), count(r.Cards), r.Slice)
	if c.Err() != nil {
		return money.Amount{}, c.Err()
	}
	return perCardHour(cost, cardSeconds)
}

func perCardHour(cost money.Amount, cardSeconds decimal.Decimal) (money.Amount, error) {
	var c money.Calc
	if cardSeconds.IsZero() {
		return money.Amount{}, reason.Refuse("", "full_rate.undefined")
	}
	full := c.MulQuo(cardSeconds, cost.Value, Hour.Decimal())
	return money.Amount{Value: full.Trim(0), Currency: cost.Currency}, c.Err()
}

package billing

import (
	"maps"
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

// Span is a line of an estimate: what it costs at least and at most.
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
	Bare      money.Amount // per card-hour

	// Full rates per useful card-hour. Undefined while no hour is useful.
	FullLow, FullHigh money.Amount
	FullDefined       bool
}

// AtLeast reports whether the total is a lower bound only.
func (e Estimate) AtLeast() bool { return len(e.Unknown) > 0 }

// Exact reports whether nothing is unsettled.
func (e Estimate) Exact() bool { return !e.AtLeast() }

// EstimateCost prices q for u. Facts that are unknown or in conflict and that
// this usage touches are computed at both their ends. A fact that grows moves
// the bill in one direction, so the cheapest ends together and the dearest
// ends together bound it. (A granularity does so when its values divide each
// other, as a second, a minute and an hour do.)
func EstimateCost(q Quote, u Usage, ranges Ranges) (Estimate, error) {
	if p := firstProblem(q, u); p != nil {
		return Estimate{}, p
	}
	open := resolve(q, u, ranges)
	cheap, err := open.price(open.cheapest)
	if err != nil {
		return Estimate{}, err
	}
	dear, err := open.price(open.dearest)
	if err != nil {
		return Estimate{}, err
	}

	e := Estimate{Low: money.Zero(q.Rate.Amount.Currency), High: money.Zero(q.Rate.Amount.Currency)}
	var c money.Calc
	for i, l := range cheap.Lines {
		s := Span{Kind: l.Kind, Item: l.Item, Low: l.Amount, High: dear.Lines[i].Amount, Why: l.Why}
		if s.High.Cmp(s.Low) < 0 {
			// Of prices in conflict, one per day and one per month, the dearer
			// in all can be the cheaper for this line.
			s.Low, s.High = s.High, s.Low
		}
		e.Low.Value, e.High.Value = c.Add(e.Low.Value, s.Low), c.Add(e.High.Value, s.High)
		e.Lines = append(e.Lines, s)
	}
	if c.Err() != nil {
		return Estimate{}, c.Err()
	}
	for _, unknown := range open.unknown {
		moved, err := open.moves(unknown)
		if err != nil {
			return Estimate{}, err
		}
		if len(moved) == 0 {
			continue // it makes no difference to this usage
		}
		e.Unknown = append(e.Unknown, unknown)
		e.Open = e.Open || unknown.Open()
		for _, i := range moved {
			e.Lines[i].Needs = append(e.Lines[i].Needs, unknown.Key)
			e.Lines[i].Open = e.Lines[i].Open || unknown.Open()
		}
	}
	e.Lines = slices.DeleteFunc(e.Lines, func(s Span) bool {
		return s.Exact() && s.Low.IsZero() && (s.Kind == Rounded || s.Kind == Unused)
	})
	return e, e.rates(q, u)
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
func (e *Estimate) rates(q Quote, u Usage) error {
	var err error
	if e.Bare, err = q.Rate.Bare(); err != nil {
		return err
	}
	if u.Useful == 0 {
		return nil
	}
	e.FullDefined = true
	if e.FullLow, err = PerCardHour(e.Low, u.Useful, q.Rate); err == nil {
		e.FullHigh, err = PerCardHour(e.High, u.Useful, q.Rate)
	}
	return err
}

// PerCardHour returns the full rate: cost ÷ useful card-hours. A slice counts
// as its fraction of a card.
func PerCardHour(cost money.Amount, useful Seconds, r Rate) (money.Amount, error) {
	var c money.Calc
	cardSeconds := c.Mul(useful.Decimal(), count(r.Cards), r.Slice)
	if c.Err() != nil || cardSeconds.IsZero() {
		return money.Amount{}, reason.Refuse("", "full_rate.undefined")
	}
	full := c.MulQuo(cardSeconds, cost.Value, Hour.Decimal())
	return money.Amount{Value: full.Trim(0), Currency: cost.Currency}, c.Err()
}

// resolved is a quote with each key settled or bounded.
type resolved struct {
	quote             Quote
	usage             Usage
	cheapest, dearest map[Key]Figure
	unknown           []Unknown
}

func resolve(q Quote, u Usage, ranges Ranges) resolved {
	r := resolved{quote: q, usage: u, cheapest: map[Key]Figure{}, dearest: map[Key]Figure{}}
	for _, k := range keys {
		if !k.touched(q, u) {
			continue
		}
		values := q.Facts[k.Key].Values()
		if len(values) == 0 && k.Instead != "" && answered(q, k, ranges) {
			continue
		}
		unsettled := Unknown{Key: k.Key, State: q.Facts[k.Key].State(), Ends: values}
		if len(values) == 0 {
			if low, high, basis, ok := assumed(k, u, ranges); ok {
				unsettled.Ends, unsettled.Basis, unsettled.Assume = []Figure{low, high}, basis, true
			}
		}
		cheap, dear := k.ends(unsettled.Ends, q, u)
		r.cheapest[k.Key], r.dearest[k.Key] = cheap, dear
		if len(values) != 1 {
			r.unknown = append(r.unknown, unsettled)
		}
	}
	return r
}

// answered reports whether the key that stands for k leaves nothing to ask: a
// minimum is told in time or in money. What can be bounded is still computed.
func answered(q Quote, k rule, ranges Ranges) bool {
	if _, own := ranges(k.Key); own {
		return false
	}
	_, bounded := ranges(k.Instead)
	return bounded || q.Facts[k.Instead].State() != fact.Unknown
}

// Bounds that follow from what a fact means, not from anybody's figures.
const basisNature = "nature"

// assumed gives the range to compute with where nothing is claimed.
func assumed(k rule, u Usage, ranges Ranges) (low, high Figure, basis string, ok bool) {
	if found, ok := ranges(k.Key); ok {
		return found.Low, found.High, found.Basis, true
	}
	switch k.Unit {
	case UnitShare:
		return Figure{}, Figure{Value: decimal.One}, basisNature, true
	case UnitGB:
		// A free size cannot matter beyond what is used.
		most := u.OutGB
		for _, item := range Items {
			if ItemFree(item) == k.Key {
				most = u.GB(item)
			}
		}
		return Figure{}, Figure{Value: most}, basisNature, true
	}
	return Figure{}, Figure{}, "", false
}

// ends returns the figures that make the bill smallest and largest. Where
// nothing bounds a fact, the smallest bill is computed without it.
func (k rule) ends(values []Figure, q Quote, u Usage) (cheap, dear Figure) {
	switch len(values) {
	case 0:
		least := k.least()
		return least, least
	case 1:
		return values[0], values[0]
	}
	weight := func(f Figure) decimal.Decimal {
		if k.Cheaper {
			return f.Value.Neg()
		}
		return f.Value
	}
	if slices.ContainsFunc(values, func(f Figure) bool { return f.Per != values[0].Per }) {
		// A price per day is charged in whole days and one per month by the
		// second, so only the bills themselves can be compared.
		weight = func(f Figure) decimal.Decimal {
			only := func(key Key) Figure {
				if key == k.Key {
					return f
				}
				return Figure{}
			}
			bill, err := Price(TermsOf(q, only), u)
			if err != nil {
				return f.Value
			}
			return bill.Total.Value
		}
	}
	compare := func(a, b Figure) int { return weight(a).Cmp(weight(b)) }
	return slices.MinFunc(values, compare), slices.MaxFunc(values, compare)
}

// least is the figure with which a key adds nothing to a bill.
func (k rule) least() Figure {
	f := Figure{Per: PerDay}
	if k.Key == Granularity {
		f.Value = decimal.One
	}
	if k.Cheaper {
		f.Value = maxGB
	}
	return f
}

func (r resolved) price(values map[Key]Figure) (Bill, error) {
	return Price(TermsOf(r.quote, func(k Key) Figure { return values[k] }), r.usage)
}

// TermsOf fills the terms of q with the given value of each key. A key that
// the usage does not touch may be zero.
func TermsOf(q Quote, value func(Key) Figure) Terms {
	t := Terms{Rate: q.Rate, Mode: q.Mode, Rounding: q.Rounding, DailyFee: q.DailyFee}
	for _, k := range keys {
		k.set(&t, value(k.Key))
	}
	t.Granularity = max(t.Granularity, 1)
	return t
}

// moves returns the lines that an unsettled fact changes between its ends, or,
// where it has no two ends, when it is given any other value at all. It is tried among the
// cheapest ends of the other facts, among the dearest, and with a value in
// place of each that has no bound: a free size matters only once a price does.
func (r resolved) moves(u Unknown) ([]int, error) {
	k, _ := ruleOf(u.Key)
	low, high := r.cheapest[u.Key], r.dearest[u.Key]
	if low == high {
		// It has no bound, or what is assumed is one figure: the line is
		// assumed all the same if another figure would change it.
		low, high = k.least(), k.probe(r.usage)
	}
	bases := []map[Key]Figure{r.cheapest, r.dearest}
	if slices.ContainsFunc(r.unknown, Unknown.Open) {
		probed := maps.Clone(r.dearest)
		for _, other := range r.unknown {
			if other.Open() {
				rule, _ := ruleOf(other.Key)
				probed[other.Key] = rule.probe(r.usage)
			}
		}
		bases = append(bases, probed)
	}
	moved := map[int]bool{}
	for _, base := range bases {
		with := maps.Clone(base)
		with[u.Key] = low
		a, err := r.price(with)
		if err != nil {
			return nil, err
		}
		with[u.Key] = high
		b, err := r.price(with)
		if err != nil {
			return nil, err
		}
		for i := range a.Lines {
			if !a.Lines[i].Amount.Equal(b.Lines[i].Amount) {
				moved[i] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(moved)), nil
}

// probe is a figure with which a key that has no bound shows in every line
// that it can change.
func (k rule) probe(u Usage) Figure {
	f := Figure{Value: decimal.One, Per: PerHour}
	switch {
	case k.Unit == UnitSeconds:
		f.Value = (2*max(u.Metered(), u.CPUMode) + Hour).Decimal()
	case k.Cheaper:
		f.Value = decimal.Zero
	}
	return f
}

package billing

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/fact"
	"cardhour/model/money"
)

// resolved is a quote with each key settled or bounded.
type resolved struct {
	quote             *Quote
	usage             *Usage
	cheapest, dearest figures
	unknown           []Unknown
}

func resolve(q *Quote, u *Usage, ranges Ranges) resolved {
	r := resolved{quote: q, usage: u, cheapest: make(figures, len(keys)), dearest: make(figures, len(keys))}
	for i := range keys {
		k := &keys[i]
		if !k.touched(q, u) {
			continue
		}
		values := q.Facts[k.Key].Values()
		if len(values) == 1 {
			r.cheapest[i], r.dearest[i] = values[0], values[0]
			continue
		}
		if len(values) == 0 && k.Instead != "" && answered(q, k, ranges) {
			continue
		}
		unsettled := Unknown{Key: k.Key, State: q.Facts[k.Key].State(), Ends: values}
		switch {
		case len(values) == 0 && k.Key == StoppedDiskPrice && u.DataStay > 0:
			if ends, basis, ok := r.stoppedAsRunning(ranges); ok {
				unsettled.Ends, unsettled.Basis, unsettled.Assume = ends, basis, true
			}
		case len(values) == 0:
			if low, high, basis, ok := assumed(k, u, ranges); ok {
				unsettled.Ends, unsettled.Basis, unsettled.Assume = []Figure{low, high}, basis, true
			}
		}
		r.cheapest[i], r.dearest[i] = k.ends(unsettled.Ends, q, u)
		r.unknown = append(r.unknown, unsettled)
	}
	return r
}

// stoppedAsRunning is what a disk is assumed to cost stopped where nobody has
// told: what it does while running, or what is assumed of stopped disks. False
// where it is kept after the work and nothing is assumed of it.
func (r *resolved) stoppedAsRunning(ranges Ranges) (ends []Figure, basis string, ok bool) {
	i := keyIndex[DataDiskPrice]
	ends = []Figure{r.cheapest[i], r.dearest[i]}
	own, ok := ranges(StoppedDiskPrice)
	if !ok {
		return ends, basisRunning, r.usage.KeepDays == 0
	}
	if r.usage.KeepDays > 0 {
		ends = ends[1:] // what a disk costs running can raise what is assumed of a kept one, not lower it
	}
	ends = append(ends, own.Low, own.High)
	slices.SortStableFunc(ends, func(a, b Figure) int { return r.perSecond(a).Cmp(r.perSecond(b)) })
	if r.usage.KeepDays > 0 {
		ends = ends[slices.Index(ends, own.Low):]
	}
	if r.quote.Rules.tiered(DataDisk) {
		return ends, own.Basis, true // the dearest may have tiers that make it the cheaper one
	}
	return []Figure{ends[0], ends[len(ends)-1]}, own.Basis, true
}

// perSecond makes prices of different periods comparable.
func (r *resolved) perSecond(f Figure) decimal.Decimal {
	var c money.Calc
	return c.Ratio(max(f.Per.Length(r.quote.month(r.usage)), 1).Decimal(), f.Value)
}

// answered reports whether the key that stands for k leaves nothing to ask: a
// minimum is told in time or in money. What can be bounded is still computed.
func answered(q *Quote, k *rule, ranges Ranges) bool {
	if _, own := ranges(k.Key); own {
		return false
	}
	_, bounded := ranges(k.Instead)
	return bounded || q.Facts[k.Instead].State() != fact.Unknown
}

// Bounds that follow from what a fact means, not from anybody's figures.
const basisNature = "nature"

// What a thing costs in one state is assumed to be what it costs in another.
const basisRunning = "running"

// assumed gives the range to compute with where nothing is claimed.
func assumed(k *rule, u *Usage, ranges Ranges) (low, high Figure, basis string, ok bool) {
	if found, ok := ranges(k.Key); ok {
		return found.Low, found.High, found.Basis, true
	}
	switch k.Unit {
	case UnitShare, UnitCount:
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
func (k *rule) ends(values []Figure, q *Quote, u *Usage) (cheap, dear Figure) {
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
	if differ(values) {
		// A price per day is charged in whole days and one per month by the
		// second, so only the bills themselves can be compared.
		weight = func(f Figure) decimal.Decimal {
			only := make(figures, len(keys))
			only[keyIndex[k.Key]] = f
			terms := termsOf(q, u, only)
			lines, err := gross(&terms, u, false)
			if err != nil {
				return f.Value
			}
			return totalOf(lines)
		}
	}
	compare := func(a, b Figure) int { return weight(a).Cmp(weight(b)) }
	return slices.MinFunc(values, compare), slices.MaxFunc(values, compare)
}

// least is the figure with which a key adds nothing to a bill.
func (k *rule) least() Figure {
	f := Figure{Per: PerDay}
	if k.Key == Granularity {
		f.Value = decimal.One
	}
	if k.Cheaper {
		f.Value = maxGB
	}
	return f
}

// mostTurning is how many facts that turn are tried in every choice: 64 bills.
const mostTurning = 6

// turns reports whether a larger figure of the key can make the bill larger or
// smaller, as the other facts are. A price of a day is charged in whole days
// and one of a month by the second; a row more that is rounded down or to the
// nearest can cost less, and so can one that moves what rows are lifted by into
// a day that its cap bounds; tiers belong to what a disk costs running, also where
// a stopped one is assumed to cost that; a longer start moves a course against
// a series of prices, and can make a package pay; steps bound each other only
// where they divide.
func (k *rule) turns(u Unknown, q *Quote) bool {
	switch k.Key {
	case ExtraRows:
		return q.Rounding.Mode == RoundDown || q.Rounding.Mode == RoundNearest || len(q.Rules.Caps) > 0
	case BootBilled, QueueBilled:
		return len(q.Rules.Series) > 0 || len(q.Rules.Packages) > 0
	case Granularity:
		return len(q.Rules.Packages) > 0 || len(u.Ends) > 2
	case MinSeconds:
		return len(q.Rules.Packages) > 0
	case DataDiskPrice, StoppedDiskPrice:
		return differ(u.Ends) || q.Rules.tiered(DataDisk)
	}
	return differ(u.Ends)
}

func differ(values []Figure) bool {
	return slices.ContainsFunc(values, func(f Figure) bool { return f.Per != values[0].Per })
}

// turn sets the facts that can move the bill either way to the choice with
// which all of it is cheapest, and dearest.
func (r *resolved) turn() error {
	var turning []Unknown
	for _, u := range r.unknown {
		if len(u.Ends) > 1 && len(turning) < mostTurning && keys[keyIndex[u.Key]].turns(u, r.quote) {
			turning = append(turning, u)
		}
	}
	if len(turning) == 0 {
		return nil
	}
	if err := r.choose(r.cheapest, turning, -1); err != nil {
		return err
	}
	return r.choose(r.dearest, turning, 1)
}

// choose tries every choice of the turning facts among the other values, and
// sets the one whose bill is smallest (sign -1) or largest (1).
func (r *resolved) choose(values figures, turning []Unknown, sign int) error {
	best, tried := slices.Clone(values), slices.Clone(values)
	var most decimal.Decimal
	found := false
	var try func(rest []Unknown) error
	try = func(rest []Unknown) error {
		if len(rest) > 0 {
			for _, f := range rest[0].Ends {
				tried[keyIndex[rest[0].Key]] = f
				if err := try(rest[1:]); err != nil {
					return err
				}
			}
			return nil
		}
		lines, err := r.price(tried)
		if err != nil {
			return err
		}
		if total := totalOf(lines); !found || total.Cmp(most)*sign > 0 {
			found, most = true, total
			copy(best, tried)
		}
		return nil
	}
	err := try(turning)
	copy(values, best)
	return err
}

func (r *resolved) terms(values figures) Terms { return termsOf(r.quote, r.usage, values) }

func (r *resolved) price(values figures) ([]Line, error) {
	t := r.terms(values)
	return gross(&t, r.usage, false)
}

func totalOf(lines []Line) decimal.Decimal {
	var c money.Calc
	var sum decimal.Decimal
	for _, l := range lines {
		sum = c.Add(sum, l.Amount)
	}
	return sum
}

// moved returns, for each unsettled fact, the lines that it changes between
// its ends, or, where it has no two ends, when it is given any other value at
// all. It is tried among the cheapest ends of the other facts, among the
// dearest, and with a value in place of each that has no bound: a free size
// matters only once a price does.
func (r *resolved) moved(cheap []Line) ([][]lineID, error) {
	if len(r.unknown) == 0 {
		return nil, nil
	}
	bases := []base{{values: r.cheapest, lines: cheap}, {values: r.dearest}}
	if slices.ContainsFunc(r.unknown, Unknown.Open) {
		probed := slices.Clone(r.dearest)
		for _, other := range r.unknown {
			if other.Open() {
				i := keyIndex[other.Key]
				probed[i] = keys[i].probe(r.usage)
			}
		}
		bases = append(bases, base{values: probed})
	}
	for i := range bases[1:] {
		var err error
		if bases[i+1].lines, err = r.price(bases[i+1].values); err != nil {
			return nil, err
		}
	}
	moved := make([][]lineID, len(r.unknown))
	for n, u := range r.unknown {
		var err error
		if moved[n], err = r.moves(u, bases); err != nil {
			return nil, err
		}
	}
	return moved, nil
}

// base is a choice of values among which an unsettled fact is tried.
type base struct {
	values figures
	lines  []Line
}

// with prices a base with another value of one key.
func (r *resolved) with(b base, key int, value Figure) ([]Line, error) {
	if b.values[key] == value {
		return b.lines, nil
	}
	values := slices.Clone(b.values)
	values[key] = value
	return r.price(values)
}

func (r *resolved) moves(u Unknown, bases []base) ([]lineID, error) {
	i := keyIndex[u.Key]
	k := &keys[i]
	low, high := r.cheapest[i], r.dearest[i]
	if low == high {
		// It has no bound, or what is assumed is one figure: the line is
		// assumed all the same if another figure would change it.
		low, high = k.least(), k.probe(r.usage)
	}
	var moved []lineID
	for _, among := range bases {
		a, err := r.with(among, i, low)
		if err != nil {
			return nil, err
		}
		b, err := r.with(among, i, high)
		if err != nil {
			return nil, err
		}
		a, b = align(a, b)
		var ids []lineID
		for j := range a {
			if a[j].Amount.Equal(b[j].Amount) {
				continue
			}
			if ids == nil {
				ids = idsOf(a)
			}
			if !slices.Contains(moved, ids[j]) {
				moved = append(moved, ids[j])
			}
		}
	}
	return moved, nil
}

// probe is a figure with which a key that has no bound shows in every line
// that it can change.
func (k *rule) probe(u *Usage) Figure {
	f := Figure{Value: decimal.One, Per: PerHour}
	switch {
	case k.Unit == UnitSeconds:
		f.Value = (2*max(u.Metered(), u.CPUMode) + Hour).Decimal()
	case k.Unit == UnitHourly:
		// A tenth of a reclaim in each start: no work is refused for it.
		var c money.Calc
		f.Value = c.Ratio(c.Mul(u.Useful.Decimal(), decimal.MustNew(u.machines(), 0)), decimal.MustNew(360*int64(max(u.Sessions, 1)), 0)).Trunc(12)
	case k.Cheaper:
		f.Value = decimal.Zero
	}
	return f
}

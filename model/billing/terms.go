package billing

import "github.com/govalues/decimal"

// storageTerms is what one item costs.
type storageTerms struct {
	price Figure
	free  decimal.Decimal
}

// Terms are the known values that Price computes with: a quote in which every
// fact is settled.
type Terms struct {
	Rate     Rate
	Mode     Mode
	Card     string
	Rounding Rounding
	DailyFee Rounding
	Rules    *Rules

	Granularity    Seconds
	MinSeconds     Seconds
	MinAmount      decimal.Decimal
	CPUPrice       Figure
	CPUMin         decimal.Decimal
	AfterStopShare decimal.Decimal // after the verb that the usage names

	bootBilled, queueBilled decimal.Decimal // shares
	extraRow, extraMidnight bool
	interruptions           decimal.Decimal // per machine-hour
	storage                 [itemCount]storageTerms
	stoppedDisk             Figure
	iops, line, fixedIP     Figure
	outPrice, outFree       decimal.Decimal
	inPrice, internalPrice  decimal.Decimal
	bandwidth               Figure
	between                 Verb
}

// figures holds a value for each key, in the order of keys.
type figures []Figure

// termsOf fills the terms of q with the given value of each key. A key that
// the usage does not touch may be zero.
func termsOf(q *Quote, u *Usage, values figures) Terms {
	t := Terms{Rate: q.Rate, Mode: q.Mode, Card: q.Card, Rounding: q.Rounding, DailyFee: q.DailyFee, Rules: &q.Rules,
		between: u.Between}
	for i := range keys {
		keys[i].set(&t, values[i])
	}
	t.Granularity = max(t.Granularity, 1)
	t.Rate.Month = q.month(u)
	return t
}

// TermsOf settles a quote with the given value of each key; a key that is
// missing is zero.
func TermsOf(q Quote, u Usage, values map[Key]Figure) Terms {
	q.Rate = q.Rules.rateOf(q.Rate)
	settled := make(figures, len(keys))
	for key, f := range values {
		if i, ok := keyIndex[key]; ok {
			settled[i] = f
		}
	}
	return termsOf(&q, &u, settled)
}

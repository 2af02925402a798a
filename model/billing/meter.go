package billing

import (
	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// RoundingMode says which way a platform rounds a sum of money.
type RoundingMode string

// The zero mode does not round.
const (
	RoundNot     RoundingMode = ""
	RoundUp      RoundingMode = "up"
	RoundDown    RoundingMode = "down"
	RoundNearest RoundingMode = "nearest" // halves up
)

// Rounding is a platform's rule for one row of its bill.
type Rounding struct {
	Mode RoundingMode
	Unit decimal.Decimal // money, such as 0.01
}

func (r Rounding) check(field string) []*reason.Problem {
	switch r.Mode {
	case RoundNot:
		return nil
	case RoundUp, RoundDown, RoundNearest:
		if !r.Unit.IsPos() {
			return []*reason.Problem{reason.Refuse(field+".unit", "number.not_positive")}
		}
		return nil
	}
	return []*reason.Problem{reason.Refuse(field+".mode", "choice.unknown", reason.Word("text", string(r.Mode)))}
}

// of returns x × factors ÷ divisor as the platform writes it into a row: in
// whole units, or to money.Scale decimals where it does not round.
func (r Rounding) of(c *money.Calc, divisor, x decimal.Decimal, factors ...decimal.Decimal) decimal.Decimal {
	if r.Mode == RoundNot {
		return c.MulQuo(divisor, x, factors...)
	}
	units := c.Ratio(c.Product(divisor, r.Unit), x, factors...)
	switch r.Mode {
	case RoundUp:
		units = units.Ceil(0)
	case RoundDown:
		units = units.Floor(0)
	default:
		units = money.HalfUp(units, 0)
	}
	return c.Mul(units, r.Unit)
}

// piece is a stretch of running time at one price: money of the whole rental
// per period.
type piece struct {
	length Seconds
	price  decimal.Decimal
}

// start is one kind of start of the instance; equal ones are priced once and
// counted.
type start struct {
	useful Seconds
	times  int64
}

// starts spreads useful time over sessions in whole seconds; the first ones
// take the seconds that do not divide.
func starts(useful Seconds, sessions int) (kinds [2]start, n int) {
	if sessions == 0 {
		return kinds, 0
	}
	each, rest := useful/Seconds(sessions), useful%Seconds(sessions)
	kinds[0] = start{each, int64(sessions) - int64(rest)}
	if rest == 0 {
		return kinds, 1
	}
	kinds[1] = start{each + 1, int64(rest)}
	return kinds, 2
}

// meter turns running time into bill rows. The meter of a card and that of
// the mode without one differ in price, minimum and settlement.
type meter struct {
	c           *money.Calc
	period      decimal.Decimal // seconds of the price's period
	granularity Seconds
	minSeconds  Seconds
	minAmount   decimal.Decimal
	perRow      bool // the minimum counts for each row
	rounding    Rounding
	every       Seconds // between two rows; 0: one row a start
	offset      Seconds // of a start from the row before it
	cap         *capped // of a day; nil: none
}

// charge is a price that is either still price × seconds, so that equal
// prices can be summed before they are divided, or already money.
type charge struct {
	weight decimal.Decimal
	money  decimal.Decimal
}

func (a *charge) add(c *money.Calc, b charge, times int64) {
	n := decimal.MustNew(times, 0)
	a.weight = c.Sum(a.weight, c.Product(b.weight, n))
	a.money = c.Add(a.money, c.Mul(b.money, n))
}

// amount divides what is still to be divided.
func (m *meter) amount(a charge) decimal.Decimal {
	return m.c.Add(m.c.MulQuo(m.period, a.weight), a.money)
}

// bill prices one start that ran through the pieces. The last piece is
// lengthened to the granularity and the minimum time in place.
func (m *meter) bill(pieces []piece) charge {
	var ran Seconds
	for _, p := range pieces {
		ran += p.length
	}
	if ran == 0 {
		return charge{}
	}
	last := &pieces[len(pieces)-1]
	if !m.perRow {
		last.length += max(0, m.minSeconds-ran)
		ran = max(ran, m.minSeconds)
	}
	last.length += (m.granularity - ran%m.granularity) % m.granularity
	var sum charge
	if m.every == 0 {
		r := row{pieces: pieces, times: 1}
		m.write(&sum, &r)
	} else {
		m.split(&sum, pieces)
	}
	if !m.perRow && m.minAmount.IsPos() && m.c.Add(m.exact(sum.weight), sum.money).Cmp(m.minAmount) < 0 {
		least := charge{money: m.minAmount}
		m.cap.lift(m.c, m.c.Sub(m.weight(least), m.weight(sum)))
		sum = least
	}
	return sum
}

// charged is what is left of a start's bill under the cap of its days, as a
// weight.
func (m *meter) charged(a charge) decimal.Decimal {
	if m.cap == nil {
		return m.weight(a)
	}
	m.cap.close(m.c)
	return m.cap.charged
}

// weight is a charge as price × seconds, which is exact where money ÷ price
// would not be.
func (m *meter) weight(a charge) decimal.Decimal {
	return m.c.Sum(a.weight, m.c.Product(a.money, m.period))
}

func (m *meter) exact(weight decimal.Decimal) decimal.Decimal {
	if weight.IsZero() {
		return weight
	}
	return m.c.Ratio(m.period, weight)
}

// row is a bill row, or several equal ones.
type row struct {
	pieces []piece
	times  int64
}

// split cuts the pieces at the platform's settlement and writes each row.
// Whole rows inside one piece are equal and written once.
func (m *meter) split(sum *charge, pieces []piece) {
	room := m.every - m.offset
	var open row
	for _, p := range pieces {
		for p.length > 0 {
			if len(open.pieces) == 0 && room == m.every && p.length >= m.every {
				whole := row{pieces: []piece{{m.every, p.price}}, times: int64(p.length / m.every)}
				m.write(sum, &whole)
				p.length %= m.every
				continue
			}
			take := min(room, p.length)
			open.pieces = append(open.pieces, piece{take, p.price})
			p.length -= take
			if room -= take; room == 0 {
				open.times = 1
				m.write(sum, &open)
				open.pieces, room = open.pieces[:0], m.every
			}
		}
	}
	if len(open.pieces) > 0 {
		open.times = 1
		m.write(sum, &open)
	}
}

// write adds rows to a sum as the platform rounds them.
func (m *meter) write(sum *charge, r *row) {
	var weight decimal.Decimal
	var ran Seconds
	for _, p := range r.pieces {
		weight = m.c.Sum(weight, m.c.Product(p.price, p.length.Decimal()))
		ran += p.length
	}
	if short := m.minSeconds - ran; m.perRow && short > 0 {
		weight = m.c.Sum(weight, m.c.Product(r.pieces[len(r.pieces)-1].price, short.Decimal()))
	}
	billed := charge{weight: weight}
	if m.rounding.Mode != RoundNot {
		billed = charge{money: m.rounding.of(m.c, m.period, weight)}
	}
	if m.perRow && m.minAmount.IsPos() && m.c.Add(m.exact(billed.weight), billed.money).Cmp(m.minAmount) < 0 {
		billed = charge{money: m.minAmount}
	}
	sum.add(m.c, billed, r.times)
	if m.cap != nil {
		m.cap.rows(m.c, r, m.weight(billed))
	}
}

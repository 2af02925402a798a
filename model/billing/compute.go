package billing

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// compute prices what renting the card costs, however it is sold.
func (p *pricing) compute() {
	switch t := p.t; {
	case t.Mode == PerToken:
		p.tokens()
	case t.Rules.Pack != nil:
		p.packs()
	case t.Mode.BoughtWhole() || len(t.Rules.Packages) > 0:
		p.bought()
	case p.u.occupies(t.Rules):
		p.byTime()
	}
}

// running is what a start is made of before the meter looks at it.
type running struct {
	setUp, useful, idle Seconds // as billed
}

func (r running) all() Seconds { return r.setUp + r.useful + r.idle }

// billed says which time of a start the meter counts. Boot and queue are
// set-up where they are billed; a meter that starts with the task counts none.
func (p *pricing) billed(useful Seconds) running {
	u, t := p.u, p.t
	r := running{u.SetUp, useful, u.Idle}
	boot, queue := t.bootBilled, t.queueBilled
	switch t.Rules.Starts {
	case StartsAtOrder:
		boot, queue = decimal.One, decimal.One
	case StartsRunning:
		boot, queue = decimal.Zero, decimal.Zero
	case StartsAtTask:
		return running{0, useful, u.Idle}
	}
	if u.Boot > 0 {
		r.setUp += wholeSeconds(p.c.Mul(u.Boot.Decimal(), boot))
	}
	if u.Queue > 0 {
		r.setUp += wholeSeconds(p.c.Mul(u.Queue.Decimal(), queue))
	}
	return r
}

// pieces cuts a start of the given length where its price changes: where the
// number of cards does, or where the platform's price moves.
func (p *pricing) pieces(length Seconds) []piece {
	t := p.t
	if len(p.u.Course) == 0 && len(t.Rules.Series) == 0 {
		p.room[0] = piece{length, t.Rate.Total(&p.c)}
		return p.room[:]
	}
	course := p.u.Course
	if len(course) == 0 {
		course = []Stretch{{length, t.Rate.Cards}}
	}
	var pieces []piece
	at, extra := Seconds(0), max(0, length-lengthOf(course)) // boot and queue come first
	for i, s := range course {
		left := s.Length
		if i == 0 {
			left += extra
		}
		for left > 0 && at < length {
			amount, until := p.amountAt(at)
			take := min(left, length-at, until-at)
			pieces = append(pieces, piece{take, p.forCards(amount, s.Cards)})
			at += take
			left -= take
		}
	}
	return pieces
}

func lengthOf(course []Stretch) (sum Seconds) {
	for _, s := range course {
		sum += s.Length
	}
	return sum
}

// amountAt is the rate's amount at a time of a start, and until when it holds.
func (p *pricing) amountAt(at Seconds) (amount decimal.Decimal, until Seconds) {
	amount = p.t.Rate.Amount.Value
	for _, s := range p.t.Rules.Series {
		if s.After > at {
			return amount, s.After
		}
		amount = s.Amount
	}
	return amount, maxSpan * 2
}

// forCards is what a number of cards costs per period. Prices exist only for
// the counts that are quoted: a rate for an instance says nothing of another.
func (p *pricing) forCards(amount decimal.Decimal, cards int) decimal.Decimal {
	r := p.t.Rate
	own, ok := p.t.Rules.forCards(cards)
	switch {
	case ok:
		return own
	case r.Scope == PerCard:
		return p.c.Mul(amount, count(cards))
	case cards != r.Cards:
		p.refused = reason.Refuse("course", "cards.no_price", reason.Int("cards", reason.Count, int64(cards)), reason.Int("quoted", reason.Count, int64(r.Cards)))
	}
	return amount
}

// weigh is price × seconds of a part of a start.
func weigh(c *money.Calc, pieces []piece, from, to Seconds) decimal.Decimal {
	if len(pieces) == 1 {
		return c.Product(pieces[0].price, (to - from).Decimal())
	}
	var sum decimal.Decimal
	at := Seconds(0)
	for _, p := range pieces {
		if overlap := min(at+p.length, to) - max(at, from); overlap > 0 {
			sum = c.Sum(sum, c.Product(p.price, overlap.Decimal()))
		}
		at += p.length
	}
	return sum
}

// meter is the platform's meter for the card.
func (p *pricing) meter() meter {
	t := p.t
	m := meter{c: &p.c, period: t.ratePeriod(), granularity: t.Granularity, minSeconds: t.MinSeconds, minAmount: t.MinAmount,
		perRow: t.Rules.MinimumPerRow, rounding: t.Rounding, every: t.Rules.Settles.every(t.Rate.Month)}
	switch {
	case m.every > 0 && p.u.Starts.Told && t.Rules.Settles != EachMonth:
		m.offset = p.u.Starts.Second % m.every
	case m.every > 0 && t.extraRow:
		m.offset = m.every - 1 // a second before the row's end: one more row, as small as can be
	}
	return m
}

// byTime prices metered time.
func (p *pricing) byTime() {
	u, m := p.u, p.meter()
	var useful, setUp, idle, unused, charged decimal.Decimal // price × seconds
	var billed charge
	var part running
	kinds, n := starts(u.Useful, u.Sessions)
	for _, s := range kinds[:n] {
		part = p.billed(s.useful)
		ran := part.all()
		pieces := p.pieces(max(ran, p.requested()))
		if p.err() != nil {
			return
		}
		m.cap = p.cappedDays(max(ran, p.requested()))
		times := decimal.MustNew(s.times, 0)
		addTo := func(sum *decimal.Decimal, from, to Seconds) {
			if to > from {
				*sum = p.c.Sum(*sum, p.c.Product(weigh(&p.c, pieces, from, to), times))
			}
		}
		addTo(&setUp, 0, part.setUp)
		addTo(&useful, part.setUp, part.setUp+part.useful)
		addTo(&idle, part.setUp+part.useful, ran)
		addTo(&unused, ran, p.requested())
		full := m.bill(pieces)
		billed.add(&p.c, full, s.times)
		if len(p.t.Rules.Caps) > 0 {
			charged = p.c.Sum(charged, p.c.Product(m.charged(full), times))
		}
	}
	p.shares(m.period, useful, setUp, idle)
	exact := p.c.MulQuo(m.period, p.c.Sum(p.c.Sum(useful, setUp), p.c.Sum(idle, unused)))
	if !unused.IsZero() {
		p.requestedLine(p.c.MulQuo(m.period, unused))
		// The difference keeps the lines summing to the whole.
		exact = p.sumOf(computeKinds...)
	}
	total := m.amount(billed)
	p.add(Rounded, "", p.c.Sub(total, exact))
	if p.explain {
		p.whyRounded(&m)
	}
	p.caps(total, least(total, p.c.MulQuo(m.period, charged)))
	p.interruptions(useful)
}

func (p *pricing) requested() Seconds {
	if p.t.Rules.Requested {
		return p.u.Requested
	}
	return 0
}

// shares adds the lines of useful, set-up and idle time from their weights.
// They are differences of running sums, so that they add up without remainder.
func (p *pricing) shares(period, useful, setUp, idle decimal.Decimal) {
	prepared := p.c.Sum(useful, setUp)
	a := p.c.MulQuo(period, useful)
	b, all := a, a
	if !setUp.IsZero() {
		b = p.c.MulQuo(period, prepared)
		all = b
	}
	if !idle.IsZero() {
		all = p.c.MulQuo(period, p.c.Sum(prepared, idle))
	}
	p.computeLines(a, p.c.Sub(b, a), p.c.Sub(all, b))
}

// computeLines adds what compute costs, by what the card did.
func (p *pricing) computeLines(useful, setUp, idle decimal.Decimal) {
	u := p.u
	part := p.billed(0)
	n := Seconds(u.Sessions)
	p.add(Useful, "", useful)
	p.whyCompute(u.Useful)
	if u.SetUp+u.Boot+u.Queue > 0 {
		p.add(SetUp, "", setUp)
		p.whyCompute(n * part.setUp)
	}
	if u.Idle > 0 {
		p.add(Idle, "", idle)
		p.whyCompute(n * u.Idle)
	}
}

func (p *pricing) whyCompute(time Seconds) {
	if !p.explain {
		return
	}
	r, rules := p.t.Rate, p.t.Rules
	rule := "compute"
	switch {
	case rules.Pack != nil:
		// The rate is what a pack costs, not an hour.
		p.why("compute_pack", reason.Int("time", reason.Seconds, int64(time)), p.moneyArg("pack", r.Total(&p.c)),
			reason.Num("units", reason.Count, rules.Pack.Units), reason.Num("per_hour", reason.Count, rules.Pack.PerHour))
		return
	case len(rules.Packages) > 0:
		rule = "compute_mix"
	case len(p.u.Course) > 0 || len(rules.Series) > 0:
		rule = "compute_moving"
	case r.Scope == PerCard && r.Cards > 1:
		rule = "compute_cards"
	}
	p.why(rule, reason.Int("time", reason.Seconds, int64(time)), p.rateArg(r.Amount.Value, r.Per), reason.Int("cards", reason.Count, int64(r.Cards)))
}

func (p *pricing) requestedLine(amount decimal.Decimal) {
	p.add(Unused, "", amount)
	if p.explain {
		p.why("requested", reason.Int("time", reason.Seconds, int64(p.u.Requested)), reason.Int("sessions", reason.Count, int64(p.u.Sessions)))
	}
}

func (p *pricing) whyRounded(m *meter) {
	t := p.t
	rule := "granularity"
	switch {
	case m.every > 0:
		rule = "rows_" + string(t.Rules.Settles)
	case m.minSeconds > 0 || m.minAmount.IsPos():
		rule = "minimum"
	case t.Rounding.Mode != RoundNot:
		rule = "granularity_rounded"
	}
	p.why(rule, reason.Int("step", reason.Seconds, int64(t.Granularity)), reason.Int("sessions", reason.Count, int64(p.u.Sessions)),
		p.moneyArg("unit", t.Rounding.Unit), reason.Int("least", reason.Seconds, int64(t.MinSeconds)), p.moneyArg("money", t.MinAmount))
}

func least(a, b decimal.Decimal) decimal.Decimal {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

// sumOf adds up the lines so far of some kinds.
func (p *pricing) sumOf(kinds ...Kind) decimal.Decimal {
	var sum decimal.Decimal
	for _, l := range p.lines {
		if slices.Contains(kinds, l.Kind) {
			sum = p.c.Add(sum, l.Amount)
		}
	}
	return sum
}

var million = decimal.MustNew(1_000_000, 0)

// tokens prices what is read and written, by the million.
func (p *pricing) tokens() {
	u, price := p.u, p.t.Rules.Tokens
	cached := price.In
	if price.Cached != nil {
		cached = *price.Cached
	}
	for _, l := range []struct {
		item      string
		n, amount decimal.Decimal
	}{{"tokens_in", u.TokensIn, price.In}, {"tokens_cached", u.TokensCached, cached}, {"tokens_out", u.TokensOut, price.Out}} {
		if !l.n.IsPos() {
			continue
		}
		p.add(Useful, l.item, p.c.MulQuo(million, l.amount, l.n))
		if p.explain {
			p.why("tokens", reason.Num("n", reason.Count, l.n), reason.Priced("rate", reason.Rate, l.amount, p.currency()+"/million_tokens"))
		}
	}
}

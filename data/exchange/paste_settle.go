package exchange

import (
	"slices"
	"strings"

	"cardhour/model/billing"
	"cardhour/model/reason"
)

// settle shares out what stands behind the last price, and looks at the
// figures that nothing explains.
func (r *row) settle() {
	r.settleColumns()
	if len(r.offers) == 0 {
		r.settleBare()
	}
	r.settleAsides()
	last := len(r.offers) - 1
	if last < 0 {
		return
	}
	r.settleSides()
	p := r.pending
	r.settleCards(p.phrases)
	if r.offers[last].label == "" {
		r.offers[last].label = p.label
	}
	if r.offers[last].per == "" {
		r.offers[last].per = p.per
	}
	for i := range r.offers {
		o := &r.offers[i]
		if len(o.modes) == 0 && !slices.ContainsFunc(r.offers, func(x offer) bool { return len(x.modes) > 0 && x.start != o.start }) {
			o.modes = p.modes
		}
		if len(o.counts) == 0 {
			o.counts = p.counts
		}
		if o.scope == "" {
			o.scope = p.scope
		}
		o.single, o.whole = o.single || p.single, o.whole || p.whole
		if i == last {
			o.from = o.from || p.from
		}
	}
	for i := range r.offers[:last] { // "￥2.68 ￥1.98/时"
		o, next := &r.offers[i], r.offers[i+1]
		if o.per == "" && next.own && next.per != "" && o.cell == next.cell && slices.Equal(o.codes, next.codes) {
			o.per, o.neighbour = next.per, true
		}
	}
}

// settleCards gives each price the card before it. Where the first price has
// none, the names stand behind their prices.
func (r *row) settleCards(behind []phrase) {
	before := 0
	for _, o := range r.offers {
		before += len(o.phrases)
	}
	if len(r.offers[0].phrases) == 0 && len(behind) > 0 && before+len(behind) == len(r.offers) {
		all := []phrase{}
		for _, o := range r.offers {
			all = append(all, o.phrases...)
		}
		all = append(all, behind...)
		for i := range r.offers {
			r.offers[i].phrases = all[i : i+1]
		}
		return
	}
	for i := range r.offers {
		switch {
		case len(r.offers[i].phrases) > 0:
		case before == 0:
			r.offers[i].phrases = behind
		case i > 0:
			r.offers[i].phrases = r.offers[i-1].phrases
		}
		if i > 0 && len(r.offers[i].counts) == 0 && before <= 1 {
			r.offers[i].counts = r.offers[i-1].counts
		}
	}
}

// settleBare takes the one figure of a line for its price, if it stands free
// of words that are not understood.
func (r *row) settleBare() {
	var free []int
	for _, j := range r.bare {
		if !r.standsBy(j-1, j) && !r.standsBy(j+1, j) && !r.tokens[j].used {
			free = append(free, j)
		}
	}
	if len(free) > 1 {
		for _, j := range free {
			r.refuse(r.tokens[j].start, r.tokens[j].end, "pasted.several_numbers", reason.Int("numbers", reason.Count, int64(len(free))))
			r.use(j, j+1)
		}
		return
	}
	for _, j := range free {
		a, after, err := r.amount(j)
		if err != nil {
			continue
		}
		o := offer{amounts: []billing.PastedAmount{a}, bare: true, start: r.tokens[j].start, end: r.tokens[after-1].end, cell: r.cellOf(j)}
		r.use(j, after)
		o.inherit(r.pending)
		r.offers = append(r.offers, o)
		r.pending = said{}
	}
}

// standsBy reports whether the token at i is a word that may explain the
// figure at j and is not understood.
func (r *row) standsBy(i, j int) bool {
	if i < 0 || i >= len(r.tokens) || r.tokens[i].used {
		return false
	}
	switch r.tokens[i].class {
	case breaking, opening, closing, slash, punctuation, dash, numeral:
		return (r.tokens[i].class == punctuation || r.tokens[i].class == dash) && r.tokens[max(i, j)].glued
	}
	return true
}

// settleColumns takes the figures of a table that stand under a heading which
// says what they are.
func (r *row) settleColumns() {
	if len(r.columns) == 0 {
		return
	}
	var left, priced []int
	for _, j := range r.bare {
		at := r.cellOf(j)
		n, whole := r.tokens[j].whole()
		switch {
		case at >= len(r.columns) || r.tokens[j].used:
			left = append(left, j)
		case r.columns[at].counted && whole:
			r.use(j, j+1)
			r.pending.addCount(n)
		case r.columns[at].aside:
			r.refuse(r.tokens[j].start, r.tokens[j].end, "pasted.other_thing")
			r.use(j, j+1)
		case r.columns[at].per != "" || len(r.columns[at].codes) > 0:
			priced = append(priced, j)
		default:
			left = append(left, j)
		}
	}
	r.bare = left
	shared := r.pending
	if len(r.offers) > 0 {
		shared.phrases, shared.counts = r.offers[0].phrases, r.offers[0].counts
	}
	for _, j := range priced {
		a, after, err := r.amount(j)
		if err != nil || len(r.offers) >= mostOffers {
			r.refuse(r.tokens[j].start, r.tokens[j].end, "pasted.number_unclear")
			continue
		}
		r.use(j, after)
		o := offer{amounts: []billing.PastedAmount{a}, start: r.tokens[j].start, end: r.tokens[after-1].end, cell: r.cellOf(j)}
		o.inherit(said{phrases: shared.phrases, counts: shared.counts, modes: shared.modes})
		r.offers = append(r.offers, o)
		r.pending.phrases, r.pending.counts, r.pending.modes = nil, nil, nil
	}
}

func (r *row) cellOf(j int) int { return strings.Count(r.line[:r.tokens[j].start], "\t") }

// settleSides finds out whether words stand before or behind their prices. A
// line that begins with a price and ends with such a word has all of them
// behind; where the end lacks one, a word between two prices may be either's.
func (r *row) settleSides() {
	p := &r.pending
	if len(r.offers) < 2 {
		return
	}
	side(r.offers, p,
		func(s *said) bool { return len(s.modes) > 0 },
		func(to, from *said) { to.modes, to.whole = from.modes, from.whole },
		func(o *offer) { o.modeAside = true })
	side(r.offers, p,
		func(s *said) bool { return len(s.counts) > 0 },
		func(to, from *said) { to.counts = from.counts },
		func(o *offer) { o.countAside = true })
	side(r.offers, p,
		func(s *said) bool { return s.label != "" },
		func(to, from *said) { to.label = from.label },
		func(*offer) {}) // such prices are noted as competing anyway
}

func side(offers []offer, behind *said, has func(*said) bool, move func(to, from *said), unsure func(*offer)) {
	if has(&offers[0].said) {
		return
	}
	all := true
	for i := range offers[1:] {
		all = all && has(&offers[i+1].said)
	}
	if !all || !has(behind) {
		for i := range offers {
			if i > 0 && has(&offers[i].said) && offers[i].cell == offers[i-1].cell {
				unsure(&offers[i])
			}
		}
		return
	}
	for i := range offers[1:] {
		move(&offers[i].said, &offers[i+1].said)
	}
	move(&offers[len(offers)-1].said, behind)
	move(behind, &said{})
}

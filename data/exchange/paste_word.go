package exchange

import (
	"strings"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
)

// name reads the words of one card's name.
func (r *row) name(i int) int {
	p := phrase{}
	named := false
	j := i
	for r.class(j) == cardPart {
		t := r.tokens[j]
		if t.shape == model || t.shape == figure || t.shape == round {
			if named && !(t.shape == round && len(p.words) == 1) {
				break // the next card
			}
			named = true
		}
		p.words = append(p.words, t.text)
		j++
		if r.class(j) == dash && r.class(j+1) == cardPart && r.glued(j) && r.glued(j+1) {
			j++
		}
	}
	p.text = r.line[r.tokens[i].start:r.tokens[j-1].end]
	if !named || len(p.words) == 1 && r.tokens[i].shape == round {
		return j // RTX by itself, or 6000 without it
	}
	r.use(i, j)
	for r.class(j) == dash && (r.class(j+1) == sizeText || r.class(j+1) == numeral && r.class(j+2) == dataUnit) {
		j++
	}
	if gib, next := r.sizeAt(j); next > j && !r.describes(next) {
		p.memory, p.text = gib, r.line[r.tokens[i].start:r.tokens[next-1].end]
		r.use(j, next)
		j = next
	} else if gib, from := r.sizeBefore(i); from < i && !r.tokens[from].used {
		p.memory = gib
		r.use(from, i)
	}
	for r.class(j) == cardPart && r.tokens[j].shape == mark { // "H100 80GB SXM5"
		p.words = append(p.words, r.tokens[j].text)
		p.text = r.line[r.tokens[i].start:r.tokens[j].end]
		r.use(j, j+1)
		j++
	}
	r.pending.phrases = append(r.pending.phrases, p)
	r.pending.thing, r.pending.bonus = false, false
	return j
}

// describes reports whether the size that ends before i belongs to a disk or
// to the machine's memory.
func (r *row) describes(i int) bool {
	return r.class(i) == thing || r.class(i) == freeWord && r.class(i+1) == thing
}

func (r *row) sizeAt(i int) (gib, next int) {
	switch {
	case r.class(i) == sizeText:
		return memoryOf(r.tokens[i].text), i + 1
	case r.class(i) == numeral && r.class(i+1) == dataUnit && (r.class(i-1) != currencySign):
		return memoryOf(r.tokens[i].text + r.tokens[i+1].text), i + 2
	}
	return 0, i
}

func (r *row) sizeBefore(i int) (gib, from int) {
	for _, n := range []int{1, 2} {
		if i < n {
			continue
		}
		if gib, next := r.sizeAt(i - n); next == i && gib > 0 {
			return gib, i - n
		}
	}
	return 0, i
}

// memory keeps a size that stands by itself: a card's memory if it says so or
// if it fits the card of the line.
func (r *row) memory(i, next int) int {
	if r.class(next) == cardPart {
		return next // the name behind it takes it
	}
	gib, _ := r.sizeAt(i)
	r.use(i, next)
	other := r.describes(next) || r.pending.thing
	r.pending.thing = false
	if gib > 0 && !other {
		r.sizes = append(r.sizes, gib)
	} else if !other {
		for k := i; k < next; k++ {
			r.tokens[k].used = false
		}
	}
	return next
}

// figure reads what begins with a number: a count, a size, a share, a fact
// about the machine, or a price.
func (r *row) figure(i int) int {
	n, whole := r.tokens[i].whole()
	second := r.class(i + 1)
	switch {
	case !whole && second == cardScope && strings.HasPrefix(r.tokens[i].text, "0."):
		if a, _, err := r.amount(i); err == nil && a.Value.IsPos() {
			r.part, r.slice = true, a.Value
			r.use(i, i+2)
			return i + 2
		}
		return r.price(i, false)
	case whole && second == slash && r.class(i+2) == numeral && (r.class(i+3) == cardScope || r.class(i+3) == cardPart):
		return r.fraction(i, n)
	case whole && (second == cardScope || second == dash && r.class(i+2) == cardScope && r.glued(i+1) && r.glued(i+2)):
		to := i + 2
		if second == dash {
			to++
		}
		r.pending.addCount(n)
		r.use(i, to)
		return to
	case whole && (second == timesMark || r.tokens[min(i+1, len(r.tokens)-1)].text == "块") && r.class(i+2) == cardPart:
		r.pending.addCount(n)
		r.use(i, i+2)
		return i + 2
	case whole && n == 1 && second == periodWord && r.class(i+2) != unknownWord:
		r.pending.per = billing.Period(r.tokens[i+1].value)
		r.use(i, i+2)
		return i + 2
	case second == dataUnit && !(r.tokens[i+1].text == "m" || r.tokens[i+1].text == "t") || second == dataUnit && r.glued(i+1):
		return r.memory(i, i+2)
	case second == discountMark:
		r.refuse(r.tokens[i].start, r.tokens[i+1].end, "pasted.discount")
		r.pending.label, r.pending.from = "", false
		r.use(i, i+2)
		return i + 2
	case second == specUnit, second == otherUnit, second == instanceScope && whole, second == thing && whole && r.glued(i+1):
		r.use(i, i+2)
		r.pending.thing = false
		return i + 2
	case second == periodWord && whole: // "30天" is a length of time; it stays unread
		return i + 2
	case second == magnitude && r.tokens[i+1].text == "w" && !r.scales(i+1):
		r.use(i, i+2) // a power
		return i + 2
	}
	return r.price(i, false)
}

// fraction reads "1/2 卡". What no decimal number is, a third, is left out.
func (r *row) fraction(i, n int) int {
	m, ok := r.tokens[i+2].whole()
	if !ok || m <= n {
		return r.price(i, false)
	}
	r.part = true
	share, err := decimal.MustNew(int64(n), 0).Quo(decimal.MustNew(int64(m), 0))
	back, err2 := share.Mul(decimal.MustNew(int64(m), 0))
	if err != nil || err2 != nil || share.Trim(0).Scale() > 8 || !back.Equal(decimal.MustNew(int64(n), 0)) {
		r.uneven = true
	} else {
		r.slice = share.Trim(0)
	}
	to := i + 3
	if r.class(to) == cardScope {
		to++
	}
	r.use(i, to)
	return to
}

// word reads a word that means something only beside another one.
func (r *row) word(i int) int {
	t := r.tokens[i]
	switch t.class {
	case timesMark:
		if r.class(i+1) != numeral {
			return i + 1
		}
		if r.isBus(i) {
			return i + 2
		}
		if n, ok := r.tokens[i+1].whole(); ok && r.class(i+2) != discountMark {
			r.pending.addCount(n)
			r.use(i, i+2)
			return i + 2
		}
	case memoryWord:
		r.use(i, i+1)
	case otherUnit:
		if strings.HasPrefix(t.text, "image") && r.class(i-1) != slash && r.class(i-1) != perMark && r.class(i-1) != numeral {
			r.use(i, i+1)
			r.setAside(!r.givenAway(i))
		}
	case cardScope, instanceScope:
		// "卡" by itself heads or names nothing.
		if r.class(i-1) != unknownWord && r.class(i+1) != unknownWord {
			r.use(i, i+1)
		}
	case unknownWord:
		r.pending.bonus = r.pending.bonus && t.glued
		r.pending.thing = r.pending.thing && t.glued
	case otherMoney:
		r.pending.bonus = false
	}
	return i + 1
}

// isBus reports whether "x16" is the width of a slot, "PCIe 4.0 x16".
func (r *row) isBus(i int) bool {
	for _, k := range []int{i - 1, i - 2} {
		if r.class(k) == cardPart && r.tokens[k].text == "pcie" {
			r.use(k, i+2)
			return true
		}
	}
	return false
}

// unitAhead reads a unit that stands before its price, or heads a column:
// 每小时, "/卡/时", "per hour".
func (r *row) unitAhead(i int) int {
	var o offer
	o.per, o.scope = "", r.pending.scope
	j := i
	for r.class(j) == slash || r.class(j) == perMark {
		next := r.unit(&o, j, j+1)
		if next == j {
			break
		}
		j = next
	}
	if j < len(r.tokens) && r.class(j) == periodWord && o.scope != "" && o.per == "" {
		o.per = billing.Period(r.tokens[j].value)
		j++
	}
	if j == i || o.other || o.odd || o.perGB && o.per == "" && r.class(j) == numeral {
		return i + 1
	}
	r.use(i, j)
	if o.perGB {
		r.pending.thing = true
		return j
	}
	if o.per != "" {
		r.pending.per = o.per
	}
	if o.scope != "" {
		r.pending.scope = o.scope
	}
	for _, n := range o.counts {
		r.pending.addCount(n)
	}
	return j
}

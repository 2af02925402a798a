package exchange

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// mostOffers is how many prices of one line are read.
const mostOffers = 16

// price reads the price that begins at token i with a currency or a figure. It
// returns i when there is none: a figure that nothing makes a price is kept
// apart until the whole line is known.
func (r *row) price(i int, negative bool) int {
	o := offer{negative: negative, cell: r.cell}
	j := i
	for r.class(j) == currencySign || r.class(j) == currencyWord {
		o.addCode(money.Currency(r.tokens[j].value))
		j++
	}
	if j > i && r.class(j) == punctuation && r.tokens[j].text == ":" {
		j++
	}
	if r.class(j) == dash && r.class(j+1) == numeral && r.glued(j+1) {
		o.negative = true
		j++
	}
	if r.class(j) != numeral {
		return i
	}
	first, after, err := r.amount(j)
	if err != nil {
		r.refuse(r.tokens[j].start, r.tokens[j].end, "pasted.number_unclear")
		r.use(i, j+1)
		return j + 1
	}
	o.amounts, o.start = []billing.PastedAmount{first}, r.tokens[i].start
	after = r.rangeEnd(&o, after)
	after = r.tail(&o, after)
	o.end = r.tokens[after-1].end
	o.own = len(o.codes) > 0 || o.per != "" || o.perGB || o.other || o.odd || o.strange
	lead := r.pending.per != "" || r.pending.label != "" || r.pending.from || len(r.pending.codes) > 0 || r.pending.bonus || o.from || o.scope != ""
	if !o.own && !lead {
		r.bare = append(r.bare, j)
		return i
	}
	r.use(i, after)
	after = r.besides(&o, after)
	r.take(o, after)
	return after
}

// amount reads a figure and the thousands or ten thousands behind it.
func (r *row) amount(j int) (billing.PastedAmount, int, error) {
	t := r.tokens[j]
	d, err := money.Parse(t.text)
	if err != nil || strings.Count(t.text, ".") > 1 {
		return billing.PastedAmount{}, j, reason.Refuse("", "number.malformed")
	}
	end, next := t.end, j+1
	if r.class(next) == magnitude && r.scales(next) {
		var c money.Calc
		d = c.Mul(d, decimal.MustParse(r.tokens[next].value))
		if c.Err() != nil {
			return billing.PastedAmount{}, j, c.Err()
		}
		end, next = r.tokens[next].end, next+1
	}
	return billing.PastedAmount{Value: d.Trim(0), Text: r.line[t.start:end]}, next, nil
}

// scales reports whether 万 or k belongs to the figure before it. "300W" is a
// power unless money follows.
func (r *row) scales(i int) bool {
	t := r.tokens[i]
	if t.text != "k" && t.text != "w" {
		return true
	}
	if t.text == "w" && r.class(i+1) != currencyWord && r.class(i+1) != slash {
		return false
	}
	return t.glued
}

// rangeEnd reads the other end of "1500-2500".
func (r *row) rangeEnd(o *offer, j int) int {
	k := j
	for r.class(k) == currencyWord {
		k++
	}
	if r.class(k) != dash {
		return j
	}
	k++
	for r.class(k) == currencySign {
		k++
	}
	if r.class(k) != numeral || r.class(k+1) == dataUnit || r.class(k+1) == cardScope || r.class(k+1) == specUnit || r.class(k+1) == cardPart || r.class(k+1) == discountMark {
		return j
	}
	second, after, err := r.amount(k)
	if err != nil {
		return j
	}
	o.unclear = second.Value.Cmp(o.amounts[0].Value) <= 0
	for _, t := range r.tokens[j:k] {
		if t.class == currencyWord || t.class == currencySign {
			o.addCode(money.Currency(t.value))
		}
	}
	o.amounts = append(o.amounts, second)
	return after
}

// tail reads what belongs to an amount behind it: 元/卡/小时起, "CNY per GPU hour".
func (r *row) tail(o *offer, j int) int {
	for j < len(r.tokens) {
		next := r.tailWord(o, j)
		if next == j {
			break
		}
		j = next
	}
	return j
}

func (r *row) tailWord(o *offer, j int) int {
	t := r.tokens[j]
	switch t.class {
	case currencySign, currencyWord:
		if r.class(j+1) == numeral && (t.class == currencySign || len(o.codes) > 0) {
			return j // the sign of the next price
		}
		o.addCode(money.Currency(t.value))
		return j + 1
	case otherMoney:
		o.strange = true
		return j + 1
	case fromWord:
		if t.text == "起" || t.text == "起步" {
			o.from = true
			return j + 1
		}
	case opening:
		inner := *o
		inner.codes = slices.Clone(o.codes)
		if k := r.tail(&inner, j+1); k > j+1 && r.class(k) == closing {
			*o = inner
			return k + 1
		}
	case slash, perMark:
		return r.unit(o, j, j+1)
	case punctuation, timesMark, dash:
		if o.scope != "" && o.per == "" && r.class(j+1) == periodWord || o.perGB && r.class(j+1) == periodWord {
			return r.unit(o, j, j+1)
		}
	case cardHour:
		if o.per == "" && t.glued {
			return r.unit(o, j, j)
		}
	case periodWord:
		if o.per == "" && (o.scope != "" || o.perGB || t.glued && len(o.codes) > 0 && r.class(j-1) == currencyWord) {
			return r.unit(o, j, j)
		}
	case numeral:
		if t.text == "1" && r.class(j+1) == periodWord && o.per == "" && t.glued {
			return r.unit(o, j, j+1)
		}
	case single:
		o.scope, o.single = billing.PerCard, true
		return j + 1
	}
	return j
}

// unit reads the unit at k that a mark at j announces; j when it is none.
func (r *row) unit(o *offer, j, k int) int {
	if r.class(k) == perMark && k > j || r.class(k) == opening && r.class(k+2) == closing {
		k++ // "/每小时", "/(小时)"
	}
	closed := 0
	if r.class(k-1) == opening {
		closed = 1
	}
	switch t := r.class(k); t {
	case periodWord, periodAdverb:
		if o.per != "" && o.per != billing.Period(r.tokens[k].value) {
			o.clash = true
		}
		o.per = billing.Period(r.tokens[k].value)
	case cardHour:
		o.scope, o.per = billing.PerCard, billing.PerHour
	case cardScope, single:
		if o.scope == "" {
			o.scope = billing.PerCard
		}
	case instanceScope:
		o.scope = billing.PerInstance
	case dataUnit:
		o.perGB = true
	case otherUnit, specUnit, thing:
		o.other = true
	case numeral:
		return r.countedUnit(o, j, k)
	case unknownWord:
		if o.per != "" || o.scope != "" || !r.glued(j) || !r.glued(k) || r.class(j) != slash {
			return j
		}
		o.other = true
	default:
		return j
	}
	return k + 1 + closed
}

// countedUnit reads "/8卡" and "/24小时".
func (r *row) countedUnit(o *offer, j, k int) int {
	n, ok := r.tokens[k].whole()
	switch {
	case !ok:
		return j
	case r.class(k+1) == cardScope && n > 1:
		o.scope = billing.PerInstance
		o.addCount(n)
	case r.class(k+1) == cardScope:
		o.scope = billing.PerCard
	case r.class(k+1) == periodWord && n == 1:
		o.per = billing.Period(r.tokens[k+1].value)
	case r.class(k+1) == periodWord:
		o.odd = true
	case r.class(k+1) == otherUnit || r.class(k+1) == dataUnit:
		o.other = true
	default:
		return j
	}
	return k + 2
}

// besides reads a label in brackets behind a price.
func (r *row) besides(o *offer, j int) int {
	if r.class(j) != opening || r.class(j+2) != closing {
		return j
	}
	switch t := r.tokens[j+1]; t.class {
	case labelWord:
		o.label = billing.PriceLabel(t.value)
	case modeWord:
		o.addMode(billing.Mode(t.value))
	default:
		return j
	}
	r.use(j, j+3)
	return j + 3
}

// take keeps an offer with what stood before it, or refuses it as the price of
// something else than a card.
func (r *row) take(o offer, after int) {
	timed := o.per != "" || r.pending.per != ""
	behind := r.class(after) == bonusAfter || r.class(after) == bonusBefore && r.tokens[after].value == both && r.class(after+1) != numeral && r.class(after+1) != currencySign
	bonus := r.pending.bonus && o.per == "" || !timed && behind
	ends := r.class(after) == thing && r.class(after+1) != sizeText && r.class(after+1) != numeral && !r.anyCard()
	var rule string
	switch {
	case o.unclear:
		rule = "pasted.number_unclear"
	case o.negative:
		rule = "pasted.negative"
	case bonus:
		rule = "pasted.bonus"
	case o.perGB:
		rule = "pasted.per_gb"
	case r.pending.thing || ends:
		rule = "pasted.other_thing"
	case o.strange:
		rule = "pasted.other_money"
	case o.other:
		rule = "pasted.other_unit"
	case o.odd:
		rule = "pasted.odd_period"
	case len(r.offers) == mostOffers:
		rule = "pasted.too_many_prices"
	}
	p := &r.pending
	if rule != "" {
		r.refuse(o.start, o.end, rule)
		*p = said{phrases: p.phrases, counts: p.counts, modes: p.modes, bonus: p.bonus}
		return
	}
	o.inherit(*p)
	o.named = r.aside
	r.offers = append(r.offers, o)
	*p = said{}
}

// inherit fills what the price itself does not say.
func (o *offer) inherit(p said) {
	if len(o.codes) == 0 {
		o.codes = p.codes
	}
	if o.per == "" {
		o.per = p.per
	}
	if o.scope == "" {
		o.scope = p.scope
	}
	if len(o.counts) == 0 {
		o.counts = p.counts
	}
	if len(o.modes) == 0 {
		o.modes = p.modes
	}
	if o.label == "" {
		o.label = p.label
	}
	o.single, o.from, o.whole = o.single || p.single, o.from || p.from, o.whole || p.whole
	o.aside = o.aside || p.aside
	o.phrases = append(o.phrases, p.phrases...)
}

func (r *row) anyCard() bool {
	for _, t := range r.tokens {
		if t.class == cardPart && t.shape != mark {
			return true
		}
	}
	return false
}

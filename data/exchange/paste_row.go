package exchange

import (
	"slices"
	"strconv"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// said is what has been read and belongs to the next price, or to the column
// that it heads.
type said struct {
	codes   []money.Currency
	per     billing.Period
	scope   billing.Scope
	single  bool
	counts  []int
	modes   []billing.Mode
	label   billing.PriceLabel
	from    bool
	whole   bool // a package is bought whole
	thing   bool // a disk or traffic is being spoken of
	aside   bool // one stands before the price, its size perhaps between them
	bonus   bool
	phrases []phrase
	counted bool // heads a column of card counts
}

// offer is one price of a line.
type offer struct {
	said
	amounts    []billing.PastedAmount
	clash      bool // two periods
	perGB      bool
	other      bool // per token, per request
	odd        bool // per three hours
	strange    bool // points, cents, crypto
	negative   bool
	unclear    bool // a range that falls
	own        bool // has a sign of money or of time of its own
	bare       bool
	modeAside  bool // its way of buying stands between two prices
	countAside bool
	neighbour  bool // the period stands with the price beside it
	named      bool // a disk or the like stands somewhere before it
	start, end int
	cell       int
}

// row reads the tokens of one line.
type row struct {
	line     string
	tokens   []token
	pending  said
	offers   []offer
	refused  []billing.Refusal
	bare     []int // places of figures that say nothing of themselves
	sizes    []int
	platform []string
	soldOut  bool
	free     bool
	part     bool
	slice    decimal.Decimal
	uneven   bool // a fraction that no decimal number is
	under    bool // a line above names the card
	aside    bool // a disk or the like stands before all later prices
	cell     int
	columns  []column // what the headings of the table say
}

func because(rule string, args ...reason.Arg) reason.Because {
	return reason.Because{Rule: rule, Args: args}
}

func (r *row) refuse(start, end int, rule string, args ...reason.Arg) {
	r.refused = append(r.refused, billing.Refusal{Text: r.line[start:end], Why: because(rule, args...)})
}

func (r *row) use(from, to int) {
	for i := from; i < to; i++ {
		r.tokens[i].used = true
	}
}

func (r *row) class(i int) class {
	if i < 0 || i >= len(r.tokens) {
		return breaking
	}
	return r.tokens[i].class
}

func (r *row) glued(i int) bool { return i < len(r.tokens) && r.tokens[i].glued }

// read goes through the line once.
func (r *row) read() {
	for i := 0; i < len(r.tokens); {
		next := r.step(i)
		if next <= i {
			next = i + 1
		}
		i = next
	}
	r.settle()
}

// step reads what begins at token i and returns where to go on.
func (r *row) step(i int) int {
	t := r.tokens[i]
	switch t.class {
	case cardPart:
		return r.name(i)
	case numeral:
		return r.figure(i)
	case sizeText:
		return r.memory(i, i+1)
	case currencySign, currencyWord:
		if next := r.price(i, false); next > i {
			return next
		}
		r.pending.addCode(money.Currency(t.value))
	case dash:
		if r.class(i+1) == numeral && r.glued(i+1) && (i == 0 || !t.glued && r.class(i-1) != numeral) {
			if next := r.price(i+1, true); next > i+1 {
				r.use(i, i+1)
				return next
			}
			r.refuse(t.start, r.tokens[i+1].end, "pasted.negative")
			r.use(i, i+2)
			return i + 2
		}
		return i + 1
	case slash, perMark:
		return r.unitAhead(i)
	case unknownWord, periodWord, cardScope, instanceScope, cardHour, magnitude, dataUnit, otherUnit, specUnit, otherMoney, discountMark, timesMark, memoryWord:
		return r.word(i)
	default:
		return r.remark(i)
	}
	r.use(i, i+1)
	return i + 1
}

// remark reads a word that says something about the price to come.
func (r *row) remark(i int) int {
	t := r.tokens[i]
	r.use(i, i+1)
	switch t.class {
	case periodAdverb:
		r.pending.per = billing.Period(t.value)
	case packageOf:
		r.pending.per, r.pending.whole = billing.Period(t.value), true
		r.pending.addMode(billing.Prepaid)
	case modeWord:
		r.pending.addMode(billing.Mode(t.value))
		r.pending.bonus = false
	case labelWord:
		r.pending.label, r.pending.bonus = billing.PriceLabel(t.value), false
	case fromWord:
		r.pending.from = true
	case single:
		r.pending.single, r.pending.scope = true, billing.PerCard
	case countWord:
		n, _ := strconv.Atoi(t.value)
		r.pending.addCount(n)
	case countHeading:
		r.pending.counted = true
	case bonusBefore, bonusAfter:
		r.pending.bonus = t.class == bonusBefore
	case thing:
		r.pending.thing = r.class(i-1) != sizeText && r.class(i-1) != dataUnit && r.class(i-1) != specUnit
		r.setAside(!r.givenAway(i))
	case partWord:
		r.part = true
	case freeWord:
		r.free, r.pending.thing = true, false
		r.setAside(false)
	case soldOut:
		r.soldOut = true
	case stockWord:
		if r.class(i+1) == numeral {
			r.use(i+1, i+2)
			return i + 2
		}
	case platformWord:
		if !slices.Contains(r.platform, t.value) {
			r.platform = append(r.platform, t.value)
		}
	case breaking:
		r.pending.bonus = false
		if t.text == "\t" || t.text == "|" {
			r.pending.aside = false // the next cell speaks of something else
		}
		if t.text == "\t" {
			r.cell++
			r.pending.thing = false
		}
	}
	return i + 1
}

func (s *said) addCode(c money.Currency) {
	if !slices.Contains(s.codes, c) {
		s.codes = append(s.codes, c)
	}
}

func (s *said) addMode(m billing.Mode) {
	if !slices.Contains(s.modes, m) {
		s.modes = append(s.modes, m)
	}
}

func (s *said) addCount(n int) {
	if !slices.Contains(s.counts, n) {
		s.counts = append(s.counts, n)
	}
}

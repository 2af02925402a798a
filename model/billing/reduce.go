package billing

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// Refused is a discount that may not be used for a usage, and why.
type Refused struct {
	Name string
	Why  reason.Because
}

// reducer turns gross lines into what is paid: discounts, then tax, then what
// a top-up makes of the sum.
type reducer struct {
	c       money.Calc
	t       *Terms
	u       *Usage
	explain bool
}

// choose says which discounts are used for a bill, and why the others are not.
func (r *reducer) choose(lines []Line) (use []bool, refused []Refused) {
	able, why := r.able(lines)
	use = r.best(lines, able)
	for i := range able {
		switch {
		case !able[i]:
			refused = append(refused, why[i])
		case !use[i]:
			refused = append(refused, r.notTogether(i))
		}
	}
	return use, refused
}

// able says which discounts may be used for a bill, and why the others may not.
func (r *reducer) able(lines []Line) (able []bool, why []Refused) {
	offers := r.t.Rules.Discounts
	if len(offers) == 0 {
		return nil, nil
	}
	able, why = make([]bool, len(offers)), make([]Refused, len(offers))
	spared := r.spared(lines)
	for i := range offers {
		rule, args := r.barred(&offers[i], lines, spared)
		able[i] = rule == ""
		why[i] = r.refusal(i, rule, args...)
	}
	return able, why
}

func (r *reducer) refusal(i int, rule string, args ...reason.Arg) Refused {
	name := r.t.Rules.Discounts[i].Name
	return Refused{name, reason.Because{Rule: rule, Args: append(args, reason.Word("name", name))}}
}

func (r *reducer) notTogether(i int) Refused { return r.refusal(i, "discount.not_together") }

// best picks among the discounts that may be used. Those that go together are
// used in the order of the quote; one that goes alone is used when it takes
// off more than all of them.
func (r *reducer) best(lines []Line, able []bool) []bool {
	if able == nil {
		return nil
	}
	offers := r.t.Rules.Discounts
	use := make([]bool, len(offers))
	for i := range offers {
		use[i] = able[i] && !offers[i].Alone
	}
	most := r.takesOff(lines, use)
	for i := range offers {
		if !able[i] || !offers[i].Alone {
			continue
		}
		alone := make([]bool, len(offers))
		alone[i] = true
		if off := r.takesOff(lines, alone); off.Cmp(most) > 0 {
			use, most = alone, off
		}
	}
	return use
}

// barred says why a discount may not be used, if so.
func (r *reducer) barred(d *Reduction, lines []Line, spared []decimal.Decimal) (rule string, args []reason.Arg) {
	base := r.base(d, lines, spared)
	switch {
	case !d.Expires.IsZero() && !r.u.On.IsZero() && pastDay(r.u.On, d.Expires):
		return "discount.expired", []reason.Arg{reason.Day("date", d.Expires)}
	case len(d.Modes) > 0 && !slices.Contains(d.Modes, r.t.Mode):
		return "discount.mode", []reason.Arg{reason.Name("mode", string(r.t.Mode))}
	case len(d.Cards) > 0 && !slices.ContainsFunc(d.Cards, func(c string) bool { return hardware.Same(c, r.t.Card) }):
		return "discount.card", []reason.Arg{reason.Word("card", r.t.Card)}
	case d.ListPrice && r.t.Rules.Reduced:
		return "discount.list_price", nil
	case !base.IsPos() && d.NotGPU:
		return "discount.not_gpu", nil
	case !base.IsPos():
		return "discount.nothing", nil
	case base.Cmp(d.Threshold) < 0:
		return "discount.threshold", []reason.Arg{r.money("threshold", d.Threshold), r.money("sum", money.HalfUp(base, 2))}
	}
	return "", nil
}

func (r *reducer) money(name string, v decimal.Decimal) reason.Arg {
	return reason.Priced(name, reason.Money, v, string(r.t.Rate.Amount.Currency))
}

// covers reports whether a discount may lower a kind of line.
func (d *Reduction) covers(k Kind) bool {
	if k == Discount || k == Tax || (d.NotGPU && slices.Contains(computeKinds, k)) {
		return false
	}
	return len(d.Lines) == 0 || slices.Contains(d.Lines, k)
}

// base is what the lines come to that a discount covers. taken holds what has
// been taken off each line before.
func (r *reducer) base(d *Reduction, lines []Line, taken []decimal.Decimal) decimal.Decimal {
	return r.rest(lines, taken, d.covers)
}

func (r *reducer) rest(lines []Line, taken []decimal.Decimal, covers func(Kind) bool) decimal.Decimal {
	var sum decimal.Decimal
	for i := range lines {
		if covers(lines[i].Kind) {
			sum = r.c.Add(sum, r.c.Sub(lines[i].Amount, taken[i]))
		}
	}
	return sum
}

// cappedKinds are what the cap of a day or a month bounds.
var cappedKinds = []Kind{Useful, SetUp, Idle, Rounded, Unused}

// spared is what caps, refunds and rounding down have taken off each line: no
// discount can lower what is not charged at all.
func (r *reducer) spared(lines []Line) []decimal.Decimal {
	taken := make([]decimal.Decimal, len(lines))
	for i, l := range lines {
		if !l.Amount.IsNeg() {
			continue
		}
		kinds := cappedKinds
		if l.Item == "refund" {
			kinds = []Kind{Unused}
		}
		taken[i] = l.Amount // all of it is shared out
		r.share(lines, taken, l.Amount.Neg(), func(k Kind) bool { return slices.Contains(kinds, k) })
	}
	return taken
}

// share takes a sum off the lines that are covered, each by its part of what
// is left of them.
func (r *reducer) share(lines []Line, taken []decimal.Decimal, off decimal.Decimal, covers func(Kind) bool) {
	base, left := r.rest(lines, taken, covers), off
	for i := range lines {
		if !left.IsPos() || !base.IsPos() || !covers(lines[i].Kind) {
			continue
		}
		rest := above(r.c.Sub(lines[i].Amount, taken[i]))
		part := least(left, least(rest, r.c.MulQuo(base, off, rest)))
		taken[i] = r.c.Add(taken[i], part)
		left = r.c.Sub(left, part)
	}
}

// takesOff is what a choice of discounts takes off in all.
func (r *reducer) takesOff(lines []Line, use []bool) decimal.Decimal {
	var sum decimal.Decimal
	for _, off := range r.amounts(lines, use) {
		sum = r.c.Add(sum, off)
	}
	return sum
}

// amounts is what each discount takes off, in order, each from what the ones
// before it have left. What it takes is shared out over its lines.
func (r *reducer) amounts(lines []Line, use []bool) []decimal.Decimal {
	offers := r.t.Rules.Discounts
	off := make([]decimal.Decimal, len(offers))
	taken := r.spared(lines)
	for i := range offers {
		d := &offers[i]
		if !use[i] {
			continue
		}
		base := above(r.base(d, lines, taken))
		amount := d.Value
		if d.Kind == Percent {
			amount = r.c.MulQuo(decimal.Hundred, base, d.Value)
		}
		if d.Most.IsPos() {
			amount = least(amount, d.Most)
		}
		off[i] = least(amount, base)
		r.share(lines, taken, off[i], d.covers)
	}
	return off
}

// apply adds discounts, tax and the top-up to gross lines, in order. A
// discount that is not used has a line of nothing, so that bills compare.
func (r *reducer) apply(lines []Line, use []bool) []Line {
	rules := r.t.Rules
	if len(rules.Discounts) == 0 && rules.TopUp == nil && !rules.TaxOnTop.IsPos() {
		return inPlace(lines)
	}
	lines = slices.Clip(lines) // both ends of an estimate may be one slice
	gross := len(lines)
	if use != nil {
		for i, off := range r.amounts(lines[:gross], use) {
			d := rules.Discounts[i]
			rule := "discount." + string(d.Kind)
			if d.Kind == Percent && d.Most.IsPos() {
				rule = "discount.up_to"
			}
			lines = append(lines, r.line(Discount, d.Name, off.Neg(), rule, reason.Word("name", d.Name), reason.Num("value", reason.Count, d.Value), r.money("money", d.Value), r.money("most", d.Most)))
		}
	}
	if rules.TaxOnTop.IsPos() {
		lines = append(lines, r.line(Tax, "", r.c.MulQuo(decimal.Hundred, r.total(lines), rules.TaxOnTop), "tax", reason.Num("percent", reason.Count, rules.TaxOnTop)))
	}
	lines = r.topUp(lines)
	return inOrder(lines)
}

func (r *reducer) line(kind Kind, item string, amount decimal.Decimal, rule string, args ...reason.Arg) Line {
	l := Line{Kind: kind, Item: item, Amount: amount}
	if r.explain {
		l.Why = reason.Because{Rule: rule, Args: args}
	}
	return l
}

func (r *reducer) total(lines []Line) decimal.Decimal {
	var sum decimal.Decimal
	for _, l := range lines {
		sum = r.c.Add(sum, l.Amount)
	}
	return sum
}

// topUp makes cash of a sum that is paid from a balance. A bonus is worth
// P ÷ (P + B) of what is really used up; balance that is left costs what was
// paid for it, unless it comes back or will be used. The balance is topped up
// again only when it is used up.
func (r *reducer) topUp(lines []Line) []Line {
	t := r.t.Rules.TopUp
	if t == nil {
		return lines
	}
	sum := above(r.total(lines))
	pack := r.c.Add(t.Pay, t.Bonus)
	n := r.c.Ratio(pack, sum).Ceil(0)
	if n.IsZero() {
		n = decimal.One
	}
	args := []reason.Arg{r.money("pay", t.Pay), r.money("bonus", t.Bonus), reason.Num("times", reason.Count, n)}
	paid := r.c.Mul(n, t.Pay)
	saved := r.c.MulQuo(pack, sum, t.Bonus)
	switch {
	case t.UsedUp:
		return append(lines, r.line(Discount, "top_up_bonus", saved.Neg(), "top_up_used", args...))
	case t.Refundable:
		before := r.c.Sub(n, decimal.One) // top-ups that are used up whole
		last := r.c.Sub(sum, r.c.Mul(before, pack))
		cash, rule := least(last, t.Pay), "top_up_bonus_last"
		if t.BonusFirst {
			cash, rule = above(r.c.Sub(last, t.Bonus)), "top_up_bonus_first"
		}
		spent := r.c.Add(r.c.Mul(before, t.Pay), cash)
		return append(lines, r.line(Discount, "top_up_bonus", r.c.Sub(spent, sum), rule, args...))
	}
	left := r.c.Sub(paid, r.c.Sub(sum, saved))
	return append(lines, r.line(Discount, "top_up_bonus", saved.Neg(), "top_up_used", args...),
		r.line(Unused, "balance", left, "top_up_left", args...))
}

// inPlace reports lines as they are: gross lines come in order but for what a
// refund or a cap has put among them.
func inPlace(lines []Line) []Line {
	for i := 1; i < len(lines); i++ {
		if lines[i-1].Kind == Discount || lines[i].Kind == Unused || lines[i].Kind == Rework {
			return inOrder(lines)
		}
	}
	return lines
}

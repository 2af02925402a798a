package text

import (
	"errors"
	"strings"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// Value writes one quantity of an explanation with its unit and all its
// digits.
func (p *Printer) Value(v reason.Value) string {
	switch v.Kind {
	case reason.Text:
		return v.Text
	case reason.Term:
		return p.Term(v.Text)
	case reason.Money:
		return p.exact(money.HalfUp(v.Num, money.Scale), money.Currency(v.Text))
	case reason.Rate:
		return p.rate(v.Num, v.Text)
	case reason.Seconds:
		whole, _, ok := v.Num.Int64(0)
		if !ok {
			return p.T("unit.seconds", "n", v.Num)
		}
		return p.Duration(whole)
	case reason.Hours:
		return p.T("unit.hours", "n", v.Num)
	case reason.Days:
		return p.T("unit.days", "n", v.Num)
	case reason.GB:
		return p.Number(v.Num) + " GB"
	case reason.GiB:
		return p.Number(v.Num) + " GiB"
	case reason.Fraction:
		return p.percent(v.Num)
	case reason.Times:
		return p.Factor(v.Num)
	case reason.Count:
	}
	return p.Number(v.Num)
}

// rate writes a price as it is quoted; unit is "CNY/GB/day".
func (p *Printer) rate(d decimal.Decimal, unit string) string {
	parts := strings.Split(unit, "/")
	said := sign(d) + Sign(money.Currency(parts[0])) + p.digits(d, 0)
	for _, per := range parts[1:] {
		if p.Has("term.per_" + per) {
			per = p.Term("per_" + per)
		}
		said += "/" + per
	}
	return said
}

var hundred = decimal.MustNew(100, 0)

func (p *Printer) percent(share decimal.Decimal) string {
	d, err := share.Mul(hundred)
	if err != nil { // no share is that large
		return p.Number(share)
	}
	return p.Number(money.HalfUp(d, 2)) + "%"
}

// Figure writes the value of a billing fact with its unit, in currency c.
func (p *Printer) Figure(key billing.Key, f billing.Figure, c money.Currency) string {
	value := reason.Value{Num: f.Value, Text: string(c)}
	switch key.Unit() {
	case billing.UnitSeconds:
		value.Kind = reason.Seconds
	case billing.UnitMoney:
		value.Kind = reason.Money
	case billing.UnitTimed:
		value.Kind, value.Text = reason.Rate, string(c)+"/"+string(f.Per)
	case billing.UnitGBTimed:
		value.Kind, value.Text = reason.Rate, string(c)+"/GB/"+string(f.Per)
	case billing.UnitPerGB:
		value.Kind, value.Text = reason.Rate, string(c)+"/GB"
	case billing.UnitGB:
		value.Kind = reason.GB
	case billing.UnitShare:
		value.Kind = reason.Fraction
	}
	return p.Value(value)
}

func (p *Printer) args(args []reason.Arg) map[string]any {
	named := make(map[string]any, len(args))
	for _, a := range args {
		named[a.Name] = a.Value
	}
	return named
}

// Because says how a number came about.
func (p *Printer) Because(b reason.Because) string { return p.T("why."+b.Rule, p.args(b.Args)) }

// Line says how a line of an estimate came about. A line that is not settled
// is not explained by its low end alone: that would read as if what is unknown
// were nothing.
func (p *Printer) Line(s billing.Span) string {
	if s.Exact() {
		return p.Because(s.Why)
	}
	needs := make([]string, len(s.Needs))
	for i, key := range s.Needs {
		needs[i] = p.Term(string(key))
	}
	if s.Open {
		return p.T("line.open", "needs", p.List(needs...))
	}
	return p.T("line.range", "because", p.Because(s.Why), "needs", p.List(needs...))
}

// Problem says in one sentence what is wrong and what to do. Errors that are
// no refusal of a rule are given with their detail.
func (p *Printer) Problem(err error) string {
	if err == nil {
		return ""
	}
	var refused *reason.Problem
	if !errors.As(err, &refused) {
		return p.T("problem.unexpected", "detail", err.Error())
	}
	sentence := p.T("problem."+refused.Rule, p.args(refused.Args))
	if refused.Field == "" {
		return sentence
	}
	return p.T("format.field", "field", p.Field(refused.Field), "sentence", sentence)
}

// Field names a field of a form. One that has no name, such as a place in a
// file, is given by its path.
func (p *Printer) Field(path string) string {
	own := strings.TrimPrefix(path, "usage.")
	if p.Has("field." + own) {
		return p.T("field." + own)
	}
	if key, ok := strings.CutPrefix(path, "facts."); ok && p.Has("term."+key) {
		return p.Label(key)
	}
	return path
}

// Sum writes the total of an estimate: "¥134.00", a range, or "≥ ¥134.00"
// where nothing bounds it.
func (p *Printer) Sum(e billing.Estimate) string { return p.Range(e.Low, e.High, e.Open) }

// FullRate writes what a useful card-hour costs by an estimate.
func (p *Printer) FullRate(e billing.Estimate) string {
	if !e.FullDefined {
		return p.T("full_rate.undefined", "money", p.Sum(e))
	}
	return p.Range(e.FullLow, e.FullHigh, e.Open) + p.PerCardHour()
}

// Basis says where an assumed range comes from; one that has no translation
// stands as its source put it.
func (p *Printer) Basis(said string) string {
	words := strings.FieldsFunc(strings.ToLower(said), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	if key := "basis." + strings.Join(words, "_"); p.Has(key) {
		return p.T(key)
	}
	return said
}

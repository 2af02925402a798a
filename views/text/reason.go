package text

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

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
	case reason.Spans:
		return p.spans(v.Text)
	case reason.PerHour:
		return p.T("unit.per_hour", "n", v.Num)
	case reason.Date:
		day, err := time.Parse(time.DateOnly, v.Text)
		if err != nil {
			return v.Text
		}
		return p.Date(day)
	case reason.Count:
	}
	return p.Number(v.Num)
}

// spans writes what is bought, "1*month+2*day".
func (p *Printer) spans(bought string) string {
	parts := strings.Split(bought, "+")
	for i, part := range parts {
		n, per, ok := strings.Cut(part, "*")
		count, err := decimal.Parse(n)
		if !ok || err != nil || !p.Has("unit.spans."+per) {
			continue
		}
		parts[i] = p.T("unit.spans."+per, "n", count)
	}
	return strings.Join(parts, " + ")
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
	case billing.UnitEach:
		value.Kind, value.Text = reason.Rate, string(c)+"/"+things[key]+"/"+string(f.Per)
	case billing.UnitHourly:
		value.Kind = reason.PerHour
	case billing.UnitCount:
		value.Kind = reason.Count
	}
	return p.Value(value)
}

// things are what a price of billing.UnitEach is for.
var things = map[billing.Key]string{billing.IOPSPrice: "iops", billing.LinePrice: "mbps", billing.FixedIPPrice: "ip"}

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
// is not explained by one end alone: that would read as if what is unknown were
// nothing. Which end that is stays unsaid, since a line can be smaller in the
// dearer bill, or be in that one only.
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

// Item names what a line of a kind is for, "" where that is said by the kind.
// Meters and discounts bear the name that the quote gives them, whatever it is.
func (p *Printer) Item(kind billing.Kind, item string) string {
	own := kind == billing.Fees
	if kind == billing.Discount {
		own = !slices.Contains(takenOff, item)
	}
	if item == "" || item == string(kind) {
		return ""
	}
	if own || !p.Has("term."+item) {
		return item
	}
	return p.Term(item)
}

// takenOff are the discounts that are no choice of the quote's.
var takenOff = []string{"refund", "cap_day", "cap_month", "top_up_bonus"}

// Choice names what a field is set to, where a list is picked from: "settles"
// and billing.EachHour. What stands for the empty value has a name too.
func (p *Printer) Choice(field, value string) string {
	if value == "" {
		value = unset[field]
	}
	return p.Term(field + "_" + value)
}

var unset = map[string]string{"settles": "stop", "meter_starts": "not_told", "daily_fee_days": "named", "unused_refund": "none", "stop_verb": "stop"}

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

// Field names a field of a form, or a place in a list of it. One that has no
// name, such as a place in a file, is given by its path.
func (p *Printer) Field(path string) string {
	own := strings.TrimPrefix(path, "usage.")
	if p.Has("field." + own) {
		return p.T("field." + own)
	}
	if key, ok := strings.CutPrefix(path, "facts."); ok && p.Has("term."+key) {
		return p.Label(key)
	}
	if row, ok := p.row(own); ok {
		return row
	}
	return path
}

// row names a place in a list, "packages[1].per".
func (p *Printer) row(path string) (string, bool) {
	list, rest, ok := strings.Cut(path, "[")
	index, field, closed := strings.Cut(rest, "]")
	n, err := strconv.Atoi(index)
	if !ok || !closed || err != nil || !p.Has("field."+list) {
		return "", false
	}
	row := p.T("format.row", "list", p.T("field."+list), "n", n+1)
	if field == "" {
		return row, true
	}
	if field = "field." + list + field; !p.Has(field) {
		return "", false
	}
	return p.T("format.row_field", "row", row, "field", p.T(field)), true
}

// Sum writes the total of an estimate: "¥134.00", a range, or "≥ ¥134.00"
// where nothing bounds it.
func (p *Printer) Sum(e billing.Estimate) string { return p.Range(e.Low, e.High, e.Open) }

// FullRate writes what a useful card-hour costs by an estimate. A price per
// token knows no card-hours.
func (p *Printer) FullRate(e billing.Estimate) string {
	if !e.FullDefined && !e.HasBare {
		return p.T("full_rate.per_token")
	}
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

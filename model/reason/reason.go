// Package reason carries the why of a number and the what of a refusal as
// data: a rule's name and the quantities it was applied to.
//
// It owns Because, Problem and the small set of value kinds that a sentence
// may contain. It must not know any language, currency table or screen;
// views/text turns what stands here into sentences.
package reason

import (
	"fmt"
	"strings"
	"time"

	"github.com/govalues/decimal"
)

// Kind says how a Value is to be read and shown.
type Kind uint8

// The kinds of value. Every number has its unit in its kind.
const (
	Text     Kind = iota // the user's own words, shown as they are
	Term                 // a name in the catalogue, "term." + Text
	Money                // an amount; Text holds the ISO 4217 code
	Rate                 // an amount per something; Text holds "CNY/GB/day"
	Count                // a plain number
	Hours                // hours
	Seconds              // whole seconds
	Days                 // days
	GB                   // gigabytes, 10⁹ bytes
	GiB                  // gibibytes, 2³⁰ bytes
	Fraction             // a share, 1 = 100 %
	Spans                // periods bought; Text holds "1*month+2*day"
	PerHour              // events per machine-hour
	Times                // a factor, such as that of stability; never money
	Date                 // a day; Text holds it as "2026-11-30"
)

// Value is one quantity or word of an explanation.
type Value struct {
	Kind Kind
	Num  decimal.Decimal
	Text string
}

// Arg is a named Value, the name being the placeholder in the catalogue.
type Arg struct {
	Name  string
	Value Value
}

// Because names the rule that made a number and the quantities it used.
type Because struct {
	Rule string
	Args []Arg
}

// Problem is a refusal: the field that is wrong, the rule it breaks and the
// quantities that a sentence about it needs. It is an error.
type Problem struct {
	Field string
	Rule  string
	Args  []Arg
}

// Error gives a terse English form for logs. People are shown the sentence
// that views/text makes of the Problem.
func (p *Problem) Error() string {
	var b strings.Builder
	if p.Field != "" {
		b.WriteString(p.Field + ": ")
	}
	b.WriteString(p.Rule)
	for _, a := range p.Args {
		fmt.Fprintf(&b, " %s=%s", a.Name, a.Value)
	}
	return b.String()
}

// In returns a copy of p for a field that encloses p's field, "usage" and
// "hours" giving "usage.hours".
func (p *Problem) In(outer string) *Problem {
	q := *p
	switch {
	case q.Field == "":
		q.Field = outer
	case strings.HasPrefix(q.Field, "["):
		q.Field = outer + q.Field
	default:
		q.Field = outer + "." + q.Field
	}
	return &q
}

// Refuse makes a Problem.
func Refuse(field, rule string, args ...Arg) *Problem {
	return &Problem{Field: field, Rule: rule, Args: args}
}

// String gives the value without language, for logs.
func (v Value) String() string {
	if v.Kind == Text || v.Kind == Term || v.Kind == Spans || v.Kind == Date {
		return v.Text
	}
	if v.Text != "" {
		return v.Num.String() + " " + v.Text
	}
	return v.Num.String()
}

// Word is an argument holding the user's own words.
func Word(name, text string) Arg { return Arg{name, Value{Kind: Text, Text: text}} }

// Name is an argument holding a term of the catalogue.
func Name(name, term string) Arg { return Arg{name, Value{Kind: Term, Text: term}} }

// Day is an argument holding the day of t, in the time zone that t is in.
func Day(name string, t time.Time) Arg {
	return Arg{name, Value{Kind: Date, Text: t.Format(time.DateOnly)}}
}

// Int is an argument holding a whole number of the given kind.
func Int(name string, kind Kind, n int64) Arg {
	return Arg{name, Value{Kind: kind, Num: decimal.MustNew(n, 0)}}
}

// Num is an argument holding a decimal number of the given kind.
func Num(name string, kind Kind, d decimal.Decimal) Arg {
	return Arg{name, Value{Kind: kind, Num: d}}
}

// Priced is an argument holding money or a rate; unit is "CNY" or "CNY/GB/day".
func Priced(name string, kind Kind, d decimal.Decimal, unit string) Arg {
	return Arg{name, Value{Kind: kind, Num: d, Text: unit}}
}

// Package rates is where a person types rates of exchange in: the list of
// all of them, and the question for one rate where something cannot be valued
// without it.
//
// It owns these two pieces of screens. It must not know what is valued with a
// rate, nor how rates are kept: it tells a Session.
package rates

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/text/width"

	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/trial"
	"cardhour/views/text"
	"cardhour/views/widgets"
)

// Session keeps the rates.
type Session interface {
	Rates() []money.Exchange
	PutRate(money.Exchange) error // in the place of an older one between the same currencies
	RemoveRate(from, to money.Currency)
	Now() time.Time
}

// typed is a rate as it stands in a form.
type typed struct{ from, rate, to, on, source string }

// The fields of the form.
const (
	fieldFrom   = "from"
	fieldRate   = "rate"
	fieldTo     = "to"
	fieldOn     = "on"
	fieldSource = "source"
)

// typedOf is a rate as one types it.
func typedOf(x money.Exchange) typed {
	on := ""
	if !x.On.IsZero() {
		on = x.On.Format(time.DateOnly)
	}
	return typed{string(x.From), x.Rate.String(), string(x.To), on, x.Source}
}

// read takes the form; what is wrong is given by field. A rate without a date
// is one of today.
func (t typed) read(now time.Time) (money.Exchange, map[string]error) {
	wrong := map[string]error{}
	keep := func(field string, err error) {
		if err != nil && wrong[field] == nil {
			wrong[field] = err
		}
	}
	code := func(field, text string) money.Currency {
		c, err := money.ParseCurrency(strings.ToUpper(strings.TrimSpace(width.Fold.String(text))))
		keep(field, err)
		return c
	}
	x := money.Exchange{From: code(fieldFrom, t.from), To: code(fieldTo, t.to), Source: strings.Join(strings.Fields(t.source), " ")}
	rate, err := money.Parse(t.rate)
	keep(fieldRate, err)
	if err == nil && !rate.IsPos() {
		keep(fieldRate, reason.Refuse("", "number.not_positive"))
	}
	x.Rate = rate.Trim(0)
	x.On = time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	if strings.TrimSpace(t.on) != "" {
		day, err := trial.ParseDay(t.on, now)
		if err != nil {
			err = reason.Refuse("", "date.malformed", reason.Word("text", t.on))
		}
		keep(fieldOn, err)
		x.On = day
	}
	if len(wrong) == 0 {
		keep(fieldTo, x.Check())
	}
	return x, wrong
}

// form is the fields of one rate.
type form struct {
	p      *text.Printer
	s      Session
	inputs map[string]*widgets.Input
	done   func(money.Exchange)
}

func newForm(p *text.Printer, s Session, keys widgets.Keys, done func(money.Exchange)) *form {
	f := &form{p: p, s: s, inputs: map[string]*widgets.Input{}, done: done}
	keys.Enter, keys.Focused = f.submit, widgets.Reveal
	for field, hint := range map[string]string{fieldFrom: "USD", fieldRate: "7.10", fieldTo: "CNY", fieldOn: "2026-11-28", fieldSource: p.T("rates.source.hint")} {
		f.inputs[field] = widgets.NewInput(widgets.InputOf{Label: p.T("rates." + field), Placeholder: hint, Keys: keys, Typed: func(string) {}})
	}
	return f
}

func (f *form) fill(t typed) {
	for field, said := range map[string]string{fieldFrom: t.from, fieldRate: t.rate, fieldTo: t.to, fieldOn: t.on, fieldSource: t.source} {
		f.inputs[field].Set(said)
		f.inputs[field].Wrong("")
	}
}

func (f *form) typed() typed {
	said := func(field string) string { return f.inputs[field].Entry.Text }
	return typed{said(fieldFrom), said(fieldRate), said(fieldTo), said(fieldOn), said(fieldSource)}
}

// submit keeps the rate, or says under the fields what is wrong.
func (f *form) submit() {
	x, wrong := f.typed().read(f.s.Now())
	if len(wrong) == 0 {
		if err := f.s.PutRate(x); err != nil {
			wrong[fieldRate] = err
		}
	}
	for field, in := range f.inputs {
		in.Wrong(f.p.Problem(wrong[field]))
	}
	for _, field := range []string{fieldFrom, fieldRate, fieldTo, fieldOn} {
		if wrong[field] != nil {
			f.inputs[field].Focus()
			return
		}
	}
	f.done(x)
}

// written is a rate in words.
func written(p *text.Printer, x money.Exchange) string {
	return p.T("rates.is", "from", string(x.From), "rate", p.Number(x.Rate), "to", string(x.To))
}

// Written is a rate with its date and source.
func Written(p *text.Printer, x money.Exchange) string {
	said := written(p, x)
	for _, more := range []string{day(p, x), x.Source} {
		if more != "" {
			said += " · " + more
		}
	}
	return said
}

func day(p *text.Printer, x money.Exchange) string {
	if x.On.IsZero() {
		return ""
	}
	return p.Date(x.On)
}

// Ask is the question for the one rate between two currencies.
type Ask struct {
	Box  *fyne.Container
	form *form
}

// NewAsk makes the question; done is told after the rate was kept.
func NewAsk(p *text.Printer, s Session, from, to money.Currency, done func()) *Ask {
	a := &Ask{}
	a.form = newForm(p, s, widgets.Keys{}, func(money.Exchange) { done() })
	a.form.fill(typed{from: string(from), to: string(to), on: s.Now().Format(time.DateOnly)})
	in := a.form.inputs
	rate := widgets.NewInput(widgets.InputOf{Label: p.T("rates.ask", "from", string(from)), Unit: string(to), Placeholder: in[fieldRate].Entry.PlaceHolder,
		Keys: widgets.Keys{Enter: a.form.submit, Focused: widgets.Reveal}, Typed: func(string) {}})
	in[fieldRate] = rate
	a.Box = container.NewVBox(widgets.Triple(rate.Box, in[fieldOn].Box, in[fieldSource].Box),
		widgets.Row(widget.NewButton(p.T("rates.keep"), a.form.submit)))
	return a
}

// Focus brings the keyboard to the rate.
func (a *Ask) Focus() { a.form.inputs[fieldRate].Focus() }

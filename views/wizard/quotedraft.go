package wizard

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/govalues/decimal"
	"golang.org/x/text/width"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/trial"
)

// quoteDraft is a quote as it stands in the form: every text as it was typed,
// so that nothing is lost while something in it is still wrong. The fields
// are named as in billing's problems.
type quoteDraft struct {
	base billing.Quote // what is being edited; without ID for a new one
	text map[string]string

	platform string // id in the catalogue, empty for a name of the user's own
	chosen   bool   // named in the form, so that shipped is the catalogue's and not the edited quote's
	category string
	mode     billing.Mode
	per      billing.Period
	scope    billing.Scope
	rowMode  billing.RoundingMode
	feeMode  billing.RoundingMode

	lists map[string][]row   // rows of the rules' lists
	gone  map[string]goneRow // the row that was removed last, by list
	home  money.Currency     // what the decision compares in

	factPer map[billing.Key]billing.Period
	// shipped are the claims of others. Prices among them are in shippedIn:
	// in any other currency they say nothing.
	shipped   billing.Facts
	shippedIn money.Currency
}

// The fields that are no rate.
const (
	fieldName   = "platform"
	fieldCard   = "card"
	fieldSource = "source"
	fieldSeen   = "seen"
	fieldNote   = "note"
	fieldFacts  = "facts."
)

// newQuoteDraft is the empty form of a decision; a price that is typed in was
// most likely seen on that day.
func newQuoteDraft(d decision.Decision, now time.Time) *quoteDraft {
	q := billing.Quote{DecisionID: d.ID, Category: string(hardware.Container), Mode: billing.OnDemand,
		Rate: billing.NewRate(money.Zero(d.Currency), billing.PerHour)}
	draft := draftOf(q, "")
	draft.home = d.Currency
	draft.text["rate.amount"] = ""
	draft.text[fieldSeen] = now.Format(time.DateOnly)
	return draft
}

// draftOf is the form of a quote whose platform is called name.
func draftOf(q billing.Quote, name string) *quoteDraft {
	r := q.Rate
	d := &quoteDraft{base: q, platform: q.Platform, category: q.Category, mode: q.Mode, per: r.Per, scope: r.Scope,
		rowMode: q.Rounding.Mode, feeMode: q.DailyFee.Mode, factPer: map[billing.Key]billing.Period{},
		shipped: billing.Facts{}, shippedIn: r.Amount.Currency}
	d.text = map[string]string{
		fieldName: name, fieldCard: q.Card, fieldSource: q.Source, fieldNote: q.Note,
		"rate.amount": plain(r.Amount.Value), "currency": string(r.Amount.Currency),
		"rate.cards": plain(decimal.MustNew(int64(r.Cards), 0)), "rate.slice": plain(r.Slice), "rate.month_hours": plain(r.Month.Hours()),
	}
	if !q.Seen.IsZero() {
		d.text[fieldSeen] = q.Seen.Format(time.DateOnly)
	}
	d.takeRules(q)
	for field, rounding := range map[string]billing.Rounding{"row_rounding.unit": q.Rounding, "daily_fee_rounding.unit": q.DailyFee} {
		if rounding.Mode != billing.RoundNot {
			d.text[field] = plain(rounding.Unit)
		}
	}
	for key, f := range q.Facts {
		if others := slices.DeleteFunc(slices.Clone(f.Claims), isOwn); len(others) > 0 {
			d.shipped[key] = fact.Fact[billing.Figure]{Claims: others}
		}
		if own, ok := ownClaim(f); ok {
			d.text[fieldFacts+string(key)] = typedAs(key, own.Value)
			d.factPer[key] = own.Value.Per
		}
	}
	return d
}

func isOwn(c fact.Claim[billing.Figure]) bool { return c.Own }

// ownClaim is the one of the user's own figures that stands.
func ownClaim(f fact.Fact[billing.Figure]) (fact.Claim[billing.Figure], bool) {
	if standing := f.Standing(); len(standing) > 0 && standing[0].Own {
		return standing[0], true
	}
	return fact.Claim[billing.Figure]{}, false
}

// typedAs is a figure as one types it; a share is typed in percent.
func typedAs(key billing.Key, f billing.Figure) string {
	v := f.Value
	if key.Unit() == billing.UnitShare {
		if percent, err := v.Mul(decimal.Hundred); err == nil {
			v = percent
		}
	}
	return v.Trim(0).String()
}

// named takes a platform's name as it was typed; true for one of the
// catalogue, which brings what is known about it.
func (d *quoteDraft) named(name string, c Catalog) bool {
	d.chosen = true
	p, known := c.PlatformNamed(name)
	if known {
		d.choose(p, c.BillingFacts(p.ID))
	} else {
		d.leave()
	}
	return known
}

// choose takes a platform of the catalogue with what is known about it.
func (d *quoteDraft) choose(p hardware.Platform, facts billing.Facts) {
	d.platform, d.category, d.shipped = p.ID, string(p.Category), billing.Facts{}
	d.text["currency"], d.shippedIn = p.Currency, money.Currency(p.Currency)
	for key, f := range facts {
		if len(f.Claims) > 0 {
			d.shipped[key] = f
		}
	}
}

// leave makes the platform one of the user's own.
func (d *quoteDraft) leave() { d.platform, d.shipped = "", billing.Facts{} }

// currency is the one typed, or none while it is no currency.
func (d *quoteDraft) currency() (money.Currency, error) {
	return money.ParseCurrency(strings.ToUpper(strings.TrimSpace(width.Fold.String(d.text["currency"]))))
}

// told is what others say about a key, in the currency of the draft.
func (d *quoteDraft) told(key billing.Key) fact.Fact[billing.Figure] {
	unit := key.Unit()
	priced := unit == billing.UnitMoney || unit == billing.UnitPerGB || unit.Timed()
	if c, err := d.currency(); priced && (err != nil || c != d.shippedIn) {
		return fact.Fact[billing.Figure]{}
	}
	return d.shipped[key]
}

// period is the one that a typed price is stated for.
func (d *quoteDraft) period(key billing.Key) billing.Period {
	if !key.Unit().Timed() {
		return ""
	}
	if per := d.factPer[key]; per != "" {
		return per
	}
	if values := d.told(key).Values(); len(values) > 0 {
		return values[0].Per
	}
	if key == billing.CPUModePrice {
		return billing.PerHour
	}
	return billing.PerDay
}

// monthMatters reports whether the length of the month changes the rate.
func (d *quoteDraft) monthMatters() bool {
	return d.per == billing.PerMonth || d.per == billing.PerQuarter || d.per == billing.PerYear
}

// quote reads the form. What is wrong is given by field; with anything wrong
// the quote is not to be kept.
func (d *quoteDraft) quote() (billing.Quote, map[string]error) {
	r := reader{draft: d, wrong: map[string]error{}}
	q := d.base
	q.Platform, q.Category, q.Mode = d.platform, d.category, d.mode
	q.PlatformName, q.Card = r.words(fieldName), r.words(fieldCard)
	q.Source, q.Note = r.words(fieldSource), strings.TrimSpace(d.text[fieldNote])
	if q.PlatformName == "" {
		r.wrong[fieldName] = reason.Refuse("", "name.empty")
	}
	currency, err := d.currency()
	if err != nil {
		r.wrong["currency"] = err
	}
	q.Seen = r.day(fieldSeen)
	q.Tier = r.words("tier")
	q.Rate = r.rate(currency)
	q.Rounding = r.rounding("row_rounding.unit", d.rowMode, currency)
	q.DailyFee = r.rounding("daily_fee_rounding.unit", d.feeMode, currency)
	q.Rules, q.Exchange = r.rules(currency), r.exchange(currency)
	q.Facts = billing.Facts{}
	for _, key := range billing.Keys() {
		if f := r.fact(key, q, currency); len(f.Claims) > 0 {
			q.Facts[key] = f
		}
	}
	for _, p := range q.Check() {
		field := p.Field
		if first, whole := firstOf[field]; whole {
			field = first
		}
		if _, told := r.wrong[field]; !told {
			// The sentence stands under its field: it need not name it.
			r.wrong[field] = reason.Refuse("", p.Rule, p.Args...)
		}
	}
	return q, r.wrong
}

// firstOf is the field under which a problem with a whole group of them is
// told.
var firstOf = map[string]string{"tokens": "tokens.in", "pack": "pack.units", "purchase": "purchase.amount", "exchange": "exchange.rate"}

// rate reads what the first screen of the form asks. Tokens have prices of
// their own.
func (r reader) rate(c money.Currency) billing.Rate {
	d := r.draft
	rate := billing.Rate{Per: d.per, Scope: d.scope, Month: r.hours("rate.month_hours")}
	if d.mode == billing.PerToken {
		rate.Amount, rate.Cards, rate.Slice = money.Zero(c), 1, decimal.One
		return rate
	}
	rate.Amount, rate.Cards, rate.Slice = r.amount("rate.amount", c), r.whole("rate.cards"), r.number("rate.slice")
	return rate
}

// reader takes texts of the draft and keeps what is wrong with them.
type reader struct {
	draft *quoteDraft
	wrong map[string]error
}

func (r reader) words(field string) string {
	return strings.Join(strings.Fields(r.draft.get(field)), " ")
}

func (r reader) keep(field string, err error) {
	if err != nil {
		r.wrong[field] = err
	}
}

func (r reader) number(field string) decimal.Decimal {
	v, err := money.Parse(r.draft.get(field))
	r.keep(field, err)
	return v
}

func (r reader) amount(field string, c money.Currency) money.Amount {
	a, err := money.ParseAmount(r.draft.get(field), c)
	r.keep(field, err)
	return money.Amount{Value: a.Value, Currency: c}
}

func (r reader) whole(field string) int {
	v := r.number(field)
	n, err := wholeNumber(v)
	if r.wrong[field] == nil {
		r.keep(field, err)
	}
	return n
}

func (r reader) hours(field string) billing.Seconds {
	s, err := billing.SecondsOf(r.number(field))
	if r.wrong[field] == nil {
		r.keep(field, err)
	}
	return s
}

func (r reader) rounding(field string, mode billing.RoundingMode, c money.Currency) billing.Rounding {
	if mode == billing.RoundNot {
		return billing.Rounding{}
	}
	return billing.Rounding{Mode: mode, Unit: r.amount(field, c).Value}
}

// day reads a date; a month stands for its first day.
func (r reader) day(field string) time.Time {
	day, _ := r.dayOrMonth(field)
	return day
}

func (r reader) dayOrMonth(field string) (day time.Time, month bool) {
	typed := r.words(field)
	if typed == "" {
		return time.Time{}, false
	}
	day, err := trial.ParseDay(typed, time.Time{})
	if err != nil {
		if first, wrong := trial.ParseDay(strings.TrimSuffix(typed, "月")+"-1", time.Time{}); wrong == nil {
			return first, true
		}
		var p *reason.Problem
		if errors.As(err, &p) && p.Rule == "moment.malformed" {
			err = reason.Refuse("", "date.malformed", p.Args...)
		}
	}
	r.keep(field, err)
	return day, false
}

// fact lays what was typed over what others say. A figure that stayed as it
// was keeps its source and date, unless they were the quote's own.
func (r reader) fact(key billing.Key, q billing.Quote, c money.Currency) fact.Fact[billing.Figure] {
	f := fact.Fact[billing.Figure]{Claims: slices.Clone(r.draft.told(key).Claims)}
	field := fieldFacts + string(key)
	if strings.TrimSpace(r.draft.text[field]) == "" {
		return f
	}
	figure, err := r.figure(key, c)
	if err == nil {
		err = billing.CheckFigure(key, figure)
	}
	r.keep(field, err)
	claim := fact.Own(figure, q.Source, q.Seen).Claims[0]
	before, had := ownClaim(r.draft.base.Facts[key])
	quoteSaidIt := before.Source == r.draft.base.Source && before.Seen.Equal(r.draft.base.Seen)
	if had && before.Value == figure && !quoteSaidIt {
		claim = before
	}
	f.Claims = append(f.Claims, claim)
	return f
}

func (r reader) figure(key billing.Key, c money.Currency) (billing.Figure, error) {
	typed := r.draft.text[fieldFacts+string(key)]
	switch key.Unit() {
	case billing.UnitSeconds, billing.UnitGB, billing.UnitCount, billing.UnitHourly:
		v, err := money.Parse(typed)
		return billing.Figure{Value: v}, err
	case billing.UnitShare:
		v, err := money.Parse(withoutPercent(typed))
		if err != nil {
			return billing.Figure{}, err
		}
		share, err := v.Quo(decimal.Hundred)
		return billing.Figure{Value: share.Trim(0)}, err
	}
	a, err := money.ParseAmount(typed, c)
	return billing.Figure{Value: a.Value, Per: r.draft.period(key)}, err
}

func withoutPercent(typed string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(width.Fold.String(typed)), "%"))
}

// percent reads a number with or without its sign.
func (r reader) percent(field string) decimal.Decimal {
	v, err := money.Parse(withoutPercent(r.draft.get(field)))
	r.keep(field, err)
	return v
}

// touched marks the facts of a quote that make a difference to a usage.
func touched(q billing.Quote, u *billing.Usage) map[billing.Key]bool {
	found := map[billing.Key]bool{}
	if u != nil {
		for _, key := range billing.Touched(q, *u) {
			found[key] = true
		}
	}
	return found
}

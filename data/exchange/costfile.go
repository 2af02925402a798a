package exchange

import (
	"bytes"
	_ "embed"
	"io"
	"strconv"
	"strings"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// CostFormat names the cost file; docs/cost-file.md describes it.
const CostFormat = "cardhour.cost/1"

// CostFile is what a cost file says: quotes, each with the usage it is to be
// priced for.
type CostFile struct {
	Offers []Offer
}

// Offer is one quote of a file. Its Quote and Usage have passed their checks.
type Offer struct {
	Name     string
	Path     string // in the file, "quotes[0]"
	Quote    billing.Quote
	Usage    billing.Usage
	OwnUsage bool // the quote has a usage of its own
}

//go:embed example.json
var example []byte

// Example returns a cost file with two worked cases.
func Example() []byte { return bytes.Clone(example) }

// ParseCostFile reads a cost file, or refuses it with a *reason.Problem whose
// Field is the place in the file.
func ParseCostFile(r io.Reader) (CostFile, error) {
	data, err := read(r)
	if err != nil {
		return CostFile{}, err
	}
	root, err := parse(data)
	if err != nil {
		return CostFile{}, err
	}
	var bad error
	file := costFile(cursor{node: root, bad: &bad})
	if bad != nil {
		return CostFile{}, bad
	}
	return file, nil
}

func costFile(c cursor) CostFile {
	// The format is read before anything else: a file of a later one is to be
	// refused for that, not for the keys that it has besides.
	if !c.is(object) {
		return CostFile{}
	}
	if format := c.need("format"); format.is(text) && format.node.text != CostFormat {
		format.refuse("file.format", reason.Word("format", shown(format.node.text)), reason.Word("want", CostFormat))
	}
	c.object("format", "usage", "quotes")
	var shared billing.Usage
	if u := c.get("usage"); u.given() {
		shared = usage(u)
	}
	quotes := c.need("quotes")
	var file CostFile
	for i, q := range quotes.items() {
		offer := Offer{Path: q.path, Quote: quote(q), Usage: shared}
		offer.Name = offerName(q, offer.Quote, i)
		offer.Quote.Position = i
		if own := q.get("usage"); own.given() {
			offer.Usage, offer.OwnUsage = usage(own), true
		} else if !c.get("usage").given() {
			q.refuse("file.no_usage")
		}
		if *c.bad != nil {
			return CostFile{}
		}
		file.Offers = append(file.Offers, offer)
	}
	if len(file.Offers) == 0 {
		quotes.refuse("file.no_quotes")
	}
	return file
}

// offerName is the name given, or platform and card, or the number in the file.
func offerName(c cursor, q billing.Quote, i int) string {
	name := c.get("name")
	if !name.given() {
		if made := strings.TrimSpace(q.PlatformName + " " + q.Card); made != "" {
			return made
		}
		return "#" + strconv.Itoa(i+1)
	}
	word := name.word()
	if word == "" {
		name.refuse("name.empty")
	}
	return word
}

func quote(c cursor) billing.Quote {
	c.object("name", "platform", "category", "card", "mode", "currency", "rate", "row_rounding",
		"daily_fee_rounding", "facts", "source", "seen", "note", "usage")
	q := billing.Quote{
		PlatformName: c.get("platform").word(),
		Category:     string(choice(c.get("category"), "", hardware.Cloud, hardware.Container, hardware.Hosted, hardware.P2P)),
		Card:         c.get("card").word(),
		Mode:         choice(c.get("mode"), billing.OnDemand, billing.Modes...),
		Rounding:     rounding(c.get("row_rounding")),
		DailyFee:     rounding(c.get("daily_fee_rounding")),
		Source:       c.get("source").prose(),
		Seen:         c.get("seen").date(),
		Note:         c.get("note").prose(),
	}
	code := c.need("currency")
	currency, err := money.ParseCurrency(code.word())
	if err != nil {
		code.fail(err)
	}
	q.Rate = rate(c.need("rate"), currency)
	q.Facts = facts(c.get("facts"))
	if *c.bad == nil {
		for _, p := range q.Check() {
			c.fail(p)
		}
	}
	return q
}

func rate(c cursor, currency money.Currency) billing.Rate {
	c.object("amount", "per", "scope", "cards", "slice", "month_hours")
	amount, per := c.need("amount"), c.need("per")
	r := billing.NewRate(money.Amount{Value: amount.decimal(), Currency: currency}, choice(per, "", billing.Periods...))
	r.Scope = choice(c.get("scope"), r.Scope, billing.PerCard, billing.PerInstance)
	r.Cards = c.get("cards").whole(r.Cards)
	if slice := c.get("slice"); slice.given() {
		r.Slice = slice.decimal()
	}
	if month := c.get("month_hours"); month.given() {
		r.Month = month.span(billing.Hour)
	}
	return r
}

func rounding(c cursor) billing.Rounding {
	if !c.object("mode", "unit") {
		return billing.Rounding{}
	}
	const none billing.RoundingMode = "none"
	mode := choice(c.need("mode"), none, none, billing.RoundUp, billing.RoundDown, billing.RoundNearest)
	if mode == none {
		return billing.Rounding{}
	}
	return billing.Rounding{Mode: mode, Unit: c.need("unit").decimal()}
}

// span reads a time counted in a unit as whole seconds, to the nearest: one
// that does not come out even in decimals, such as 20 minutes in hours, is
// meant to the second and not a fraction of one more.
func (c cursor) span(unit billing.Seconds) billing.Seconds {
	if !c.given() {
		return 0
	}
	var calc money.Calc
	seconds := money.HalfUp(calc.Mul(c.decimal(), unit.Decimal()), 0)
	whole, _, ok := seconds.Int64(0)
	if calc.Err() != nil || !ok {
		c.refuse("time.too_long")
	}
	return billing.Seconds(whole)
}

// either reads a time that may be given in one of two units.
func either(c cursor, a string, unitA billing.Seconds, b string, unitB billing.Seconds) billing.Seconds {
	if c.get(a).given() && c.get(b).given() {
		c.refuse("file.both_keys", reason.Word("a", a), reason.Word("b", b))
	}
	return c.get(a).span(unitA) + c.get(b).span(unitB)
}

// secondKeys are the keys that say in another unit what the checks of model
// call by the first.
var secondKeys = map[string]string{
	"useful_hours": "useful_seconds", "setup_hours_per_session": "setup_seconds_per_session",
	"idle_hours_per_session": "idle_seconds_per_session", "cpu_mode_hours": "cpu_mode_seconds", "data_days": "data_hours",
}

func usage(c cursor) billing.Usage {
	known := []string{"sessions", "cpu_mode_sessions", "keep_days", "storage_gb", "traffic_out_gb", "traffic_in_gb"}
	for a, b := range secondKeys {
		known = append(known, a, b)
	}
	c.object(known...)
	span := func(key string, unit, second billing.Seconds) billing.Seconds {
		return either(c, key, unit, secondKeys[key], second)
	}
	u := billing.Usage{
		Useful:   span("useful_hours", billing.Hour, 1),
		Sessions: c.get("sessions").whole(1),
		SetUp:    span("setup_hours_per_session", billing.Hour, 1),
		Idle:     span("idle_hours_per_session", billing.Hour, 1),
		CPUMode:  span("cpu_mode_hours", billing.Hour, 1),
		DataStay: span("data_days", billing.Day, billing.Hour),
		KeepDays: c.get("keep_days").whole(0),
		OutGB:    c.get("traffic_out_gb").size(),
		InGB:     c.get("traffic_in_gb").size(),
	}
	once := 0
	if u.CPUMode > 0 {
		once = 1
	}
	u.CPUSessions = c.get("cpu_mode_sessions").whole(once)
	u.Stored = stored(c.get("storage_gb"))
	if *c.bad == nil {
		for _, p := range u.Check() {
			if second := secondKeys[p.Field]; second != "" && c.get(second).given() {
				p.Field = second
			}
			c.fail(p)
		}
		if err := u.CheckStay(); err != nil {
			c.fail(err)
		}
	}
	return u
}

func (c cursor) size() decimal.Decimal {
	if !c.given() {
		return decimal.Zero
	}
	return c.decimal()
}

func stored(c cursor) []billing.Stored {
	var known []string
	for _, item := range billing.Items {
		known = append(known, string(item))
	}
	c.object(known...)
	var list []billing.Stored
	for _, item := range billing.Items {
		if gb := c.get(string(item)); gb.given() {
			list = append(list, billing.Stored{Item: item, GB: gb.decimal()})
		}
	}
	return list
}

func facts(c cursor) billing.Facts {
	var known []string
	for _, k := range billing.Keys() {
		known = append(known, string(k))
	}
	found := billing.Facts{}
	if !c.object(known...) {
		return found
	}
	for _, k := range billing.Keys() {
		// A fact that is said to be unknown is there without claims, so that
		// nobody's figures take its place.
		if value := c.get(string(k)); value.given() {
			found[k] = fact.Fact[billing.Figure]{Claims: claimsOf(value, k)}
		}
	}
	return found
}

// claimsOf reads what is said of one key: nothing, one figure or several.
func claimsOf(c cursor, key billing.Key) []fact.Claim[billing.Figure] {
	if !c.is(number, text, object, array, null) || c.node.kind == null {
		return nil
	}
	if c.node.kind != array {
		return claim(c, key)
	}
	var claims []fact.Claim[billing.Figure]
	for _, item := range c.items() {
		if item.is(number, text, object) {
			claims = append(claims, claim(item, key)...)
		}
	}
	return claims
}

func claim(c cursor, key billing.Key) []fact.Claim[billing.Figure] {
	figure := billing.Figure{Per: usualPeriod(key)}
	value := c
	var out fact.Claim[billing.Figure]
	if c.node.kind == object {
		c.object("value", "per", "source", "seen", "confidence", "note")
		value = c.need("value")
		if per := c.get("per"); per.given() {
			if !key.Unit().Timed() {
				per.refuse("fact.no_period", reason.Word("key", string(key)))
			}
			figure.Per = choice(per, "", billing.Periods...)
		}
		out.Source, out.Seen, out.Note = c.get("source").prose(), c.get("seen").date(), c.get("note").prose()
		out.Confidence = confidence(c.get("confidence"))
		if value.given() && value.node.kind == null {
			return nil // somebody was asked and did not know
		}
	}
	figure.Value = value.decimal()
	if *c.bad == nil {
		if err := billing.CheckFigure(key, figure); err != nil {
			value.fail(err)
		}
	}
	out.Value = figure
	return []fact.Claim[billing.Figure]{out}
}

// usualPeriod is how a price is mostly quoted, for figures that do not say.
func usualPeriod(key billing.Key) billing.Period {
	switch {
	case !key.Unit().Timed():
		return ""
	case key == billing.CPUModePrice:
		return billing.PerHour
	}
	return billing.PerDay
}

func confidence(c cursor) fact.Confidence {
	var names []string
	for level := fact.Unstated; level <= fact.Official; level++ {
		names = append(names, level.String())
	}
	level, _ := fact.ParseConfidence(choice(c, fact.Unstated.String(), names...))
	return level
}

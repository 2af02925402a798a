package exchange

import (
	"bytes"
	_ "embed"
	"io"
	"strconv"
	"strings"

	"cardhour/model/billing"
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

// Example returns a cost file with worked cases.
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

// topKeys, quoteKeys and rateKeys are what may stand there; rule keys stand
// in a quote as well.
var (
	topKeys   = []string{"format", "usage", "quotes"}
	quoteKeys = []string{"name", "platform", "category", "card", "tier", "mode", "currency", "rate", "row_rounding",
		"daily_fee_rounding", "facts", "exchange", "source", "seen", "note", "usage"}
	rateKeys = []string{"amount", "per", "scope", "cards", "slice", "month_hours"}
)

func costFile(c cursor) CostFile {
	// The format is read before anything else: a file of a later one is to be
	// refused for that, not for the keys that it has besides.
	if !c.is(object) {
		return CostFile{}
	}
	if format := c.need("format"); format.is(text) && format.node.text != CostFormat {
		format.refuse("file.format", reason.Word("format", shown(format.node.text)), reason.Word("want", CostFormat))
	}
	c.object(topKeys...)
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
		if own := &offer.Usage.MyTime.PerHour; own.Currency == "" && !own.IsZero() {
			own.Currency = offer.Quote.Rate.Amount.Currency
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
	c.object(append(quoteKeys, ruleKeys...)...)
	q := billing.Quote{
		PlatformName: c.get("platform").word(),
		Category:     string(choice(c.get("category"), "", hardware.Cloud, hardware.Container, hardware.Hosted, hardware.P2P)),
		Card:         c.get("card").word(),
		Tier:         c.get("tier").word(),
		Mode:         choice(c.get("mode"), billing.OnDemand, billing.Modes...),
		Source:       c.get("source").prose(),
		Seen:         c.get("seen").date(),
		Note:         c.get("note").prose(),
	}
	code := c.need("currency")
	currency, err := money.ParseCurrency(code.word())
	if err != nil {
		code.fail(err)
	}
	q.Rounding, q.DailyFee = rounding(c.get("row_rounding"), currency), rounding(c.get("daily_fee_rounding"), currency)
	q.Rate = quotedRate(c, q.Mode, currency)
	q.Facts = facts(c.get("facts"), currency)
	q.Rules = rules(c, q.Rate.Amount)
	ownPrice(c.get("prices_by_cards"), &q)
	q.Exchange = exchange(c.get("exchange"), currency)
	if *c.bad == nil {
		for _, p := range q.Check() {
			p.Field = c.asSaid(p.Field)
			c.fail(p)
		}
	}
	return q
}

// ownPrice takes the price of the rate's own number of cards from the list of
// prices by cards, where it has one.
func ownPrice(c cursor, q *billing.Quote) {
	for _, p := range q.Rules.ByCards {
		if p.Cards != q.Rate.Cards {
			continue
		}
		if q.Rate.Scope == billing.PerInstance && !p.Amount.Equal(q.Rate.Amount.Value) {
			c.refuse("cards.two_prices", reason.Int("cards", reason.Count, int64(p.Cards)), reason.Word("amount", q.Rate.Amount.Value.String()))
		}
		q.Rate.Amount.Value, q.Rate.Scope = p.Amount, billing.PerInstance
	}
}

// quotedRate is the rate, which a price per token has none of.
func quotedRate(c cursor, mode billing.Mode, currency money.Currency) billing.Rate {
	if mode != billing.PerToken {
		return rate(c.need("rate"), c.get("pack").given(), currency)
	}
	given := c.get("rate")
	if !given.given() {
		return billing.NewRate(money.Zero(currency), billing.PerHour)
	}
	r := rate(given, true, currency)
	if !r.Amount.IsZero() {
		given.refuse("rate.per_token")
	}
	return r
}

// rate reads a price. What buys units, and no time, needs no period.
func rate(c cursor, timeless bool, currency money.Currency) billing.Rate {
	c.object(rateKeys...)
	amount, per := c.need("amount"), c.get("per")
	r := billing.NewRate(money.Amount{Value: amount.money(currency), Currency: currency}, billing.PerMonth)
	if per.given() || !timeless {
		r.Per = periodIn(c.need("per"))
	}
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

func rounding(c cursor, currency money.Currency) billing.Rounding {
	if !c.object("mode", "unit") {
		return billing.Rounding{}
	}
	const none billing.RoundingMode = "none"
	mode := choice(c.need("mode"), none, none, billing.RoundUp, billing.RoundDown, billing.RoundNearest)
	if mode == none {
		return billing.Rounding{}
	}
	return billing.Rounding{Mode: mode, Unit: c.need("unit").money(currency)}
}

// exchange is the rate to another currency, as it was when the quote was noted.
func exchange(c cursor, from money.Currency) money.Exchange {
	if !c.object("from", "to", "rate", "on", "source") {
		return money.Exchange{}
	}
	to, value := c.need("to"), c.need("rate")
	x := money.Exchange{From: from, Rate: value.optional(), On: c.get("on").date(), Source: c.get("source").prose()}
	code := func(c cursor) money.Currency {
		found, err := money.ParseCurrency(c.word())
		if err != nil {
			c.fail(err)
		}
		return found
	}
	if x.To = code(to); c.get("from").given() {
		x.From = code(c.get("from"))
	}
	switch {
	case x.From != from:
		c.get("from").refuse("exchange.other", reason.Word("from", string(x.From)), reason.Word("code", string(from)))
	case x.From == x.To:
		to.refuse("exchange.same", reason.Word("code", string(x.From)))
	case !x.Rate.IsPos():
		value.refuse("number.not_positive")
	}
	return x
}

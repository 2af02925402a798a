package cli

import (
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/views/text"
)

// costResultFormat names what cost --json prints; docs/cost-file.md describes
// it. Money is a text of exact digits, because readers of JSON take its
// numbers for floats.
const costResultFormat = "cardhour.cost-result/1"

type resultJSON struct {
	Format string      `json:"format"`
	Quotes []quoteJSON `json:"quotes"`
}

type quoteJSON struct {
	Name         string        `json:"name"`
	Currency     string        `json:"currency"`
	Total        string        `json:"total"`
	AtLeast      bool          `json:"at_least"`
	Low          string        `json:"low"`
	High         *string       `json:"high"`
	FullRate     *string       `json:"full_rate"`
	FullRateHigh *string       `json:"full_rate_high"`
	BareRate     *string       `json:"bare_rate"` // null for a price per token
	Lines        []lineJSON    `json:"lines"`
	Unknown      []unknownJSON `json:"unknown"`
	Catalogue    []string      `json:"from_catalogue"` // facts that the file leaves out

	Refused   []refusedJSON  `json:"refused_discounts"`
	MyTime    *moneyJSON     `json:"my_time"` // beside the total, never part of it
	Converted *convertedJSON `json:"converted"`
	SpotPays  []belowJSON    `json:"spot_pays_below"`
	Warnings  []string       `json:"warnings"`
}

type belowJSON struct {
	Than    string `json:"than"`     // the name of the quote that it is held against
	PerHour string `json:"per_hour"` // reclaims per machine-hour
}

type refusedJSON struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

type moneyJSON struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

type convertedJSON struct {
	Currency string  `json:"currency"`
	Low      string  `json:"low"`
	High     *string `json:"high"`
	Rate     string  `json:"rate"`
	On       *string `json:"on"`
}

type lineJSON struct {
	Kind        string  `json:"kind"`
	Item        string  `json:"item"`
	Amount      string  `json:"amount"`
	Low         string  `json:"low"`
	High        *string `json:"high"`
	Explanation string  `json:"explanation"`
}

type unknownJSON struct {
	Key      string  `json:"key"`
	State    string  `json:"state"`
	Low      *string `json:"low"`
	High     *string `json:"high"`
	Per      *string `json:"per"`
	HighPer  *string `json:"high_per,omitempty"` // where the ends are quoted for different periods
	Basis    string  `json:"basis"`
	Question string  `json:"question"`
}

func costResult(say *text.Printer, quotes []priced) resultJSON {
	result := resultJSON{Format: costResultFormat, Quotes: []quoteJSON{}}
	for _, q := range quotes {
		out := quoteJSON{
			Name: q.Name, Currency: string(q.Low.Currency), Total: money.Plain(q.Low.Value), AtLeast: q.AtLeast(),
			Low: money.Plain(q.Low.Value), High: bounded(q.High.Value, q.Open), BareRate: bounded(q.Bare.Value, !q.HasBare),
			Lines: []lineJSON{}, Unknown: []unknownJSON{}, Catalogue: []string{}, Refused: []refusedJSON{},
			Converted: convertedOf(q), SpotPays: []belowJSON{}, Warnings: []string{},
		}
		for _, b := range q.Below {
			out.SpotPays = append(out.SpotPays, belowJSON{b.than, b.perHour.Trim(0).String()})
		}
		for _, w := range q.Warned {
			out.Warnings = append(out.Warnings, say.Because(w))
		}
		for _, r := range q.Refused {
			out.Refused = append(out.Refused, refusedJSON{r.Name, say.Because(r.Why)})
		}
		if q.valuesMyTime() {
			out.MyTime = &moneyJSON{money.Plain(q.MyTime.Value), string(q.MyTime.Currency)}
		}
		for _, key := range q.Taken {
			out.Catalogue = append(out.Catalogue, string(key))
		}
		if q.FullDefined {
			out.FullRate, out.FullRateHigh = bounded(q.FullLow.Value, false), bounded(q.FullHigh.Value, q.Open)
		}
		for _, l := range q.Lines {
			out.Lines = append(out.Lines, lineJSON{
				Kind: string(l.Kind), Item: l.Item, Amount: money.Plain(l.Low), Low: money.Plain(l.Low),
				High: bounded(l.High, l.Open), Explanation: say.Line(l),
			})
		}
		for _, u := range q.Unknown {
			out.Unknown = append(out.Unknown, unknownOf(say, u, q.Quote.Rate.Month))
		}
		result.Quotes = append(result.Quotes, out)
	}
	return result
}

// valuesMyTime reports whether the user said what their own hours are worth.
func (q priced) valuesMyTime() bool { return q.Usage.MyTime.PerHour.Value.IsPos() }

func convertedOf(q priced) *convertedJSON {
	if q.Converted == nil {
		return nil
	}
	x := q.Quote.Exchange
	out := convertedJSON{Currency: string(x.To), Low: money.Plain(q.Converted.low.Value), High: bounded(q.Converted.high.Value, q.Open), Rate: x.Rate.Trim(0).String()}
	if !x.On.IsZero() {
		on := x.On.Format(time.DateOnly)
		out.On = &on
	}
	return &out
}

// bounded is an amount, or null where nothing bounds it.
func bounded(d decimal.Decimal, open bool) *string {
	if open {
		return nil
	}
	s := money.Plain(d)
	return &s
}

func unknownOf(say *text.Printer, u billing.Unknown, month billing.Seconds) unknownJSON {
	out := unknownJSON{Key: string(u.Key), State: "unknown", Basis: say.Basis(u.Basis), Question: say.T("ask." + string(u.Key))}
	if u.State == fact.Conflicting {
		out.State = "conflicting"
	}
	if u.Open() {
		return out
	}
	low, high := ends(u, month)
	a, b := low.Value.Trim(0).String(), high.Value.Trim(0).String()
	out.Low, out.High = &a, &b
	if low.Per != "" {
		per := string(low.Per)
		out.Per = &per
	}
	if high.Per != low.Per {
		per := string(high.Per)
		out.HighPer = &per
	}
	return out
}

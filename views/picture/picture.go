// Package picture turns a decision's result into the pictures of views/chart
// and into the same figures as text, for the window and the command line
// alike.
//
// It owns which candidates stand in a picture, and the words around it: title,
// unit, date, assumptions, sources. It must not know the toolkit, files, or how
// a cost came about.
package picture

import (
	"slices"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/chart"
	"cardhour/views/text"
)

// Names says how the platform of a quote is called.
type Names func(billing.Quote) string

// Cards lists the card models of which a quote could be priced. Full rates
// compare within one of them only, so the one with the most to compare comes
// first, among equals the one that ranks higher.
func Cards(r decision.Result) []string {
	var cards []string
	quotes := map[string]int{}
	for _, c := range r.Candidates {
		if c.Cost == nil {
			continue
		}
		if quotes[c.Quote.Card] == 0 {
			cards = append(cards, c.Quote.Card)
		}
		quotes[c.Quote.Card]++
	}
	slices.SortStableFunc(cards, func(a, b string) int { return quotes[b] - quotes[a] })
	return cards
}

// Opening is the card that is shown first: the winner's, else the one with the
// most to compare; "" when there is nothing to show.
func Opening(r decision.Result) string {
	cards := Cards(r)
	if w := r.Verdict.Winner; w != nil && slices.Contains(cards, w.Quote.Card) {
		return w.Quote.Card
	}
	if len(cards) == 0 {
		return ""
	}
	return cards[0]
}

// CardName is how a card model is called; a quote may name none.
func CardName(p *text.Printer, card string) string {
	if card == "" {
		return p.T("picture.no_card")
	}
	return card
}

// FullRate makes the picture of what a useful hour of one card model costs by
// platform. Candidates that fell out are named, not drawn: the lowest bar has
// to be one that can be taken.
func FullRate(p *text.Printer, d decision.Decision, r decision.Result, names Names, card string, now time.Time, dark bool) (chart.FullRate, error) {
	of := split(d, r, card)
	f := chart.FullRate{Currency: of.currency, Dark: dark,
		Title:    p.T("picture.full_rate.title", "card", CardName(p, card)),
		Subtitle: subtitle(p, d, r, of.currency, now),
	}
	for _, c := range of.shown {
		row, err := chart.RowOf(names(c.Quote), detail(p, c.Quote), *c.Cost, *c.Usage, c.Quote.Rate)
		if err != nil {
			return chart.FullRate{}, err
		}
		if row.Billed, err = billed(c, of.currency); err != nil {
			return chart.FullRate{}, err
		}
		f.Rows = append(f.Rows, row)
	}
	f.Footer = footer(p, of, names)
	return f, nil
}

// field is the candidates of one card model.
type field struct {
	currency money.Currency
	shown    []decision.Candidate // drawn
	out      []decision.Candidate // priced, but fallen out
	foreign  []decision.Candidate // in another currency
}

// split says which candidates stand in the picture of a card. One picture has
// one currency: the decision's own, or where no quote is in it that of the
// first.
func split(d decision.Decision, r decision.Result, card string) field {
	of := field{currency: d.Currency}
	var mine []decision.Candidate
	for _, c := range r.Candidates {
		if c.Cost != nil && c.Quote.Card == card {
			mine = append(mine, c)
		}
	}
	inOwn := func(c decision.Candidate) bool { return c.Cost.Low.Currency == d.Currency }
	if len(mine) > 0 && !slices.ContainsFunc(mine, inOwn) {
		of.currency = mine[0].Cost.Low.Currency
	}
	for _, c := range mine {
		switch {
		case c.Cost.Low.Currency != of.currency:
			of.foreign = append(of.foreign, c)
		case c.Out != nil:
			of.out = append(of.out, c)
		default:
			of.shown = append(of.shown, c)
		}
	}
	return of
}

// billed is the bar of what was really paid, where it can stand beside the
// estimate.
func billed(c decision.Candidate, currency money.Currency) (*chart.Bar, error) {
	if c.Real == nil || !c.Real.Defined || c.Real.Spent.Currency != currency {
		return nil, nil
	}
	bill := billing.Bill{Total: c.Real.Spent}
	for _, kind := range billing.Kinds {
		if amount, ok := c.Real.ByKind[kind]; ok {
			bill.Lines = append(bill.Lines, billing.Line{Kind: kind, Amount: amount})
		}
	}
	rented := c.Real.Rented
	rented.Amount.Currency = currency
	return chart.BilledBar(bill, c.Real.Useful, rented)
}

// detail tells apart the quotes of one platform: how it is sold, for how many
// cards, and the rate as given.
func detail(p *text.Printer, q billing.Quote) string {
	parts := []string{p.Term(string(q.Mode))}
	if q.Rate.Cards > 1 {
		parts = append(parts, p.T("picture.cards", "cards", q.Rate.Cards))
	}
	switch tokens := q.Rules.Tokens; {
	case q.Mode == billing.PerToken && tokens != nil:
		price := func(amount decimal.Decimal) reason.Value {
			return reason.Value{Kind: reason.Rate, Num: amount, Text: string(q.Rate.Amount.Currency) + "/million_tokens"}
		}
		parts = append(parts, p.T("picture.quoted_tokens", "in", price(tokens.In), "out", price(tokens.Out)))
	case q.Rules.Pack != nil:
		parts = append(parts, p.T("picture.quoted_pack", "money", q.Rate.Amount))
	default:
		parts = append(parts, p.T("picture.quoted", "rate", quoted(p, q.Rate)))
	}
	return strings.Join(parts, " · ")
}

// quoted is the rate as the platform states it.
func quoted(p *text.Printer, r billing.Rate) string {
	said := p.Money(r.Amount) + "/" + p.Term("per_"+string(r.Per))
	if r.Cards > 1 && r.Scope == billing.PerInstance {
		said += "/" + p.Term("per_instance")
	}
	return said
}

func subtitle(p *text.Printer, d decision.Decision, r decision.Result, currency money.Currency, now time.Time) string {
	var parts []string
	if r.Sentence != nil {
		parts = append(parts, p.Because(*r.Sentence))
	}
	parts = append(parts, p.T("chart.full_rate.subtitle", "currency", string(currency)), p.Date(now))
	if d.Example {
		parts = append(parts, p.T("picture.example"))
	}
	return strings.Join(parts, " · ")
}

// named joins the names of candidates, a name twice where two quotes bear it.
func named(p *text.Printer, list []decision.Candidate, names Names) string {
	var all []string
	for _, c := range list {
		all = append(all, names(c.Quote))
	}
	return p.List(all...)
}

// FileName is what an exported picture is proposed to be called.
func FileName(p *text.Printer, card string, now time.Time) string {
	safe := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '-'
		}
		return r
	}, CardName(p, card))
	return p.T("picture.file", "card", safe, "day", now.Format(time.DateOnly))
}

package session

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"cardhour/data/journal"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// Rates of exchange are typed in by hand and stand in one setting of the
// journal. A quote in another currency than its decision's takes the rate of
// that moment when it is added and keeps it: what is typed later changes no
// quote until the user asks for it.

const settingRates = "exchange_rates"

// Rates lists the rates of exchange that are typed in. What is not right in
// the journal is left out, as if there were none.
func (s *Session) Rates() []money.Exchange { return ratesIn(s.Setting(settingRates)) }

func ratesIn(text string) []money.Exchange {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	var rates, good []money.Exchange
	if d.Decode(&rates) != nil {
		return nil
	}
	for _, x := range rates {
		if x.Check() == nil && !slices.ContainsFunc(good, between(x.From, x.To)) {
			good = append(good, x)
		}
	}
	return good
}

func between(from, to money.Currency) func(money.Exchange) bool {
	return func(x money.Exchange) bool { return x.From == from && x.To == to }
}

// PutRate types a rate of exchange in, in the place of an older one between
// the same currencies; that of the other direction stays. One without a date
// is today's. It refuses what cannot be a rate.
func (s *Session) PutRate(x money.Exchange) error {
	if err := x.Check(); err != nil {
		return err
	}
	if x.On.IsZero() {
		x.On = s.opts.Now()
	}
	if y := x.On.Year(); y < 1 || y > 9999 {
		return reason.Refuse("", "journal.year", reason.Int("year", reason.Count, int64(y)))
	}
	s.keepRates(x.From, x.To, &x)
	return nil
}

// RemoveRate forgets the rate of exchange in one direction.
func (s *Session) RemoveRate(from, to money.Currency) { s.keepRates(from, to, nil) }

func (s *Session) keepRates(from, to money.Currency, now *money.Exchange) {
	s.typing.Lock()
	defer s.typing.Unlock()
	rates := s.Rates()
	i := slices.IndexFunc(rates, between(from, to))
	switch {
	case now != nil && i >= 0:
		rates[i] = *now
	case now != nil:
		rates = append(rates, *now)
	case i >= 0:
		rates = slices.Delete(rates, i, i+1)
	default:
		return
	}
	text, err := json.Marshal(rates)
	if err != nil {
		return // cannot happen: PutRate has seen each date
	}
	s.SetSetting(settingRates, string(text))
}

// rateFor is what 1 of from is in to by the rates typed in: the rate as typed,
// else the reverse of the other direction's.
func rateFor(rates []money.Exchange, from, to money.Currency) (money.Exchange, bool) {
	if i := slices.IndexFunc(rates, between(from, to)); i >= 0 {
		return rates[i], true
	}
	if i := slices.IndexFunc(rates, between(to, from)); i >= 0 {
		return rates[i].Inverse()
	}
	return money.Exchange{}, false
}

// frozen returns a quote with the rate of exchange of this moment, where it is
// a new one or its price is now in another currency. One that holds a rate
// between the right currencies keeps it; where none is typed in, a rate of
// another currency goes, since it values nothing.
func (s *Session) frozen(ctx context.Context, q billing.Quote) (billing.Quote, error) {
	d, there, err := s.journal.Decision(ctx, q.DecisionID)
	if err != nil || !there {
		return q, err
	}
	records, err := s.journal.Records(ctx, q.DecisionID)
	if err != nil {
		return q, err
	}
	own := q.Rate.Amount.Currency
	for _, old := range records.Quotes {
		if old.ID == q.ID && old.Rate.Amount.Currency == own {
			return q, nil
		}
	}
	if own == d.Currency || q.Exchange.Known() && between(own, d.Currency)(q.Exchange) {
		return q, nil
	}
	text, _, err := s.journal.Setting(ctx, settingRates)
	if err != nil {
		return q, err
	}
	if x, ok := rateFor(ratesIn(text), own, d.Currency); ok {
		q.Exchange = x
	} else if q.Exchange.From != own {
		q.Exchange = money.Exchange{}
	}
	return q, nil
}

// Revalue puts the rate of exchange that is typed in now into a quote of the
// open decision. It refuses when there is none.
func (s *Session) Revalue(quoteID string) error {
	d, _ := s.Current()
	return s.revalue(d, s.Records().Quotes, func(q billing.Quote) bool { return q.ID == quoteID })
}

// RevalueAll does so with all quotes of a decision that are in another
// currency, in one step of undo. Those without a rate stay as they are; it
// refuses when there is none for any of them.
func (s *Session) RevalueAll(decisionID string) error {
	of := func(q billing.Quote) bool { return q.DecisionID == decisionID }
	for _, d := range s.Decisions() {
		if d.ID != decisionID {
			continue
		}
		if open, _ := s.Current(); open.ID == d.ID {
			d = open // with what is typed
		}
		return s.revalue(d, s.AllQuotes(), of)
	}
	return nil
}

func (s *Session) revalue(d decision.Decision, seen []billing.Quote, of func(billing.Quote) bool) error {
	var missing error
	found, rates := false, s.Rates()
	for _, q := range seen {
		own := q.Rate.Amount.Currency
		if !of(q) || own == d.Currency {
			continue
		}
		if _, ok := rateFor(rates, own, d.Currency); ok {
			found = true
		} else if missing == nil {
			missing = reason.Refuse("", "exchange.missing", reason.Word("from", string(own)), reason.Word("to", string(d.Currency)))
		}
	}
	if !found {
		return missing
	}
	s.do(func(ctx context.Context) error { return s.revalued(ctx, d.ID, of) })
	return nil
}

// revalued does it with the quotes as the journal has them when it is their
// turn: an edit may have come between.
func (s *Session) revalued(ctx context.Context, decisionID string, of func(billing.Quote) bool) error {
	d, there, err := s.journal.Decision(ctx, decisionID)
	if err != nil || !there {
		return err
	}
	records, err := s.journal.Records(ctx, decisionID)
	if err != nil {
		return err
	}
	text, _, err := s.journal.Setting(ctx, settingRates)
	if err != nil {
		return err
	}
	rates := ratesIn(text)
	var changes []journal.Change
	for _, q := range records.Quotes {
		own := q.Rate.Amount.Currency
		x, ok := rateFor(rates, own, d.Currency)
		if !ok || !of(q) || own == d.Currency {
			continue
		}
		q.Exchange = x
		changes = append(changes, journal.PutQuote(q))
	}
	if len(changes) == 0 {
		return nil
	}
	return s.journal.Apply(ctx, journal.Action{Label: "action_revalue", Changes: changes})
}

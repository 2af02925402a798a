package session

import (
	"context"
	"time"

	"cardhour/data/exchange"
	"cardhour/data/journal"
	"cardhour/model/billing"
)

// ReadQuotes recognises the prices in text that was copied from somewhere,
// with the names of the catalogue.
func (s *Session) ReadQuotes(text string) []billing.Pasted {
	return exchange.ReadQuotes(text, exchange.PasteNames{Cards: s.Cards(), Platforms: s.catalog.Platforms()})
}

// ReadSoon does so beside the window's goroutine when the typing rests, and
// hands what it found to that goroutine. A later call takes the place of one
// that has not answered yet.
func (s *Session) ReadSoon(text string, found func([]billing.Pasted)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	if s.reading != nil {
		s.reading.Stop()
	}
	s.read++
	this := s.read
	newest := func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return !s.closed && s.read == this
	}
	s.reading = time.AfterFunc(s.opts.Debounce, func() {
		if !newest() {
			return
		}
		all := s.ReadQuotes(text)
		s.opts.Post(func() {
			if newest() {
				found(all)
			}
		})
	})
}

// PutQuotes adds quotes to the open decision in one step of undo, each with
// the rate of exchange of this moment.
func (s *Session) PutQuotes(quotes []billing.Quote) {
	if len(quotes) == 0 {
		return
	}
	at, id := s.nextPosition(), s.openID()
	added := make([]billing.Quote, len(quotes))
	for i, q := range quotes {
		q.ID, q.DecisionID, q.Position = s.opts.NewID(), id, at+i
		added[i] = q
	}
	label := "action_add_quotes"
	if len(added) == 1 {
		label = "action_add_quote"
	}
	s.do(func(ctx context.Context) error {
		var changes []journal.Change
		for _, q := range added {
			q, err := s.frozen(ctx, q)
			if err != nil {
				return err
			}
			changes = append(changes, journal.PutQuote(q))
		}
		return s.journal.Apply(ctx, journal.Action{Label: label, Changes: changes})
	})
}

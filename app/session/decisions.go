package session

import (
	"context"
	"fmt"
	"slices"

	"cardhour/data/journal"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/task"
)

// Opening, making and ending decisions.

// show makes a decision the open one with the next load.
func (s *Session) show(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opening = id
}

// Show opens a decision without remembering it, and waits until it is open.
func (s *Session) Show(id string) error {
	s.do(func(context.Context) error {
		s.show(id)
		return nil
	})
	s.Flush()
	return s.Problem()
}

// OpenDecision opens a decision.
func (s *Session) OpenDecision(id string) {
	s.do(func(ctx context.Context) error {
		s.show(id)
		return s.journal.SetSetting(ctx, settingOpen, id)
	})
}

// NewDecision makes an empty decision and opens it.
func (s *Session) NewDecision() {
	currency := money.Currency("CNY")
	if c, err := money.ParseCurrency(s.Setting("currency")); err == nil {
		currency = c
	}
	now := s.opts.Now()
	s.add("action_add_decision", decision.Decision{ID: s.opts.NewID(), Currency: currency, Task: task.Defaults(""), Created: now, Updated: now}, decision.Records{})
}

// DuplicateDecision copies a decision with its quotes and opens the copy. Runs
// and bills happened once and stay with the original.
func (s *Session) DuplicateDecision(id string) {
	s.do(func(ctx context.Context) error {
		d, ok, err := s.journal.Decision(ctx, id)
		if err != nil || !ok {
			return err
		}
		records, err := s.journal.Records(ctx, id)
		if err != nil {
			return err
		}
		d.ID, d.Example, d.Created, d.Updated = s.opts.NewID(), false, s.opts.Now(), s.opts.Now()
		d.Name = s.freeName(d.Name)
		for i := range records.Quotes {
			records.Quotes[i].ID, records.Quotes[i].Example = "", false
		}
		return s.save(ctx, "action_duplicate_decision", d, decision.Records{Quotes: records.Quotes})
	})
}

// DeleteDecision deletes a decision with its quotes, runs and bills.
func (s *Session) DeleteDecision(id string) {
	s.apply("action_delete_decision", journal.Delete(journal.Decisions, id))
}

// freeName numbers a copy's name, so that it can be told from the original.
func (s *Session) freeName(name string) string {
	if name == "" {
		return ""
	}
	taken := func(name string) bool {
		return slices.ContainsFunc(s.Decisions(), func(d decision.Decision) bool { return d.Name == name })
	}
	for n := 2; ; n++ {
		if numbered := fmt.Sprintf("%s (%d)", name, n); !taken(numbered) {
			return numbered
		}
	}
}

// OpenExample opens the example, making it if it is not there.
func (s *Session) OpenExample() {
	s.do(func(ctx context.Context) error {
		all, err := s.journal.Decisions(ctx)
		if err != nil {
			return err
		}
		for _, d := range all {
			if d.Example {
				s.show(d.ID)
				return s.journal.SetSetting(ctx, settingOpen, d.ID)
			}
		}
		d, records := s.opts.Example(s.opts.Now())
		d.ID = s.opts.NewID()
		return s.save(ctx, "action_open_example", d, records)
	})
}

// RemoveExample deletes the example with all its records.
func (s *Session) RemoveExample() {
	var changes []journal.Change
	for _, d := range s.Decisions() {
		if d.Example {
			changes = append(changes, journal.Delete(journal.Decisions, d.ID))
		}
	}
	if len(changes) > 0 {
		s.apply("action_remove_example", changes...)
	}
}

func (s *Session) add(label string, d decision.Decision, records decision.Records) {
	s.do(func(ctx context.Context) error { return s.save(ctx, label, d, records) })
}

// save stores a decision with its records in one action and opens it. Runs
// name their quote by its position in records, bills their run, until real
// IDs are given here.
func (s *Session) save(ctx context.Context, label string, d decision.Decision, records decision.Records) error {
	changes := []journal.Change{journal.PutDecision(d)}
	quotes, runs := map[string]string{}, map[string]string{}
	for i, q := range records.Quotes {
		old := q.ID
		q.ID, q.DecisionID, q.Position = s.opts.NewID(), d.ID, i
		quotes[old] = q.ID
		changes = append(changes, journal.PutQuote(q))
	}
	for _, r := range records.Runs {
		old := r.ID
		r.ID, r.DecisionID, r.QuoteID = s.opts.NewID(), d.ID, quotes[r.QuoteID]
		runs[old] = r.ID
		changes = append(changes, journal.PutRun(r))
	}
	for _, b := range records.Bills {
		b.ID, b.RunID = s.opts.NewID(), runs[b.RunID]
		changes = append(changes, journal.PutBill(b))
	}
	if err := s.journal.Apply(ctx, journal.Action{Label: label, Changes: changes}); err != nil {
		return err
	}
	s.show(d.ID)
	return s.journal.SetSetting(ctx, settingOpen, d.ID)
}

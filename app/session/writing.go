package session

import (
	"context"

	"github.com/govalues/decimal"

	"cardhour/data/journal"
	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/task"
	"cardhour/model/trial"
)

// EditTask changes the open decision's task. The screens see it at once; it
// is saved and computed when the typing rests. Edits of one field in a row
// are one step back for the user.
func (s *Session) EditTask(field string, edit func(*task.Task)) {
	s.edit("task."+field, func(d *decision.Decision) { edit(&d.Task) })
}

// SetMustHaves replaces the open decision's must-haves.
func (s *Session) SetMustHaves(wanted []barrier.Wanted) {
	s.edit("must_haves", func(d *decision.Decision) { d.MustHaves = wanted })
}

// Rename names the open decision.
func (s *Session) Rename(name string) { s.edit("name", func(d *decision.Decision) { d.Name = name }) }

// SetCurrency sets the currency that candidates are compared in.
func (s *Session) SetCurrency(c money.Currency) {
	s.edit("currency", func(d *decision.Decision) { d.Currency = c })
}

func (s *Session) edit(field string, edit func(*decision.Decision)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.seen.current == nil {
		return
	}
	d := *s.seen.current
	if s.draft != nil && (s.draft.field != field || s.draft.value.ID != d.ID) {
		s.saveDraft()
	}
	edit(&d)
	d.Updated = s.opts.Now()
	s.seen.current = &d
	s.draft = &draft{field: field, value: d}
	s.rest()
}

// saveDraft queues the pending edits; the lock is held.
func (s *Session) saveDraft() {
	if s.draft == nil || s.draft.queued {
		return
	}
	s.draft.queued = true
	saved := s.draft
	label := "action_edit_task"
	switch saved.field {
	case "must_haves":
		label = "action_must_have"
	case "name":
		label = "action_rename_decision"
	}
	s.put(job{change: func(ctx context.Context) error {
		_, there, err := s.journal.Decision(ctx, saved.value.ID)
		if err == nil && there { // a last keystroke does not bring back what was deleted
			err = s.journal.Apply(ctx, journal.Action{Label: label, Merge: saved.value.ID + "/" + saved.field,
				Changes: []journal.Change{journal.PutDecision(saved.value)}})
		}
		if err != nil && passing(err) {
			return err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.draft == saved { // saved, or refused for good: the screens show what the journal has
			s.draft = nil
		}
		return err
	}})
}

// refuse tells what is wrong with a change in its turn.
func (s *Session) refuse(problem error) { s.do(func(context.Context) error { return problem }) }

func (s *Session) apply(label string, changes ...journal.Change) {
	s.do(func(ctx context.Context) error {
		return s.journal.Apply(ctx, journal.Action{Label: label, Changes: changes})
	})
}

// PutQuote saves a quote of the open decision; one without an ID is new. A new
// one in another currency takes the rate of exchange of this moment along.
func (s *Session) PutQuote(q billing.Quote) {
	label := "action_edit_quote"
	if q.ID == "" {
		label = "action_add_quote"
		q.ID, q.DecisionID, q.Position = s.opts.NewID(), s.openID(), s.nextPosition()
	}
	s.do(func(ctx context.Context) error {
		q, err := s.frozen(ctx, q)
		if err != nil {
			return err
		}
		return s.journal.Apply(ctx, journal.Action{Label: label, Changes: []journal.Change{journal.PutQuote(q)}})
	})
}

func (s *Session) nextPosition() int {
	next := 0
	for _, q := range s.Records().Quotes {
		next = max(next, q.Position+1)
	}
	return next
}

// DuplicateQuote adds a copy of a quote of the open decision.
func (s *Session) DuplicateQuote(id string) {
	for _, q := range s.Records().Quotes {
		if q.ID == id {
			q.ID, q.Example = "", false
			s.PutQuote(q)
		}
	}
}

// DeleteQuote deletes a quote.
func (s *Session) DeleteQuote(id string) {
	s.apply("action_delete_quote", journal.Delete(journal.Quotes, id))
}

// PutRun saves a trial run and returns its ID; one without an ID is new, and
// without a decision it belongs to the open one.
func (s *Session) PutRun(r trial.Run) string {
	label := "action_edit_run"
	if r.ID == "" {
		label = "action_add_run"
		r.ID = s.opts.NewID()
		if r.DecisionID == "" {
			r.DecisionID = s.openID()
		}
	}
	s.do(func(ctx context.Context) error {
		r, err := s.withJob(ctx, r)
		if err != nil {
			return err
		}
		return s.journal.Apply(ctx, journal.Action{Label: label, Changes: []journal.Change{journal.PutRun(r)}})
	})
	return r.ID
}

// withJob notes with a run's speed what ran: what its decision asks for now.
// It stays as it is noted while the speed stays, whatever the decision asks
// for later.
func (s *Session) withJob(ctx context.Context, r trial.Run) (trial.Run, error) {
	if !r.Speed.PerSecond.IsPos() {
		r.Speed.Job = ""
		return r, nil
	}
	records, err := s.journal.Records(ctx, r.DecisionID)
	if err != nil {
		return r, err
	}
	for _, old := range records.Runs {
		if old.ID != r.ID {
			continue
		}
		same := old.Speed.PerSecond.Equal(r.Speed.PerSecond) && old.Speed.Unit == r.Speed.Unit
		switch {
		case same && r.Speed.Job == "":
			r.Speed.Job = old.Speed.Job
		case !same && r.Speed.Job == old.Speed.Job:
			r.Speed.Job = "" // noted with the speed of before
		}
	}
	if r.Speed.Job != "" {
		return r, nil
	}
	d, _, err := s.journal.Decision(ctx, r.DecisionID)
	r.Speed.Job = d.Task.Job()
	return r, err
}

// DeleteRun deletes a run and its bills.
func (s *Session) DeleteRun(id string) {
	s.apply("action_delete_run", journal.Delete(journal.Runs, id))
}

// PutBill saves a bill and returns its ID; one without an ID is new.
func (s *Session) PutBill(b trial.Bill) string {
	label := "action_edit_bill"
	if b.ID == "" {
		label = "action_add_bill"
		b.ID = s.opts.NewID()
	}
	s.apply(label, journal.PutBill(b))
	return b.ID
}

// DeleteBill deletes a bill.
func (s *Session) DeleteBill(id string) {
	s.apply("action_delete_bill", journal.Delete(journal.Bills, id))
}

// PutAnswer saves what the user found out about a platform.
func (s *Session) PutAnswer(a barrier.Answer) { s.putAnswer("action_answer", a) }

func (s *Session) putAnswer(label string, a barrier.Answer) {
	a.Asked = s.opts.Now()
	if old := s.answerTo(a.Platform, a.Requirement); old.ID != "" {
		a.ID = old.ID
	}
	if a.ID == "" {
		a.ID = s.opts.NewID()
	}
	s.apply(label, journal.PutAnswer(a))
}

// SetStability sets the stability factor of a quote's platform and mode by
// hand; zero goes back to what the user's runs say.
func (s *Session) SetStability(q billing.Quote, factor decimal.Decimal) {
	if factor.IsZero() {
		if set := s.answerTo(q.PlatformKey(), decision.HandKey(q)); set.ID != "" {
			s.apply("action_stability", journal.Delete(journal.Answers, set.ID))
		}
		return
	}
	a, err := decision.HandFactor(q, factor)
	if err != nil {
		s.refuse(err)
		return
	}
	s.putAnswer("action_stability", a)
}

// Undo takes the last action back; Redo makes it again.
func (s *Session) Undo() { s.step(s.journal.Undo) }

// Redo makes the action again that was taken back last.
func (s *Session) Redo() { s.step(s.journal.Redo) }

func (s *Session) step(step func(context.Context) (journal.Done, bool, error)) {
	s.do(func(ctx context.Context) error {
		done, ok, err := step(ctx)
		if err != nil || !ok {
			return err
		}
		if done.DecisionID != "" {
			s.show(done.DecisionID)
		}
		return nil
	})
}

// Retry tries again to save what could not be saved, and puts the notice of
// what was refused for good aside.
func (s *Session) Retry() {
	s.do(func(context.Context) error {
		s.lost = nil
		return nil
	})
}

// Setting returns a setting as it was made last, "" when there is none.
func (s *Session) Setting(key string) string {
	s.mu.Lock()
	made, ok := s.settings[key]
	s.mu.Unlock()
	if ok {
		return made // it may not be saved yet
	}
	value, _, err := s.journal.Setting(context.Background(), key)
	if err != nil {
		return ""
	}
	return value
}

// SetSetting stores a setting. Settings are not part of undo.
func (s *Session) SetSetting(key, value string) {
	s.mu.Lock()
	s.settings[key] = value
	s.mu.Unlock()
	s.do(func(ctx context.Context) error { return s.journal.SetSetting(ctx, key, value) })
}

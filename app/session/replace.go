package session

import (
	"context"
	"errors"
	"maps"
)

// errUnsaved is returned only when there is no better word for it.
var errUnsaved = errors.New("what was typed could not be saved first")

// Replace runs a change that may put something else in the place of all that
// the journal holds, such as a restore: after everything typed so far is
// saved, before whatever is typed next. Then the session shows the journal as
// it is. It waits, and returns the change's error; that one is not tried
// again. While something cannot be saved nothing is replaced: it would be
// lost.
func (s *Session) Replace(change func(context.Context) error) error {
	s.Flush()
	if err := s.Problem(); err != nil {
		return err
	}
	result, ran, late := errUnsaved, false, false
	s.do(func(ctx context.Context) error {
		s.mu.Lock()
		skip := late
		s.mu.Unlock()
		if skip || ran {
			return nil
		}
		ran = true
		result = change(ctx)
		return s.forget(ctx)
	})
	s.Flush()
	s.mu.Lock()
	late = true // one that waits behind a change that fails is not wanted later
	s.mu.Unlock()
	return result
}

// forget drops what is remembered of the journal beside what load reads.
func (s *Session) forget(ctx context.Context) error {
	open, _, err := s.journal.Setting(ctx, settingOpen)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opening = open
	clear(s.settings)
	maps.DeleteFunc(s.forms, func(key, _ string) bool { return !s.typed[key] })
	return nil
}

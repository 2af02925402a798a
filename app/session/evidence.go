package session

import (
	"context"

	"cardhour/data/journal"
	"cardhour/model/barrier"
	"cardhour/model/fact"
)

// EvidenceOf lists the files that support the answer for a requirement at a
// platform.
func (s *Session) EvidenceOf(platform, requirement string) []fact.Evidence {
	answer := s.answerTo(platform, requirement)
	var list []fact.Evidence
	for _, e := range read(s, func(v *state) []fact.Evidence { return v.evidence }) {
		if answer.ID != "" && e.AnswerID == answer.ID {
			list = append(list, e)
		}
	}
	return list
}

// answerTo returns the answer for a requirement at a platform; without an ID
// when there is none yet.
func (s *Session) answerTo(platform, requirement string) barrier.Answer {
	for _, a := range s.Answers() {
		if a.Platform == platform && a.Requirement == requirement {
			return a
		}
	}
	return barrier.Answer{Platform: platform, Requirement: requirement}
}

// Attach keeps a file as evidence of the answer for a requirement at a
// platform. One that is not written down yet is begun, and says nothing until
// it is. done is told on the window's goroutine how it went; a file that is
// refused keeps nothing else from being saved.
func (s *Session) Attach(platform, requirement, path string, done func(error)) {
	s.do(func(ctx context.Context) error {
		err := s.attach(ctx, platform, requirement, path)
		s.opts.Post(func() { done(err) })
		return nil
	})
}

func (s *Session) attach(ctx context.Context, platform, requirement, path string) error {
	e, err := s.journal.KeepFile(ctx, path)
	if err != nil {
		return err
	}
	for _, old := range s.EvidenceOf(platform, requirement) {
		if old.SHA256 == e.SHA256 {
			return nil // it is there already
		}
	}
	answer := s.answerTo(platform, requirement)
	var changes []journal.Change
	if answer.ID == "" {
		answer.ID, answer.Asked = s.opts.NewID(), s.opts.Now()
		changes = append(changes, journal.PutAnswer(answer))
	}
	e.ID, e.AnswerID = s.opts.NewID(), answer.ID
	return s.journal.Apply(ctx, journal.Action{Label: "action_add_evidence", Changes: append(changes, journal.PutEvidence(e))})
}

// RemoveEvidence takes a file from its answer; undo brings it back.
func (s *Session) RemoveEvidence(id string) {
	s.apply("action_delete_evidence", journal.Delete(journal.Evidence, id))
}

// EvidencePath is where the file lies.
func (s *Session) EvidencePath(e fact.Evidence) string { return s.journal.EvidencePath(e) }

package session

import "context"

// Half-typed forms: texts that are no record yet and not part of undo. What
// they mean is known to the screen that keeps them. The forms of a deleted
// decision are never asked for again, unless undo brings it back.

func settingForm(key string) string { return "form." + key }

// Form returns a half-typed form as it was kept last, "" when there is none.
func (s *Session) Form(key string) string {
	s.mu.Lock()
	text, known := s.forms[key]
	s.mu.Unlock()
	if known {
		return text // it may not be saved yet
	}
	text, _, err := s.journal.Setting(context.Background(), settingForm(key))
	if err != nil {
		return "" // and not remembered: it may be read another time
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if newer, known := s.forms[key]; known {
		return newer
	}
	s.forms[key] = text
	return text
}

// KeepForm keeps a half-typed form over the end of the program; "" forgets
// it. It is seen at once and saved when the typing rests.
func (s *Session) KeepForm(key, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, known := s.forms[key]
	if s.closed || known && before == text {
		return
	}
	s.forms[key], s.typed[key] = text, true
	if text == "" {
		// Its record was queued just now: a form that came back after that
		// would make it twice.
		s.saveForms()
		return
	}
	s.rest()
}

// saveForms queues the forms that were typed into; the lock is held.
func (s *Session) saveForms() {
	for key := range s.typed {
		text := s.forms[key]
		s.put(job{aside: true, change: func(ctx context.Context) error {
			return s.journal.SetSetting(ctx, settingForm(key), text)
		}})
	}
	clear(s.typed)
}

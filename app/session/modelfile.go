package session

import "cardhour/data/exchange"

// ReadModel reads the files of a model beside the window's goroutine, and
// tells done there what stands in them. Nothing is kept of it. How much is
// read is bounded; a drive that does not answer keeps only this waiting.
func (s *Session) ReadModel(path string, done func(exchange.ModelFile, error)) {
	go func() {
		found, err := exchange.ReadModel(path)
		s.mu.Lock()
		closed := s.closed
		s.mu.Unlock()
		if !closed {
			s.opts.Post(func() { done(found, err) })
		}
	}()
}

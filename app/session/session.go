// Package session holds the open decision while the window is open.
//
// It owns the order of things: an edit changes what the screens see at once,
// is saved a moment after the last keystroke, and is computed anew; all of it
// happens on one goroutine beside the window's, and the newest edit wins. A
// change counts as made when the journal has committed it. It knows the
// journal, the catalogue and the rules; it must not know the toolkit, a
// language or a screen.
package session

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"cardhour/data/catalog"
	"cardhour/data/journal"
	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/trial"
)

// Options are the session's injected surroundings.
type Options struct {
	Now   func() time.Time // in the zone that times are entered in
	NewID func() string

	// Post hands a function to the goroutine of the window.
	Post func(func())

	// Example returns the example's records, worded in the user's language.
	Example func(now time.Time) (decision.Decision, decision.Records)

	// Debounce is how long after the last keystroke an edit is saved.
	Debounce time.Duration
}

// Debounce suits a person typing.
const Debounce = 150 * time.Millisecond

// state is what the screens see.
type state struct {
	decisions  []decision.Decision
	current    *decision.Decision
	records    decision.Records
	result     decision.Result
	quotes     []billing.Quote
	runs       []trial.Run
	bills      []trial.Bill
	answers    []barrier.Answer
	evidence   []fact.Evidence
	ownCards   []hardware.OwnCard
	ownModels  []hardware.OwnModel
	cards      []hardware.Card  // the shipped ones with the user's own over them
	models     []hardware.Model // the same
	undo, redo string
	problem    error
}

// Session is one open journal with one open decision. Its methods may be
// called from any goroutine and return at once; what they change is told to
// subscribers.
type Session struct {
	journal *journal.Journal
	catalog *catalog.Catalog
	opts    Options

	mu       sync.Mutex
	seen     state
	opening  string            // the decision to open with the next load
	draft    *draft            // edits that are not saved yet
	settings map[string]string // made since the session was opened
	forms    map[string]string // half-typed, as kept or read last
	typed    map[string]bool   // the forms that are not queued yet as they stand
	timer    *time.Timer
	subs     map[int]func()
	nextSub  int
	queue    []job
	more     *sync.Cond // the queue has grown, or the session is closed
	closed   bool

	typing sync.Mutex // held while the list of rates is read and written

	reading *time.Timer // pasted text that waits to be read
	read    int         // counts such texts: only the newest is told

	failed []job // in order; used by the worker only
	lost   error // of the last change that was refused for good; used by the worker only
	done   chan struct{}
}

// draft is the open decision with edits that the journal does not have yet.
type draft struct {
	field  string // of the last edit; edits of one field become one undo step
	value  decision.Decision
	queued bool
}

// job is one change for the journal, or a mark in the queue that is closed
// when all before it were tried, once more if they failed.
type job struct {
	change func(context.Context) error
	mark   chan struct{}
	aside  bool // no screen shows it and nothing is computed from it
}

// Open reads the journal and starts the session.
func Open(j *journal.Journal, c *catalog.Catalog, o Options) (*Session, error) {
	s := &Session{journal: j, catalog: c, opts: o, subs: map[int]func(){}, done: make(chan struct{}),
		settings: map[string]string{}, forms: map[string]string{}, typed: map[string]bool{}}
	s.more = sync.NewCond(&s.mu)
	ctx := context.Background()
	open, _, err := j.Setting(ctx, settingOpen)
	if err != nil {
		return nil, err
	}
	s.opening = open
	if err := s.load(ctx); err != nil {
		return nil, err
	}
	go s.work()
	return s, nil
}

const settingOpen = "open_decision"

// work runs the jobs one after the other until the session is closed.
func (s *Session) work() {
	defer close(s.done)
	ctx := context.Background()
	for {
		next, ok := s.take()
		if !ok {
			return
		}
		if next.mark != nil && len(s.failed) == 0 {
			close(next.mark)
			continue
		}
		ailing := len(s.failed) > 0 || s.Problem() != nil
		err := s.try(ctx, next)
		if next.aside && !ailing && err == nil {
			continue
		}
		if loaded := s.load(ctx); err == nil {
			err = loaded
		}
		if err == nil {
			err = s.lost
		}
		s.mu.Lock()
		s.seen.problem = err
		s.mu.Unlock()
		s.tell()
		if next.mark != nil {
			close(next.mark)
		}
	}
}

// take waits for the next job; false when the session is closed and all is
// done.
func (s *Session) take() (job, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 {
		if s.closed {
			return job{}, false
		}
		s.more.Wait()
	}
	next := s.queue[0]
	s.queue = s.queue[1:]
	return next, true
}

// put queues a job; the lock is held.
func (s *Session) put(j job) {
	s.queue = append(s.queue, j)
	s.more.Signal()
}

// try runs what failed before, then the new job. What fails for a reason that
// can pass is kept, in order, for the next try.
func (s *Session) try(ctx context.Context, j job) error {
	if j.mark == nil {
		s.failed = append(s.failed, j)
	}
	for len(s.failed) > 0 {
		if err := s.failed[0].change(ctx); err != nil {
			if !passing(err) {
				// Trying again would fail for ever and block what follows.
				s.failed, s.lost = s.failed[1:], err
			}
			return err
		}
		s.failed = s.failed[1:]
	}
	return nil
}

// passing reports whether a change that failed may succeed later: the disk
// has room again, the drive is back, another program lets go.
func passing(err error) bool {
	var p *reason.Problem
	return errors.As(err, &p) && slices.Contains([]string{
		"journal.full", "journal.readonly", "journal.locked", "journal.cannot_open", "journal.replaced"}, p.Rule)
}

// load reads everything the screens show and computes the open decision.
func (s *Session) load(ctx context.Context) error {
	all, err := s.journal.Everything(ctx)
	if err != nil {
		return err
	}
	steps, err := s.journal.UndoState(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	open := s.opening
	if open == "" && s.seen.current != nil {
		open = s.seen.current.ID
	}
	s.opening = ""
	next := state{
		decisions: all.Decisions, quotes: all.Quotes, runs: all.Runs, bills: all.Bills, answers: all.Answers, evidence: all.Evidence,
		ownCards: all.Cards, ownModels: all.Models,
		cards: hardware.WithCards(s.catalog.Cards(), all.Cards), models: hardware.WithModels(s.catalog.Models(), all.Models),
		undo: label(steps.Undo), redo: label(steps.Redo),
	}
	for _, d := range all.Decisions {
		if d.ID == open {
			next.current = &d
		}
	}
	if next.current == nil && len(all.Decisions) > 0 {
		next.current = &all.Decisions[0]
	}
	if next.current != nil {
		if s.draft != nil && s.draft.value.ID == next.current.ID {
			edited := s.draft.value
			next.current = &edited
		}
		next.records = recordsOf(all, next.current.ID)
		next.result = decision.Evaluate(*next.current, next.records, s.knowledge(all, next.cards, next.models))
	}
	s.seen = next
	return nil
}

func label(d *journal.Done) string {
	if d == nil {
		return ""
	}
	return d.Label
}

func recordsOf(all journal.Content, id string) decision.Records {
	var r decision.Records
	runs := map[string]bool{}
	for _, q := range all.Quotes {
		if q.DecisionID == id {
			r.Quotes = append(r.Quotes, q)
		}
	}
	for _, run := range all.Runs {
		if run.DecisionID == id {
			r.Runs = append(r.Runs, run)
			runs[run.ID] = true
		}
	}
	for _, b := range all.Bills {
		if runs[b.RunID] {
			r.Bills = append(r.Bills, b)
		}
	}
	return r
}

func (s *Session) openID() string {
	d, _ := s.Current()
	return d.ID
}

// do saves pending edits and queues a change behind them.
func (s *Session) do(change func(context.Context) error) { s.enqueue(job{change: change}) }

func (s *Session) enqueue(j job) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.saveTyped()
	s.put(j)
	return true
}

// saveTyped queues all that was typed and not queued yet; the lock is held.
func (s *Session) saveTyped() {
	s.saveDraft()
	s.saveForms()
}

// rest has what was typed saved when the typing rests; the lock is held.
func (s *Session) rest() {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.timer = time.AfterFunc(s.opts.Debounce, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.closed {
			s.saveTyped()
		}
	})
}

// Flush saves pending edits and waits until every change so far was tried,
// those that failed before once more.
func (s *Session) Flush() {
	mark := make(chan struct{})
	if s.enqueue(job{mark: mark}) {
		<-mark
	}
}

// Close saves what is pending and ends the session; the journal stays open.
// It returns the problem that keeps something from being saved.
func (s *Session) Close() error {
	s.mu.Lock()
	if !s.closed {
		s.saveTyped()
		s.closed = true
		s.more.Signal()
	}
	s.mu.Unlock()
	<-s.done
	return s.Problem()
}

// Subscribe has f called after every change, on the window's goroutine. The
// returned function ends that.
func (s *Session) Subscribe(f func()) (cancel func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.nextSub
	s.nextSub++
	s.subs[id] = f
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.subs, id)
	}
}

func (s *Session) tell() {
	s.opts.Post(func() {
		s.mu.Lock()
		var all []func()
		for id := range s.nextSub {
			if f, ok := s.subs[id]; ok {
				all = append(all, f)
			}
		}
		s.mu.Unlock()
		for _, f := range all {
			f()
		}
	})
}

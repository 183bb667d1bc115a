package tables

import (
	"context"
	"sync"
	"time"

	"amytis/engine/table"
)

// Answers knows which version of a lobby its message shows since a press of this process was
// answered, so that the announcer need not show the same again.
type Answers struct {
	mu sync.Mutex
	of map[table.MessageID]*answers
}

type answers struct {
	pending int
	// mixed says that several were under way at once: it is not known which of them Discord took
	// last.
	mixed bool
	shown table.Version // 0 if it is not known
	done  chan struct{} // closed when none is pending
}

const (
	// answerWait is how long a lobby's message waits for an answer.
	answerWait = 3 * time.Second
	// answersKept is how long the announcer may take until it asks for one.
	answersKept = time.Minute
)

// Begin says that a press of a lobby's message is handled. end must follow, with the version that
// the answer shows, 0 for none.
func (a *Answers) Begin(message table.MessageID) (end func(table.Version)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of == nil {
		a.of = map[table.MessageID]*answers{}
	}
	s := a.of[message]
	if s == nil || s.pending == 0 {
		s = &answers{done: make(chan struct{})}
		a.of[message] = s
	}
	s.mixed = s.pending > 0
	s.pending++
	return func(v table.Version) { a.end(message, s, v) }
}

func (a *Answers) end(message table.MessageID, s *answers, v table.Version) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s.pending--; s.mixed {
		v = 0
	}
	if s.shown = v; s.pending > 0 {
		return
	}
	close(s.done)
	time.AfterFunc(answersKept, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.of[message] == s {
			delete(a.of, message)
		}
	})
}

// Show reports whether a lobby's message shows a version, or a later one, by an answer. It waits
// for an answer that is under way.
func (a *Answers) Show(ctx context.Context, message table.MessageID, v table.Version) bool {
	a.mu.Lock()
	s := a.of[message]
	a.mu.Unlock()
	if s == nil {
		return false
	}
	select {
	case <-s.done:
	case <-time.After(answerWait):
	case <-ctx.Done():
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return s.pending == 0 && s.shown >= v
}

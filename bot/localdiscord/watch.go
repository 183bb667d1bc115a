package localdiscord

import (
	"context"
	"sync"
)

// Change names what is no longer what it was: a message, a channel or thread, or the commands.
type Change struct {
	Message, Channel string
	Commands         bool
}

// Watch collects changes for somebody who shows the world to a person. What changes several times before it is looked
// at is named once.
type Watch struct {
	server *Server
	mu     sync.Mutex
	list   []Change
	named  map[Change]bool
	more   chan struct{} // holds a value as long as list does
}

// Watch begins to collect changes, until it is closed.
func (s *Server) Watch() *Watch {
	w := &Watch{server: s, named: map[Change]bool{}, more: make(chan struct{}, 1)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watches[w] = true
	return w
}

// Next waits for changes and gives them in the order in which they first happened.
func (w *Watch) Next(ctx context.Context) ([]Change, error) {
	select {
	case <-w.more:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.list
	w.list = nil
	clear(w.named)
	return list, nil
}

// Close ends the collecting.
func (w *Watch) Close() {
	w.server.mu.Lock()
	defer w.server.mu.Unlock()
	delete(w.server.watches, w)
}

func (w *Watch) note(c Change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.named[c] {
		return
	}
	w.named[c] = true
	w.list = append(w.list, c)
	select {
	case w.more <- struct{}{}:
	default:
	}
}

// changed tells all who want to know. The lock is held.
func (s *Server) changed(c Change) {
	if s.keeper != nil {
		s.keeper.note(c)
	}
	for w := range s.watches {
		w.note(c)
	}
}

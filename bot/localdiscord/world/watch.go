package world

import (
	"context"
	"sync"
)

// Watch collects changes for a program that shows the world to a person, each once until fetched.
type Watch struct {
	world *World
	mu    sync.Mutex
	list  []Change
	named map[Change]bool
	more  chan struct{} // has a value while list is not empty
}

// Watch collects changes from now on, until the watch is closed.
func (s *State) Watch() *Watch {
	defer s.world.lock()()
	watch := &Watch{world: &s.world, named: map[Change]bool{}, more: make(chan struct{}, 1)}
	s.world.watches[watch] = true
	return watch
}

// Next waits for changes and returns them, oldest first.
func (watch *Watch) Next(ctx context.Context) ([]Change, error) {
	select {
	case <-watch.more:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	watch.mu.Lock()
	defer watch.mu.Unlock()
	list := watch.list
	watch.list = nil
	clear(watch.named)
	return list, nil
}

func (watch *Watch) Close() {
	defer watch.world.lock()()
	delete(watch.world.watches, watch)
}

func (watch *Watch) add(c Change) {
	watch.mu.Lock()
	defer watch.mu.Unlock()
	if watch.named[c] {
		return
	}
	watch.named[c] = true
	watch.list = append(watch.list, c)
	select {
	case watch.more <- struct{}{}:
	default:
	}
}

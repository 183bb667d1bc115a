package localdiscord

import (
	"context"
	"sync"

	"amytis/bot/localdiscord/world"
)

// Watch collects changes for a program that shows the world to a person. Several changes of the
// same object are one until they are fetched.
type Watch struct {
	state *world.State
	mu    sync.Mutex
	list  []world.Change
	named map[world.Change]bool
	more  chan struct{} // has a value while list is not empty
}

// Watch collects changes from now on, until the watch is closed.
func (d *Driver) Watch() *Watch {
	watch := &Watch{state: d.state, named: map[world.Change]bool{}, more: make(chan struct{}, 1)}
	d.state.WithWorld(func(w *world.World) { w.Watchers[watch] = true })
	return watch
}

// Next waits for changes and returns them in the order in which they first happened.
func (watch *Watch) Next(ctx context.Context) ([]world.Change, error) {
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
	watch.state.WithWorld(func(w *world.World) { delete(w.Watchers, watch) })
}

func (watch *Watch) Changed(_ *world.World, c world.Change) {
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

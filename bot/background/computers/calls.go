package computers

import (
	"context"
	"sync"

	"amytis/bot/discord/rest"
	"amytis/engine/table"
)

// calls are the tables to look at, each once, in order.
type calls struct {
	mu      sync.Mutex
	waiting []table.ID
	known   map[table.ID]struct{}
	added   chan struct{}
}

func newCalls() *calls {
	return &calls{known: map[table.ID]struct{}{}, added: make(chan struct{}, 1)}
}

func (c *calls) add(id table.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, waits := c.known[id]; waits {
		return
	}
	c.known[id] = struct{}{}
	c.waiting = append(c.waiting, id)
	rest.Signal(c.added, struct{}{})
}

// next removes the first table, for which it waits. It returns false when the context ends.
func (c *calls) next(ctx context.Context) (table.ID, bool) {
	for ctx.Err() == nil {
		if id, found := c.first(); found {
			return id, true
		}
		select {
		case <-ctx.Done():
		case <-c.added:
		}
	}
	return 0, false
}

func (c *calls) first() (table.ID, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) == 0 {
		return 0, false
	}
	id := c.waiting[0]
	c.waiting = c.waiting[1:]
	delete(c.known, id)
	return id, true
}

package tables

import (
	"context"
	"sync"
	"time"

	"amytis/engine/table"
)

// lookEvery is the pause between looks for a message that another process may post.
const lookEvery = 200 * time.Millisecond

// Settling wakes callers who wait for a message of this process's announcer.
type Settling struct {
	mu sync.Mutex
	// next is closed when the announcer settles an entry, nil while nobody waits.
	next chan struct{}
}

// Done says that the announcer has just settled an entry of the outbox.
func (s *Settling) Done() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next != nil {
		close(s.next)
		s.next = nil
	}
}

// await returns a channel that is closed when the announcer has settled the next entry.
func (s *Settling) await() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == nil {
		s.next = make(chan struct{})
	}
	return s.next
}

// Announced returns the open table of a channel when its first message is posted, or as it is after
// within. It returns an error of InChannel or of ctx.
func Announced(ctx context.Context, ts *Tables, channel table.ChannelID, within time.Duration) (Loaded, error) {
	over := time.After(within)
	for {
		settled := ts.Settling.await()
		s, err := ts.InChannel(ctx, channel)
		if err != nil || s.Header.LastMessage != 0 {
			return s, err
		}
		select {
		case <-settled:
		case <-time.After(lookEvery):
		case <-over:
			return s, nil
		case <-ctx.Done():
			return s, ctx.Err()
		}
	}
}

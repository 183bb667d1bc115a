package tables

import (
	"context"
	"time"

	"amytis/engine/table"
)

// lookEvery is the pause between looks for a message that this or another process posts.
const lookEvery = 25 * time.Millisecond

// Announced returns the open table of a channel when its first message is posted, or as it is after
// within. It returns an error of InChannel or of ctx.
func Announced(ctx context.Context, ts *Tables, channel table.ChannelID, within time.Duration) (Loaded, error) {
	over := time.After(within)
	for {
		s, err := ts.InChannel(ctx, channel)
		if err != nil || s.Header.LastMessage != 0 {
			return s, err
		}
		select {
		case <-time.After(lookEvery):
		case <-over:
			return s, nil
		case <-ctx.Done():
			return s, ctx.Err()
		}
	}
}

package tables

import (
	"context"
	"errors"

	"amytis/engine/table"
	"amytis/store"
)

// GiveUp aborts a table that has lost its channel, unless it is over.
func (ts *Tables) GiveUp(ctx context.Context, id table.ID) error {
	return ts.amend(ctx, id, func(t *table.Table) ([]table.Event, error) {
		if t.Status != table.Lobby && t.Status != table.Running {
			return nil, nil
		}
		return []table.Event{table.AbortLost(ts.now().UnixMilli())}, nil
	})
}

// MoveTo gives a table without a channel its channel, and adds the lobby message to the outbox. If
// another table was opened there first, MoveTo gives up this one.
func (ts *Tables) MoveTo(ctx context.Context, id table.ID, channel table.ChannelID) error {
	for range tries {
		before, err := ts.Load(ctx, id)
		if err != nil || before.Header.Channel != 0 || before.Table.Status != table.Lobby {
			return err
		}
		after := before
		after.Header.Channel = channel
		err = ts.store.Commit(ctx, commitOf(ts.Forced, before, &after, nil))
		if errors.Is(err, store.ErrChannelTaken) {
			return ts.GiveUp(ctx, id)
		}
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return store.ErrConflict
}

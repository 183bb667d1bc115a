package tables

import (
	"context"
	"errors"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// GiveUp aborts a table without its channel. It tells the channel tell, or players directly.
func (ts *Tables) GiveUp(ctx context.Context, id table.ID, tell table.ChannelID) error {
	return ts.amend(ctx, id, func(t *table.Table) ([]table.Event, error) {
		if t.Status != table.Lobby && t.Status != table.Running {
			return nil, nil
		}
		return []table.Event{table.AbortLost(tell, ts.now().UnixMilli())}, nil
	})
}

// Suspend has an open table stand still while the bot cannot see its channel; after an outage from
// its beginning, since nobody saw when the channel went. Without a channel there are no limits yet.
func Suspend(ctx context.Context, ts *Tables, s Loaded) error {
	if s.Header.Channel == 0 || s.Table.Suspended() {
		return nil
	}
	if err := ts.noticeOutage(ctx); err != nil {
		return err
	}
	return ts.amend(ctx, s.ID, func(t *table.Table) ([]table.Event, error) {
		if t.Status != table.Lobby && t.Status != table.Running || t.Suspended() {
			return nil, nil
		}
		now := ts.now().UnixMilli()
		away := ts.away.Load()
		since := now
		if now-away.to < OutageAfter.Milliseconds() {
			since = min(now, away.from)
		}
		return []table.Event{table.Suspend(since, now)}, nil
	})
}

// Resume has a suspended table go on, and tells its channel.
func Resume(ctx context.Context, ts *Tables, s Loaded) error {
	if !s.Table.Suspended() {
		return nil
	}
	return ts.amend(ctx, s.ID, func(t *table.Table) ([]table.Event, error) {
		if !t.Suspended() {
			return nil, nil
		}
		return []table.Event{table.Resume(ts.now().UnixMilli())}, nil
	})
}

// MoveTo gives a table without a channel its channel, and adds the lobby message to the outbox. If
// another table was opened there first, MoveTo gives up this one.
func (ts *Tables) MoveTo(ctx context.Context, id table.ID, channel table.ChannelID) error {
	err := amendLoaded(ctx, ts, id, func(s *Loaded) ([]table.Event, error) {
		h := &s.Header
		if h.Channel == 0 && s.Table.Status == table.Lobby {
			h.Channel = channel
			h.Post = table.ChannelID(h.LastMessage) == channel
			if h.Parent == channel { // the thread could not be opened
				h.Parent = 0
			}
		}
		return nil, nil
	})
	if errors.Is(err, store.ErrChannelTaken) {
		return ts.GiveUp(ctx, id, 0)
	}
	return err
}

// NoteHelp notes in the header that a player gets a hint: older programs cannot read such events.
func NoteHelp(ctx context.Context, ts *Tables, id table.ID, seat engine.Seat) error {
	return amendLoaded(ctx, ts, id, func(s *Loaded) ([]table.Event, error) {
		s.Header.Helped |= engine.Seats(seat)
		return nil, nil
	})
}

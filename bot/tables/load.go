package tables

import (
	"context"
	"errors"
	"fmt"

	"amytis/bot/games"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Loaded is a table as it was read, with its header.
type Loaded struct {
	ID     table.ID
	Table  *table.Table
	Header store.Header
}

// Load reads a table. Most of the time only its header needs reading.
func (ts *Tables) Load(ctx context.Context, id table.ID) (Loaded, error) {
	if s, found := ts.recent.Get(id); found {
		header, err := ts.store.Header(ctx, id)
		if err != nil {
			return Loaded{}, err
		}
		if header.Version == s.Table.Version {
			return Loaded{id, s.Table, header}, nil
		}
	}
	header, log, err := ts.store.Table(ctx, id)
	if err != nil {
		return Loaded{}, err
	}
	t, err := table.Load(games.Rules, log)
	if err != nil {
		return Loaded{}, fmt.Errorf("table %s: %w", id, err)
	}
	s := Loaded{id, t, header}
	ts.keep(s)
	return s, nil
}

// Past reads a table as it was at a version, and the events after it up to another.
func (ts *Tables) Past(ctx context.Context, id table.ID, from, to table.Version) (*table.Table, []table.Event, error) {
	_, log, err := ts.store.Table(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if from < 1 || from > to || int(to) > len(log) {
		return nil, nil, fmt.Errorf("table %s: no versions %d to %d among %d", id, from, to, len(log))
	}
	t, err := table.Load(games.Rules, log[:from])
	return t, log[from:to], err
}

// InChannel reads the table that is open in a channel.
func (ts *Tables) InChannel(ctx context.Context, channel table.ChannelID) (Loaded, error) {
	id, err := ts.store.OpenTable(ctx, channel)
	if errors.Is(err, store.ErrNotFound) {
		return Loaded{}, engine.Refuse(refusedNoTable, "")
	}
	if err != nil {
		return Loaded{}, err
	}
	return ts.Load(ctx, id)
}

// LastInChannel reads the newest table of a channel, open or over.
func (ts *Tables) LastInChannel(ctx context.Context, channel table.ChannelID) (Loaded, error) {
	id, err := ts.store.LastTable(ctx, channel)
	if errors.Is(err, store.ErrNotFound) {
		return Loaded{}, engine.Refuse(refusedNoTable, "")
	}
	if err != nil {
		return Loaded{}, err
	}
	return ts.Load(ctx, id)
}

// keep remembers a table, unless a newer one is remembered already.
func (ts *Tables) keep(s Loaded) {
	if old, found := ts.recent.Peek(s.ID); found && old.Table.Version > s.Table.Version {
		return
	}
	ts.recent.Add(s.ID, s)
}

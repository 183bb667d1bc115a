package tables

import (
	"context"
	"errors"

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
	h, err := ts.LoadHistory(ctx, id)
	return h.Loaded, err
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

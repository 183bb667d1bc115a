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

// Loaded is a table as the store had it at one version, with the header. Do not change Table.
type Loaded struct {
	ID     table.ID
	Table  *table.Table
	Header store.Header
}

// Load reads a table. If the cached table has the stored version, Load reads only the header. The
// error is store.ErrNotFound if there is no such table.
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
	ts.remember(s)
	return s, nil
}

// Past reads a table as it was at version from, and the events after it up to version to. It
// returns an error unless 1 <= from <= to <= the table's version.
func (ts *Tables) Past(ctx context.Context, id table.ID, from, to table.Version) (*table.Table, []table.Event, error) {
	_, log, err := ts.store.Table(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if from < 1 || from > to || int(to) > len(log) {
		return nil, nil, fmt.Errorf("table %s: no versions %d to %d in a log of %d", id, from, to, len(log))
	}
	t, err := table.Load(games.Rules, log[:from])
	return t, log[from:to], err
}

// InChannel reads the open table of a channel. Without one the error is the engine.RuleError
// no_table.
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

// LastInChannel reads the newest table of a channel, open or over. Without one the error is the
// engine.RuleError no_table.
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

// remember caches a table, unless a newer version of it is cached already.
func (ts *Tables) remember(s Loaded) {
	if old, found := ts.recent.Peek(s.ID); found && old.Table.Version > s.Table.Version {
		return
	}
	ts.recent.Add(s.ID, s)
}

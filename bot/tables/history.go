package tables

import (
	"context"
	"fmt"

	"amytis/bot/games"
	"amytis/engine/table"
)

// History is a table with its whole log, both from one read of the store.
type History struct {
	Loaded
	log []table.Event
}

// LoadHistory reads a table with its log. It replays the log only if the cache has no table of that
// version.
func (ts *Tables) LoadHistory(ctx context.Context, id table.ID) (History, error) {
	header, log, err := ts.store.Table(ctx, id)
	if err != nil {
		return History{}, err
	}
	if s, found := ts.recent.Get(id); found && header.Version == s.Table.Version {
		return History{Loaded{id, s.Table, header}, log}, nil
	}
	t, err := table.Load(games.Rules, log)
	if err != nil {
		return History{}, fmt.Errorf("table %s: %w", id, err)
	}
	s := Loaded{id, t, header}
	ts.remember(s)
	return History{s, log}, nil
}

// At returns the table as it was at version from, and the events after it up to version to. It
// returns an error unless 1 <= from <= to <= the table's version.
func (h History) At(from, to table.Version) (*table.Table, []table.Event, error) {
	if from < 1 || from > to || int(to) > len(h.log) {
		return nil, nil, fmt.Errorf("table %s: no versions %d to %d in a log of %d", h.ID, from, to, len(h.log))
	}
	t, err := table.Load(games.Rules, h.log[:from])
	return t, h.log[from:to], err
}

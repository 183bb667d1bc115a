package tables

import (
	"context"
	"errors"
	"fmt"

	"amytis/bot/play/games"
	"amytis/engine/table"
	"amytis/store"
)

// History is a table with its whole log, both from one read of the store.
type History struct {
	Loaded
	log []table.Event
}

// LoadHistory reads a table with its log, which it replays only if the cache lacks that version.
func (ts *Tables) LoadHistory(ctx context.Context, id table.ID) (History, error) {
	header, log, err := ts.store.Table(ctx, id)
	if errors.Is(err, store.ErrDamaged) {
		return History{}, ts.Damage.note(ctx, id, err)
	}
	if err != nil {
		return History{}, err
	}
	if s, found := ts.recent.Get(id); found && s.isAt(&header) {
		return History{Loaded{id, s.Table, header}, log}, nil
	}
	t, err := table.Load(games.Rules, log)
	if errors.Is(err, table.ErrNewer) {
		return History{}, fmt.Errorf("table %s: %w", id, err)
	}
	if err != nil {
		return History{}, ts.Damage.note(ctx, id, err)
	}
	s := Loaded{id, t, header}
	ts.remember(s)
	return History{s, log}, nil
}

// At returns the table at version from, and the events after it up to version to. It returns an
// error unless 1 <= from <= to <= the table's version.
func (h History) At(from, to table.Version) (*table.Table, []table.Event, error) {
	if from < 1 || from > to || int(to) > len(h.log) {
		return nil, nil, fmt.Errorf("table %s: no versions %d to %d in a log of %d", h.ID, from, to, len(h.log))
	}
	t, err := table.Load(games.Rules, h.log[:from])
	return t, h.log[from:to], err
}

// Noticed returns the event that a notice is about, and the table after it.
func (h History) Noticed(m store.Entry) (*table.Table, table.Event, error) {
	before, events, err := h.At(m.From, m.Version)
	if err != nil {
		return nil, table.Event{}, err
	}
	after, err := before.Next(events[0])
	return after, events[0], err
}

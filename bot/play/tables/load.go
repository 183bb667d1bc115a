package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Loaded is a table as the store had it at one version. Do not change Table.
type Loaded struct {
	ID     table.ID
	Table  *table.Table
	Header store.Header
}

// Load reads a table, only its header if the cache is up to date. It may return store.ErrNotFound.
func (ts *Tables) Load(ctx context.Context, id table.ID) (Loaded, error) {
	if s, found := ts.recent.Get(id); found {
		header, err := ts.store.Header(ctx, id)
		if err != nil {
			return Loaded{}, err
		}
		if s.isAt(&header) {
			return Loaded{id, s.Table, header}, nil
		}
	}
	h, err := ts.LoadHistory(ctx, id)
	return h.Loaded, err
}

// isAt reports whether the table is as the store has it. Erasing a player changes the header alone.
func (s Loaded) isAt(stored *store.Header) bool {
	return stored.Version == s.Table.Version && slices.Equal(stored.Players, s.Header.Players)
}

// InChannel reads the open table of a channel. If there is none, it refuses with RefusedNoTable.
func (ts *Tables) InChannel(ctx context.Context, channel table.ChannelID) (Loaded, error) {
	id, err := ts.store.OpenTable(ctx, channel)
	return loadFound(ctx, ts, id, err)
}

// LastInChannel is InChannel for the newest table, open or over.
func (ts *Tables) LastInChannel(ctx context.Context, channel table.ChannelID) (Loaded, error) {
	id, err := LastTable(ctx, ts.store, channel)
	return loadFound(ctx, ts, id, err)
}

// loadFound is Load for a table that was looked up with an error.
func loadFound(ctx context.Context, ts *Tables, id table.ID, err error) (Loaded, error) {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return Loaded{}, engine.Refuse(RefusedNoTable, "")
	case err != nil:
		return Loaded{}, err
	}
	return ts.Load(ctx, id)
}

// Playing reads a user's open tables on a server, 0 for all, but none damaged or without a channel.
func Playing(ctx context.Context, ts *Tables, guild table.GuildID, user table.UserID) ([]Loaded, error) {
	all, err := loadPlaying(ctx, ts, guild, user)
	return slices.DeleteFunc(all, func(s Loaded) bool { return s.Header.Channel == 0 }), err
}

// loadPlaying is Playing with the tables that have no channel yet.
func loadPlaying(ctx context.Context, ts *Tables, guild table.GuildID, user table.UserID) ([]Loaded, error) {
	ids, err := ts.store.Playing(ctx, guild, user)
	if err != nil {
		return nil, err
	}
	var all []Loaded
	for _, id := range ids {
		s, err := ts.Load(ctx, id)
		if errors.Is(err, store.ErrNotFound) || errors.Is(err, ErrDamaged) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// remember caches a table, unless a newer version is cached already.
func (ts *Tables) remember(s Loaded) {
	if old, found := ts.recent.Get(s.ID); found && old.Table.Version > s.Table.Version {
		return
	}
	ts.recent.Add(s.ID, s)
}

// LastTable returns the newest table of a channel, open or not.
func LastTable(ctx context.Context, s store.Tables, channel table.ChannelID) (table.ID, error) {
	ids, err := s.ChannelTables(ctx, channel, 1)
	if err != nil {
		return 0, err
	}
	if len(ids) == 0 {
		return 0, fmt.Errorf("%w: no table in channel %d", store.ErrNotFound, channel)
	}
	return ids[0], nil
}

// lookEvery is the pause between looks for a message that this or another process posts.
const lookEvery = 25 * time.Millisecond

// Announced returns a channel's open table when its first message is posted, at most after within.
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

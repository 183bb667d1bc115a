package storetest

import (
	"context"
	"maps"
	"slices"

	"amytis/engine/table"
	"amytis/store"
)

func (m *Memory) Mentioning(
	ctx context.Context, user table.UserID, each func(id table.ID, h store.Header, log []table.Event) error,
) error {
	for _, id := range allTables(m) {
		h, log, err := m.Table(ctx, id)
		if err != nil {
			return err
		}
		if !mentions(h, log, user) && !inResult(m, id, user) {
			continue
		}
		if err := each(id, h, log); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (m *Memory) Headers(ctx context.Context, in table.GuildID, each func(id table.ID, h store.Header)) error {
	for _, id := range allTables(m) {
		h, err := m.Header(ctx, id)
		if err != nil {
			return err
		}
		if h.Guild == in {
			each(id, h)
		}
	}
	return ctx.Err()
}

func allTables(m *Memory) []table.ID {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.tables))
}

func mentions(h store.Header, log []table.Event, user table.UserID) bool {
	return slices.Contains(h.Players, user) ||
		slices.ContainsFunc(log, func(e table.Event) bool { return e.Mentions(user) })
}

// inResult reports whether a table's result names a user.
func inResult(m *Memory, id table.ID, user table.UserID) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.results, func(r memoryResult) bool {
		return r.Table == id && !r.gone && slices.ContainsFunc(r.Standings, func(s store.Standing) bool { return s.User == user })
	})
}

func (m *Memory) Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error {
	return m.do(ctx, func() error {
		for _, t := range m.tables {
			if t.header.Status.Open() && slices.Contains(t.header.Players, user) {
				return store.ErrPlaying
			}
		}
		for _, t := range m.tables {
			if err := t.erase(user, as(t.header.Guild)); err != nil {
				return err
			}
		}
		for _, r := range m.results {
			for i := range r.Standings {
				if r.Standings[i].User == user {
					r.Standings[i].User = as(r.Guild).User
				}
			}
		}
		for i := range m.outbox {
			if m.outbox[i].By == user {
				m.outbox[i].By = 0
			}
			if m.outbox[i].To == user {
				m.outbox[i].To = 0
			}
		}
		delete(m.prefs, user)
		return nil
	})
}

func (t *memoryTable) erase(user table.UserID, as table.Player) error {
	for i, b := range t.log {
		e, err := table.ParseEvent(b)
		if err != nil {
			return err
		}
		e = e.Anonymous(user, as)
		if t.log[i], err = e.Append(nil); err != nil {
			return err
		}
	}
	t.header.Players = slices.Clone(t.header.Players)
	for i, is := range t.header.Players {
		if is == user {
			t.header.Players[i] = as.User
		}
	}
	return nil
}

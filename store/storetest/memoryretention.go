package storetest

import (
	"context"
	"maps"
	"slices"
	"strings"

	"amytis/engine/table"
	"amytis/store"
)

// memoryRetention is the part of a Memory that implements [store.Retention].
type memoryRetention struct{ of *Memory }

func (mr memoryRetention) Retire(
	ctx context.Context, after table.ID, limit int, fate func(table.ID, store.Header, int64) store.Fate,
) (last table.ID, err error) {
	m := mr.of
	err = m.do(ctx, func() error {
		ids := slices.Sorted(maps.Keys(m.tables))
		ids = slices.DeleteFunc(ids, func(id table.ID) bool { return id <= after })
		for _, id := range ids[:min(limit, len(ids))] {
			last = id
			t := m.tables[id]
			log, err := t.events()
			if err != nil {
				return err
			}
			switch f := fate(id, t.header, log[len(log)-1].At); {
			case f.Delete:
				m.remove(id)
			case f.Name != nil && t.header.Strippable():
				if err := m.strip(id, log, f.Name); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return last, err
}

func (t *memoryTable) events() (log []table.Event, err error) {
	for _, b := range t.log {
		e, err := table.ParseEvent(b)
		if err != nil {
			return nil, err
		}
		log = append(log, e)
	}
	return log, nil
}

// strip makes the people of a table anonymous. The lock is held.
func (m *Memory) strip(id table.ID, log []table.Event, name func(n int) string) error {
	t := m.tables[id]
	players := slices.Clone(t.header.Players)
	changed, some := table.Strip(log, players, name)
	for _, version := range changed {
		text, err := log[version-1].Append(nil)
		if err != nil {
			return err
		}
		t.log[version-1] = text
	}
	t.header.Players = players
	for i := range m.outbox {
		if m.outbox[i].Table == id && some {
			m.outbox[i].By, m.outbox[i].To = 0, 0
		}
	}
	return nil
}

// remove deletes a table. The lock is held.
func (m *Memory) remove(id table.ID) {
	delete(m.tables, id)
	for i := range m.results {
		if m.results[i].Table == id {
			m.results[i].gone = true
		}
	}
	m.outbox = slices.DeleteFunc(m.outbox, func(msg store.Message) bool {
		if msg.Table != id {
			return false
		}
		m.book.Change(nil, []uint64{msg.Seq})
		return true
	})
}

func (mr memoryRetention) Retired(ctx context.Context, servers []table.GuildID) error {
	m := mr.of
	return m.do(ctx, func() error {
		for _, guild := range servers {
			delete(m.settings, guild)
			delete(m.notes, store.GoneNote(guild))
			m.results = slices.DeleteFunc(slices.Clone(m.results), func(r memoryResult) bool {
				return r.Guild == guild && r.gone
			})
		}
		return nil
	})
}

func (mr memoryRetention) Notes(ctx context.Context, prefix string) (notes map[string]string, err error) {
	m := mr.of
	err = m.do(ctx, func() error {
		notes = maps.Clone(m.notes)
		maps.DeleteFunc(notes, func(name, value string) bool { return value == "" || !strings.HasPrefix(name, prefix) })
		return nil
	})
	return notes, err
}

package storetest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/claims"
)

var _ store.Movable = (*Memory)(nil)

// memoryDumps is the part of a Memory that is [store.Movable].
type memoryDumps struct{ of *Memory }

func (d memoryDumps) Dump(ctx context.Context, each func(store.Record) error) error {
	var records []store.Record
	err := d.of.do(ctx, func() (err error) {
		records, err = recordsOf(d.of)
		return err
	})
	if err != nil {
		return err
	}
	for _, r := range records {
		if err := cmp.Or(ctx.Err(), each(r)); err != nil {
			return err
		}
	}
	return nil
}

// recordsOf returns the dump of a store whose lock is held.
func recordsOf(m *Memory) (records []store.Record, err error) {
	add := func(kind store.RecordKind, id, number uint64, name string, value any) {
		r, failed := store.NewRecord(kind, id, number, name, value)
		records, err = append(records, r), cmp.Or(err, failed)
	}
	ids := slices.Sorted(maps.Keys(m.tables))
	for _, id := range ids {
		t := m.tables[id]
		add(store.TableRecord, uint64(id), 0, "", store.TableState{Header: t.header, Deadline: t.deadline})
	}
	for _, id := range ids {
		for i, event := range m.tables[id].log {
			add(store.EventRecord, uint64(id), uint64(i+1), "", json.RawMessage(event))
		}
	}
	for _, id := range ids {
		if review := m.tables[id].review; review != nil {
			add(store.ReviewRecord, uint64(id), 0, "", json.RawMessage(review))
		}
	}
	results := slices.DeleteFunc(slices.Clone(m.results), func(r memoryResult) bool { return r.gone })
	slices.SortStableFunc(results, func(a, b memoryResult) int { return cmp.Compare(a.Guild, b.Guild) })
	places := map[table.GuildID]uint64{}
	for _, r := range results {
		places[r.Guild]++
		add(store.ResultRecord, uint64(r.Guild), places[r.Guild], "", r.Result)
	}
	for _, id := range slices.Sorted(maps.Keys(m.seen)) {
		add(store.InteractionRecord, uint64(id), 0, "", m.seen[id])
	}
	for _, msg := range m.outbox {
		add(store.MessageRecord, msg.Seq, 0, "", msg)
	}
	if m.seq > 0 {
		add(store.CounterRecord, 0, 0, store.SeqCounter, m.seq)
	}
	for _, id := range slices.Sorted(maps.Keys(m.settings)) {
		add(store.SettingsRecord, uint64(id), 0, "", m.settings[id])
	}
	for _, id := range slices.Sorted(maps.Keys(m.prefs)) {
		add(store.PreferencesRecord, uint64(id), 0, "", m.prefs[id])
	}
	for _, name := range slices.Sorted(maps.Keys(m.notes)) {
		if m.notes[name] != "" {
			add(store.NoteRecord, 0, 0, name, m.notes[name])
		}
	}
	return records, err
}

func (d memoryDumps) Load(ctx context.Context, records iter.Seq2[store.Record, error]) error {
	m := d.of
	if err := m.do(ctx, func() error { return checkEmpty(m) }); err != nil {
		return err
	}
	loaded := NewMemory()
	for r, err := range store.InOrder(records) {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if err := load(loaded, r); err != nil {
			return fmt.Errorf("store: loading %s: %w", r, err)
		}
	}
	for id, t := range loaded.tables {
		if len(t.log) != int(t.header.Version) {
			return fmt.Errorf("store: table %d has %d events, not %d", id, len(t.log), t.header.Version)
		}
	}
	return m.do(ctx, func() error {
		if err := checkEmpty(m); err != nil {
			return err
		}
		m.tables, m.seen, m.seq, m.outbox = loaded.tables, loaded.seen, loaded.seq, loaded.outbox
		m.results, m.settings, m.prefs, m.notes = loaded.results, loaded.settings, loaded.prefs, loaded.notes
		m.last = max(m.last, loaded.last)
		for _, msg := range m.outbox {
			m.book.Change([]claims.Entry{{Seq: msg.Seq, Channel: msg.Channel, Given: true}}, nil)
		}
		return nil
	})
}

// checkEmpty returns ErrNotEmpty for a store that holds anything. The lock is held.
func checkEmpty(m *Memory) error {
	if len(m.tables)+len(m.seen)+len(m.outbox)+len(m.settings)+len(m.prefs)+len(m.notes) > 0 {
		return store.ErrNotEmpty
	}
	return nil
}

// load stores a record in a store that nobody else uses.
func load(m *Memory, r store.Record) error {
	id := table.ID(r.ID)
	switch r.Kind {
	case store.TableRecord:
		var state store.TableState
		err := r.Read(&state)
		if other, taken := openIn(m, state.Header.Channel); taken && state.Header.Status.Open() {
			return fmt.Errorf("table %d is open in the channel", other)
		}
		m.tables[id], m.last = &memoryTable{header: state.Header, deadline: state.Deadline}, id
		return err
	case store.EventRecord, store.ReviewRecord:
		t := m.tables[id]
		if t == nil {
			return store.ErrNotFound
		}
		return loadPart(t, r)
	case store.ResultRecord:
		var result store.Result
		if err := r.Read(&result); err != nil {
			return err
		}
		t := m.tables[result.Table]
		if t == nil {
			return store.ErrNotFound
		}
		c := store.Commit{Table: result.Table, Header: t.header, Result: &result}
		if err := validate(c, t); err != nil {
			return err
		}
		t.result = true
		m.results = append(m.results, memoryResult{result, false})
		return nil
	case store.InteractionRecord:
		return loadInto(m.seen, table.InteractionID(r.ID), r)
	case store.MessageRecord:
		msg := store.Message{}
		err := r.Read(&msg)
		msg.Seq = r.ID
		m.outbox = append(m.outbox, msg)
		return err
	case store.CounterRecord:
		if r.Name != store.SeqCounter {
			return errors.New("unknown counter")
		}
		return r.Read(&m.seq)
	case store.SettingsRecord:
		return loadInto(m.settings, table.GuildID(r.ID), r)
	case store.PreferencesRecord:
		return loadInto(m.prefs, table.UserID(r.ID), r)
	}
	return loadInto(m.notes, r.Name, r)
}

// loadPart stores an event or the review of a table.
func loadPart(t *memoryTable, r store.Record) error {
	if r.Kind == store.ReviewRecord {
		t.review = r.Value
		return nil
	}
	if _, err := table.ParseEvent(r.Value); err != nil {
		return err
	}
	if t.log = append(t.log, r.Value); len(t.log) != int(r.Number) {
		return fmt.Errorf("event %d is missing", len(t.log))
	}
	return nil
}

func loadInto[K comparable, V any](to map[K]V, k K, r store.Record) error {
	var v V
	err := r.Read(&v)
	to[k] = v
	return err
}

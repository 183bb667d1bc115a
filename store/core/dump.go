package core

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
	"amytis/store/progress"
)

// kinds are how records are kept, in the order of a dump. Those with a value are decoded and
// encoded again, so that equal stores have equal dumps.
var kinds = []struct {
	kind  store.RecordKind
	space entries.Space
	value func() any
}{
	{store.TableRecord, heads, nil},
	{store.EventRecord, events, nil},
	{store.ReviewRecord, reviews, func() any { return new(json.RawMessage) }},
	{store.ResultRecord, results, func() any { return &store.Result{} }},
	{store.InteractionRecord, seen, nil},
	{store.MessageRecord, outbox, func() any { return &store.Entry{} }},
	{store.SettingsRecord, settings, func() any { return &store.Settings{} }},
	{store.PreferencesRecord, preferences, func() any { return &store.Preferences{} }},
	{store.NoteRecord, notes, nil},
}

func (s *Store) Dump(ctx context.Context, each func(store.Record) error) error {
	if left, err := s.Loading(ctx); err != nil || left {
		return cmp.Or(err, store.ErrLoading)
	}
	return s.db.View(ctx, func(r entries.Reader) error {
		copying := progress.Begin(ctx, "copying", func() (n int64) {
			for _, of := range kinds {
				n += count(ctx, r, of.space)
			}
			return n
		})
		for _, of := range kinds {
			last := store.Record{}
			err := r.Scan(entries.Range{Space: of.space}, func(k, v []byte) (bool, error) {
				record, err := recordOf(of.kind, k, v, of.value)
				// Numbers only say the order, and have gaps.
				switch of.kind {
				case store.MessageRecord:
					record.ID = last.ID + 1
				case store.ResultRecord:
					if record.Number = 1; record.ID == last.ID {
						record.Number = last.Number + 1
					}
				}
				last = record
				copying.Add(1)
				if err = cmp.Or(err, ctx.Err()); err != nil {
					return false, err
				}
				return true, each(record)
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func recordOf(kind store.RecordKind, k, v []byte, value func() any) (store.Record, error) {
	switch kind {
	case store.TableRecord:
		h, err := decodeHead(table.ID(number(k, 0)), v)
		if err != nil {
			return store.Record{}, err
		}
		return store.NewRecord(kind, number(k, 0), 0, "", store.TableState{Header: h.Header, Deadline: h.Deadline})
	case store.EventRecord:
		return store.NewRecord(kind, number(k, 0), number(k, 1), "", json.RawMessage(v))
	case store.InteractionRecord:
		return store.NewRecord(kind, number(k, 0), 0, "", numberTime(number(v, 0)))
	case store.NoteRecord:
		return store.NewRecord(kind, 0, 0, string(k), string(v))
	}
	into := value()
	if err := json.Unmarshal(v, into); err != nil {
		return store.Record{}, fmt.Errorf("%w: %s %d: %v", store.ErrDamaged, kind, number(k, 0), err)
	}
	return store.NewRecord(kind, number(k, 0), 0, "", into)
}

// loading is the mark of a store that a Load is filling. What a Load has left that ended with its
// process is of no use, and the next one removes it.
var loading = []byte("loading")

// Load makes many changes, and removes them again after an error.
func (s *Store) Load(ctx context.Context, records iter.Seq2[store.Record, error]) error {
	left, err := s.Loading(ctx)
	switch {
	case err != nil:
		return err
	case left:
		err = s.empty(ctx)
	default:
		err = s.requireEmpty(ctx)
	}
	if err != nil {
		return err
	}
	l := &loader{s: s, counted: store.Rows{}}
	err = cmp.Or(s.db.Apply(ctx, []change{set(marks, loading, present)}), l.load(ctx, records))
	if err == nil {
		var faults []string
		if faults, err = s.check(ctx, nil); err == nil && len(faults) > 0 {
			err = fmt.Errorf("%w: %s", store.ErrContradiction, faults[0])
		}
	}
	if err != nil {
		return errors.Join(err, s.empty(context.WithoutCancel(ctx)))
	}
	return s.db.Apply(ctx, []change{set(marks, loading, nil)})
}

func (s *Store) Loading(ctx context.Context) (bool, error) {
	found, err := s.db.Read(ctx, entries.At(marks, loading))
	return err == nil && len(found[0]) > 0, err
}

func (s *Store) requireEmpty(ctx context.Context) error {
	for space := range Spaces {
		found, err := s.db.DB.Read(ctx, entries.Range{Space: space, Limit: 1})
		if err != nil {
			return err
		}
		if space != marks && len(found[0]) > 0 {
			return store.ErrNotEmpty
		}
	}
	return nil
}

func (s *Store) empty(ctx context.Context) error {
	for space := range Spaces {
		for {
			found, err := s.db.DB.Read(ctx, entries.Range{Space: space, Limit: store.BatchRecords})
			if err != nil {
				return err
			}
			if len(found[0]) == 0 {
				break
			}
			changes := make([]change, len(found[0]))
			for i, e := range found[0] {
				changes[i] = set(space, e.Key, nil)
			}
			if err := s.db.Apply(ctx, changes); err != nil {
				return err
			}
		}
	}
	return nil
}

// loader fills an empty store. Of what comes in the order of a dump, it holds one table and the
// leaderboards of one server.
type loader struct {
	s       *Store
	changes []change
	id      table.ID
	head    head
	users   userSet
	guild   table.GuildID
	counted store.Rows
}

func (l *loader) load(ctx context.Context, records iter.Seq2[store.Record, error]) error {
	for batch, err := range store.Batches(records) {
		if err != nil {
			return err
		}
		for _, r := range batch {
			if err := l.record(ctx, r); err != nil {
				return fmt.Errorf("store: loading %s: %w", r, err)
			}
		}
		if err := cmp.Or(l.openTable(ctx, 0), l.apply(ctx)); err != nil {
			return err
		}
	}
	l.openGuild(0)
	return l.apply(ctx)
}

func (l *loader) apply(ctx context.Context) error {
	changes := l.changes
	l.changes = nil
	return l.s.db.Apply(ctx, changes)
}

func (l *loader) add(c change, err error) error {
	l.changes = append(l.changes, c)
	return err
}

// openTable ends the work on a table and begins with another one, 0 for none.
func (l *loader) openTable(ctx context.Context, id table.ID) (err error) {
	if id == l.id {
		return nil
	}
	if l.id != 0 {
		for user := range l.users {
			l.changes = append(l.changes, set(mentions, key(uint64(user), uint64(l.id)), present))
		}
		c, err := putJSON(heads, headKey(l.id), nil, &l.head)
		c.Blind = true
		if err := l.add(c, err); err != nil {
			return err
		}
	}
	l.id, l.users = id, userSet{}
	if id == 0 {
		return nil
	}
	if l.head, err = l.s.head(ctx, id); err == nil {
		l.users.add(l.head.Players...)
	}
	return err
}

// openGuild ends the leaderboards of a server and begins with another one's.
func (l *loader) openGuild(guild table.GuildID) {
	if guild == l.guild {
		return
	}
	for at, row := range l.counted {
		is, _ := json.Marshal(&row) // it has only numbers
		l.changes = append(l.changes, set(rows, rowKey(l.guild, at.Board, at.User), is))
	}
	l.guild, l.counted = guild, store.Rows{}
}

func (l *loader) record(ctx context.Context, r store.Record) error {
	switch r.Kind {
	case store.TableRecord:
		var state store.TableState
		if err := r.Read(&state); err != nil {
			return err
		}
		c := store.Commit{Table: table.ID(r.ID), Header: state.Header}
		if _, err := c.Encode(); err != nil {
			return err
		}
		h := head{Header: state.Header, Deadline: state.Deadline, Due: state.Deadline}
		l.changes = append(l.changes, reindex(nil, indexOf(c.Table, &h))...)
		return l.add(putJSON(heads, headKey(c.Table), nil, &h))
	case store.EventRecord:
		e, err := table.ParseEvent(r.Value)
		if err := cmp.Or(err, l.openTable(ctx, table.ID(r.ID))); err != nil {
			return err
		}
		addNames(&e, l.users.add)
		l.head.Sum, l.head.Last = chain(l.head.Sum, r.Value), e.At
		return l.add(set(events, key(r.ID, r.Number), r.Value), nil)
	case store.ResultRecord:
		var result store.Result
		if err := cmp.Or(r.Read(&result), l.openTable(ctx, result.Table)); err != nil {
			return err
		}
		if l.head.Result != 0 || uint64(result.Guild) != r.ID || l.head.Status != store.Ended {
			return errors.New("the table has another result, is on another server or has not ended")
		}
		l.openGuild(result.Guild)
		l.head.Result = r.Number
		l.counted.Count(&result)
		for _, p := range result.People() {
			l.users.add(p.User)
		}
		return l.add(putJSON(results, key(r.ID, r.Number), nil, &result))
	case store.InteractionRecord:
		var at int64
		err := r.Read(&at)
		return l.add(set(seen, key(r.ID), key(timeNumber(at))), err)
	case store.NoteRecord:
		var value string
		err := r.Read(&value)
		return l.add(set(notes, []byte(r.Name), []byte(value)), err)
	}
	for _, of := range kinds {
		if of.kind != r.Kind {
			continue
		}
		v := of.value()
		if err := r.Read(v); err != nil {
			return err
		}
		is, err := json.Marshal(v)
		if r.Kind == store.MessageRecord {
			return l.add(change{Space: outbox, Is: is, Next: true}, err)
		}
		if r.ID > math.MaxInt64 {
			return errors.New("its ID has more than 63 bits")
		}
		if raw, is := v.(*json.RawMessage); is {
			return l.add(set(of.space, key(r.ID), *raw), nil)
		}
		return l.add(set(of.space, key(r.ID), is), err)
	}
	return fmt.Errorf("unknown kind %q", r.Kind)
}

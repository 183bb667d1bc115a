package bolt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// bbolt has a transaction in memory until its end, so Load makes many. A crash between them leaves
// a part, so the program loads only files that [Create] makes.

func (db *DB) Load(ctx context.Context, records iter.Seq2[store.Record, error]) error {
	if err := db.view(ctx, checkEmpty); err != nil {
		return err
	}
	if err := loadAll(ctx, db, records); err != nil {
		return errors.Join(err, db.writer.submit(context.WithoutCancel(ctx), plainChange(emptyStore)))
	}
	return db.view(context.WithoutCancel(ctx), func(tx *bbolt.Tx) error { return inherit(db, tx) })
}

func loadAll(ctx context.Context, db *DB, records iter.Seq2[store.Record, error]) error {
	l := &loader{}
	for batch, err := range store.Batches(records) {
		if err != nil {
			return err
		}
		err := db.writer.submit(ctx, plainChange(func(tx *writeTx) error { return l.store(tx, batch) }))
		if err != nil {
			return err
		}
	}
	if err := db.writer.submit(ctx, plainChange(l.endLog)); err != nil {
		return err
	}
	return db.view(ctx, func(tx *bbolt.Tx) error { return checkContent(ctx, tx, store.ErrContradiction) })
}

func checkEmpty(tx *bbolt.Tx) error {
	for _, name := range contentBuckets {
		if k, _ := tx.Bucket(name).Cursor().First(); k != nil {
			return fmt.Errorf("%w: it has entries in %s", store.ErrNotEmpty, name)
		}
	}
	return nil
}

// emptyStore removes what a load has stored. It must be the last change of its transaction.
func emptyStore(tx *writeTx) error {
	for _, name := range contentBuckets {
		if err := tx.tx.DeleteBucket(name); err != nil {
			return err
		}
		if _, err := tx.tx.CreateBucket(name); err != nil {
			return err
		}
	}
	*tx.change = summer{} // the new checksum counts everything
	return reseal(tx.tx)
}

// loader stores the records of a dump, in the order of the kinds.
type loader struct {
	// id is the table whose log is being stored, 0 for none; version and chain are its last
	// event's.
	id      table.ID
	version table.Version
	chain   uint64
}

func (l *loader) store(tx *writeTx, records []store.Record) error {
	for _, r := range records {
		if err := l.record(tx, r); err != nil {
			return fmt.Errorf("store: loading %s: %w", r, err)
		}
	}
	return nil
}

func (l *loader) record(tx *writeTx, r store.Record) error {
	switch r.Kind {
	case store.TableRecord:
		return insertTable(tx, r)
	case store.EventRecord:
		return l.event(tx, r)
	case store.ReviewRecord:
		return tx.reviews.Add(key(r.ID), r.Value)
	case store.ResultRecord:
		return insertResult(tx, r)
	case store.InteractionRecord:
		return insertInteraction(tx, r)
	case store.MessageRecord:
		return insertValue(tx.outbox, r, &store.Entry{})
	case store.CounterRecord:
		return insertCounter(tx, r)
	case store.SettingsRecord:
		return insertValue(tx.settings, r, &store.Settings{})
	case store.PreferencesRecord:
		return insertValue(tx.preferences, r, &store.Preferences{})
	case store.NoteRecord:
		return insertNote(tx, r)
	}
	return fmt.Errorf("unknown kind %q", r.Kind)
}

func insertValue(to bucket, r store.Record, v any) error {
	if err := r.Read(v); err != nil {
		return err
	}
	encoded, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return to.Add(key(r.ID), encoded)
}

// insertTable stores a table without its log.
func insertTable(tx *writeTx, r store.Record) error {
	var state store.TableState
	if err := r.Read(&state); err != nil {
		return err
	}
	c := store.Commit{Table: table.ID(r.ID), Header: state.Header}
	if _, err := c.Encode(); err != nil {
		return err
	}
	h := state.Header
	stored := record{version: h.Version, announced: h.Announced, last: h.LastMessage}
	stored.deadline, stored.due = state.Deadline, state.Deadline
	var err error
	if stored.rest, err = encodeRest(h); err != nil {
		return err
	}
	if err := tx.reindex(nil, indexOf(c.Table, &h, stored.due)); err != nil {
		return err
	}
	return tx.tables.Add(headKey(c.Table), stored.encode())
}

// event stores an event, and first ends the log before if the event is of another table.
func (l *loader) event(tx *writeTx, r store.Record) error {
	if _, err := table.ParseEvent(r.Value); err != nil {
		return err
	}
	if id := table.ID(r.ID); id != l.id {
		if err := l.endLog(tx); err != nil {
			return err
		}
		l.id, l.version, l.chain = id, 0, 0
	}
	if l.version++; uint64(l.version) != r.Number {
		return fmt.Errorf("event %d is missing", l.version)
	}
	l.chain = chain(l.chain, r.Value)
	return tx.tables.Add(logKey(l.id, l.version), r.Value)
}

func (l *loader) endLog(tx *writeTx) error {
	if l.id == 0 {
		return nil
	}
	stored, err := readRecord(tx.tx, l.id)
	if err != nil {
		return err
	}
	if stored.version != l.version {
		return fmt.Errorf("store: table %d has %d events, not %d", l.id, l.version, stored.version)
	}
	stored.chain = l.chain
	return tx.tables.Put(headKey(l.id), stored.encode())
}

func insertResult(tx *writeTx, r store.Record) error {
	var result store.Result
	if err := r.Read(&result); err != nil {
		return err
	}
	stored, h, err := readHead(tx.tx, result.Table)
	if err != nil {
		return err
	}
	c := store.Commit{Table: result.Table, Header: h, Result: &result}
	if _, err := c.Encode(); err != nil {
		return err
	}
	if stored.result != 0 || uint64(result.Guild) != r.ID {
		return errors.New("the table has another result, or is on another server")
	}
	if stored.result, err = tx.addResult(&result); err != nil {
		return err
	}
	return tx.tables.Put(headKey(result.Table), stored.encode())
}

func insertInteraction(tx *writeTx, r store.Record) error {
	var at int64
	if err := r.Read(&at); err != nil {
		return err
	}
	return tx.seen.Add(key(r.ID), key(timeKey(at)))
}

func insertCounter(tx *writeTx, r store.Record) error {
	var last uint64
	if err := r.Read(&last); err != nil {
		return err
	}
	return tx.outbox.SetSequence(last)
}

func insertNote(tx *writeTx, r store.Record) error {
	var value string
	if err := r.Read(&value); err != nil {
		return err
	}
	if r.Name == "" || len(r.Name) > bbolt.MaxKeySize || value == "" {
		return errors.New("the name or the value is empty, or the name is too long")
	}
	return tx.notes.Add([]byte(r.Name), []byte(value))
}

package bolt

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// Outbox implements [store.Store].
func (db *DB) Outbox(ctx context.Context, after uint64, limit int) ([]store.Message, error) {
	var out []store.Message
	err := db.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(outboxBucket).Cursor()
		k, v := c.Seek(key(after))
		if k != nil && number(k, 0) == after {
			k, v = c.Next()
		}
		for ; k != nil && len(out) < limit; k, v = c.Next() {
			m, err := decodeMessage(number(k, 0), v)
			if err != nil {
				return err
			}
			out = append(out, m)
		}
		return nil
	})
	return out, err
}

// Settle implements [store.Store].
func (db *DB) Settle(ctx context.Context, seq uint64, s store.Settlement) error {
	follow, err := encodeMessages(s.Follow, db.writer.now())
	if err != nil {
		return err
	}
	return db.writer.submit(ctx, &settleChange{seq: seq, sent: s.Sent, follow: follow})
}

// Notify implements [store.Store].
func (db *DB) Notify() <-chan struct{} { return db.writer.notify }

type settleChange struct {
	seq    uint64
	sent   table.MessageID
	follow [][]byte

	table  table.ID // the message's table, 0 for none, and its record; set by check
	record record
}

func (s *settleChange) check(tx *writeTx) error {
	v := tx.outbox.Get(key(s.seq))
	if v == nil {
		return fmt.Errorf("%w: message %d", store.ErrNotFound, s.seq)
	}
	s.table = 0
	if s.sent == 0 {
		return nil
	}
	m, err := decodeMessage(s.seq, v)
	if err != nil {
		return err
	}
	if v = tx.tables.Get(headKey(m.Table)); v == nil {
		return nil // the message belongs to no table
	}
	s.table = m.Table
	s.record, err = decodeRecord(m.Table, v)
	return err
}

func (s *settleChange) apply(tx *writeTx) error {
	if err := tx.outbox.Delete(key(s.seq)); err != nil {
		return err
	}
	if s.table != 0 {
		s.record.last = s.sent
		if err := tx.tables.Put(headKey(s.table), s.record.encode()); err != nil {
			return err
		}
	}
	return tx.announce(s.follow)
}

// announce adds messages to the outbox.
func (tx *writeTx) announce(messages [][]byte) error {
	for _, m := range messages {
		seq, err := tx.outbox.NextSequence()
		if err != nil {
			return err
		}
		if err := tx.outbox.Add(key(seq), m); err != nil {
			return err
		}
		tx.announced = true
	}
	return nil
}

// encodeMessages returns the entries to add to the outbox at a time.
func encodeMessages(messages []store.Message, now time.Time) ([][]byte, error) {
	out := make([][]byte, len(messages))
	for i, m := range messages {
		m.Nonce, m.At = store.NewNonce(), now.UnixMilli()
		var err error
		if out[i], err = json.Marshal(&m); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func decodeMessage(seq uint64, v []byte) (store.Message, error) {
	var m store.Message
	if err := json.Unmarshal(v, &m); err != nil {
		return m, fmt.Errorf("%w: message %d: %v", ErrCorrupt, seq, err)
	}
	m.Seq = seq
	return m, nil
}

// instanceNote is the note in which the bot kept its random name up to schema 3.
const instanceNote = "instance"

// nameEntries gives the entries of a file of schema 3 a nonce and a time. Up to then the bot
// derived an entry's nonce from the store's name and the entry's number. Discord may know that
// nonce, so the entry keeps it. The time is that of the event that the entry is about, which is
// never later.
func nameEntries(tx *bbolt.Tx) error {
	notes, outbox, tables := tx.Bucket(notesBucket), tx.Bucket(outboxBucket), tx.Bucket(tablesBucket)
	name := string(notes.Get([]byte(instanceNote)))
	var left []store.Message
	err := outbox.ForEach(func(k, v []byte) error {
		m, err := decodeMessage(number(k, 0), v)
		if err != nil {
			return err
		}
		if m.Nonce = store.NewNonce(); name != "" {
			m.Nonce = name + "-" + strconv.FormatUint(m.Seq, 36)
		}
		if v := tables.Get(logKey(m.Table, m.Version)); v != nil {
			e, err := table.ParseEvent(v)
			if err != nil {
				return fmt.Errorf("%w: event %d of table %d: %v", ErrCorrupt, m.Version, m.Table, err)
			}
			m.At = e.At
		}
		left = append(left, m)
		return nil
	})
	if err != nil {
		return err
	}
	for _, m := range left { // a bucket must not change while ForEach reads it
		v, err := json.Marshal(&m)
		if err != nil {
			return err
		}
		if err := outbox.Put(key(m.Seq), v); err != nil {
			return err
		}
	}
	return notes.Delete([]byte(instanceNote))
}

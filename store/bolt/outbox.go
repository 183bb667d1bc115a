package bolt

import (
	"context"
	"encoding/json"
	"fmt"

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
	follow, err := encodeMessages(s.Follow)
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
		if err := tx.outbox.Put(key(seq), m); err != nil {
			return err
		}
		tx.announced = true
	}
	return nil
}

func encodeMessages(messages []store.Message) ([][]byte, error) {
	out := make([][]byte, len(messages))
	for i := range messages {
		var err error
		if out[i], err = json.Marshal(&messages[i]); err != nil {
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

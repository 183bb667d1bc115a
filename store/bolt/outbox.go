package bolt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// queues implements [store.Queues] for one handle.
type queues struct {
	db *DB
	// lost has the channels taken over by others since the last Renew.
	lost []table.ChannelID
}

type second struct {
	*DB
	*queues
}

// Second returns another handle, which claims queues for itself. Closing it closes the store.
func (db *DB) Second() store.Store { return second{db, &queues{db: db}} }

// Claim returns entries that it cannot read with the next call.
func (qs *queues) Claim(ctx context.Context, limit int, lease time.Duration) ([]store.Entry, error) {
	leases := qs.db.writer.leases
	for limit > 0 {
		if err := qs.db.usable(ctx); err != nil {
			return nil, err
		}
		taken, more, pause := leases.take(qs, limit, lease)
		if len(taken) > 0 {
			page, err := qs.read(ctx, taken)
			if err != nil {
				leases.giveBack(qs, taken)
			}
			if err != nil || len(page) > 0 {
				return page, err
			}
			continue
		}
		var over <-chan time.Time
		if pause > 0 {
			over = time.After(pause)
		}
		select {
		case <-more:
		case <-over:
		case <-qs.db.writer.closing:
		case <-ctx.Done():
		}
	}
	return nil, errors.New("store: a claim of no entries")
}

// read returns the messages of the entries that are not settled.
func (qs *queues) read(ctx context.Context, entries []entry) (out []store.Entry, err error) {
	return read(ctx, qs.db, func(tx *bbolt.Tx) (out []store.Entry, err error) {
		outbox := tx.Bucket(outboxBucket)
		for _, e := range entries {
			v := outbox.Get(key(e.seq))
			if v == nil {
				continue
			}
			m, err := decodeMessage(e.seq, v)
			if err != nil {
				return nil, err
			}
			m.Inherited = e.given
			out = append(out, m)
		}
		return out, nil
	})
}

func (qs *queues) Renew(ctx context.Context, lease time.Duration) (lost []table.ChannelID, err error) {
	if err := qs.db.usable(ctx); err != nil {
		return nil, err
	}
	return qs.db.writer.leases.renew(qs, lease), nil
}

func (qs *queues) Release(ctx context.Context) error {
	if err := qs.db.usable(ctx); err != nil {
		return err
	}
	qs.db.writer.leases.release(qs)
	return nil
}

func (qs *queues) Hold(ctx context.Context, name string, ttl time.Duration) (mine bool, err error) {
	mine, _, err = qs.HoldWith(ctx, name, ttl, "")
	return mine, err
}

func (qs *queues) HoldWith(
	ctx context.Context, name string, ttl time.Duration, note string,
) (mine bool, kept string, err error) {
	if err := qs.db.usable(ctx); err != nil {
		return false, "", err
	}
	mine, kept = qs.db.writer.leases.hold(qs, name, ttl, note)
	return mine, kept, nil
}

func (qs *queues) Permits(
	ctx context.Context, name string, n, limit int, span, pause time.Duration,
) ([]time.Duration, error) {
	if err := qs.db.usable(ctx); err != nil {
		return nil, err
	}
	return qs.db.writer.leases.takePermits(name, n, limit, span, pause), nil
}

func (db *DB) usable(ctx context.Context) error {
	select {
	case <-db.writer.closing:
		return store.ErrClosed
	default:
		return ctx.Err()
	}
}

func (qs *queues) Outbox(ctx context.Context, after uint64, limit int) ([]store.Entry, error) {
	return read(ctx, qs.db, func(tx *bbolt.Tx) (out []store.Entry, err error) {
		c := tx.Bucket(outboxBucket).Cursor()
		k, v := c.Seek(key(after))
		if k != nil && number(k, 0) == after {
			k, v = c.Next()
		}
		for ; k != nil && len(out) < limit; k, v = c.Next() {
			m, err := decodeMessage(number(k, 0), v)
			if err != nil {
				return nil, err
			}
			out = append(out, m)
		}
		return out, nil
	})
}

// Counts reads the header of each open table.
func (qs *queues) Counts(ctx context.Context) (c store.Counts, err error) {
	err = qs.db.view(ctx, func(tx *bbolt.Tx) error {
		open := tx.Bucket(openBucket).Cursor()
		for k, v := open.First(); k != nil && ctx.Err() == nil; k, v = open.Next() {
			h, err := readHeader(tx, table.ID(number(v, 0)))
			if err != nil {
				return err
			}
			if h.Status == store.Lobby {
				c.Lobbies++
			} else {
				c.Running++
			}
		}
		outbox := tx.Bucket(outboxBucket).Cursor()
		k, v := outbox.First()
		if k != nil {
			m, err := decodeMessage(number(k, 0), v)
			if err != nil {
				return err
			}
			c.Oldest = m.At
		}
		for ; k != nil; k, _ = outbox.Next() {
			c.Outbox++
		}
		return ctx.Err()
	})
	return c, err
}

func (qs *queues) Settle(ctx context.Context, seq uint64, s store.Settlement) error {
	follow, err := encodeMessages(s.Follow, qs.db.writer.now())
	if err != nil {
		return err
	}
	return qs.db.writer.submit(ctx, &settleChange{by: qs, seq: seq, sent: s.Sent, follow: follow})
}

type settleChange struct {
	by     *queues
	seq    uint64
	sent   table.MessageID
	follow []newEntry

	table  table.ID // the message's table, 0 for none, and its record; set by check
	record record
}

func (s *settleChange) check(tx *writeTx) error {
	v := tx.outbox.Get(key(s.seq))
	if v == nil {
		return fmt.Errorf("%w: message %d", store.ErrNotFound, s.seq)
	}
	if !s.by.db.writer.leases.maySettle(s.by, s.seq) {
		return fmt.Errorf("%w: another handle has message %d", store.ErrNotFound, s.seq)
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
	tx.settled = append(tx.settled, s.seq)
	if s.table != 0 {
		s.record.last = s.sent
		if err := tx.tables.Put(headKey(s.table), s.record.encode()); err != nil {
			return err
		}
	}
	return tx.announce(s.follow)
}

type newEntry struct {
	channel table.ChannelID
	message []byte
}

func (tx *writeTx) announce(messages []newEntry) error {
	for _, m := range messages {
		seq, err := tx.outbox.NextSequence()
		if err != nil {
			return err
		}
		if err := tx.outbox.Add(key(seq), m.message); err != nil {
			return err
		}
		tx.announced = append(tx.announced, entry{seq: seq, channel: m.channel})
	}
	return nil
}

// encodeMessages returns the entries to add to the outbox now.
func encodeMessages(messages []store.Entry, now time.Time) ([]newEntry, error) {
	out := make([]newEntry, len(messages))
	for i, m := range messages {
		m.Nonce, m.At = store.NewNonce(), now.UnixMilli()
		v, err := json.Marshal(&m)
		if err != nil {
			return nil, err
		}
		out[i] = newEntry{m.Channel, v}
	}
	return out, nil
}

func decodeMessage(seq uint64, v []byte) (store.Entry, error) {
	m, err := decode[store.Entry](v, "message %d", seq)
	m.Seq = seq
	return m, err
}

package bolt

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// view runs fn on a single moment of the store, without waiting for writers.
func (db *DB) view(ctx context.Context, fn func(tx *bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	defer db.writer.readers.enter(db.writer.last.Load())()
	return damaged(db.path, guard(func() error {
		tx, err := begin(db.bolt, false)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		return fn(tx)
	}))
}

func read[T any](ctx context.Context, db *DB, fn func(tx *bbolt.Tx) (T, error)) (v T, err error) {
	err = db.view(ctx, func(tx *bbolt.Tx) error {
		v, err = fn(tx)
		return err
	})
	return v, err
}

func (db *DB) Table(ctx context.Context, id table.ID) (store.Header, []table.Event, error) {
	var h store.Header
	var events []table.Event
	err := db.view(ctx, func(tx *bbolt.Tx) error {
		r, head, err := readHead(tx, id)
		if err != nil {
			return err
		}
		h = head
		events, err = readLog(tx, id, &r)
		return err
	})
	return h, events, err
}

func (db *DB) Committed(ctx context.Context, id table.InteractionID) (done bool, err error) {
	return read(ctx, db, func(tx *bbolt.Tx) (bool, error) { return tx.Bucket(seenBucket).Get(key(id)) != nil, nil })
}

func (db *DB) Header(ctx context.Context, id table.ID) (store.Header, error) {
	return read(ctx, db, func(tx *bbolt.Tx) (store.Header, error) { return readHeader(tx, id) })
}

func readHeader(tx *bbolt.Tx, id table.ID) (store.Header, error) {
	_, h, err := readHead(tx, id)
	return h, err
}

func readHead(tx *bbolt.Tx, id table.ID) (r record, h store.Header, err error) {
	if r, err = readRecord(tx, id); err == nil {
		h, err = r.header(id)
	}
	return r, h, err
}

// eachHead calls each for all tables from an ID on, until more is false.
func eachHead(tx *bbolt.Tx, from table.ID, each func(id table.ID, r *record) (more bool, err error)) error {
	c := tx.Bucket(tablesBucket).Cursor()
	for k, _ := c.Seek(key(from)); k != nil; k, _ = c.Next() {
		id := table.ID(number(k, 0))
		k, v := c.Seek(headKey(id))
		if !bytes.Equal(k, headKey(id)) {
			return fmt.Errorf("%w: table %d has no header", ErrCorrupt, id)
		}
		r, err := decodeRecord(id, v)
		if err != nil {
			return err
		}
		if more, err := each(id, &r); err != nil || !more {
			return err
		}
	}
	return nil
}

func readRecord(tx *bbolt.Tx, id table.ID) (record, error) {
	v := tx.Bucket(tablesBucket).Get(headKey(id))
	if v == nil {
		return record{}, fmt.Errorf("%w: table %d", store.ErrNotFound, id)
	}
	return decodeRecord(id, v)
}

// eachEvent calls each with the texts of a log. The error is ErrCorrupt for a missing, added or
// changed event, perhaps only after the last call.
func eachEvent(tx *bbolt.Tx, id table.ID, r *record, each func(v table.Version, text []byte) error) error {
	c := tx.Bucket(tablesBucket).Cursor()
	k, text := c.Seek(logKey(id, 1))
	sum := uint64(0)
	for v := table.Version(1); v <= r.version; v++ {
		if !bytes.Equal(k, logKey(id, v)) {
			return fmt.Errorf("%w: event %d of table %d is missing", ErrCorrupt, v, id)
		}
		if err := each(v, text); err != nil {
			return err
		}
		sum = chain(sum, text)
		k, text = c.Next()
	}
	if sum != r.chain || !bytes.Equal(k, headKey(id)) {
		return fmt.Errorf("%w: the log of table %d does not match its checksum", ErrCorrupt, id)
	}
	return nil
}

func readLog(tx *bbolt.Tx, id table.ID, r *record) ([]table.Event, error) {
	events := make([]table.Event, 0, min(r.version, 1024))
	err := eachEvent(tx, id, r, func(v table.Version, text []byte) error {
		e, err := parseEvent(id, v, text)
		events = append(events, e)
		return err
	})
	return events, err
}

func parseEvent(id table.ID, v table.Version, text []byte) (table.Event, error) {
	e, err := table.ParseEvent(text)
	if err != nil {
		err = fmt.Errorf("%w: event %d of table %d: %v", ErrCorrupt, v, id, err)
	}
	return e, err
}

func (db *DB) Headers(ctx context.Context, guild table.GuildID, each func(id table.ID, h store.Header)) error {
	return db.view(ctx, func(tx *bbolt.Tx) error {
		return eachHead(tx, 0, func(id table.ID, r *record) (more bool, err error) {
			h, err := r.header(id)
			if err == nil && (guild == 0 || h.Guild == guild) {
				each(id, h)
			}
			return err == nil, cmp.Or(err, ctx.Err())
		})
	})
}

func (db *DB) OpenTable(ctx context.Context, channel table.ChannelID) (table.ID, error) {
	return read(ctx, db, func(tx *bbolt.Tx) (table.ID, error) {
		v := tx.Bucket(openBucket).Get(key(channel))
		if v == nil {
			return 0, fmt.Errorf("%w: no table open in channel %d", store.ErrNotFound, channel)
		}
		return table.ID(number(v, 0)), nil
	})
}

func (db *DB) ChannelTables(ctx context.Context, channel table.ChannelID, limit int) ([]table.ID, error) {
	return read(ctx, db, func(tx *bbolt.Tx) (ids []table.ID, err error) {
		c := tx.Bucket(channelsBucket).Cursor()
		for k, _ := seekLast(c, key(channel)); k != nil && len(ids) < limit; k, _ = c.Prev() {
			if number(k, 0) != uint64(channel) {
				break
			}
			ids = append(ids, table.ID(number(k, 1)))
		}
		return ids, nil
	})
}

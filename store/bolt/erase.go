package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// Mentioning implements [store.Store]. There is no index for it: it searches all logs.
func (db *DB) Mentioning(
	ctx context.Context, user table.UserID, each func(id table.ID, h store.Header, log []table.Event) error,
) error {
	return db.view(ctx, func(tx *bbolt.Tx) error {
		return eachMention(ctx, tx, user, func(id table.ID, r *record) error {
			h, err := r.header(id)
			if err != nil {
				return err
			}
			log, err := readLog(tx, id, r)
			if err != nil {
				return err
			}
			if !mentions(&h, log, user) && !inResult(tx, &h, r, user) {
				return nil
			}
			return each(id, h, log)
		})
	})
}

// mentions reports whether a table's header or log names a user.
func mentions(h *store.Header, log []table.Event, user table.UserID) bool {
	return slices.Contains(h.Players, user) ||
		slices.ContainsFunc(log, func(e table.Event) bool { return e.Mentions(user) })
}

// inResult reports whether a table's result names a user. Its log may not do so any longer.
func inResult(tx *bbolt.Tx, h *store.Header, r *record, user table.UserID) bool {
	if r.result == 0 {
		return false
	}
	k := key2(h.Guild, r.result)
	result, err := decodeResult(k, tx.Bucket(resultsBucket).Get(k))
	return err == nil && slices.ContainsFunc(result.Standings, func(s store.Standing) bool { return s.User == user })
}

// eachMention calls each for the tables whose entries or results have the user's ID in their text.
// It may stand for something else there.
func eachMention(
	ctx context.Context, tx *bbolt.Tx, user table.UserID, each func(id table.ID, r *record) error,
) error {
	text := []byte(user.String())
	rated := map[table.ID]bool{}
	err := tx.Bucket(resultsBucket).ForEach(func(k, v []byte) error {
		if !bytes.Contains(v, text) {
			return nil
		}
		r, err := decodeResult(k, v)
		rated[r.Table] = true
		return err
	})
	if err != nil {
		return err
	}
	found := false
	c := tx.Bucket(tablesBucket).Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		found = found || bytes.Contains(v, text)
		if keyVersion(k) != afterLog {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if id := table.ID(number(k, 0)); found || rated[id] {
			r, err := decodeRecord(id, v)
			if err != nil {
				return err
			}
			if err := each(id, &r); err != nil {
				return err
			}
		}
		found = false
	}
	return nil
}

// overwriteWait limits how long Erase waits for the readers from before.
const overwriteWait = 2 * time.Second

// Erase implements [store.Store]. It looks for the tables and prepares their new logs before it
// changes anything, so that other writers need not wait meanwhile. Afterwards it looks for tables
// that name the user since.
func (db *DB) Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error {
	for first := true; ; first = false {
		e := eraseChange{user: user, text: strconv.AppendUint(nil, uint64(user), 10), as: as}
		if err := db.view(ctx, func(tx *bbolt.Tx) error { return e.find(ctx, tx) }); err != nil {
			return err
		}
		if len(e.tables) == 0 && !first {
			break
		}
		if err := db.writer.submit(ctx, &e); err != nil {
			return err
		}
	}
	db.writer.remains.wait(ctx, overwriteWait)
	return nil
}

// eraseChange puts another player in a user's place.
type eraseChange struct {
	user   table.UserID
	text   []byte // the user's ID as JSON has it
	as     func(table.GuildID) table.Player
	tables []erasedTable // those that name the user
}

// erasedTable is a table that names the user, with its new log.
type erasedTable struct {
	id   table.ID
	last table.Version
	// before and after are the checksums of the log, and events those events that change, in their
	// order.
	before, after uint64
	events        []erasedEvent
}

type erasedEvent struct {
	version table.Version
	text    []byte
}

// find finds the tables that name the user.
func (e *eraseChange) find(ctx context.Context, tx *bbolt.Tx) error {
	return eachMention(ctx, tx, e.user, func(id table.ID, r *record) error {
		h, err := r.header(id)
		if err != nil {
			return err
		}
		as := e.as(h.Guild)
		t, err := e.prepare(tx.Bucket(tablesBucket), id, r, as)
		if err != nil {
			return err
		}
		inResult := inResult(tx, &h, r, e.user) // before rest changes the header
		rest, err := e.rest(&h, as)
		if err == nil && (len(t.events) > 0 || inResult || !bytes.Equal(rest, r.rest)) {
			e.tables = append(e.tables, t)
		}
		return err
	})
}

// rest puts the other player into a table's header, and returns the new rest of its record without
// what a newer program has added, which may name the user.
func (e *eraseChange) rest(h *store.Header, as table.Player) ([]byte, error) {
	for i, user := range h.Players {
		if user == e.user {
			h.Players[i] = as.User
		}
	}
	return encodeRest(*h)
}

// prepare returns a table's new log.
func (e *eraseChange) prepare(
	tables *bbolt.Bucket, id table.ID, r *record, as table.Player,
) (t erasedTable, err error) {
	t = erasedTable{id: id, last: r.version, before: r.chain}
	c := tables.Cursor()
	k, v := c.Seek(logKey(id, 1))
	for version := table.Version(1); version <= r.version; version++ {
		if !bytes.Equal(k, logKey(id, version)) {
			return t, fmt.Errorf("%w: event %d of table %d is missing", ErrCorrupt, version, id)
		}
		if bytes.Contains(v, e.text) {
			event, err := table.ParseEvent(v)
			if err != nil {
				return t, fmt.Errorf("%w: event %d of table %d: %v", ErrCorrupt, version, id, err)
			}
			if event.Mentions(e.user) {
				event = event.Anonymous(e.user, as)
				if v, err = event.Append(nil); err != nil {
					return t, err
				}
				t.events = append(t.events, erasedEvent{version, v})
			}
		}
		t.after = chain(t.after, v)
		k, v = c.Next()
	}
	return t, nil
}

func (e *eraseChange) check(tx *writeTx) error {
	c := tx.players.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		if table.UserID(number(k, 1)) == e.user {
			return store.ErrPlaying
		}
	}
	return nil
}

func (e *eraseChange) apply(tx *writeTx) error {
	for _, t := range e.tables {
		if err := e.table(tx, t); err != nil {
			return err
		}
	}
	for _, part := range []func(*writeTx) error{e.rows, e.outbox} {
		if err := part(tx); err != nil {
			return err
		}
	}
	if err := tx.preferences.Delete(key(e.user)); err != nil {
		return err
	}
	tx.erased = true
	return tx.noteRemains()
}

// table changes a table's log, header and result.
func (e *eraseChange) table(tx *writeTx, t erasedTable) error {
	id := t.id
	v := tx.tables.Get(headKey(id))
	if v == nil {
		return fmt.Errorf("%w: table %d", store.ErrNotFound, id)
	}
	r, err := decodeRecord(id, v)
	if err != nil {
		return err
	}
	h, err := r.header(id)
	if err != nil {
		return err
	}
	as := e.as(h.Guild)
	if r.version != t.last || r.chain != t.before { // it has changed meanwhile
		if t, err = e.prepare(tx.tables.Bucket, id, &r, as); err != nil {
			return err
		}
	}
	for _, event := range t.events {
		if err := tx.tables.Put(logKey(id, event.version), event.text); err != nil {
			return err
		}
	}
	r.chain = t.after
	if r.rest, err = e.rest(&h, as); err != nil {
		return err
	}
	if r.result != 0 {
		if err := e.result(tx, key2(h.Guild, r.result), as); err != nil {
			return err
		}
	}
	return tx.tables.Put(headKey(id), r.encode())
}

func (e *eraseChange) result(tx *writeTx, k []byte, as table.Player) error {
	r, err := decodeResult(k, tx.results.Get(k))
	if err != nil {
		return err
	}
	for i := range r.Standings {
		if r.Standings[i].User == e.user {
			r.Standings[i].User = as.User
		}
	}
	v, err := json.Marshal(&r)
	if err != nil {
		return err
	}
	return tx.results.Put(k, v)
}

// rows moves the user's rows on the leaderboards.
func (e *eraseChange) rows(tx *writeTx) error {
	var keys [][]byte
	c := tx.rows.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		if bytes.HasSuffix(k, key(e.user)) {
			keys = append(keys, bytes.Clone(k))
		}
	}
	for _, k := range keys {
		row, err := decodeRow(k, tx.rows.Get(k))
		if err != nil {
			return err
		}
		row.User = e.as(table.GuildID(number(k, 0))).User
		v, err := json.Marshal(&row)
		if err != nil {
			return err
		}
		if err := tx.rows.Delete(k); err != nil {
			return err
		}
		if err := tx.rows.Put(append(k[:len(k)-8:len(k)-8], key(row.User)...), v); err != nil {
			return err
		}
	}
	return nil
}

// outbox leaves the user out of the messages to send.
func (e *eraseChange) outbox(tx *writeTx) error {
	var left []store.Message
	err := tx.outbox.ForEach(func(k, v []byte) error {
		m, err := decodeMessage(number(k, 0), v)
		if err == nil && (m.By == e.user || m.To == e.user) {
			if m.By == e.user {
				m.By = 0
			}
			if m.To == e.user {
				m.To = 0
			}
			left = append(left, m)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, m := range left { // a bucket must not change while ForEach reads it
		v, err := json.Marshal(&m)
		if err != nil {
			return err
		}
		if err := tx.outbox.Put(key(m.Seq), v); err != nil {
			return err
		}
	}
	return nil
}

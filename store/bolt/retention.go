package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// retention implements [store.Admin].
type retention struct{ db *DB }

// Retire implements [store.Admin]. It decides what to change while others write, like Erase.
func (rs retention) Retire(
	ctx context.Context, after table.ID, limit int, fate func(table.ID, store.Header, int64) store.Fate,
) (last table.ID, err error) {
	var change retireChange
	err = rs.db.view(ctx, func(tx *bbolt.Tx) error {
		last, err = change.find(tx, after, limit, fate)
		return err
	})
	if err != nil || len(change.deleted)+len(change.stripped) == 0 {
		return last, err
	}
	return last, rs.db.writer.submit(ctx, &change)
}

// Retired implements [store.Admin].
func (rs retention) Retired(ctx context.Context, servers []table.GuildID) error {
	for _, guild := range servers {
		if err := rs.db.writer.submit(ctx, recountChange(guild)); err != nil {
			return err
		}
	}
	var left bool
	err := rs.db.view(ctx, func(tx *bbolt.Tx) error {
		left = tx.Bucket(metaBucket).Get(remainsKey) != nil
		return nil
	})
	if err != nil || !left {
		return err
	}
	if err := rs.db.writer.submit(ctx, overwriteChange{}); err != nil {
		return err
	}
	rs.db.writer.remains.wait(ctx, overwriteWait)
	return nil
}

// retireChange deletes tables, and makes the people of others anonymous.
type retireChange struct {
	deleted  []table.ID
	stripped []strippedTable
}

// strippedTable is a table without people.
type strippedTable struct {
	erasedTable
	people  []table.UserID // that the header lists
	players []table.UserID // in their places
}

// find decides about the tables above an ID, and returns the last one it has looked at.
func (c *retireChange) find(
	tx *bbolt.Tx, after table.ID, limit int, fate func(table.ID, store.Header, int64) store.Fate,
) (last table.ID, err error) {
	cursor := tx.Bucket(tablesBucket).Cursor()
	k, _ := cursor.Seek(logKey(after+1, 0))
	for ; k != nil && limit > 0; limit-- {
		id := table.ID(number(k, 0))
		at, err := lastEvent(cursor, id)
		if err != nil {
			return 0, err
		}
		var v []byte
		if k, v = cursor.Next(); !bytes.Equal(k, headKey(id)) {
			return 0, fmt.Errorf("%w: table %d has no header", ErrCorrupt, id)
		}
		r, err := decodeRecord(id, v)
		if err != nil {
			return 0, err
		}
		h, err := r.header(id)
		if err != nil {
			return 0, err
		}
		switch f := fate(id, h, at); {
		case f.Delete:
			c.deleted = append(c.deleted, id)
		case f.Name != nil && h.Strippable():
			t, some, err := strip(tx, id, &r, &h, f.Name)
			if err != nil {
				return 0, err
			}
			if some {
				c.stripped = append(c.stripped, t)
			}
		}
		last = id
		k, _ = cursor.Next()
	}
	return last, nil
}

// lastEvent moves to the last event of a table, and returns its time.
func lastEvent(c *bbolt.Cursor, id table.ID) (at int64, err error) {
	c.Seek(headKey(id))
	k, v := c.Prev()
	if number(k, 0) != uint64(id) {
		return 0, fmt.Errorf("%w: table %d has no events", ErrCorrupt, id)
	}
	e, err := table.ParseEvent(v)
	if err != nil {
		return 0, fmt.Errorf("%w: event %d of table %d: %v", ErrCorrupt, keyVersion(k), id, err)
	}
	return e.At, nil
}

// strip returns a table without people, and whether there were any.
func strip(
	tx *bbolt.Tx, id table.ID, r *record, h *store.Header, name func(n int) string,
) (t strippedTable, some bool, err error) {
	log, err := readLog(tx, id, r)
	if err != nil {
		return t, false, err
	}
	t = strippedTable{erasedTable{id: id, last: r.version, before: r.chain}, slices.Clone(h.Players), h.Players}
	changed, some := table.Strip(log, t.players, name)
	for _, version := range changed {
		text, err := log[version-1].Append(nil)
		if err != nil {
			return t, false, err
		}
		t.events = append(t.events, erasedEvent{version, text})
	}
	return t, some, nil
}

func (c *retireChange) check(*writeTx) error { return nil }

func (c *retireChange) apply(tx *writeTx) error {
	gone := map[table.ID]bool{}
	for _, t := range c.stripped {
		gone[t.id] = false
		if err := t.apply(tx); err != nil {
			return err
		}
	}
	for _, id := range c.deleted {
		gone[id] = true
		if err := tx.deleteTable(id); err != nil {
			return err
		}
	}
	if err := tx.retireMessages(gone); err != nil {
		return err
	}
	return tx.noteRemains()
}

// apply stores the table without people, unless it has changed since.
func (t *strippedTable) apply(tx *writeTx) error {
	v := tx.tables.Get(headKey(t.id))
	if v == nil {
		return nil
	}
	r, err := decodeRecord(t.id, v)
	if err != nil {
		return err
	}
	h, err := r.header(t.id)
	if err != nil {
		return err
	}
	if r.version != t.last || r.chain != t.before || !h.Strippable() {
		return nil // the next walk will look at it again
	}
	for _, event := range t.events {
		if err := tx.tables.Put(logKey(t.id, event.version), event.text); err != nil {
			return err
		}
	}
	r.chain = 0
	c := tx.tables.Cursor()
	k, v := c.Seek(logKey(t.id, 1))
	for version := table.Version(1); version <= r.version && bytes.Equal(k, logKey(t.id, version)); version++ {
		r.chain = chain(r.chain, v)
		k, v = c.Next()
	}
	h.Players = t.players
	if r.rest, err = encodeRest(h); err != nil {
		return err
	}
	return tx.tables.Put(headKey(t.id), r.encode())
}

// deleteTable deletes a table with all but its messages. It does nothing if there is no such table.
func (tx *writeTx) deleteTable(id table.ID) error {
	v := tx.tables.Get(headKey(id))
	if v == nil {
		return nil
	}
	r, err := decodeRecord(id, bytes.Clone(v))
	if err != nil {
		return err
	}
	h, err := r.header(id)
	if err != nil {
		return err
	}
	nowhere := commitChange{Commit: store.Commit{Table: id}, oldHead: h}
	if err := nowhere.moveChannel(tx); err != nil {
		return err
	}
	if err := tx.movePlayers(id, &h, &store.Header{}); err != nil {
		return err
	}
	r.deadline = 0
	if err := tx.setDue(id, &r); err != nil {
		return err
	}
	if r.result != 0 {
		if err := tx.results.Delete(key2(h.Guild, r.result)); err != nil {
			return err
		}
	}
	if err := tx.reviews.Delete(key(id)); err != nil {
		return err
	}
	for version := table.Version(1); version <= r.version; version++ {
		if err := tx.tables.Delete(logKey(id, version)); err != nil {
			return err
		}
	}
	return tx.tables.Delete(headKey(id))
}

// retireMessages deletes the messages of tables that are gone, and leaves the people out of those
// of tables without people.
func (tx *writeTx) retireMessages(gone map[table.ID]bool) error {
	var left []store.Message
	err := tx.outbox.ForEach(func(k, v []byte) error {
		m, err := decodeMessage(number(k, 0), v)
		if _, found := gone[m.Table]; found && err == nil {
			left = append(left, m)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, m := range left { // a bucket must not change while ForEach reads it
		if gone[m.Table] {
			tx.settled = append(tx.settled, m.Seq)
			if err := tx.outbox.Delete(key(m.Seq)); err != nil {
				return err
			}
			continue
		}
		m.By, m.To = 0, 0
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

// recountChange makes a server's leaderboards anew, and deletes its settings and its note.
type recountChange table.GuildID

func (recountChange) check(*writeTx) error { return nil }

func (c recountChange) apply(tx *writeTx) error {
	prefix := key(c)
	var old [][]byte
	rows := tx.rows.Cursor()
	for k, _ := rows.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = rows.Next() {
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old { // deleting through the cursor would skip entries
		if err := tx.rows.Delete(k); err != nil {
			return err
		}
	}
	results := tx.results.Cursor()
	for k, v := results.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = results.Next() {
		r, err := decodeResult(k, v)
		if err != nil {
			return err
		}
		for _, b := range r.Boards() {
			if err := tx.count(r.Guild, b, r.People()); err != nil {
				return err
			}
		}
	}
	if err := tx.notes.Delete([]byte(store.GoneNote(table.GuildID(c)))); err != nil {
		return err
	}
	if err := tx.settings.Delete(prefix); err != nil {
		return err
	}
	return tx.noteRemains()
}

// overwriteChange has the writer overwrite what the changes before it have removed.
type overwriteChange struct{}

func (overwriteChange) check(*writeTx) error { return nil }

func (overwriteChange) apply(tx *writeTx) error {
	tx.erased = true
	return tx.noteRemains()
}

// Notes implements [store.Store].
func (rs retention) Notes(ctx context.Context, prefix string) (map[string]string, error) {
	notes := map[string]string{}
	err := rs.db.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(notesBucket).Cursor()
		for k, v := c.Seek([]byte(prefix)); k != nil && bytes.HasPrefix(k, []byte(prefix)); k, v = c.Next() {
			notes[string(k)] = string(v)
		}
		return nil
	})
	return notes, err
}

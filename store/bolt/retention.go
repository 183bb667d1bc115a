package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// Retire decides what to change while others write, like Erase.
func (db *DB) Retire(
	ctx context.Context, after table.ID, limit int, fate func(table.ID, store.Header, int64) store.Fate,
) (last table.ID, err error) {
	var change retireChange
	err = db.view(ctx, func(tx *bbolt.Tx) error {
		last, err = change.find(tx, after, limit, fate)
		return err
	})
	if err != nil || len(change.deleted)+len(change.stripped) == 0 {
		return last, err
	}
	return last, db.writer.submit(ctx, plainChange(change.apply))
}

func (db *DB) Retired(ctx context.Context, servers []table.GuildID) error {
	for _, guild := range servers {
		if err := db.writer.submit(ctx, plainChange(func(tx *writeTx) error { return tx.recount(guild) })); err != nil {
			return err
		}
	}
	left, err := read(ctx, db, func(tx *bbolt.Tx) ([]byte, error) {
		return tx.Bucket(metaBucket).Get(remainsKey), nil
	})
	if err != nil || left == nil {
		return err
	}
	if err := db.writer.submit(ctx, plainChange((*writeTx).overwrite)); err != nil {
		return err
	}
	db.writer.remains.wait(ctx, db.overwriteWait)
	return nil
}

type retireChange struct {
	deleted  []table.ID
	stripped []strippedTable
}

type strippedTable struct {
	*rewrittenTable
	players []table.UserID
}

// find decides about the tables above an ID.
func (c *retireChange) find(
	tx *bbolt.Tx, after table.ID, limit int, fate func(table.ID, store.Header, int64) store.Fate,
) (last table.ID, err error) {
	if limit <= 0 {
		return 0, nil
	}
	err = eachHead(tx, after+1, func(id table.ID, r *record) (more bool, err error) {
		at, err := lastEvent(tx, id)
		if err != nil {
			return false, err
		}
		h, err := r.header(id)
		if err != nil {
			return false, err
		}
		switch f := fate(id, h, at); {
		case f.Delete:
			c.deleted = append(c.deleted, id)
		case f.Name != nil && h.Strippable():
			err = c.strip(tx, id, r, &h, f.Name)
		}
		last = id
		limit--
		return limit > 0, err
	})
	return last, err
}

func lastEvent(tx *bbolt.Tx, id table.ID) (at int64, err error) {
	c := tx.Bucket(tablesBucket).Cursor()
	c.Seek(headKey(id))
	k, v := c.Prev()
	if number(k, 0) != uint64(id) {
		return 0, fmt.Errorf("%w: table %d has no events", ErrCorrupt, id)
	}
	e, err := parseEvent(id, keyVersion(k), v)
	return e.At, err
}

func (c *retireChange) strip(
	tx *bbolt.Tx, id table.ID, r *record, h *store.Header, name func(n int) string,
) error {
	log, err := readLog(tx, id, r)
	if err != nil {
		return err
	}
	changed, some := table.Strip(log, h.Players, name)
	if !some {
		return nil
	}
	t, err := rewriteLog(tx, id, r, func(version table.Version, _ []byte) ([]byte, error) {
		if !slices.Contains(changed, version) {
			return nil, nil
		}
		return log[version-1].Append(nil)
	})
	c.stripped = append(c.stripped, strippedTable{t, h.Players})
	return err
}

func (c *retireChange) apply(tx *writeTx) error {
	gone := map[table.ID]bool{} // false for a table that stays without people
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
	err := tx.changeMessages(func(m *store.Entry) (keep bool, err error) {
		deleted, found := gone[m.Table]
		if found {
			m.By, m.To = 0, 0
		}
		return !deleted, nil
	})
	return errors.Join(err, tx.noteRemains())
}

// apply stores the table without people. If it has changed since, the next walk looks at it again.
func (t *strippedTable) apply(tx *writeTx) error {
	r, h, err := readHead(tx.tx, t.id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err != nil:
		return err
	case !t.isOf(&r) || !h.Strippable():
		return nil
	}
	h.Players = t.players
	return tx.rewrite(t.rewrittenTable, r, h)
}

// deleteTable deletes a table, if it exists, with all but its messages.
func (tx *writeTx) deleteTable(id table.ID) error {
	r, h, err := readHead(tx.tx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	if err := tx.reindex(indexOf(id, &h, r.due), nil); err != nil {
		return err
	}
	return errors.Join(
		tx.results.Delete(key2(h.Guild, r.result)), // there is none if the number is 0
		tx.reviews.Delete(key(id)),
		tx.tables.deleteFrom(logKey(id, 1), func(k, _ []byte) bool { return number(k, 0) == uint64(id) }),
	)
}

// recount recounts a server's leaderboards, and deletes its settings and its note.
func (tx *writeTx) recount(guild table.GuildID) error {
	prefix := key(guild)
	err := tx.rows.deleteFrom(prefix, func(k, _ []byte) bool { return bytes.HasPrefix(k, prefix) })
	if err != nil {
		return err
	}
	results := tx.results.Cursor()
	for k, v := results.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = results.Next() {
		r, err := decodeResult(k, v)
		if err != nil {
			return err
		}
		if err := tx.count(&r); err != nil {
			return err
		}
	}
	gone := store.GoneNote(guild)
	return errors.Join(tx.notes.Delete([]byte(gone)), tx.settings.Delete(prefix), tx.noteRemains())
}

// overwrite has the writer overwrite what earlier changes have removed.
func (tx *writeTx) overwrite() error {
	tx.erased = true
	return tx.noteRemains()
}

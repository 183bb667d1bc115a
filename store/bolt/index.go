package bolt

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// The indexes list tables by channel, by player and by deadline. The indexes by player and of open
// tables have only open ones, so they stay small.

// nameOfIndex names the buckets in the faults of a check.
var nameOfIndex = map[string]string{
	string(openBucket):     "open tables",
	string(channelsBucket): "tables by channel",
	string(playersBucket):  "tables by player",
	string(dueBucket):      "deadlines",
}

type indexEntry struct{ bucket, key, value []byte }

func (e indexEntry) equal(o indexEntry) bool {
	return bytes.Equal(e.bucket, o.bucket) && bytes.Equal(e.key, o.key) && bytes.Equal(e.value, o.value)
}

func (e indexEntry) table() uint64 {
	if len(e.value) > 0 {
		return number(e.value, 0)
	}
	return number(e.key[max(0, len(e.key)-8):], 0)
}

// indexOf returns the entries of a table. due and the channel may be 0 for none.
func indexOf(id table.ID, h *store.Header, due int64) (entries []indexEntry) {
	entries = indexOfDue(id, due)
	if h.Channel != 0 {
		entries = append(entries, indexEntry{channelsBucket, key2(h.Channel, id), noValue})
	}
	if !h.Status.Open() {
		return entries
	}
	if h.Channel != 0 {
		entries = append(entries, indexEntry{openBucket, key(h.Channel), key(id)})
	}
	for _, user := range h.Players {
		entries = append(entries, indexEntry{playersBucket, playerKey(h.Guild, user, id), noValue})
	}
	return entries
}

// indexOfDue returns only the entry of the deadline.
func indexOfDue(id table.ID, due int64) []indexEntry {
	if due == 0 {
		return nil
	}
	return []indexEntry{{dueBucket, key2(timeKey(due), id), noValue}}
}

func (tx *writeTx) reindex(was, is []indexEntry) error {
	for _, e := range was {
		if !slices.ContainsFunc(is, e.equal) {
			if err := tx.bucket(e.bucket).Delete(e.key); err != nil {
				return err
			}
		}
	}
	for _, e := range is {
		if !slices.ContainsFunc(was, e.equal) {
			if err := tx.bucket(e.bucket).Put(e.key, e.value); err != nil {
				return err
			}
		}
	}
	return nil
}

// Due works with files of older programs, where an entry of the index may be before the deadline,
// which is in the table's record. The next commit on the table corrects it.
func (db *DB) Due(ctx context.Context, now int64, limit int) ([]store.Deadline, error) {
	if limit <= 0 {
		return nil, ctx.Err()
	}
	due, err := read(ctx, db, func(tx *bbolt.Tx) (due []store.Deadline, err error) {
		tables := tx.Bucket(tablesBucket)
		c := tx.Bucket(dueBucket).Cursor()
		for k, _ := c.First(); k != nil && number(k, 0) <= timeKey(now); k, _ = c.Next() {
			id := table.ID(number(k, 1))
			r, err := decodeRecord(id, tables.Get(headKey(id)))
			if err != nil {
				return nil, err
			}
			if r.deadline <= now {
				due = append(due, store.Deadline{Table: id, At: r.deadline})
			}
		}
		return due, nil
	})
	slices.SortFunc(due, func(a, b store.Deadline) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Table, b.Table))
	})
	return due[:min(len(due), limit)], err
}

// Playing looks at the whole index if there is no server, since that begins with it. It has as many
// entries as open tables have players.
func (db *DB) Playing(ctx context.Context, guild table.GuildID, user table.UserID) ([]table.ID, error) {
	prefix := key2(guild, user)
	switch {
	case guild == 0:
		prefix = nil
	case user == 0:
		prefix = key(guild)
	}
	return read(ctx, db, func(tx *bbolt.Tx) (ids []table.ID, err error) {
		c := tx.Bucket(playersBucket).Cursor()
		for k, _ := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, _ = c.Next() {
			if user == 0 || table.UserID(number(k, 1)) == user {
				ids = append(ids, table.ID(number(k, 2)))
			}
		}
		slices.Sort(ids)
		return slices.Compact(ids), nil
	})
}

func (c *checker) indexed(id table.ID, h *store.Header, due int64) {
	for _, e := range indexOf(id, h, due) {
		if v := c.get(e.bucket, e.key); v == nil || !bytes.Equal(v, e.value) {
			c.Fault("table %d is missing from the %s, at %x", id, nameOfIndex[string(e.bucket)], e.key)
		}
	}
}

func (c *checker) indexes() error {
	for _, name := range slices.Sorted(maps.Keys(nameOfIndex)) {
		what := nameOfIndex[name]
		err := c.each([]byte(name), func(k, v []byte) {
			e := indexEntry{[]byte(name), k, v}
			r, h, ok := c.lookup(what, e.table())
			if ok && !slices.ContainsFunc(indexOf(table.ID(e.table()), &h, r.due), e.equal) {
				c.Fault("the %s have table %d at %x, which does not agree with its header", what, e.table(), k)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

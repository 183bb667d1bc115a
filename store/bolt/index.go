package bolt

import (
	"bytes"
	"slices"

	"amytis/engine/table"
	"amytis/store"
)

// The indexes hold what lists tables: by channel, by player and by deadline. Those of players and
// of open tables hold only open ones, so they stay small.

// indexes are the buckets, with their names in the faults that a check finds.
var indexes = []struct {
	bucket []byte
	name   string
}{
	{openBucket, "open tables"},
	{channelsBucket, "tables by channel"},
	{playersBucket, "tables by player"},
	{dueBucket, "deadlines"},
}

// indexEntry is an entry of an index.
type indexEntry struct{ bucket, key, value []byte }

func (e indexEntry) equal(o indexEntry) bool {
	return bytes.Equal(e.bucket, o.bucket) && bytes.Equal(e.key, o.key) && bytes.Equal(e.value, o.value)
}

// table returns the table that an entry is about.
func (e indexEntry) table() uint64 {
	if len(e.value) > 0 {
		return number(e.value, 0)
	}
	return number(e.key[max(0, len(e.key)-8):], 0)
}

// indexOf returns the entries of a table with a header, whose deadline is listed at due. 0 stands
// for no channel, and for no deadline.
func indexOf(id table.ID, h *store.Header, due int64) (entries []indexEntry) {
	if h.Channel != 0 {
		entries = append(entries, indexEntry{channelsBucket, key2(h.Channel, id), noValue})
		if h.Status.Open() {
			entries = append(entries, indexEntry{openBucket, key(h.Channel), key(id)})
		}
	}
	for _, user := range playing(h) {
		entries = append(entries, indexEntry{playersBucket, playerKey(h.Guild, user, id), noValue})
	}
	if due != 0 {
		entries = append(entries, indexEntry{dueBucket, key2(timeKey(due), id), noValue})
	}
	return entries
}

// reindex replaces the entries that a table had by others.
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

// indexed checks that the indexes have the entries of a table.
func (c *checker) indexed(id table.ID, h *store.Header, due int64) {
	entries := indexOf(id, h, due)
	for _, index := range indexes {
		for _, e := range entries {
			if !bytes.Equal(e.bucket, index.bucket) {
				continue
			}
			if v := c.get(e.bucket, e.key); v == nil || !bytes.Equal(v, e.value) {
				c.fault("table %d is missing from the %s, at %x", id, index.name, e.key)
			}
		}
	}
}

// indexes checks that every entry of an index is one of its table.
func (c *checker) indexes() error {
	for _, index := range indexes {
		err := c.each(index.bucket, func(k, v []byte) {
			e := indexEntry{index.bucket, k, v}
			r, h, ok := c.lookup(index.name, e.table())
			if ok && !slices.ContainsFunc(indexOf(table.ID(e.table()), &h, r.due), e.equal) {
				c.fault("the %s have table %d at %x, which does not agree with its header", index.name, e.table(), k)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

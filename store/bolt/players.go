package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// Playing implements [store.Store]. The index begins with the server, so without one it looks at
// all entries. There are as many as open tables have players.
func (db *DB) Playing(ctx context.Context, guild table.GuildID, user table.UserID) ([]table.ID, error) {
	prefix := key2(guild, user)
	switch {
	case user == 0:
		prefix = key(guild)
	case guild == 0:
		prefix = nil
	}
	var ids []table.ID
	err := db.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(playersBucket).Cursor()
		for k, _ := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, _ = c.Next() {
			if user == 0 || table.UserID(number(k, 1)) == user {
				ids = append(ids, table.ID(number(k, 2)))
			}
		}
		return nil
	})
	slices.Sort(ids)
	return slices.Compact(ids), err
}

// playing returns the players that the index lists for a header.
func playing(h *store.Header) []table.UserID {
	if !h.Status.Open() {
		return nil
	}
	return h.Players
}

// indexPlayers creates the index in a file of schema 1. In that schema every open table has a
// channel.
func indexPlayers(tx *bbolt.Tx) error {
	if _, err := tx.CreateBucket(playersBucket); err != nil {
		return err
	}
	w := newWriteTx(tx, time.Time{})
	return w.open.ForEach(func(_, open []byte) error {
		id := table.ID(number(open, 0))
		v := w.tables.Get(headKey(id))
		var h store.Header
		if err := json.Unmarshal(v[min(len(v), unchained):], &h); err != nil {
			return fmt.Errorf("%w: the header of table %d: %v", ErrCorrupt, id, err)
		}
		for _, user := range playing(&h) {
			if err := w.players.Put(playerKey(h.Guild, user, id), noValue); err != nil {
				return err
			}
		}
		return nil
	})
}

package bolt

import (
	"bytes"
	"context"
	"encoding/json"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

func (db *DB) Leaderboard(ctx context.Context, guild table.GuildID, b store.Board) ([]store.Row, error) {
	if len(b.Name()) > 255 {
		return nil, nil
	}
	return read(ctx, db, func(tx *bbolt.Tx) (rows []store.Row, err error) {
		prefix := rowPrefix(guild, b)
		c := tx.Bucket(rowsBucket).Cursor()
		for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
			row, err := decodeRow(k, v)
			if err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
		return rows, nil
	})
}

func (db *DB) Results(ctx context.Context, guild table.GuildID, limit int) ([]store.Result, error) {
	return read(ctx, db, func(tx *bbolt.Tx) (results []store.Result, err error) {
		c := tx.Bucket(resultsBucket).Cursor()
		for k, v := seekLast(c, key(guild)); k != nil && len(results) < limit; k, v = c.Prev() {
			if number(k, 0) != uint64(guild) {
				break
			}
			r, err := decodeResult(k, v)
			if err != nil {
				return nil, err
			}
			results = append(results, r)
		}
		return results, nil
	})
}

// seekLast moves to the last key with the 8-byte prefix, or to the key before if there is none.
func seekLast(c *bbolt.Cursor, prefix []byte) (k, v []byte) {
	if k, _ = c.Seek(append(bytes.Clone(prefix), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0)); k == nil {
		return c.Last()
	}
	return c.Prev()
}

func (tx *writeTx) addResult(r *store.Result) (uint64, error) {
	n, err := tx.results.NextSequence()
	if err != nil {
		return 0, err
	}
	v, err := json.Marshal(r)
	if err != nil {
		return 0, err
	}
	if err := tx.results.Add(key2(r.Guild, n), v); err != nil {
		return 0, err
	}
	return n, tx.count(r)
}

// count adds a result to the rows of its boards.
func (tx *writeTx) count(r *store.Result) error {
	rows := store.Rows{}
	for _, b := range r.Boards() {
		for _, s := range r.People() {
			k := rowKey(r.Guild, b, s.User)
			v := tx.rows.Get(k)
			if v == nil {
				continue
			}
			row, err := decodeRow(k, v)
			if err != nil {
				return err
			}
			rows[store.RowKey{Board: b, User: s.User}] = row
		}
	}
	rows.Count(r)
	for at, row := range rows {
		v, err := json.Marshal(&row)
		if err != nil {
			return err
		}
		if err := tx.rows.Put(rowKey(r.Guild, at.Board, at.User), v); err != nil {
			return err
		}
	}
	return nil
}

func decodeRow(k, v []byte) (store.Row, error) {
	return decode[store.Row](v, "row %x of the leaderboard", k)
}

func decodeResult(k, v []byte) (store.Result, error) {
	return decode[store.Result](v, "result %d of guild %d", number(k, 1), number(k, 0))
}

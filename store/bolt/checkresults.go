package bolt

import (
	"amytis/engine/table"
	"amytis/store"
)

// outbox checks that every message can be read and sent.
func (c *checker) outbox() error {
	last := c.tx.Bucket(outboxBucket).Sequence()
	return c.each(outboxBucket, func(k, v []byte) {
		m, err := decodeMessage(number(k, 0), v)
		switch {
		case err != nil:
			c.Fault("%v", err)
			return
		case m.Seq > last:
			c.Fault("message %d, but the last number given out is %d", m.Seq, last)
		case m.Table == 0:
			return
		}
		if _, h, ok := c.lookup("outbox", uint64(m.Table)); ok && m.Version > h.Version {
			c.Fault("message %d announces version %d of table %d, which is at version %d",
				m.Seq, m.Version, m.Table, h.Version)
		}
	})
}

// results recomputes every server's leaderboards from its results, in order.
func (c *checker) results() error {
	last := c.tx.Bucket(resultsBucket).Sequence()
	results := c.tx.Bucket(resultsBucket).Cursor()
	stored := c.tx.Bucket(rowsBucket).Cursor()
	k, v := results.First()
	rk, rv := stored.First()
	for k != nil || rk != nil {
		guild := number(k, 0)
		if k == nil || rk != nil && number(rk, 0) < guild {
			guild = number(rk, 0)
		}
		// While a server is being forgotten, its leaderboards still count results that are gone.
		compared := !store.BeingForgotten(string(c.get(notesBucket, []byte(store.GoneNote(table.GuildID(guild))))))
		computed := store.Rows{}
		for ; k != nil && number(k, 0) == guild; k, v = results.Next() {
			if number(k, 1) > last {
				c.Fault("result %d, but the last number given out is %d", number(k, 1), last)
			}
			c.result(computed, k, v)
			if err := c.ctx.Err(); err != nil {
				return err
			}
		}
		for ; rk != nil && number(rk, 0) == guild; rk, rv = stored.Next() {
			if compared {
				c.row(computed, rk, rv)
			}
			if err := c.ctx.Err(); err != nil {
				return err
			}
		}
		if !compared {
			continue
		}
		c.Missing(table.GuildID(guild), computed)
	}
	return nil
}

func (c *checker) result(computed store.Rows, k, v []byte) {
	r, err := decodeResult(k, v)
	if err != nil {
		c.Fault("%v", err)
		return
	}
	var of *store.Header
	rec, h, ok := c.lookup("results", uint64(r.Table))
	if ok {
		of = &h
	}
	c.Result(computed, table.GuildID(number(k, 0)), number(k, 1), &r, of, rec.result)
}

func (c *checker) row(computed store.Rows, k, v []byte) {
	if len(k) < 17 || len(k) != 17+int(k[8]) {
		c.Fault("leaderboard: %x is not a valid key of a row", k)
		return
	}
	row, err := decodeRow(k, v)
	if err != nil {
		c.Fault("%v", err)
		return
	}
	c.Row(table.GuildID(number(k, 0)), computed, rowKeyOf(k), row)
}

// rowKeyOf is the inverse of rowKey, without the server.
func rowKeyOf(k []byte) store.RowKey {
	of := store.ParseBoard(string(k[9 : len(k)-8]))
	return store.RowKey{Board: of, User: table.UserID(number(k[len(k)-8:], 0))}
}

func (c *checker) rest() error {
	err := c.each(seenBucket, func(k, v []byte) {
		if len(k) != 8 || len(v) != 8 {
			c.Fault("interactions: invalid entry %x: %x", k, v)
		}
	})
	if err != nil {
		return err
	}
	if err := checkValues[store.Settings](c, settingsBucket, "settings of guild %x"); err != nil {
		return err
	}
	if err := checkValues[store.Preferences](c, preferencesBucket, "preferences of user %x"); err != nil {
		return err
	}
	return c.reviews()
}

func checkValues[T any](c *checker, bucket []byte, what string) error {
	return c.each(bucket, func(k, v []byte) {
		if _, err := decode[T](v, what, k); err != nil {
			c.Fault("%v", err)
		} else if len(k) != 8 {
			c.Fault(what+": not the key of an ID", k)
		}
	})
}

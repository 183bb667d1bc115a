package core

import (
	"context"
	"slices"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
	"amytis/store/progress"
)

// checker makes all that follows from tables and results anew, and compares. It names damaged
// entries and goes on with the others.
type checker struct {
	store.Checker
	ctx context.Context
	r   entries.Reader // of values with their checksums
	// indexed are the values that the tables need, by space and key.
	indexed map[string]string
	// of are the tables with a result.
	of map[table.ID]*head
}

// Check implements [store.Admin]. It holds all indexes in memory.
func (s *Store) Check(ctx context.Context) (faults []string, err error) {
	switch left, err := s.Loading(ctx); {
	case err != nil:
		return nil, err
	case left:
		return []string{store.ErrLoading.Error()}, nil
	}
	return s.check(ctx, s.options.Replay)
}

func (s *Store) check(ctx context.Context, replay store.Replay) (faults []string, err error) {
	c := &checker{
		Checker: store.Checker{Replay: replay}, ctx: ctx, indexed: map[string]string{}, of: map[table.ID]*head{},
	}
	err = s.db.DB.View(ctx, func(r entries.Reader) error {
		c.r = r
		for _, part := range []func() error{c.tables, c.indexes, c.results, c.rest} {
			if err := part(); err != nil {
				return err
			}
		}
		return nil
	})
	return c.List(), err
}

// each calls fn for the entries of a range that are not damaged.
func (c *checker) each(in entries.Range, fn func(k, v []byte)) error {
	return c.r.Scan(in, func(k, v []byte) (bool, error) {
		if v, err := unseal(in.Space, k, v); err != nil {
			c.Fault("%v", err)
		} else {
			fn(k, v)
		}
		return true, c.ctx.Err()
	})
}

func (c *checker) tables() error {
	checking := progress.Begin(c.ctx, "checking the games", func() int64 { return count(c.ctx, c.r, heads) })
	var found []entries.Entry
	if err := c.each(entries.Range{Space: heads}, func(k, v []byte) {
		found = append(found, entries.Entry{Key: slices.Clone(k), Value: slices.Clone(v)})
	}); err != nil {
		return err
	}
	for _, e := range found {
		id := table.ID(number(e.Key, 0))
		h, err := decodeHead(id, e.Value)
		if err != nil {
			c.Fault("%v", err)
			continue
		}
		if err := c.table(id, &h); err != nil {
			return err
		}
		checking.Add(1)
	}
	return nil
}

func (c *checker) table(id table.ID, h *head) error {
	var stored []entries.Entry
	err := c.each(entries.Prefix(events, headKey(id)), func(k, v []byte) {
		stored = append(stored, entries.Entry{Key: slices.Clone(k), Value: slices.Clone(v)})
	})
	if err != nil {
		return err
	}
	for at, e := range indexOf(id, h) {
		c.indexed[at] = string(e.Is)
	}
	w := rewriter{r: unsealer{c.r}}
	var result *store.Result
	if h.Result != 0 {
		c.of[id] = h
		r, raw, err := w.result(h)
		switch {
		case err == nil:
			result = &r
		case raw == nil:
			c.Fault("table %d: its result %d is missing", id, h.Result)
		}
	}
	if h.Due > h.Deadline || (h.Due == 0) != (h.Deadline == 0) {
		c.Fault("table %d: the deadline is %d but it is listed at %d", id, h.Deadline, h.Due)
	}
	log, err := h.log(id, stored)
	if err != nil {
		c.Fault("%v", err)
	} else {
		c.Table(id, &h.Header, len(log), log, h.Result, result)
	}
	users, _ := w.names(h, log)
	for user := range users {
		c.indexed[string(append([]byte{byte(mentions)}, key(uint64(user), uint64(id))...))] = string(present)
	}
	return nil
}

func (c *checker) indexes() error {
	for _, space := range []entries.Space{open, rooms, players, due, mentions} {
		err := c.each(entries.Range{Space: space}, func(k, v []byte) {
			at := string(append([]byte{byte(space)}, k...))
			if want, found := c.indexed[at]; !found || want != string(v) {
				c.Fault("%s agrees with no table", nameOf(space, k))
			}
			delete(c.indexed, at)
		})
		if err != nil {
			return err
		}
	}
	for at := range c.indexed {
		c.Fault("there is no entry for %s (%x)", nameOf(entries.Space(at[0]), []byte(at[1:])), at[1:])
	}
	return c.each(entries.Range{Space: events}, func(k, _ []byte) {
		if number(k, 1) == 1 {
			if v, err := get(c.r, heads, k[:8]); err == nil && v == nil {
				c.Fault("event 1 of table %d, which is missing", number(k, 0))
			}
		}
	})
}

// results compares the leaderboards with those computed from the results, except of a server that
// is being forgotten.
func (c *checker) results() error {
	computed := map[table.GuildID]store.Rows{}
	err := c.each(entries.Range{Space: results}, func(k, v []byte) {
		guild := table.GuildID(number(k, 0))
		r, err := decode[store.Result](v, results, k)
		if err != nil {
			c.Fault("%v", err)
			return
		}
		if computed[guild] == nil {
			computed[guild] = store.Rows{}
		}
		h, of := (*store.Header)(nil), uint64(0)
		if found := c.of[r.Table]; found != nil {
			h, of = &found.Header, found.Result
		} else if raw, err := get(c.r, heads, headKey(r.Table)); err == nil && raw != nil {
			h = &store.Header{Status: store.Ended, Guild: guild, Game: r.Game}
		} else if err == nil {
			c.Fault("result %d of guild %d is of table %d, which is missing", numberOf(k), guild, r.Table)
		}
		c.Result(computed[guild], guild, numberOf(k), &r, h, of)
	})
	if err != nil {
		return err
	}
	for guild := range computed {
		if note, _ := get(unsealer{c.r}, notes, []byte(store.GoneNote(guild))); store.BeingForgotten(string(note)) {
			delete(computed, guild)
		}
	}
	err = c.each(entries.Range{Space: rows}, func(k, v []byte) {
		guild := table.GuildID(number(k, 0))
		note, _ := get(unsealer{c.r}, notes, []byte(store.GoneNote(guild)))
		row, err := decode[store.Row](v, rows, k)
		switch {
		case err != nil || len(k) < 17:
			c.Fault("%s cannot be read: %v", nameOf(rows, k), err)
		case !store.BeingForgotten(string(note)):
			board := store.ParseBoard(string(k[8 : len(k)-9]))
			c.Row(guild, computed[guild], store.RowKey{Board: board, User: table.UserID(number(k[len(k)-8:], 0))}, row)
		}
	})
	for guild, left := range computed {
		c.Missing(guild, left)
	}
	return err
}

// rest checks that the other entries can be read, and belong to tables that exist.
func (c *checker) rest() error {
	for _, of := range kinds {
		if of.space == heads || of.space == events || of.space == results {
			continue
		}
		err := c.each(entries.Range{Space: of.space}, func(k, v []byte) {
			r, err := recordOf(of.kind, k, v, of.value)
			if err != nil || of.space == seen && len(v) != 8 {
				c.Fault("%s cannot be read: %v", nameOf(of.space, k), err)
				return
			}
			switch of.space {
			case reviews:
				if found, err := get(c.r, heads, k); err == nil && found == nil {
					c.Fault("%s, which is missing", nameOf(reviews, k))
				}
			case outbox:
				c.message(number(k, 0), r)
			}
		})
		if err != nil {
			return err
		}
	}
	return c.each(entries.Range{Space: marks}, func(_, _ []byte) {})
}

// message checks that a table has what a message announces.
func (c *checker) message(seq uint64, r store.Record) {
	var e store.Entry
	if r.Read(&e) != nil {
		return
	}
	h, err := readHead(unsealer{c.r}, e.Table)
	if err == nil && e.Version > h.Version {
		c.Fault("message %d announces version %d of table %d, which is at version %d", seq, e.Version, e.Table, h.Version)
	}
}

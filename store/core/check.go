package core

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
	"amytis/store/progress"
)

// maxFaults limits a check's list. A store with more faults needs a backup.
const maxFaults = 100

// checker computes again all that follows from tables and results, and compares. It names damaged
// entries and goes on with the others.
type checker struct {
	unsealer
	ctx     context.Context
	replay  store.Replay       // may be nil
	faults  []string           // the first ones
	more    int                // counts the others
	indexed map[string]string  // the values that the tables need, by space and key
	rated   map[table.ID]*head // the tables with a result
}

// Check implements [store.Admin]. It holds all indexes in memory.
func (s *Store) Check(ctx context.Context) (faults []string, err error) {
	switch unfinished, err := s.Loading(ctx); {
	case err != nil:
		return nil, err
	case unfinished:
		return []string{store.ErrLoading.Error()}, nil
	}
	return s.check(ctx, s.options.Replay)
}

func (s *Store) check(ctx context.Context, replay store.Replay) (faults []string, err error) {
	c := &checker{ctx: ctx, replay: replay, indexed: map[string]string{}, rated: map[table.ID]*head{}}
	err = s.db.DB.View(ctx, func(r entries.Reader) error {
		c.unsealer = unsealer{r, func(_ []byte, err error) { c.addFault("%v", err) }}
		for _, part := range []func() error{c.checkTables, c.checkIndexes, c.checkResults, c.checkRest} {
			if err := part(); err != nil {
				return err
			}
		}
		return nil
	})
	if c.more > 0 {
		c.faults = append(c.faults, fmt.Sprintf("and %d more", c.more))
	}
	return c.faults, err
}

func (c *checker) addFault(format string, args ...any) {
	if len(c.faults) == maxFaults {
		c.more++
		return
	}
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// scan calls fn for the entries of a range that are not damaged.
func (c *checker) scan(in entries.Range, fn func(k, v []byte)) error {
	return c.Scan(in, func(k, v []byte) (bool, error) { fn(k, v); return true, c.ctx.Err() })
}

// tableMissing reports false for a damaged table, which is a fault elsewhere.
func (c *checker) tableMissing(id []byte) bool {
	found, err := readValue(c.raw, heads, id)
	return err == nil && found == nil
}

func (c *checker) checkTables() error {
	checking := progress.Begin(c.ctx, "checking the games", func() int64 { return countEntries(c.ctx, c.raw, heads) })
	return c.eachHead(func(id table.ID, h head) error {
		checking.Add(1)
		return c.checkTable(id, &h)
	})
}

func (c *checker) checkTable(id table.ID, h *head) error {
	stored, err := readAll(c, entries.Prefix(events, headKey(id)))
	if err = cmp.Or(err, c.ctx.Err()); err != nil {
		return err
	}
	switch h.Status {
	case store.Lobby, store.Running, store.Ended, store.Aborted:
	default:
		c.addFault("table %d has the status %q", id, h.Status)
	}
	if h.Due > h.Deadline || (h.Due == 0) != (h.Deadline == 0) {
		c.addFault("table %d: the deadline is %d but it is listed at %d", id, h.Deadline, h.Due)
	}
	result, raw, unread := resultOf(c.strict(), h)
	rated := (*store.Result)(nil)
	if h.Result != 0 {
		c.rated[id] = h
		rated = &result
		if raw == nil {
			c.addFault("table %d: its result %d is missing", id, h.Result)
		}
	}
	log, err := h.decodeLog(id, stored)
	if err == nil && unread == nil && c.replay != nil {
		if err = c.replay(id, h.Header, log, rated); err != nil {
			err = fmt.Errorf("table %d: %w", id, err)
		}
	}
	if err != nil {
		c.addFault("%v", err)
	}
	for at, e := range indexOf(id, h, namedUsers(h, log, &result)) {
		c.indexed[at] = string(e.Is)
	}
	return nil
}

func (c *checker) checkIndexes() error {
	for _, space := range []entries.Space{open, rooms, players, due, mentions} {
		err := c.scan(entries.Range{Space: space}, func(k, v []byte) {
			at := string(append([]byte{byte(space)}, k...))
			if want, found := c.indexed[at]; !found || want != string(v) {
				c.addFault("%s agrees with no table", nameOf(space, k))
			}
			delete(c.indexed, at)
		})
		if err != nil {
			return err
		}
	}
	for at := range c.indexed {
		c.addFault("there is no entry for %s (%x)", nameOf(entries.Space(at[0]), []byte(at[1:])), at[1:])
	}
	return c.scan(entries.Range{Space: events}, func(k, _ []byte) {
		if number(k, 1) == 1 && c.tableMissing(k[:8]) {
			c.addFault("event 1 of table %d, which is missing", number(k, 0))
		}
	})
}

// checkResults compares the leaderboards with the results, unless the server is being forgotten.
func (c *checker) checkResults() error {
	computed := map[table.GuildID]store.Rows{}
	err := c.scan(entries.Range{Space: results}, func(k, v []byte) {
		guild := table.GuildID(number(k, 0))
		r, err := decode[store.Result](v, results, k)
		if err != nil {
			c.addFault("%v", err)
			return
		}
		if computed[guild] == nil {
			computed[guild] = store.Rows{}
		}
		c.checkResult(guild, resultNumber(k), &r)
		if err := r.Validate(); err != nil {
			c.addFault("result %d of guild %d: %v", resultNumber(k), guild, err)
			return
		}
		computed[guild].Count(&r)
	})
	if err != nil {
		return err
	}
	maps.DeleteFunc(computed, func(guild table.GuildID, _ store.Rows) bool { return c.beingForgotten(guild) })
	err = c.scan(entries.Range{Space: rows}, func(k, v []byte) {
		guild := table.GuildID(number(k, 0))
		row, err := decode[store.Row](v, rows, k)
		switch {
		case err != nil || len(k) < 17:
			c.addFault("%s cannot be read: %v", nameOf(rows, k), err)
		case !c.beingForgotten(guild):
			at := store.RowKey{Board: store.ParseBoard(string(k[8 : len(k)-9])), User: table.UserID(number(k[len(k)-8:], 0))}
			c.checkRow(guild, at, row, computed[guild][at])
			delete(computed[guild], at)
		}
	})
	for guild, missing := range computed {
		for at, row := range missing {
			c.checkRow(guild, at, store.Row{}, row)
		}
	}
	return err
}

func (c *checker) beingForgotten(guild table.GuildID) bool {
	note, _ := readValue(c.strict(), notes, []byte(store.GoneNote(guild)))
	return store.BeingForgotten(string(note))
}

func (c *checker) checkResult(guild table.GuildID, number uint64, r *store.Result) {
	h := c.rated[r.Table]
	switch {
	case h == nil && c.tableMissing(headKey(r.Table)):
		c.addFault("result %d of guild %d is of table %d, which is missing", number, guild, r.Table)
	case h == nil:
		c.addFault("table %d has result %d, but its header names none", r.Table, number)
	case h.Status != store.Ended || h.Result != number || h.Guild != guild || r.Guild != guild || h.Game != r.Game:
		c.addFault("table %d, with result %d, disagrees with result %d of guild %d", r.Table, h.Result, number, guild)
	}
}

// checkRow compares a row with the one computed from the results. Either is zero if it is missing.
func (c *checker) checkRow(guild table.GuildID, at store.RowKey, stored, want store.Row) {
	// The last digits may differ if another machine computed them.
	if math.Abs(stored.Rating-want.Rating) <= 1e-6 {
		want.Rating = stored.Rating
	}
	if stored != want {
		c.addFault("leaderboard of guild %d: user %d, %q: stored %+v, computed from the results %+v",
			guild, at.User, at.Board.Name(), stored, want)
	}
}

// checkRest checks that the other entries can be read, and belong to tables that exist.
func (c *checker) checkRest() error {
	for _, kind := range []struct {
		space entries.Space
		check func(k, v []byte) error
	}{
		{seen, func(_, v []byte) error {
			if len(v) != 8 {
				return errors.New("it has no time")
			}
			return nil
		}},
		{outbox, c.checkMessage},
		{settings, func(_, v []byte) error { return json.Unmarshal(v, new(store.Settings)) }},
		{preferences, func(_, v []byte) error { return json.Unmarshal(v, new(store.Preferences)) }},
		{reviews, func(k, v []byte) error {
			if c.tableMissing(k) {
				c.addFault("%s, which is missing", nameOf(reviews, k))
			}
			return json.Unmarshal(v, new(any))
		}},
		{notes, func(_, _ []byte) error { return nil }},
		{marks, func(_, _ []byte) error { return nil }},
	} {
		err := c.scan(entries.Range{Space: kind.space}, func(k, v []byte) {
			if err := kind.check(k, v); err != nil {
				c.addFault("%s cannot be read: %v", nameOf(kind.space, k), err)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) checkMessage(k, v []byte) error {
	var e store.Entry
	if err := json.Unmarshal(v, &e); err != nil {
		return err
	}
	h, err := readHead(c.strict(), e.Table)
	if err == nil && e.Version > h.Version {
		c.addFault("message %d announces version %d of table %d, which is at version %d", number(k, 0), e.Version, e.Table, h.Version)
	}
	return nil
}

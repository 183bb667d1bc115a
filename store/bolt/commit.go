package bolt

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"amytis/engine/table"
	"amytis/store"
)

func (db *DB) Commit(ctx context.Context, c store.Commit) error {
	cc, err := newCommitChange(c, db.writer.now())
	if err != nil {
		return err
	}
	if c.Want == 0 {
		// NewTable must not return it later.
		db.reserveTable(uint64(c.Table))
	}
	return db.writer.submit(ctx, cc)
}

// commitChange is a commit for the writer. The sender encodes it: all senders share the writer's
// time.
type commitChange struct {
	store.Commit
	rest   []byte
	events [][]byte
	outbox []newEntry

	old     record // the table before the commit; set by check
	oldHead store.Header
	isNew   bool
}

func newCommitChange(c store.Commit, now time.Time) (*commitChange, error) {
	cc := &commitChange{Commit: c}
	var err error
	if cc.events, err = c.Encode(); err != nil {
		return nil, err
	}
	if cc.rest, err = encodeRest(c.Header); err != nil {
		return nil, err
	}
	cc.outbox, err = encodeMessages(c.Outbox, now)
	return cc, err
}

func (c *commitChange) check(tx *writeTx) error {
	if c.Interaction != 0 && tx.seen.Get(key(c.Interaction)) != nil {
		return store.ErrDuplicate
	}
	if err := c.readOld(tx); err != nil {
		return err
	}
	switch {
	case c.isNew && c.Want != 0:
		return fmt.Errorf("%w: table %d", store.ErrNotFound, c.Table)
	case c.isNew && len(c.events) == 0:
		return fmt.Errorf("store: new table %d has no events", c.Table)
	case c.Want != c.old.version:
		return store.ErrConflict
	case c.Result != nil && c.old.result != 0:
		return fmt.Errorf("store: table %d has a result already", c.Table)
	case c.old.result != 0 && !c.sameHeader() && !c.keepsResult():
		return fmt.Errorf("store: table %d has a result and must stay ended in its guild and game", c.Table)
	}
	if h := &c.Header; h.Status.Open() && h.Channel != 0 {
		if v := tx.open.Get(key(h.Channel)); v != nil && number(v, 0) != uint64(c.Table) {
			return store.ErrChannelTaken
		}
	}
	return nil
}

func (c *commitChange) readOld(tx *writeTx) error {
	v := tx.tables.Get(headKey(c.Table))
	if c.isNew = v == nil; c.isNew {
		c.old, c.oldHead = record{}, store.Header{}
		return nil
	}
	var err error
	if c.old, err = decodeRecord(c.Table, v); err != nil {
		return err
	}
	if c.sameHeader() {
		return nil
	}
	c.oldHead, err = c.old.header(c.Table)
	return err
}

// sameHeader reports that no indexed part of the header has changed, as in nearly every move.
func (c *commitChange) sameHeader() bool {
	return !c.isNew && bytes.Equal(c.old.rest, c.rest)
}

func (c *commitChange) keepsResult() bool {
	was, is := &c.oldHead, &c.Header
	return is.Status == store.Ended && is.Guild == was.Guild && is.Game == was.Game
}

func (c *commitChange) apply(tx *writeTx) error {
	sum := c.old.chain
	for i, e := range c.events {
		sum = chain(sum, e)
		if err := tx.tables.Add(logKey(c.Table, c.Want+table.Version(i+1)), e); err != nil {
			return err
		}
	}
	r := record{
		version:   c.Want + table.Version(len(c.events)),
		announced: c.Header.Announced,
		last:      c.old.last,
		deadline:  c.Deadline,
		due:       c.Deadline,
		result:    c.old.result,
		chain:     sum,
		rest:      c.rest,
	}
	if err := c.reindex(tx); err != nil {
		return err
	}
	if c.Result != nil {
		var err error
		if r.result, err = tx.addResult(c.Result); err != nil {
			return err
		}
	}
	if err := tx.tables.Put(headKey(c.Table), r.encode()); err != nil {
		return err
	}
	if c.Interaction != 0 {
		if err := tx.remember(c.Interaction); err != nil {
			return err
		}
	}
	return tx.announce(c.outbox)
}

// reindex lists the table as it is now. Most moves change only its deadline.
func (c *commitChange) reindex(tx *writeTx) error {
	if c.sameHeader() {
		return tx.reindex(indexOfDue(c.Table, c.old.due), indexOfDue(c.Table, c.Deadline))
	}
	return tx.reindex(indexOf(c.Table, &c.oldHead, c.old.due), indexOf(c.Table, &c.Header, c.Deadline))
}

func (tx *writeTx) remember(i table.InteractionID) error {
	tx.remembered++
	return tx.seen.Add(key(i), key(timeKey(tx.now.UnixMilli())))
}

package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// Mentioning searches all logs, without an index.
func (db *DB) Mentioning(
	ctx context.Context, user table.UserID, each func(id table.ID, h store.Header, log []table.Event) error,
) error {
	return db.view(ctx, func(tx *bbolt.Tx) error {
		return eachMention(ctx, tx, user, func(id table.ID, r *record, h store.Header) error {
			log, err := readLog(tx, id, r)
			if err != nil {
				return err
			}
			if !mentions(&h, log, user) && !inResult(tx, &h, r, user) {
				return nil
			}
			return each(id, h, log)
		})
	})
}

// mentions reports whether a table's header or log names a user.
func mentions(h *store.Header, log []table.Event, user table.UserID) bool {
	return slices.Contains(h.Players, user) ||
		slices.ContainsFunc(log, func(e table.Event) bool { return e.Mentions(user) })
}

// inResult reports whether a table's result names a user, which its log may no longer do.
func inResult(tx *bbolt.Tx, h *store.Header, r *record, user table.UserID) bool {
	if r.result == 0 {
		return false
	}
	k := key2(h.Guild, r.result)
	result, err := decodeResult(k, tx.Bucket(resultsBucket).Get(k))
	return err == nil && slices.ContainsFunc(result.Standings, func(s store.Standing) bool { return s.User == user })
}

// eachMention calls each for tables with the user's ID in the text of an entry or of the result. It
// may stand for something else there.
func eachMention(
	ctx context.Context, tx *bbolt.Tx, user table.UserID, each func(id table.ID, r *record, h store.Header) error,
) error {
	text := []byte(user.String())
	rated := map[table.ID]bool{}
	err := tx.Bucket(resultsBucket).ForEach(func(k, v []byte) error {
		if !bytes.Contains(v, text) {
			return nil
		}
		r, err := decodeResult(k, v)
		rated[r.Table] = true
		return err
	})
	if err != nil {
		return err
	}
	found := false
	c := tx.Bucket(tablesBucket).Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		found = found || bytes.Contains(v, text)
		if keyVersion(k) != afterLog {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if id := table.ID(number(k, 0)); found || rated[id] {
			r, h, err := readHead(tx, id)
			if err != nil {
				return err
			}
			if err := each(id, &r, h); err != nil {
				return err
			}
		}
		found = false
	}
	return nil
}

// Erase finds the tables and prepares their new logs before it changes anything, so that other
// writers need not wait. Then it looks for tables that name the user since.
func (db *DB) Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error {
	for first := true; ; first = false {
		e := eraseChange{user: user, text: strconv.AppendUint(nil, uint64(user), 10), as: as}
		if err := db.view(ctx, func(tx *bbolt.Tx) error { return e.find(ctx, tx) }); err != nil {
			return err
		}
		if len(e.tables) == 0 && !first {
			break
		}
		if err := db.writer.submit(ctx, &e); err != nil {
			return err
		}
	}
	db.writer.remains.wait(ctx, db.overwriteWait)
	return nil
}

// eraseChange puts another player in a user's place.
type eraseChange struct {
	user   table.UserID
	text   []byte // the user's ID as JSON has it
	as     func(table.GuildID) table.Player
	tables []*rewrittenTable // those that name the user
}

// find finds the tables that name the user. It drops from the headers what a newer program has
// added, which may name the user.
func (e *eraseChange) find(ctx context.Context, tx *bbolt.Tx) error {
	return eachMention(ctx, tx, e.user, func(id table.ID, r *record, h store.Header) error {
		as := e.as(h.Guild)
		t, err := e.prepare(tx, id, r, as)
		if err != nil {
			return err
		}
		table.Substitute(h.Players, e.user, as.User)
		rest, err := encodeRest(h)
		if err == nil && (len(t.events) > 0 || inResult(tx, &h, r, e.user) || !bytes.Equal(rest, r.rest)) {
			e.tables = append(e.tables, t)
		}
		return err
	})
}

func (e *eraseChange) prepare(tx *bbolt.Tx, id table.ID, r *record, as table.Player) (*rewrittenTable, error) {
	return rewriteLog(tx, id, r, func(version table.Version, text []byte) ([]byte, error) {
		if !bytes.Contains(text, e.text) {
			return nil, nil
		}
		event, err := parseEvent(id, version, text)
		if err != nil {
			return nil, err
		}
		if !event.Mentions(e.user) {
			return nil, nil
		}
		event = event.Anonymous(e.user, as)
		return event.Append(nil)
	})
}

func (e *eraseChange) check(tx *writeTx) error {
	c := tx.players.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		if table.UserID(number(k, 1)) == e.user {
			return store.ErrPlaying
		}
	}
	return nil
}

func (e *eraseChange) apply(tx *writeTx) error {
	deleted := map[table.ID]bool{}
	for _, t := range e.tables {
		own, err := e.table(tx, t)
		if err != nil {
			return err
		}
		deleted[t.id] = own
	}
	tx.erased = true
	return errors.Join(e.rows(tx), e.settings(tx), e.outbox(tx, deleted), tx.preferences.Delete(key(e.user)), tx.noteRemains())
}

// table reports whether it has deleted the table, which was in the user's direct channel.
func (e *eraseChange) table(tx *writeTx, t *rewrittenTable) (deleted bool, err error) {
	r, h, err := readHead(tx.tx, t.id)
	if err != nil {
		return false, err
	}
	if h.Guild.Direct() {
		return true, errors.Join(tx.deleteTable(t.id), tx.settings.Delete(key(h.Guild)))
	}
	as := e.as(h.Guild)
	if !t.isOf(&r) { // it has changed meanwhile
		if t, err = e.prepare(tx.tx, t.id, &r, as); err != nil {
			return false, err
		}
	}
	table.Substitute(h.Players, e.user, as.User)
	if r.result != 0 {
		if err := e.result(tx, key2(h.Guild, r.result), as); err != nil {
			return false, err
		}
	}
	return false, tx.rewrite(t, r, h)
}

func (e *eraseChange) result(tx *writeTx, k []byte, as table.Player) error {
	r, err := decodeResult(k, tx.results.Get(k))
	if err != nil {
		return err
	}
	for i := range r.Standings {
		if r.Standings[i].User == e.user {
			r.Standings[i].User = as.User
		}
	}
	v, err := json.Marshal(&r)
	if err != nil {
		return err
	}
	return tx.results.Put(k, v)
}

func (e *eraseChange) rows(tx *writeTx) error {
	var keys [][]byte
	c := tx.rows.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		if bytes.HasSuffix(k, key(e.user)) {
			keys = append(keys, bytes.Clone(k))
		}
	}
	for _, k := range keys {
		row, err := decodeRow(k, tx.rows.Get(k))
		if err != nil {
			return err
		}
		row.User = e.as(table.GuildID(number(k, 0))).User
		v, err := json.Marshal(&row)
		if err != nil {
			return err
		}
		moved := append(k[:len(k)-8:len(k)-8], key(row.User)...)
		if err := errors.Join(tx.rows.Delete(k), tx.rows.Put(moved, v)); err != nil {
			return err
		}
	}
	return nil
}

func (e *eraseChange) settings(tx *writeTx) error {
	changed := map[uint64]string{}
	c := tx.settings.Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		if !bytes.Contains(v, e.text) {
			continue
		}
		text, err := store.SettingsWithout(e.user, number(k, 0), string(v))
		if err != nil {
			return err
		}
		changed[number(k, 0)] = text
	}
	for guild, text := range changed {
		if err := tx.settings.Put(key(guild), []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

func (e *eraseChange) outbox(tx *writeTx, deleted map[table.ID]bool) error {
	return tx.changeMessages(func(m *store.Entry) (keep bool, err error) {
		m.LeaveOut(e.user)
		return !deleted[m.Table], nil
	})
}

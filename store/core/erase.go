package core

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
)

// rewriter collects the changes to tables and to what names people. It reads one moment.
type rewriter struct {
	r       entries.Reader
	changes []change
}

// remains is the mark of when something was first removed that a database may still hold in unused
// places. Who cleans those removes it.
var remains = []byte("remains")

// Remains is where that mark is.
func Remains() (entries.Space, []byte) { return marks, remains }

// rewriting makes the changes that plan collects, and begins anew if something has changed
// meanwhile.
func (s *Store) rewriting(ctx context.Context, plan func(w *rewriter) error) error {
	return s.again(ctx, func() ([]change, error) {
		w := &rewriter{}
		err := s.db.View(ctx, func(r entries.Reader) error {
			w.r = r
			if err := plan(w); err != nil || len(w.changes) == 0 {
				return err
			}
			since, err := get(r, marks, remains)
			if since == nil {
				since = []byte(s.options.Now().UTC().Format(time.RFC3339))
			}
			w.add(set(marks, remains, since))
			return err
		})
		return w.changes, err
	})
}

func (w *rewriter) add(changes ...change) { w.changes = append(w.changes, changes...) }

func (w *rewriter) putJSON(s entries.Space, k, was []byte, v any) error {
	c, err := putJSON(s, k, was, v)
	if !bytes.Equal(c.Was, c.Is) {
		w.add(c)
	}
	return err
}

// names returns the users that a table names, of whom it is kept that it does.
func names(h *head, log []table.Event, r *store.Result) userSet {
	users := userSet{}
	users.add(h.Players...)
	for i := range log {
		addNames(&log[i], users.add)
	}
	for _, p := range r.People() {
		users.add(p.User)
	}
	return users
}

// resultOf returns the result of a table, and as it is stored, nil for none.
func resultOf(r entries.Reader, h *head) (is store.Result, raw []byte, err error) {
	k := key(uint64(h.Guild), h.Result)
	if h.Result == 0 {
		return is, nil, nil
	}
	if raw, err = get(r, results, k); err == nil {
		is, err = decode[store.Result](raw, results, k)
	}
	return is, raw, err
}

// rewrite changes a table by a function that changes its header, its log and its result, which is
// zero for none.
func (w *rewriter) rewrite(id table.ID, h head, do func(h *head, log []table.Event, r *store.Result)) error {
	stored, err := all(w.r, entries.Prefix(events, headKey(id)))
	if err != nil {
		return err
	}
	log, err := h.log(id, stored)
	if err != nil {
		return err
	}
	result, rated, err := resultOf(w.r, &h)
	if err != nil {
		return err
	}
	was, before := h, names(&h, log, &result)
	h.Players = slices.Clone(h.Players)
	do(&h, log, &result)
	h.Sum = 0
	for i, e := range stored {
		text, err := log[i].Append(nil)
		if err != nil {
			return err
		}
		h.Sum = chain(h.Sum, text)
		if !bytes.Equal(text, e.Value) {
			w.add(put(events, e.Key, e.Value, text))
		}
	}
	w.add(reindex(indexOf(id, &was, before), indexOf(id, &h, names(&h, log, &result)))...)
	if rated != nil {
		err = w.putJSON(results, key(uint64(h.Guild), h.Result), rated, &result)
	}
	return cmp.Or(err, w.putJSON(heads, headKey(id), was.raw, &h))
}

// remove deletes a table with all but its messages.
func (w *rewriter) remove(id table.ID, h *head) error {
	log, err := readLog(w.r, id, h)
	if err != nil {
		return err
	}
	result, rated, err := resultOf(w.r, h)
	if err != nil {
		return err
	}
	for v := range h.Version {
		w.add(set(events, key(uint64(id), uint64(v+1)), nil))
	}
	if rated != nil {
		w.add(set(results, key(uint64(h.Guild), h.Result), nil))
	}
	w.add(reindex(indexOf(id, h, names(h, log, &result)), nil)...)
	w.add(set(reviews, headKey(id), nil), put(heads, headKey(id), h.raw, nil))
	return nil
}

// messages changes the messages of the outbox, or removes them.
func (w *rewriter) messages(do func(e *store.Entry) (keep bool)) error {
	return w.r.Scan(entries.Range{Space: outbox}, func(k, v []byte) (bool, error) {
		e, err := decode[store.Entry](v, outbox, k)
		if err != nil {
			return false, err
		}
		if !do(&e) {
			w.add(put(outbox, k, v, nil))
			return true, nil
		}
		return true, w.putJSON(outbox, k, v, &e)
	})
}

func (s *Store) Mentioning(
	ctx context.Context, user table.UserID, each func(table.ID, store.Header, []table.Event) error,
) error {
	return s.db.View(ctx, func(r entries.Reader) error {
		tables, err := all(r, entries.Prefix(mentions, key(uint64(user))))
		if err != nil {
			return err
		}
		for _, e := range tables {
			id := table.ID(number(e.Key, 1))
			h, err := readHead(r, id)
			if err != nil {
				return err
			}
			log, err := readLog(r, id, &h)
			if err == nil {
				err = each(id, h.Header, log)
			}
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
		}
		return nil
	})
}

// Erase is repeated until nothing is left: a commit may name the user meanwhile.
func (s *Store) Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error {
	for {
		again := false
		err := s.rewriting(ctx, func(w *rewriter) error {
			again = false
			err := w.erase(user, as)
			again = len(w.changes) > 0
			return err
		})
		if err != nil || !again {
			return err
		}
	}
}

func (w *rewriter) erase(user table.UserID, as func(table.GuildID) table.Player) error {
	of := key(uint64(user))
	playing := entries.Prefix(players, of)
	err := w.r.Scan(playing, func(_, _ []byte) (bool, error) { return false, store.ErrPlaying })
	if err != nil {
		return err
	}
	tables, err := all(w.r, entries.Prefix(mentions, of))
	if err != nil {
		return err
	}
	gone := map[table.ID]bool{}
	for _, e := range tables {
		id := table.ID(number(e.Key, 1))
		h, err := readHead(w.r, id)
		if err != nil {
			return err
		}
		if h.Guild.Direct() {
			gone[id] = true
			w.add(set(settings, key(uint64(h.Guild)), nil))
			err = w.remove(id, &h)
		} else {
			err = w.substitute(id, h, user, as(h.Guild))
		}
		if err != nil {
			return err
		}
	}
	chosen, err := get(w.r, preferences, of)
	if chosen != nil {
		w.add(set(preferences, of, nil))
	}
	return cmp.Or(err, w.eraseRows(user, as), w.eraseSettings(user), w.messages(func(e *store.Entry) bool {
		e.LeaveOut(user)
		return !gone[e.Table]
	}))
}

// substitute puts another player in a user's place at a table.
func (w *rewriter) substitute(id table.ID, h head, user table.UserID, as table.Player) error {
	return w.rewrite(id, h, func(h *head, log []table.Event, r *store.Result) {
		table.Substitute(h.Players, user, as.User)
		for i := range log {
			log[i] = log[i].Anonymous(user, as)
		}
		for i := range r.Standings {
			if r.Standings[i].User == user {
				r.Standings[i].User = as.User
			}
		}
	})
}

func (w *rewriter) eraseRows(user table.UserID, as func(table.GuildID) table.Player) error {
	return w.r.Scan(entries.Range{Space: rows}, func(k, v []byte) (bool, error) {
		if !bytes.HasSuffix(k, key(uint64(user))) {
			return true, nil
		}
		row, err := decode[store.Row](v, rows, k)
		if err != nil {
			return false, err
		}
		row.User = as(table.GuildID(number(k, 0))).User
		w.add(put(rows, k, v, nil))
		is, err := json.Marshal(&row)
		w.add(set(rows, append(slices.Clone(k[:len(k)-8]), key(uint64(row.User))...), is))
		return true, err
	})
}

func (w *rewriter) eraseSettings(user table.UserID) error {
	return w.r.Scan(entries.Range{Space: settings}, func(k, v []byte) (bool, error) {
		removed := func(c change) bool { return c.Space == settings && bytes.Equal(c.Key, k) }
		if !bytes.Contains(v, []byte(user.String())) || slices.ContainsFunc(w.changes, removed) {
			return true, nil
		}
		s, err := decode[store.Settings](v, settings, k)
		if err != nil {
			return false, err
		}
		s.Forget(user)
		return true, w.putJSON(settings, k, v, &s)
	})
}

func (s *Store) Retire(
	ctx context.Context, after table.ID, limit int, fate func(table.ID, store.Header, int64) store.Fate,
) (last table.ID, err error) {
	return last, s.rewriting(ctx, func(w *rewriter) error {
		gone, n := map[table.ID]bool{}, 0
		last = 0
		err := eachHead(w.r, after, func(id table.ID, h head) (bool, error) {
			if n++; n > limit {
				return false, nil
			}
			last = id
			switch f := fate(id, h.Header, h.Last); {
			case f.Delete:
				gone[id] = true
				return true, w.remove(id, &h)
			case f.Name != nil && h.Strippable():
				return true, w.rewrite(id, h, func(h *head, log []table.Event, _ *store.Result) {
					if _, some := table.Strip(log, h.Players, f.Name); some {
						gone[id] = false
					}
				})
			}
			return true, ctx.Err()
		})
		if err != nil || len(gone) == 0 {
			return err
		}
		return w.messages(func(e *store.Entry) bool {
			deleted, found := gone[e.Table]
			if found {
				e.By, e.To = 0, 0
			}
			return !deleted
		})
	})
}

func (s *Store) Retired(ctx context.Context, servers []table.GuildID) error {
	for _, guild := range servers {
		if err := s.rewriting(ctx, func(w *rewriter) error { return w.recount(guild) }); err != nil {
			return err
		}
	}
	return nil
}

// recount makes the leaderboards of a server anew, and deletes what was set for it.
func (w *rewriter) recount(guild table.GuildID) error {
	old, counted := map[string][]byte{}, store.Rows{}
	stored, err := all(w.r, entries.Prefix(rows, key(uint64(guild))))
	for _, e := range stored {
		old[string(e.Key)] = e.Value
	}
	err = cmp.Or(err, w.r.Scan(entries.Prefix(results, key(uint64(guild))), func(k, v []byte) (bool, error) {
		r, err := decode[store.Result](v, results, k)
		counted.Count(&r)
		return true, err
	}))
	for at, row := range counted {
		k := rowKey(guild, at.Board, at.User)
		err = cmp.Or(err, w.putJSON(rows, k, old[string(k)], &row))
		delete(old, string(k))
	}
	for k, v := range old {
		w.add(put(rows, []byte(k), v, nil))
	}
	for s, k := range map[entries.Space][]byte{settings: key(uint64(guild)), notes: []byte(store.GoneNote(guild))} {
		if v, failed := get(w.r, s, k); v != nil {
			w.add(put(s, k, v, nil))
		} else {
			err = cmp.Or(err, failed)
		}
	}
	return err
}

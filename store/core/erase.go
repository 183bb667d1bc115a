package core

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
)

type rewriter struct {
	unsealer
	changes []change
}

// Remains marks when something was first removed that unused places of a database may still hold.
// Whoever overwrites those removes the mark.
var Remains = entries.Single(marks, []byte("remains"))

// applyRewrite is applyPlan for changes that plan collects. The error names what is damaged and
// stays.
func (s *Store) applyRewrite(ctx context.Context, plan func(w *rewriter) error) error {
	var damage error
	err := s.applyPlan(ctx, func() ([]change, error) {
		w := &rewriter{}
		damage = s.db.viewPastDamage(ctx, func(p unsealer) error {
			w.unsealer = p
			if err := plan(w); err != nil || len(w.changes) == 0 {
				return err
			}
			since, err := readValue(w.strict(), marks, Remains.From)
			if since == nil {
				since = []byte(s.options.Now().UTC().Format(time.RFC3339))
			}
			w.add(set(marks, Remains.From, since))
			return store.NotDamage(err)
		})
		return w.changes, store.NotDamage(damage)
	})
	return cmp.Or(err, damage)
}

func (w *rewriter) add(changes ...change) { w.changes = append(w.changes, changes...) }

func (w *rewriter) putJSON(s entries.Space, k, was []byte, v any) error {
	c, err := putJSON(s, k, was, v)
	if !bytes.Equal(c.Was, c.Is) {
		w.add(c)
	}
	return err
}

// namedUsers returns the users that the index has for a table.
func namedUsers(h *head, log []table.Event, r *store.Result) userSet {
	users := userSet{}
	users.add(h.Players...)
	for i := range log {
		addNames(&log[i], users.add)
	}
	users.addPeople(r)
	return users
}

// resultOf returns a table's result, and its stored bytes, nil for none.
func resultOf(r entries.Reader, h *head) (is store.Result, raw []byte, err error) {
	k := key(uint64(h.Guild), h.Result)
	if h.Result == 0 {
		return is, nil, nil
	}
	if raw, err = readValue(r, results, k); err == nil {
		is, err = decode[store.Result](raw, results, k)
	}
	return is, raw, err
}

// rewriteTable has edit change a table's header, log and result, which is zero for none. If edit is
// nil, it deletes the table with all but its messages.
func (w *rewriter) rewriteTable(id table.ID, h head, edit func(h *head, log []table.Event, r *store.Result)) error {
	stored, err := readAll(w.strict(), entries.Prefix(events, headKey(id)))
	if err != nil {
		return err
	}
	log, err := h.decodeLog(id, stored)
	if err != nil {
		return err
	}
	result, rated, err := resultOf(w.strict(), &h)
	if err != nil {
		return err
	}
	was := h
	before := indexOf(id, &was, namedUsers(&h, log, &result))
	at := key(uint64(h.Guild), h.Result)
	if edit == nil {
		for _, e := range stored {
			w.add(set(events, e.Key, nil))
		}
		if rated != nil {
			w.add(set(results, at, nil))
		}
		w.add(reindex(before, nil)...)
		w.add(set(reviews, headKey(id), nil), put(heads, headKey(id), h.raw, nil))
		return nil
	}
	h.Players = slices.Clone(h.Players)
	edit(&h, log, &result)
	h.Sum = 0
	for i, e := range stored {
		text, err := log[i].Append(nil)
		if err != nil {
			return err
		}
		h.Sum = chainSum(h.Sum, text)
		if !bytes.Equal(text, e.Value) {
			w.add(put(events, e.Key, e.Value, text))
		}
	}
	w.add(reindex(before, indexOf(id, &h, namedUsers(&h, log, &result)))...)
	if rated != nil {
		err = w.putJSON(results, at, rated, &result)
	}
	return cmp.Or(err, w.putJSON(heads, headKey(id), was.raw, &h))
}

func (w *rewriter) rewriteMessages(edit func(e *store.Entry) (keep bool)) error {
	return w.Scan(entries.Range{Space: outbox}, func(k, v []byte) (bool, error) {
		e, err := decode[store.Entry](v, outbox, k)
		if err != nil {
			return false, err
		}
		if !edit(&e) {
			w.add(put(outbox, k, v, nil))
			return true, nil
		}
		return true, w.putJSON(outbox, k, v, &e)
	})
}

func (s *Store) Mentioning(
	ctx context.Context, user table.UserID, each func(table.ID, store.Header, []table.Event) error,
) error {
	return s.db.viewPastDamage(ctx, func(p unsealer) error {
		return p.eachMentioning(user, func(id table.ID, h head) error {
			log, err := readLog(p.strict(), id, &h)
			if err == nil {
				err = each(id, h.Header, log)
			}
			return cmp.Or(err, ctx.Err())
		})
	})
}

func (p unsealer) eachMentioning(user table.UserID, each func(table.ID, head) error) error {
	tables, err := readAll(p.raw, entries.Prefix(mentions, key(uint64(user))))
	for _, e := range tables {
		id := table.ID(number(e.Key, 1))
		h, failed := readHead(p.strict(), id)
		if failed == nil {
			failed = each(id, h)
		}
		if errors.Is(failed, store.ErrDamaged) {
			p.damaged(e.Key, failed)
		} else if failed != nil {
			return failed
		}
	}
	return err
}

// Erase is repeated until nothing is left: a commit may name the user meanwhile.
func (s *Store) Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error {
	for {
		changed := false
		err := s.applyRewrite(ctx, func(w *rewriter) error {
			err := w.eraseUser(user, as)
			changed = len(w.changes) > 0
			return err
		})
		if store.NotDamage(err) != nil || !changed {
			return err
		}
	}
}

func (w *rewriter) eraseUser(user table.UserID, as func(table.GuildID) table.Player) error {
	own := key(uint64(user))
	playing := entries.Prefix(players, own)
	err := w.raw.Scan(playing, func(_, _ []byte) (bool, error) { return false, store.ErrPlaying })
	if err != nil {
		return err
	}
	removed := map[table.ID]bool{}
	err = w.eachMentioning(user, func(id table.ID, h head) error {
		if !h.Guild.Direct() {
			return w.substitutePlayer(id, h, user, as(h.Guild))
		}
		err := w.rewriteTable(id, h, nil)
		if err == nil {
			removed[id] = true
			w.add(set(settings, key(uint64(h.Guild)), nil))
		}
		return err
	})
	if err != nil {
		return err
	}
	chosen, err := readValue(w.raw, preferences, own)
	if chosen != nil {
		w.add(set(preferences, own, nil))
	}
	return cmp.Or(err, w.eraseRows(user, as), w.eraseSettings(user), w.rewriteMessages(func(e *store.Entry) bool {
		e.LeaveOut(user)
		return !removed[e.Table]
	}))
}

func (w *rewriter) substitutePlayer(id table.ID, h head, user table.UserID, as table.Player) error {
	return w.rewriteTable(id, h, func(h *head, log []table.Event, r *store.Result) {
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
	return w.Scan(entries.Range{Space: rows}, func(k, v []byte) (bool, error) {
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
	return w.Scan(entries.Range{Space: settings}, func(k, v []byte) (bool, error) {
		changed := func(c change) bool { return c.Space == settings && bytes.Equal(c.Key, k) }
		if !bytes.Contains(v, []byte(user.String())) || slices.ContainsFunc(w.changes, changed) {
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
	return last, s.applyRewrite(ctx, func(w *rewriter) error {
		deleted := map[table.ID]bool{} // or stripped of names
		last = 0
		some := entries.Range{Space: heads, From: headKey(after + 1), Limit: limit}
		sound := unsealer{w.raw, func(k []byte, err error) {
			last = table.ID(number(k, 0))
			w.damaged(k, err)
		}}
		err := sound.Scan(some, func(k, v []byte) (bool, error) {
			last = table.ID(number(k, 0))
			h, err := decodeHead(last, v)
			if err != nil {
				return false, err
			}
			switch f := fate(last, h.Header, h.Last); {
			case f.Delete:
				if err = w.rewriteTable(last, h, nil); err == nil {
					deleted[last] = true
				}
			case f.Name != nil && h.Strippable():
				err = w.rewriteTable(last, h, func(h *head, log []table.Event, _ *store.Result) {
					if _, stripped := table.Strip(log, h.Players, f.Name); stripped {
						deleted[last] = false
					}
				})
			}
			return true, cmp.Or(err, ctx.Err())
		})
		if err != nil || len(deleted) == 0 {
			return err
		}
		return w.rewriteMessages(func(e *store.Entry) bool {
			if _, changed := deleted[e.Table]; changed {
				e.To = 0
			}
			return !deleted[e.Table]
		})
	})
}

func (s *Store) Retired(ctx context.Context, servers []table.GuildID) error {
	var damage []error
	for _, guild := range servers {
		err := s.applyRewrite(ctx, func(w *rewriter) error { return w.recountBoards(guild) })
		if store.NotDamage(err) != nil {
			return err
		}
		damage = append(damage, err)
	}
	return errors.Join(damage...)
}

// recountBoards computes a server's leaderboards again, and deletes what was set for it.
func (w *rewriter) recountBoards(guild table.GuildID) error {
	old := map[string]change{}
	counted := store.Rows{}
	stored, err := readAll(w.raw, entries.Prefix(rows, key(uint64(guild))))
	for _, e := range stored {
		v, damaged := unseal(rows, e.Key, e.Value)
		c := put(rows, e.Key, v, nil)
		c.Blind = damaged != nil
		old[string(e.Key)] = c
	}
	err = cmp.Or(err, w.Scan(entries.Prefix(results, key(uint64(guild))), func(k, v []byte) (bool, error) {
		r, err := decode[store.Result](v, results, k)
		if err == nil {
			counted.Count(&r)
		}
		return true, err
	}))
	for at, row := range counted {
		k := rowKey(guild, at.Board, at.User)
		c, failed := putJSON(rows, k, old[string(k)].Was, &row)
		c.Blind = old[string(k)].Blind
		if c.Blind || !bytes.Equal(c.Was, c.Is) {
			w.add(c)
		}
		delete(old, string(k))
		err = cmp.Or(err, failed)
	}
	w.add(slices.Collect(maps.Values(old))...)
	for s, k := range map[entries.Space][]byte{settings: key(uint64(guild)), notes: []byte(store.GoneNote(guild))} {
		v, failed := readValue(w.raw, s, k)
		if v != nil {
			w.add(set(s, k, nil))
		}
		err = cmp.Or(err, failed)
	}
	return err
}

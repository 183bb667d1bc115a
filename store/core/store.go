package core

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
)

// Options are the options of [New]. The zero value is fine.
type Options struct {
	// Replay is what Check does with every table, nil for nothing.
	Replay store.Replay
	// Now replaces time.Now in tests.
	Now func() time.Time
}

// Store implements [store.Store] and [store.Movable]. It is safe for concurrent use.
type Store struct {
	queue
	db      sealed
	options Options

	mu sync.Mutex
	// last is the highest ID that NewTable has returned.
	last table.ID
	// known are heads as they were last read or written. They are only hints: a commit says what it
	// was made from.
	known map[table.ID]head
	// interactions counts the commits with one since the last pruning.
	interactions atomic.Int64
}

var (
	_ store.Store   = (*Store)(nil)
	_ store.Movable = (*Store)(nil)
)

func New(db entries.DB, o Options) *Store {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Store{db: sealed{db}, options: o, known: map[table.ID]head{}}
	s.queue = queue{store: s, given: map[uint64]table.ID{}}
	return s
}

func (s *Store) Close() error { return s.db.Close() }

const maxKnown = 4096

func (s *Store) remember(id table.ID, h head) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.known) >= maxKnown {
		clear(s.known)
	}
	s.known[id] = h
}

func (s *Store) recall(id table.ID) (h head, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, known = s.known[id]
	return h, known
}

// again makes changes from what plan reads, and begins anew if something has changed meanwhile. A
// plan without changes ends it.
func (s *Store) again(ctx context.Context, plan func() ([]change, error)) error {
	for {
		changes, err := plan()
		if err != nil || len(changes) == 0 {
			return cmp.Or(err, ctx.Err())
		}
		if err := s.db.Apply(ctx, changes); !errors.As(err, new(*entries.Conflict)) {
			return err
		}
	}
}

func (s *Store) Commit(ctx context.Context, c store.Commit) error {
	texts, err := c.Encode()
	if err != nil {
		return err
	}
	was, known := s.recall(c.Table)
	for {
		if !known || was.Version != c.Want || c.Result != nil {
			if was, err = s.headFor(ctx, &c); err != nil {
				return err
			}
		}
		changes, is, err := s.changes(ctx, &c, was, texts)
		if err != nil {
			return err
		}
		err = s.db.Apply(ctx, changes)
		var refused *entries.Conflict
		switch {
		case err == nil:
			s.remember(c.Table, is)
			s.prune(ctx, &c)
			return nil
		case !errors.As(err, &refused):
			return err
		case refused.Change.Space == seen:
			return store.ErrDuplicate
		case refused.Change.Space == open:
			return store.ErrChannelTaken
		}
		known = false // the table, or the results of its server, have changed
	}
}

// headFor reads the head of a commit's table, and refuses the commit if that has another version.
func (s *Store) headFor(ctx context.Context, c *store.Commit) (head, error) {
	found, err := s.db.Read(ctx, entries.At(seen, key(uint64(c.Interaction))), entries.At(heads, headKey(c.Table)))
	switch {
	case err != nil:
		return head{}, err
	case len(found[0]) > 0:
		return head{}, store.ErrDuplicate
	case len(found[1]) == 0 && c.Want != 0:
		return head{}, notFound(c.Table)
	case len(found[1]) == 0 && len(c.Events) == 0:
		return head{}, fmt.Errorf("store: new table %d has no events", c.Table)
	case len(found[1]) == 0:
		return head{}, nil
	}
	was, err := decodeHead(c.Table, found[1][0].Value)
	if err == nil && was.Version != c.Want {
		err = store.ErrConflict
	}
	return was, err
}

// changes returns what a commit changes, and the head after it.
func (s *Store) changes(
	ctx context.Context, c *store.Commit, was head, texts [][]byte,
) (changes []change, is head, err error) {
	is = head{Header: c.Header, Deadline: c.Deadline, Due: was.Due, Last: was.Last, Result: was.Result, Sum: was.Sum}
	is.Version, is.LastMessage = c.Want+table.Version(len(texts)), was.LastMessage
	if is.Due == 0 || is.Deadline == 0 || is.Due > is.Deadline {
		is.Due = is.Deadline
	}
	switch {
	case was.Result != 0 && c.Result != nil:
		return nil, is, fmt.Errorf("store: table %d has a result already", c.Table)
	case was.Result != 0 && (is.Status != store.Ended || is.Guild != was.Guild || is.Game != was.Game):
		return nil, is, fmt.Errorf("store: table %d has a result and must stay ended in its guild and game", c.Table)
	case c.Result != nil:
		if changes, is.Result, err = s.rate(ctx, c.Result); err != nil {
			return nil, is, err
		}
	}
	now := s.options.Now().UnixMilli()
	if c.Interaction != 0 {
		changes = append(changes, change{Space: seen, Key: key(uint64(c.Interaction)), Is: key(timeNumber(now))})
	}
	for i, text := range texts {
		is.Sum, is.Last = chain(is.Sum, text), c.Events[i].At
		at := key(uint64(c.Table), uint64(c.Want)+uint64(i+1))
		changes = append(changes, set(events, at, text))
	}
	users := named(c, &was)
	left, err := s.unnamed(ctx, c, &was, users)
	if err != nil {
		return nil, is, err
	}
	changes = append(changes, reindex(indexOf(c.Table, &was, left), indexOf(c.Table, &is, users))...)
	whole, err := putJSON(heads, headKey(c.Table), was.raw, &is)
	if err != nil {
		return nil, is, err
	}
	is.raw = whole.Is
	added, err := messages(c.Outbox, now)
	return append(append(changes, whole), added...), is, err
}

// named returns the users whom a commit may name for the first time.
func named(c *store.Commit, was *head) userSet {
	users := userSet{}
	for i := range c.Events {
		// Whoever moves was named before, and moves are most of all events.
		if e := &c.Events[i]; e.Kind != table.Moved || !slices.Contains(was.Players, e.By) {
			addNames(e, users.add)
		}
	}
	if !slices.Equal(c.Header.Players, was.Players) {
		users.add(c.Header.Players...)
	}
	if c.Result != nil {
		for _, p := range c.Result.People() {
			users.add(p.User)
		}
	}
	return users
}

// unnamed returns the players who leave and whom no event has named. It adds to named whom events
// have named, if it has to look.
func (s *Store) unnamed(ctx context.Context, c *store.Commit, was *head, named userSet) (userSet, error) {
	left := userSet{}
	left.add(was.Players...)
	for _, user := range c.Header.Players {
		delete(left, user)
	}
	if len(left) == 0 {
		return nil, nil
	}
	found, err := s.db.Read(ctx, entries.Prefix(events, headKey(c.Table)))
	if err != nil {
		return nil, err
	}
	for _, e := range found[0] {
		event, err := table.ParseEvent(e.Value)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %v", store.ErrDamaged, nameOf(events, e.Key), err)
		}
		addNames(&event, named.add)
	}
	maps.DeleteFunc(left, func(user table.UserID, _ bool) bool { return named[user] })
	return left, nil
}

func addNames(e *table.Event, add func(...table.UserID)) {
	add(e.By, e.User)
	add(e.Order...)
}

// chain returns the checksum of a log with one more event.
func chain(before uint64, event []byte) uint64 {
	h := fnv.New64a()
	h.Write(key(before))
	h.Write(event)
	return h.Sum64()
}

// rate returns the changes that count a result, and its number.
func (s *Store) rate(ctx context.Context, r *store.Result) (changes []change, number uint64, err error) {
	last := entries.Prefix(results, key(uint64(r.Guild)))
	last.Back, last.Limit = true, 1
	ranges := []entries.Range{last}
	var at []store.RowKey
	for _, b := range r.Boards() {
		for _, p := range r.People() {
			at = append(at, store.RowKey{Board: b, User: p.User})
			ranges = append(ranges, entries.At(rows, rowKey(r.Guild, b, p.User)))
		}
	}
	found, err := s.db.Read(ctx, ranges...)
	if err != nil {
		return nil, 0, err
	}
	number = 1
	for _, e := range found[0] {
		number += numberOf(e.Key)
	}
	counted := store.Rows{}
	for i, k := range at {
		for _, e := range found[i+1] {
			if counted[k], err = decode[store.Row](e.Value, rows, e.Key); err != nil {
				return nil, 0, err
			}
		}
	}
	counted.Count(r)
	c, err := putJSON(results, key(uint64(r.Guild), number), nil, r)
	changes = append(changes, c)
	for i, k := range at {
		row := counted[k]
		c, failed := putJSON(rows, rowKey(r.Guild, k.Board, k.User), valueOf(found[i+1]), &row)
		changes, err = append(changes, c), cmp.Or(err, failed)
	}
	return changes, number, err
}

// numberOf returns the number of a result.
func numberOf(k []byte) uint64 { return number(k, 1) }

const (
	// seenFor is how long an interaction is remembered. [store.Commit] asks for at least an hour.
	seenFor = 65 * time.Minute
	// pruneEvery is how many commits with an interaction add as much as one pruning removes twice.
	pruneEvery = 256
)

// prune deletes old interactions from time to time. They are in the order of their snowflakes, by
// creation. A low one that was committed late delays those behind it, for at most seenFor.
func (s *Store) prune(ctx context.Context, c *store.Commit) {
	if c.Interaction == 0 || s.interactions.Add(1)%pruneEvery != 0 {
		return
	}
	found, err := s.db.Read(ctx, entries.Range{Space: seen, Limit: 2 * pruneEvery})
	if err != nil {
		return // the next one does it
	}
	before := timeNumber(s.options.Now().Add(-seenFor).UnixMilli())
	var old []change
	for _, e := range found[0] {
		if number(e.Value, 0) >= before {
			break
		}
		old = append(old, set(seen, e.Key, nil))
	}
	_ = s.db.Apply(ctx, old)
}

func (s *Store) Committed(ctx context.Context, id table.InteractionID) (bool, error) {
	at, err := s.db.value(ctx, seen, key(uint64(id)))
	return at != nil, err
}

const (
	// epoch is the last day of 1999, in Unix milliseconds. IDs reach those of copies in 2278.
	epoch = 946_598_400_000
	// chance is how many bits of an ID are random.
	chance = 18
)

// NewTable returns the time and random bits. Should two processes nevertheless make the same ID,
// the second commit is refused.
func (s *Store) NewTable(ctx context.Context) (table.ID, error) {
	if _, err := s.db.Read(ctx); err != nil { // it may be closed
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := table.ID(max(s.options.Now().UnixMilli()-epoch, 0)) << chance
	s.last = max(s.last, now) + 1 + table.ID(rand.Uint64N(1<<(chance-1)))
	return s.last, nil
}

func notFound(id table.ID) error { return fmt.Errorf("%w: table %d", store.ErrNotFound, id) }

func readHead(r entries.Reader, id table.ID) (head, error) {
	raw, err := get(r, heads, headKey(id))
	if err != nil {
		return head{}, err
	}
	return headOf(id, raw)
}

// headOf is decodeHead of a table that may be missing.
func headOf(id table.ID, raw []byte) (head, error) {
	if raw == nil {
		return head{}, notFound(id)
	}
	return decodeHead(id, raw)
}

func (s *Store) Table(ctx context.Context, id table.ID) (store.Header, []table.Event, error) {
	found, err := s.db.Read(ctx, entries.At(heads, headKey(id)), entries.Prefix(events, headKey(id)))
	if err != nil {
		return store.Header{}, nil, err
	}
	h, err := headOf(id, valueOf(found[0]))
	if err != nil {
		return store.Header{}, nil, err
	}
	log, err := h.log(id, found[1])
	if err != nil {
		return store.Header{}, nil, err
	}
	s.remember(id, h)
	return h.Header, log, nil
}

// log reads the events of a table, which must be what the commits have written.
func (h *head) log(id table.ID, stored []entries.Entry) ([]table.Event, error) {
	log, sum := make([]table.Event, 0, len(stored)), uint64(0)
	for i, e := range stored {
		event, err := table.ParseEvent(e.Value)
		if err != nil || number(e.Key, 1) != uint64(i+1) {
			return nil, fmt.Errorf("%w: event %d of table %d: %v", store.ErrDamaged, i+1, id, err)
		}
		log, sum = append(log, event), chain(sum, e.Value)
	}
	if len(log) != int(h.Version) {
		return nil, fmt.Errorf("%w: table %d is at version %d, but has %d events", store.ErrDamaged, id, h.Version, len(log))
	}
	if sum != h.Sum {
		return nil, fmt.Errorf("%w: the log of table %d does not match its checksum", store.ErrDamaged, id)
	}
	return log, nil
}

func readLog(r entries.Reader, id table.ID, h *head) ([]table.Event, error) {
	stored, err := all(r, entries.Prefix(events, headKey(id)))
	if err != nil {
		return nil, err
	}
	return h.log(id, stored)
}

func (s *Store) Header(ctx context.Context, id table.ID) (store.Header, error) {
	h, err := s.head(ctx, id)
	return h.Header, err
}

func (s *Store) head(ctx context.Context, id table.ID) (head, error) {
	raw, err := s.db.value(ctx, heads, headKey(id))
	if err != nil {
		return head{}, err
	}
	return headOf(id, raw)
}

func (s *Store) OpenTable(ctx context.Context, channel table.ChannelID) (table.ID, error) {
	id, err := s.db.value(ctx, open, key(uint64(channel)))
	if err == nil && id == nil {
		err = fmt.Errorf("%w: no table open in channel %d", store.ErrNotFound, channel)
	}
	return table.ID(number(id, 0)), err
}

func (s *Store) ChannelTables(ctx context.Context, channel table.ChannelID, limit int) ([]table.ID, error) {
	in := entries.Prefix(rooms, key(uint64(channel)))
	in.Back = true
	return s.ids(ctx, in, 1, limit)
}

func (s *Store) Playing(ctx context.Context, guild table.GuildID, user table.UserID) ([]table.ID, error) {
	prefix := key(uint64(user), uint64(guild))
	if guild == 0 {
		prefix = key(uint64(user))
	}
	ids, err := s.ids(ctx, entries.Prefix(players, prefix), 2, math.MaxInt32)
	slices.Sort(ids)
	return ids, err
}

// ids returns the numbers at a place of the keys in a range.
func (s *Store) ids(ctx context.Context, in entries.Range, at, limit int) (ids []table.ID, err error) {
	if limit <= 0 {
		return nil, ctx.Err()
	}
	in.Limit = limit
	found, err := s.db.Read(ctx, in)
	if err != nil {
		return nil, err
	}
	for _, e := range found[0] {
		ids = append(ids, table.ID(number(e.Key, at)))
	}
	return ids, nil
}

// Due notes the tables anew whose deadline has moved since they were noted. It leaves out tables
// that cannot be read: their games wait, and the others go on.
func (s *Store) Due(ctx context.Context, now int64, limit int) (list []store.Deadline, err error) {
	found, err := s.db.DB.Read(ctx, entries.Range{Space: due, To: key(timeNumber(now) + 1)})
	if err != nil || len(found[0]) == 0 {
		return nil, err
	}
	var ranges []entries.Range
	for _, e := range found[0] {
		ranges = append(ranges, entries.At(heads, e.Key[8:]))
	}
	of, err := s.db.DB.Read(ctx, ranges...)
	if err != nil {
		return nil, err
	}
	var moved []change
	for i, e := range found[0] {
		id := table.ID(number(e.Key, 1))
		raw, err := unseal(heads, e.Key[8:], valueOf(of[i]))
		if err != nil {
			continue
		}
		h, err := decodeHead(id, raw)
		if err != nil {
			continue
		}
		if h.Deadline != 0 && h.Deadline <= now {
			list = append(list, store.Deadline{Table: id, At: h.Deadline})
			continue
		}
		later := h
		later.Due = h.Deadline
		c, err := putJSON(heads, headKey(id), h.raw, &later)
		if err != nil {
			return nil, err
		}
		moved = append(append(moved, c), reindex(indexOf(id, &h, nil), indexOf(id, &later, nil))...)
	}
	_ = s.db.Apply(ctx, moved) // if a table has changed meanwhile, the next call does it
	slices.SortFunc(list, func(a, b store.Deadline) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Table, b.Table))
	})
	return list[:min(len(list), max(limit, 0))], nil
}

func (s *Store) Leaderboard(ctx context.Context, guild table.GuildID, b store.Board) (list []store.Row, err error) {
	return readList[store.Row](ctx, s, entries.Prefix(rows, rowsOf(guild, b)))
}

func (s *Store) Results(ctx context.Context, guild table.GuildID, limit int) (list []store.Result, err error) {
	if limit <= 0 {
		return nil, ctx.Err()
	}
	in := entries.Prefix(results, key(uint64(guild)))
	in.Back, in.Limit = true, limit
	return readList[store.Result](ctx, s, in)
}

func readList[T any](ctx context.Context, s *Store, in entries.Range) (list []T, err error) {
	found, err := s.db.Read(ctx, in)
	if err != nil {
		return nil, err
	}
	for _, e := range found[0] {
		v, err := decode[T](e.Value, in.Space, e.Key)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (s *Store) Headers(ctx context.Context, guild table.GuildID, each func(table.ID, store.Header)) error {
	return s.db.View(ctx, func(r entries.Reader) error {
		return eachHead(r, 0, func(id table.ID, h head) (bool, error) {
			if guild == 0 || h.Guild == guild {
				each(id, h.Header)
			}
			return true, ctx.Err()
		})
	})
}

func eachHead(r entries.Reader, after table.ID, each func(table.ID, head) (bool, error)) error {
	return r.Scan(entries.Range{Space: heads, From: headKey(after + 1)}, func(k, raw []byte) (bool, error) {
		id := table.ID(number(k, 0))
		h, err := decodeHead(id, raw)
		if err != nil {
			return false, err
		}
		return each(id, h)
	})
}

// Review is JSON that the store does not look into.
func (s *Store) Review(ctx context.Context, id table.ID) ([]byte, error) {
	return s.db.value(ctx, reviews, headKey(id))
}

func (s *Store) SetReview(ctx context.Context, id table.ID, review []byte) error {
	return s.again(ctx, func() ([]change, error) {
		h, err := s.head(ctx, id)
		switch {
		case err != nil:
			return nil, err
		case h.Status != store.Ended:
			return nil, fmt.Errorf("store: table %d has a review but is %q", id, h.Status)
		case !json.Valid(review):
			return nil, fmt.Errorf("store: the review of table %d is not JSON", id)
		}
		return []change{put(heads, headKey(id), h.raw, h.raw), set(reviews, headKey(id), review)}, nil
	})
}

func (s *Store) Counts(ctx context.Context) (c store.Counts, err error) {
	return c, s.db.DB.View(ctx, func(r entries.Reader) error {
		err := r.Scan(entries.Range{Space: open}, func(k, v []byte) (bool, error) {
			id, err := unseal(open, k, v)
			var h head
			if err == nil {
				h, err = readHead(unsealer{r}, table.ID(number(id, 0)))
			}
			if h.Status == store.Lobby {
				c.Lobbies++
			} else {
				c.Running++
			}
			return true, cmp.Or(ctx.Err(), notDamage(err))
		})
		if err != nil {
			return err
		}
		return r.Scan(entries.Range{Space: outbox}, func(k, v []byte) (bool, error) {
			v, err := unseal(outbox, k, v)
			if c.Outbox++; c.Outbox > 1 || err != nil {
				return true, notDamage(err)
			}
			e, err := decode[store.Entry](v, outbox, k)
			c.Oldest = e.At
			return true, notDamage(err)
		})
	})
}

// notDamage leaves damage out, where other games go on.
func notDamage(err error) error {
	if errors.Is(err, store.ErrDamaged) {
		return nil
	}
	return err
}

// userSet is users other than computers.
type userSet map[table.UserID]bool

func (u userSet) add(users ...table.UserID) {
	for _, user := range users {
		if user != 0 && !user.IsComputer() {
			u[user] = true
		}
	}
}

package core

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	Replay store.Replay     // what Check does with every table, nil for nothing
	Now    func() time.Time // replaces time.Now in tests
}

// Store implements [store.Store] and [store.Movable]. It is safe for concurrent use.
type Store struct {
	db      sealed
	options Options

	mu   sync.Mutex
	last table.ID // the highest that NewTable has returned
	// cached are heads as they were last read or written: hints, since a commit is compared.
	cached map[table.ID]head
	// interactions counts the commits with one since the last pruning.
	interactions atomic.Int64
}

const maxCached = 4096

func New(db entries.DB, o Options) *Store {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Store{db: sealed{db}, options: o, cached: map[table.ID]head{}}
}

func (s *Store) Close() error { return s.db.Close() }

func (s *Store) remember(id table.ID, h head) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.cached) >= maxCached {
		clear(s.cached)
	}
	s.cached[id] = h
}

func (s *Store) recall(id table.ID) (h head, cached bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, cached = s.cached[id]
	return h, cached
}

// applyPlan makes changes from what plan reads, and begins anew if that has changed meanwhile. A
// plan without changes ends it.
func (s *Store) applyPlan(ctx context.Context, plan func() ([]change, error)) error {
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

const (
	// epoch is the last day of 1999, in Unix milliseconds. In 2278 IDs reach the range of copies.
	epoch      = 946_598_400_000
	randomBits = 18
)

// NewTable returns the time and random bits. Commit refuses the same ID from two processes.
func (s *Store) NewTable(ctx context.Context) (table.ID, error) {
	if _, err := s.db.Read(ctx); err != nil { // it may be closed
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := table.ID(max(s.options.Now().UnixMilli()-epoch, 0)) << randomBits
	s.last = max(s.last, now) + 1 + table.ID(rand.Uint64N(1<<(randomBits-1)))
	return s.last, nil
}

func notFound(id table.ID) error { return fmt.Errorf("%w: table %d", store.ErrNotFound, id) }

func readHead(r entries.Reader, id table.ID) (head, error) {
	raw, err := readValue(r, heads, headKey(id))
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
	found, err := s.db.Read(ctx, entries.Single(heads, headKey(id)), entries.Prefix(events, headKey(id)))
	if err != nil {
		return store.Header{}, nil, err
	}
	h, err := headOf(id, valueOf(found[0]))
	if err != nil {
		return store.Header{}, nil, err
	}
	log, err := h.decodeLog(id, found[1])
	if err != nil {
		return store.Header{}, nil, err
	}
	s.remember(id, h)
	return h.Header, log, nil
}

// decodeLog reads the events of a table, which must be complete and unchanged.
func (h *head) decodeLog(id table.ID, stored []entries.Entry) ([]table.Event, error) {
	log := make([]table.Event, 0, len(stored))
	sum := uint64(0)
	for i, e := range stored {
		event, err := table.ParseEvent(e.Value)
		if err != nil || number(e.Key, 1) != uint64(i+1) {
			return nil, fmt.Errorf("%w: event %d of table %d: %v", store.ErrDamaged, i+1, id, err)
		}
		log = append(log, event)
		sum = chainSum(sum, e.Value)
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
	stored, err := readAll(r, entries.Prefix(events, headKey(id)))
	if err != nil {
		return nil, err
	}
	return h.decodeLog(id, stored)
}

func (s *Store) Header(ctx context.Context, id table.ID) (store.Header, error) {
	h, err := s.head(ctx, id)
	return h.Header, err
}

func (s *Store) head(ctx context.Context, id table.ID) (head, error) {
	raw, err := s.db.readValue(ctx, heads, headKey(id))
	if err != nil {
		return head{}, err
	}
	return headOf(id, raw)
}

func (s *Store) OpenTable(ctx context.Context, channel table.ChannelID) (table.ID, error) {
	id, err := s.db.readValue(ctx, open, key(uint64(channel)))
	if err == nil && id == nil {
		err = fmt.Errorf("%w: no table open in channel %d", store.ErrNotFound, channel)
	}
	return table.ID(number(id, 0)), err
}

func (s *Store) ChannelTables(ctx context.Context, channel table.ChannelID, limit int) ([]table.ID, error) {
	in := entries.Prefix(rooms, key(uint64(channel)))
	in.Back = true
	return s.readIDs(ctx, in, 1, limit)
}

func (s *Store) Playing(ctx context.Context, guild table.GuildID, user table.UserID) ([]table.ID, error) {
	prefix := key(uint64(user), uint64(guild))
	if guild == 0 {
		prefix = key(uint64(user))
	}
	ids, err := s.readIDs(ctx, entries.Prefix(players, prefix), 2, math.MaxInt32)
	slices.Sort(ids)
	return ids, err
}

// readIDs returns the numbers at a place in the keys of a range.
func (s *Store) readIDs(ctx context.Context, in entries.Range, place, limit int) (ids []table.ID, err error) {
	if limit <= 0 {
		return nil, ctx.Err()
	}
	in.Limit = limit
	found, err := s.db.Read(ctx, in)
	if err != nil {
		return nil, err
	}
	for _, e := range found[0] {
		ids = append(ids, table.ID(number(e.Key, place)))
	}
	return ids, nil
}

// Due updates the space due where a deadline has become later. It leaves out damaged tables: their
// games wait.
func (s *Store) Due(ctx context.Context, now int64, limit int) (list []store.Deadline, err error) {
	noted, err := s.db.DB.Read(ctx, entries.Range{Space: due, To: key(timeNumber(now) + 1)})
	if err != nil || len(noted[0]) == 0 {
		return nil, err
	}
	var ranges []entries.Range
	for _, e := range noted[0] {
		ranges = append(ranges, entries.Single(heads, e.Key[8:]))
	}
	found, err := s.db.DB.Read(ctx, ranges...)
	if err != nil {
		return nil, err
	}
	var moved []change
	for i, e := range noted[0] {
		id := table.ID(number(e.Key, 1))
		raw, err := unseal(heads, e.Key[8:], valueOf(found[i]))
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
	in.Back = true
	in.Limit = limit
	return readList[store.Result](ctx, s, in)
}

func readList[T any](ctx context.Context, s *Store, in entries.Range) (list []T, err error) {
	found, err := s.db.DB.Read(ctx, in)
	if err != nil {
		return nil, err
	}
	var damage []error
	for _, e := range found[0] {
		var v T
		text, err := unseal(in.Space, e.Key, e.Value)
		if err == nil {
			v, err = decode[T](text, in.Space, e.Key)
		}
		if err != nil {
			damage = append(damage, err)
			continue
		}
		list = append(list, v)
	}
	return list, errors.Join(damage...)
}

func (s *Store) Headers(ctx context.Context, guild table.GuildID, each func(table.ID, store.Header)) error {
	return s.db.viewPastDamage(ctx, func(p unsealer) error {
		return p.eachHead(func(id table.ID, h head) error {
			if guild == 0 || h.Guild == guild {
				each(id, h.Header)
			}
			return ctx.Err()
		})
	})
}

// Review is JSON that the store does not look into.
func (s *Store) Review(ctx context.Context, id table.ID) ([]byte, error) {
	return s.db.readValue(ctx, reviews, headKey(id))
}

func (s *Store) SetReview(ctx context.Context, id table.ID, review []byte) error {
	return s.applyPlan(ctx, func() ([]change, error) {
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
	first, err := s.Outbox(ctx, 0, 1)
	for _, e := range first {
		c.Oldest = e.At
	}
	return c, cmp.Or(err, s.db.DB.View(ctx, func(r entries.Reader) error {
		c.Outbox = int(countEntries(ctx, r, outbox))
		tables := unsealer{r, func([]byte, error) { c.Running++ }} // a damaged one, too
		return tables.Scan(entries.Range{Space: open}, func(_, id []byte) (bool, error) {
			h, err := readHead(tables.strict(), table.ID(number(id, 0)))
			switch {
			case err != nil:
			case h.Status == store.Lobby:
				c.Lobbies++
			default:
				c.Running++
			}
			return true, cmp.Or(ctx.Err(), err)
		})
	}))
}

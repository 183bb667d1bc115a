package storetest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/claims"
)

// Memory is a store in memory, for tests. [store.Store] documents its methods. It follows the
// contract literally and scans where a real store has an index.
type Memory struct {
	memoryReviews
	memoryNotebook
	memoryDumps
	memoryQueues
	memoryRetention

	mu       sync.Mutex
	closed   bool
	closing  chan struct{} // closed by Close
	last     table.ID
	seq      uint64
	tables   map[table.ID]*memoryTable
	seen     map[table.InteractionID]int64 // the time of the commit in Unix milliseconds
	outbox   []store.Message
	results  []memoryResult // in the order of their commits
	settings map[table.GuildID]store.Settings
	prefs    map[table.UserID]store.Preferences
	notes    map[string]string
	book     *claims.Book // of outbox
}

// memoryResult is a result. One that is gone still counts on the leaderboards.
type memoryResult struct {
	store.Result
	gone bool
}

type memoryTable struct {
	header   store.Header
	log      [][]byte
	deadline int64
	result   bool
	review   []byte
}

var _ store.Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	m := &Memory{
		tables:   map[table.ID]*memoryTable{},
		seen:     map[table.InteractionID]int64{},
		settings: map[table.GuildID]store.Settings{},
		prefs:    map[table.UserID]store.Preferences{},
		notes:    map[string]string{},
		closing:  make(chan struct{}),
		book:     claims.NewBook(),
	}
	m.memoryReviews.of, m.memoryNotebook.of, m.memoryDumps.of, m.memoryRetention.of = m, m, m, m
	m.memoryQueues = memoryQueues{m, m.book.NewHandle()}
	return m
}

// do runs fn while no other call runs, unless ctx has ended or the store is closed.
func (m *Memory) do(ctx context.Context, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return store.ErrClosed
	}
	return fn()
}

func (m *Memory) Commit(ctx context.Context, c store.Commit) error {
	return m.do(ctx, func() error {
		if _, seen := m.seen[c.Interaction]; seen && c.Interaction != 0 {
			return store.ErrDuplicate
		}
		t := m.tables[c.Table]
		switch {
		case t == nil && c.Want != 0:
			return store.ErrNotFound
		case t == nil:
			t = &memoryTable{}
		case t.header.Version != c.Want:
			return store.ErrConflict
		}
		if err := validate(c, t); err != nil {
			return err
		}
		if id, ok := openIn(m, c.Header.Channel); ok && id != c.Table && c.Header.Status.Open() {
			return store.ErrChannelTaken
		}
		for i := range c.Events {
			b, err := c.Events[i].Append(nil)
			if err != nil {
				return err
			}
			t.log = append(t.log, b)
		}
		message := t.header.LastMessage
		t.header = c.Header
		t.header.Players = slices.Clone(c.Header.Players)
		t.header.LastMessage = message
		t.header.Version = table.Version(len(t.log))
		t.deadline = c.Deadline
		if c.Result != nil {
			t.result = true
			r := *c.Result
			r.Standings = slices.Clone(r.Standings)
			m.results = append(m.results, memoryResult{r, false})
		}
		m.tables[c.Table] = t
		m.last = max(m.last, c.Table)
		if c.Interaction != 0 {
			m.seen[c.Interaction] = time.Now().UnixMilli()
		}
		m.announce(c.Outbox)
		return nil
	})
}

// validate refuses a commit that [store.Store] forbids.
func validate(c store.Commit, t *memoryTable) error {
	for _, e := range c.Events {
		if e.Kind == "" {
			return errors.New("an event has no kind")
		}
	}
	if c.Table == 0 || len(t.log)+len(c.Events) == 0 {
		return errors.New("the table ID is 0, or a new table has no events")
	}
	if h := c.Header; t.result && (h.Status != store.Ended || h.Guild != t.header.Guild || h.Game != t.header.Game) {
		return errors.New("the table has a result and must stay ended in its guild and game")
	}
	if c.Result == nil {
		return nil
	}
	if t.result || c.Header.Status != store.Ended ||
		c.Result.Table != c.Table || c.Result.Guild != c.Header.Guild || c.Result.Game != c.Header.Game {
		return errors.New("the result does not fit the commit")
	}
	return c.Result.Validate()
}

func (m *Memory) announce(messages []store.Message) {
	for _, msg := range messages {
		m.seq++
		msg.Seq, msg.Nonce, msg.At = m.seq, store.NewNonce(), time.Now().UnixMilli()
		m.outbox = append(m.outbox, msg)
		m.book.Change([]claims.Entry{{Seq: msg.Seq, Channel: msg.Channel}}, nil)
	}
}

func (m *Memory) NewTable(ctx context.Context) (id table.ID, err error) {
	err = m.do(ctx, func() error {
		m.last += table.ID(store.TableStep())
		id = m.last
		return nil
	})
	return id, err
}

func (m *Memory) Table(ctx context.Context, id table.ID) (h store.Header, events []table.Event, err error) {
	err = m.do(ctx, func() error {
		t := m.tables[id]
		if t == nil {
			return store.ErrNotFound
		}
		h = t.header
		for _, b := range t.log {
			e, err := table.ParseEvent(b)
			if err != nil {
				return err
			}
			events = append(events, e)
		}
		return nil
	})
	return h, events, err
}

func (m *Memory) Committed(ctx context.Context, id table.InteractionID) (done bool, err error) {
	err = m.do(ctx, func() error {
		_, done = m.seen[id]
		return nil
	})
	return done, err
}

func (m *Memory) Header(ctx context.Context, id table.ID) (h store.Header, err error) {
	err = m.do(ctx, func() error {
		t := m.tables[id]
		if t == nil {
			return store.ErrNotFound
		}
		h = t.header
		return nil
	})
	return h, err
}

// openIn returns the table that is open in a channel. The lock is held.
func openIn(m *Memory, in table.ChannelID) (table.ID, bool) {
	for id, t := range m.tables {
		if in != 0 && t.header.Channel == in && t.header.Status.Open() {
			return id, true
		}
	}
	return 0, false
}

func (m *Memory) OpenTable(ctx context.Context, in table.ChannelID) (id table.ID, err error) {
	err = m.do(ctx, func() error {
		var ok bool
		if id, ok = openIn(m, in); !ok {
			return store.ErrNotFound
		}
		return nil
	})
	return id, err
}

func (m *Memory) LastTable(ctx context.Context, in table.ChannelID) (last table.ID, err error) {
	err = m.do(ctx, func() error {
		for id, t := range m.tables {
			if in != 0 && t.header.Channel == in {
				last = max(last, id)
			}
		}
		if last == 0 {
			return store.ErrNotFound
		}
		return nil
	})
	return last, err
}

func (m *Memory) Playing(ctx context.Context, in table.GuildID, user table.UserID) (ids []table.ID, err error) {
	err = m.do(ctx, func() error {
		for _, id := range slices.Sorted(maps.Keys(m.tables)) {
			h := m.tables[id].header
			if (in == 0 || h.Guild == in) && h.Status.Open() && slices.Contains(h.Players, user) {
				ids = append(ids, id)
			}
		}
		return nil
	})
	return ids, err
}

func (m *Memory) OpenTables(ctx context.Context, in table.GuildID) (ids []table.ID, err error) {
	err = m.do(ctx, func() error {
		for _, id := range slices.Sorted(maps.Keys(m.tables)) {
			h := m.tables[id].header
			if h.Guild == in && h.Status.Open() && len(h.Players) > 0 {
				ids = append(ids, id)
			}
		}
		return nil
	})
	return ids, err
}

func (m *Memory) Due(ctx context.Context, now int64, limit int) (due []store.Deadline, err error) {
	err = m.do(ctx, func() error {
		for id, t := range m.tables {
			if t.deadline != 0 && t.deadline <= now {
				due = append(due, store.Deadline{Table: id, At: t.deadline})
			}
		}
		slices.SortFunc(due, func(a, b store.Deadline) int {
			return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Table, b.Table))
		})
		due = due[:min(len(due), limit)]
		return nil
	})
	return due, err
}

func (m *Memory) Leaderboard(ctx context.Context, in table.GuildID, b store.Board) (rows []store.Row, err error) {
	err = m.do(ctx, func() error {
		all := map[table.UserID]store.Row{}
		for _, r := range m.results {
			if r.Guild != in || !slices.Contains(r.Boards(), b) {
				continue
			}
			b.CountIn(all, r.People())
		}
		rows = slices.Collect(maps.Values(all))
		return nil
	})
	return rows, err
}

func (m *Memory) Results(ctx context.Context, in table.GuildID, limit int) (results []store.Result, err error) {
	err = m.do(ctx, func() error {
		for _, r := range slices.Backward(m.results) {
			if r.Guild == in && !r.gone && len(results) < limit {
				results = append(results, r.Result)
			}
		}
		return nil
	})
	return results, err
}

// Backup writes a text dump of the tables, since there is no file to copy.
func (m *Memory) Backup(ctx context.Context, w io.Writer) error {
	return m.do(ctx, func() error {
		var b bytes.Buffer
		for _, id := range slices.Sorted(maps.Keys(m.tables)) {
			fmt.Fprintf(&b, "%d %+v\n%s\n", id, m.tables[id].header, bytes.Join(m.tables[id].log, []byte("\n")))
		}
		_, err := b.WriteTo(w)
		return err
	})
}

// Check finds no faults, because Memory keeps nothing twice.
func (m *Memory) Check(ctx context.Context) ([]string, error) {
	return nil, m.do(ctx, func() error { return nil })
}

func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		close(m.closing)
	}
	m.closed = true
	return nil
}

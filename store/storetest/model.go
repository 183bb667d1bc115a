package storetest

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

// model is a store with a plain model of what it must say. Each change is made to both.
type model struct {
	testing.TB
	s         store.Store
	began     int64
	tables    map[table.ID]*modelTable
	committed map[table.InteractionID]bool
	outbox    []store.Entry // without what the store sets
	// results are in the order of their commits. rows may still count some that were removed.
	results  []store.Result
	rows     map[table.GuildID]store.Rows
	channels map[table.ChannelID]bool
	users    []table.UserID // whose tables are compared
	erased   uint64         // how often somebody was erased
	nonces   map[string]bool
	last     uint64 // the highest Seq of an entry
}

type modelTable struct {
	store.Header
	log      []table.Event
	deadline int64
}

func newModel(t testing.TB, s store.Store) *model {
	return &model{
		TB: t, s: s, began: time.Now().UnixMilli(), tables: map[table.ID]*modelTable{}, committed: map[table.InteractionID]bool{},
		rows: map[table.GuildID]store.Rows{}, channels: map[table.ChannelID]bool{0: true}, nonces: map[string]bool{},
		users: []table.UserID{anna, boris, clara, table.AnonymousID(1)},
	}
}

func (m *model) tablesWhere(match func(id table.ID, t *modelTable) bool) (ids []table.ID) {
	for _, id := range slices.Sorted(maps.Keys(m.tables)) {
		if match(id, m.tables[id]) {
			ids = append(ids, id)
		}
	}
	return ids
}

// tablesNaming returns the tables whose log, header or result names a user.
func (m *model) tablesNaming(user table.UserID) []table.ID {
	return m.tablesWhere(func(id table.ID, t *modelTable) bool {
		return slices.Contains(t.Players, user) || slices.ContainsFunc(t.log, func(e table.Event) bool {
			return e.By == user || e.User == user || slices.Contains(e.Order, user)
		}) || slices.ContainsFunc(m.results, func(r store.Result) bool {
			return r.Table == id && slices.ContainsFunc(r.Standings, func(p store.Standing) bool { return p.User == user })
		})
	})
}

var errAny = errors.New("any error")

// expectedRefusal returns the error that a commit must get, nil for none.
func (m *model) expectedRefusal(c *store.Commit) error {
	t := m.tables[c.Table]
	_, invalid := c.Encode()
	rated := slices.ContainsFunc(m.results, func(r store.Result) bool { return r.Table == c.Table })
	taken := m.tablesWhere(func(id table.ID, t *modelTable) bool {
		return id != c.Table && t.Status.Open() && t.Channel == c.Header.Channel && t.Channel != 0 && c.Header.Status.Open()
	})
	switch {
	case invalid != nil, t == nil && c.Want == 0 && len(c.Events) == 0,
		rated && (c.Result != nil || c.Header.Status != store.Ended || c.Header.Guild != t.Guild || c.Header.Game != t.Game):
		return errAny
	case m.committed[c.Interaction]:
		return store.ErrDuplicate
	case t == nil && c.Want != 0:
		return store.ErrNotFound
	case t != nil && c.Want != t.Version:
		return store.ErrConflict
	case taken != nil:
		return store.ErrChannelTaken
	}
	return nil
}

// commit commits to the store and, if that must accept it, to the model.
func (m *model) commit(c store.Commit) {
	m.Helper()
	want := m.expectedRefusal(&c)
	err := m.s.Commit(m.Context(), c)
	if want == errAny {
		require.Error(m, err)
		return
	}
	require.ErrorIs(m, err, want)
	if want != nil {
		return
	}
	h := c.Header
	h.Version = c.Want + table.Version(len(c.Events))
	h.Players = append([]table.UserID(nil), h.Players...)    // nil if it is empty
	is := &modelTable{h, slices.Clone(c.Events), c.Deadline} // erase changes the log, but not the commit
	if was := m.tables[c.Table]; was != nil {
		is.LastMessage = was.LastMessage
		is.log = append(was.log, c.Events...)
	}
	m.tables[c.Table] = is
	m.outbox = append(m.outbox, c.Outbox...)
	m.channels[h.Channel] = true
	m.committed[c.Interaction] = c.Interaction != 0
	if m.rows[h.Guild] == nil {
		m.rows[h.Guild] = store.Rows{}
	}
	if c.Result != nil {
		m.results = append(m.results, *c.Result)
		m.rows[h.Guild].Count(c.Result)
	}
}

// settle settles the i-th entry of the outbox.
func (m *model) settle(i int, done store.Settlement) {
	m.Helper()
	out := append(Must(m.s.Outbox(m.Context(), 0, math.MaxInt32))(m), make([]store.Entry, 99)...)
	err := m.s.Settle(m.Context(), out[i].Seq, done)
	if i >= len(m.outbox) {
		require.ErrorIs(m, err, store.ErrNotFound)
		return
	}
	require.NoError(m, err)
	if t := m.tables[out[i].Table]; t != nil {
		t.LastMessage = cmp.Or(done.Sent, t.LastMessage)
	}
	m.outbox = append(slices.Delete(m.outbox, i, i+1), done.Follow...)
}

func (m *model) removeTable(id table.ID) {
	delete(m.tables, id)
	m.outbox = slices.DeleteFunc(m.outbox, func(e store.Entry) bool { return e.Table == id })
	m.results = slices.DeleteFunc(m.results, func(r store.Result) bool { return r.Table == id })
}

type fate = func(id table.ID, h store.Header, last int64) store.Fate

// retire looks at some tables. It returns the last one, 0 for none.
func (m *model) retire(after table.ID, limit int, fate fate) table.ID {
	m.Helper()
	last := Must(m.s.Retire(m.Context(), after, limit, func(id table.ID, h store.Header, at int64) store.Fate {
		log := m.tables[id].log
		require.Equal(m, log[len(log)-1].At, at)
		return fate(id, h, at)
	}))(m)
	ids := m.tablesWhere(func(id table.ID, _ *modelTable) bool { return id > after })
	ids = ids[:min(limit, len(ids))]
	for _, id := range ids {
		t := m.tables[id]
		f := fate(id, t.Header, t.log[len(t.log)-1].At)
		if f.Delete {
			m.removeTable(id)
		} else if f.Name != nil && t.Strippable() {
			_, some := table.Strip(t.log, t.Players, f.Name)
			for i := range m.outbox {
				if e := &m.outbox[i]; some && e.Table == id {
					e.To = 0
				}
			}
		}
	}
	require.Equal(m, slices.Max(append(ids, 0)), last)
	return last
}

// finishRetire makes the leaderboards of a server anew.
func (m *model) finishRetire(guild table.GuildID) {
	m.Helper()
	require.NoError(m, m.s.Retired(m.Context(), []table.GuildID{guild}))
	m.rows[guild] = store.Rows{}
	for _, r := range m.results {
		if r.Guild == guild {
			m.rows[guild].Count(&r)
		}
	}
}

// erase puts a new former player in a user's place.
func (m *model) erase(user table.UserID) {
	m.Helper()
	m.erased++
	former := table.Player{User: table.FormerID(m.erased), Name: "former player"}
	m.users = append(m.users, former.User)
	err := m.s.Erase(m.Context(), user, func(table.GuildID) table.Player { return former })
	if m.tablesWhere(func(_ table.ID, t *modelTable) bool { return t.Status.Open() && slices.Contains(t.Players, user) }) != nil {
		require.ErrorIs(m, err, store.ErrPlaying)
		return
	}
	require.NoError(m, err)
	for _, id := range m.tablesNaming(user) {
		t := m.tables[id]
		if t.Guild.Direct() {
			m.removeTable(id)
		}
		table.Substitute(t.Players, user, former.User)
		for i := range t.log {
			t.log[i] = t.log[i].Anonymous(user, former)
		}
	}
	for _, r := range m.results {
		for i := range r.Standings {
			if p := &r.Standings[i]; p.User == user {
				p.User = former.User
			}
		}
	}
	for _, rows := range m.rows {
		for at, row := range maps.Clone(rows) {
			if at.User == user {
				delete(rows, at)
				at.User, row.User = former.User, former.User
				rows[at] = row
			}
		}
	}
	for i := range m.outbox {
		m.outbox[i].LeaveOut(user)
	}
}

func (m *model) continueWithCopy(h Harness) {
	m.Helper()
	m.s = copyStore(m, m.s, h)
	m.last = 0
	m.checkAll()
	requireSound(m, m.s)
}

func (m *model) checkAll() {
	m.Helper()
	ctx := m.Context()
	guilds := map[table.GuildID]bool{0: true}
	players := map[table.UserID]bool{0: true}
	counts := map[store.Status]int{}
	var due []store.Deadline
	for id, t := range m.tables {
		h, log, err := m.s.Table(ctx, id)
		require.NoError(m, err)
		require.Equal(m, t.Header, h)
		require.Equal(m, t.log, log)
		require.Equal(m, h, Must(m.s.Header(ctx, id))(m))
		if t.deadline != 0 {
			due = append(due, store.Deadline{Table: id, At: t.deadline})
		}
		if t.Channel != 0 {
			counts[t.Status]++
		}
		guilds[t.Guild] = true
		for _, user := range t.Players {
			players[user] = true
		}
	}
	slices.SortFunc(due, func(a, b store.Deadline) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Table, b.Table))
	})
	for i, d := range due {
		rest := slices.IndexFunc(append(due, store.Deadline{At: d.At + 1}), func(o store.Deadline) bool { return o.At > d.At })
		require.Equal(m, due[:rest], Must(m.s.Due(ctx, d.At, 999))(m))
		require.Equal(m, due[:i], append([]store.Deadline{}, Must(m.s.Due(ctx, d.At, i))(m)...))
	}
	for in := range m.channels {
		all := m.tablesWhere(func(_ table.ID, t *modelTable) bool { return t.Channel == in && in != 0 })
		open := m.tablesWhere(func(_ table.ID, t *modelTable) bool { return t.Channel == in && in != 0 && t.Status.Open() })
		slices.Reverse(all)
		require.Equal(m, all, Must(m.s.ChannelTables(ctx, in, 999))(m), "the tables of a channel, the newest first")
		require.Equal(m, all[:min(1, len(all))], Must(m.s.ChannelTables(ctx, in, 1))(m))
		if id, err := m.s.OpenTable(ctx, in); open == nil {
			require.ErrorIs(m, err, store.ErrNotFound)
		} else {
			require.Equal(m, open, []table.ID{Must(id, err)(m)})
		}
	}
	for guild := range guilds {
		for user := range players {
			require.Equal(m, m.tablesWhere(func(_ table.ID, t *modelTable) bool {
				return t.Status.Open() && (t.Guild == guild || guild == 0) &&
					(slices.Contains(t.Players, user) || user == 0 && len(t.Players) > 0)
			}), Must(m.s.Playing(ctx, guild, user))(m), "the open tables of user %d on server %d", user, guild)
		}
		var listed []table.ID
		require.NoError(m, m.s.Headers(ctx, guild, func(id table.ID, h store.Header) {
			require.Equal(m, m.tables[id].Header, h)
			listed = append(listed, id)
		}))
		require.Equal(m, m.tablesWhere(func(_ table.ID, t *modelTable) bool { return t.Guild == guild || guild == 0 }), listed)
		m.checkBoards(guild)
	}
	for _, user := range m.users {
		var ids []table.ID
		require.NoError(m, m.s.Mentioning(ctx, user, func(id table.ID, h store.Header, log []table.Event) error {
			require.Equal(m, *m.tables[id], modelTable{h, log, m.tables[id].deadline})
			ids = append(ids, id)
			return nil
		}))
		require.Equal(m, m.tablesNaming(user), ids, "the tables that name user %d", user)
	}
	want := store.Counts{Lobbies: counts[store.Lobby], Running: counts[store.Running], Outbox: len(m.outbox), Oldest: m.checkOutbox()}
	require.Equal(m, want, Must(m.s.Counts(ctx))(m))
}

// checkOutbox returns when the first entry was added.
func (m *model) checkOutbox() (oldest int64) {
	m.Helper()
	out := Must(m.s.Outbox(m.Context(), 0, math.MaxInt32))(m)
	last := m.last
	require.Len(m, out, len(m.outbox))
	odd := func(seq uint64) bool { return seq%2 == 1 }
	even := slices.DeleteFunc(slices.Clone(out), func(e store.Entry) bool { return odd(e.Seq) })
	require.ElementsMatch(m, even, Must(m.s.Untaken(m.Context(), odd))(m))
	for i, e := range out {
		require.Equal(m, out[i:min(i+2, len(out))], Must(m.s.Outbox(m.Context(), e.Seq-1, 2))(m))
		require.Regexp(m, "^[0-9a-z]{2,13}$", e.Nonce)
		require.GreaterOrEqual(m, e.At, m.began)
		require.True(m, e.Seq > last || m.nonces[e.Nonce], "the number of a new message was never used")
		m.nonces[e.Nonce] = true
		m.last = max(m.last, e.Seq)
		want := m.outbox[i]
		want.Seq, want.Nonce, want.At = e.Seq, e.Nonce, e.At
		require.Equal(m, want, e)
		oldest = out[0].At
	}
	return oldest
}

func (m *model) checkBoards(guild table.GuildID) {
	m.Helper()
	boards := map[store.Board][]store.Row{{}: nil, {Game: "gard"}: nil, {Level: 5}: nil, {Season: "1970-Q2"}: nil}
	for at, row := range m.rows[guild] {
		boards[at.Board] = append(boards[at.Board], row)
	}
	for board, rows := range boards {
		require.ElementsMatch(m, rows, Must(m.s.Leaderboard(m.Context(), guild, board))(m), "%v", board)
	}
	results := slices.DeleteFunc(slices.Clone(m.results), func(r store.Result) bool { return r.Guild != guild })
	slices.Reverse(results)
	for _, limit := range []int{1, 999} {
		require.Equal(m, append([]store.Result{}, results[:min(limit, len(results))]...),
			append([]store.Result{}, Must(m.s.Results(m.Context(), guild, limit))(m)...), "the latest commit comes first")
	}
}

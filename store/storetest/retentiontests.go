package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine/table"
	"amytis/store"
)

func playerName(n int) string { return fmt.Sprintf("player %d", n) }

// retireAll walks through all tables, two at a time, and returns their IDs.
func retireAll(t testing.TB, s store.Store, fate func(id table.ID, h store.Header, last int64) store.Fate) []table.ID {
	t.Helper()
	var seen []table.ID
	for after := table.ID(0); ; {
		last, err := s.Retire(t.Context(), after, 2, func(id table.ID, h store.Header, at int64) store.Fate {
			seen = append(seen, id)
			return fate(id, h, at)
		})
		require.NoError(t, err)
		if last == 0 {
			return seen
		}
		require.Greater(t, last, after)
		after = last
	}
}

// stripBefore makes tables anonymous that ended before a time.
func stripBefore(before int64) func(table.ID, store.Header, int64) store.Fate {
	return func(_ table.ID, _ store.Header, last int64) store.Fate {
		if last >= before {
			return store.Fate{}
		}
		return store.Fate{Name: playerName}
	}
}

// testStrip makes people anonymous, also at a table whose lobby everybody has left.
func testStrip(t *testing.T, h Harness) {
	s := h.Open(t)
	ended := newTable(t, s, channel)
	end := ending(ended, channel, 1, place(anna, 1, 30), place(boris, 2, 20))
	end.Events = append(end.Events, table.Replace(1, table.Player{User: anna, Name: "Anna"}, clara, 2003))
	end.Outbox = []store.Entry{{Table: ended, Channel: channel, Kind: "late", By: clara, To: anna}}
	commit(t, s, end)
	newer := newTable(t, s, channel+1)
	commit(t, s, ending(newer, channel+1, 1, place(anna, 1, 3), place(boris, 2, 2)))
	later := move(newer, channel+1, 2)
	later.Header.Status = store.Ended
	later.Events[0].At = 5000
	commit(t, s, later)
	running := newTable(t, s, channel+2)
	left := newTable(t, s, channel+3)
	abort := aborting(left, channel+3, 1)
	abort.Events, abort.Header.Players = []table.Event{table.Leave(anna, 1500)}, nil
	commit(t, s, abort)
	require.NoError(t, s.SetReview(t.Context(), ended, []byte(`{"moves":1}`)))
	before := got(s.Leaderboard(t.Context(), guild, store.Board{Game: "gardens"}))(t)
	results := got(s.Results(t.Context(), guild, 9))(t)

	var dumps [2][]record
	for i := range dumps {
		require.Equal(t, []table.ID{ended, newer, running, left}, retireAll(t, s, stripBefore(3000)))
		require.NoError(t, s.Retired(t.Context(), nil))
		dumps[i] = dumpAll(t, s)
	}
	require.Equal(t, dumps[0], dumps[1], "the second time changes nothing")
	head, log, err := s.Table(t.Context(), ended)
	require.NoError(t, err)
	require.Equal(t, []table.UserID{table.AnonymousID(1), table.AnonymousID(2)}, head.Players)
	require.Equal(t, []table.Event{
		table.OpenLobby(&gardens, table.Player{User: table.AnonymousID(1), Name: "player 1"}, nil, 0, 1000),
		table.MoveText("take 3 blue 2", table.AnonymousID(2), 2001),
		table.Replace(1, table.Player{User: table.AnonymousID(1), Name: "player 1"}, table.AnonymousID(3), 2003),
	}, log)
	_, log, err = s.Table(t.Context(), left)
	require.NoError(t, err)
	require.Equal(t, table.AnonymousID(1), log[1].By)
	out := got(s.Outbox(t.Context(), 0, 9))(t)
	require.Len(t, out, 1)
	require.Zero(t, out[0].By)
	require.Zero(t, out[0].To)
	require.NotEmpty(t, got(s.Review(t.Context(), ended))(t))

	// Newer games, open ones and all results keep their people.
	require.Equal(t, []table.ID{ended, newer, running}, tablesOf(t, s, anna))
	require.Empty(t, tablesOf(t, s, clara))
	require.ElementsMatch(t, before, got(s.Leaderboard(t.Context(), guild, store.Board{Game: "gardens"}))(t))
	require.Equal(t, results, got(s.Results(t.Context(), guild, 9))(t))
	requireSound(t, s)
	requireSameCopy(t, s, h)

	// Erasing a person reaches the results of games without people.
	commit(t, s, aborting(running, channel+2, 1))
	require.NoError(t, s.Erase(t.Context(), anna, asFormer))
	require.Empty(t, tablesOf(t, s, anna))
	require.Equal(t, former.User, got(s.Results(t.Context(), guild, 9))(t)[1].Standings[0].User)
	require.Equal(t, head, got(s.Header(t.Context(), ended))(t))
	requireSound(t, s)
}

// requireSameCopy checks that another store with the dump of a store has the same one.
func requireSameCopy(t testing.TB, s store.Store, h Harness) {
	t.Helper()
	copied := copyOf(t, s, h)
	require.Equal(t, dumpAll(t, s), dumpAll(t, copied))
	requireSound(t, copied)
}

// fillServers opens and ends tables of two servers in turn. It returns the tables of the one to
// forget.
func fillServers(t testing.TB, s store.Store, n int) (ids []table.ID) {
	for i := range n {
		in := guild + table.GuildID(i%2)
		id := endGame(t, s, in, channel+table.ChannelID(i))
		require.NoError(t, s.SetReview(t.Context(), id, []byte(`{}`)))
		if in == guild {
			ids = append(ids, id)
		}
	}
	open := newTable(t, s, channel+99)
	c := move(open, channel+99, 1)
	c.Deadline, c.Outbox = 77, []store.Entry{{Table: open, Channel: channel + 99, Kind: "move"}}
	commit(t, s, c)
	return append(ids, open)
}

func endGame(t testing.TB, s store.Store, in table.GuildID, at table.ChannelID) table.ID {
	id := newTable(t, s, at)
	c := ending(id, at, 1, place(anna, 1, int(at)), place(boris, 2, 20))
	c.Header.Guild, c.Result.Guild = in, in
	commit(t, s, c)
	return id
}

// deleteUpto deletes the tables of the server to forget.
func deleteUpto(upto table.ID) func(table.ID, store.Header, int64) store.Fate {
	return func(id table.ID, h store.Header, _ int64) store.Fate {
		return store.Fate{Delete: h.Guild == guild && id <= upto}
	}
}

func setGone(t testing.TB, s store.Store, upto table.ID) {
	note := store.Gone{Since: 5, Upto: upto}
	require.NoError(t, s.SetNote(t.Context(), store.GoneNote(guild), note.String()))
}

func testForget(t *testing.T, h Harness) {
	s := h.Open(t)
	SetSettings(t, s, guild+1, store.Settings{Language: "de"})
	ids := fillServers(t, s, 6)
	SetSettings(t, s, guild, store.Settings{Language: "fr"})
	setGone(t, s, ids[len(ids)-1])
	others := got(s.Leaderboard(t.Context(), guild+1, store.Board{}))(t)
	require.Len(t, others, 2)
	// kept returns what follows from nothing else, messages without their numbers.
	kept := func() (all []record) {
		for _, r := range dumpAll(t, s) {
			switch r.kind {
			case "message":
				r.key = ""
				all = append(all, r)
			case "table", "event", "review", "result", "settings", "preferences", "note":
				all = append(all, r)
			}
		}
		return all
	}
	before := kept()
	want := slices.DeleteFunc(slices.Clone(before), func(r record) bool {
		switch r.kind {
		case "message":
			return slices.Contains(ids, r.message(t).Table)
		case "note":
			return r.key == store.GoneNote(guild)
		}
		return slices.Contains(ids, table.ID(r.id())) || r.id() == uint64(guild)
	})
	require.Len(t, want, len(before)-3*5-4-2, "of three ended tables, of the open one, settings and note")

	for after, steps := table.ID(0), 0; ; steps++ {
		last := got(s.Retire(t.Context(), after, 2, deleteUpto(ids[len(ids)-1])))(t)
		requireSound(t, s)
		if last == 0 {
			require.Equal(t, 4, steps)
			break
		}
		after = last
		if steps == 1 {
			s = h.Reopen(t, s)
		}
	}
	require.Len(t, got(s.Leaderboard(t.Context(), guild, store.Board{}))(t), 2, "results count until the end")
	for range 2 { // again changes nothing
		require.NoError(t, s.Retired(t.Context(), []table.GuildID{guild}))
		require.Equal(t, want, kept())
	}
	require.Empty(t, got(s.Leaderboard(t.Context(), guild, store.Board{}))(t))
	require.ElementsMatch(t, others, got(s.Leaderboard(t.Context(), guild+1, store.Board{}))(t))
	requireChannel(t, s, channel+99, 0)
	requirePlaying(t, s, 0, anna)
	require.Empty(t, got(s.Due(t.Context(), 1000, 9))(t))
	requireSound(t, s)
	requireSameCopy(t, s, h)
}

// testForgetReturned leaves gaps between and after the server's results. Then it ends games of the
// server while that is being forgotten.
func testForgetReturned(t *testing.T, h Harness) {
	s := h.Open(t)
	ids := fillServers(t, s, 8)
	retireAll(t, s, func(id table.ID, _ store.Header, _ int64) store.Fate {
		return store.Fate{Delete: id == ids[1] || id == ids[3]}
	})
	require.NoError(t, s.Retired(t.Context(), []table.GuildID{guild}))
	requireSound(t, s)
	requireSameCopy(t, s, h)
	endGame(t, s, guild, channel+199)
	require.Len(t, got(s.Results(t.Context(), guild, 9))(t), 3)
	requireSound(t, s)

	upto := ids[len(ids)-1]
	setGone(t, s, upto)
	got(s.Retire(t.Context(), 0, 2, deleteUpto(upto)))(t)
	endGame(t, s, guild, channel+200)
	requireSound(t, s)
	retireAll(t, s, deleteUpto(upto))
	require.NoError(t, s.Retired(t.Context(), []table.GuildID{guild}))
	requireSound(t, s)
	rows := got(s.Leaderboard(t.Context(), guild, store.Board{}))(t)
	require.Len(t, rows, 2)
	require.Equal(t, 2, rows[0].Games)

	// Results go on to be numbered and counted, also in a copy.
	again := endGame(t, s, guild, channel+201)
	results := got(s.Results(t.Context(), guild, 9))(t)
	require.Len(t, results, 3)
	require.Equal(t, again, results[0].Table)
	requireSound(t, s)
	requireSameCopy(t, s, h)
}

// retire is a step of a walk, with a random fate for each table.
func (m *randomRun) retire(rt *rapid.T) {
	fates := make([]store.Fate, 6)
	for i := range fates {
		switch rapid.IntRange(0, 4).Draw(rt, "fate") {
		case 0:
			fates[i].Delete = true
		case 1:
			fates[i].Name = playerName
		}
	}
	after := table.ID(m.base + rapid.Uint64Range(0, 5).Draw(rt, "after"))
	limit := rapid.IntRange(1, 3).Draw(rt, "limit")
	forgotten := []table.GuildID{table.GuildID(m.base + rapid.Uint64Range(0, 1).Draw(rt, "forgotten"))}
	if rapid.Bool().Draw(rt, "goes on") {
		forgotten = nil
	}
	var lasts []table.ID
	for _, s := range m.stores {
		last, err := s.Retire(m.t.Context(), after, limit, func(id table.ID, _ store.Header, _ int64) store.Fate {
			return fates[uint64(id)-m.base]
		})
		require.NoError(rt, err)
		require.NoError(rt, s.Retired(m.t.Context(), forgotten))
		lasts = append(lasts, last)
	}
	require.Len(rt, slices.Compact(lasts), 1)
}

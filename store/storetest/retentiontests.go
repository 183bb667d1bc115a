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

// playerName is what the suite calls anonymous players.
func playerName(n int) string { return fmt.Sprintf("player %d", n) }

// retireAll walks through all tables, two at a time, and returns the IDs that it was shown.
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

// stripBefore is the fate of tables that ended before a time.
func stripBefore(before int64) func(table.ID, store.Header, int64) store.Fate {
	return func(_ table.ID, _ store.Header, last int64) store.Fate {
		if last >= before {
			return store.Fate{}
		}
		return store.Fate{Name: playerName}
	}
}

// testStripUnknown checks what becomes of fields that a newer program has added to a header.
func testStripUnknown(t *testing.T, h Harness) {
	s := h.Open(t)
	const dora, emil table.UserID = 123456789012345678, 123456789012345679
	id := newTable(t, s, channel)
	c := ending(id, channel, 1,
		store.Standing{User: dora, Rank: 1, Score: 30}, store.Standing{User: emil, Rank: 2, Score: 20})
	c.Header.Players = []table.UserID{dora, emil}
	require.NoError(t, s.Commit(t.Context(), c))
	h.ChangeHeader(t, s, id, func(header string) string {
		return `{"glad":[1],"by":{"user":"123456789012345679"},"watchers":[123456789012345678,1],` + header[1:]
	})
	retireAll(t, s, stripBefore(3000))
	require.NoError(t, s.Retired(t.Context(), nil))
	var left string
	h.ChangeHeader(t, s, id, func(header string) string {
		left = header
		return header
	})
	require.NotContains(t, left, dora.String())
	require.NotContains(t, left, emil.String())
	requireSound(t, s)
}

// testStrip makes the people of ended tables anonymous, also of one whose lobby everybody has left.
func testStrip(t *testing.T, h Harness) {
	s := h.Open(t)
	ended := newTable(t, s, channel)
	end := ending(ended, channel, 1,
		store.Standing{User: anna, Rank: 1, Score: 30}, store.Standing{User: boris, Rank: 2, Score: 20})
	end.Events = append(end.Events, table.Replace(1, table.Player{User: anna, Name: "Anna"}, clara, 2003))
	end.Outbox = []store.Message{{Table: ended, Channel: channel, Kind: "late", By: clara, To: anna}}
	require.NoError(t, s.Commit(t.Context(), end))
	newer := newTable(t, s, channel+1)
	require.NoError(t, s.Commit(t.Context(), ending(newer, channel+1, 1,
		store.Standing{User: anna, Rank: 1, Score: 3}, store.Standing{User: boris, Rank: 2, Score: 2})))
	later := move(newer, channel+1, 2)
	later.Header.Status = store.Ended
	later.Events[0].At = 5000
	require.NoError(t, s.Commit(t.Context(), later))
	running := newTable(t, s, channel+2)
	left := newTable(t, s, channel+3)
	abort := move(left, channel+3, 1)
	abort.Events, abort.Header.Status, abort.Header.Players = []table.Event{table.Leave(anna, 1500)}, store.Aborted, nil
	require.NoError(t, s.Commit(t.Context(), abort))
	require.NoError(t, s.SetReview(t.Context(), ended, []byte(`{"moves":1}`)))
	before, err := s.Leaderboard(t.Context(), guild, store.Board{Game: "gardens"})
	require.NoError(t, err)
	results, err := s.Results(t.Context(), guild, 9)
	require.NoError(t, err)

	var dumps [2]string
	for i := range dumps {
		require.Equal(t, []table.ID{ended, newer, running, left}, retireAll(t, s, stripBefore(3000)))
		require.NoError(t, s.Retired(t.Context(), nil))
		_, dumps[i] = dumpAll(t, s)
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
	out, err := s.Outbox(t.Context(), 0, 9)
	require.NoError(t, err)
	require.Len(t, out, 1)
	require.Zero(t, out[0].By)
	require.Zero(t, out[0].To)
	review, err := s.Review(t.Context(), ended)
	require.NoError(t, err)
	require.NotEmpty(t, review)

	// Newer games, open ones and all results keep their people.
	require.Equal(t, []table.ID{ended, newer, running}, tablesOf(t, s, anna))
	require.Empty(t, tablesOf(t, s, clara))
	after, err := s.Leaderboard(t.Context(), guild, store.Board{Game: "gardens"})
	require.NoError(t, err)
	require.ElementsMatch(t, before, after)
	kept, err := s.Results(t.Context(), guild, 9)
	require.NoError(t, err)
	require.Equal(t, results, kept)
	requireSound(t, s)
	requireSameCopy(t, s, h)

	// Erasing a person reaches the results of games without people.
	leave := move(running, channel+2, 1)
	leave.Header.Status = store.Aborted
	require.NoError(t, s.Commit(t.Context(), leave))
	require.NoError(t, s.Erase(t.Context(), anna, asFormer))
	require.Empty(t, tablesOf(t, s, anna))
	kept, err = s.Results(t.Context(), guild, 9)
	require.NoError(t, err)
	require.Equal(t, former.User, kept[1].Standings[0].User)
	head, _, err = s.Table(t.Context(), ended)
	require.NoError(t, err)
	require.Equal(t, []table.UserID{table.AnonymousID(1), table.AnonymousID(2)}, head.Players)
	requireSound(t, s)
}

// requireSameCopy checks that another store takes the dump of a store.
func requireSameCopy(t testing.TB, s store.Store, h Harness) {
	t.Helper()
	records, _ := dumpAll(t, s)
	copied := h.Open(t)
	require.NoError(t, loadAll(t, copied, records))
	requireSound(t, copied)
}

// fillServers opens and ends tables of two servers. It returns those of the server to forget, which
// are every second one.
func fillServers(t testing.TB, s store.Store, n int) (ids []table.ID, ends []store.Commit) {
	for i := range n {
		in := channel + table.ChannelID(i)
		id := newTable(t, s, in)
		c := ending(id, in, 1,
			store.Standing{User: anna, Rank: 1, Score: 30 + i}, store.Standing{User: boris, Rank: 2, Score: 20})
		c.Header.Guild = guild + table.GuildID(i%2)
		c.Result.Guild = c.Header.Guild
		require.NoError(t, s.Commit(t.Context(), c))
		require.NoError(t, s.SetReview(t.Context(), id, []byte(`{}`)))
		if i%2 == 0 {
			ids, ends = append(ids, id), append(ends, c)
		}
	}
	open := newTable(t, s, channel+99)
	c := move(open, channel+99, 1)
	c.Deadline, c.Outbox = 77, []store.Message{{Table: open, Channel: channel + 99, Kind: "move"}}
	require.NoError(t, s.Commit(t.Context(), c))
	return append(ids, open), ends
}

// deleteUpto is the fate of the tables of the server to forget.
func deleteUpto(upto table.ID) func(table.ID, store.Header, int64) store.Fate {
	return func(id table.ID, h store.Header, _ int64) store.Fate {
		return store.Fate{Delete: h.Guild == guild && id <= upto}
	}
}

// setGone notes that a server is being forgotten.
func setGone(t testing.TB, s store.Store, upto table.ID) {
	note := store.Gone{Since: 5, Upto: upto}
	require.NoError(t, s.SetNote(t.Context(), store.GoneNote(guild), note.String()))
}

func testForget(t *testing.T, h Harness) {
	s := h.Open(t)
	ids, _ := fillServers(t, s, 6)
	SetSettings(t, s, guild, store.Settings{Language: "fr"})
	SetSettings(t, s, guild+1, store.Settings{Language: "de"})
	setGone(t, s, ids[len(ids)-1])
	others, err := s.Leaderboard(t.Context(), guild+1, store.Board{})
	require.NoError(t, err)
	require.Len(t, others, 2)

	for after, steps := table.ID(0), 0; ; steps++ {
		last, err := s.Retire(t.Context(), after, 2, deleteUpto(ids[len(ids)-1]))
		require.NoError(t, err)
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
	rows, err := s.Leaderboard(t.Context(), guild, store.Board{})
	require.NoError(t, err)
	require.Len(t, rows, 2, "results count until the end")
	for range 2 { // again changes nothing
		require.NoError(t, s.Retired(t.Context(), []table.GuildID{guild}))
	}
	note, err := s.Note(t.Context(), store.GoneNote(guild))
	require.NoError(t, err)
	require.Empty(t, note)

	for _, id := range ids {
		_, _, err := s.Table(t.Context(), id)
		require.ErrorIs(t, err, store.ErrNotFound)
		review, err := s.Review(t.Context(), id)
		require.NoError(t, err)
		require.Empty(t, review)
	}
	rows, err = s.Leaderboard(t.Context(), guild, store.Board{})
	require.NoError(t, err)
	require.Empty(t, rows)
	results, err := s.Results(t.Context(), guild, 9)
	require.NoError(t, err)
	require.Empty(t, results)
	settings, err := s.Settings(t.Context(), guild)
	require.NoError(t, err)
	require.Zero(t, settings)
	require.NoError(t, s.Headers(t.Context(), guild, func(id table.ID, _ store.Header) { t.Errorf("table %d", id) }))
	_, err = s.OpenTable(t.Context(), channel+99)
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = store.LastTable(t.Context(), s, channel)
	require.ErrorIs(t, err, store.ErrNotFound)
	out, err := s.Outbox(t.Context(), 0, 9)
	require.NoError(t, err)
	require.Empty(t, out)
	due, err := s.Due(t.Context(), 1000, 9)
	require.NoError(t, err)
	require.Empty(t, due)
	playing, err := s.Playing(t.Context(), 0, anna)
	require.NoError(t, err)
	require.Empty(t, playing)

	left, err := s.Leaderboard(t.Context(), guild+1, store.Board{})
	require.NoError(t, err)
	require.ElementsMatch(t, others, left)
	settings, err = s.Settings(t.Context(), guild+1)
	require.NoError(t, err)
	require.Equal(t, "de", settings.Language)
	requireSound(t, s)
	requireSameCopy(t, s, h)
}

// testForgetReturned ends games of a server that is being forgotten, before its old tables are
// gone.
func testForgetReturned(t *testing.T, h Harness) {
	s := h.Open(t)
	ids, ends := fillServers(t, s, 6)
	upto := ids[len(ids)-1]
	setGone(t, s, upto)
	_, err := s.Retire(t.Context(), 0, 2, deleteUpto(upto))
	require.NoError(t, err)
	fresh := newTable(t, s, channel+200)
	c := ends[0]
	c.Table, c.Header.Channel, c.Result = fresh, channel+200, &store.Result{
		Table: fresh, Guild: guild, Game: "gardens", At: 9, Standings: c.Result.Standings,
	}
	require.NoError(t, s.Commit(t.Context(), c))
	requireSound(t, s)
	retireAll(t, s, deleteUpto(upto))
	require.NoError(t, s.Retired(t.Context(), []table.GuildID{guild}))
	requireSound(t, s)
	rows, err := s.Leaderboard(t.Context(), guild, store.Board{})
	require.NoError(t, err)
	require.Len(t, rows, 2)
	require.Equal(t, 1, rows[0].Games)

	// Results go on to be numbered and counted, also in a copy.
	again := newTable(t, s, channel+201)
	c.Table, c.Header.Channel, c.Result = again, channel+201, &store.Result{
		Table: again, Guild: guild, Game: "gardens", At: 10, Standings: c.Result.Standings,
	}
	require.NoError(t, s.Commit(t.Context(), c))
	results, err := s.Results(t.Context(), guild, 9)
	require.NoError(t, err)
	require.Len(t, results, 2)
	require.Equal(t, again, results[0].Table)
	requireSound(t, s)
	requireSameCopy(t, s, h)
}

// testForgetSome deletes games so that gaps are left between and after the server's results.
func testForgetSome(t *testing.T, h Harness) {
	s := h.Open(t)
	ids, ends := fillServers(t, s, 8)
	_, err := s.Retire(t.Context(), 0, 20, func(id table.ID, _ store.Header, _ int64) store.Fate {
		return store.Fate{Delete: id == ids[1] || id == ids[3]}
	})
	require.NoError(t, err)
	require.NoError(t, s.Retired(t.Context(), []table.GuildID{guild}))
	requireSound(t, s)
	requireSameCopy(t, s, h)
	c := ends[0]
	c.Table, c.Header.Channel, c.Interaction = newTable(t, s, channel+200), channel+200, 0
	result := *c.Result
	result.Table = c.Table
	c.Result = &result
	require.NoError(t, s.Commit(t.Context(), c))
	results, err := s.Results(t.Context(), guild, 9)
	require.NoError(t, err)
	require.Len(t, results, 3)
	requireSound(t, s)
}

func testNotes(t *testing.T, h Harness) {
	s := h.Open(t)
	for _, name := range []string{"a", "ab", "ab:1", "ab:2", "ac", "b"} {
		require.NoError(t, s.SetNote(t.Context(), name, "value of "+name))
	}
	require.NoError(t, s.SetNote(t.Context(), "ab:2", ""))
	notes, err := s.Notes(t.Context(), "ab")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"ab": "value of ab", "ab:1": "value of ab:1"}, notes)
	notes, err = s.Notes(t.Context(), "ab_")
	require.NoError(t, err)
	require.Empty(t, notes)
}

// retire is a step of a walk through the round's tables, with a random fate for each.
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
	for _, s := range m.stores() {
		last, err := s.Retire(m.t.Context(), after, limit, func(id table.ID, _ store.Header, _ int64) store.Fate {
			return fates[uint64(id)-m.base]
		})
		require.NoError(rt, err)
		require.NoError(rt, s.Retired(m.t.Context(), forgotten))
		lasts = append(lasts, last)
	}
	require.Len(rt, slices.Compact(lasts), 1)
}

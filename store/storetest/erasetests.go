package storetest

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

// former is the player that takes the place of an erased one.
var former = table.Player{User: table.FormerID(7), Name: "former player"}

func asFormer(table.GuildID) table.Player { return former }

// tablesOf returns the tables that name a user.
func tablesOf(t testing.TB, s store.Store, user table.UserID) (ids []table.ID) {
	t.Helper()
	require.NoError(t, s.Mentioning(t.Context(), user,
		func(id table.ID, h store.Header, log []table.Event) error {
			ids = append(ids, id)
			stored, events, err := s.Table(t.Context(), id)
			require.NoError(t, err)
			require.Equal(t, stored, h)
			require.Equal(t, events, log)
			return nil
		}))
	return ids
}

// testErase checks that an erased player is gone from everything, and that nothing else changes.
func testErase(t *testing.T, h Harness) {
	s := h.Open(t)
	ended := newTable(t, s, channel)
	require.NoError(t, s.Commit(t.Context(), ending(ended, channel, 1,
		store.Standing{User: anna, Rank: 1, Score: 30}, store.Standing{User: boris, Rank: 2, Score: 20})))
	second := newTable(t, s, channel+1)
	c := ending(second, channel+1, 1,
		store.Standing{User: boris, Rank: 1, Score: 9}, store.Standing{User: clara, Rank: 2, Score: 8})
	c.Header.Players = []table.UserID{boris, clara}
	c.Events = []table.Event{table.Start([]table.UserID{boris, clara}, nil, json.RawMessage("{}"), boris, 5)}
	require.NoError(t, s.Commit(t.Context(), c))
	running := newTable(t, s, channel+2)
	SetPreferences(t, s, boris, store.Preferences{Quiet: store.QuietHours{To: 8}})
	SetPreferences(t, s, anna, store.Preferences{Quiet: store.QuietHours{To: 7}})

	require.Equal(t, []table.ID{ended, second, running}, tablesOf(t, s, boris))
	require.ErrorIs(t, s.Erase(t.Context(), boris, asFormer), store.ErrPlaying)
	require.Equal(t, []table.ID{ended, second, running}, tablesOf(t, s, boris))

	leave := move(running, channel+2, 1)
	leave.Events = []table.Event{table.Leave(boris, 9)}
	leave.Header.Players = []table.UserID{anna}
	leave.Header.Status = store.Lobby
	leave.Outbox = []store.Message{{Table: running, Channel: channel + 2, Kind: "lobby", By: boris, To: boris}}
	require.NoError(t, s.Commit(t.Context(), leave))
	before, err := s.Leaderboard(t.Context(), guild, store.Board{Game: "gardens"})
	require.NoError(t, err)

	headers := map[table.ID]store.Header{}
	require.NoError(t, s.Headers(t.Context(), guild, func(id table.ID, h store.Header) { headers[id] = h }))
	require.Len(t, headers, 3)
	require.Equal(t, store.Ended, headers[ended].Status)
	require.NoError(t, s.Headers(t.Context(), guild+1, func(id table.ID, _ store.Header) { t.Errorf("table %d", id) }))

	require.NoError(t, s.Erase(t.Context(), boris, asFormer))
	require.Empty(t, tablesOf(t, s, boris))
	require.Equal(t, []table.ID{ended, second, running}, tablesOf(t, s, former.User))
	head, log, err := s.Table(t.Context(), second)
	require.NoError(t, err)
	require.EqualValues(t, 2, head.Version)
	require.Equal(t, []table.UserID{former.User, clara}, head.Players)
	require.Equal(t, former.User, log[1].By)
	require.Equal(t, []table.UserID{former.User, clara}, log[1].Order)
	p, err := s.Preferences(t.Context(), boris)
	require.NoError(t, err)
	require.Zero(t, p)
	p, err = s.Preferences(t.Context(), anna)
	require.NoError(t, err)
	require.Equal(t, 7, p.Quiet.To)
	results, err := s.Results(t.Context(), guild, 9)
	require.NoError(t, err)
	require.Equal(t, former.User, results[0].Standings[0].User)
	require.Equal(t, former.User, results[1].Standings[1].User)
	for i := range before {
		if before[i].User == boris {
			before[i].User = former.User
		}
	}
	after, err := s.Leaderboard(t.Context(), guild, store.Board{Game: "gardens"})
	require.NoError(t, err)
	require.ElementsMatch(t, before, after)
	out, err := s.Outbox(t.Context(), 0, 9)
	require.NoError(t, err)
	require.Len(t, out, 1)
	require.Zero(t, out[0].By)
	require.Zero(t, out[0].To)
	requireSound(t, s)

	// The table goes on, and another erasure changes nothing.
	require.NoError(t, s.Erase(t.Context(), boris, asFormer))
	next := move(running, channel+2, 2)
	next.Header.Players = []table.UserID{anna}
	require.NoError(t, s.Commit(t.Context(), next))
	requireSound(t, s)
}

// testEraseUnknown checks that no field that a newer program has added to a header names the user.
func testEraseUnknown(t *testing.T, h Harness) {
	s := h.Open(t)
	const dora, emil table.UserID = 123456789012345678, 123456789012345679
	open := func(in table.ChannelID, by table.UserID) table.ID {
		id, err := s.NewTable(t.Context())
		require.NoError(t, err)
		c := opening(id, in)
		c.Events = []table.Event{table.OpenLobby(&gardens, table.Player{User: by, Name: "Dora"}, nil, 0, 1000)}
		c.Header.Players, c.Header.Status = []table.UserID{by}, store.Ended
		require.NoError(t, s.Commit(t.Context(), c))
		return id
	}
	played, watched := open(channel, dora), open(channel+1, emil)
	const added = `"glad":[1],"by":{"user":"123456789012345679"},"watchers":[123456789012345678,1],` +
		`"seats":{"123456789012345678":1},`
	for _, id := range []table.ID{played, watched} {
		h.ChangeHeader(t, s, id, func(header string) string { return "{" + added + header[1:] })
	}
	require.NoError(t, s.Erase(t.Context(), dora, asFormer))
	for id, player := range map[table.ID]table.UserID{played: former.User, watched: emil} {
		h.ChangeHeader(t, s, id, func(header string) string {
			require.NotContains(t, header, dora.String())
			return header
		})
		got, err := s.Header(t.Context(), id)
		require.NoError(t, err)
		require.Equal(t, []table.UserID{player}, got.Players)
	}
	requireSound(t, s)
	require.NoError(t, s.Erase(t.Context(), dora, asFormer))
}

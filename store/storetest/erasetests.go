package storetest

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

var former = table.Player{User: table.FormerID(7), Name: "former player"}

func asFormer(table.GuildID) table.Player { return former }

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

func testErase(t *testing.T, h Harness) {
	s := h.Open(t)
	ended := newTable(t, s, channel)
	commit(t, s, ending(ended, channel, 1, place(anna, 1, 30), place(boris, 2, 20)))
	second := newTable(t, s, channel+1)
	c := ending(second, channel+1, 1, place(boris, 1, 9), place(clara, 2, 8))
	c.Header.Players = []table.UserID{boris, clara}
	c.Events = []table.Event{table.Start([]table.UserID{boris, clara}, nil, json.RawMessage("{}"), boris, 5)}
	commit(t, s, c)
	running := newTable(t, s, channel+2)
	SetPreferences(t, s, boris, store.Preferences{Quiet: store.QuietHours{To: 8}})
	SetPreferences(t, s, anna, store.Preferences{Quiet: store.QuietHours{To: 7}})

	require.NoError(t, s.ChangeSettings(t.Context(), guild, func(s *store.Settings) error {
		s.Invite(boris, true)
		s.Invite(anna, true)
		s.Challenge.Next = &store.Puzzle{Mark: "later", Record: &engine.Record{Game: "babel"}}
		s.Challenge.Begin("2026-11-26")
		s.Challenge.Submit(store.Solve{User: boris, Stars: 3})
		s.Challenge.Submit(store.Solve{User: anna, Stars: 2})
		s.Language = "de"
		return nil
	}))

	require.Equal(t, []table.ID{ended, second, running}, tablesOf(t, s, boris))
	require.ErrorIs(t, s.Erase(t.Context(), boris, asFormer), store.ErrPlaying)
	require.Equal(t, []table.ID{ended, second, running}, tablesOf(t, s, boris))

	leave := move(running, channel+2, 1)
	leave.Events = []table.Event{table.Leave(boris, 9)}
	leave.Header.Players = []table.UserID{anna}
	leave.Header.Status = store.Lobby
	leave.Outbox = []store.Entry{{Table: running, Channel: channel + 2, Kind: "lobby", By: boris, To: boris}}
	commit(t, s, leave)
	rows := func() []store.Row {
		return append(got(s.Leaderboard(t.Context(), guild, store.Board{Game: "gardens"}))(t),
			got(s.Leaderboard(t.Context(), guild, store.Board{Season: season}))(t)...)
	}
	before := rows()
	require.Len(t, before, 6)

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
	require.Zero(t, got(s.Preferences(t.Context(), boris))(t))
	require.Equal(t, 7, got(s.Preferences(t.Context(), anna))(t).Quiet.To)
	settings := got(s.Settings(t.Context(), guild))(t)
	require.Equal(t, []table.UserID{anna}, settings.Invited)
	require.Equal(t, "de", settings.Language)
	require.Equal(t, []store.Solve{{User: anna, Stars: 2}}, settings.Challenge.Now.Solves)
	require.Len(t, settings.Challenge.Scores, 1)
	results := got(s.Results(t.Context(), guild, 9))(t)
	require.Equal(t, former.User, results[0].Standings[0].User)
	require.Equal(t, former.User, results[1].Standings[1].User)
	for i := range before {
		if before[i].User == boris {
			before[i].User = former.User
		}
	}
	require.ElementsMatch(t, before, rows())
	out := got(s.Outbox(t.Context(), 0, 9))(t)
	require.Len(t, out, 1)
	require.Zero(t, out[0].By)
	require.Zero(t, out[0].To)
	requireSound(t, s)

	// The table goes on, and another erasure changes nothing.
	require.NoError(t, s.Erase(t.Context(), boris, asFormer))
	next := move(running, channel+2, 2)
	next.Header.Players = []table.UserID{anna}
	commit(t, s, next)
	requireSound(t, s)
}

// testEraseDirect checks that erasing deletes the tables in the user's direct channel, and no
// others.
func testEraseDirect(t *testing.T, h Harness) {
	s := h.Open(t)
	own, others := table.DirectGuild(channel+5), table.DirectGuild(channel+6)
	at := func(g table.GuildID, ch table.ChannelID, user table.UserID) table.ID {
		c := opening(got(s.NewTable(t.Context()))(t), ch)
		c.Header.Guild, c.Header.Players, c.Header.Status = g, []table.UserID{user}, store.Ended
		c.Events = []table.Event{table.OpenLobby(&gardens, table.Player{User: user, Name: "Boris"}, nil, 0, 1000)}
		c.Outbox = []store.Entry{{Table: c.Table, Channel: ch, Kind: "table", By: user}}
		commit(t, s, c)
		require.NoError(t, s.ChangeSettings(t.Context(), g, func(s *store.Settings) error { s.Language = "de"; return nil }))
		return c.Table
	}
	gone, stays := at(own, channel+5, boris), at(others, channel+6, anna)
	ended := newTable(t, s, channel)
	commit(t, s, ending(ended, channel, 1, place(anna, 1, 30), place(boris, 2, 20)))
	require.NoError(t, s.Erase(t.Context(), boris, asFormer))
	_, err := s.Header(t.Context(), gone)
	require.ErrorIs(t, err, store.ErrNotFound)
	require.Empty(t, got(s.Settings(t.Context(), own))(t).Language)
	require.Equal(t, "de", got(s.Settings(t.Context(), others))(t).Language)
	out := got(s.Outbox(t.Context(), 0, 9))(t)
	require.Len(t, out, 1)
	require.Equal(t, stays, out[0].Table)
	var left []table.ID
	require.NoError(t, s.Headers(t.Context(), 0, func(id table.ID, _ store.Header) { left = append(left, id) }))
	require.Equal(t, []table.ID{stays, ended}, left)
	requireSound(t, s)
}

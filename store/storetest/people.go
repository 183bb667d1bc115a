package storetest

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

func testFacts(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	chosen := store.Settings{Language: "de", Channels: []table.ChannelID{channel, channel + 1}, Limit: 3600}
	late := store.Preferences{Quiet: store.QuietHours{From: 23, To: 7}, Lessons: map[string]string{"a": "1"}}
	for _, want := range []struct {
		settings    store.Settings
		preferences store.Preferences
		note        string
	}{{}, {chosen, late, "1"}, {}} {
		SetSettings(t, s, guild, want.settings)
		SetPreferences(t, s, anna, want.preferences)
		require.NoError(t, s.SetNote(ctx, "ab:2", want.note))
		for range 2 { // the caller may change what it has read
			settings, preferences := Must(s.Settings(ctx, guild))(t), Must(s.Preferences(ctx, anna))(t)
			require.Equal(t, want.settings, settings)
			require.Equal(t, want.preferences, preferences)
			clear(settings.Channels)
			clear(preferences.Lessons)
		}
		require.Equal(t, want.note, Must(s.Note(ctx, "ab:2"))(t))
		require.Zero(t, Must(s.Settings(ctx, guild+1))(t))
		require.Zero(t, Must(s.Preferences(ctx, boris))(t))
	}
	for _, name := range []string{"a", "ab", "ab:1", "ac", "b"} {
		require.NoError(t, s.SetNote(ctx, name, name))
	}
	require.Equal(t, map[string]string{"ab": "ab", "ab:1": "ab:1"}, Must(s.Notes(ctx, "ab"))(t))
	require.Empty(t, Must(s.Notes(ctx, "ab_"))(t))

	require.ErrorIs(t, s.SetReview(ctx, 5, []byte(`{}`)), store.ErrNotFound)
	commit(t, s, opening(5, channel))
	require.ErrorContains(t, s.SetReview(ctx, 5, []byte(`{}`)), `is "lobby"`)
	commit(t, s, ending(5, channel, 1, standing(anna, 1, 30), standing(boris, 2, 20)))
	require.ErrorContains(t, s.SetReview(ctx, 5, []byte(`{`)), "not JSON")
	require.Nil(t, Must(s.Review(ctx, 5))(t))
	for _, review := range []string{`{"seat":1}`, `{"seat":2}`} {
		require.NoError(t, s.SetReview(ctx, 5, []byte(review)))
		require.Equal(t, review, string(Must(s.Review(ctx, 5))(t)))
	}
	requireSound(t, s)
}

// testErase erases a user with a name and ID of their own. testRandom looks at the tables.
func testErase(t *testing.T, h Harness) {
	m := newModel(t, h.Open(t))
	ctx := t.Context()
	gone := table.Player{User: 182736455463728190, Name: "Nebuchadnezzar"}
	own, others := table.DirectGuild(channel+5), table.DirectGuild(channel+6)
	at := func(id table.ID, in table.GuildID, status store.Status, users ...table.UserID) store.Commit {
		c := opening(id, 0)
		c.Header.Guild, c.Header.Status, c.Header.Players = in, status, users
		c.Events = append(c.Events, table.Join(gone, 5), table.Start([]table.UserID{gone.User, anna}, nil, json.RawMessage("{}"), gone.User, 6))
		c.Outbox = []store.Entry{{Table: id, Kind: "lobby", To: gone.User}}
		return c
	}
	rated := at(1, guild, store.Ended, anna, gone.User)
	rated.Result = ending(1, 0, 0, standing(anna, 1, 30), standing(gone.User, 2, 20)).Result
	m.users = append(m.users, gone.User)
	for _, c := range []store.Commit{
		rated, at(2, guild, store.Running, anna, gone.User), opening(3, channel),
		at(4, own, store.Ended, gone.User), alter(opening(5, 0), func(c *store.Commit) { c.Header.Guild = others }),
	} {
		m.commit(c)
	}
	for _, in := range []table.GuildID{guild, own, others} {
		require.NoError(t, m.s.ChangeSettings(ctx, in, func(s *store.Settings) error {
			for i, user := range []table.UserID{gone.User, anna} {
				s.Invite(user, true)
				solve, score := store.Solve{User: user, Stars: 2 + i}, store.ChallengeScore{User: user, Day: "2026-11-26"}
				s.Challenge.Now, s.Challenge.Last = s.Challenge.Last, s.Challenge.Now
				s.Challenge.Now = &store.Puzzle{Mark: "now", Record: &engine.Record{Game: "babel"}, Solves: []store.Solve{solve}}
				s.Challenge.Scores = append(s.Challenge.Scores, score)
			}
			return nil
		}))
	}
	for _, user := range []table.UserID{gone.User, anna} {
		SetPreferences(t, m.s, user, store.Preferences{Lessons: map[string]string{"x": fmt.Sprint("of ", user)}})
	}
	require.NoError(t, m.s.SetReview(ctx, 1, []byte(`{"seat":1}`)))
	before := readDump(t, m.s)
	m.erase(gone.User) // who plays at table 2
	require.Equal(t, before, readDump(t, m.s))

	leave := at(2, guild, store.Running, anna)
	leave.Want, leave.Events = 3, []table.Event{table.Leave(gone.User, 9)}
	m.commit(leave)
	m.erase(gone.User)
	m.checkAll()
	requireSound(t, m.s)
	after := readDump(t, m.s)
	m.erase(gone.User)
	require.Equal(t, after, readDump(t, m.s), "again changes nothing")
	require.Nil(t, m.tables[4], "the table in the user's direct channel is deleted")
	for _, trace := range []string{gone.Name, gone.User.String()} {
		require.NotContains(t, fmt.Sprintf("%s", after), trace)
	}
	require.Zero(t, Must(m.s.Preferences(ctx, gone.User))(t))
	require.Zero(t, Must(m.s.Settings(ctx, own))(t))
	settings := Must(m.s.Settings(ctx, guild))(t)
	require.Equal(t, []table.UserID{anna}, settings.Invited)
	require.Equal(t, settings, Must(m.s.Settings(ctx, others))(t))
	require.NotEmpty(t, Must(m.s.Preferences(ctx, anna))(t).Lessons)
	require.NotEmpty(t, Must(m.s.Review(ctx, 1))(t))
}

// testForget deletes a server's tables up to one, while the server returns.
func testForget(t *testing.T, h Harness) {
	m := newModel(t, h.Open(t))
	ctx := t.Context()
	play := func(id table.ID, in table.GuildID) {
		c := ending(id, channel+1, 0, standing(anna, 1, int(id)), standing(boris, 2, 20))
		c.Header.Guild, c.Result.Guild, c.Outbox = in, in, []store.Entry{message(id, "end")}
		m.commit(c)
		require.NoError(t, m.s.SetReview(ctx, id, []byte(`{}`)))
	}
	for id := range table.ID(8) {
		play(id+1, guild+table.GuildID(id%2))
	}
	open := opening(9, channel)
	open.Deadline = 77
	m.commit(open)
	deleting := func(upto table.ID) fate {
		return func(id table.ID, h store.Header, _ int64) store.Fate {
			return store.Fate{Delete: h.Guild == guild && id <= upto}
		}
	}
	m.retire(0, 9, deleting(3)) // leaves gaps before the results of the server
	m.finishRetire(guild)
	m.checkAll()
	for _, in := range []table.GuildID{guild, guild + 1} {
		SetSettings(t, m.s, in, store.Settings{Language: "fr"})
	}
	require.NoError(t, m.s.SetNote(ctx, store.GoneNote(guild), store.Gone{Since: 5, Upto: 9}.String()))
	m.retire(0, 4, deleting(9))
	m.checkAll() // results count until the end
	requireSound(t, m.s)
	m.s = h.Reopen(t, m.s)
	play(10, guild)
	for last := m.retire(0, 2, deleting(9)); last != 0; last = m.retire(last, 2, deleting(9)) {
		m.checkAll()
		requireSound(t, m.s)
	}
	for range 2 { // again changes nothing
		m.finishRetire(guild)
		m.checkAll()
		requireSound(t, m.s)
	}
	for id := range table.ID(10) {
		id++
		require.Equal(t, id%2 == 0, m.tables[id] != nil)
		require.Equal(t, id%2 == 0, Must(m.s.Review(ctx, id))(t) != nil)
	}
	require.Empty(t, Must(m.s.Notes(ctx, ""))(t))
	require.Zero(t, Must(m.s.Settings(ctx, guild))(t))
	require.Equal(t, "fr", Must(m.s.Settings(ctx, guild+1))(t).Language)
	m.continueWithCopy(h)
	play(11, guild) // results go on to be numbered and counted
	m.checkAll()
	requireSound(t, m.s)
}

package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Harness is how the suite gets at an implementation.
type Harness struct {
	// Open makes an empty store and sees to it that it is closed when the test
	// ends; a second Close does no harm.
	Open func(t testing.TB) store.Store
	// Reopen closes a store and opens what it has kept, as the next run of the
	// program would. Nil where nothing outlives the program: then the cases of
	// that kind are skipped.
	Reopen func(t testing.TB, s store.Store) store.Store
}

// Run holds an implementation to the contract.
func Run(t *testing.T, h Harness) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, h Harness)
	}{
		{"a commit is all there or not at all", testCommit},
		{"the log of a table", testLog},
		{"of writers of one version one succeeds", testVersions},
		{"an interaction is committed once", testInteractions},
		{"a channel holds one open table", testChannels},
		{"the open tables of a player", testPlaying},
		{"the open tables of a server", testOpenTables},
		{"the outbox", testOutbox},
		{"deadlines", testDeadlines},
		{"results make the leaderboard", testLeaderboard},
		{"settings, preferences and notes", testSettings},
		{"ids of tables", testNewTable},
		{"contexts", testContexts},
		{"after Close", testClose},
		{"what is committed stays", testReopen},
		{"any order of actions is as in the model", testModel},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, h)
		})
	}
}

// sound checks the store with its own means.
func sound(t testing.TB, s store.Store) {
	t.Helper()
	faults, err := s.Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, faults)
}

// The cast.
const (
	guild   table.GuildID   = 71
	channel table.ChannelID = 501
	anna    table.UserID    = 11
	boris   table.UserID    = 12
	clara   table.UserID    = 13
)

// newTable commits a table in its lobby, in a channel of its own.
func newTable(t testing.TB, s store.Store, in table.ChannelID) table.ID {
	t.Helper()
	id, err := s.NewTable(t.Context())
	require.NoError(t, err)
	require.NoError(t, s.Commit(t.Context(), opening(id, in)))
	return id
}

// gardens is all that a store learns of a game.
var gardens = engine.Info{ID: "gardens", RulesVersion: 1}

func opening(id table.ID, in table.ChannelID) store.Commit {
	return store.Commit{
		Table:  id,
		Events: []table.Event{table.OpenLobby(&gardens, table.Player{User: anna, Name: "Anna"}, nil, 0, 1000)},
		Header: header(in, store.Lobby),
	}
}

func header(in table.ChannelID, status store.Status) store.Header {
	return store.Header{Guild: guild, Channel: in, Game: "gardens", Status: status, Players: []table.UserID{anna, boris}}
}

// move is a commit of one move on a running table.
func move(id table.ID, in table.ChannelID, want table.Version) store.Commit {
	return store.Commit{
		Table:  id,
		Want:   want,
		Events: []table.Event{table.MoveText("take 3 blue 2", boris, 2000+int64(want))},
		Header: header(in, store.Running),
	}
}

// ending is a commit that ends a table with a result.
func ending(id table.ID, in table.ChannelID, want table.Version, standings ...store.Standing) store.Commit {
	c := move(id, in, want)
	c.Header.Status = store.Ended
	c.Result = &store.Result{Table: id, Guild: guild, Game: "gardens", At: 9000, Standings: standings}
	return c
}

package storetest

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

type Harness struct {
	// Open returns a new, empty store and closes it when the test ends, unless the test has closed
	// it.
	Open func(t testing.TB) store.Store
	// Reopen closes a store and opens its data, like the next run of the program.
	Reopen func(t testing.TB, s store.Store) store.Store
	Second func(t testing.TB, s store.Store) store.Store
	// Twin returns a new, empty store of another implementation, closed when the test ends. It may
	// be nil.
	Twin func(t testing.TB) store.Store
}

func Run(t *testing.T, h Harness) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, h Harness)
	}{
		{"a commit is stored completely or not at all", testCommit},
		{"a table keeps its whole log", testLog},
		{"one of several writers of a version succeeds", testVersions},
		{"an interaction is committed once", testInteractions},
		{"a channel holds one open table and lists all", testChannels},
		{"the open tables of players and servers are listed", testPlaying},
		{"the outbox keeps messages until they are settled", testOutbox},
		{"overdue tables are listed", testDeadlines},
		{"results make the leaderboard", testLeaderboard},
		{"settings, preferences and notes are kept", testSettings},
		{"reviews of ended tables are kept", testReviews},
		{"an erased player is gone and nothing else changes", testErase},
		{"the tables of an erased player's direct channel are gone", testEraseDirect},
		{"old games lose their people and keep their results", testStrip},
		{"a server is forgotten in steps", testForget},
		{"a server that returns while it is forgotten begins anew", testForgetReturned},
		{"changes of settings, preferences and notes lose none", testChanges},
		{"Take returns each entry once", testTake},
		{"Take waits for entries", testTakeWaits},
		{"messages come once, in order, to one handle at a time", testShared},
		{"open tables and messages are counted", testCounts},
		{"table IDs are unique", testNewTable},
		{"an ended context ends a call", testContexts},
		{"after Close every call fails", testClose},
		{"a bot goes on where it was, also with a copy", testGoesOn},
		{"a dump that cannot be loaded changes nothing", testRefusedDumps},
		{"random actions have the same effect on two stores", testTwins},
		{"an outbox whose hold is over is taken over and its old sender learns it", testTakeover},
		{"a released outbox and holds are free at once", testRelease},
		{"one handle at a time holds a name", testHold},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, h)
		})
	}
}

func SetPreferences(t testing.TB, s store.Store, user table.UserID, p store.Preferences) {
	t.Helper()
	require.NoError(t, s.ChangePreferences(t.Context(), user, func(old *store.Preferences) error {
		*old = p
		return nil
	}))
}

func SetSettings(t testing.TB, s store.Store, in table.GuildID, settings store.Settings) {
	t.Helper()
	require.NoError(t, s.ChangeSettings(t.Context(), in, func(old *store.Settings) error {
		*old = settings
		return nil
	}))
}

// got returns a function that returns a call's result, and fails on an error.
func got[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

// race makes n calls at once, and returns how many succeeded. The others must have the error
// refused.
func race(t testing.TB, n int, refused error, call func(i int) error) (won int) {
	t.Helper()
	var succeeded atomic.Int32
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			if err := call(i); err != nil {
				assert.ErrorIs(t, err, refused)
				return
			}
			succeeded.Add(1)
		})
	}
	all.Wait()
	return int(succeeded.Load())
}

func requireSound(t testing.TB, s store.Store) {
	t.Helper()
	require.Empty(t, got(s.Check(t.Context()))(t))
}

const (
	guild   table.GuildID   = 71
	channel table.ChannelID = 501
	anna    table.UserID    = 11
	boris   table.UserID    = 12
	clara   table.UserID    = 13
)

func newTable(t testing.TB, s store.Store, in table.ChannelID) table.ID {
	t.Helper()
	id := got(s.NewTable(t.Context()))(t)
	commit(t, s, opening(id, in))
	return id
}

func commit(t testing.TB, s store.Store, c store.Commit) {
	t.Helper()
	require.NoError(t, s.Commit(t.Context(), c))
}

var gardens = engine.Info{ID: "gardens", RulesVersion: 1}

func opening(id table.ID, in table.ChannelID) store.Commit {
	return store.Commit{
		Table:  id,
		Events: []table.Event{table.OpenLobby(&gardens, table.Player{User: anna, Name: "Anna"}, nil, 0, 1000)},
		Header: header(in, store.Lobby),
	}
}

func header(in table.ChannelID, status store.Status) store.Header {
	return store.Header{
		Guild:   guild,
		Channel: in,
		Game:    "gardens",
		Status:  status,
		Players: []table.UserID{anna, boris},
	}
}

// move is one move on a running table.
func move(id table.ID, in table.ChannelID, want table.Version) store.Commit {
	return store.Commit{
		Table:  id,
		Want:   want,
		Events: []table.Event{table.MoveText("take 3 blue 2", boris, 2000+int64(want))},
		Header: header(in, store.Running),
	}
}

// ending ends a table with a result.
func ending(id table.ID, in table.ChannelID, want table.Version, standings ...store.Standing) store.Commit {
	c := move(id, in, want)
	c.Header.Status = store.Ended
	c.Result = &store.Result{Table: id, Guild: guild, Game: "gardens", At: 9000, Season: season, Standings: standings}
	return c
}

// season is that of all games between people.
const season store.Season = "1970-Q1"

// aborting ends a table without a result.
func aborting(id table.ID, in table.ChannelID, want table.Version) store.Commit {
	c := move(id, in, want)
	c.Header.Status = store.Aborted
	return c
}

func place(user table.UserID, rank, score int) store.Standing {
	return store.Standing{User: user, Rank: rank, Score: score}
}

// Package storetest tests every [store.Store] by [Run], and every [entries.DB] by [RunEntries].
package storetest

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

type Harness struct {
	// Open returns a new, empty store, which it closes when the test ends.
	Open func(t testing.TB) store.Store
	// Reopen closes a store and opens its data, like the next run of the program.
	Reopen func(t testing.TB, s store.Store) store.Store
	// Second returns another handle of a store, like another process.
	Second func(t testing.TB, s store.Store) store.Store
}

func Run(t *testing.T, h Harness) {
	runAll(t, h, map[string]func(*testing.T, Harness){
		"a commit is stored completely or not at all":                   testCommits,
		"random actions have the effect that they must":                 testRandom,
		"one of many at once succeeds":                                  testRaces,
		"an ended context ends a call":                                  testContexts,
		"after Close every call fails":                                  testClose,
		"settings, preferences, notes and reviews are kept":             testFacts,
		"an erased player is gone and nothing else changes":             testErase,
		"a server is forgotten in steps, and begins anew if it returns": testForget,
		"a bot goes on where it was, also with a copy":                  testGoesOn,
		"a dump that cannot be loaded changes nothing":                  testRefusedDumps,
		"each handle learns of new messages, in order":                  testUntaken,
	})
}

func runAll[H any](t *testing.T, of H, tests map[string]func(*testing.T, H)) {
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, of)
		})
	}
}

// TB is a [testing.TB] or a rapid.T.
type TB interface {
	require.TestingT
	Helper()
	Cleanup(func())
}

// NewFolder returns a temporary folder, in memory if there is /dev/shm, since flushes to a disk are
// slow.
func NewFolder(t TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "amytis-test-*")
	if err != nil {
		dir, err = os.MkdirTemp("", "amytis-test-*")
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return dir
}

func SetPreferences(t testing.TB, s store.Store, user table.UserID, p store.Preferences) {
	t.Helper()
	require.NoError(t, s.ChangePreferences(t.Context(), user, func(old *store.Preferences) error { *old = p; return nil }))
}

func SetSettings(t testing.TB, s store.Store, in table.GuildID, settings store.Settings) {
	t.Helper()
	require.NoError(t, s.ChangeSettings(t.Context(), in, func(old *store.Settings) error { *old = settings; return nil }))
}

// Must returns what a call that must succeed has returned: Must(call())(t).
func Must[T any](v T, err error) func(t require.TestingT) T {
	return func(t require.TestingT) T {
		if h, is := t.(interface{ Helper() }); is {
			h.Helper()
		}
		require.NoError(t, err)
		return v
	}
}

func errorOf[T any](_ T, err error) error { return err }

// raceCalls makes n calls at once. It returns how many succeeded; the others must be refused.
func raceCalls(t testing.TB, n int, refused error, call func(i int) error) (won int) {
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
	require.Empty(t, Must(s.Check(t.Context()))(t))
}

const (
	guild   table.GuildID   = 71
	channel table.ChannelID = 501
	anna    table.UserID    = 11
	boris   table.UserID    = 12
	clara   table.UserID    = 13

	// long is a term beyond a test's end, and soon one that ends at once.
	long = time.Hour
	soon = 20 * time.Millisecond
	// patience is the wait for what must come.
	patience = 10 * time.Second

	season store.Season = "1970-Q1"
)

func commit(t testing.TB, s store.Store, c store.Commit) {
	t.Helper()
	require.NoError(t, s.Commit(t.Context(), c))
}

var gardens = engine.Info{ID: "gardens", RulesVersion: 1}

func opening(id table.ID, in table.ChannelID) store.Commit {
	opened := table.OpenLobby(&gardens, table.Player{User: anna, Name: "Anna"}, nil, 0, 1000)
	return store.Commit{
		Table:  id,
		Events: []table.Event{naming(opened, anna, boris)},
		Header: store.Header{
			Guild: guild, Channel: in, Game: "gardens", Status: store.Lobby, Players: []table.UserID{anna, boris},
		},
	}
}

func move(id table.ID, in table.ChannelID, want table.Version) store.Commit {
	c := opening(id, in)
	c.Want, c.Header.Status = want, store.Running
	c.Events = []table.Event{naming(table.MoveText("take 3 blue 2", boris, 2000+int64(want)), anna, boris)}
	return c
}

func ending(id table.ID, in table.ChannelID, want table.Version, standings ...store.Standing) store.Commit {
	c := move(id, in, want)
	c.Header.Status = store.Ended
	c.Result = &store.Result{Table: id, Guild: guild, Game: "gardens", At: 9000, Season: season, Standings: standings}
	return c
}

// naming returns an event that also names some users, as an event of each player's does in a game.
func naming(e table.Event, users ...table.UserID) table.Event {
	e.Order = users
	return e
}

func alter(c store.Commit, changes ...func(c *store.Commit)) store.Commit {
	for _, change := range changes {
		change(&c)
	}
	return c
}

func standing(user table.UserID, rank, score int) store.Standing {
	return store.Standing{User: user, Rank: rank, Score: score}
}

func message(id table.ID, kind string) store.Entry {
	return store.Entry{Table: id, Channel: channel, Kind: kind, Nonce: "the store replaces it"}
}

// PlayMove returns the commit of a move, with the sizes of a real one.
func PlayMove[N ~uint64 | ~int](id table.ID, want table.Version, interaction N) store.Commit {
	at := 1_760_000_000_000 + int64(want)
	in := table.ChannelID(456789012345678901 + uint64(id))
	return store.Commit{
		Table: id, Want: want, Interaction: table.InteractionID(interaction),
		Events: []table.Event{table.MoveText("take 3 blue 2", 123456789012345678, at)},
		Header: store.Header{Guild: 345678901234567890, Channel: in, Game: "gardens", Status: store.Running,
			Players: []table.UserID{123456789012345678, 123456789012345679}, Announced: want + 1},
		Deadline: at + 86_400_000,
		Outbox: []store.Entry{{
			Table: id, Channel: in, Kind: "move", From: want, Version: want + 1, Target: 234567890123456789,
		}},
	}
}

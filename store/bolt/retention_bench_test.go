package bolt

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

const (
	// endedServers is the number of servers of a large store.
	endedServers = 1000
	// endedEvents is how many moves an ended game has.
	endedEvents = 12
)

// loadEnded writes a store of n ended games with results, which two of twenty people of a server
// have played.
func loadEnded(b testing.TB, path string, n int) {
	b.Helper()
	db, err := Open(path, Options{})
	require.NoError(b, err)
	defer func() { require.NoError(b, db.Close()) }()
	const step = 20_000
	for from := 1; from <= n; from += step {
		err := db.bolt.Update(func(tx *bbolt.Tx) error {
			w := newWriteTx(tx, time.Now())
			for _, bucket := range []bucket{w.tables, w.channels} {
				bucket.FillPercent = 0.95 // all keys come in order; a file used for years is as full
			}
			for id := from; id < min(from+step, n+1); id++ {
				cc, err := newCommitChange(endedGame(id), time.Now())
				if err == nil {
					err = cc.check(w)
				}
				if err == nil {
					err = cc.apply(w)
				}
				if err != nil {
					return err
				}
			}
			return w.seal(goingOn)
		})
		require.NoError(b, err)
	}
}

// endedGame is the whole game of a table.
func endedGame(id int) store.Commit {
	in := table.GuildID(1 + id%endedServers)
	first := table.Player{User: table.UserID(1e17) + table.UserID(id/endedServers%20), Name: "Semiramis"}
	second := table.Player{User: first.User + 20, Name: "Nebuchadnezzar"}
	events := slices.Repeat([]table.Event{table.MoveText("place c3 SJ0 r1", second.User, int64(id))}, endedEvents)
	return store.Commit{
		Table:  table.ID(id),
		Events: append([]table.Event{opened(first), table.Join(second, 2)}, events...),
		Header: store.Header{
			Guild: in, Channel: table.ChannelID(id), Game: "gardens", Status: store.Ended,
			Players: []table.UserID{first.User, second.User},
		},
		Result: &store.Result{Table: table.ID(id), Guild: in, Game: "gardens", At: int64(id), Standings: []store.Standing{
			{User: first.User, Rank: 1 + id%2, Score: id % 90}, {User: second.User, Rank: 2 - id%2, Score: 45},
		}},
	}
}

// BenchmarkEnded measures what players ask of a store with 1,000,000 ended games (20,000 with
// -short). It also removes names and servers from it while others commit.
func BenchmarkEnded(b *testing.B) {
	n := sizes()[1]
	path := filepath.Join(b.TempDir(), "amytis.db")
	loadEnded(b, path, n)
	db := openTest(b, path, Options{})
	b.Run("leaderboard", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			rows, err := db.Leaderboard(b.Context(), table.GuildID(1+i%endedServers), store.Board{})
			require.NoError(b, err)
			require.NotEmpty(b, rows)
		}
	})
	b.Run("results", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			results, err := db.Results(b.Context(), table.GuildID(1+i%endedServers), n)
			require.NoError(b, err)
			require.Len(b, results, n/endedServers)
		}
	})
	b.Run("playing", func(b *testing.B) {
		for b.Loop() {
			playing, err := db.Playing(b.Context(), 1, 1e17)
			require.NoError(b, err)
			require.Empty(b, playing)
		}
	})
	name := func(n int) string { return fmt.Sprintf("Player %d", n) }
	nobody := func(table.ID, store.Header, int64) store.Fate { return store.Fate{} }
	b.Run("walk", func(b *testing.B) { benchmarkWalk(b, db, n, nobody) })
	b.Run("forget", func(b *testing.B) {
		benchmarkWalk(b, db, n, func(_ table.ID, h store.Header, _ int64) store.Fate { return store.Fate{Delete: h.Guild == 7} })
		require.NoError(b, db.Retired(b.Context(), []table.GuildID{7}))
	})
	b.Run("names", func(b *testing.B) {
		benchmarkWalk(b, db, n, func(id table.ID, _ store.Header, _ int64) store.Fate {
			if int(id) > n/20 { // as many as are new in a month
				return store.Fate{}
			}
			return store.Fate{Name: name}
		})
	})
}

// benchmarkWalk walks through a store while others commit, and reports how long a step takes, and
// the longest that a commit waited.
func benchmarkWalk(b *testing.B, db *DB, n int, fate func(table.ID, store.Header, int64) store.Fate) {
	done := make(chan struct{})
	var longest time.Duration
	var beside sync.WaitGroup
	beside.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
			}
			began := time.Now()
			if err := db.SetNote(b.Context(), "beside", began.String()); err != nil {
				b.Error(err)
				return
			}
			longest = max(longest, time.Since(began))
		}
	})
	steps, worst := 0, time.Duration(0)
	began := time.Now()
	for after := table.ID(0); ; steps++ {
		at := time.Now()
		last, err := db.Retire(b.Context(), after, 64, fate)
		require.NoError(b, err)
		if last == 0 {
			break
		}
		after, worst = last, max(worst, time.Since(at))
	}
	took := time.Since(began)
	close(done)
	beside.Wait()
	b.ReportMetric(float64(took.Microseconds())/float64(n), "µs/table")
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms-longest-step")
	b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest-commit")
	b.ReportMetric(0, "ns/op")
}

package bolt

import (
	"fmt"
	"os"
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
	// endedServers is the number of servers of a large store. One game in ten is of the last one.
	endedServers = 1000
	largeServer  = table.GuildID(endedServers)
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
			return w.seal()
		})
		require.NoError(b, err)
	}
}

// endedGame is the whole game of a table.
func endedGame(id int) store.Commit {
	in := table.GuildID(1 + id%(endedServers-1))
	if id%10 == 0 {
		in = largeServer
	}
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
// -short). It also removes names and servers from it while others commit. A tenth of the games are
// of one server.
func BenchmarkEnded(b *testing.B) {
	n := sizes()[1]
	path := filepath.Join(b.TempDir(), "amytis.db")
	loadEnded(b, path, n)
	b.Run("open", func(b *testing.B) {
		var db *DB
		open := func(int) {
			var err error
			db, err = Open(path, Options{})
			require.NoError(b, err)
		}
		benchmarkMedian(b, 50, open, func() { require.NoError(b, db.Close()) })
	})
	db := openTest(b, path, Options{})
	info, err := os.Stat(path)
	require.NoError(b, err)
	b.Logf("%d games, %d bytes each", n, info.Size()/int64(n))
	for name, guild := range map[string]func(i int) table.GuildID{
		"small": func(i int) table.GuildID { return table.GuildID(1 + i*7919%(endedServers-1)) },
		"large": func(int) table.GuildID { return largeServer },
	} {
		b.Run("leaderboard/"+name, func(b *testing.B) {
			benchmarkMedian(b, 2000, func(i int) {
				rows, err := db.Leaderboard(b.Context(), guild(i), store.Board{})
				require.NoError(b, err)
				require.NotEmpty(b, rows)
			})
		})
		b.Run("results/"+name, func(b *testing.B) { // for a profile
			benchmarkMedian(b, 20, func(i int) {
				results, err := db.Results(b.Context(), guild(i), n)
				require.NoError(b, err)
				for _, r := range results[:min(20, len(results))] {
					_, _, err := db.Table(b.Context(), r.Table)
					require.NoError(b, err)
				}
			})
		})
	}
	b.Run("headers", func(b *testing.B) { // for the statistics of a server
		benchmarkMedian(b, 3, func(int) {
			require.NoError(b, db.Headers(b.Context(), 1, func(table.ID, store.Header) {}))
		})
	})
	b.Run("mine", func(b *testing.B) {
		const open = 10
		for i := range open {
			c := playMove(table.ID(n+1+i), 0, uint64(n+1+i))
			require.NoError(b, db.Commit(b.Context(), c))
		}
		who := playHeader(1)
		benchmarkMedian(b, 2000, func(int) {
			playing, err := db.Playing(b.Context(), who.Guild, who.Players[0])
			require.NoError(b, err)
			require.Len(b, playing, open)
			for _, id := range playing {
				_, _, err := db.Table(b.Context(), id)
				require.NoError(b, err)
			}
		})
	})
	name := func(n int) string { return fmt.Sprintf("Player %d", n) }
	nobody := func(table.ID, store.Header, int64) store.Fate { return store.Fate{} }
	forget := func(guild table.GuildID) func(b *testing.B) {
		return func(b *testing.B) {
			benchmarkWalk(b, db, n, []table.GuildID{guild}, func(_ table.ID, h store.Header, _ int64) store.Fate {
				return store.Fate{Delete: h.Guild == guild}
			})
		}
	}
	b.Run("walk", func(b *testing.B) { benchmarkWalk(b, db, n, nil, nobody) })
	b.Run("forget/small", forget(7))
	b.Run("forget/large", forget(largeServer))
	b.Run("names", func(b *testing.B) {
		benchmarkWalk(b, db, n, nil, func(id table.ID, _ store.Header, _ int64) store.Fate {
			if int(id) > n/20 { // as many as are new in a month
				return store.Fate{}
			}
			return store.Fate{Name: name}
		})
	})
}

// benchmarkMedian calls do some times, with others between, and reports how long do takes.
func benchmarkMedian(b *testing.B, times int, do func(i int), between ...func()) {
	var took []time.Duration
	for b.Loop() {
		for i := range times {
			began := time.Now()
			do(i)
			took = append(took, time.Since(began))
			for _, other := range between {
				other()
			}
		}
	}
	b.ReportMetric(median(took), "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(0, "ns/op")
}

// benchmarkWalk walks through a store while others commit, and reports how long a step takes, the
// longest that a commit waited, and how long the last part takes: overwriting what was removed.
func benchmarkWalk(
	b *testing.B, db *DB, n int, forget []table.GuildID, fate func(table.ID, store.Header, int64) store.Fate,
) {
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
	began = time.Now()
	require.NoError(b, db.Retired(b.Context(), forget))
	db.writer.remains.wait(b.Context(), time.Hour)
	overwriting := time.Since(began)
	close(done)
	beside.Wait()
	b.ReportMetric(float64(took.Microseconds())/float64(n), "µs/table")
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms-longest-step")
	b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest-commit")
	b.ReportMetric(float64(overwriting.Microseconds())/1000, "ms-overwriting")
	b.ReportMetric(0, "ns/op")
}

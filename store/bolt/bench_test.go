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

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

// The benchmarks measure mostly the flushes of the temporary folder's disk.

func openTables(b testing.TB, db *DB, n int) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			c := storetest.PlayMove(table.ID(i+1), 0, uint64(i+1))
			c.Outbox = nil
			if err := db.Commit(b.Context(), c); err != nil {
				b.Error(err)
			}
		})
	}
	all.Wait()
}

// median is in milliseconds.
func median(took []time.Duration) float64 {
	slices.Sort(took)
	return float64(took[len(took)/2].Microseconds()) / 1000
}

// BenchmarkCommit64 commits on 64 tables at once, on each in turn.
func BenchmarkCommit64(b *testing.B) {
	const tables, each = 64, 100
	db := openTest(b, filepath.Join(b.TempDir(), "amytis.db"), Options{})
	openTables(b, db, tables)
	b.ReportAllocs()
	version := table.Version(1)
	for b.Loop() {
		var all sync.WaitGroup
		for i := range tables {
			all.Go(func() {
				for v := version; v < version+each; v++ {
					if err := db.Commit(b.Context(),
						storetest.PlayMove(table.ID(i+1), v, uint64(v+1)*tables+uint64(i))); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		version += each
	}
	b.ReportMetric(float64(b.N)*tables*each/b.Elapsed().Seconds(), "commits/s")
}

const loadEvents = 4

// fillStore fills a store with n tables, one in ten of them running.
func fillStore(b testing.TB, path string, n int) {
	b.Helper()
	db := openTest(b, path, Options{})
	defer func() { require.NoError(b, db.Close()) }()
	const together = 512
	for from := 1; from <= n; from += together {
		var all sync.WaitGroup
		for id := from; id < min(from+together, n+1); id++ {
			all.Go(func() {
				c := storetest.PlayMove(table.ID(id), 0, uint64(id))
				c.Outbox, c.Interaction = nil, 0
				c.Events = slices.Repeat(c.Events, loadEvents)
				if id%10 != 0 {
					c.Header.Status = store.Ended
					c.Deadline = 0
				}
				if err := db.Commit(b.Context(), c); err != nil {
					b.Error(err)
				}
			})
		}
		all.Wait()
	}
}

// sizes are a small and a large number of tables. A million take half a minute to write.
func sizes() []int { return []int{1_000, longrun.Choose(20_000, 1_000_000)} }

func filledStore(b *testing.B, n int) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "amytis.db")
	fillStore(b, path, n)
	return path
}

// BenchmarkOpen checks all pages. The target is 2,000 ms for 100 MB.
func BenchmarkOpen(b *testing.B) {
	for _, n := range sizes() {
		b.Run(fmt.Sprintf("tables=%d", n), func(b *testing.B) {
			path := filledStore(b, n)
			info := storetest.Must(os.Stat(path))(b)
			for b.Loop() {
				db, err := Open(path, Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				require.NoError(b, db.Close())
				b.StartTimer()
			}
			took := float64(b.Elapsed().Microseconds()) / 1000 / float64(b.N)
			b.ReportMetric(took, "ms/open")
			b.ReportMetric(took/float64(info.Size())*100e6, "ms/100MB")
		})
	}
}

// BenchmarkInteraction reads a table and commits a move on it. It alternates between a small and a
// large store, so that both meet the disk in the same state.
func BenchmarkInteraction(b *testing.B) {
	var dbs []*DB
	sizes := sizes()
	for _, n := range sizes {
		dbs = append(dbs, openTest(b, filledStore(b, n), Options{}))
	}
	took := make([][]time.Duration, len(dbs))
	i := 0
	for b.Loop() {
		for s, db := range dbs {
			id := table.ID(10 * (1 + i*7919%(sizes[s]/10)))
			start := time.Now()
			h, _, err := db.Table(b.Context(), id)
			require.NoError(b, err)
			require.NoError(b, db.Commit(b.Context(), storetest.PlayMove(id, h.Version, uint64(2_000_000+i))))
			took[s] = append(took[s], time.Since(start))
		}
		i++
	}
	small, large := median(took[0]), median(took[1])
	b.ReportMetric(small, fmt.Sprintf("p50-ms-of-%d", sizes[0]))
	b.ReportMetric(large, fmt.Sprintf("p50-ms-of-%d", sizes[1]))
	b.ReportMetric(large/small, "ratio")
}

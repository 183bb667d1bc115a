package bolt

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

// The benchmarks measure mostly the flushes of the temporary folder's disk.

// openTables opens tables, each of them as changes say.
func openTables(b testing.TB, db *DB, n int, changes ...func(id int, c *store.Commit)) {
	b.Helper()
	var all errgroup.Group
	all.SetLimit(512)
	for id := 1; id <= n; id++ {
		all.Go(func() error {
			c := storetest.PlayMove(table.ID(id), 0, uint64(id))
			c.Outbox = nil
			for _, change := range changes {
				change(id, &c)
			}
			return db.Commit(b.Context(), c)
		})
	}
	require.NoError(b, all.Wait())
}

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
					c := storetest.PlayMove(table.ID(i+1), v, uint64(v+1)*tables+uint64(i))
					assert.NoError(b, db.Commit(b.Context(), c))
				}
			})
		}
		all.Wait()
		version += each
	}
	b.ReportMetric(float64(b.N)*tables*each/b.Elapsed().Seconds(), "commits/s")
}

// sizes are a small and a large number of tables. A million take half a minute to write.
func sizes() []int { return []int{1_000, longrun.Choose(20_000, 1_000_000)} }

// filledStore returns the path of a store with n tables, one in ten of them running.
func filledStore(b *testing.B, n int) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "amytis.db")
	db := openTest(b, path, Options{})
	openTables(b, db, n, func(id int, c *store.Commit) {
		c.Interaction = 0
		c.Events = slices.Repeat(c.Events, 4)
		if id%10 != 0 {
			c.Header.Status = store.Ended
			c.Deadline = 0
		}
	})
	require.NoError(b, db.Close())
	return path
}

// BenchmarkOpen checks all pages. The target is 2,000 ms for 100 MB.
func BenchmarkOpen(b *testing.B) {
	for _, n := range sizes() {
		b.Run(fmt.Sprintf("tables=%d", n), func(b *testing.B) {
			path := filledStore(b, n)
			b.SetBytes(storetest.Must(os.Stat(path))(b).Size())
			for b.Loop() {
				require.NoError(b, storetest.Must(Open(path, Options{}))(b).Close())
			}
		})
	}
}

// BenchmarkInteraction reads a table and commits a move on it.
func BenchmarkInteraction(b *testing.B) {
	for _, n := range sizes() {
		b.Run(fmt.Sprintf("tables=%d", n), func(b *testing.B) {
			db := openTest(b, filledStore(b, n), Options{})
			for i := 0; b.Loop(); i++ {
				id := table.ID(10 * (1 + i*7919%(n/10)))
				h, _, err := db.Table(b.Context(), id)
				require.NoError(b, err)
				require.NoError(b, db.Commit(b.Context(), storetest.PlayMove(id, h.Version, 2_000_000+i)))
			}
		})
	}
}

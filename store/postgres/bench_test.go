package postgres

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/postgres/postgrestest"
	"amytis/store/storetest"
)

// BenchmarkCommits compares a file with one and with three processes that use PostgreSQL, by turns
// in short slices, so that all meet the machine in the same state. Each plays 16 tables at once.
func BenchmarkCommits(b *testing.B) {
	const workers, slice = 16, 25
	durable := postgrestest.StartMortal(b, "fsync=on")
	url := withParameter(b, durable.NewURL(b), "pool_max_conns", fmt.Sprint(workers))
	separate := withParameter(b, durable.NewURL(b), "pool_max_conns", fmt.Sprint(workers))
	open := func(url string) store.Store { return openTest(b, Options{URL: url}) }
	file := storetest.Must(bolt.Open(filepath.Join(b.TempDir(), "amytis.db"), bolt.Options{}))(b)
	defer func() { assert.NoError(b, file.Close()) }()
	contenders := map[string][]store.Store{
		"bolt":     {file},
		"postgres": {open(url)},
		"3-pools":  {open(separate), open(separate), open(separate)},
	}
	took := map[string]time.Duration{}
	version := table.Version(0)
	playSlice := func() {
		for name, handles := range contenders {
			start := time.Now()
			var all sync.WaitGroup
			for i := range workers {
				all.Go(func() {
					for v := version; v < version+slice; v++ {
						c := storetest.PlayMove(table.ID(i+1), v, uint64(v+1)<<20|uint64(i))
						assert.NoError(b, handles[i%len(handles)].Commit(b.Context(), c))
					}
				})
			}
			all.Wait()
			took[name] += time.Since(start)
		}
		version += slice
	}
	playSlice() // opens the connections
	clear(took)
	for b.Loop() {
		playSlice()
	}
	for name, time := range took {
		b.ReportMetric(float64(b.N*workers*slice)/time.Seconds(), name+"-commits/s")
	}
}

package postgres

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/postgres/postgrestest"
	"amytis/store/storetest"
)

// workers is how many tables are played at once.
const workers = 16

// contender is a store with as many handles as processes would have.
type contender struct {
	name    string
	handles []store.Store
	version table.Version
	took    time.Duration
	commits int
}

func (c *contender) playMoves(b *testing.B, moves int) {
	var all sync.WaitGroup
	start := time.Now()
	for i := range workers {
		all.Go(func() {
			db := c.handles[i%len(c.handles)]
			id := table.ID(i + 1)
			for v := range table.Version(moves) {
				v += c.version
				interaction := table.InteractionID(v+1)<<20 | table.InteractionID(id)
				if err := db.Commit(b.Context(), storetest.PlayMove(id, v, interaction)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	c.took += time.Since(start)
	c.version += table.Version(moves)
	c.commits += workers * moves
}

func (c *contender) rate() float64 { return float64(c.commits) / c.took.Seconds() }

// BenchmarkCommits compares a file with one and with three processes that use PostgreSQL. They take
// turns in short slices, so that all meet the machine in the same state.
func BenchmarkCommits(b *testing.B) {
	durable := postgrestest.StartMortal(b, "fsync=on")
	url := withParameter(b, durable.NewURL(b), "pool_max_conns", fmt.Sprint(workers))
	separate := withParameter(b, durable.NewURL(b), "pool_max_conns", fmt.Sprint(workers))
	file := storetest.Must(bolt.Open(filepath.Join(b.TempDir(), "amytis.db"), bolt.Options{}))(b)
	defer func() { require.NoError(b, file.Close()) }()
	open := func(url string) store.Store { return openTest(b, Options{URL: url}) }
	contenders := []*contender{
		{name: "bolt", handles: []store.Store{file}},
		{name: "postgres", handles: []store.Store{open(url)}},
		{name: "3-pools", handles: []store.Store{open(separate), open(separate), open(separate)}},
	}
	const slice = 25
	for _, c := range contenders {
		c.playMoves(b, slice) // opens the connections
		c.took, c.commits = 0, 0
	}
	for b.Loop() {
		for _, c := range contenders {
			c.playMoves(b, slice)
		}
	}
	for _, c := range contenders {
		b.ReportMetric(c.rate(), c.name+"-commits/s")
	}
	b.ReportMetric(contenders[1].rate()/contenders[0].rate(), "postgres/bolt")
	b.ReportMetric(contenders[2].rate()/contenders[1].rate(), "3-pools/1")
}

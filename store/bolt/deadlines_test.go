package bolt

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/table"
)

func TestDueMovesPostponedEntriesOnce(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	const tables = 30
	for id := table.ID(1); id <= tables; id++ {
		for v := range table.Version(3) {
			c := playMove(id, v, uint64(id)*100+uint64(v))
			c.Deadline = 1000 * int64(v+1)
			require.NoError(t, db.Commit(t.Context(), c))
		}
	}
	entries := func(at int64) int {
		n := 0
		require.NoError(t, db.bolt.View(func(tx *bbolt.Tx) error {
			return tx.Bucket(dueBucket).ForEach(func(k, _ []byte) error {
				if keyTime(number(k, 0)) == at {
					n++
				}
				return nil
			})
		}))
		return n
	}
	require.Equal(t, tables, entries(1000))
	due, err := db.Due(t.Context(), 999, 100)
	require.NoError(t, err)
	require.Empty(t, due)
	require.Equal(t, tables, entries(1000))
	due, err = db.Due(t.Context(), 2500, 100)
	require.NoError(t, err)
	require.Empty(t, due)
	require.Equal(t, tables, entries(3000))
	require.Zero(t, entries(1000))
	due, err = db.Due(t.Context(), 3000, 100)
	require.NoError(t, err)
	require.Len(t, due, tables)
	requireSound(t, db)
}

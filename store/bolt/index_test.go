package bolt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

// Older programs left an entry before its table's deadline when a move made that later.
func TestDeadlineOfAnOlderProgramIsFoundAndListedAnew(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	c := playMove(1, 0, 1)
	c.Deadline = 1000
	require.NoError(t, db.Commit(t.Context(), c))
	require.NoError(t, db.writer.submit(t.Context(), &textChange{
		bucket: tablesBucket, key: headKey(1),
		change: func(old string) (string, error) {
			r, err := decodeRecord(1, []byte(old))
			r.deadline = 3000
			return string(r.encode()), err
		},
	}))
	requireSound(t, db)
	due, err := db.Due(t.Context(), 2999, 9)
	require.NoError(t, err)
	require.Empty(t, due)
	due, err = db.Due(t.Context(), 3000, 9)
	require.NoError(t, err)
	require.Equal(t, []store.Deadline{{Table: 1, At: 3000}}, due)
	c = playMove(1, 1, 2)
	c.Deadline = 5000
	require.NoError(t, db.Commit(t.Context(), c))
	due, err = db.Due(t.Context(), 5000, 9)
	require.NoError(t, err)
	require.Equal(t, []store.Deadline{{Table: 1, At: 5000}}, due)
	requireSound(t, db)
}

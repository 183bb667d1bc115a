package postgres

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

// A call of Claim whose connection breaks may still wait in the server when the next one runs.
func TestClaimThatTheServerRunsLateGivesNothingOut(t *testing.T) {
	t.Parallel()
	db := openNew(t)
	claim := func(round, since int64) (seqs []int64) {
		rows, err := db.pool.Query(t.Context(), `SELECT seq FROM claim_outbox('me', 10, $1, $2, $3, '{}')`,
			time.Hour, round, since)
		require.NoError(t, err)
		seqs, err = pgx.CollectRows(rows, pgx.RowTo[int64])
		require.NoError(t, err)
		return seqs
	}
	version := table.Version(0)
	announce := func() {
		require.NoError(t, db.Commit(t.Context(), playMove(1, version, 0)))
		version++
	}
	require.Empty(t, claim(2, 1), "the call after one that got no answer")
	announce()
	require.Empty(t, claim(1, 1), "that call, late")
	require.Equal(t, []int64{1}, claim(3, 3))
	announce()
	require.Equal(t, []int64{2}, claim(4, 4))
	require.Equal(t, []int64{2}, claim(5, 4), "a call without an answer is repeated")
	announce()
	require.Equal(t, []int64{2, 3}, claim(6, 4), "and again")
	require.Empty(t, claim(4, 4))
	require.Empty(t, claim(7, 7))
}

// If the answer to a settling is lost, the handle does not know whether its lease has ended.
func TestQueueIsClaimedAgainAfterTheSettlingThatEmptiedItGotNoAnswer(t *testing.T) {
	t.Parallel()
	db := openNew(t)
	move := playMove(1, 0, 0)
	require.NoError(t, db.Commit(t.Context(), move))
	page, err := db.Claim(t.Context(), 5, time.Hour)
	require.NoError(t, err)
	require.Len(t, page, 1)
	_, err = db.pool.Exec(t.Context(), `SELECT settle_message($1, $2, 5, '{}', '{}', '{}')`,
		db.Instance(), int64(page[0].Seq))
	require.NoError(t, err, "the first try, whose answer is lost")
	require.ErrorIs(t, db.Settle(t.Context(), page[0].Seq, store.Settlement{Sent: 5}), store.ErrNotFound)

	require.NoError(t, db.Commit(t.Context(), playMove(1, 1, 0)))
	lost, err := db.Renew(t.Context(), time.Hour)
	require.NoError(t, err)
	require.Equal(t, []table.ChannelID{move.Header.Channel}, lost)
	page, err = db.Claim(t.Context(), 5, time.Hour)
	require.NoError(t, err)
	require.Len(t, page, 1)
	require.Equal(t, table.Version(2), page[0].Version)
}

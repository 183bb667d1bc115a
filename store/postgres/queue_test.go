package postgres

import (
	"context"
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
		seqs = got(pgx.CollectRows(rows, pgx.RowTo[int64]))(t)
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

// The page after a lost answer may not have room for all that was lost.
func TestMessagesOfAClaimWithoutAnswerAreGivenOutByLaterPages(t *testing.T) {
	t.Parallel()
	db := openNew(t)
	ctx := t.Context()
	for id := table.ID(1); id <= 2; id++ {
		for version := range table.Version(2) {
			require.NoError(t, db.Commit(ctx, playMove(id, version, 0)))
		}
	}
	_, err := db.pool.Exec(ctx, `UPDATE outbox SET term = 0 WHERE seq = 4`)
	require.NoError(t, err, "another handle had it")
	tag := got(db.pool.Exec(ctx, `SELECT claim_outbox($1, 4, $2, 1, 1, '{}')`, db.instance, time.Hour))(t)
	require.EqualValues(t, 4, tag.RowsAffected())
	db.claims.round = 1 // its answer is lost

	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for seq := uint64(1); seq <= 4; seq++ {
		page, err := db.Claim(ctx, 1, time.Hour)
		require.NoError(t, err, "message %d", seq)
		require.Len(t, page, 1)
		require.Equal(t, seq, page[0].Seq)
		require.Equal(t, seq == 4, page[0].Inherited, "message %d", seq)
	}
	requireNothingToClaim(t, db)
}

func requireNothingToClaim(t *testing.T, db *tested) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*lookEvery)
	defer cancel()
	_, err := db.Claim(ctx, 1, time.Hour)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// If the answer to a settling is lost, the handle does not know whether its lease has ended.
func TestQueueIsClaimedAgainAfterTheSettlingThatEmptiedItGotNoAnswer(t *testing.T) {
	t.Parallel()
	db := openNew(t)
	move := playMove(1, 0, 0)
	require.NoError(t, db.Commit(t.Context(), move))
	page := got(db.Claim(t.Context(), 5, time.Hour))(t)
	require.Len(t, page, 1)
	_, err := db.pool.Exec(t.Context(), `SELECT settle_message($1, $2, 5, '{}', '{}', '{}')`,
		db.instance, int64(page[0].Seq))
	require.NoError(t, err, "the first try, whose answer is lost")
	require.ErrorIs(t, db.Settle(t.Context(), page[0].Seq, store.Settlement{Sent: 5}), store.ErrNotFound)

	require.NoError(t, db.Commit(t.Context(), playMove(1, 1, 0)))
	lost := got(db.Renew(t.Context(), time.Hour))(t)
	require.Equal(t, []table.ChannelID{move.Header.Channel}, lost)
	page = got(db.Claim(t.Context(), 5, time.Hour))(t)
	require.Len(t, page, 1)
	require.Equal(t, table.Version(2), page[0].Version)
}

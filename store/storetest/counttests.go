package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

func testCounts(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	requireCounts := func(lobbies, running, outbox int) {
		t.Helper()
		c, err := s.Counts(ctx)
		require.NoError(t, err)
		left, err := s.Outbox(ctx, 0, 100)
		require.NoError(t, err)
		require.Len(t, left, outbox)
		want := store.Counts{Lobbies: lobbies, Running: running, Outbox: outbox}
		if outbox > 0 {
			want.Oldest = left[0].At
		}
		require.Equal(t, want, c)
	}
	requireCounts(0, 0, 0)
	first, second := newTable(t, s, channel), newTable(t, s, channel+1)
	newTable(t, s, 0)
	requireCounts(2, 0, 0)
	c := move(first, channel, 1)
	c.Outbox = []store.Message{{Table: first, Channel: channel, Kind: "a"}, {Table: first, Channel: channel, Kind: "b"}}
	require.NoError(t, s.Commit(ctx, c))
	requireCounts(1, 1, 2)
	sent, err := s.Claim(ctx, 1, store.Lease)
	require.NoError(t, err)
	require.NoError(t, s.Settle(ctx, sent[0].Seq, store.Settlement{}))
	requireCounts(1, 1, 1)
	require.NoError(t, s.Commit(ctx, ending(first, channel, 2, store.Standing{User: anna, Rank: 1}, store.Standing{User: boris, Rank: 2})))
	abort := move(second, channel+1, 1)
	abort.Header.Status = store.Aborted
	require.NoError(t, s.Commit(ctx, abort))
	requireCounts(0, 0, 1)
}

package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

// testReviews checks that the reviews of ended tables are kept, and that nothing else changes them.
func testReviews(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	review := func(want string) {
		t.Helper()
		for _, id := range tablesOf(t, s, anna) {
			got, err := s.Review(ctx, id)
			require.NoError(t, err)
			require.Equal(t, want, string(got))
		}
	}
	require.ErrorIs(t, s.SetReview(ctx, 5, []byte(`{}`)), store.ErrNotFound)
	ended := newTable(t, s, channel)
	require.Error(t, s.SetReview(ctx, ended, []byte(`{}`)), "the table is still open")
	review("")
	require.NoError(t, s.Commit(ctx, ending(ended, channel, 1,
		store.Standing{User: anna, Rank: 1, Score: 30}, store.Standing{User: boris, Rank: 2, Score: 20})))
	require.NoError(t, s.SetReview(ctx, ended, []byte(`{"seat":1}`)))
	review(`{"seat":1}`)
	require.NoError(t, s.SetReview(ctx, ended, []byte(`{"seat":2}`)))
	review(`{"seat":2}`)
	got, err := s.Review(ctx, ended)
	require.NoError(t, err)
	got[0] = 'x'
	review(`{"seat":2}`)
	require.NoError(t, s.Erase(ctx, boris, asFormer))
	review(`{"seat":2}`)
	other, err := s.Review(ctx, ended+1)
	require.NoError(t, err)
	require.Nil(t, other)
	requireSound(t, s)
	s = h.Reopen(t, s)
	review(`{"seat":2}`)
	requireSound(t, s)
}

// testTables checks that the tables of a channel are listed, open or not, the newest first.
func testTables(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	first := newTable(t, s, channel)
	require.NoError(t, s.Commit(ctx, ending(first, channel, 1, store.Standing{User: anna, Rank: 1})))
	newTable(t, s, channel+1)
	second := newTable(t, s, channel)
	all, err := s.ChannelTables(ctx, channel, 9)
	require.NoError(t, err)
	require.Equal(t, first, all[1])
	require.Equal(t, second, all[0])
	require.Len(t, all, 2)
	newest, err := s.ChannelTables(ctx, channel, 1)
	require.NoError(t, err)
	require.Equal(t, all[:1], newest)
	none, err := s.ChannelTables(ctx, channel+2, 9)
	require.NoError(t, err)
	require.Empty(t, none)
}

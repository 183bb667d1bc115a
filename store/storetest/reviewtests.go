package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

func testReviews(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	review := func(want string) {
		t.Helper()
		for _, id := range tablesOf(t, s, anna) {
			require.Equal(t, want, string(got(s.Review(ctx, id))(t)))
		}
	}
	require.ErrorIs(t, s.SetReview(ctx, 5, []byte(`{}`)), store.ErrNotFound)
	ended := newTable(t, s, channel)
	require.Error(t, s.SetReview(ctx, ended, []byte(`{}`)), "the table is still open")
	review("")
	commit(t, s, ending(ended, channel, 1, place(anna, 1, 30), place(boris, 2, 20)))
	require.NoError(t, s.SetReview(ctx, ended, []byte(`{"seat":1}`)))
	review(`{"seat":1}`)
	require.NoError(t, s.SetReview(ctx, ended, []byte(`{"seat":2}`)))
	review(`{"seat":2}`)
	got(s.Review(ctx, ended))(t)[0] = 'x'
	review(`{"seat":2}`)
	require.NoError(t, s.Erase(ctx, boris, asFormer))
	review(`{"seat":2}`)
	require.Nil(t, got(s.Review(ctx, ended+1))(t))
	requireSound(t, s)
	s = h.Reopen(t, s)
	review(`{"seat":2}`)
	requireSound(t, s)
}

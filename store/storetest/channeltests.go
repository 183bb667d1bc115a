package storetest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func testChannels(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	_, err := s.OpenTable(ctx, channel)
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = store.LastTable(ctx, s, channel)
	require.ErrorIs(t, err, store.ErrNotFound)

	first := newTable(t, s, channel)
	requireChannel(t, s, channel, first, first)
	require.ErrorIs(t, s.Commit(ctx, opening(first+1000, channel)), store.ErrChannelTaken)
	_, err = s.Header(ctx, first+1000)
	require.ErrorIs(t, err, store.ErrNotFound)

	neighbours := []table.ID{newTable(t, s, channel-1), newTable(t, s, channel+1)}
	require.NoError(t, s.Commit(ctx, ending(first, channel, 1, store.Standing{User: anna, Rank: 1})))
	requireChannel(t, s, channel, 0, first)
	second := newTable(t, s, channel)
	requireChannel(t, s, channel, second, second)

	require.Error(t, s.Commit(ctx, move(first, channel, 2)), "a table with a result cannot reopen")

	abort := move(second, channel, 1)
	abort.Header.Status = store.Aborted
	require.NoError(t, s.Commit(ctx, abort))
	requireChannel(t, s, channel, 0, second)

	// A table that changes its channel leaves nothing behind in the old one.
	moved := move(neighbours[0], channel+50, 1)
	require.NoError(t, s.Commit(ctx, moved))
	requireChannel(t, s, channel-1, 0, 0)
	requireChannel(t, s, channel+50, neighbours[0], neighbours[0])
	require.ErrorIs(t, s.Commit(ctx, move(neighbours[0], channel+1, 2)), store.ErrChannelTaken)

	t.Run("one of 64 simultaneous openings takes the channel", func(t *testing.T) {
		var won atomic.Int32
		var all sync.WaitGroup
		for range 64 {
			all.Go(func() {
				id, err := s.NewTable(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				switch err := s.Commit(t.Context(), opening(id, channel)); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, store.ErrChannelTaken):
					t.Error(err)
				}
			})
		}
		all.Wait()
		require.EqualValues(t, 1, won.Load())
	})

	t.Run("any number of tables may have channel 0", func(t *testing.T) {
		newTable(t, s, 0)
		newTable(t, s, 0)
		requireChannel(t, s, 0, 0, 0)
	})
	requireSound(t, s)
}

// requireChannel checks a channel's open and last table; 0 means that there is none.
func requireChannel(t testing.TB, s store.Store, in table.ChannelID, open, last table.ID) {
	t.Helper()
	for _, q := range []struct {
		want table.ID
		read func() (table.ID, error)
	}{
		{open, func() (table.ID, error) { return s.OpenTable(t.Context(), in) }},
		{last, func() (table.ID, error) { return store.LastTable(t.Context(), s, in) }},
	} {
		got, err := q.read()
		if q.want == 0 {
			require.ErrorIs(t, err, store.ErrNotFound)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, q.want, got)
	}
}

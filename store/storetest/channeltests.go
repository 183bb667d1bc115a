package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func testChannels(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	requireChannel(t, s, channel, 0)
	first := newTable(t, s, channel)
	requireChannel(t, s, channel, first, first)
	require.ErrorIs(t, s.Commit(ctx, opening(first+1000, channel)), store.ErrChannelTaken)
	_, err := s.Header(ctx, first+1000)
	require.ErrorIs(t, err, store.ErrNotFound)

	before, after := newTable(t, s, channel-1), newTable(t, s, channel+1)
	commit(t, s, ending(first, channel, 1, place(anna, 1, 0)))
	requireChannel(t, s, channel, 0, first)
	second := newTable(t, s, channel)
	requireChannel(t, s, channel, second, second, first)
	require.Equal(t, []table.ID{second}, got(s.ChannelTables(ctx, channel, 1))(t))
	require.Error(t, s.Commit(ctx, move(first, channel, 2)), "a table with a result cannot reopen")
	commit(t, s, aborting(second, channel, 1))
	requireChannel(t, s, channel, 0, second, first)

	// A table that changes its channel leaves nothing behind in the old one.
	commit(t, s, move(before, channel+50, 1))
	requireChannel(t, s, channel-1, 0)
	requireChannel(t, s, channel+50, before, before)
	require.ErrorIs(t, s.Commit(ctx, move(before, channel+1, 2)), store.ErrChannelTaken)
	requireChannel(t, s, channel+1, after, after)

	t.Run("one of 64 simultaneous openings takes the channel", func(t *testing.T) {
		require.Equal(t, 1, race(t, 64, store.ErrChannelTaken, func(int) error {
			id, err := s.NewTable(t.Context())
			if err != nil {
				return err
			}
			return s.Commit(t.Context(), opening(id, channel))
		}))
	})
	t.Run("any number of tables may have channel 0", func(t *testing.T) {
		newTable(t, s, 0)
		newTable(t, s, 0)
		requireChannel(t, s, 0, 0)
	})
	requireSound(t, s)
}

// requireChannel checks a channel's open table, 0 for none, and all its tables.
func requireChannel(t testing.TB, s store.Store, in table.ChannelID, open table.ID, all ...table.ID) {
	t.Helper()
	id, err := s.OpenTable(t.Context(), in)
	if open == 0 {
		require.ErrorIs(t, err, store.ErrNotFound)
	}
	require.Equal(t, open, id)
	listed := got(s.ChannelTables(t.Context(), in, 9))(t)
	require.Equal(t, all, append([]table.ID(nil), listed...), "the newest comes first")
	last, err := store.LastTable(t.Context(), s, in)
	if len(all) == 0 {
		require.ErrorIs(t, err, store.ErrNotFound)
		return
	}
	require.Equal(t, all[0], last)
}

func testPlaying(t *testing.T, h Harness) {
	s := h.Open(t)
	const nobody table.UserID = 0 // stands for everybody
	requirePlaying(t, s, guild, anna)
	requirePlaying(t, s, guild, nobody)
	first, second := newTable(t, s, channel), newTable(t, s, channel+1)
	requirePlaying(t, s, guild, anna, first, second)
	requirePlaying(t, s, guild, boris, first, second)
	requirePlaying(t, s, guild, clara)
	requirePlaying(t, s, guild, nobody, first, second) // each once
	requirePlaying(t, s, guild+1, anna)
	requirePlaying(t, s, guild+1, nobody)
	requirePlaying(t, s, 0, anna, first, second)

	left := move(first, channel, 1)
	left.Header.Players = []table.UserID{boris, clara}
	commit(t, s, left)
	requirePlaying(t, s, guild, anna, second)
	requirePlaying(t, s, guild, clara, first)

	away := move(second, 0, 1)
	away.Header.Guild = guild + 1
	commit(t, s, away)
	requirePlaying(t, s, guild, anna)
	requirePlaying(t, s, guild+1, anna, second)
	requirePlaying(t, s, guild, nobody, first)
	requirePlaying(t, s, guild+1, nobody, second)
	requirePlaying(t, s, 0, clara, first)
	requirePlaying(t, s, 0, anna, second)
	requirePlaying(t, s, 0, anna+999)

	require.ErrorIs(t, s.Commit(t.Context(), move(first, channel, 1)), store.ErrConflict)
	requirePlaying(t, s, guild, anna)

	commit(t, s, ending(first, channel, 2, place(boris, 1, 0), place(clara, 2, 0)))
	requirePlaying(t, s, guild, boris)
	requirePlaying(t, s, guild, nobody)
	abort := aborting(second, 0, 2)
	abort.Header.Guild = guild + 1
	commit(t, s, abort)
	requirePlaying(t, s, guild+1, anna)
	requireSound(t, s)
}

func requirePlaying(t testing.TB, s store.Store, in table.GuildID, user table.UserID, want ...table.ID) {
	t.Helper()
	require.Equal(t, want, got(s.Playing(t.Context(), in, user))(t))
}

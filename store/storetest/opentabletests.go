package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func testPlaying(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	requirePlaying(t, s, guild, anna)
	first, second := newTable(t, s, channel), newTable(t, s, channel+1)
	requirePlaying(t, s, guild, anna, first, second)
	requirePlaying(t, s, guild, boris, first, second)
	requirePlaying(t, s, guild, clara)
	requirePlaying(t, s, guild+1, anna)
	requirePlaying(t, s, 0, anna, first, second)

	left := move(first, channel, 1)
	left.Header.Players = []table.UserID{boris, clara}
	require.NoError(t, s.Commit(ctx, left))
	requirePlaying(t, s, guild, anna, second)
	requirePlaying(t, s, guild, clara, first)

	away := move(second, 0, 1)
	away.Header.Guild = guild + 1
	require.NoError(t, s.Commit(ctx, away))
	requirePlaying(t, s, guild, anna)
	requirePlaying(t, s, guild+1, anna, second)
	requirePlaying(t, s, 0, clara, first)
	requirePlaying(t, s, 0, anna, second)
	requirePlaying(t, s, 0, anna+999)

	stale := move(first, channel, 1)
	require.ErrorIs(t, s.Commit(ctx, stale), store.ErrConflict)
	requirePlaying(t, s, guild, anna)

	require.NoError(
		t,
		s.Commit(
			ctx,
			ending(first, channel, 2, store.Standing{User: boris, Rank: 1}, store.Standing{User: clara, Rank: 2}),
		),
	)
	requirePlaying(t, s, guild, boris)
	abort := move(second, 0, 2)
	abort.Header.Guild, abort.Header.Status = guild+1, store.Aborted
	require.NoError(t, s.Commit(ctx, abort))
	requirePlaying(t, s, guild+1, anna)
	requireSound(t, s)
}

func testOpenTables(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	list := func(in table.GuildID) []table.ID {
		ids, err := s.Playing(ctx, in, 0)
		require.NoError(t, err)
		return ids
	}
	require.Empty(t, list(guild))
	first, second := newTable(t, s, channel), newTable(t, s, channel+1)
	require.Equal(t, []table.ID{first, second}, list(guild), "a table with several players is listed once")
	require.Empty(t, list(guild+1))
	away := move(second, channel+1, 1)
	away.Header.Guild = guild + 1
	require.NoError(t, s.Commit(ctx, away))
	require.Equal(t, []table.ID{first}, list(guild))
	require.Equal(t, []table.ID{second}, list(guild+1))
	abort := move(first, channel, 1)
	abort.Header.Status = store.Aborted
	require.NoError(t, s.Commit(ctx, abort))
	require.Empty(t, list(guild))
	requireSound(t, s)
}

// requirePlaying checks the list of open tables of a server that a user plays at.
func requirePlaying(t testing.TB, s store.Store, in table.GuildID, user table.UserID, want ...table.ID) {
	t.Helper()
	got, err := s.Playing(t.Context(), in, user)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func testOutbox(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	id := newTable(t, s, channel)
	say := func(kind string) store.Entry {
		return store.Entry{Table: id, Channel: channel, Kind: kind, From: 1, Version: 2, Target: 8, Nonce: "same"}
	}
	started := time.Now().UnixMilli()
	c := move(id, channel, 1)
	c.Outbox = []store.Entry{say("a"), say("b")}
	commit(t, s, c)
	commit(t, s, move(id, channel, 2))
	c.Want, c.Outbox = 3, []store.Entry{say("c")}
	commit(t, s, c)

	list := func(after uint64, limit int) []store.Entry { return got(s.Outbox(ctx, after, limit))(t) }
	last := func() table.MessageID { return got(s.Header(ctx, id))(t).LastMessage }
	all := list(0, 10)
	require.Len(t, all, 3)
	nonces := map[string]bool{}
	for i, kind := range []string{"a", "b", "c"} {
		requireNewEntry(t, all[i], started, nonces)
		want := say(kind)
		want.Seq, want.Nonce, want.At = all[i].Seq, all[i].Nonce, all[i].At
		require.Equal(t, want, all[i])
		require.Positive(t, all[i].Seq)
	}
	require.Less(t, all[0].Seq, all[1].Seq)
	require.Less(t, all[1].Seq, all[2].Seq)
	require.Equal(t, all[1:], list(all[0].Seq, 10))
	require.Equal(t, all[:2], list(0, 2))
	require.Empty(t, list(all[2].Seq, 10))
	require.Empty(t, list(0, 0))

	t.Run("settling removes the message, records the sent one and adds the follow-up", func(t *testing.T) {
		require.NoError(t, s.Settle(ctx, all[1].Seq, store.Settlement{Sent: 777, Follow: []store.Entry{say("d")}}))
		now := list(0, 10)
		require.Len(t, now, 3)
		require.Equal(t, "d", now[2].Kind)
		require.Greater(t, now[2].Seq, all[2].Seq)
		requireNewEntry(t, now[2], started, nonces)
		require.EqualValues(t, 777, last())
		require.EqualValues(t, 4, got(s.Header(ctx, id))(t).Version)
		require.NoError(t, s.Settle(ctx, all[0].Seq, store.Settlement{}))
		require.EqualValues(t, 777, last(), "Sent 0 keeps the last message")
	})
	t.Run("settling a message that is gone changes nothing", func(t *testing.T) {
		before := list(0, 10)
		for _, seq := range []uint64{all[1].Seq, 99999, 0} {
			err := s.Settle(ctx, seq, store.Settlement{Sent: 5, Follow: []store.Entry{say("x")}})
			require.ErrorIs(t, err, store.ErrNotFound)
		}
		require.Equal(t, before, list(0, 10))
		require.EqualValues(t, 777, last())
	})
	t.Run("a commit keeps the last message", func(t *testing.T) {
		c := move(id, channel, 4)
		c.Header.LastMessage = 1
		commit(t, s, c)
		require.EqualValues(t, 777, last())
	})
	t.Run("one of 64 simultaneous settlements succeeds", func(t *testing.T) {
		seq := list(0, 1)[0].Seq
		require.Equal(t, 1, race(t, 64, store.ErrNotFound, func(int) error {
			return s.Settle(t.Context(), seq, store.Settlement{Follow: []store.Entry{say("e")}})
		}))
	})
	t.Run("a seq is never reused", func(t *testing.T) {
		var last uint64
		for _, m := range list(0, 100) {
			last = m.Seq
			require.NoError(t, settle(t, s, m.Seq))
		}
		c := move(id, channel, 5)
		c.Outbox = []store.Entry{say("f")}
		commit(t, s, c)
		require.Greater(t, list(0, 1)[0].Seq, last)
	})
	requireSound(t, s)
}

// requireNewEntry checks that the store has set an entry's time, after started, and a new nonce,
// which it adds to nonces.
func requireNewEntry(t testing.TB, m store.Entry, started int64, nonces map[string]bool) {
	t.Helper()
	require.GreaterOrEqual(t, m.At, started)
	require.LessOrEqual(t, m.At, time.Now().UnixMilli())
	require.Regexp(t, "^[0-9a-z]{2,13}$", m.Nonce)
	require.NotEqual(t, "same", m.Nonce, "a nonce given by the caller is replaced")
	require.False(t, nonces[m.Nonce], "the nonce %s is used twice", m.Nonce)
	nonces[m.Nonce] = true
}

func testCounts(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	requireCounts := func(lobbies, running, outbox int) {
		t.Helper()
		left := got(s.Outbox(ctx, 0, 100))(t)
		require.Len(t, left, outbox)
		want := store.Counts{Lobbies: lobbies, Running: running, Outbox: outbox}
		if outbox > 0 {
			want.Oldest = left[0].At
		}
		require.Equal(t, want, got(s.Counts(ctx))(t))
	}
	requireCounts(0, 0, 0)
	first, second := newTable(t, s, channel), newTable(t, s, channel+1)
	newTable(t, s, 0)
	requireCounts(2, 0, 0)
	c := move(first, channel, 1)
	c.Outbox = []store.Entry{{Table: first, Channel: channel, Kind: "a"}, {Table: first, Channel: channel, Kind: "b"}}
	commit(t, s, c)
	requireCounts(1, 1, 2)
	require.NoError(t, settle(t, s, take(t, s, 1, long)[0].Seq))
	requireCounts(1, 1, 1)
	commit(t, s, ending(first, channel, 2, place(anna, 1, 0), place(boris, 2, 0)))
	commit(t, s, aborting(second, channel+1, 1))
	requireCounts(0, 0, 1)
}

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
	_, err = s.LastTable(ctx, channel)
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
		{last, func() (table.ID, error) { return s.LastTable(t.Context(), in) }},
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

func testPlaying(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	requirePlaying(t, s, guild, anna)
	first, second := newTable(t, s, channel), newTable(t, s, channel+1)
	requirePlaying(t, s, guild, anna, first, second)
	requirePlaying(t, s, guild, boris, first, second)
	requirePlaying(t, s, guild, clara)
	requirePlaying(t, s, guild+1, anna)

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

	stale := move(first, channel, 1)
	require.ErrorIs(t, s.Commit(ctx, stale), store.ErrConflict)
	requirePlaying(t, s, guild, anna)

	require.NoError(t, s.Commit(ctx, ending(first, channel, 2, store.Standing{User: boris, Rank: 1}, store.Standing{User: clara, Rank: 2})))
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
		ids, err := s.OpenTables(ctx, in)
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

func testDeadlines(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	set := func(id table.ID, want table.Version, at int64) {
		c := move(id, channel+table.ChannelID(id), want)
		c.Deadline = at
		require.NoError(t, s.Commit(ctx, c))
	}
	var ids []table.ID
	for range 4 {
		id, err := s.NewTable(ctx)
		require.NoError(t, err)
		require.NoError(t, s.Commit(ctx, opening(id, channel+table.ChannelID(id))))
		ids = append(ids, id)
	}
	set(ids[0], 1, 3000)
	set(ids[1], 1, 1000)
	set(ids[2], 1, 2000)
	due := func(now int64, limit int) []store.Deadline {
		d, err := s.Due(ctx, now, limit)
		require.NoError(t, err)
		return d
	}
	require.Empty(t, due(999, 10))
	require.Equal(t, []store.Deadline{{Table: ids[1], At: 1000}, {Table: ids[2], At: 2000}}, due(2000, 10), "the earliest deadline comes first")
	require.Equal(t, []store.Deadline{{Table: ids[1], At: 1000}}, due(5000, 1))
	require.Empty(t, due(5000, 0))
	set(ids[1], 2, 4000)
	require.Equal(t, []store.Deadline{{Table: ids[2], At: 2000}, {Table: ids[0], At: 3000}}, due(3999, 10), "a table has one deadline")
	set(ids[2], 2, 0)
	require.Equal(t, []store.Deadline{{Table: ids[0], At: 3000}}, due(3999, 10), "0 means no deadline")
	set(ids[2], 3, 3000)
	require.Len(t, due(3000, 10), 2, "two tables may have the same deadline")
	set(ids[3], 1, -5)
	require.Equal(t, store.Deadline{Table: ids[3], At: -5}, due(0, 10)[0])
	requireSound(t, s)
}

func testOutbox(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	id := newTable(t, s, channel)
	say := func(kind string) store.Message {
		return store.Message{Table: id, Channel: channel, Kind: kind, From: 1, Version: 2, Target: 8}
	}
	c := move(id, channel, 1)
	c.Outbox = []store.Message{say("a"), say("b")}
	require.NoError(t, s.Commit(ctx, c))
	requireSignal(t, s, true)
	c = move(id, channel, 2)
	require.NoError(t, s.Commit(ctx, c))
	requireSignal(t, s, false)
	c.Want, c.Outbox = 3, []store.Message{say("c")}
	require.NoError(t, s.Commit(ctx, c))
	requireSignal(t, s, true)

	list := func(after uint64, limit int) []store.Message {
		out, err := s.Outbox(ctx, after, limit)
		require.NoError(t, err)
		return out
	}
	all := list(0, 10)
	require.Len(t, all, 3)
	for i, kind := range []string{"a", "b", "c"} {
		want := say(kind)
		want.Seq = all[i].Seq
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
		require.NoError(t, s.Settle(ctx, all[1].Seq, store.Settlement{Sent: 777, Follow: []store.Message{say("d")}}))
		requireSignal(t, s, true)
		now := list(0, 10)
		require.Len(t, now, 3)
		require.Equal(t, "d", now[2].Kind)
		require.Greater(t, now[2].Seq, all[2].Seq)
		head, err := s.Header(ctx, id)
		require.NoError(t, err)
		require.EqualValues(t, 777, head.LastMessage)
		require.EqualValues(t, 4, head.Version)
		require.NoError(t, s.Settle(ctx, all[0].Seq, store.Settlement{}))
		requireSignal(t, s, false)
		head, err = s.Header(ctx, id)
		require.NoError(t, err)
		require.EqualValues(t, 777, head.LastMessage, "Sent 0 keeps the last message")
	})
	t.Run("settling a message that is gone changes nothing", func(t *testing.T) {
		before := list(0, 10)
		for _, seq := range []uint64{all[1].Seq, 99999, 0} {
			require.ErrorIs(t, s.Settle(ctx, seq, store.Settlement{Sent: 5, Follow: []store.Message{say("x")}}), store.ErrNotFound)
		}
		require.Equal(t, before, list(0, 10))
		head, err := s.Header(ctx, id)
		require.NoError(t, err)
		require.EqualValues(t, 777, head.LastMessage)
	})
	t.Run("a commit keeps the last message", func(t *testing.T) {
		c := move(id, channel, 4)
		c.Header.LastMessage = 1
		require.NoError(t, s.Commit(ctx, c))
		head, err := s.Header(ctx, id)
		require.NoError(t, err)
		require.EqualValues(t, 777, head.LastMessage)
	})
	t.Run("one of 64 simultaneous settlements succeeds", func(t *testing.T) {
		seq := list(0, 1)[0].Seq
		var won atomic.Int32
		var all sync.WaitGroup
		for range 64 {
			all.Go(func() {
				switch err := s.Settle(t.Context(), seq, store.Settlement{Follow: []store.Message{say("e")}}); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, store.ErrNotFound):
					t.Error(err)
				}
			})
		}
		all.Wait()
		require.EqualValues(t, 1, won.Load())
	})
	t.Run("a seq is never reused", func(t *testing.T) {
		var last uint64
		for _, m := range list(0, 100) {
			last = m.Seq
			require.NoError(t, s.Settle(ctx, m.Seq, store.Settlement{}))
		}
		c := move(id, channel, 5)
		c.Outbox = []store.Message{say("f")}
		require.NoError(t, s.Commit(ctx, c))
		require.Greater(t, list(0, 1)[0].Seq, last)
	})
	requireSound(t, s)
}

// requireSignal checks whether a signal waits. The signal is sent before the commit returns.
func requireSignal(t testing.TB, s store.Store, want bool) {
	t.Helper()
	got := false
	select {
	case <-s.Notify():
		got = true
	default:
	}
	require.Equal(t, want, got)
}

func testLeaderboard(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	play := func(in table.GuildID, game string, at int64, standings ...store.Standing) table.ID {
		id, err := s.NewTable(ctx)
		require.NoError(t, err)
		c := opening(id, channel)
		c.Header.Guild, c.Header.Game = in, game
		require.NoError(t, s.Commit(ctx, c))
		c = ending(id, channel, 1, standings...)
		c.Header.Guild, c.Header.Game = in, game
		c.Result.Guild, c.Result.Game, c.Result.At = in, game, at
		require.NoError(t, s.Commit(ctx, c))
		again := c
		again.Want = 2
		require.Error(t, s.Commit(ctx, again), "a table has one result")
		return id
	}
	first := play(guild, "gardens", 100, store.Standing{User: anna, Rank: 1, Score: 50}, store.Standing{User: boris, Rank: 2, Score: 40})
	second := play(guild, "babel", 90, store.Standing{User: boris, Rank: 1, Score: -3}, store.Standing{User: clara, Rank: 2, Score: -7})
	play(guild+1, "babel", 95, store.Standing{User: boris, Rank: 1, Score: 1000})

	board := func(in table.GuildID, game string) map[table.UserID]store.Row {
		rows, err := s.Leaderboard(ctx, in, game)
		require.NoError(t, err)
		m := map[table.UserID]store.Row{}
		for _, r := range rows {
			m[r.User] = r
		}
		require.Len(t, m, len(rows))
		return m
	}
	require.Equal(t, map[table.UserID]store.Row{
		anna:  {User: anna, Games: 1, Wins: 1, Points: 50, Best: 50, Rating: 1516},
		boris: {User: boris, Games: 1, Points: 40, Best: 40, Rating: 1484},
	}, board(guild, "gardens"))
	require.Equal(t, -3, board(guild, "babel")[boris].Best)
	overall := board(guild, "")
	require.Len(t, overall, 3)
	require.Equal(t, 2, overall[boris].Games)
	require.Equal(t, 37, overall[boris].Points)
	require.Equal(t, 40, overall[boris].Best)
	require.Greater(t, overall[boris].Rating, 1500.0, "all games together: from 1484 against 1500")
	require.Equal(t, 1516.0, board(guild, "babel")[boris].Rating, "each game has its own rating")
	require.Len(t, board(guild+1, ""), 1)
	require.Empty(t, board(guild+2, ""))
	require.Empty(t, board(guild, "gard"))

	results, err := s.Results(ctx, guild, 10)
	require.NoError(t, err)
	require.Len(t, results, 2)
	require.Equal(t, second, results[0].Table, "the latest commit comes first")
	require.Equal(t, store.Result{Table: first, Guild: guild, Game: "gardens", At: 100, Standings: []store.Standing{
		{User: anna, Rank: 1, Score: 50}, {User: boris, Rank: 2, Score: 40},
	}}, results[1])
	results, err = s.Results(ctx, guild, 1)
	require.NoError(t, err)
	require.Len(t, results, 1)
	results, err = s.Results(ctx, guild+2, 10)
	require.NoError(t, err)
	require.Empty(t, results)
	requireSound(t, s)
}

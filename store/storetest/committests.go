package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func testCommit(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	id := newTable(t, s, channel)

	c := move(id, channel, 1)
	c.Interaction = 900
	c.Deadline = 5000
	c.Outbox = []store.Message{{Table: id, Channel: channel, Kind: "moved", From: 1, Version: 2}}
	require.NoError(t, s.Commit(ctx, c))

	t.Run("the whole commit is stored", func(t *testing.T) {
		got, events, err := s.Table(ctx, id)
		require.NoError(t, err)
		want := c.Header
		want.Version = 2
		require.Equal(t, want, got)
		require.Equal(t, append(opening(id, channel).Events, c.Events...), events)
		alone, err := s.Header(ctx, id)
		require.NoError(t, err)
		require.Equal(t, want, alone)
		out, err := s.Outbox(ctx, 0, 10)
		require.NoError(t, err)
		require.Len(t, out, 1)
		due, err := s.Due(ctx, 5000, 10)
		require.NoError(t, err)
		require.Equal(t, []store.Deadline{{Table: id, At: 5000}}, due)
	})

	t.Run("a refused commit changes nothing", func(t *testing.T) {
		before := dump(t, s, id)
		bad := ending(id, channel, 1, store.Standing{User: anna, Rank: 1})
		bad.Interaction = 901
		bad.Deadline = 7000
		bad.Outbox = c.Outbox
		require.ErrorIs(t, s.Commit(ctx, bad), store.ErrConflict)
		require.Equal(t, before, dump(t, s, id))

		good := move(id, channel, 2)
		good.Interaction = 901 // the refused commit has not used it up
		good.Deadline = 5000
		require.NoError(t, s.Commit(ctx, good))
	})

	t.Run("an invalid commit is refused", func(t *testing.T) {
		before := dump(t, s, id)
		otherTable := ending(id, channel, 3)
		otherTable.Result.Table++
		otherGuild := ending(id, channel, 3)
		otherGuild.Result.Guild++
		running := ending(id, channel, 3)
		running.Header.Status = store.Running
		nameless := move(id, channel, 3)
		nameless.Events[0].Kind = ""
		odd := ending(id, channel, 3)
		odd.Result.Level = 6
		empty := opening(id+1, channel+1)
		empty.Events = nil
		for name, c := range map[string]store.Commit{
			"table 0":                       opening(0, channel+1),
			"a new table without events":    empty,
			"another table's result":        otherTable,
			"another guild's result":        otherGuild,
			"the result of a running table": running,
			"an event without a kind":       nameless,
			"a result against level 6":      odd,
			"a computer without level": ending(
				id, channel, 3, store.Standing{User: anna}, store.Standing{User: table.ComputerID(1, 2)},
			),
			"one player twice": ending(id, channel, 3, store.Standing{User: anna}, store.Standing{User: anna}),
		} {
			require.Error(t, s.Commit(ctx, c), name)
		}
		require.Equal(t, before, dump(t, s, id))
	})

	t.Run("a commit without events keeps the version", func(t *testing.T) {
		c := move(id, channel, 3)
		c.Events = nil
		c.Outbox = []store.Message{{Table: id, Channel: channel, Kind: "again", From: 2, Version: 3}}
		require.NoError(t, s.Commit(ctx, c))
		got, err := s.Header(ctx, id)
		require.NoError(t, err)
		require.EqualValues(t, 3, got.Version)
	})
	requireSound(t, s)
}

// dump returns everything that can be read of a store with one table, for comparison.
func dump(t testing.TB, s store.Store, id table.ID) string {
	t.Helper()
	ctx := t.Context()
	h, events, err1 := s.Table(ctx, id)
	out, err2 := s.Outbox(ctx, 0, 1000)
	due, err3 := s.Due(ctx, 1<<62, 1000)
	rows, err4 := s.Leaderboard(ctx, h.Guild, store.Board{})
	results, err5 := s.Results(ctx, h.Guild, 1000)
	require.NoError(t, errors.Join(err1, err2, err3, err4, err5))
	return fmt.Sprintf("%+v\n%+v\n%+v\n%+v\n%+v\n%+v", h, events, out, due, rows, results)
}

func testLog(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	_, _, err := s.Table(ctx, 4711)
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = s.Header(ctx, 4711)
	require.ErrorIs(t, err, store.ErrNotFound)
	require.ErrorIs(t, s.Commit(ctx, move(4711, channel, 3)), store.ErrNotFound)

	// The tables have adjacent IDs, so that the test notices a log that runs over into the next.
	var ids []table.ID
	for i := range 3 {
		ids = append(ids, newTable(t, s, channel+table.ChannelID(i)))
	}
	for v := range table.Version(21) {
		for i, id := range ids {
			require.NoError(t, s.Commit(ctx, move(id, channel+table.ChannelID(i), v+1)))
		}
	}
	for i, id := range ids {
		got, events, err := s.Table(ctx, id)
		require.NoError(t, err)
		require.Len(t, events, 22)
		require.EqualValues(t, 22, got.Version)
		require.Equal(t, channel+table.ChannelID(i), got.Channel)
		for v, e := range events[1:] {
			require.Equal(t, move(id, channel, table.Version(v+1)).Events[0], e)
		}
	}
	long := move(ids[0], channel, 22)
	long.Events = nil
	for range 500 {
		long.Events = append(
			long.Events,
			table.Start([]table.UserID{anna, boris}, nil, []byte(`{"bag":[1,2,3]}`), 0, 5),
		)
	}
	require.NoError(t, s.Commit(ctx, long))
	_, events, err := s.Table(ctx, ids[0])
	require.NoError(t, err)
	require.Len(t, events, 522)
	require.Equal(t, long.Events, events[22:])
	requireSound(t, s)
}

// testVersions lets 64 writers compete for each version of one table.
func testVersions(t *testing.T, h Harness) {
	s := h.Open(t)
	id := newTable(t, s, channel)
	const writers, rounds = 64, 8
	var won [rounds]atomic.Int32
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for v := range table.Version(rounds) {
				c := move(id, channel, v+1)
				c.Interaction = table.InteractionID(1000*(int(v)+1) + w)
				c.Events[0].By = table.UserID(w + 1)
				for {
					err := s.Commit(t.Context(), c)
					if err == nil {
						won[v].Add(1)
					} else if !errors.Is(err, store.ErrConflict) {
						t.Errorf("writer %d: %v", w, err)
					}
					// Some writers are ahead. Wait until the version they want exists.
					head, err := s.Header(t.Context(), id)
					if err != nil {
						t.Error(err)
						return
					}
					if head.Version > c.Want {
						break
					}
				}
			}
		})
	}
	all.Wait()
	for v := range won {
		require.EqualValues(t, 1, won[v].Load(), "version %d", v+2)
	}
	head, events, err := s.Table(t.Context(), id)
	require.NoError(t, err)
	require.EqualValues(t, rounds+1, head.Version)
	require.Len(t, events, rounds+1)
	requireSound(t, s)
}

// withInteraction returns a commit with another interaction.
func withInteraction(c store.Commit, by table.InteractionID) store.Commit {
	c.Interaction = by
	return c
}

func testInteractions(t *testing.T, h Harness) {
	s := h.Open(t)
	id := newTable(t, s, channel)
	ctx := t.Context()
	c := move(id, channel, 1)
	c.Interaction = 1 << 62
	committed := func(by table.InteractionID) bool {
		done, err := s.Committed(ctx, by)
		require.NoError(t, err)
		return done
	}
	require.False(t, committed(c.Interaction))
	require.NoError(t, s.Commit(ctx, c))
	require.True(t, committed(c.Interaction))
	require.ErrorIs(t, s.Commit(ctx, c), store.ErrDuplicate, "ErrDuplicate takes precedence over ErrConflict")
	require.ErrorIs(t, s.Commit(ctx, withInteraction(c, 5)), store.ErrConflict)
	require.False(t, committed(5), "its commit was refused")
	c.Want = 2
	require.ErrorIs(t, s.Commit(ctx, c), store.ErrDuplicate)

	other := newTable(t, s, channel+1)
	elsewhere := move(other, channel+1, 1)
	elsewhere.Interaction = c.Interaction
	require.ErrorIs(t, s.Commit(ctx, elsewhere), store.ErrDuplicate, "an interaction counts for all tables")

	c.Interaction = 0
	require.NoError(t, s.Commit(ctx, c))
	c.Want = 3
	require.NoError(t, s.Commit(ctx, c), "interaction 0 is never a duplicate")

	t.Run("one of 64 simultaneous deliveries succeeds", func(t *testing.T) {
		var done, duplicate, conflict atomic.Int32
		var all sync.WaitGroup
		for range 64 {
			all.Go(func() {
				c := move(id, channel, 4)
				c.Interaction = 77
				switch err := s.Commit(t.Context(), c); {
				case err == nil:
					done.Add(1)
				case errors.Is(err, store.ErrDuplicate):
					duplicate.Add(1)
				default:
					conflict.Add(1)
				}
			})
		}
		all.Wait()
		require.EqualValues(t, 1, done.Load())
		require.EqualValues(t, 63, duplicate.Load())
		require.Zero(t, conflict.Load(), "a duplicate is reported as one, not as a conflict")
	})
	requireSound(t, s)
}

func testContexts(t *testing.T, h Harness) {
	s := h.Open(t)
	id := newTable(t, s, channel)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Commit(ended, move(id, channel, 1)), context.Canceled)
	_, _, err := s.Table(ended, id)
	require.ErrorIs(t, err, context.Canceled)
	_, err = s.NewTable(ended)
	require.ErrorIs(t, err, context.Canceled)
	head, err := s.Header(t.Context(), id)
	require.NoError(t, err)
	require.EqualValues(t, 1, head.Version)

	// These contexts end while their commits wait. Whatever Commit returns, the log has as many
	// events as were committed, and a second try tells.
	var all sync.WaitGroup
	for w := range 64 {
		all.Go(func() {
			at := channel + 1 + table.ChannelID(w)
			id, err := s.NewTable(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			c := opening(id, at)
			c.Interaction = table.InteractionID(1000 + w)
			ctx, cancel := context.WithCancel(t.Context())
			go cancel()
			first := s.Commit(ctx, c)
			if first != nil && !errors.Is(first, context.Canceled) {
				t.Error(first)
			}
			second := s.Commit(t.Context(), c)
			if first == nil && !errors.Is(second, store.ErrDuplicate) {
				t.Errorf("the first try succeeded, but the second returned %v", second)
			}
			if second != nil && !errors.Is(second, store.ErrDuplicate) {
				t.Error(second)
			}
			if h, err := s.Header(t.Context(), id); err != nil || h.Version != 1 {
				t.Errorf("table %d has version %d (error %v), want 1", id, h.Version, err)
			}
		})
	}
	all.Wait()
	requireSound(t, s)
}

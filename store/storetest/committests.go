package storetest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func testCommit(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	id := newTable(t, s, channel)

	c := move(id, channel, 1)
	c.Interaction, c.Deadline = 900, 5000
	c.Outbox = []store.Entry{{Table: id, Channel: channel, Kind: "moved", From: 1, Version: 2}}
	commit(t, s, c)

	t.Run("the whole commit is stored", func(t *testing.T) {
		head, events, err := s.Table(ctx, id)
		require.NoError(t, err)
		want := c.Header
		want.Version = 2
		require.Equal(t, want, head)
		require.Equal(t, append(opening(id, channel).Events, c.Events...), events)
		require.Equal(t, want, got(s.Header(ctx, id))(t))
		require.Len(t, got(s.Outbox(ctx, 0, 10))(t), 1)
		require.Equal(t, []store.Deadline{{Table: id, At: 5000}}, got(s.Due(ctx, 5000, 10))(t))
	})

	t.Run("a refused commit changes nothing", func(t *testing.T) {
		before := dumpAll(t, s)
		bad := ending(id, channel, 1, place(anna, 1, 0))
		bad.Interaction, bad.Deadline, bad.Outbox = 901, 7000, c.Outbox
		require.ErrorIs(t, s.Commit(ctx, bad), store.ErrConflict)
		after := dumpAll(t, s)
		require.Equal(t, before, after)
		good := move(id, channel, 2)
		good.Interaction = 901 // the refused commit has not used it up
		commit(t, s, good)
	})

	t.Run("an invalid commit is refused", func(t *testing.T) {
		before := dumpAll(t, s)
		for name, spoil := range map[string]func(c *store.Commit){
			"table 0": func(c *store.Commit) { *c = opening(0, channel+1) },
			"a new table without events": func(c *store.Commit) {
				*c = opening(id+1, channel+1)
				c.Events = nil
			},
			"another table's result":        func(c *store.Commit) { c.Result.Table++ },
			"another guild's result":        func(c *store.Commit) { c.Result.Guild++ },
			"the result of a running table": func(c *store.Commit) { c.Header.Status = store.Running },
			"an event without a kind":       func(c *store.Commit) { c.Events[0].Kind = "" },
			"a result against level 6":      func(c *store.Commit) { c.Result.Level = 6 },
			"a computer without level":      func(c *store.Commit) { c.Result.Standings[1].User = table.ComputerID(1, 2) },
			"one player twice":              func(c *store.Commit) { c.Result.Standings[1].User = anna },
		} {
			c := ending(id, channel, 3, place(anna, 1, 2), place(boris, 2, 1))
			spoil(&c)
			require.Error(t, s.Commit(ctx, c), name)
		}
		after := dumpAll(t, s)
		require.Equal(t, before, after)
	})

	t.Run("a commit without events keeps the version", func(t *testing.T) {
		c := move(id, channel, 3)
		c.Events = nil
		c.Outbox = []store.Entry{{Table: id, Channel: channel, Kind: "again", From: 2, Version: 3}}
		commit(t, s, c)
		require.EqualValues(t, 3, got(s.Header(ctx, id))(t).Version)
	})
	requireSound(t, s)
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
	for i := range table.ChannelID(3) {
		ids = append(ids, newTable(t, s, channel+i))
	}
	want := opening(0, channel).Events
	for v := range table.Version(21) {
		want = append(want, move(0, channel, v+1).Events...)
		for i, id := range ids {
			commit(t, s, move(id, channel+table.ChannelID(i), v+1))
		}
	}
	for i, id := range ids {
		head, events, err := s.Table(ctx, id)
		require.NoError(t, err)
		require.Equal(t, want, events)
		require.EqualValues(t, 22, head.Version)
		require.Equal(t, channel+table.ChannelID(i), head.Channel)
	}
	long := move(ids[0], channel, 22)
	long.Events = nil
	for range 500 {
		start := table.Start([]table.UserID{anna, boris}, nil, []byte(`{"bag":[1,2,3]}`), 0, 5)
		long.Events = append(long.Events, start)
	}
	commit(t, s, long)
	_, events, err := s.Table(ctx, ids[0])
	require.NoError(t, err)
	require.Equal(t, append(want, long.Events...), events)
	requireSound(t, s)
}

func testVersions(t *testing.T, h Harness) {
	s := h.Open(t)
	id := newTable(t, s, channel)
	const rounds = 8
	require.ErrorIs(t, s.Commit(t.Context(), move(id, channel, rounds)), store.ErrConflict, "a version to come")
	for v := range table.Version(rounds) {
		require.Equal(t, 1, race(t, 64, store.ErrConflict, func(w int) error {
			c := move(id, channel, v+1)
			c.Interaction = table.InteractionID(1000*(int(v)+1) + w)
			c.Events[0].By = table.UserID(w + 1)
			return s.Commit(t.Context(), c)
		}))
	}
	head, events, err := s.Table(t.Context(), id)
	require.NoError(t, err)
	require.EqualValues(t, rounds+1, head.Version)
	require.Len(t, events, rounds+1)
	requireSound(t, s)
}

func testInteractions(t *testing.T, h Harness) {
	s := h.Open(t)
	id, other := newTable(t, s, channel), newTable(t, s, channel+1)
	ctx := t.Context()
	by := func(id table.ID, want table.Version, interaction table.InteractionID) error {
		c := move(id, got(s.Header(ctx, id))(t).Channel, want)
		c.Interaction = interaction
		return s.Commit(ctx, c)
	}
	const first, second = 1 << 62, 5
	require.False(t, got(s.Committed(ctx, first))(t), "the interaction is new")
	require.NoError(t, by(id, 1, first))
	require.True(t, got(s.Committed(ctx, first))(t), "the interaction was committed")
	require.ErrorIs(t, by(id, 1, first), store.ErrDuplicate, "ErrDuplicate takes precedence over ErrConflict")
	require.ErrorIs(t, by(id, 1, second), store.ErrConflict)
	require.False(t, got(s.Committed(ctx, second))(t), "its commit was refused")
	require.ErrorIs(t, by(id, 2, first), store.ErrDuplicate)
	require.ErrorIs(t, by(other, 1, first), store.ErrDuplicate, "an interaction counts for all tables")
	require.NoError(t, by(id, 2, 0))
	require.NoError(t, by(id, 3, 0), "interaction 0 is never a duplicate")

	t.Run("one of 64 simultaneous deliveries succeeds", func(t *testing.T) {
		require.Equal(t, 1, race(t, 64, store.ErrDuplicate, func(int) error {
			c := move(id, channel, 4)
			c.Interaction = 77
			return s.Commit(t.Context(), c)
		}), "a duplicate is reported as one, not as a conflict")
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
	require.EqualValues(t, 1, got(s.Header(t.Context(), id))(t).Version)

	// These contexts end while their commits wait. Whatever Commit returns, the log has as many
	// events as were committed, and a second try tells.
	race(t, 64, nil, func(w int) error {
		id, err := s.NewTable(t.Context())
		if err != nil {
			return err
		}
		c := opening(id, channel+1+table.ChannelID(w))
		c.Interaction = table.InteractionID(1000 + w)
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		first, second := s.Commit(ctx, c), s.Commit(t.Context(), c)
		if first != nil {
			assert.ErrorIs(t, first, context.Canceled)
		}
		if first == nil || second != nil {
			assert.ErrorIs(t, second, store.ErrDuplicate)
		}
		head, err := s.Header(t.Context(), id)
		assert.EqualValues(t, 1, head.Version)
		return err
	})
	requireSound(t, s)
}

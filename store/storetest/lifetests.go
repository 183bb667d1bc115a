package storetest

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func testSettings(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	got, err := s.Settings(ctx, guild)
	require.NoError(t, err)
	require.Zero(t, got)
	want := store.Settings{
		Language: "de",
		Quiet:    true,
		Channels: []table.ChannelID{channel, channel + 1},
		Role:     7,
		Limit:    3600,
		Reserve:  900,
	}
	SetSettings(t, s, guild, want)
	got, err = s.Settings(ctx, guild)
	require.NoError(t, err)
	require.Equal(t, want, got)
	got.Channels[0] = 1
	got, err = s.Settings(ctx, guild)
	require.NoError(t, err)
	require.Equal(t, want, got, "the caller may change what it has read")
	got, err = s.Settings(ctx, guild+1)
	require.NoError(t, err)
	require.Zero(t, got)
	SetSettings(t, s, guild, store.Settings{})
	got, err = s.Settings(ctx, guild)
	require.NoError(t, err)
	require.Zero(t, got)

	late := store.Preferences{Quiet: store.QuietHours{From: 23, To: 7, Offset: -90}}
	prefers := func(user table.UserID) store.Preferences {
		p, err := s.Preferences(ctx, user)
		require.NoError(t, err)
		return p
	}
	require.Zero(t, prefers(anna))
	SetPreferences(t, s, anna, late)
	require.Equal(t, late, prefers(anna))
	require.Zero(t, prefers(boris))
	SetPreferences(t, s, anna, store.Preferences{})
	require.Zero(t, prefers(anna))

	note := func(name string) string {
		v, err := s.Note(ctx, name)
		require.NoError(t, err)
		return v
	}
	require.Empty(t, note("commands"))
	require.NoError(t, s.SetNote(ctx, "commands", "abc"))
	require.Equal(t, "abc", note("commands"))
	require.Empty(t, note("command"))
	require.NoError(t, s.SetNote(ctx, "commands", ""))
	require.Empty(t, note("commands"))
	requireSound(t, s)
}

func testChangePreferences(t *testing.T, h Harness) {
	s := h.Open(t)
	const writers, rounds = 8, 20
	refused := errors.New("refused")
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for range rounds {
				err := s.ChangePreferences(t.Context(), anna, func(p *store.Preferences) error {
					if p.Lessons == nil {
						p.Lessons = map[string]string{}
					}
					p.Lessons[string(rune('a'+w))] += "."
					p.Quiet.Offset++
					return nil
				})
				if err != nil {
					t.Error(err)
				}
				err = s.ChangePreferences(t.Context(), anna, func(p *store.Preferences) error {
					p.Quiet.Offset = -1
					p.Lessons["a"] = "refused"
					return refused
				})
				if !errors.Is(err, refused) {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	p, err := s.Preferences(t.Context(), anna)
	require.NoError(t, err)
	require.Equal(t, writers*rounds, p.Quiet.Offset, "each change found those before it")
	require.Len(t, p.Lessons, writers)
	for _, steps := range p.Lessons {
		require.Len(t, steps, rounds)
	}
	p.Lessons["a"] = "changed by the reader"
	again, err := s.Preferences(t.Context(), anna)
	require.NoError(t, err)
	require.Len(t, again.Lessons["a"], rounds, "the caller may change what it has read")
	requireSound(t, s)
}

func testNewTable(t *testing.T, h Harness) {
	s := h.Open(t)
	seen := map[table.ID]bool{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for range 20 {
				id, err := s.NewTable(t.Context())
				mu.Lock()
				if err != nil || id == 0 || seen[id] {
					t.Errorf("table %d: %v, seen: %v", id, err, seen[id])
				}
				seen[id] = true
				mu.Unlock()
			}
		})
	}
	all.Wait()
	require.NoError(t, s.Commit(t.Context(), opening(5000, channel)))
	last := slices.Max(slices.Collect(maps.Keys(seen)))
	for range 50 {
		id, err := s.NewTable(t.Context())
		require.NoError(t, err)
		require.NotEqual(t, table.ID(5000), id)
		require.False(t, seen[id])
		require.Greater(t, id, last, "the newest table has the highest ID")
		require.LessOrEqual(t, uint64(id-last), uint64(store.MaxTableStep))
		seen[id], last = true, id
	}
}

func testClose(t *testing.T, h Harness) {
	s := h.Open(t)
	id := newTable(t, s, channel)
	// Commits that are on their way when Close is called are stored or refused.
	var all sync.WaitGroup
	var done atomic.Int32
	for w := range 64 {
		all.Go(func() {
			own := table.ID(10_000 + w)
			err := s.Commit(t.Context(), opening(own, table.ChannelID(own)))
			switch {
			case err == nil:
				done.Add(1)
			case !errors.Is(err, store.ErrClosed):
				t.Error(err)
			}
		})
	}
	require.NoError(t, s.Close())
	all.Wait()
	ctx := t.Context()
	_, _, tableErr := s.Table(ctx, id)
	_, newErr := s.NewTable(ctx)
	_, outErr := s.Outbox(ctx, 0, 1)
	_, playingErr := s.Playing(ctx, guild, anna)
	_, openErr := s.Playing(ctx, guild, 0)
	_, checkErr := s.Check(ctx)
	_, countErr := s.Counts(ctx)
	_, preferencesErr := s.Preferences(ctx, anna)
	for _, err := range []error{
		countErr, preferencesErr, s.ChangePreferences(ctx, anna, func(*store.Preferences) error { return nil }),
		s.Commit(ctx, move(id, channel, 1)), tableErr, newErr, outErr, playingErr, openErr, checkErr,
		s.Settle(ctx, 1, store.Settlement{}), s.SetNote(ctx, "a", "b"),
	} {
		require.ErrorIs(t, err, store.ErrClosed)
	}
	require.NoError(t, s.Close(), "a second Close does nothing")
	s = h.Reopen(t, s)
	found := 0
	for w := range 64 {
		if _, err := s.Header(ctx, table.ID(10_000+w)); err == nil {
			found++
		}
	}
	require.EqualValues(t, done.Load(), found, "exactly the accepted commits are stored")
	requireSound(t, s)
}

func testReopen(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	id := newTable(t, s, channel)
	c := move(id, channel, 1)
	c.Interaction = 99
	c.Deadline = 4000
	c.Outbox = []store.Message{
		{Table: id, Channel: channel, Kind: "a", Version: 2},
		{Table: id, Channel: channel, Kind: "b", Version: 2},
	}
	require.NoError(t, s.Commit(ctx, c))
	out, err := s.Outbox(ctx, 0, 10)
	require.NoError(t, err)
	require.NoError(t, s.Settle(ctx, out[1].Seq, store.Settlement{Sent: 321}))
	over := newTable(t, s, channel+1)
	require.NoError(t, s.Commit(ctx, ending(
		over,
		channel+1,
		1,
		store.Standing{
			User:  anna,
			Rank:  1,
			Score: 9,
		},
		store.Standing{User: clara, Rank: 1, Score: 9},
		store.Standing{User: boris, Rank: 3, Score: 1},
	)))
	SetSettings(t, s, guild, store.Settings{Language: "fr"})
	late := store.Preferences{
		Quiet: store.QuietHours{From: 23, To: 7}, Lessons: map[string]string{"gardens": "dig", "babel": "aim"},
	}
	SetPreferences(t, s, anna, late)
	require.NoError(t, s.SetNote(ctx, "name", "value"))
	claimed := claimAll(t, s, 1, soon)
	before := dump(t, s, id)

	s = h.Reopen(t, s)
	require.Equal(t, before, dump(t, s, id))
	for _, m := range claimAll(t, s, len(claimed), long) {
		require.True(t, m.Inherited, "the earlier process had the message")
	}
	requireChannel(t, s, channel, id, id)
	requireChannel(t, s, channel+1, 0, over)
	requirePlaying(t, s, guild, anna, id)
	require.ErrorIs(t, s.Commit(ctx, c), store.ErrDuplicate)
	settings, err := s.Settings(ctx, guild)
	require.NoError(t, err)
	require.Equal(t, "fr", settings.Language)
	preferences, err := s.Preferences(ctx, anna)
	require.NoError(t, err)
	require.Equal(t, late, preferences)
	note, err := s.Note(ctx, "name")
	require.NoError(t, err)
	require.Equal(t, "value", note)
	next, err := s.NewTable(ctx)
	require.NoError(t, err)
	require.Greater(t, next, over, "IDs continue from the last one")
	c.Want, c.Interaction = 2, 100
	require.NoError(t, s.Commit(ctx, c))
	unused, err := s.NewTable(ctx)
	require.NoError(t, err)
	again, err := s.Outbox(ctx, out[1].Seq, 10)
	require.NoError(t, err)
	require.Len(t, again, 2, "message numbers continue from the last one")
	requireSound(t, s)
	s = h.Reopen(t, s)
	afterwards, err := s.NewTable(ctx)
	require.NoError(t, err)
	require.NotContains(t, []table.ID{next, unused}, afterwards, "an unused ID is not given out again")
}

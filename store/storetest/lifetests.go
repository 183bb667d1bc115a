package storetest

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func testSettings(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	require.Zero(t, got(s.Settings(ctx, guild))(t))
	want := store.Settings{
		Language: "de", Quiet: true, Channels: []table.ChannelID{channel, channel + 1}, Role: 7, Limit: 3600, Reserve: 900,
	}
	SetSettings(t, s, guild, want)
	read := got(s.Settings(ctx, guild))(t)
	require.Equal(t, want, read)
	read.Channels[0] = 1
	require.Equal(t, want, got(s.Settings(ctx, guild))(t), "the caller may change what it has read")
	require.Zero(t, got(s.Settings(ctx, guild+1))(t))
	SetSettings(t, s, guild, store.Settings{})
	require.Zero(t, got(s.Settings(ctx, guild))(t))

	late := store.Preferences{Quiet: store.QuietHours{From: 23, To: 7, Offset: -90}, Lessons: map[string]string{"a": "1"}}
	require.Zero(t, got(s.Preferences(ctx, anna))(t))
	SetPreferences(t, s, anna, late)
	preferences := got(s.Preferences(ctx, anna))(t)
	require.Equal(t, late, preferences)
	preferences.Lessons["a"] = "changed by the reader"
	require.Equal(t, "1", got(s.Preferences(ctx, anna))(t).Lessons["a"])
	require.Zero(t, got(s.Preferences(ctx, boris))(t))
	SetPreferences(t, s, anna, store.Preferences{})
	require.Zero(t, got(s.Preferences(ctx, anna))(t))

	for _, name := range []string{"a", "ab", "ab:1", "ab:2", "ac", "b"} {
		require.NoError(t, s.SetNote(ctx, name, "value of "+name))
	}
	require.NoError(t, s.SetNote(ctx, "ab:2", ""))
	require.Equal(t, "value of ac", got(s.Note(ctx, "ac"))(t))
	require.Empty(t, got(s.Note(ctx, "ab:"))(t))
	require.Empty(t, got(s.Note(ctx, "ab:2"))(t))
	notes := map[string]string{"ab": "value of ab", "ab:1": "value of ab:1"}
	require.Equal(t, notes, got(s.Notes(ctx, "ab"))(t))
	require.Empty(t, got(s.Notes(ctx, "ab_"))(t))
	requireSound(t, s)
}

// testChanges has two handles change the same at once. Some changes are given up.
func testChanges(t *testing.T, h Harness) {
	one, other := twoHandles(t, h)
	const writers, rounds = 4, 10
	ctx, refused := t.Context(), errors.New("refused")
	won := race(t, 2*writers*rounds, refused, func(i int) error {
		s, given := []store.Store{one, other}[i%2], error(nil)
		if i%4 > 1 {
			given = refused
		}
		return errors.Join(
			s.ChangeSettings(ctx, guild, func(s *store.Settings) error {
				s.Limit++
				return given
			}),
			s.ChangePreferences(ctx, anna, func(p *store.Preferences) error {
				if p.Lessons == nil {
					p.Lessons = map[string]string{}
				}
				p.Lessons["a"] += "."
				return given
			}),
			s.ChangeNote(ctx, "count", func(old string) (string, error) { return old + ".", given }),
		)
	})
	require.Equal(t, writers*rounds, won)
	require.EqualValues(t, won, got(one.Settings(ctx, guild))(t).Limit)
	require.Len(t, got(one.Preferences(ctx, anna))(t).Lessons["a"], won)
	require.Len(t, got(one.Note(ctx, "count"))(t), won)
	require.NoError(t, one.ChangeNote(ctx, "count", func(string) (string, error) { return "", nil }))
	require.Empty(t, got(one.Note(ctx, "count"))(t))
	requireSound(t, one)
}

func testNewTable(t *testing.T, h Harness) {
	s := h.Open(t)
	seen := map[table.ID]bool{0: true}
	var mu sync.Mutex
	race(t, 320, nil, func(int) error {
		id, err := s.NewTable(t.Context())
		mu.Lock()
		defer mu.Unlock()
		if seen[id] {
			t.Errorf("table %d is given out twice", id)
		}
		seen[id] = true
		return err
	})
	commit(t, s, opening(5000, channel))
	last := slices.Max(slices.Collect(maps.Keys(seen)))
	for range 50 {
		id := got(s.NewTable(t.Context()))(t)
		require.NotEqual(t, table.ID(5000), id)
		require.Greater(t, id, last, "the newest table has the highest ID")
		require.Less(t, uint64(id), uint64(1<<61), "IDs of copies are above")
		last = id
	}
}

func errorOf[T any](_ T, err error) error { return err }

func testClose(t *testing.T, h Harness) {
	s := h.Open(t)
	id := newTable(t, s, channel)
	// Commits that are on their way when Close is called are stored or refused.
	var closing sync.WaitGroup
	done := race(t, 65, store.ErrClosed, func(w int) error {
		if w == 32 {
			closing.Go(func() { _ = s.Close() })
			return store.ErrClosed
		}
		return s.Commit(t.Context(), opening(table.ID(10_000+w), table.ChannelID(10_000+w)))
	})
	closing.Wait()
	ctx := t.Context()
	_, _, unheld := s.Hold(ctx, "name", long, "")
	for _, err := range []error{
		unheld, s.Commit(ctx, move(id, channel, 1)), s.Settle(ctx, 1, store.Settlement{}), s.SetNote(ctx, "a", "b"),
		s.ChangePreferences(ctx, anna, func(*store.Preferences) error { return nil }), s.Release(ctx),
		errorOf(s.Header(ctx, id)), errorOf(s.NewTable(ctx)), errorOf(s.Outbox(ctx, 0, 1)),
		errorOf(s.Playing(ctx, guild, anna)), errorOf(s.Playing(ctx, guild, 0)), errorOf(s.Check(ctx)),
		errorOf(s.Counts(ctx)), errorOf(s.Preferences(ctx, anna)), errorOf(s.Prolong(ctx, long)),
	} {
		require.ErrorIs(t, err, store.ErrClosed)
	}
	require.NoError(t, s.Close(), "a second Close does nothing")
	s = h.Reopen(t, s)
	found := 0
	for w := range 65 {
		if _, err := s.Header(ctx, table.ID(10_000+w)); err == nil {
			found++
		}
	}
	require.Equal(t, done, found, "exactly the accepted commits are stored")
	requireSound(t, s)
}

// testGoesOn checks that a bot repeats and loses nothing with a reopened store, nor with a copy.
func testGoesOn(t *testing.T, h Harness) {
	reopen := func(s store.Store) store.Store { return h.Reopen(t, s) }
	copied := func(s store.Store) store.Store { return copyOf(t, s, h) }
	for name, next := range map[string]func(s store.Store) store.Store{
		"the next run":           reopen,
		"a copy":                 copied,
		"the next run of a copy": func(s store.Store) store.Store { return reopen(copied(s)) },
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			s := h.Open(t)
			fill(t, s)
			open := got(s.OpenTable(ctx, channel))(t)
			ended := got(s.ChannelTables(ctx, channel+1, 9))(t)
			take(t, s, 1, soon)
			unused := got(s.NewTable(ctx))(t)
			rows := got(s.Leaderboard(ctx, guild, store.Board{}))(t)
			before := dumpAll(t, s)

			s = next(s)
			requireSound(t, s)
			for range 2 { // a dump changes nothing
				require.Equal(t, before, dumpAll(t, s))
			}
			require.ElementsMatch(t, rows, got(s.Leaderboard(ctx, guild, store.Board{}))(t))
			messages := takeAll(t, s, 2, long)
			require.Equal(t, got(s.Outbox(ctx, 0, 10))(t)[0].Nonce, messages[0].Nonce)
			for _, m := range messages {
				require.True(t, m.Inherited, "somebody had the message before")
			}
			requireChannel(t, s, channel, open, open)
			requireChannel(t, s, channel+1, 0, ended...)
			requirePlaying(t, s, guild, anna, open)

			next := move(open, channel, 2)
			next.Interaction = 4711
			require.ErrorIs(t, s.Commit(ctx, next), store.ErrDuplicate)
			id := got(s.NewTable(ctx))(t)
			require.Greater(t, id, got(s.ChannelTables(ctx, channel+3, 1))(t)[0], "IDs continue from the last one")
			require.NotEqual(t, unused, id, "an unused ID is not given out again")
			require.ErrorIs(t, s.Commit(ctx, opening(id, channel)), store.ErrChannelTaken)

			follow := []store.Entry{{Table: open, Channel: channel, Kind: "follow"}}
			require.NoError(t, s.Settle(ctx, messages[0].Seq, store.Settlement{Sent: 100, Follow: follow}))
			require.Equal(t, table.MessageID(100), got(s.Header(ctx, open))(t).LastMessage)
			require.NoError(t, settle(t, s, messages[1].Seq))
			left := take(t, s, 10, long)
			require.Equal(t, []string{"follow"}, kindsOf(left), "a new message is not inherited")
			require.Greater(t, left[0].Seq, messages[1].Seq, "message numbers continue from the last one")
			commit(t, s, ending(open, channel, 2, place(anna, 1, 40), place(boris, 2, 10)))
			requireSound(t, s)
		})
	}
}

package core

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
	"amytis/store/storetest"
)

// damageEntry changes a byte behind the store's back, and returns the change that repairs it.
func damageEntry(t testing.TB, s *Store, in entries.Space, k []byte) (repair change) {
	t.Helper()
	found := storetest.Must(s.db.DB.Read(t.Context(), entries.Single(in, k)))(t)
	good := found[0][0].Value
	bad := slices.Clone(good)
	bad[0] ^= 4
	require.NoError(t, s.db.DB.Apply(t.Context(), []change{set(in, k, bad)}))
	return set(in, k, good)
}

func TestDamagedResultIsNamedAndGamesStillEnd(t *testing.T) {
	t.Parallel()
	s := filled(t)
	repair := damageEntry(t, s, results, key(uint64(guild), 3)) // the newest
	require.NoError(t, s.Commit(t.Context(), ending(4, 1, 0)))
	list, err := s.Results(t.Context(), guild, 9)
	require.ErrorIs(t, err, store.ErrDamaged)
	require.ErrorContains(t, err, "a result of guild 71 has changed")
	var left []table.ID
	for _, r := range list {
		left = append(left, r.Table)
	}
	require.Equal(t, []table.ID{4, 2, 1}, left)
	require.NoError(t, s.db.DB.Apply(t.Context(), []change{repair}))
	require.Empty(t, faultsOf(t, s), "the ratings are those of all results")
}

// Damaged are the header of table 2, the log of table 3 and some other entries.
func TestDamageIsNamedAndAllElseGoesOn(t *testing.T) {
	t.Parallel()
	s := openTest(t, Options{})
	ctx := t.Context()
	for id := range table.ID(4) {
		require.NoError(t, s.Commit(ctx, ending(id+1, 0, 0)))
	}
	storetest.SetPreferences(t, s, anna, store.Preferences{Text: true})
	storetest.SetSettings(t, s, guild, store.Settings{Quiet: true})
	var repairs []change
	damage := func(in entries.Space, k []byte) { repairs = append(repairs, damageEntry(t, s, in, k)) }
	damage(heads, key(2))
	damage(events, key(3, 1))
	damage(mentions, key(uint64(anna), 1))
	damage(preferences, key(uint64(anna)))
	names := func(err error, tables ...string) {
		t.Helper()
		require.ErrorIs(t, err, store.ErrDamaged)
		for _, id := range tables {
			require.ErrorContains(t, err, "table "+id+" has changed")
		}
	}

	var seen []table.ID
	names(s.Headers(ctx, guild, func(id table.ID, _ store.Header) { seen = append(seen, id) }), "2")
	require.Equal(t, []table.ID{1, 3, 4}, seen)
	var named []table.ID
	mentioning := func(user table.UserID) error {
		named = nil
		return s.Mentioning(ctx, user, func(id table.ID, _ store.Header, _ []table.Event) error {
			named = append(named, id)
			return nil
		})
	}
	names(mentioning(anna), "2", "3")
	require.Equal(t, []table.ID{1, 4}, named)

	former := table.Player{User: table.FormerID(9), Name: "former player"}
	erase := func() error { return s.Erase(ctx, anna, func(table.GuildID) table.Player { return former }) }
	for range 2 { // again says the same
		names(erase(), "2", "3")
		names(mentioning(anna), "2", "3")
		require.Empty(t, named)
		require.NoError(t, mentioning(former.User))
		require.Equal(t, []table.ID{1, 4}, named)
		require.Nil(t, storedValue(t, s, preferences, key(uint64(anna))))
	}

	strip := func(table.ID, store.Header, int64) store.Fate { return store.Fate{Delete: true} }
	for _, step := range []struct {
		after, last table.ID
		damaged     string
	}{{0, 2, "2"}, {2, 4, "3"}} {
		last, err := s.Retire(ctx, step.after, 2, strip)
		names(err, step.damaged)
		require.Equal(t, step.last, last)
	}
	seen = nil
	names(s.Headers(ctx, 0, func(id table.ID, _ store.Header) { seen = append(seen, id) }), "2")
	require.Equal(t, []table.ID{3}, seen)

	damage(results, key(uint64(guild), 2))
	damage(rows, rowKey(guild, store.Board{}, boris))
	damage(settings, key(uint64(guild)))
	names(s.Retired(ctx, []table.GuildID{guild, guild + 1}))
	require.Nil(t, storedValue(t, s, settings, key(uint64(guild))))
	require.NoError(t, s.db.DB.Apply(ctx, repairs[:2]))
	require.NoError(t, s.db.DB.Apply(ctx, repairs[4:5]))
	require.NoError(t, erase())
	require.NoError(t, s.Retired(ctx, []table.GuildID{guild}))
	require.Empty(t, faultsOf(t, s), "what was damaged is whole again, and nothing else lacks")
}

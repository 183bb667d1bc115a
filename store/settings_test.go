package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func TestGoneNotesAreReadBack(t *testing.T) {
	for _, g := range []store.Gone{{Since: 1}, {Since: 1763900000000, Upto: 7}} {
		read, ok := store.ParseGone(g.String())
		require.True(t, ok, "the note is read")
		require.Equal(t, g, read)
		require.Equal(t, g.Upto != 0, store.BeingForgotten(g.String()))
	}
	for _, bad := range []string{"", "x", "x 1"} {
		_, ok := store.ParseGone(bad)
		require.False(t, ok, bad)
		require.False(t, store.BeingForgotten(bad), bad)
	}
	require.Equal(t, table.GuildID(5), store.GoneGuild(store.GoneNote(5)))
	for _, other := range []string{"", "alive", store.GoneNote(0), "gone:x"} {
		require.Zero(t, store.GoneGuild(other), other)
	}
}

func TestOnlyTablesThatAreOverLoseTheirPeople(t *testing.T) {
	people, anonymous := []table.UserID{11, 12}, []table.UserID{table.AnonymousID(1), 12}
	for _, c := range []struct {
		status  store.Status
		players []table.UserID
		want    bool
	}{
		{store.Lobby, people, false}, {store.Running, people, false},
		{store.Ended, people, true}, {store.Aborted, people, true}, {store.Aborted, nil, true},
		{store.Ended, anonymous, false},
	} {
		h := store.Header{Status: c.status, Players: c.players}
		require.Equal(t, c.want, h.Strippable(), "%s %v", c.status, c.players)
	}
}

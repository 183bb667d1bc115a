package tables_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
)

func TestTenAreToldOfALobbyAndAgainAfterALostReply(t *testing.T) {
	s, lobby := bolttest.New(t), tables.Loaded{ID: 7, Table: &table.Table{}, Header: store.Header{Guild: 1, Game: "babel"}}
	var settings store.Settings
	for user := table.UserID(1); user <= 15; user++ {
		settings.Invite(user, true)
		require.NoError(t, s.ChangePreferences(t.Context(), user, func(p *store.Preferences) error {
			wishes.Invite(p, 1, []string{"babel"})
			return nil
		}))
	}
	ts := tables.New(s, time.Now, nil)
	called := func(lobby tables.Loaded) []table.UserID {
		all, err := tables.Invitees(t.Context(), ts, settings, func(
			_ context.Context, _, _ string, users []string, most int,
		) (seeing, gone []string, err error) {
			return users[:min(most, len(users))], nil, nil
		}, lobby, 5)
		require.NoError(t, err)
		for _, user := range all {
			taken, err := tables.TakeInvite(t.Context(), ts, user, lobby)
			require.NoError(t, err)
			require.True(t, taken, "user %d knows of no other lobby", user)
		}
		return all
	}
	first := called(lobby)
	require.Len(t, first, 10)
	lobby.ID = 8
	require.Len(t, called(lobby), 5, "the others have been told this hour")
	lobby.ID = 7
	require.ElementsMatch(t, first, called(lobby), "the message is repeated")
	lobby.ID = 9
	require.Empty(t, called(lobby))
}

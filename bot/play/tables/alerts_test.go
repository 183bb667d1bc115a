package tables_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/bot/play/wishes"
	"amytis/bot/say/posts"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

// storeWith has preferences of both players.
func storeWith(t testing.TB, p store.Preferences) store.Store {
	t.Helper()
	s := bolttest.New(t)
	for _, user := range []table.UserID{anna, boris} {
		storetest.SetPreferences(t, s, user, p)
	}
	return s
}

func (w *program) history(id table.ID) tables.History {
	w.Helper()
	return storetest.Must(w.Tables.LoadHistory(w.Context(), id))(w)
}

func TestAMessageAboutAnOldTurnSuppressesNoPing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newProgram(t, storeWith(t, store.Preferences{Quiet: untilSix}))
		id := w.StartGardens(nil)
		then := w.Table(id)
		until("01 00:10")
		w.Act(id, w.firstLegalMove)
		require.Zero(t, w.announce(then, id), "the player still has quiet hours")
		require.Len(t, w.happened(id), 1)
	})
}

func TestANeedlessCallIsNotSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &program{tablestest.New(t, storeWith(t, store.Preferences{Quiet: untilSix}), time.Minute)}
		w.Run()
		defer w.End()
		w.Limit = 12 * 3600
		id := w.StartGardens(nil)
		require.Zero(t, w.announce(w.Table(id), id))
		until("01 06:00")
		b, words := posts.NewWriter(w.Tables, nil, time.Now), text.For("en")
		m := store.Entry{Table: id, Kind: tables.PostCall, From: 4, Version: 5}
		notice := func(pings bool) bool {
			out := storetest.Must(b.Notice(t.Context(), words, w.history(id), m, pings))(t)
			require.True(t, out == nil || len(out.Mentions) == 1, "the notice calls one player: %+v", out)
			return out != nil
		}
		require.True(t, notice(true), "the player is called, and nothing else calls them")
		require.False(t, notice(false), "the server wants no pings")
		until("01 09:40")
		require.Equal(t, []string{"01 00:00 hush", "01 06:00 call", "01 09:36 remind"}, w.happened(id))
		require.False(t, notice(true), "the reminder calls the player already")
		w.Act(id, w.firstLegalMove)
		require.False(t, notice(true), "the player has acted")
	})
}

func TestTenAreToldOfALobbyAndAgainAfterALostReply(t *testing.T) {
	s := bolttest.New(t)
	lobby := tables.Loaded{ID: 7, Table: &table.Table{}, Header: store.Header{Guild: 1, Game: "babel"}}
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
			taken := storetest.Must(tables.TakeInvite(t.Context(), ts, user, lobby))(t)
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

package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
	"amytis/store/postgres/postgrestest"
)

// hasty is the context of a call that is never too late.
func hasty(t *testing.T) context.Context {
	return entries.Hasty(t.Context(), func(context.Context) error { return nil })
}

// The network is cut off: connections break, or hang without an error.
func TestHastyCallsGiveUpSoonWhileTheServerIsSilent(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(n *network){
		"connections are refused": func(n *network) { n.set(true, func() { n.away = true }) },
		"packets are lost":        func(n *network) { n.set(false, func() { n.lossy = true }) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := postgrestest.Start(t)
			o, n := throughNetwork(t, server)
			o.Patience = time.Hour
			db := openTest(t, o)
			_, err := db.Note(t.Context(), "note")
			require.NoError(t, err)
			cut(n)
			// A call that is not hasty would end by this deadline, which is another error.
			ctx, cancel := context.WithTimeout(hasty(t), time.Minute)
			defer cancel()
			_, err = db.Note(ctx, "note")
			require.ErrorIs(t, err, ErrUnavailable)
			_, err = db.Note(ctx, "note")
			require.ErrorIs(t, err, ErrUnavailable)
			n.set(true, func() { n.away, n.lossy = false, false })
			require.Eventually(t, func() bool {
				_, err := db.Note(hasty(t), "note")
				return err == nil
			}, time.Minute, 10*time.Millisecond)
		})
	}
}

func TestCommitSaysThatItIsInDoubtIfItsAnswerIsLost(t *testing.T) {
	t.Parallel()
	for name, hurry := range map[string]func(t *testing.T) context.Context{
		"hasty": hasty,
		"with a deadline of the caller": func(t *testing.T) context.Context {
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			t.Cleanup(cancel)
			return ctx
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, n := throughNetwork(t, postgrestest.Start(t))
			db := openTest(t, o)
			c := store.Commit{Table: 1,
				Events: []table.Event{table.OpenLobby(&engine.Info{ID: "gardens"}, table.Player{User: 1}, nil, 0, 1)},
				Header: store.Header{Guild: 1, Channel: 1, Game: "gardens", Status: store.Lobby}}
			require.NoError(t, db.Commit(t.Context(), c))
			n.set(false, func() { n.lossy = true })
			c.Want = 1
			require.ErrorIs(t, db.Commit(hurry(t), c), store.ErrInDoubt)
			n.set(true, func() { n.lossy = false })
		})
	}
}

// A hasty call that takes long must not fail while the server answers others. On a busy machine it
// may seem silent, so one of several calls must succeed.
func TestHastyCallsWaitForAServerThatAnswers(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t)
	o, _ := throughNetwork(t, server)
	db := openTest(t, o)
	answering, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		for answering.Err() == nil {
			_, _ = db.Note(answering, "note")
			time.Sleep(10 * time.Millisecond)
		}
	}()
	var err error
	for range 5 {
		err = db.handle.retry(hasty(t), func(ctx context.Context) error {
			_, err := db.handle.pool.Exec(ctx, "SELECT pg_sleep(1.5)")
			return err
		})
		if err == nil {
			break
		}
	}
	require.NoError(t, err)
}

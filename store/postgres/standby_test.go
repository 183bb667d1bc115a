package postgres

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/postgres/postgrestest"
	"amytis/store/storetest"
)

// While the standby is away, connections break whose calls wait for it. Then the primary shows what
// only the primary has, and the calls repeat.
func TestSuccessIsToldWhenTheStandbyHasIt(t *testing.T) {
	longrun.Only(t, "servers stop and start")
	t.Parallel()
	primary, standby := postgrestest.StartPair(t)
	db := openTest(t, Options{URL: postgrestest.URLOf(primary, standby), Patience: time.Minute})
	for v := table.Version(0); v < 2; v++ {
		for id := table.ID(1); id <= 2; id++ {
			require.NoError(t, db.Commit(t.Context(), storetest.PlayMove(id, v, 0)))
		}
		require.NoError(t, db.SetNote(t.Context(), fmt.Sprint("old", v+2), "old"))
		require.NoError(t, db.ChangePreferences(t.Context(), table.UserID(v+2), func(p *store.Preferences) error {
			p.Private = true
			return nil
		}))
	}

	stopStandby(t, primary, standby)
	calls := beginChanges(t.Context(), db.DB, 2)
	breakWaits(t, primary, calls)
	standby.StartAgain(t)
	requireChanged(t, db.DB, 2, calls)

	// Now the primary dies before the standby is back, so the standby learns nothing.
	stopStandby(t, primary, standby)
	calls = beginChanges(t.Context(), db.DB, 3)
	breakWaits(t, primary, calls)
	primary.Stop(t)
	require.Eventually(t, func() bool {
		conn, err := pgx.Connect(t.Context(), postgrestest.URLOf(primary))
		if err == nil {
			_ = conn.Close(t.Context())
		}
		return err != nil
	}, time.Minute, 10*time.Millisecond)
	standby.StartAgain(t)
	standby.Promote(t)
	requireChanged(t, db.DB, 3, calls)
}

// stopStandby waits until the primary knows.
func stopStandby(t *testing.T, primary, standby *postgrestest.Server) {
	standby.Stop(t)
	primary.Exec(t, "DO $$ BEGIN WHILE EXISTS (SELECT FROM pg_stat_replication) LOOP "+
		"PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot(); END LOOP; END $$")
}

func beginChanges(ctx context.Context, db *DB, v table.Version) map[string]chan error {
	const interaction = 50
	calls := map[string]chan error{}
	for name, call := range map[string]func() error{
		"commit":              func() error { return db.Commit(ctx, storetest.PlayMove(1, v, 0)) },
		"interaction":         func() error { return db.Commit(ctx, storetest.PlayMove(2, v, interaction+table.InteractionID(v))) },
		"settle":              func() error { return db.Settle(ctx, uint64(v), store.Settlement{}) },
		"change of a note":    func() error { return db.SetNote(ctx, "note", fmt.Sprint(v)) },
		"the same again":      func() error { return db.SetNote(ctx, "note", fmt.Sprint(v)) },
		"removal of a note":   func() error { return db.SetNote(ctx, fmt.Sprint("old", v), "") },
		"erasure of a player": func() error { return db.Erase(ctx, table.UserID(v), func(table.GuildID) (p table.Player) { return p }) },
	} {
		done := make(chan error, 1)
		calls[name] = done
		go func() { done <- call() }()
	}
	return calls
}

// breakWaits breaks connections that wait for the standby, until each call has had several.
func breakWaits(t *testing.T, primary *postgrestest.Server, calls map[string]chan error) {
	conn := storetest.Must(pgx.Connect(t.Context(), postgrestest.URLOf(primary)))(t)
	defer conn.Close(context.WithoutCancel(t.Context()))
	deadline := time.Now().Add(time.Minute)
	for broken := 0; broken < 6*len(calls); time.Sleep(10 * time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "%d calls have waited", broken)
		for name, done := range calls {
			select {
			case err := <-done:
				require.Fail(t, "told before the standby has it", "%s: %v", name, err)
			default:
			}
		}
		tag, err := conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity `+
			`WHERE wait_event = 'SyncRep'`)
		require.NoError(t, err)
		broken += int(tag.RowsAffected())
	}
}

func requireChanged(t *testing.T, db *DB, v table.Version, calls map[string]chan error) {
	ctx := t.Context()
	for name, done := range calls {
		require.NoError(t, <-done, name)
	}
	for id := table.ID(1); id <= 2; id++ {
		h, log, err := db.Table(ctx, id)
		require.NoError(t, err)
		require.Equal(t, v+1, h.Version)
		require.Len(t, log, int(v+1))
	}
	require.ErrorIs(t, db.Commit(ctx, storetest.PlayMove(2, v, 50+table.InteractionID(v))), store.ErrDuplicate)
	notes := storetest.Must(db.Notes(ctx, ""))(t)
	require.Equal(t, fmt.Sprint(v), notes["note"])
	require.NotContains(t, notes, fmt.Sprint("old", v))
	require.Zero(t, storetest.Must(db.Preferences(ctx, table.UserID(v)))(t))
	out := storetest.Must(db.Outbox(ctx, 0, 100))(t)
	for _, m := range out {
		require.NotEqual(t, uint64(v), m.Seq)
	}
}

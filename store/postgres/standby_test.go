package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/postgres/postgrestest"
)

// TestSuccessIsToldWhenTheStandbyHasIt has the standby away, so that calls give up waiting for it
// and repeat. The primary then shows what only the primary has.
func TestSuccessIsToldWhenTheStandbyHasIt(t *testing.T) {
	t.Parallel()
	primary, standby := postgrestest.StartPair(t)
	db := openTest(t, Options{URL: postgrestest.URLOf(primary, standby), Patience: time.Minute})
	db.attempt = 200 * time.Millisecond
	ctx := t.Context()

	erase := func(ctx context.Context, user table.Version) error {
		return db.Erase(ctx, table.UserID(user), func(table.GuildID) table.Player { return table.Player{} })
	}
	// tooLong makes a call that gets no answer in time.
	tooLong := func(call func(ctx context.Context) error) {
		short, cancel := context.WithTimeout(ctx, 2*db.attempt)
		defer cancel()
		require.ErrorIs(t, call(short), context.DeadlineExceeded)
	}
	// begin begins and returns calls that change the store.
	begin := func(v table.Version) (calls map[string]chan error) {
		tooLong(func(ctx context.Context) error { return erase(ctx, 70+v) })
		note := string(rune('a' + v))
		calls = map[string]chan error{}
		for name, call := range map[string]func() error{
			"commit":                       func() error { return db.Commit(ctx, playMove(1, v, 0)) },
			"commit with a token":          func() error { return db.Commit(ctx, playMove(2, v, table.InteractionID(v+50))) },
			"settle":                       func() error { return db.Settle(ctx, uint64(2*v), store.Settlement{}) },
			"change":                       func() error { return db.SetNote(ctx, "note", note) },
			"the removal of what is there": func() error { return db.SetNote(ctx, "old"+note, "") },
			"erase":                        func() error { return erase(ctx, 70+v) },
		} {
			done := make(chan error, 1)
			calls[name] = done
			go func() { done <- call() }()
		}
		return calls
	}
	// awaitDoubt waits until the primary shows what the calls do, and they repeat.
	awaitDoubt := func(v table.Version, calls map[string]chan error) {
		require.Eventually(t, func() bool {
			var shown bool
			require.NoError(t, db.pool.QueryRow(ctx, `SELECT (SELECT min(version) = $1 FROM tables) `+
				`AND (SELECT value = $2 FROM notes WHERE name = 'note') `+
				`AND NOT EXISTS (SELECT FROM notes WHERE name = 'old' || $2) `+
				`AND NOT EXISTS (SELECT FROM preferences WHERE user_id = $3) `+
				`AND NOT EXISTS (SELECT FROM outbox WHERE seq = $4)`,
				v+1, string(rune('a'+v)), 70+v, 2*v).Scan(&shown))
			return shown
		}, time.Minute, 10*time.Millisecond)
		time.Sleep(3 * db.attempt)
		for name, done := range calls {
			require.Empty(t, done, name)
		}
		// A second call learns that it is done, but only when it is.
		tooLong(func(ctx context.Context) error {
			return db.Commit(ctx, playMove(2, v, table.InteractionID(v+50)))
		})
		tooLong(func(ctx context.Context) error { return db.SetNote(ctx, "note", string(rune('a'+v))) })
	}
	// end waits for the calls, and checks their effect.
	end := func(v table.Version, calls map[string]chan error) {
		for name, done := range calls {
			require.NoError(t, <-done, name)
		}
		for id := table.ID(1); id <= 2; id++ {
			h, log, err := db.Table(ctx, id)
			require.NoError(t, err)
			require.Equal(t, v+1, h.Version)
			require.Len(t, log, int(v+1))
		}
		note, err := db.Note(ctx, "note")
		require.NoError(t, err)
		require.Equal(t, string(rune('a'+v)), note)
		p, err := db.Preferences(ctx, table.UserID(70+v))
		require.NoError(t, err)
		require.Zero(t, p)
		out, err := db.Outbox(ctx, 0, 100)
		require.NoError(t, err)
		for _, m := range out {
			require.NotEqual(t, uint64(2*v), m.Seq)
		}
		require.ErrorIs(t, db.Commit(ctx, playMove(2, v, table.InteractionID(v+50))), store.ErrDuplicate)
	}

	for id := table.ID(1); id <= 2; id++ {
		require.NoError(t, db.Commit(ctx, playMove(id, 0, 0)))
		require.NoError(t, db.Commit(ctx, playMove(id, 1, 0)))
	}
	for v := table.Version(2); v < 4; v++ {
		require.NoError(t, db.SetNote(ctx, "old"+string(rune('a'+v)), "old"))
		require.NoError(t, db.ChangePreferences(ctx, table.UserID(70+v), func(p *store.Preferences) error {
			p.Private = true
			return nil
		}))
	}

	standby.Stop(t)
	calls := begin(2)
	awaitDoubt(2, calls)
	standby.StartAgain(t)
	end(2, calls)

	// Now the primary dies before the standby is back, so the standby learns nothing.
	standby.Stop(t)
	calls = begin(3)
	awaitDoubt(3, calls)
	primary.Stop(t)
	standby.StartAgain(t)
	standby.Promote(t)
	end(3, calls)
}

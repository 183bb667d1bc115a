package postgres

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

func TestOlderProgramLeavesWhatANewerOneHasAdded(t *testing.T) {
	t.Parallel()
	db := openNew(t)
	ctx := t.Context()
	_, err := db.pool.Exec(ctx, `INSERT INTO preferences VALUES (6, $1)`,
		`{"new":[1],"private":true,"pings":{"hour":7,"loud":"yes"},"quiet":{"to":8,"utc":0,"from":1}}`)
	require.NoError(t, err)
	require.NoError(t, db.ChangePreferences(ctx, 6, func(p *store.Preferences) error {
		require.Equal(t, 7, p.Pings.Hour)
		p.Private, p.Pings, p.Zone = false, store.Pings{}, "Europe/Berlin"
		return nil
	}))
	text, err := db.readOnce(ctx, preferencesOf(6))
	require.NoError(t, err)
	require.JSONEq(t,
		`{"new":[1],"pings":{"loud":"yes"},"quiet":{"to":8,"utc":0,"from":1},"zone":"Europe/Berlin"}`, text)
}

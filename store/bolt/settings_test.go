package bolt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

func TestPanicInAChangeOfPreferencesIsAnErrorAndTheStoreGoesOn(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	err := db.ChangePreferences(t.Context(), 7, func(*store.Preferences) error { panic("no such step") })
	require.ErrorContains(t, err, "no such step")
	require.NotErrorIs(t, err, ErrCorrupt)
	require.NoError(t, db.ChangePreferences(t.Context(), 7, func(p *store.Preferences) error {
		require.Zero(t, *p)
		p.Quiet.From = 3
		return nil
	}))
	p, err := db.Preferences(t.Context(), 7)
	require.NoError(t, err)
	require.Equal(t, 3, p.Quiet.From)
}

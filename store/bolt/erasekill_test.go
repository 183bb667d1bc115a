package bolt

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
	"amytis/engine/table"
)

func eraseUntilKilled(path string) error {
	db, err := Open(path, Options{LockWait: time.Minute, overwriteBytes: 16 << 10})
	if err != nil {
		return err
	}
	fmt.Println("opened")
	if err := db.Erase(context.Background(), gone.User, asFormer); err != nil {
		return err
	}
	select {}
}

// The next start leaves either all of the player or nothing.
func TestKillDuringAnErasureLeavesNoTrace(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	for i := range 40 {
		playTable(t, db, 1, table.ID(1+i), 9)
	}
	require.NoError(t, db.Close())
	full := usedPages(t, path)
	kills, erased := longrun.Choose(3, 12), 0
	for range kills {
		path := newPath(t)
		require.NoError(t, os.WriteFile(path, full, 0o600))
		killed(t, "erase", path, 1, 60*time.Millisecond)
		db, err := Open(path, Options{LockWait: time.Minute})
		require.NoError(t, err)
		h, err := db.Header(t.Context(), 1)
		require.NoError(t, err)
		if h.Players[0] != gone.User {
			erased++
			requireNoTrace(t, path, gone)
		}
		requireSound(t, db)
		require.NoError(t, db.Erase(t.Context(), gone.User, asFormer))
		requireNoTrace(t, path, gone)
		require.NoError(t, db.Close())
	}
	t.Logf("killed after the erasure: %d of %d", erased, kills)
}

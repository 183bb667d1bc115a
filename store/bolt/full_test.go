//go:build linux

package bolt

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store/storetest"
)

// smallDisk mounts a memory disk, or skips the test where that is not allowed.
func smallDisk(t *testing.T, size string) string {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("a small disk needs root on linux: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	return dir
}

func TestFullDiskRefusesAndLosesNothing(t *testing.T) {
	t.Parallel()
	dir := smallDisk(t, "1m")
	ballast := filepath.Join(dir, "ballast")
	require.NoError(t, os.WriteFile(ballast, make([]byte, 300<<10), 0o600))
	path := filepath.Join(dir, "amytis.db")
	db := openTest(t, path, Options{})
	require.NoError(t, db.Commit(t.Context(), storetest.PlayMove(1, 0, 1)))

	fill := func(version table.Version) (table.Version, error) {
		for ; ; version++ {
			c := storetest.PlayMove(1, version, uint64(version)+10)
			c.Events[0].Name = strings.Repeat("x", 1500)
			c.Events[0].Kind = table.Joined
			if err := db.Commit(t.Context(), c); err != nil {
				return version, err
			}
		}
	}
	version, err := fill(1)
	require.ErrorIs(t, err, ErrFull)
	require.ErrorContains(t, err, "free some space")
	h, events, err := db.Table(t.Context(), 1)
	require.NoError(t, err)
	require.Equal(t, version, h.Version, "every commit but the refused one is stored")
	require.Len(t, events, int(version))

	require.NoError(t, os.Remove(ballast))
	more, err := fill(version)
	require.Greater(t, more, version+20, "commits succeed again once there is space")
	require.ErrorIs(t, err, ErrFull)
	require.NoError(t, db.Close())

	elsewhere := newPath(t)
	require.NoError(t, Backup(t.Context(), path, elsewhere, false))
	db = openTest(t, elsewhere, Options{})
	require.Equal(t, more, storetest.Must(db.Header(t.Context(), 1))(t).Version)
	requireSound(t, db)
}

func TestFirstStartOnAFullDiskLeavesNoFiles(t *testing.T) {
	dir := smallDisk(t, "8k")
	_, err := Open(filepath.Join(dir, "amytis.db"), Options{})
	require.ErrorIs(t, err, ErrFull)
	require.Empty(t, storetest.Must(os.ReadDir(dir))(t))
}

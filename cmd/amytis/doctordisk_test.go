//go:build linux

package main

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mountSmall mounts a memory disk. It skips the test where mounting is not allowed.
func mountSmall(t *testing.T, size string) string {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("a small disk needs root on linux: %v", err)
	}
	t.Cleanup(func() { onceIdle(t, func() error { return syscall.Unmount(folder, 0) }) })
	return folder
}

// onceIdle repeats a change of a mounted disk that is busy, as while another test starts a program.
func onceIdle(t *testing.T, change func() error) {
	t.Helper()
	var err error
	require.Eventually(t, func() bool {
		err = change()
		return !errors.Is(err, syscall.EBUSY)
	}, time.Minute, time.Millisecond)
	require.NoError(t, err)
}

func TestDoctorLooksAtTheDisk(t *testing.T) {
	t.Parallel()
	folder := mountSmall(t, "80m")
	look := func() finding {
		c := *newConfigReader().config
		c.Store.Path = filepath.Join(folder, "amytis.db")
		d := newDoctor(c)
		d.disk()
		require.Len(t, d.findings, 1)
		return d.findings[0]
	}
	assert.Equal(t, healthy, look().State)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "amytis.db"), make([]byte, 8<<20), 0o600))
	assert.Equal(t, healthy, look().State, "72 MB are enough for a store of 8 MB")
	ballast := filepath.Join(folder, "ballast")
	require.NoError(t, os.WriteFile(ballast, make([]byte, 4<<20), 0o600))
	f := look()
	assert.Equal(t, problem, f.State)
	assert.Contains(t, f.Text, "only 68 MB free")
	assert.Contains(t, f.Fix, "72 MB should be free")
	_ = os.WriteFile(ballast, make([]byte, 80<<20), 0o600)
	f = look()
	assert.Equal(t, problem, f.State)
	assert.Contains(t, f.Text, "no space left")
	assert.Contains(t, f.Fix, "free some space on the disk")
	onceIdle(t, func() error { return syscall.Mount("", folder, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "") })
	f = look()
	assert.Equal(t, problem, f.State)
	assert.Contains(t, f.Text, "read-only file system")
	assert.Contains(t, f.Fix, "mount the disk writable")
	left, err := filepath.Glob(filepath.Join(folder, ".doctor-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestDoctorTriesToWriteBackups(t *testing.T) {
	t.Parallel()
	folder := mountSmall(t, "1m")
	look := func(dir string) []finding {
		c := *newConfigReader().config
		c.Store.BackupDir = dir
		d := newDoctor(c)
		d.backups()
		return d.findings
	}
	assert.Empty(t, look(""), "without backups there is nothing to say")
	missing := filepath.Join(folder, "still", "missing")
	assert.Equal(t, healthy, look(missing)[0].State)
	assert.Equal(t, healthy, look(folder)[0].State)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, entries, "the doctor changes nothing")

	ballast := filepath.Join(folder, "ballast")
	_ = os.WriteFile(ballast, make([]byte, 2<<20), 0o600)
	f := look(missing)[0]
	assert.Equal(t, problem, f.State)
	assert.Contains(t, f.Text, "no space left")
	assert.Contains(t, f.Fix, "free some space")
	f = look(ballast)[0]
	assert.Equal(t, problem, f.State, "a file is no folder")
	onceIdle(t, func() error { return syscall.Mount("", folder, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "") })
	f = look(missing)[0]
	assert.Equal(t, problem, f.State)
	assert.Contains(t, f.Text, "read-only file system")
	assert.Contains(t, f.Fix, "ReadWritePaths="+folder)
}

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

// looked returns what a doctor finds who looks at one thing.
func looked(change func(*configuration), look func(*doctor)) []finding {
	c := *newConfigReader().config
	change(&c)
	d := newDoctor(c)
	look(d)
	return d.findings
}

// requireProblem looks at a disk that has one.
func requireProblem(t *testing.T, found []finding, text, fix string) {
	t.Helper()
	require.Len(t, found, 1)
	assert.Equal(t, problem, found[0].State)
	assert.Contains(t, found[0].Text, text)
	assert.Contains(t, found[0].Fix, fix)
}

func remountReadOnly(t *testing.T, folder string) {
	t.Helper()
	onceIdle(t, func() error { return syscall.Mount("", folder, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "") })
}

func TestDoctorLooksAtTheDisk(t *testing.T) {
	t.Parallel()
	folder := mountSmall(t, "80m")
	file, ballast := filepath.Join(folder, "amytis.db"), filepath.Join(folder, "ballast")
	look := func() []finding {
		return looked(func(c *configuration) { c.Store.Path = file }, (*doctor).disk)
	}
	assert.Equal(t, healthy, look()[0].State)
	require.NoError(t, os.WriteFile(file, make([]byte, 8<<20), 0o600))
	assert.Equal(t, healthy, look()[0].State, "72 MB are enough for a store of 8 MB")
	require.NoError(t, os.WriteFile(ballast, make([]byte, 4<<20), 0o600))
	requireProblem(t, look(), "only 68 MB free", "72 MB should be free")
	_ = os.WriteFile(ballast, make([]byte, 80<<20), 0o600)
	requireProblem(t, look(), "no space left", "free some space on the disk")
	remountReadOnly(t, folder)
	requireProblem(t, look(), "read-only file system", "mount the disk writable")
	left, err := filepath.Glob(filepath.Join(folder, ".doctor-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestDoctorTriesToWriteBackups(t *testing.T) {
	t.Parallel()
	folder := mountSmall(t, "1m")
	missing, ballast := filepath.Join(folder, "still", "missing"), filepath.Join(folder, "ballast")
	look := func(dir string) []finding {
		return looked(func(c *configuration) { c.Store.BackupDir = dir }, (*doctor).backups)
	}
	assert.Empty(t, look(""), "without backups there is nothing to say")
	assert.Equal(t, healthy, look(missing)[0].State)
	assert.Equal(t, healthy, look(folder)[0].State)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, entries, "the doctor changes nothing")
	_ = os.WriteFile(ballast, make([]byte, 2<<20), 0o600)
	requireProblem(t, look(missing), "no space left", "free some space")
	requireProblem(t, look(ballast), "not a directory", "name a path below a folder")
	remountReadOnly(t, folder)
	requireProblem(t, look(missing), "read-only file system", "ReadWritePaths="+folder)
}

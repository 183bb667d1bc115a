package crashlab_test

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// disk is a small disk that can be full.
type disk struct {
	t       require.TestingT
	dir     string
	ballast string
}

// diskSize is enough for the store of a long run.
const diskSize = 256 << 20

// newDisk mounts a disk in memory. It returns nil where that is not allowed.
func newDisk(l testing.TB) *disk {
	dir := l.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+strconv.Itoa(diskSize)); err != nil {
		l.Logf("the disk is never full: mounting a small one needs root on linux: %v", err)
		return nil
	}
	l.Cleanup(func() { require.NoError(l, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	return &disk{t: l, dir: dir, ballast: filepath.Join(dir, "ballast")}
}

// fill takes all space.
func (d *disk) fill() {
	var free syscall.Statfs_t
	require.NoError(d.t, syscall.Statfs(d.dir, &free))
	f, err := os.Create(d.ballast)
	require.NoError(d.t, err)
	for left := int64(free.Bavail) * free.Bsize; left > 0; left /= 2 {
		for syscall.Fallocate(int(f.Fd()), 0, size(d.t, f), left) == nil {
		}
	}
	require.NoError(d.t, f.Close())
}

func size(t require.TestingT, f *os.File) int64 {
	info, err := f.Stat()
	require.NoError(t, err)
	return info.Size()
}

// free gives the space back.
func (d *disk) free() { require.NoError(d.t, os.Remove(d.ballast)) }

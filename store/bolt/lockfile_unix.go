//go:build unix

package bolt

import (
	"cmp"
	"errors"
	"os"
	"syscall"
	"time"
)

// unlock releases a lock. Closing the file is not enough: a process that is just being started
// keeps the lock, and so does the memory mapping of a store after a panic in bbolt.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

func lockFolderAlone(folder *os.File) bool {
	return flock(folder, syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// shareFolder locks a folder together with other programs, until it is closed. On a file system
// without such locks, lockFolderAlone fails as well.
func shareFolder(folder *os.File) { _ = flock(folder, syscall.LOCK_SH) }

// lockStore takes bbolt's lock of the file without reading it, since it may be damaged. The error
// is [ErrLocked] if another program has the lock for longer than the wait.
func lockStore(path string, wait time.Duration) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(wait); ; time.Sleep(20 * time.Millisecond) {
		err = flock(f, syscall.LOCK_EX|syscall.LOCK_NB)
		locked := errors.Is(err, syscall.EWOULDBLOCK)
		switch {
		case err == nil:
			return func() {
				unlock(f)
				_ = f.Close()
			}, nil
		case locked && time.Now().Before(end):
			continue
		case locked:
			err = ErrLocked
		}
		return nil, errors.Join(err, f.Close())
	}
}

func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// giveTo gives the file at path the owner and the rights of another one.
func giveTo(path string, like os.FileInfo) error {
	own, err := os.Stat(path)
	if err = cmp.Or(err, os.Chmod(path, like.Mode().Perm())); err != nil {
		return err
	}
	want, wantIs := like.Sys().(*syscall.Stat_t)
	got, gotIs := own.Sys().(*syscall.Stat_t)
	if !wantIs || !gotIs || want.Uid == got.Uid && want.Gid == got.Gid {
		return nil
	}
	return os.Chown(path, int(want.Uid), int(want.Gid))
}

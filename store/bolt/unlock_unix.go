//go:build unix

package bolt

import (
	"os"
	"syscall"
)

// unlock releases bbolt's lock. Closing the file is not enough: its memory mapping keeps the lock,
// and after a panic in bbolt nothing can unmap it.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

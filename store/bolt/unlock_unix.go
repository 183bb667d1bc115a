//go:build unix

package bolt

import (
	"os"
	"syscall"
)

// unlock gives up bbolt's lock. Closing the file does not: what is mapped of it
// keeps it open, and after a panic in bbolt nobody can unmap that.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

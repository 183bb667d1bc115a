//go:build !unix

package bolt

import "os"

// unlock does nothing, because on these systems closing the file releases the lock.
func unlock(*os.File) {}

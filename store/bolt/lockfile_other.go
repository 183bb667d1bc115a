//go:build !unix

package bolt

import (
	"errors"
	"os"
	"time"
)

// unlock does nothing: closing the file releases the lock.
func unlock(*os.File) {}

// lockFolderAlone returns false: files that a killed program has left stay.
func lockFolderAlone(*os.File) bool { return false }

func shareFolder(*os.File) {}

// lockStore finds out whether another program has the file open. An open file cannot get another
// name here, so the lock does not last.
func lockStore(path string, wait time.Duration) (release func(), err error) {
	b, _, err := openFile(path, wait, true)
	if err == nil {
		err = b.Close()
	}
	if err = explainOpen(path, err); errors.Is(err, ErrLocked) {
		return nil, err
	}
	return func() {}, nil // a damaged file is in nobody's use
}

func giveTo(path string, like os.FileInfo) error { return os.Chmod(path, like.Mode().Perm()) }

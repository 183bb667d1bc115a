package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile creates a file that is either complete or absent. It writes to a temporary name in the
// same folder, flushes, renames, and flushes the folder. An existing file is kept, and the error
// is fs.ErrExist, unless replace is set.
func writeFile(path string, replace bool, write func(tmp *os.File) error) error {
	tmp, remove, err := createTemp(path, newFile)
	if err != nil {
		return err
	}
	defer remove()
	if err := write(tmp); err != nil {
		return err
	}
	if err := tmp.Sync(); err != nil {
		return err
	}
	if err := place(tmp.Name(), path, replace); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func place(tmp, path string, replace bool) error {
	if replace {
		return os.Rename(tmp, path)
	}
	// Unlike a rename, a link never replaces a file. Two programs that both start for the first
	// time end up with the same file.
	err := os.Link(tmp, path)
	switch {
	case err == nil:
		return os.Remove(tmp)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	// The file system has no links.
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	return os.Rename(tmp, path)
}

func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

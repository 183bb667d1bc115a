package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// What writeFile does if the file is there.
type existing int

const (
	keepExisting existing = iota
	replaceExisting
)

// writeFile makes a file that is complete or not there at all: under a
// temporary name in the same folder, flushed, then renamed, and the folder
// flushed. With keepExisting a file that is there stays, and the error is
// fs.ErrExist.
func writeFile(path string, e existing, write func(tmp *os.File) error) (err error) {
	dir := filepath.Dir(path)
	tmp, err := os.CreateTemp(dir, filepath.Base(path)+".new-*")
	if err != nil {
		return err
	}
	defer func() {
		_ = tmp.Close()
		if err != nil {
			_ = os.Remove(tmp.Name())
		}
	}()
	if err := write(tmp); err != nil {
		return err
	}
	if err := tmp.Sync(); err != nil {
		return err
	}
	if err := place(tmp.Name(), path, e); err != nil {
		return err
	}
	return syncFolder(dir)
}

func place(tmp, path string, e existing) error {
	if e == replaceExisting {
		return os.Rename(tmp, path)
	}
	// A link, unlike a rename, never replaces: two programs that start for the
	// first time at once end up with the same file.
	err := os.Link(tmp, path)
	switch {
	case err == nil:
		return os.Remove(tmp)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	// A file system without links.
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

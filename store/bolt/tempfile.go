package bolt

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A killed program leaves its temporary files. So each is made under a shared lock of the folder,
// and a program that gets that lock alone removes what others have left.

// leftName is how the name of a temporary file goes on after the file's.
var leftName = regexp.MustCompile(`^(\.new-\d+)+$`)

// createTemp makes a temporary file beside the file at path, and removes left ones. remove closes
// and removes it, unless it was renamed, and must be called.
func createTemp(path string) (tmp *os.File, remove func(), err error) {
	unlock := sweepLeft(path)
	tmp, err = os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		unlock()
		return nil, nil, err
	}
	return tmp, func() {
		_ = tmp.Close()
		_ = os.Remove(tmp.Name())
		unlock()
	}, nil
}

// sweepLeft removes the temporary files that killed programs have left beside the file at path, if
// no program makes one in the folder. Until release it keeps others from doing the same.
func sweepLeft(path string) (release func()) {
	dir := filepath.Dir(path)
	folder, err := os.Open(dir)
	if err != nil {
		return func() {} // making the temporary file tells what is wrong
	}
	if lockFolderAlone(folder) {
		beside, _ := os.ReadDir(dir)
		for _, e := range beside {
			if end, own := strings.CutPrefix(e.Name(), filepath.Base(path)); own && leftName.MatchString(end) {
				_ = os.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
	shareFolder(folder)
	return func() {
		unlock(folder) // a process that is just being started keeps it otherwise
		_ = folder.Close()
	}
}

// writeFile creates a file that is complete or absent: it writes under a temporary name, flushes,
// renames, and flushes the folder. If path exists, the error is fs.ErrExist, unless replace is set.
func writeFile(path string, replace bool, write func(tmp *os.File) error) error {
	tmp, remove, err := createTemp(path)
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
	if err := moveInPlace(tmp.Name(), path, replace); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func moveInPlace(tmp, path string, replace bool) error {
	if replace {
		return os.Rename(tmp, path)
	}
	// A link never replaces a file, so two programs that both start for the first time get the same
	// one.
	if os.Link(tmp, path) == nil {
		return os.Remove(tmp)
	}
	if exists(path) {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	return os.Rename(tmp, path) // the file system has no links
}

func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

package bolt

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// leftName is the end of a temporary file's name.
var leftName = regexp.MustCompile(`^(\.new-\d+)+$`)

// leftAfter is when a temporary file that nobody changes counts as left by a dead program.
const leftAfter = time.Hour

// createTemp makes a temporary file beside the file at path. Rename it, or call removeTemp.
func createTemp(path string) (*os.File, error) {
	sweepLeft(path)
	return os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
}

func removeTemp(tmp *os.File) {
	_ = tmp.Close()
	_ = os.Remove(tmp.Name())
}

// sweepLeft removes the temporary files of killed programs beside the file at path.
func sweepLeft(path string) {
	beside, _ := os.ReadDir(filepath.Dir(path))
	for _, e := range beside {
		end, own := strings.CutPrefix(e.Name(), filepath.Base(path))
		if !own || !leftName.MatchString(end) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftAfter {
			_ = os.Remove(filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
}

// writeFile creates a file that is complete or absent: it writes under a temporary name, flushes,
// renames, and flushes the folder. If path exists, the error is fs.ErrExist, unless replace is set.
func writeFile(path string, replace bool, write func(tmp *os.File) error) error {
	tmp, err := createTemp(path)
	if err != nil {
		return err
	}
	defer removeTemp(tmp)
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
	// A link never replaces a file: of two programs that start at once, both get the same one.
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

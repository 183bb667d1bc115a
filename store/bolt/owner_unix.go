//go:build unix

package bolt

import (
	"cmp"
	"os"
	"syscall"
)

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

//go:build !unix

package bolt

import "os"

func giveTo(path string, like os.FileInfo) error { return os.Chmod(path, like.Mode().Perm()) }

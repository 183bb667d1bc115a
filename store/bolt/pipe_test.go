//go:build unix

package bolt

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Opening a pipe would wait for its other end.
func TestPipeIsRefusedAsAStore(t *testing.T) {
	path := newPath(t)
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	done := make(chan error, 3)
	go func() {
		_, err := Open(path, Options{})
		done <- err
		_, err = CheckFile(context.Background(), path, nil)
		done <- err
		done <- Backup(context.Background(), path, path+".backup", false)
	}()
	for range cap(done) {
		select {
		case err := <-done:
			require.ErrorContains(t, err, "not a regular file")
		case <-time.After(time.Minute):
			t.Fatal("it hangs")
		}
	}
}

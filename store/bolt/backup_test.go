package bolt

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

// serve returns once Serve answers.
func serve(t *testing.T, db *DB) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- db.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
		require.NoFileExists(t, socketPath(db.path))
	})
	require.Eventually(t, func() bool { return isServed(ctx, db.path) }, time.Minute, time.Millisecond)
}

func TestBackupDuringPlayIsSound(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	serve(t, db)
	openTables(t, db, 8)
	playing, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	for id := table.ID(1); id <= 8; id++ {
		all.Go(func() {
			for v := table.Version(1); playing.Err() == nil && !t.Failed(); v++ {
				assert.NoError(t, db.Commit(t.Context(), storetest.PlayMove(id, v, uint64(v)*8+uint64(id))))
			}
		})
	}
	for i := range longrun.Choose(1, 3) {
		before := storetest.Must(db.Header(t.Context(), 1))(t)
		dst := filepath.Join(filepath.Dir(path), "copy", string(rune('a'+i)))
		require.NoError(t, os.MkdirAll(filepath.Dir(dst), 0o700))
		require.NoError(t, Backup(t.Context(), path, dst, false))
		requireSoundFile(t, path)

		requireSoundFile(t, dst)
		restored := openTest(t, dst, Options{})
		require.GreaterOrEqual(t, storetest.Must(restored.Header(t.Context(), 1))(t).Version, before.Version)
	}
	stop()
	all.Wait()
}

func TestBackupRefusesBadTargets(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	require.NoError(t, db.SetNote(t.Context(), "which", "first"))
	dst := newPath(t)

	err := Backup(t.Context(), path, dst, false)
	require.ErrorIs(t, err, ErrLocked, "the store is open but its program does not answer")
	require.NoFileExists(t, dst)
	serve(t, db)
	require.NoError(t, Backup(t.Context(), path, dst, false))

	require.NoError(t, db.SetNote(t.Context(), "which", "second"))
	require.ErrorIs(t, Backup(t.Context(), path, dst, false), fs.ErrExist)
	requireNote(t, dst, "first")
	require.NoError(t, Backup(t.Context(), path, dst, true))
	requireNote(t, dst, "second")

	link := filepath.Join(filepath.Dir(path), "link.db")
	require.NoError(t, os.Symlink(path, link))
	for _, self := range []string{path, link, filepath.Dir(path) + "/../" + filepath.Base(filepath.Dir(path)) + "/amytis.db"} {
		require.ErrorContains(t, Backup(t.Context(), path, self, true), "the store itself")
	}
	require.ErrorContains(t, Backup(t.Context(), path, t.TempDir(), true), "regular file")
	require.ErrorContains(t, Backup(t.Context(), path, filepath.Join(t.TempDir(), "none", "x"), false), "no folder")
	require.NoError(t, Backup(t.Context(), link, filepath.Join(t.TempDir(), "by link"), false),
		"the socket is found through a link too")

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, Backup(ended, path, filepath.Join(filepath.Dir(dst), "never"), false), context.Canceled)
	require.Equal(t, []string{"amytis.db"}, namesInFolder(t, dst), "no unfinished file is left")
}

func requireNote(t *testing.T, path, want string) {
	t.Helper()
	db := openTest(t, path, Options{})
	require.Equal(t, want, storetest.Must(db.Note(t.Context(), "which"))(t))
	require.NoError(t, db.Close())
}

func TestSocketIsOnlyForItsUser(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	serve(t, db)
	require.Equal(t, os.FileMode(0o600), storetest.Must(os.Stat(socketPath(db.path)))(t).Mode().Perm())
	require.ErrorContains(t, db.Serve(t.Context()), "already running")
}

func TestSocketOfAKilledProgramIsReplaced(t *testing.T) {
	path := newPath(t)
	l := storetest.Must(net.ListenUnix("unix", &net.UnixAddr{Name: socketPath(path), Net: "unix"}))(t)
	l.SetUnlinkOnClose(false)
	require.NoError(t, l.Close())
	require.FileExists(t, socketPath(path))

	require.NoError(t, openTest(t, path, Options{}).Close())
	require.NoError(t, Backup(t.Context(), path, newPath(t), false), "without an answer the backup reads the file")
	serve(t, openTest(t, path, Options{}))
	require.NoError(t, Backup(t.Context(), path, newPath(t), false))
}

func TestSocketWorksForALongPath(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("long/", 30))
	require.NoError(t, os.MkdirAll(dir, 0o700))
	path := filepath.Join(dir, "amytis.db")
	require.Less(t, len(socketPath(path)), 100)
	serve(t, openTest(t, path, Options{}))
	require.NoError(t, Backup(t.Context(), path, newPath(t), false))
}

// The clients send an unknown request or none, or leave in the middle of a backup.
func TestSocketSurvivesBadClients(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	serve(t, db)
	openTables(t, db, 300)
	silent := storetest.Must(dialSocket(t.Context(), db.path))(t)
	defer silent.Close()
	for range 10 {
		conn := storetest.Must(dialSocket(t.Context(), db.path))(t)
		_, err := conn.Write([]byte("POST /backup HTTP/1.1\r\nHost: store\r\n\r\n"))
		require.NoError(t, err)
		_ = conn.Close()
	}
	require.ErrorContains(t, askProgram(t.Context(), db.path, "sing", io.Discard), "different versions")
	require.NoError(t, Backup(t.Context(), db.path, newPath(t), false))
}

func TestErrorOfTheOtherProgramIsPassedOn(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	db.Erasing = func(_ context.Context, user table.UserID) (string, error) {
		return "", fmt.Errorf("%d plays:\nnot now", user)
	}
	serve(t, db)
	_, asked, err := AskToErase(t.Context(), db.path, 17)
	require.True(t, asked)
	require.ErrorContains(t, err, "the running amytis answers: 17 plays:\nnot now")
}

func TestCloseEndsServeAndBackups(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	openTables(t, db, 300)
	served := make(chan error)
	go func() { served <- db.Serve(t.Context()) }()
	started := make(chan struct{})
	copied := make(chan error)
	until := make(chan struct{})
	go func() { copied <- db.Backup(t.Context(), &heldWriter{started: started, until: until}) }()
	go func() {
		for db.entries.CheckOpen(context.Background()) == nil {
			time.Sleep(time.Millisecond)
		}
		close(until)
	}()
	<-started
	require.NoError(t, db.Close())
	require.ErrorIs(t, <-copied, store.ErrClosed)
	if err := <-served; err != nil {
		require.ErrorIs(t, err, store.ErrClosed)
	}
	require.NoFileExists(t, socketPath(db.path))
	require.ErrorIs(t, db.Serve(t.Context()), store.ErrClosed)
}

// heldWriter closes started at the first write, and blocks every write until until is closed.
type heldWriter struct {
	bytes.Buffer
	started chan<- struct{}
	until   <-chan struct{}
	once    sync.Once
}

func (w *heldWriter) Write(b []byte) (int, error) {
	w.once.Do(func() { close(w.started) })
	<-w.until
	return w.Buffer.Write(b)
}

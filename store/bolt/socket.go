package bolt

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/progress"
)

// A program answers on a Unix socket, the store's path + ".sock", which only its user may open. A
// request is a word and a line feed. The answer is frames: a kind (1 byte), a length (4 bytes,
// big-endian) and that many bytes.
const (
	askForBackup  = "backup"
	askForSummary = "summary"
	askToErase    = "erase " // and the ID of a user

	frameData  = 'd' // a piece of the answer
	frameError = 'e' // an error; the last frame
	frameEnd   = '.' // success; the last frame
)

const (
	// askWait limits the wait for the request, and frameWait for a client to take a frame. One that
	// hangs must not keep the store from reusing pages.
	askWait    = 10 * time.Second
	frameWait  = 30 * time.Second
	maxClients = 4
	// maxFrame is the most bytes of a frame. A summary is one, with a place for each open table.
	maxFrame = 64 << 20
)

// maxSocketPath is the system's limit less the temporary folder in which the socket is made.
const maxSocketPath = 80

// socketPath returns the path of the store's socket. If it is too long, the socket is in the
// system's temporary folder, for which both programs must have the same TMPDIR.
func socketPath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if sock := path + ".sock"; len(sock) <= maxSocketPath {
		return sock
	}
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(os.TempDir(), fmt.Sprintf("amytis-%x.sock", sum[:8]))
}

// Serve sends other processes copies of the store, and summaries, and erases users for them. It
// returns nil when ctx ends or the store closes.
func (db *DB) Serve(ctx context.Context) error {
	if !db.serving.TryLock() {
		return cmp.Or(db.entries.Usable(context.Background()), errors.New("store: Serve is already running"))
	}
	defer db.serving.Unlock()
	if err := db.entries.Usable(context.Background()); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sock := socketPath(db.path)
	l, err := listen(sock)
	if err != nil {
		return fmt.Errorf("store: socket for backups: %w", err)
	}
	defer os.Remove(sock) // while this process still holds the lock of the file
	var helpers sync.WaitGroup
	defer helpers.Wait()
	helpers.Go(func() {
		select {
		case <-ctx.Done():
		case <-db.entries.Closing():
			cancel()
		}
		_ = l.Close()
	})
	clients := make(chan struct{}, maxClients)
	for {
		conn, err := l.Accept()
		if ctx.Err() != nil {
			if err == nil {
				_ = conn.Close()
			}
			return nil
		}
		if err != nil {
			cancel()
			return fmt.Errorf("store: socket for backups: %w", err)
		}
		clients <- struct{}{}
		helpers.Go(func() {
			defer func() { <-clients }()
			answer(ctx, db, conn)
		})
	}
}

// listen makes the socket in a private folder and moves it into place. So nobody can connect before
// its mode is set, and it replaces a socket that a killed program has left. The file's lock ensures
// that no other program uses that one.
func listen(sock string) (*net.UnixListener, error) {
	dir, err := os.MkdirTemp(filepath.Dir(sock), ".sock-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	tmp := filepath.Join(dir, "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: tmp, Net: "unix"})
	if err != nil {
		return nil, err
	}
	l.SetUnlinkOnClose(false)
	if err := errors.Join(os.Chmod(tmp, 0o600), os.Rename(tmp, sock)); err != nil {
		_ = l.Close()
		return nil, err
	}
	return l, nil
}

func answer(ctx context.Context, db *DB, conn net.Conn) {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	_ = conn.SetReadDeadline(time.Now().Add(askWait))
	word, err := bufio.NewReader(io.LimitReader(conn, 64)).ReadString('\n')
	if err != nil {
		return
	}
	w := &frameWriter{conn: conn}
	user, erases := strings.CutPrefix(word, askToErase)
	switch {
	case word == askForBackup+"\n":
		err = db.Backup(ctx, w)
	case erases && db.Erasing != nil:
		var done string
		if done, err = db.Erasing(ctx, table.ParseID[table.UserID](strings.TrimSpace(user))); err == nil {
			_, err = io.WriteString(w, done)
		}
	case word == askForSummary+"\n":
		var s store.Summary
		if s, err = db.Summary(ctx); err == nil {
			err = json.NewEncoder(w).Encode(s)
		}
	default:
		err = fmt.Errorf("unknown request %q: the two programs have different versions", word)
	}
	if err != nil {
		_ = w.frame(frameError, []byte(err.Error()))
		return
	}
	_ = w.frame(frameEnd, nil)
}

// frameWriter sends what is written to it as data frames.
type frameWriter struct{ conn net.Conn }

func (w *frameWriter) Write(b []byte) (int, error) {
	if err := w.frame(frameData, b); err != nil {
		return 0, err
	}
	return len(b), nil
}

func (w *frameWriter) frame(kind byte, payload []byte) error {
	_ = w.conn.SetWriteDeadline(time.Now().Add(frameWait))
	head := binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(payload)))
	bufs := net.Buffers{head, payload}
	_, err := bufs.WriteTo(w.conn)
	return err
}

// dial returns nil if no program answers.
func dial(ctx context.Context, path string) net.Conn {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", socketPath(path))
	if err != nil {
		return nil
	}
	return conn
}

// AskToErase has the program that has the store at path open erase a user, see [DB.Erasing]. If
// none has, asked is false.
func AskToErase(ctx context.Context, path string, user table.UserID) (done string, asked bool, err error) {
	conn := dial(ctx, path)
	if conn == nil {
		return "", false, ctx.Err()
	}
	var answer strings.Builder
	err = ask(ctx, conn, askToErase+user.String(), &answer)
	return answer.String(), true, err
}

func askBackup(ctx context.Context, conn net.Conn, path string, w io.Writer) error {
	copying := progress.Begin(ctx, "copying the file", func() int64 { return sizeOf(path) })
	return ask(ctx, conn, askForBackup, &stoppableWriter{stopped: ctx.Err, w: w, copying: copying})
}

// ask sends a request and writes the answer to w.
func ask(ctx context.Context, conn net.Conn, word string, w io.Writer) error {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	broken := func(err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("the running amytis broke the connection: %w", err)
	}
	if _, err := io.WriteString(conn, word+"\n"); err != nil {
		return broken(err)
	}
	r := bufio.NewReaderSize(conn, 64<<10)
	for {
		var head [5]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return broken(err)
		}
		size := binary.BigEndian.Uint32(head[1:])
		if size > maxFrame {
			return broken(fmt.Errorf("it sends a frame of %d bytes", size))
		}
		payload := make([]byte, size)
		if _, err := io.ReadFull(r, payload); err != nil {
			return broken(err)
		}
		switch head[0] {
		case frameEnd:
			return nil
		case frameError:
			return remoteError(string(payload))
		}
		if _, err := w.Write(payload); err != nil {
			return err
		}
	}
}

// remoteError returns the other program's error. After ErrClosed, trying again will succeed.
func remoteError(text string) error {
	if text == store.ErrClosed.Error() {
		return fmt.Errorf("the running amytis is shutting down, try again: %w", store.ErrClosed)
	}
	return fmt.Errorf("the running amytis answers: %s", text)
}

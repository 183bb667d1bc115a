package bolt

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"amytis/store"
)

// The program that has the store open answers on a unix socket: path + ".sock",
// for its user alone. A request is a word and a line feed; the answer is frames
// of a kind (1 byte), a length (4, big-endian) and that many bytes.
const (
	askForBackup = "backup"
	askForCheck  = "check"

	frameData  = 'd' // a piece of the backup
	frameFault = 'f' // a fault that the check has found
	frameError = 'e' // what went wrong; the last frame
	frameEnd   = '.' // all is said; the last frame

	maxFrame = 1 << 20
)

const (
	// askWait bounds the wait for the word, frameWait for the other side to
	// take a frame: one that hangs must not hold the store's pages for ever.
	askWait   = 10 * time.Second
	frameWait = 30 * time.Second
	// maxClients bounds those who are answered at once.
	maxClients = 4
)

// maxSocketPath is what the system allows for a socket's path, less the room for
// the folder in which it is made.
const maxSocketPath = 80

// socketPath is where the store's socket is. A path too long for a socket has
// one in the system's temporary folder instead, named after it: both sides
// must have the same TMPDIR then.
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

// Serve answers [Backup] and [CheckFile] of other processes, until ctx ends or
// the store is closed; then it returns nil.
func (db *DB) Serve(ctx context.Context) error {
	locked := db.serving.TryLock()
	if locked {
		defer db.serving.Unlock()
	}
	select {
	case <-db.closing:
		return store.ErrClosed
	default:
	}
	if !locked {
		return errors.New("store: Serve runs already")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sock := socketPath(db.path)
	l, err := listen(sock)
	if err != nil {
		return fmt.Errorf("store: the socket for backups: %w", err)
	}
	defer os.Remove(sock) // before the lock of the file is given up
	var helpers sync.WaitGroup
	defer helpers.Wait()
	helpers.Go(func() {
		select {
		case <-ctx.Done():
		case <-db.closing:
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
			return fmt.Errorf("store: the socket for backups: %w", err)
		}
		clients <- struct{}{}
		helpers.Go(func() {
			defer func() { <-clients }()
			db.answer(ctx, conn)
		})
	}
}

// listen makes the socket in a folder that is closed to others and moves it to
// its place: nobody else can connect before its mode is set, and one that a
// killed program has left is replaced. The lock of the file says that no other
// program uses it.
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

func (db *DB) answer(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	_ = conn.SetReadDeadline(time.Now().Add(askWait))
	word, err := bufio.NewReader(io.LimitReader(conn, 64)).ReadString('\n')
	if err != nil {
		return
	}
	w := &frameWriter{conn: conn}
	switch word {
	case askForBackup + "\n":
		err = db.Backup(ctx, w)
	case askForCheck + "\n":
		var faults []string
		faults, err = db.Check(ctx)
		for _, f := range faults {
			_ = w.frame(frameFault, []byte(f))
		}
	default:
		err = fmt.Errorf("asked for %q: the two programs are of different versions", word)
	}
	if err != nil {
		_ = w.frame(frameError, []byte(err.Error()))
		return
	}
	_ = w.frame(frameEnd, nil)
}

// frameWriter sends what is written as data frames.
type frameWriter struct{ conn net.Conn }

func (w *frameWriter) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		n := min(len(rest), maxFrame)
		if err := w.frame(frameData, rest[:n]); err != nil {
			return len(b) - len(rest), err
		}
		rest = rest[n:]
	}
	return len(b), nil
}

func (w *frameWriter) frame(kind byte, payload []byte) error {
	payload = payload[:min(len(payload), maxFrame)]
	_ = w.conn.SetWriteDeadline(time.Now().Add(frameWait))
	head := binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(payload)))
	bufs := net.Buffers{head, payload}
	_, err := bufs.WriteTo(w.conn)
	return err
}

// dial reaches the program that has the store open, nil if none answers.
func dial(ctx context.Context, path string) net.Conn {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", socketPath(path))
	if err != nil {
		return nil
	}
	return conn
}

func askBackup(ctx context.Context, conn net.Conn, w io.Writer) error {
	return ask(ctx, conn, askForBackup, func(kind byte, payload []byte) error {
		if kind != frameData {
			return nil
		}
		_, err := w.Write(payload)
		return err
	})
}

func askCheck(ctx context.Context, conn net.Conn) (faults []string, err error) {
	err = ask(ctx, conn, askForCheck, func(kind byte, payload []byte) error {
		if kind == frameFault {
			faults = append(faults, string(payload))
		}
		return nil
	})
	return faults, err
}

// ask sends a word and hands on the frames before the last.
func ask(ctx context.Context, conn net.Conn, word string, each func(kind byte, payload []byte) error) error {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	broken := func(err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("the running amytis broke off: %w", err)
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
		n := binary.BigEndian.Uint32(head[1:])
		if n > maxFrame {
			return broken(fmt.Errorf("a frame of %d bytes", n))
		}
		payload := make([]byte, n)
		if _, err := io.ReadFull(r, payload); err != nil {
			return broken(err)
		}
		switch head[0] {
		case frameEnd:
			return nil
		case frameError:
			return answered(string(payload))
		}
		if err := each(head[0], payload); err != nil {
			return err
		}
	}
}

// answered is the other program's error; closing is worth telling apart, since
// asking again will do.
func answered(text string) error {
	if text == store.ErrClosed.Error() {
		return fmt.Errorf("the running amytis is about to end: %w", store.ErrClosed)
	}
	return fmt.Errorf("the running amytis answers: %s", text)
}

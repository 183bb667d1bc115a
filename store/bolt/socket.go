package bolt

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/progress"
)

// A program answers by HTTP on a Unix socket, the store's path + ".sock", which only its user may
// open. An error may come in the middle of a copy, so it is in the trailer.
const (
	askForBackup  = "backup"
	askForSummary = "summary"
	askToErase    = "erase/" // and the ID of a user

	errorTrailer = "Store-Error"
)

// pieceWait limits each read of a client. One that hangs must not keep pages from being reused.
const pieceWait = 30 * time.Second

// maxSocketPath is the system's limit less the temporary folder in which the socket is made.
const maxSocketPath = 80

// socketPath returns the path of the store's socket. If it is too long, the socket is in the
// temporary folder, for which both programs need the same TMPDIR.
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

// Serve sends other processes copies and summaries of the store, and erases users for them. It
// returns nil when ctx ends or the store closes.
func (db *DB) Serve(ctx context.Context) error {
	if !db.serving.TryLock() {
		return cmp.Or(db.entries.CheckOpen(context.Background()), errors.New("store: Serve is already running"))
	}
	defer db.serving.Unlock()
	if err := db.entries.CheckOpen(context.Background()); err != nil {
		return err
	}
	sock := socketPath(db.path)
	l, err := listenPrivately(sock)
	if err != nil {
		return fmt.Errorf("store: socket for backups: %w", err)
	}
	defer os.Remove(sock) // while this process still holds the lock of the file
	ctx, cancel := context.WithCancel(ctx)
	defer context.AfterFunc(db.open, cancel)()
	var ending sync.RWMutex // each request holds it for reading
	server := http.Server{ReadHeaderTimeout: pieceWait, Handler: db.handler(&ending)}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	err = server.Serve(l)
	ended := ctx.Err() != nil
	cancel()
	_ = server.Close()
	ending.Lock() // until all requests have ended
	if !ended {
		return fmt.Errorf("store: socket for backups: %w", err)
	}
	return nil
}

// listenPrivately makes the socket in a private folder, so that nobody can connect before its mode
// is set, and moves it into place. That replaces the socket of a killed program: the file's lock
// ensures that no other program uses it.
func listenPrivately(sock string) (*net.UnixListener, error) {
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

func (db *DB) handler(ending *sync.RWMutex) http.Handler {
	mux := http.NewServeMux()
	handle := func(what string, answer func(r *http.Request, w io.Writer) error) {
		mux.HandleFunc("/"+what, func(w http.ResponseWriter, r *http.Request) {
			if !ending.TryRLock() {
				return
			}
			defer ending.RUnlock()
			w.Header().Set("Trailer", errorTrailer)
			err := answer(r, patientWriter{w, http.NewResponseController(w)})
			if err != nil {
				w.Header().Set(errorTrailer, url.QueryEscape(err.Error()))
			}
		})
	}
	handle(askForBackup, func(r *http.Request, w io.Writer) error { return db.Backup(r.Context(), w) })
	handle(askForSummary, func(r *http.Request, w io.Writer) error {
		s, err := db.Summary(r.Context())
		return cmp.Or(err, json.NewEncoder(w).Encode(s))
	})
	handle(askToErase+"{user}", func(r *http.Request, w io.Writer) error {
		if db.Erasing == nil {
			return errors.New("it erases nobody")
		}
		outcome, err := db.Erasing(r.Context(), table.ParseID[table.UserID](r.PathValue("user")))
		_, failed := io.WriteString(w, outcome)
		return cmp.Or(err, failed)
	})
	return mux
}

type patientWriter struct {
	w       io.Writer
	control *http.ResponseController
}

func (p patientWriter) Write(b []byte) (int, error) {
	if err := p.control.SetWriteDeadline(time.Now().Add(pieceWait)); err != nil {
		return 0, err
	}
	return p.w.Write(b)
}

func dialSocket(ctx context.Context, path string) (net.Conn, error) {
	return new(net.Dialer).DialContext(ctx, "unix", socketPath(path))
}

// isServed reports whether a program answers for the store at path.
func isServed(ctx context.Context, path string) bool {
	conn, err := dialSocket(ctx, path)
	return err == nil && conn.Close() == nil
}

// AskToErase has the program that has the store at path open erase a user, see [DB.Erasing]. asked
// is false if there is none.
func AskToErase(ctx context.Context, path string, user table.UserID) (outcome string, asked bool, err error) {
	if !isServed(ctx, path) {
		return "", false, ctx.Err()
	}
	var answer strings.Builder
	err = askProgram(ctx, path, askToErase+user.String(), &answer)
	return answer.String(), true, err
}

func askForCopy(ctx context.Context, path string, w io.Writer) error {
	copying := progress.Begin(ctx, "copying the file", func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			return 0
		}
		return info.Size()
	})
	return askProgram(ctx, path, askForBackup, &stoppableWriter{w: w, stopped: ctx.Err, copying: copying})
}

// askProgram asks the program that has the store at path open, and writes the answer to w.
func askProgram(ctx context.Context, path, what string, w io.Writer) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://store/"+what, nil)
	if err != nil {
		return err
	}
	transport := http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(ctx context.Context, _, _ string) (net.Conn, error) { return dialSocket(ctx, path) },
	}
	answer, err := transport.RoundTrip(r)
	if err == nil {
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("the running amytis does not know %q: the two programs have different versions", what)
		}
		_, err = io.Copy(w, answer.Body)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case answer == nil || errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the running amytis broke the connection: %w", err)
	case err != nil:
		return err
	}
	switch text, _ := url.QueryUnescape(answer.Trailer.Get(errorTrailer)); text {
	case "":
		return nil
	case store.ErrClosed.Error():
		return fmt.Errorf("the running amytis is shutting down, try again: %w", store.ErrClosed)
	default:
		return fmt.Errorf("the running amytis answers: %s", text)
	}
}

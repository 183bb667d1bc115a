// Package postgrestest starts a PostgreSQL server for the tests of a process, and gives each test
// an empty schema. The server does not wait for the disk, and leaves nothing behind.
package postgrestest

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// Required is the environment variable that makes tests fail, not skip, without PostgreSQL.
const Required = "AMYTIS_POSTGRES_REQUIRED"

const (
	role, database = "amytis", "postgres"
	patience       = time.Minute
)

type Server struct {
	Folder  string
	schemas atomic.Int64
	orders  io.Writer // to the shell that runs the server
}

var shared = sync.OnceValues(func() (*Server, error) { return start("fsync=off", "full_page_writes=off") })

// Start returns the server of this process. Without PostgreSQL it skips the test, see [Required].
func Start(t testing.TB) *Server {
	t.Helper()
	return startOrSkip(t, shared)
}

func startOrSkip(t testing.TB, start func() (*Server, error)) *Server {
	t.Helper()
	if _, err := findProgram("postgres"); err != nil {
		if os.Getenv(Required) != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	s, err := start()
	require.NoError(t, err)
	return s
}

// findProgram returns the path of one of the server's programs, which Debian has outside of PATH.
func findProgram(program string) (string, error) {
	if path, err := exec.LookPath(program); err == nil {
		return path, nil
	}
	paths, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + program)
	if len(paths) == 0 {
		return "", fmt.Errorf("PostgreSQL is not installed: there is no %s in PATH or /usr/lib/postgresql", program)
	}
	return slices.Max(paths), nil
}

// supervise runs, stops and starts the server as its input says. In the end it removes everything.
const supervise = `begin() { "$@" >>log 2>&1 & server=$!; }
finish() { kill -QUIT $server; wait; server=; }
begin "$@"
while read -r order; do if [ $order = start ]; then begin "$@"; else finish; fi; done
finish 2>/dev/null; cd /; rm -rf "$PGDATA"`

func start(settings ...string) (*Server, error) {
	return startNew(append(settings, "wal_level=minimal", "max_wal_senders=0")...)
}

// startNew is start without settings that forbid a standby.
func startNew(settings ...string) (*Server, error) {
	return startIn(settings, "initdb", "-U", role, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
}

// startIn has a program of PostgreSQL make a cluster, and starts its server.
func startIn(settings []string, program string, arguments ...string) (*Server, error) {
	path, err := findProgram(program)
	if err != nil {
		return nil, err
	}
	postgres, err := findProgram("postgres")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "amytis-pg-*")
	if err != nil {
		return nil, err
	}
	as, err := giveToOwner(dir)
	if err != nil {
		return nil, err
	}
	prepare := exec.Command(path, append([]string{"-D", dir}, arguments...)...)
	prepare.SysProcAttr = as
	prepare.Dir = "/"
	if out, err := prepare.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", path, err, out)
	}
	for _, copied := range []string{"log", ".s.PGSQL.5432.lock"} { // by pg_basebackup, of the other server
		if err := os.RemoveAll(filepath.Join(dir, copied)); err != nil {
			return nil, err
		}
	}
	args := []string{"-c", supervise, "sh", postgres, "-D", dir, "-k", dir}
	settings = append(settings, "listen_addresses=", "max_connections=400", "shared_buffers=32MB", "jit=off",
		"log_checkpoints=off")
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	server := exec.Command("/bin/sh", args...)
	server.SysProcAttr = as
	server.Dir = dir
	server.Env = append(os.Environ(), "PGDATA="+dir)
	s := &Server{Folder: dir}
	if s.orders, err = server.StdinPipe(); err != nil { // it stays open as long as the process lives
		return nil, err
	}
	if err := server.Start(); err != nil {
		return nil, err
	}
	running = append(running, server)
	return s, s.awaitStart()
}

var running []*exec.Cmd

func (s *Server) awaitStart() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.URL(role, nil))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(s.Folder, "log"))
			return fmt.Errorf("PostgreSQL did not start: %w\n%s", err, log)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (s *Server) URL(user string, parameters url.Values) string {
	query := url.Values{"host": {s.Folder}}
	for name, values := range parameters {
		query[name] = values
	}
	u := url.URL{Scheme: "postgres", User: url.User(user), Path: "/" + database, RawQuery: query.Encode()}
	return u.String()
}

// NewURL returns the URL of an empty schema.
func (s *Server) NewURL(t testing.TB) string {
	t.Helper()
	schema := fmt.Sprintf("test_%d", s.schemas.Add(1))
	s.Exec(t, "CREATE SCHEMA "+schema)
	// The server needs a while for each connection.
	return s.URL(role, url.Values{"search_path": {schema}, "pool_max_conns": {"6"}})
}

// Exec runs statements as the superuser.
func (s *Server) Exec(t testing.TB, statements ...string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	conn, err := pgx.Connect(ctx, s.URL(role, nil))
	require.NoError(t, err)
	defer conn.Close(ctx)
	for _, statement := range statements {
		_, err = conn.Exec(ctx, statement)
		require.NoError(t, err, statement)
	}
}

package postgres

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"amytis/store"
)

// Options are the options of [Open]. Only URL is needed.
type Options struct {
	// URL names the database: postgres://user@host:port/database?parameter=value. Parameters are
	// libpq's, pgxpool's such as pool_max_conns, and password_file for PasswordFile. Missing parts
	// come from libpq's environment variables.
	// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING
	URL string
	// PasswordFile holds the password, and is read for each connection, so that the password can
	// change. Without it, the password comes from PGPASSWORD, the passfile or the URL.
	PasswordFile string
	Program      string // name and version; the database keeps it for messages of older programs
	// Patience is how long a call tries again while the server does not answer; 0 is 5 seconds.
	Patience time.Duration
	Replay   store.Replay    // what [DB.Check] does with every table, nil for nothing
	dial     pgconn.DialFunc // replaces the network in tests
}

const (
	defaultPatience = 5 * time.Second
	// maxConns is the default for a handle. Several handles must fit into a server's default of
	// 100.
	maxConns = 16
	// connectTimeout limits the wait for a connection, for each address of the server.
	connectTimeout = 3 * time.Second
	passwordFile   = "password_file"
)

func IsURL(s string) bool {
	return strings.HasPrefix(s, "postgres://") || strings.HasPrefix(s, "postgresql://")
}

// errURL shows neither the URL nor the parser's message, which may have the password in them.
var errURL = advise("write postgres://user@host:5432/database. A password belongs in PGPASSWORD or in a file; in the "+
	"URL its special characters need an escape such as %2F", "the store's URL cannot be read")

func (o Options) parse() (*pgxpool.Config, error) {
	if !IsURL(o.URL) {
		return nil, errURL
	}
	u, err := url.Parse(o.URL)
	if err != nil {
		return nil, errURL
	}
	query := u.Query()
	file := cmp.Or(o.PasswordFile, query.Get(passwordFile))
	query.Del(passwordFile)
	ownConns := query.Has("pool_max_conns")
	u.RawQuery = query.Encode()
	cfg, err := pgxpool.ParseConfig(u.String())
	if path, named := errors.AsType[*os.PathError](err); named {
		return nil, advise("correct the URL, or let the user of amytis read the file",
			"the store's URL names a file that cannot be read: %w", path)
	}
	if err != nil {
		return nil, errURL
	}
	if !ownConns {
		cfg.MaxConns = maxConns
	}
	conn := cfg.ConnConfig
	if conn.ConnectTimeout == 0 || conn.ConnectTimeout > connectTimeout && !query.Has("connect_timeout") {
		conn.ConnectTimeout = connectTimeout
	}
	conn.RuntimeParams["application_name"] = cmp.Or(conn.RuntimeParams["application_name"], "amytis")
	if o.dial != nil {
		conn.DialFunc = o.dial
	}
	if conn.ValidateConnect == nil {
		// After a failover, the old primary may come back as a standby.
		conn.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	if file != "" {
		if _, err := readPassword(file); err != nil {
			return nil, err
		}
		cfg.BeforeConnect = func(_ context.Context, conn *pgx.ConnConfig) (err error) {
			conn.Password, err = readPassword(file)
			return err
		}
	}
	// A dead connection is noticed at its use, and the call tries again.
	cfg.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	return cfg, nil
}

func readPassword(file string) (string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return "", advise("correct store.password_file, or let the user of amytis read the file",
			"the file with the store's password cannot be read: %w", err)
	}
	password := strings.TrimRight(string(b), "\r\n")
	if password == "" {
		return "", advise("write the password into it", "%s: the file with the store's password is empty", file)
	}
	return password, nil
}

package postgres

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"amytis/store"
)

// ErrUnavailable means that the server does not answer or take writes. A later try may succeed.
var ErrUnavailable = errors.New("the PostgreSQL server is not available")

// codeReadOnly is the code of a server that refuses to write, as a standby does.
const codeReadOnly = "25006"

func advise(fix, format string, args ...any) error {
	return &store.Advice{Err: fmt.Errorf(format, args...), Fix: fix}
}

// outcome is what an error means for the call.
type outcome int

const (
	answered    outcome = iota // the server has answered: the error is final
	undone                     // the server has undone the call, which may be tried again at once
	unreachable                // nothing was sent; the call may be tried again
	doubtful                   // the call may have taken effect
)

func judgeError(err error) outcome {
	var connect *pgconn.ConnectError
	var server *pgconn.PgError
	switch {
	case err == nil:
		return answered
	case errors.As(err, &connect):
		if explainRefusal(err) != nil {
			return answered
		}
		return unreachable
	case errors.As(err, &server):
		return judgeCode(server)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return doubtful
	case pgconn.SafeToRetry(err):
		return unreachable
	}
	var network net.Error
	if errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) {
		return doubtful
	}
	return answered
}

// judgeCode judges an error of the server by its code.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
func judgeCode(err *pgconn.PgError) outcome {
	switch {
	case strings.HasPrefix(err.Code, "40") && err.Code != "40003": // rolled back
		return undone
	case err.Code == "55P03": // lock not available
		return undone
	case err.Code == codeReadOnly, err.Code == "53300", err.Code == "57P03":
		return unreachable // too many connections, starting
	case strings.HasPrefix(err.Code, "08"), strings.HasPrefix(err.Code, "57P"), err.Code == "40003":
		return doubtful // the connection broke, or the server stops
	case strings.HasPrefix(err.Code, "53"), strings.HasPrefix(err.Code, "58"):
		return undone // out of disk or memory, or an error of the system
	}
	return answered
}

// refusalOf adds what to do to an error of the server.
func refusalOf(err error) error {
	if refused := explainRefusal(err); refused != nil {
		return refused
	}
	if server, refused := errors.AsType[*pgconn.PgError](err); refused && advices[server.Code] != "" {
		return &store.Advice{Err: err, Fix: advices[server.Code]}
	}
	return err
}

var advices = map[string]string{
	"42501": "GRANT the store's user all rights on its tables, or use the user that made them",
	"53100": "free some space: the server's disk is full",
	"42P01": "restore a backup: something has removed a part of the store's schema",
	"42883": "restore a backup: something has removed a part of the store's schema",
	"53300": "raise max_connections in postgresql.conf, or give each replica fewer, as with pool_max_conns=8 in its URL",
	"57P03": "wait until the server has started",
}

// explainRefusal returns nil unless the server has refused a connection.
func explainRefusal(err error) error {
	var connect *pgconn.ConnectError
	if !errors.As(err, &connect) || connect.Config == nil {
		return nil
	}
	user := connect.Config.User
	database := connect.Config.Database
	if server, refused := errors.AsType[*pgconn.PgError](err); refused {
		switch server.Code {
		case "28P01", "28000":
			return advise("set the password in PGPASSWORD or store.password_file, or let the user in by the server's pg_hba.conf",
				"PostgreSQL refuses the user %q: %s", user, server.Message)
		case "3D000":
			return advise(fmt.Sprintf("create it with CREATE DATABASE %s OWNER %s ENCODING 'UTF8' TEMPLATE template0, "+
				"or correct the store's URL", quote(database), quote(user)), "PostgreSQL has no database %q", database)
		case "42501":
			return advise(fmt.Sprintf("GRANT CONNECT ON DATABASE %s TO %s", quote(database), quote(user)),
				"the user %q may not connect to the database %q", user, database)
		}
	}
	if cert, refused := errors.AsType[*tls.CertificateVerificationError](err); refused {
		return advise("set sslrootcert in the store's URL", "PostgreSQL's certificate is not valid: %w", cert)
	}
	if strings.Contains(err.Error(), "server refused TLS connection") {
		return advise("set it up there, or sslmode=disable in the store's URL if nobody can listen between the two",
			"PostgreSQL offers no TLS")
	}
	return nil
}

// textOnce is an error as text. Tries with TLS and without mostly say the same.
func textOnce(err error) string {
	lines := strings.Split(strings.ReplaceAll(err.Error(), "hostname resolving error: ", ""), "\n\t")
	slices.Sort(lines[1:])
	return strings.Join(slices.Compact(lines), " ")
}

// explainOnce is refusalOf for a call that is not repeated.
func explainOnce(err error) error {
	err = refusalOf(err)
	var connect *pgconn.ConnectError
	switch {
	case errors.As(err, new(*store.Advice)) || !errors.As(err, &connect):
		return err
	case strings.Contains(err.Error(), "read only"):
		return advise("name the primary, or both: postgres://user@HOST1,HOST2/database?target_session_attrs=read-write",
			"the PostgreSQL server is a standby or takes no writes: %w", err)
	}
	return advise("start it, and check the machine's name and the port in the store's URL, the server's "+
		"listen_addresses, the firewall", "%w: %s", ErrUnavailable, textOnce(err))
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

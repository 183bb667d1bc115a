package postgres

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/store"
	"amytis/store/postgres/postgrestest"
	"amytis/store/storetest"
)

// secret is a password that no message may show.
const secret = "hunter2"

func withParameter(t testing.TB, of, name, value string) string {
	t.Helper()
	u := storetest.Must(url.Parse(of))(t)
	query := u.Query()
	query.Set(name, value)
	u.RawQuery = query.Encode()
	return u.String()
}

func TestErrorOfAWrongURLSaysWhatToDoAndKeepsThePassword(t *testing.T) {
	t.Parallel()
	const form = "postgres://user@host:5432/database"
	empty := filepath.Join(t.TempDir(), "empty")
	require.NoError(t, os.WriteFile(empty, []byte("\n"), 0o600))
	for name, c := range map[string]struct {
		options Options
		want    string
	}{
		"not a URL":             {Options{URL: "host=localhost password=" + secret}, form},
		"another scheme":        {Options{URL: "mysql://u:" + secret + "@h/d"}, form},
		"a slash in a password": {Options{URL: "postgres://u:" + secret + "/x@h/d"}, "%2F"},
		"a bad escape":          {Options{URL: "postgres://u:%" + secret + "@h/d"}, "%2F"},
		"a bad port":            {Options{URL: "postgres://u:" + secret + "@h:port/d"}, form},
		"a bad parameter": {
			Options{URL: "postgres://u:" + secret + "@h/d?sslmode=maybe"}, form},
		"a bad number of connections": {
			Options{URL: "postgres://u:" + secret + "@h/d?pool_max_conns=many"}, form},
		"a certificate that is missing": {
			Options{URL: "postgres://u:" + secret + "@h/d?sslmode=verify-ca&sslrootcert=/no/such/file"},
			"/no/such/file",
		},
		"a password file that is missing": {
			Options{URL: "postgres://u@h/d", PasswordFile: "/no/such/file"}, "/no/such/file"},
		"a password file in the URL that is missing": {
			Options{URL: "postgres://u@h/d?password_file=/no/such/file"}, "/no/such/file"},
		"an empty password file": {Options{URL: "postgres://u@h/d", PasswordFile: empty}, "is empty"},
	} {
		_, err := Open(t.Context(), c.options)
		require.ErrorContains(t, err, c.want, name)
		require.NotContains(t, err.Error(), secret, name)
	}
}

// TestErrorOfARefusalSaysWhatToDo opens and summarizes what the server, or a user's rights, forbid.
func TestErrorOfARefusalSaysWhatToDo(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t)
	const roles = "guest, careless, strict, few, nil, reader"
	for role := range strings.SplitSeq(roles, ", ") {
		server.Exec(t, "CREATE ROLE "+role+" LOGIN")
	}
	server.Exec(t, "CREATE SCHEMA closed", "CREATE SCHEMA foreign_tables",
		"CREATE TABLE foreign_tables.entries (id bigint)", "ALTER ROLE careless SET synchronous_commit = off",
		"ALTER ROLE strict SET default_transaction_isolation = serializable",
		"ALTER ROLE few CONNECTION LIMIT 6", "ALTER ROLE nil CONNECTION LIMIT 0",
		"ALTER ROLE reader SET default_transaction_read_only = on", "GRANT CREATE ON SCHEMA public TO few, nil, reader",
		"CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
		"REVOKE CONNECT ON DATABASE latin FROM public")
	t.Cleanup(func() {
		server.Exec(t, "DROP DATABASE latin", "DROP SCHEMA closed", "DROP SCHEMA foreign_tables CASCADE",
			"DROP OWNED BY "+roles, "DROP ROLE "+roles)
	})
	to := func(user, schema string) string { return server.URL(user, url.Values{"search_path": {schema}}) }
	in := func(database, url string) string { return strings.Replace(url, "/postgres?", "/"+database+"?", 1) }
	const open, summarize = 1, 2
	for name, c := range map[string]struct {
		calls     int
		url, want string
	}{
		"no server": {open | summarize, "postgres://u:" + secret + "@127.0.0.1:1/d", "127.0.0.1:1"},
		"no right to make tables": {
			open | summarize, to("guest", "pg_catalog"), `GRANT USAGE, CREATE ON SCHEMA "pg_catalog" TO "guest"`},
		"no such schema":          {open | summarize, to("amytis", "nowhere"), "search_path"},
		"a schema that is in use": {open, to("amytis", "foreign_tables"), "empty database"},
		"a user that is unknown":  {open | summarize, to("stranger", "closed"), "pg_hba.conf"},
		"commits that are not safe": {
			open | summarize, to("careless", "closed"), `ALTER ROLE "careless" SET synchronous_commit = on`},
		"transactions that are strict": {open | summarize, to("strict", "closed"),
			`ALTER ROLE "strict" SET default_transaction_isolation = 'read committed'`},
		"a database that is missing": {
			open | summarize, in("nothing", to("amytis", "closed")), `CREATE DATABASE "nothing" OWNER "amytis"`},
		"a database with another encoding": {open | summarize, in("latin", to("amytis", "public")), "ENCODING 'UTF8'"},
		"no right to connect": {
			open | summarize, in("latin", to("guest", "public")), `GRANT CONNECT ON DATABASE "latin" TO "guest"`},
		"a server without TLS": {
			open | summarize, "postgres://amytis@" + address + "/postgres?sslmode=require", "sslmode=disable"},
		"too few connections for a replica": {summarize, to("few", "public"), "only 6 connections"},
		"no connection that is free":        {summarize, to("nil", "public"), "raise max_connections"},
		"a server that takes no writes":     {summarize, to("reader", "public"), "target_session_attrs"},
	} {
		o := Options{URL: c.url, Patience: time.Millisecond}
		if strings.Contains(c.url, address) {
			_, n := throughNetwork(t, server)
			o.dial = n.dial
		}
		for call, refused := range map[int]func() error{
			open:      func() error { _, err := Open(t.Context(), o); return err },
			summarize: func() error { _, err := Summarize(t.Context(), o); return err },
		} {
			if c.calls&call != 0 {
				err := refused()
				require.ErrorContains(t, err, c.want, name)
				require.NotContains(t, err.Error(), secret, name)
				require.Equal(t, name == "no server", errors.Is(err, ErrUnavailable), name)
			}
		}
	}
}

func TestPasswordComesFromAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "password")
	require.NoError(t, os.WriteFile(file, []byte(secret+"\n"), 0o600))
	for _, o := range []Options{
		{URL: "postgres://u@h/d", PasswordFile: file},
		{URL: "postgres://u@h/d?password_file=" + url.QueryEscape(file)},
	} {
		cfg := storetest.Must(o.parse())(t)
		conn := cfg.ConnConfig.Copy()
		require.NoError(t, cfg.BeforeConnect(t.Context(), conn))
		require.Equal(t, secret, conn.Password)
		require.NotContains(t, conn.RuntimeParams, passwordFile, "the server does not know it")
	}
}

func TestOldServerIsRefused(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, settings{number: 120017, version: "12.17"}.refuse("u", "d"), "PostgreSQL 12.17 is too old")
	fine := settings{130000, "13.0", "UTF8", "read committed", "on"}
	require.NoError(t, fine.refuse("u", "d"))
}

func TestOtherSchemasAreRefusedByName(t *testing.T) {
	t.Parallel()
	o := Options{URL: postgrestest.Start(t).NewURL(t), Program: "amytis 99"}
	db := openTest(t, o)
	for _, c := range []struct {
		schema int
		is     error
		want   string
	}{
		{Schema + 1, store.ErrNewer, fmt.Sprintf("amytis 99, schema %d; this one knows %d", Schema+1, Schema)},
		{Schema - 1, store.ErrDamaged, fmt.Sprintf("it has schema %d, from before the first release", Schema-1)},
	} {
		_, err := db.handle.pool.Exec(t.Context(), `UPDATE amytis_schema SET version = $1`, c.schema)
		require.NoError(t, err)
		_, err = Open(t.Context(), o)
		require.ErrorIs(t, err, c.is)
		require.ErrorContains(t, err, c.want)
	}
}

func TestReplicasThatStartAtOnceMakeOneSchema(t *testing.T) {
	t.Parallel()
	o := Options{URL: withParameter(t, postgrestest.Start(t).NewURL(t), "pool_max_conns", "1")}
	opened := make(chan error)
	const replicas = 6
	for range replicas {
		go func() {
			db, err := Open(t.Context(), o)
			if err == nil {
				err = db.Close()
			}
			opened <- err
		}()
	}
	for range replicas {
		require.NoError(t, <-opened)
	}
}

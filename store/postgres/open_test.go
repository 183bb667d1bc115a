package postgres

import (
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
)

// secret is a password that no message may show.
const secret = "hunter2"

func withParameter(t testing.TB, of, name, value string) string {
	t.Helper()
	u := must(url.Parse(of))(t)
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

func TestServerThatDoesNotAnswerIsUnavailable(t *testing.T) {
	t.Parallel()
	_, err := Open(t.Context(), Options{URL: "postgres://u:" + secret + "@127.0.0.1:1/d", Patience: time.Millisecond})
	require.ErrorIs(t, err, ErrUnavailable)
	require.ErrorContains(t, err, "127.0.0.1:1")
	require.NotContains(t, err.Error(), secret)
}

func TestErrorOfARefusedUserSaysWhatToDo(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t)
	server.Exec(t, "CREATE ROLE guest LOGIN", "CREATE SCHEMA closed", "CREATE SCHEMA foreign_tables",
		"CREATE TABLE foreign_tables.entries (id bigint)", "CREATE ROLE careless LOGIN",
		"ALTER ROLE careless SET synchronous_commit = off", "CREATE ROLE strict LOGIN",
		"ALTER ROLE strict SET default_transaction_isolation = serializable",
		"CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
		"REVOKE CONNECT ON DATABASE latin FROM public")
	t.Cleanup(func() {
		server.Exec(t, "DROP DATABASE latin", "DROP SCHEMA closed", "DROP SCHEMA foreign_tables CASCADE",
			"DROP ROLE guest", "DROP ROLE careless", "DROP ROLE strict")
	})
	to := func(user, schema string) string { return server.URL(user, url.Values{"search_path": {schema}}) }
	for name, c := range map[string]struct{ url, want string }{
		"no right to make tables": {to("guest", "pg_catalog"), `GRANT USAGE, CREATE ON SCHEMA "pg_catalog" TO "guest"`},
		"no such schema":          {to("amytis", "nowhere"), "search_path"},
		"a schema that is in use": {to("amytis", "foreign_tables"), "empty database"},
		"a user that is unknown":  {to("stranger", "closed"), "pg_hba.conf"},
		"commits that are not safe": {
			to("careless", "closed"), `ALTER ROLE "careless" SET synchronous_commit = on`},
		"transactions that are strict": {
			to("strict", "closed"), `ALTER ROLE "strict" SET default_transaction_isolation = 'read committed'`},
		"a database that is missing": {
			strings.Replace(to("amytis", "closed"), "/postgres?", "/nothing?", 1),
			`CREATE DATABASE "nothing" OWNER "amytis"`,
		},
		"a database with another encoding": {
			strings.Replace(to("amytis", "public"), "/postgres?", "/latin?", 1), "ENCODING 'UTF8'"},
		"no right to connect": {
			strings.Replace(to("guest", "public"), "/postgres?", "/latin?", 1),
			`GRANT CONNECT ON DATABASE "latin" TO "guest"`,
		},
		"a server without TLS": {
			"postgres://amytis@" + startProxy(t, server).address() + "/postgres?sslmode=require", "sslmode=disable"},
	} {
		_, err := Open(t.Context(), Options{URL: c.url, Patience: time.Millisecond})
		require.ErrorContains(t, err, c.want, name)
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
		cfg := must(o.parse())(t)
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

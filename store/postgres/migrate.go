package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// schemaFiles are the steps to the program's schema, by file name; 0001 makes the first one. To
// change the schema, add a file. Never change a released one. A step must leave what the program
// before it uses, which may still run elsewhere: a function with other parameters gets another
// name.
//
//go:embed schema/*.sql
var schemaFiles embed.FS

// oldestServer is the oldest major version of PostgreSQL that works.
const oldestServer = 13

type migration struct{ name, sql string }

func migrations(files fs.FS) ([]migration, error) {
	names, err := fs.Glob(files, "schema/*.sql")
	if err != nil {
		return nil, err
	}
	steps := make([]migration, len(names))
	for i, name := range names { // Glob sorts them
		if !strings.HasPrefix(name, fmt.Sprintf("schema/%04d_", i+1)) {
			return nil, fmt.Errorf("the migration %s is not number %d", name, i+1)
		}
		sql, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		steps[i] = migration{name, string(sql)}
	}
	return steps, nil
}

// setUp checks the server and makes or updates the schema, in one transaction. Replicas that start
// at once do so in turn.
func setUp(ctx context.Context, conn *pgx.Conn, steps []migration, program string) error {
	if err := checkServer(ctx, conn); err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		var schema *string
		err := tx.QueryRow(ctx, `SELECT current_schema(), pg_advisory_xact_lock(hashtext('amytis schema'))::text`).
			Scan(&schema, nil)
		switch {
		case err != nil:
			return err
		case schema == nil:
			return errNoSchema
		}
		return migrate(ctx, tx, *schema, steps, program)
	})
}

func migrate(ctx context.Context, tx pgx.Tx, schema string, steps []migration, program string) error {
	version, by, err := readSchema(ctx, tx)
	if err != nil {
		return explainSetUp(err, tx.Conn(), schema)
	}
	switch want := len(steps); {
	case version > want:
		return fmt.Errorf("%w (%s, schema %d; this one knows %d): start that program, "+
			"or put back a backup made by this one", ErrNewer, by, version, want)
	case version == want:
		return nil
	}
	if version == 0 {
		const create = `CREATE TABLE amytis_schema (version bigint PRIMARY KEY, program text NOT NULL, ` +
			`at timestamptz NOT NULL DEFAULT now())`
		if _, err := tx.Exec(ctx, create); err != nil {
			return explainSetUp(err, tx.Conn(), schema)
		}
	}
	for i, step := range steps[version:] {
		// Without arguments, the simple protocol runs all statements of the file.
		if _, err := tx.Exec(ctx, step.sql); err != nil {
			err = explainSetUp(err, tx.Conn(), schema)
			return fmt.Errorf("%s: %w; the database is unchanged", step.name, err)
		}
		const insert = `INSERT INTO amytis_schema (version, program) VALUES ($1, $2)`
		if _, err := tx.Exec(ctx, insert, version+i+1, program); err != nil {
			return err
		}
	}
	return nil
}

// readSchema returns 0 for no schema, and the program that made it.
func readSchema(ctx context.Context, tx pgx.Tx) (version int, program string, err error) {
	var there bool
	err = tx.QueryRow(ctx, `SELECT to_regclass('amytis_schema') IS NOT NULL`).Scan(&there)
	if err != nil || !there {
		return 0, "", err
	}
	const newest = `SELECT version, program FROM amytis_schema ORDER BY version DESC LIMIT 1`
	err = tx.QueryRow(ctx, newest).Scan(&version, &program)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, "", fmt.Errorf("%w: the table amytis_schema is empty", ErrCorrupt)
	}
	return version, program, err
}

type settings struct {
	number                                int
	version, encoding, isolation, durable string
}

// checkServer refuses a server, database or user that would break promises of package store.
func checkServer(ctx context.Context, conn *pgx.Conn) error {
	var s settings
	err := conn.QueryRow(ctx, `SELECT current_setting('server_version_num')::bigint, `+
		`current_setting('server_version'), current_setting('server_encoding'), `+
		`current_setting('default_transaction_isolation'), current_setting('synchronous_commit')`,
	).Scan(&s.number, &s.version, &s.encoding, &s.isolation, &s.durable)
	if err != nil {
		return err
	}
	return s.refuse(conn.Config().User, conn.Config().Database)
}

func (s settings) refuse(user, database string) error {
	switch {
	case s.number/10000 < oldestServer:
		return advise(fmt.Sprintf("the store needs version %d or newer", oldestServer), "PostgreSQL %s is too old", s.version)
	case s.encoding != "UTF8":
		return advise("make another one with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0",
			"the database %q has the encoding %s", database, s.encoding)
	case s.isolation != "read committed":
		return advise(fmt.Sprintf("ALTER ROLE %s SET default_transaction_isolation = 'read committed'", quote(user)),
			"default_transaction_isolation is %q for this user, which makes the store slow", s.isolation)
	case s.durable == "off":
		return advise(fmt.Sprintf("ALTER ROLE %s SET synchronous_commit = on", quote(user)),
			"synchronous_commit is off for this user, so a crash of the server would lose commits")
	}
	return nil
}

func explainSetUp(err error, conn *pgx.Conn, schema string) error {
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return err
	}
	user := conn.Config().User
	switch server.Code {
	case "42501":
		return mayNotMake(user, schema, err)
	case "42P07", "42723":
		return advise("give the store an empty database, or an empty schema by search_path in its URL",
			"the schema %q is in use by another program (%v)", schema, err)
	}
	return err
}

var errNoSchema = advise("create it, or correct search_path in the store's URL",
	"the search_path of the connection names no schema that exists")

func mayNotMake(user, schema string, err error) error {
	return advise(fmt.Sprintf("GRANT USAGE, CREATE ON SCHEMA %s TO %s, or give the user a separate database",
		quote(schema), quote(user)), "the user %q may not make tables in the schema %q (%v)", user, schema, err)
}

// Schema returns the schema of the databases that this program writes.
func Schema() int {
	files, _ := schemaFiles.ReadDir("schema") // it is embedded
	return len(files)
}

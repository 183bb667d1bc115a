package postgres

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"amytis/store"
	"amytis/store/core"
)

// schemaSQL makes the schema in an empty database.
//
//go:embed schema.sql
var schemaSQL string

// Schema is the version of schema.sql.
const Schema = 7

// setUp checks the server, and makes the schema in an empty database, one replica after the other.
func setUp(ctx context.Context, conn *pgx.Conn, program string) error {
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
		return explainSetUp(makeSchema(ctx, tx, program), tx.Conn(), *schema)
	})
}

func makeSchema(ctx context.Context, tx pgx.Tx, program string) error {
	version, by, err := readSchema(ctx, tx)
	switch {
	case err != nil:
		return err
	case version != 0:
		if err := core.CheckSchema(version, Schema, by); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM tries WHERE at < now() - interval '1 day'`)
		return err
	}
	const note = `CREATE TABLE amytis_schema (version bigint PRIMARY KEY, program text NOT NULL)`
	for _, sql := range []string{schemaSQL, note} {
		if _, err := tx.Exec(ctx, sql); err != nil { // without arguments, it runs all statements
			return err
		}
	}
	_, err = tx.Exec(ctx, `INSERT INTO amytis_schema VALUES ($1, $2)`, Schema, program)
	return err
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
		return 0, "", fmt.Errorf("%w: the table amytis_schema is empty", store.ErrDamaged)
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
	case s.number < 13_00_00:
		return advise("the store needs version 13 or newer", "PostgreSQL %s is too old", s.version)
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
		return mayNotMakeError(user, schema, err)
	case "42P07", "42723":
		return advise("give the store an empty database, or an empty schema by search_path in its URL",
			"the schema %q is in use by another program (%v)", schema, err)
	}
	return err
}

var errNoSchema = advise("create it, or correct search_path in the store's URL",
	"the search_path of the connection names no schema that exists")

func mayNotMakeError(user, schema string, err error) error {
	return advise(fmt.Sprintf("GRANT USAGE, CREATE ON SCHEMA %s TO %s, or give the user a separate database",
		quote(schema), quote(user)), "the user %q may not make tables in the schema %q (%v)", user, schema, err)
}

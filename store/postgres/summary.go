package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"amytis/store"
	"amytis/store/core"
)

// Summarize returns the summary of the store in a database. It changes nothing, and tries once.
func Summarize(ctx context.Context, o Options) (s store.Summary, err error) {
	cfg, err := o.parse()
	if err != nil {
		return s, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return s, err
	}
	defer pool.Close()
	err = pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if err := checkServer(ctx, c.Conn()); err != nil {
			return err
		}
		if err := countConnections(ctx, c.Conn(), int(cfg.MaxConns), &s); err != nil {
			return err
		}
		return pgx.BeginTxFunc(ctx, c.Conn(), pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
			return summarize(ctx, tx, &s)
		})
	})
	return s, explainOnce(err)
}

func summarize(ctx context.Context, tx pgx.Tx, s *store.Summary) error {
	version, program, err := readSchema(ctx, tx)
	switch {
	case err != nil:
		return err
	case version == 0:
		s.Empty = true
		return checkMayMake(ctx, tx)
	}
	if err = core.CheckSchema(version, Schema, program); err == nil {
		s.Open, err = core.PlacesIn(reader{ctx, tx})
	}
	return err
}

func checkMayMake(ctx context.Context, tx pgx.Tx) error {
	var schema string
	var may bool
	const ask = `SELECT coalesce(current_schema(), ''), has_schema_privilege(current_schema(), 'CREATE') IS TRUE`
	err := tx.QueryRow(ctx, ask).Scan(&schema, &may)
	switch {
	case err == nil && schema == "":
		return errNoSchema
	case err == nil && !may:
		return mayNotMakeError(tx.Conn().Config().User, schema, errors.New("it lacks the right CREATE"))
	}
	return err
}

// ConnsOfReplica is about how many connections a busy replica uses.
const ConnsOfReplica = 12

// countConnections counts the connections that are free by the limits of the server, the user and
// the database. The error says that they are too few for a replica, which has no more than most.
func countConnections(ctx context.Context, conn *pgx.Conn, most int, s *store.Summary) error {
	var own int
	err := conn.QueryRow(ctx, `WITH a AS (SELECT * FROM pg_stat_activity WHERE datid IS NOT NULL AND pid <> pg_backend_pid())
SELECT LEAST(
	current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int - (SELECT count(*) FROM a),
	NULLIF(rolconnlimit, -1) - (SELECT count(*) FROM a WHERE usename = rolname),
	NULLIF(datconnlimit, -1) - (SELECT count(*) FROM a WHERE a.datname = d.datname)),
	(SELECT count(*) FROM a WHERE usename = rolname AND application_name = current_setting('application_name'))
FROM pg_roles, pg_database d WHERE rolname = current_user AND d.datname = current_database()`).Scan(&s.FreeConns, &own)
	if err == nil && s.FreeConns+own < min(most, ConnsOfReplica) {
		err = advise(advices["53300"], "only %d connections are free, but a replica uses about %d", s.FreeConns, ConnsOfReplica)
	}
	return err
}

package postgres

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
)

// rate makes the leaderboards from the results.
func (l *loader) rate() error {
	if err := l.agree(); err != nil {
		return err
	}
	rows, err := l.tx.Query(l.ctx, `SELECT guild, results FROM rated ORDER BY guild`)
	if err != nil {
		return err
	}
	type guild struct{ ID, Results int64 }
	guilds, err := pgx.CollectRows(rows, pgx.RowToStructByPos[guild])
	if err != nil {
		return err
	}
	c := checker{ctx: l.ctx, tx: l.tx}
	for _, g := range guilds {
		computed, err := c.compute(table.GuildID(g.ID), g.Results)
		if err != nil {
			return err
		}
		if err := insertRows(l.ctx, l.tx, table.GuildID(g.ID), computed); err != nil {
			return err
		}
	}
	return c.asError()
}

// agree returns an error for a record that does not match its table.
func (l *loader) agree() error {
	for _, wrong := range []struct{ query, format string }{
		{`SELECT e.version, e.table_id FROM events e LEFT JOIN tables t ON t.id = e.table_id WHERE t.id IS NULL ` +
			`ORDER BY e.table_id, e.version LIMIT 1`, "store: loading event %d of %d: there is no such table"},
		{`SELECT t.id, t.version FROM tables t ` +
			`WHERE t.version <> (SELECT count(*) FROM events WHERE table_id = t.id) ORDER BY t.id LIMIT 1`, ""},
		{`SELECT r.number, r.guild FROM results r LEFT JOIN tables t ON t.id = r.table_id ` +
			`WHERE t.status IS DISTINCT FROM 'ended' OR t.guild <> r.guild OR t.result <> r.number ` +
			`ORDER BY r.guild, r.number LIMIT 1`,
			"store: loading result %d of %d: its table is missing, open, or on another server"},
	} {
		var first, second int64
		err := l.tx.QueryRow(l.ctx, wrong.query).Scan(&first, &second)
		switch {
		case err == nil && wrong.format != "":
			return fmt.Errorf(wrong.format, first, second)
		case err == nil:
			return l.short(first, second)
		case !errors.Is(err, pgx.ErrNoRows):
			return err
		}
	}
	return nil
}

// short returns the error for a log with too few events.
func (l *loader) short(id, version int64) error {
	var n int64
	err := l.tx.QueryRow(l.ctx, `SELECT count(*) FROM events WHERE table_id = $1`, id).Scan(&n)
	if err != nil {
		return err
	}
	return fmt.Errorf("store: table %d has %d events, not %d", id, n, version)
}

// check checks what is loaded as a whole.
func (l *loader) check() error {
	c := checker{ctx: l.ctx, tx: l.tx}
	if err := c.run(); err != nil {
		return err
	}
	return c.asError()
}

// asError returns an error with the first fault, nil if there is none.
func (c *checker) asError() error {
	if len(c.faults) == 0 {
		return nil
	}
	return fmt.Errorf("store: the dump contradicts itself: %s", c.faults[0])
}

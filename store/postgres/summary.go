package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"amytis/engine/table"
	"amytis/store"
)

// Summarize returns the summary of the store in a database, with schema 0 for an empty one. It
// changes nothing, and tries once.
func Summarize(ctx context.Context, o Options) (s store.Summary, err error) {
	cfg, err := o.parse()
	if err != nil {
		return s, err
	}
	steps, err := migrations(schemaFiles)
	if err != nil {
		return s, err
	}
	s.Needs = len(steps)
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return s, err
	}
	defer pool.Close()
	err = pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if err := checkServer(ctx, c.Conn()); err != nil {
			return err
		}
		return pgx.BeginTxFunc(ctx, c.Conn(), pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
			return summarize(ctx, tx, &s)
		})
	})
	return s, refusalOf(err)
}

func summarize(ctx context.Context, tx pgx.Tx, s *store.Summary) (err error) {
	if s.Schema, s.Program, err = readSchema(ctx, tx); err != nil {
		return err
	}
	switch {
	case s.Schema > s.Needs:
		return fmt.Errorf("%w (%s, schema %d; this one knows %d)", ErrNewer, s.Program, s.Schema, s.Needs)
	case s.Schema < s.Needs:
		return nil
	}
	const list = `SELECT guild, channel FROM tables WHERE channel <> 0 AND ` + isOpen + ` ORDER BY channel`
	s.Open, err = find(ctx, tx, func(row pgx.CollectableRow) (p store.Place, err error) {
		var guild, channel int64
		err = row.Scan(&guild, &channel)
		return store.Place{Guild: table.GuildID(guild), Channel: table.ChannelID(channel)}, err
	}, list)
	return err
}

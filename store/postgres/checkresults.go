package postgres

import (
	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
)

// results recomputes every server's leaderboards from its results, in order.
func (c *checker) results() error {
	const guilds = `SELECT g.guild, coalesce((SELECT max(r.results) FROM rated r WHERE r.guild = g.guild), 0), ` +
		`coalesce((SELECT n.value FROM notes n WHERE n.name = $1 || g.guild), '') FROM (` +
		`SELECT guild FROM results UNION SELECT guild FROM leaderboard UNION SELECT guild FROM rated` +
		`) g ORDER BY 1`
	type guild struct {
		ID, Results int64
		Note        string
	}
	all, err := find(c.ctx, c.tx, pgx.RowToStructByPos[guild], guilds, store.GoneNote(0))
	if err != nil {
		return err
	}
	for _, g := range all {
		if store.BeingForgotten(g.Note) {
			continue // its leaderboards still count results that are gone
		}
		computed, err := c.compute(table.GuildID(g.ID), g.Results)
		if err != nil {
			return err
		}
		if err := c.compare(table.GuildID(g.ID), computed); err != nil {
			return err
		}
	}
	return nil
}

// compute returns the rows that follow from a guild's results. It checks each result against its
// table.
func (c *checker) compute(guild table.GuildID, last int64) (store.Rows, error) {
	const list = `SELECT r.number, r.table_id, r.result, coalesce(t.result, 0), coalesce(t.guild, 0), ` +
		`coalesce(t.game, ''), coalesce(t.status, '') FROM results r ` +
		`LEFT JOIN tables t ON t.id = r.table_id WHERE r.guild = $1 ORDER BY r.number`
	computed := store.Rows{}
	var number, id, named, in int64
	var text string
	var h store.Header
	err := eachRow(c.ctx, c.tx, []any{&number, &id, &text, &named, &in, &h.Game, &h.Status}, func() error {
		if number > last { // results of deleted tables leave gaps below
			c.Fault("result %d of guild %d, but the last number given out is %d", number, guild, last)
		}
		r, err := decodeResult(guild, number, text)
		if err != nil {
			c.Fault("%v", err)
			return nil
		}
		of := &h
		if h.Guild = table.GuildID(in); h.Status == "" {
			of = nil // strays reports a table that is missing
		}
		if int64(r.Table) != id {
			c.Fault("result %d of guild %d is that of table %d, but its column has %d", number, guild, r.Table, id)
		}
		c.Result(computed, guild, uint64(number), &r, of, uint64(named))
		return nil
	}, list, int64(guild))
	return computed, err
}

func (c *checker) compare(guild table.GuildID, computed store.Rows) error {
	const list = `SELECT to_json(b) FROM leaderboard b WHERE guild = $1 ORDER BY game, level, user_id`
	stored, err := find(c.ctx, c.tx, pgx.RowTo[ratedRow], list, int64(guild))
	if err != nil {
		return err
	}
	for _, s := range stored {
		key, row := s.row()
		c.Row(guild, computed, key, row)
	}
	c.Missing(guild, computed)
	return nil
}

package postgres

import (
	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
)

// results recomputes every server's leaderboards from its results, in order, and compares them with
// the stored rows.
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

// compute returns the rows of a guild's leaderboards that follow from its results. It checks each
// result against its table.
func (c *checker) compute(guild table.GuildID, last int64) (store.Rows, error) {
	const list = `SELECT r.number, r.table_id, r.result, t.result, t.guild, t.game, t.status FROM results r ` +
		`LEFT JOIN tables t ON t.id = r.table_id WHERE r.guild = $1 ORDER BY r.number`
	computed := store.Rows{}
	var number, id int64
	var text string
	var of, in *int64
	var game, status *string
	err := eachRow(c.ctx, c.tx, []any{&number, &id, &text, &of, &in, &game, &status}, func() error {
		if number > last { // results of deleted tables leave gaps below
			c.fault("result %d of guild %d, but the last number given out is %d", number, guild, last)
		}
		r, err := decodeResult(guild, number, text)
		switch {
		case err != nil:
			c.fault("%v", err)
			return nil
		case of == nil:
			c.fault("result %d of guild %d: table %d does not exist", number, guild, id)
		case int64(r.Table) != id || *of != number:
			c.fault("result %d of guild %d is that of table %d, whose header names %d", number, guild, r.Table, *of)
		case *status != string(store.Ended):
			c.fault("table %d has a result, but is %s", r.Table, *status)
		case table.GuildID(*in) != guild || r.Guild != guild || r.Game != *game:
			c.fault("table %d and its result disagree about guild or game", r.Table)
		}
		if err := r.Validate(); err != nil {
			c.fault("result %d of guild %d: %v", number, guild, err)
			return nil
		}
		computed.Count(&r)
		return nil
	}, list, int64(guild))
	return computed, err
}

// compare compares a guild's stored rows with the computed ones.
func (c *checker) compare(guild table.GuildID, computed store.Rows) error {
	const list = `SELECT game, level, user_id, games, wins, points, best, rating FROM leaderboard ` +
		`WHERE guild = $1 ORDER BY game, level, user_id`
	stored, err := find(c.ctx, c.tx, pgx.RowToStructByPos[ratedRow], list, int64(guild))
	if err != nil {
		return err
	}
	for _, s := range stored {
		key, have := s.row()
		if fault := computed.Compare(key, have); fault != "" {
			c.fault("leaderboard of guild %d: %s", guild, fault)
		}
	}
	for left := range computed {
		c.fault("leaderboard of guild %d: user %d has no row for %s", guild, left.User, left.Board)
	}
	return nil
}

// row returns the key and the row that the database has as s.
func (s ratedRow) row() (store.RowKey, store.Row) {
	user := table.UserID(s.User)
	return store.RowKey{Board: store.Board{Game: s.Game, Level: s.Level}, User: user}, store.Row{
		User: user, Games: s.Games, Wins: s.Wins, Points: s.Points, Best: s.Best, Rating: s.Rating,
	}
}

package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
)

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// find returns nil for nothing.
func find[T any](ctx context.Context, q querier, read pgx.RowToFunc[T], query string, args ...any) ([]T, error) {
	rows, _ := q.Query(ctx, query, args...) // the rows hold the error
	return pgx.AppendRows([]T(nil), rows, read)
}

// ask is find as a call that is repeated while the server does not answer.
func ask[T any](ctx context.Context, s *server, read pgx.RowToFunc[T], query string, args ...any) (all []T, err error) {
	err = s.do(ctx, func(ctx context.Context) error {
		all, err = find(ctx, s.pool, read, query, args...)
		return err
	})
	return all, err
}

// eachRow puts each row that a query finds into fields, and calls do.
func eachRow(ctx context.Context, q querier, fields []any, do func() error, query string, args ...any) error {
	rows, _ := q.Query(ctx, query, args...) // the rows hold the error
	_, err := pgx.ForEachRow(rows, fields, do)
	return err
}

// decode reads JSON. The format names it in the error.
func decode(text string, v any, format string, args ...any) error {
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return fmt.Errorf("%w: %s: %v", ErrCorrupt, fmt.Sprintf(format, args...), err)
	}
	return nil
}

type record struct {
	id       table.ID
	header   store.Header
	number   int64 // of the table's result in its guild, 0 for none
	deadline *int64
}

const recordColumns = `id, version, last_message, result, deadline, header`

// scan reads recordColumns, and the columns after them into more.
func (r *record) scan(row pgx.Row, more ...any) error {
	var id, version, last int64
	var header string
	r.header = store.Header{}
	fields := []any{&id, &version, &last, &r.number, &r.deadline, &header}
	if err := row.Scan(append(fields, more...)...); err != nil {
		return err
	}
	if err := decode(header, &r.header, "the header of table %d", id); err != nil {
		return err
	}
	r.id = table.ID(id)
	r.header.Version, r.header.LastMessage = table.Version(version), table.MessageID(last)
	return nil
}

func (db *DB) Table(ctx context.Context, id table.ID) (h store.Header, log []table.Event, err error) {
	err = db.do(ctx, func(ctx context.Context) error {
		// One statement reads a single moment.
		const read = `SELECT ` + recordColumns + `, ` +
			`ARRAY(SELECT event FROM events WHERE table_id = t.id ORDER BY version) FROM tables t WHERE id = $1`
		var rec record
		var texts []string
		err := rec.scan(db.pool.QueryRow(ctx, read, int64(id)), &texts)
		if err != nil {
			return notFound(err, "table %d", id)
		}
		h = rec.header
		log, err = parseLog(id, texts)
		if err == nil && len(log) != int(h.Version) {
			err = fmt.Errorf("%w: table %d is at version %d, but has %d events", ErrCorrupt, id, h.Version, len(log))
		}
		return err
	})
	return h, log, err
}

func parseLog(id table.ID, texts []string) ([]table.Event, error) {
	log := make([]table.Event, len(texts))
	for i, text := range texts {
		e, err := table.ParseEvent([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("%w: event %d of table %d: %v", ErrCorrupt, i+1, id, err)
		}
		log[i] = e
	}
	return log, nil
}

// notFound returns ErrNotFound for a missing row, and any other error as it is.
func notFound(err error, format string, args ...any) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("%w: %s", store.ErrNotFound, fmt.Sprintf(format, args...))
	}
	return err
}

func (db *DB) Header(ctx context.Context, id table.ID) (store.Header, error) {
	var rec record
	err := db.do(ctx, func(ctx context.Context) error {
		row := db.pool.QueryRow(ctx, `SELECT `+recordColumns+` FROM tables WHERE id = $1`, int64(id))
		return notFound(rec.scan(row), "table %d", id)
	})
	return rec.header, err
}

// isOpen is true for open tables. The indexes use the same words.
const isOpen = `status IN ('lobby', 'running')`

func (db *DB) OpenTable(ctx context.Context, channel table.ChannelID) (table.ID, error) {
	const find = `SELECT id FROM tables WHERE channel = $1 AND channel <> 0 AND ` + isOpen
	ids, err := ask(ctx, db.server, pgx.RowTo[table.ID], find, int64(channel))
	switch {
	case err != nil:
		return 0, err
	case len(ids) == 0:
		return 0, notFound(pgx.ErrNoRows, "no table open in channel %d", channel)
	}
	return ids[0], nil
}

func (db *DB) ChannelTables(ctx context.Context, channel table.ChannelID, limit int) ([]table.ID, error) {
	const list = `SELECT id FROM tables WHERE channel = $1 AND channel <> 0 ORDER BY id DESC LIMIT $2`
	return ask(ctx, db.server, pgx.RowTo[table.ID], list, int64(channel), max(limit, 0))
}

func (db *DB) Playing(ctx context.Context, guild table.GuildID, user table.UserID) ([]table.ID, error) {
	const all = `SELECT id FROM tables WHERE (guild = $1 OR $1 = 0) AND ` + isOpen + ` AND cardinality(players) > 0 ORDER BY id`
	const one = `SELECT id FROM tables WHERE players @> $2 AND ` + isOpen +
		` AND (guild = $1 OR $1 = 0) ORDER BY id`
	if user == 0 {
		return ask(ctx, db.server, pgx.RowTo[table.ID], all, int64(guild))
	}
	return ask(ctx, db.server, pgx.RowTo[table.ID], one, int64(guild), signed([]table.UserID{user}))
}

// maxRenewed limits how many tables one call of Due notes anew.
const maxRenewed = 1000

// Due notes a table anew whose deadline has moved since it was noted.
func (db *DB) Due(ctx context.Context, now int64, limit int) ([]store.Deadline, error) {
	const list = `WITH late AS (` +
		`SELECT id FROM tables WHERE due <= $1 AND deadline > $1 LIMIT $2 FOR UPDATE SKIP LOCKED), ` +
		`noted AS (UPDATE tables t SET due = t.deadline FROM late WHERE t.id = late.id) ` +
		`SELECT id, deadline FROM tables WHERE due <= $1 AND deadline <= $1 ORDER BY deadline, id LIMIT $3`
	return ask(ctx, db.server, pgx.RowToStructByPos[store.Deadline], list, now, maxRenewed, max(limit, 0))
}

func (db *DB) Leaderboard(ctx context.Context, guild table.GuildID, b store.Board) ([]store.Row, error) {
	const list = `SELECT user_id, games, wins, points, best, rating FROM leaderboard ` +
		`WHERE guild = $1 AND game = $2 AND level = $3`
	return ask(ctx, db.server, func(row pgx.CollectableRow) (r store.Row, err error) {
		var user int64
		err = row.Scan(&user, &r.Games, &r.Wins, &r.Points, &r.Best, &r.Rating)
		r.User = table.UserID(user)
		return r, err
	}, list, int64(guild), columnOf(b), b.Level)
}

func (db *DB) Results(ctx context.Context, guild table.GuildID, limit int) ([]store.Result, error) {
	const list = `SELECT number, result FROM results WHERE guild = $1 ORDER BY number DESC LIMIT $2`
	return ask(ctx, db.server, resultOf(guild), list, int64(guild), max(limit, 0))
}

func resultOf(guild table.GuildID) pgx.RowToFunc[store.Result] {
	return func(row pgx.CollectableRow) (r store.Result, err error) {
		var number int64
		var text string
		if err := row.Scan(&number, &text); err != nil {
			return r, err
		}
		return decodeResult(guild, number, text)
	}
}

func decodeResult(guild table.GuildID, number int64, text string) (r store.Result, err error) {
	err = decode(text, &r, "result %d of guild %d", number, guild)
	return r, err
}

// Counts looks at the rows of all open tables.
func (db *DB) Counts(ctx context.Context) (c store.Counts, err error) {
	err = db.do(ctx, func(ctx context.Context) error {
		const count = `SELECT count(*) FILTER (WHERE status = 'lobby'), count(*) FILTER (WHERE status = 'running'), ` +
			`(SELECT count(*) FROM outbox), (SELECT message FROM outbox ORDER BY seq LIMIT 1) ` +
			`FROM tables WHERE channel <> 0 AND ` + isOpen
		c = store.Counts{}
		var first *string
		if err := db.pool.QueryRow(ctx, count).Scan(&c.Lobbies, &c.Running, &c.Outbox, &first); err != nil || first == nil {
			return err
		}
		m, err := decodeMessage(0, *first)
		c.Oldest = m.At
		return err
	})
	return c, err
}

package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
)

// retirement is a step of Retire.
type retirement struct {
	deleted []int64
	// names holds how the anonymous players of a table are called.
	names map[int64]func(n int) string
}

func (db *DB) Retire(
	ctx context.Context, after table.ID, limit int, fate func(table.ID, store.Header, int64) store.Fate,
) (last table.ID, err error) {
	var r retirement
	err = db.do(ctx, func(ctx context.Context) error {
		r = retirement{names: map[int64]func(n int) string{}}
		const page = `SELECT ` + recordColumns +
			`, coalesce((SELECT event FROM events WHERE table_id = t.id AND version = t.version), '') FROM tables t ` +
			`WHERE id > $1 ORDER BY id LIMIT $2`
		ids, err := find(ctx, db.pool, func(row pgx.CollectableRow) (table.ID, error) {
			var rec record
			var text string
			if err := rec.scan(row, &text); err != nil {
				return 0, err
			}
			e, err := table.ParseEvent([]byte(text))
			if err != nil {
				return 0, fmt.Errorf("%w: event %d of table %d: %v", ErrCorrupt, rec.header.Version, rec.id, err)
			}
			switch f := fate(rec.id, rec.header, e.At); {
			case f.Delete:
				r.deleted = append(r.deleted, int64(rec.id))
			case f.Name != nil && rec.header.Strippable():
				r.names[int64(rec.id)] = f.Name
			}
			return rec.id, nil
		}, page, int64(after), max(limit, 0))
		last = slices.Max(append(ids, 0))
		return err
	})
	if err != nil || len(r.deleted)+len(r.names) == 0 {
		return last, err
	}
	return last, db.do(ctx, func(ctx context.Context) error {
		return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return r.run(ctx, tx) })
	})
}

// run may be repeated.
func (r *retirement) run(ctx context.Context, tx pgx.Tx) error {
	stripped := slices.AppendSeq([]int64{}, maps.Keys(r.names))
	if _, err := tx.Exec(ctx, lockTables, append(slices.Clone(r.deleted), stripped...)); err != nil {
		return err
	}
	if err := eachTable(ctx, tx, stripped, func(t fullTable) error { return r.strip(ctx, tx, t) }); err != nil {
		return err
	}
	var b pgx.Batch
	for _, sql := range []string{
		`DELETE FROM results r USING tables t WHERE t.id = ANY ($1) AND r.guild = t.guild AND r.number = t.result`,
		`DELETE FROM events WHERE table_id = ANY ($1)`,
		`DELETE FROM reviews WHERE table_id = ANY ($1)`,
		`DELETE FROM outbox WHERE table_id = ANY ($1)`,
		`DELETE FROM tables WHERE id = ANY ($1)`,
	} {
		b.Queue(sql, r.deleted)
	}
	if len(r.deleted) == 0 {
		return nil
	}
	return tx.SendBatch(ctx, &b).Close()
}

func (r *retirement) strip(ctx context.Context, tx pgx.Tx, t fullTable) error {
	if !t.header.Strippable() {
		return nil
	}
	log, err := parseLog(t.id, t.log)
	if err != nil {
		return err
	}
	people := slices.Clone(t.header.Players)
	changed, some := table.Strip(log, t.header.Players, r.names[int64(t.id)])
	if !some {
		return nil
	}
	var b pgx.Batch
	if err := rewrite(&b, &t, log, changed); err != nil {
		return err
	}
	for _, user := range people { // what a newer program has added stays unless it names them
		b.Queue(nameErased, user.String())
		b.Queue(`UPDATE tables SET header = header WHERE id = $1`, int64(t.id))
	}
	b.Queue(nameErased, "")
	if err := tx.SendBatch(ctx, &b).Close(); err != nil {
		return err
	}
	const list = `SELECT seq, message FROM outbox WHERE table_id = $1 ORDER BY seq FOR UPDATE`
	return changeMessages(ctx, tx, func(m *store.Entry) { m.By, m.To = 0, 0 }, list, int64(t.id))
}

func (db *DB) Retired(ctx context.Context, servers []table.GuildID) error {
	for _, guild := range servers {
		_, err := db.try(ctx, longTimeout, func(ctx context.Context) error {
			return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return recount(ctx, tx, guild) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// recount recounts a server's leaderboards, and deletes its settings and its note. Commits with
// results of the server wait.
func recount(ctx context.Context, tx pgx.Tx, guild table.GuildID) error {
	var b pgx.Batch
	b.Queue(`SELECT results FROM rated WHERE guild = $1 FOR UPDATE`, int64(guild))
	b.Queue(`DELETE FROM leaderboard WHERE guild = $1`, int64(guild))
	b.Queue(`DELETE FROM settings WHERE guild = $1`, int64(guild))
	b.Queue(`DELETE FROM notes WHERE name = $1`, store.GoneNote(guild))
	b.Queue(`DELETE FROM rated WHERE guild = $1 AND NOT EXISTS (SELECT FROM results WHERE guild = $1)`, int64(guild))
	if err := tx.SendBatch(ctx, &b).Close(); err != nil {
		return err
	}
	return rate(ctx, tx, guild)
}

// rate makes the leaderboards of a server without any from its results.
func rate(ctx context.Context, tx pgx.Tx, guild table.GuildID) error {
	const list = `SELECT number, result FROM results WHERE guild = $1 ORDER BY number`
	results, err := find(ctx, tx, resultOf(guild), list, int64(guild))
	if err != nil {
		return err
	}
	counted := store.Rows{}
	for _, r := range results {
		counted.Count(&r)
	}
	var rows [][]any
	for key, row := range counted {
		r := newRatedRow(key.Board, row)
		rows = append(rows, []any{int64(guild), r.Game, r.Level, r.ID, r.Games, r.Wins, r.Points, r.Best, r.Rating})
	}
	columns := []string{"guild", "game", "level", "user_id", "games", "wins", "points", "best", "rating"}
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"leaderboard"}, columns, pgx.CopyFromRows(rows))
	return err
}

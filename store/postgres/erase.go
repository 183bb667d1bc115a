package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
)

type fullTable struct {
	record
	log []string
	// result is nil for none. unread is why it cannot be read.
	result  *store.Result
	unread  error
	columns columns
}

// columns are what repeats a table's header.
type columns struct {
	guild, channel int64
	game, status   string
	players        []int64
	due            *int64
}

// pageSize is how many tables a long read holds in memory.
const pageSize = 200

// eachTable calls each for the tables with some IDs, by ID; nil stands for all.
func eachTable(ctx context.Context, tx pgx.Tx, ids []int64, each func(t fullTable) error) error {
	const page = `SELECT ` + recordColumns + `, guild, channel, game, status, players, due, ` +
		`ARRAY(SELECT event FROM events WHERE table_id = t.id ORDER BY version), ` +
		`(SELECT r.result FROM results r WHERE r.guild = t.guild AND r.number = t.result) FROM tables t ` +
		`WHERE id > $1 AND ($2::bigint[] IS NULL OR id = ANY ($2)) ORDER BY id LIMIT $3`
	for last := int64(0); ; {
		tables, err := find(ctx, tx, func(row pgx.CollectableRow) (t fullTable, err error) {
			c := &t.columns
			var result *string
			err = t.scan(row, &c.guild, &c.channel, &c.game, &c.status, &c.players, &c.due, &t.log, &result)
			if err == nil && result != nil {
				var r store.Result
				r, t.unread = decodeResult(t.header.Guild, t.number, *result)
				t.result = &r
			}
			return t, err
		}, page, last, ids, pageSize)
		if err != nil {
			return err
		}
		for _, t := range tables {
			if err := each(t); err != nil {
				return err
			}
			last = int64(t.id)
		}
		if len(tables) < pageSize {
			return nil
		}
	}
}

// mentioning returns the tables with the user's ID in the text of log, header or result. It may
// stand for something else there. The server searches all logs, without an index.
func mentioning(ctx context.Context, tx pgx.Tx, user table.UserID) ([]int64, error) {
	const search = `SELECT table_id FROM events WHERE strpos(event, $1) > 0 ` +
		`UNION SELECT id FROM tables WHERE $2 = ANY (players) ` +
		`UNION SELECT table_id FROM results WHERE strpos(result, $1) > 0`
	ids, err := find(ctx, tx, pgx.RowTo[int64], search, user.String(), int64(user))
	if ids == nil {
		ids = []int64{} // eachTable takes nil for all tables
	}
	return ids, err
}

func (db *DB) Mentioning(
	ctx context.Context, user table.UserID, each func(id table.ID, h store.Header, log []table.Event) error,
) error {
	return db.moment(ctx, func(ctx context.Context, tx pgx.Tx) error {
		ids, err := mentioning(ctx, tx, user)
		if err != nil {
			return err
		}
		return eachTable(ctx, tx, ids, func(t fullTable) error {
			log, err := parseLog(t.id, t.log)
			if err != nil || !mentions(&t, log, user) {
				return err
			}
			return each(t.id, t.header, log)
		})
	})
}

func mentions(t *fullTable, log []table.Event, user table.UserID) bool {
	return slices.Contains(t.header.Players, user) ||
		slices.ContainsFunc(log, func(e table.Event) bool { return e.Mentions(user) }) ||
		t.result != nil && slices.ContainsFunc(t.result.Standings, func(s store.Standing) bool { return s.User == user })
}

func (db *DB) Headers(ctx context.Context, guild table.GuildID, each func(id table.ID, h store.Header)) error {
	return db.moment(ctx, func(ctx context.Context, tx pgx.Tx) error {
		const list = `SELECT ` + recordColumns + ` FROM tables WHERE guild = $1 OR $1::bigint = 0 ORDER BY id`
		_, err := find(ctx, tx, func(row pgx.CollectableRow) (none struct{}, err error) {
			var rec record
			if err = rec.scan(row); err == nil {
				each(rec.id, rec.header)
			}
			return none, err
		}, list, int64(guild))
		return err
	})
}

// Erase repeats its transaction until it finds nothing, since a commit may have named the user
// meanwhile.
func (db *DB) Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error {
	e := eraser{user, as}
	for found := true; found; {
		_, err := db.try(ctx, longTimeout, func(ctx context.Context) error {
			return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) (err error) {
				found, err = e.erase(ctx, tx)
				return err
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type eraser struct {
	user table.UserID
	as   func(table.GuildID) table.Player
}

// nameErased names the user to the trigger keep_unknown, until the transaction ends. The trigger
// then removes from a header what a newer program has added, if it has the user's ID.
const nameErased = `SELECT set_config('amytis.erased', $1, true)`

// lockTables has commits to tables wait until the transaction ends.
const lockTables = `SELECT id FROM tables WHERE id = ANY ($1) ORDER BY id FOR UPDATE`

// erase reports whether a table named the user.
func (e eraser) erase(ctx context.Context, tx pgx.Tx) (found bool, err error) {
	var playing bool
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM tables WHERE players @> $1 AND `+isOpen+`)`,
		signed([]table.UserID{e.user})).Scan(&playing)
	switch {
	case err != nil:
		return false, err
	case playing:
		return false, store.ErrPlaying
	}
	if _, err := tx.Exec(ctx, nameErased, e.user.String()); err != nil {
		return false, err
	}
	ids, err := mentioning(ctx, tx, e.user)
	if err != nil {
		return false, err
	}
	if _, err := tx.Exec(ctx, lockTables, ids); err != nil {
		return false, err
	}
	err = eachTable(ctx, tx, ids, func(t fullTable) error {
		changed, err := e.table(ctx, tx, t)
		found = found || changed
		return err
	})
	if err != nil {
		return false, err
	}
	if err := e.rows(ctx, tx); err != nil {
		return false, err
	}
	if err := errors.Join(e.settings(ctx, tx), e.outbox(ctx, tx)); err != nil {
		return false, err
	}
	var b pgx.Batch
	// This is for headers with additions of a newer program that name the user.
	b.Queue(`UPDATE tables SET header = header WHERE strpos(header, $1) > 0`, e.user.String())
	b.Queue(`DELETE FROM preferences WHERE user_id = $1`, int64(e.user))
	// If an earlier try has erased everything, this is the only change, see confirm.
	b.Queue(`INSERT INTO seen (token, at) VALUES ($1, $2)`, int64(newToken()), time.Now().UnixMilli())
	return found, tx.SendBatch(ctx, &b).Close()
}

// table reports whether log, header or result named the user.
func (e eraser) table(ctx context.Context, tx pgx.Tx, t fullTable) (named bool, err error) {
	log, err := parseLog(t.id, t.log)
	if err != nil || !mentions(&t, log, e.user) {
		return false, err
	}
	if t.header.Guild.Direct() {
		own := retirement{deleted: []int64{int64(t.id)}}
		if err := own.run(ctx, tx); err != nil {
			return true, err
		}
		return true, recount(ctx, tx, t.header.Guild)
	}
	as := e.as(t.header.Guild)
	var changed []table.Version
	for i, event := range log {
		if event.Mentions(e.user) {
			log[i] = event.Anonymous(e.user, as)
			changed = append(changed, table.Version(i+1))
		}
	}
	table.Substitute(t.header.Players, e.user, as.User)
	var b pgx.Batch
	if err := rewrite(&b, &t, log, changed); err != nil {
		return false, err
	}
	if err := tx.SendBatch(ctx, &b).Close(); err != nil || t.number == 0 {
		return true, err
	}
	return true, e.result(ctx, tx, t, as)
}

// rewrite queues the update of a table's header and of the changed events of its log.
func rewrite(b *pgx.Batch, t *fullTable, log []table.Event, changed []table.Version) error {
	for _, version := range changed {
		text, err := log[version-1].Append(nil)
		if err != nil {
			return err
		}
		b.Queue(`UPDATE events SET event = $3 WHERE table_id = $1 AND version = $2`,
			int64(t.id), int64(version), string(text))
	}
	header, err := encodeHeader(t.header)
	b.Queue(`UPDATE tables SET players = $2, header = $3 WHERE id = $1`, int64(t.id), signed(t.header.Players), header)
	return err
}

func (e eraser) result(ctx context.Context, tx pgx.Tx, t fullTable, as table.Player) error {
	switch {
	case t.result == nil:
		return fmt.Errorf("%w: table %d: its result %d is missing", ErrCorrupt, t.id, t.number)
	case t.unread != nil:
		return t.unread
	}
	for i := range t.result.Standings {
		if s := &t.result.Standings[i]; s.User == e.user {
			s.User = as.User
		}
	}
	text, err := encodeText(t.result)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE results SET result = $3 WHERE guild = $1 AND number = $2`,
		int64(t.header.Guild), t.number, text)
	return err
}

func (e eraser) rows(ctx context.Context, tx pgx.Tx) error {
	const list = `SELECT DISTINCT guild FROM leaderboard WHERE user_id = $1`
	guilds, err := find(ctx, tx, pgx.RowTo[int64], list, int64(e.user))
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		_, err := tx.Exec(ctx, `UPDATE leaderboard SET user_id = $3 WHERE guild = $1 AND user_id = $2`,
			guild, int64(e.user), int64(e.as(table.GuildID(guild)).User))
		if err != nil {
			return err
		}
	}
	return nil
}

func (e eraser) settings(ctx context.Context, tx pgx.Tx) error {
	const list = `SELECT guild FROM settings WHERE strpos(value, $1) > 0 ORDER BY guild`
	guilds, err := find(ctx, tx, pgx.RowTo[int64], list, e.user.String())
	for _, guild := range guilds {
		if err != nil {
			break
		}
		at := store.Record{Kind: store.SettingsRecord, ID: uint64(guild)}
		err = changeText(ctx, tx, at, func(old string) (string, error) {
			return store.SettingsWithout(e.user, at.ID, old)
		})
	}
	return err
}

func (e eraser) outbox(ctx context.Context, tx pgx.Tx) error {
	const list = `SELECT seq, message FROM outbox WHERE strpos(message, $1) > 0 ORDER BY seq FOR UPDATE`
	return changeMessages(ctx, tx, func(m *store.Entry) { m.LeaveOut(e.user) }, list, e.user.String())
}

// changeMessages changes the messages that a query finds.
func changeMessages(ctx context.Context, tx pgx.Tx, change func(m *store.Entry), list string, args ...any) error {
	messages, err := find(ctx, tx, toMessage, list, args...)
	if err != nil {
		return err
	}
	for _, m := range messages {
		change(&m)
		text, err := encodeText(&m)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE outbox SET message = $2 WHERE seq = $1`, int64(m.Seq), text); err != nil {
			return err
		}
	}
	return nil
}

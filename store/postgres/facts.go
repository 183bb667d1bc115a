package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
)

// facts keeps what belongs to no table's log: settings, preferences, notes and reviews.
type facts struct{ *server }

// places are the database tables of texts, with their columns of keys.
var places = map[store.RecordKind]struct{ in, by string }{
	store.SettingsRecord:    {"settings", "guild"},
	store.PreferencesRecord: {"preferences", "user_id"},
	store.NoteRecord:        {"notes", "name"},
	store.ReviewRecord:      {"reviews", "table_id"},
}

func keyOf(at store.Record) any {
	if at.Kind == store.NoteRecord {
		return at.Name
	}
	return int64(at.ID)
}

func (f facts) ReadText(ctx context.Context, at store.Record, read func(text string) error) error {
	place, text := places[at.Kind], ""
	err := f.do(ctx, func(ctx context.Context) error {
		text = ""
		query := `SELECT value FROM ` + place.in + ` WHERE ` + place.by + ` = $1`
		err := f.pool.QueryRow(ctx, query, keyOf(at)).Scan(&text)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return cmp.Or(err, read(text))
}

// ChangeText has other changes wait. A token like a commit's tells the next try that the change is
// made.
func (f facts) ChangeText(ctx context.Context, at store.Record, change func(old string) (string, error)) error {
	if keyOf(at) == "" {
		return errors.New("store: a note needs a name")
	}
	token := int64(newToken())
	return f.do(ctx, func(ctx context.Context) error {
		made := false
		err := pgx.BeginFunc(ctx, f.pool, func(tx pgx.Tx) error {
			const insert = `INSERT INTO seen (token, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`
			tag, err := tx.Exec(ctx, insert, token, time.Now().UnixMilli())
			if made = tag.RowsAffected() == 0; err != nil || made {
				return err
			}
			return changeText(ctx, tx, at, change)
		})
		if err == nil && made {
			return f.confirmToken(ctx, token)
		}
		return err
	})
}

// changeText locks the row, also a new one, until the transaction ends.
func changeText(ctx context.Context, tx pgx.Tx, at store.Record, with func(old string) (string, error)) error {
	var old string
	place := places[at.Kind]
	keep := `INSERT INTO ` + place.in + ` AS f (` + place.by + `, value) VALUES ($1, '') ` +
		`ON CONFLICT (` + place.by + `) DO UPDATE SET value = f.value RETURNING value`
	if err := tx.QueryRow(ctx, keep, keyOf(at)).Scan(&old); err != nil {
		return err
	}
	text, err := with(old)
	switch {
	case err != nil:
		return err
	case text == "":
		_, err = tx.Exec(ctx, `DELETE FROM `+place.in+` WHERE `+place.by+` = $1`, keyOf(at))
	default:
		_, err = tx.Exec(ctx, `UPDATE `+place.in+` SET value = $2 WHERE `+place.by+` = $1`, keyOf(at), text)
	}
	return err
}

func (f facts) Notes(ctx context.Context, prefix string) (notes map[string]string, err error) {
	err = f.do(ctx, func(ctx context.Context) error {
		notes = map[string]string{}
		var name, value string
		return eachRow(ctx, f.pool, []any{&name, &value}, func() error {
			notes[name] = value
			return nil
		}, `SELECT name, value FROM notes WHERE starts_with(name, $1)`, prefix)
	})
	return notes, err
}

func (db *DB) SetReview(ctx context.Context, id table.ID, review []byte) error {
	if !json.Valid(review) {
		return fmt.Errorf("store: the review of table %d is not JSON", id)
	}
	h, err := db.Header(ctx, id)
	switch {
	case err != nil:
		return err
	case h.Status != store.Ended:
		return fmt.Errorf("store: table %d has a review but is %q", id, h.Status)
	}
	return db.do(ctx, func(ctx context.Context) error {
		const set = `INSERT INTO reviews (table_id, value) SELECT id, $2 FROM tables WHERE id = $1 AND status = 'ended' ` +
			`ON CONFLICT (table_id) DO UPDATE SET value = excluded.value`
		_, err := db.pool.Exec(ctx, set, int64(id), string(review))
		return err
	})
}

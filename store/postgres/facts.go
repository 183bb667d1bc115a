package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
)

// facts implements the part of [store.Store] that belongs to no table's log: settings, preferences,
// notes and reviews.
type facts struct{ *server }

// fact is the place of a text: a database table, its column of keys, and the key.
type fact struct {
	in, by string
	key    any
}

func settingsOf(guild table.GuildID) fact  { return fact{"settings", "guild", int64(guild)} }
func preferencesOf(user table.UserID) fact { return fact{"preferences", "user_id", int64(user)} }
func noteOf(name string) fact              { return fact{"notes", "name", name} }
func reviewOf(id table.ID) fact            { return fact{"reviews", "table_id", int64(id)} }

// read returns "" for none.
func (f facts) read(ctx context.Context, at fact) (text string, err error) {
	err = f.do(ctx, func(ctx context.Context) error {
		text = ""
		err := f.pool.QueryRow(ctx, `SELECT value FROM `+at.in+` WHERE `+at.by+` = $1`, at.key).Scan(&text)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return text, err
}

// change replaces a text by what with returns; "" stands for none. Other changes wait. A token like
// a commit's tells the next try that the change is made.
func (f facts) change(ctx context.Context, at fact, with func(old string) (string, error)) error {
	token := int64(newToken())
	return f.do(ctx, func(ctx context.Context) error {
		made := false
		err := pgx.BeginFunc(ctx, f.pool, func(tx pgx.Tx) error {
			const insert = `INSERT INTO seen (token, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`
			tag, err := tx.Exec(ctx, insert, token, time.Now().UnixMilli())
			if made = tag.RowsAffected() == 0; err != nil || made {
				return err
			}
			return at.change(ctx, tx, with)
		})
		if err == nil && made {
			return f.confirmToken(ctx, token)
		}
		return err
	})
}

// change locks the row, also a new one, until the transaction ends.
func (at fact) change(ctx context.Context, tx pgx.Tx, with func(old string) (string, error)) error {
	var old string
	keep := `INSERT INTO ` + at.in + ` AS f (` + at.by + `, value) VALUES ($1, '') ` +
		`ON CONFLICT (` + at.by + `) DO UPDATE SET value = f.value RETURNING value`
	if err := tx.QueryRow(ctx, keep, at.key).Scan(&old); err != nil {
		return err
	}
	text, err := with(old)
	switch {
	case err != nil:
		return err
	case text == "":
		_, err = tx.Exec(ctx, `DELETE FROM `+at.in+` WHERE `+at.by+` = $1`, at.key)
	default:
		_, err = tx.Exec(ctx, `UPDATE `+at.in+` SET value = $2 WHERE `+at.by+` = $1`, at.key, text)
	}
	return err
}

func changeJSON[T any](ctx context.Context, f facts, at fact, change func(v *T) error) error {
	return f.change(ctx, at, func(old string) (string, error) {
		v, err := decodeFact[T](at, old)
		if err != nil {
			return "", err
		}
		if err := change(&v); err != nil {
			return "", err
		}
		return encodeText(v)
	})
}

// readJSON returns the zero value for none.
func readJSON[T any](ctx context.Context, f facts, at fact) (v T, err error) {
	text, err := f.read(ctx, at)
	if err != nil {
		return v, err
	}
	return decodeFact[T](at, text)
}

func decodeFact[T any](at fact, text string) (v T, err error) {
	if text == "" {
		return v, nil
	}
	err = decode(text, &v, "%s of %v", at.in, at.key)
	return v, err
}

func (f facts) Settings(ctx context.Context, guild table.GuildID) (store.Settings, error) {
	return readJSON[store.Settings](ctx, f, settingsOf(guild))
}

func (f facts) ChangeSettings(ctx context.Context, guild table.GuildID, change func(s *store.Settings) error) error {
	return changeJSON(ctx, f, settingsOf(guild), change)
}

func (f facts) Preferences(ctx context.Context, user table.UserID) (store.Preferences, error) {
	return readJSON[store.Preferences](ctx, f, preferencesOf(user))
}

func (f facts) ChangePreferences(
	ctx context.Context, user table.UserID, change func(p *store.Preferences) error,
) error {
	return changeJSON(ctx, f, preferencesOf(user), change)
}

func (f facts) Note(ctx context.Context, name string) (string, error) {
	return f.read(ctx, noteOf(name))
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

func (f facts) ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error {
	if name == "" {
		return errors.New("store: a note needs a name")
	}
	return f.change(ctx, noteOf(name), change)
}

func (f facts) SetNote(ctx context.Context, name, value string) error {
	return f.ChangeNote(ctx, name, func(string) (string, error) { return value, nil })
}

func (f facts) Review(ctx context.Context, id table.ID) ([]byte, error) {
	text, err := f.read(ctx, reviewOf(id))
	if text == "" {
		return nil, err
	}
	return []byte(text), err
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

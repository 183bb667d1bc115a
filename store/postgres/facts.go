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

// facts implements the part of [store.Store] about what belongs to no table's log: settings,
// preferences, notes and reviews.
type facts struct{ *server }

// fact is the place of one text in the database.
type fact struct {
	// in and by are the database's table and its column of keys.
	in, by string
	key    any
}

func settingsOf(guild table.GuildID) fact  { return fact{"settings", "guild", int64(guild)} }
func preferencesOf(user table.UserID) fact { return fact{"preferences", "user_id", int64(user)} }
func noteOf(name string) fact              { return fact{"notes", "name", name} }
func reviewOf(id table.ID) fact            { return fact{"reviews", "table_id", int64(id)} }

// read returns the text, "" if there is none.
func (f facts) read(ctx context.Context, at fact) (text string, err error) {
	err = f.do(ctx, func(ctx context.Context) error {
		text, err = f.readOnce(ctx, at)
		return err
	})
	return text, err
}

func (f facts) readOnce(ctx context.Context, at fact) (text string, err error) {
	err = f.pool.QueryRow(ctx, `SELECT value FROM `+at.in+` WHERE `+at.by+` = $1`, at.key).Scan(&text)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return text, err
}

// swap replaces a text by another, unless it has changed. "" stands for no text. The two may be the
// same: then it makes sure that the text is safe.
func (f facts) swap(ctx context.Context, at fact, old, text string) (swapped bool, err error) {
	var sql string
	args := []any{at.key}
	switch {
	case old == text:
		is := `coalesce((SELECT value FROM ` + at.in + ` WHERE ` + at.by + ` = $3), '') = $4`
		err := f.confirm(ctx, is, at.key, text)
		return err == nil, err
	case old == "":
		sql = `INSERT INTO ` + at.in + ` (` + at.by + `, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`
		args = append(args, text)
	case text == "":
		sql = `DELETE FROM ` + at.in + ` WHERE ` + at.by + ` = $1 AND value = $2`
		args = append(args, old)
	default:
		sql = `UPDATE ` + at.in + ` SET value = $3 WHERE ` + at.by + ` = $1 AND value = $2`
		args = append(args, old, text)
	}
	tag, err := f.pool.Exec(ctx, sql, args...)
	return tag.RowsAffected() == 1, err
}

// change replaces a text by what with returns for it. No other change comes between the two.
func (f facts) change(ctx context.Context, at fact, with func(old string) (string, error)) error {
	var old, text string
	sent := false // an earlier try has sent a change, and may have made it
	for {
		swapped := false
		err := f.do(ctx, func(ctx context.Context) error {
			now, err := f.readOnce(ctx, at)
			if err != nil {
				return err
			}
			switch {
			case sent && now == text:
				swapped, err = f.swap(ctx, at, text, text)
				return err
			case sent && now != old:
				return fmt.Errorf("store: the connection broke during a change of %s, "+
					"and others have changed it since", at.in)
			}
			if old = now; !sent {
				if text, err = with(old); err != nil {
					return err
				}
			}
			sent = old != text
			if swapped, err = f.swap(ctx, at, old, text); err == nil {
				sent = false // whether it was made is known
			}
			return err
		})
		if err != nil || swapped {
			return err
		}
	}
}

// changeJSON changes a value that is stored as JSON.
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

// readJSON returns a value that is stored as JSON, the zero value if there is none.
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

// Settings implements [store.Store].
func (f facts) Settings(ctx context.Context, guild table.GuildID) (store.Settings, error) {
	return readJSON[store.Settings](ctx, f, settingsOf(guild))
}

// ChangeSettings implements [store.Store].
func (f facts) ChangeSettings(ctx context.Context, guild table.GuildID, change func(s *store.Settings) error) error {
	return changeJSON(ctx, f, settingsOf(guild), change)
}

// Preferences implements [store.Store].
func (f facts) Preferences(ctx context.Context, user table.UserID) (store.Preferences, error) {
	return readJSON[store.Preferences](ctx, f, preferencesOf(user))
}

// ChangePreferences implements [store.Store].
func (f facts) ChangePreferences(
	ctx context.Context, user table.UserID, change func(p *store.Preferences) error,
) error {
	return changeJSON(ctx, f, preferencesOf(user), change)
}

// Note implements [store.Store].
func (f facts) Note(ctx context.Context, name string) (string, error) {
	return f.read(ctx, noteOf(name))
}

// Notes implements [store.Store].
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

// ChangeNote implements [store.Store].
func (f facts) ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error {
	if name == "" {
		return errors.New("store: a note needs a name")
	}
	return f.change(ctx, noteOf(name), change)
}

// SetNote implements [store.Store].
func (f facts) SetNote(ctx context.Context, name, value string) error {
	return f.ChangeNote(ctx, name, func(string) (string, error) { return value, nil })
}

// Review implements [store.Store].
func (f facts) Review(ctx context.Context, id table.ID) ([]byte, error) {
	text, err := f.read(ctx, reviewOf(id))
	if text == "" {
		return nil, err
	}
	return []byte(text), err
}

// SetReview implements [store.Store].
func (f facts) SetReview(ctx context.Context, id table.ID, review []byte) error {
	if !json.Valid(review) {
		return fmt.Errorf("store: the review of table %d is not JSON", id)
	}
	return f.do(ctx, func(ctx context.Context) error {
		const set = `INSERT INTO reviews (table_id, value) ` +
			`SELECT id, $2 FROM tables WHERE id = $1 AND status = 'ended' ` +
			`ON CONFLICT (table_id) DO UPDATE SET value = excluded.value`
		tag, err := f.pool.Exec(ctx, set, int64(id), string(review))
		if err != nil || tag.RowsAffected() == 1 {
			return err
		}
		var status string
		err = f.pool.QueryRow(ctx, `SELECT status FROM tables WHERE id = $1`, int64(id)).Scan(&status)
		if err != nil {
			return notFound(err, "table %d", id)
		}
		return fmt.Errorf("store: table %d has a review but is %q", id, status)
	})
}

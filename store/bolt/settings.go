package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// notebook is the part of a [DB] about settings, preferences and notes.
type notebook struct{ db *DB }

func (n notebook) Settings(ctx context.Context, guild table.GuildID) (store.Settings, error) {
	return readChosen[store.Settings](ctx, n.db, settingsBucket, guild)
}

func (n notebook) ChangeSettings(ctx context.Context, guild table.GuildID, change func(s *store.Settings) error) error {
	return changeChosen(ctx, n.db, settingsBucket, guild, change)
}

func (n notebook) Preferences(ctx context.Context, user table.UserID) (store.Preferences, error) {
	return readChosen[store.Preferences](ctx, n.db, preferencesBucket, user)
}

func (n notebook) ChangePreferences(
	ctx context.Context, user table.UserID, change func(p *store.Preferences) error,
) error {
	return changeChosen(ctx, n.db, preferencesBucket, user, change)
}

// readChosen returns the zero value for nothing.
func readChosen[T any, ID ~uint64](ctx context.Context, db *DB, from []byte, id ID) (v T, err error) {
	return read(ctx, db, func(tx *bbolt.Tx) (T, error) {
		return chosen[T](tx.Bucket(from).Get(key(id)), from, uint64(id))
	})
}

func changeChosen[T any, ID ~uint64](ctx context.Context, db *DB, in []byte, id ID, change func(v *T) error) error {
	return db.writer.submit(ctx, &valueChange{bucket: in, key: key(id), change: func(old []byte) ([]byte, error) {
		v, err := chosen[T](old, in, uint64(id))
		if err == nil {
			err = change(&v)
		}
		if err != nil {
			return nil, err
		}
		return json.Marshal(&v)
	}})
}

func chosen[T any](stored, bucket []byte, id uint64) (v T, err error) {
	if stored == nil {
		return v, nil
	}
	return decode[T](stored, "%s of %d", bucket, id)
}

// valueChange changes a value of a bucket, in its check.
type valueChange struct {
	bucket, key []byte
	// change gets and returns a value, nil for none.
	change  func(old []byte) ([]byte, error)
	changed []byte
}

// check returns a panic of the caller's code as an error: the writer takes its own for a damaged
// file.
func (c *valueChange) check(tx *writeTx) (err error) {
	old := bytes.Clone(tx.bucket(c.bucket).Get(c.key)) // outside of the recover, which would hide damage
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("changing a value of the store: panic: %v\n%s", panicked, debug.Stack())
		}
	}()
	c.changed, err = c.change(old)
	return err
}

func (c *valueChange) apply(tx *writeTx) error {
	if c.changed == nil {
		return tx.bucket(c.bucket).Delete(c.key)
	}
	return tx.bucket(c.bucket).Put(c.key, c.changed)
}

func (n notebook) Note(ctx context.Context, name string) (string, error) {
	return read(ctx, n.db, func(tx *bbolt.Tx) (string, error) {
		return string(tx.Bucket(notesBucket).Get([]byte(name))), nil
	})
}

func (n notebook) SetNote(ctx context.Context, name, value string) error {
	return n.ChangeNote(ctx, name, func(string) (string, error) { return value, nil })
}

func (n notebook) ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error {
	if name == "" || len(name) > bbolt.MaxKeySize {
		return errors.New("store: a note's name must have 1 to 32768 bytes")
	}
	return n.db.writer.submit(ctx, &valueChange{
		bucket: notesBucket,
		key:    []byte(name),
		change: func(old []byte) ([]byte, error) {
			value, err := change(string(old))
			if err != nil || value == "" {
				return nil, err
			}
			return []byte(value), nil
		},
	})
}

func (n notebook) Notes(ctx context.Context, prefix string) (map[string]string, error) {
	return read(ctx, n.db, func(tx *bbolt.Tx) (map[string]string, error) {
		notes := map[string]string{}
		c := tx.Bucket(notesBucket).Cursor()
		for k, v := c.Seek([]byte(prefix)); k != nil && bytes.HasPrefix(k, []byte(prefix)); k, v = c.Next() {
			notes[string(k)] = string(v)
		}
		return notes, nil
	})
}

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

// Settings implements [store.Store].
func (db *DB) Settings(ctx context.Context, guild table.GuildID) (s store.Settings, err error) {
	err = db.view(ctx, func(tx *bbolt.Tx) error {
		s, err = chosen[store.Settings](tx.Bucket(settingsBucket).Get(key(guild)), "settings of guild %d", guild)
		return err
	})
	return s, err
}

// ChangeSettings implements [store.Store].
func (db *DB) ChangeSettings(
	ctx context.Context, guild table.GuildID, change func(s *store.Settings) error,
) error {
	return db.writer.submit(ctx, &valueChange{
		bucket: func(tx *writeTx) bucket { return tx.settings },
		key:    key(guild),
		change: func(old []byte) ([]byte, error) { return choose(old, change, "settings of guild %d", guild) },
	})
}

// Preferences implements [store.Store].
func (db *DB) Preferences(ctx context.Context, user table.UserID) (p store.Preferences, err error) {
	err = db.view(ctx, func(tx *bbolt.Tx) error {
		p, err = chosen[store.Preferences](tx.Bucket(preferencesBucket).Get(key(user)), "preferences of user %d", user)
		return err
	})
	return p, err
}

// ChangePreferences implements [store.Store].
func (db *DB) ChangePreferences(
	ctx context.Context, user table.UserID, change func(p *store.Preferences) error,
) error {
	return db.writer.submit(ctx, &valueChange{
		bucket: func(tx *writeTx) bucket { return tx.preferences },
		key:    key(user),
		change: func(old []byte) ([]byte, error) { return choose(old, change, "preferences of user %d", user) },
	})
}

// chosen is decode for what somebody may have chosen: the zero value stands for nothing stored.
func chosen[T any](stored []byte, what string, id any) (v T, err error) {
	if stored == nil {
		return v, nil
	}
	return decode[T](stored, what, id)
}

// choose returns the JSON of what change makes of a stored value.
func choose[T any](stored []byte, change func(v *T) error, what string, id any) ([]byte, error) {
	v, err := chosen[T](stored, what, id)
	if err == nil {
		err = change(&v)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(&v)
}

// valueChange changes a value of a bucket. Its check makes the new one.
type valueChange struct {
	bucket func(tx *writeTx) bucket
	key    []byte
	// change returns the new value, nil for none. old is nil if there is none.
	change  func(old []byte) ([]byte, error)
	changed []byte
}

// check calls change. It returns a panic of the caller's code as an error, because the writer takes
// its own panics for a damaged file.
func (c *valueChange) check(tx *writeTx) (err error) {
	old := bytes.Clone(c.bucket(tx).Get(c.key)) // outside of the recover, which would hide damage
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
		return c.bucket(tx).Delete(c.key)
	}
	return c.bucket(tx).Put(c.key, c.changed)
}

// Note implements [store.Store].
func (db *DB) Note(ctx context.Context, name string) (string, error) {
	var value string
	err := db.view(ctx, func(tx *bbolt.Tx) error {
		value = string(tx.Bucket(notesBucket).Get([]byte(name)))
		return nil
	})
	return value, err
}

// SetNote implements [store.Store].
func (db *DB) SetNote(ctx context.Context, name, value string) error {
	return db.ChangeNote(ctx, name, func(string) (string, error) { return value, nil })
}

// ChangeNote implements [store.Store].
func (db *DB) ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error {
	if name == "" || len(name) > bbolt.MaxKeySize {
		return errors.New("store: a note's name must have 1 to 32768 bytes")
	}
	return db.writer.submit(ctx, &valueChange{
		bucket: func(tx *writeTx) bucket { return tx.notes },
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

// Notes implements [store.Store].
func (db *DB) Notes(ctx context.Context, prefix string) (map[string]string, error) {
	notes := map[string]string{}
	err := db.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(notesBucket).Cursor()
		for k, v := c.Seek([]byte(prefix)); k != nil && bytes.HasPrefix(k, []byte(prefix)); k, v = c.Next() {
			notes[string(k)] = string(v)
		}
		return nil
	})
	return notes, err
}

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

// notebook implements the part of [store.Store] about settings, preferences and notes.
type notebook struct{ db *DB }

// Settings implements [store.Store].
func (n notebook) Settings(ctx context.Context, guild table.GuildID) (store.Settings, error) {
	var s store.Settings
	err := n.db.view(ctx, func(tx *bbolt.Tx) error {
		return decodeSettings(guild, tx.Bucket(settingsBucket).Get(key(guild)), &s)
	})
	return s, err
}

// decodeSettings reads the settings of a server that are stored as v, nil for none.
func decodeSettings(guild table.GuildID, v []byte, s *store.Settings) error {
	if v == nil {
		return nil
	}
	if err := json.Unmarshal(v, s); err != nil {
		return fmt.Errorf("%w: settings of guild %d: %v", ErrCorrupt, guild, err)
	}
	return nil
}

// ChangeSettings implements [store.Store].
func (n notebook) ChangeSettings(
	ctx context.Context, guild table.GuildID, change func(s *store.Settings) error,
) error {
	return n.db.writer.submit(ctx, &valueChange{
		bucket: func(tx *writeTx) bucket { return tx.settings },
		key:    key(guild),
		change: func(old []byte) ([]byte, error) {
			var s store.Settings
			if err := decodeSettings(guild, old, &s); err != nil {
				return nil, err
			}
			if err := change(&s); err != nil {
				return nil, err
			}
			return json.Marshal(&s)
		},
	})
}

// Preferences implements [store.Store].
func (n notebook) Preferences(ctx context.Context, user table.UserID) (store.Preferences, error) {
	var p store.Preferences
	err := n.db.view(ctx, func(tx *bbolt.Tx) (err error) {
		p, err = decodePreferences(user, tx.Bucket(preferencesBucket).Get(key(user)))
		return err
	})
	return p, err
}

// decodePreferences returns the preferences of a user that are stored as v, the zero value if v is
// nil.
func decodePreferences(user table.UserID, v []byte) (p store.Preferences, err error) {
	if v == nil {
		return p, nil
	}
	if err := json.Unmarshal(v, &p); err != nil {
		return p, fmt.Errorf("%w: preferences of user %d: %v", ErrCorrupt, user, err)
	}
	return p, nil
}

// ChangePreferences implements [store.Store].
func (n notebook) ChangePreferences(
	ctx context.Context, user table.UserID, change func(p *store.Preferences) error,
) error {
	return n.db.writer.submit(ctx, &valueChange{
		bucket: func(tx *writeTx) bucket { return tx.preferences },
		key:    key(user),
		change: func(old []byte) ([]byte, error) {
			p, err := decodePreferences(user, old)
			if err != nil {
				return nil, err
			}
			if err := change(&p); err != nil {
				return nil, err
			}
			return json.Marshal(&p)
		},
	})
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
func (n notebook) Note(ctx context.Context, name string) (string, error) {
	var value string
	err := n.db.view(ctx, func(tx *bbolt.Tx) error {
		value = string(tx.Bucket(notesBucket).Get([]byte(name)))
		return nil
	})
	return value, err
}

// SetNote implements [store.Store].
func (n notebook) SetNote(ctx context.Context, name, value string) error {
	return n.ChangeNote(ctx, name, func(string) (string, error) { return value, nil })
}

// ChangeNote implements [store.Store].
func (n notebook) ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error {
	if name == "" || len(name) > bbolt.MaxKeySize {
		return errors.New("store: a note's name must have 1 to 32768 bytes")
	}
	return n.db.writer.submit(ctx, &valueChange{
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

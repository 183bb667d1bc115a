package bolt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
)

// Settings implements [store.Store].
func (db *DB) Settings(ctx context.Context, guild table.GuildID) (store.Settings, error) {
	var s store.Settings
	err := db.view(ctx, func(tx *bbolt.Tx) error {
		v := tx.Bucket(settingsBucket).Get(key(guild))
		if v == nil {
			return nil
		}
		if err := json.Unmarshal(v, &s); err != nil {
			return fmt.Errorf("%w: settings of guild %d: %v", ErrCorrupt, guild, err)
		}
		return nil
	})
	return s, err
}

// SetSettings implements [store.Store].
func (db *DB) SetSettings(ctx context.Context, guild table.GuildID, s store.Settings) error {
	v, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return db.writer.submit(ctx, putChange(func(tx *writeTx) error { return tx.settings.Put(key(guild), v) }))
}

// Preferences implements [store.Store].
func (db *DB) Preferences(ctx context.Context, user table.UserID) (store.Preferences, error) {
	var p store.Preferences
	err := db.view(ctx, func(tx *bbolt.Tx) error {
		v := tx.Bucket(preferencesBucket).Get(key(user))
		if v == nil {
			return nil
		}
		if err := json.Unmarshal(v, &p); err != nil {
			return fmt.Errorf("%w: preferences of user %d: %v", ErrCorrupt, user, err)
		}
		return nil
	})
	return p, err
}

// SetPreferences implements [store.Store].
func (db *DB) SetPreferences(ctx context.Context, user table.UserID, p store.Preferences) error {
	v, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return db.writer.submit(ctx, putChange(func(tx *writeTx) error { return tx.preferences.Put(key(user), v) }))
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
	if name == "" || len(name) > bbolt.MaxKeySize {
		return errors.New("store: a note's name must have 1 to 32768 bytes")
	}
	return db.writer.submit(ctx, putChange(func(tx *writeTx) error {
		if value == "" {
			return tx.notes.Delete([]byte(name))
		}
		return tx.notes.Put([]byte(name), []byte(value))
	}))
}

// putChange is a change that is never refused.
type putChange func(tx *writeTx) error

func (putChange) check(*writeTx) error        { return nil }
func (put putChange) apply(tx *writeTx) error { return put(tx) }

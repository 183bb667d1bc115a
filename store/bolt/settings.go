package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"go.etcd.io/bbolt"

	"amytis/store"
)

// notebook keeps settings, preferences and notes.
type notebook struct{ db *DB }

// textBuckets are the buckets of texts.
var textBuckets = map[store.RecordKind][]byte{
	store.SettingsRecord:    settingsBucket,
	store.PreferencesRecord: preferencesBucket,
	store.NoteRecord:        notesBucket,
	store.ReviewRecord:      reviewsBucket,
}

func textKey(at store.Record) []byte {
	if at.Kind == store.NoteRecord {
		return []byte(at.Name)
	}
	return key(at.ID)
}

func (n notebook) ReadText(ctx context.Context, at store.Record, read func(text string) error) error {
	return n.db.view(ctx, func(tx *bbolt.Tx) error {
		return read(string(tx.Bucket(textBuckets[at.Kind]).Get(textKey(at))))
	})
}

func (n notebook) ChangeText(ctx context.Context, at store.Record, change func(old string) (string, error)) error {
	k := textKey(at)
	if len(k) == 0 || len(k) > bbolt.MaxKeySize {
		return errors.New("store: a note's name must have 1 to 32768 bytes")
	}
	return n.db.writer.submit(ctx, &textChange{bucket: textBuckets[at.Kind], key: k, change: change})
}

// textChange changes a text of a bucket, "" for none, in its check.
type textChange struct {
	bucket, key []byte
	change      func(old string) (string, error)
	changed     string
}

// check returns a panic of the caller's code as an error: the writer takes its own for a damaged
// file.
func (c *textChange) check(tx *writeTx) (err error) {
	old := string(tx.bucket(c.bucket).Get(c.key)) // outside of the recover, which would hide damage
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("changing a value of the store: panic: %v\n%s", panicked, debug.Stack())
		}
	}()
	c.changed, err = c.change(old)
	return err
}

func (c *textChange) apply(tx *writeTx) error {
	if c.changed == "" {
		return tx.bucket(c.bucket).Delete(c.key)
	}
	return tx.bucket(c.bucket).Put(c.key, []byte(c.changed))
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

package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"

	"amytis/store"
	"amytis/store/core"
)

func (db *DB) Summary(ctx context.Context) (s store.Summary, err error) {
	err = db.entries.Bolt(ctx, func(tx *bbolt.Tx) error { s, err = summarize(tx); return err })
	if err == nil {
		s.Open, err = db.Places(ctx)
	}
	s.InUse = true
	if lost := db.Lost(); lost != nil {
		s.Lost = lost.Error()
	}
	return s, err
}

// Lost returns an error unless the open file is still at the store's path.
func (db *DB) Lost() error {
	there, err := os.Stat(db.path)
	opened, failed := db.file.Load().Stat()
	if failed != nil || err != nil && !errors.Is(err, fs.ErrNotExist) || os.SameFile(opened, there) {
		return nil
	}
	return fmt.Errorf("%s: the file of the running amytis was deleted, moved or replaced, so all games are lost when it "+
		"stops: back up now with amytis store backup FILE, then stop amytis and restore that", db.path)
}

// Summarize returns the summary of the store at path, whether or not a program has it open. It
// changes nothing. Without a running program it checks the pages .
func Summarize(ctx context.Context, path string) (s store.Summary, err error) {
	if conn := dial(ctx, path); conn != nil {
		var answer bytes.Buffer
		if err := ask(ctx, conn, askForSummary, &answer); err != nil {
			return s, err
		}
		return s, json.Unmarshal(answer.Bytes(), &s)
	}
	err = viewSound(ctx, path, func(tx *bbolt.Tx, of *core.Store) error {
		if s, err = summarize(tx); err != nil {
			return err
		}
		s.Open, err = of.Places(ctx)
		return err
	})
	return s, err
}

func summarize(tx *bbolt.Tx) (s store.Summary, err error) {
	s.Needs = Schema
	if s.Schema, s.Program, err = readSchema(tx); err != nil {
		return s, err
	}
	return s, checkCurrent(tx)
}

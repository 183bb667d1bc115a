package bolt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"amytis/store"
	"amytis/store/core"
)

func (db *DB) Summary(ctx context.Context) (s store.Summary, err error) {
	s.InUse = true
	if lost := db.Lost(); lost != nil {
		s.Lost = lost.Error()
	}
	s.Open, err = db.Places(ctx)
	return s, err
}

// Lost returns an error unless the open file is still at the store's path.
func (db *DB) Lost() error {
	found, err := os.Stat(db.path)
	opened, failed := db.file.Stat()
	if failed != nil || err != nil && !errors.Is(err, fs.ErrNotExist) || os.SameFile(opened, found) {
		return nil
	}
	return fmt.Errorf("%s: the file of the running amytis was deleted, moved or replaced, so all games are lost when it "+
		"stops: back up now with amytis store backup FILE, then stop amytis and restore that", db.path)
}

// Summarize returns the summary of the store at path. A program may have it open; otherwise
// Summarize checks the pages.
func Summarize(ctx context.Context, path string) (s store.Summary, err error) {
	if isServed(ctx, path) {
		var answer bytes.Buffer
		if err := askProgram(ctx, path, askForSummary, &answer); err != nil {
			return s, err
		}
		return s, json.Unmarshal(answer.Bytes(), &s)
	}
	return s, viewFile(ctx, path, path, core.Options{}, func(of *core.Store) (err error) {
		s.Open, err = of.Places(ctx)
		return err
	})
}

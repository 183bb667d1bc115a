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

	"amytis/engine/table"
	"amytis/store"
)

func (db *DB) Summary(ctx context.Context) (s store.Summary, err error) {
	s, err = read(ctx, db, summarize)
	s.InUse = true
	if lost := db.Lost(); lost != nil {
		s.Lost = lost.Error()
	}
	return s, err
}

// Lost returns an error unless the open file is still at the store's path.
func (db *DB) Lost() error {
	there, err := os.Stat(db.path)
	opened, failed := db.writer.file.Stat()
	if failed != nil || err != nil && !errors.Is(err, fs.ErrNotExist) || os.SameFile(opened, there) {
		return nil
	}
	return fmt.Errorf("%s: the file of the running amytis was deleted, moved or replaced, so all games are lost when it "+
		"stops: back up now with amytis store backup FILE, then stop amytis and restore that", db.path)
}

// Summarize returns the summary of the store at path, whether or not a program has it open. It
// changes nothing. Without a running program it checks the pages and the checksum.
func Summarize(ctx context.Context, path string) (s store.Summary, err error) {
	if conn := dial(ctx, path); conn != nil {
		var answer bytes.Buffer
		if err := ask(ctx, conn, askForSummary, &answer); err != nil {
			return s, err
		}
		return s, json.Unmarshal(answer.Bytes(), &s)
	}
	err = viewSound(ctx, path, func(tx *bbolt.Tx) error {
		s, err = summarize(tx)
		return err
	})
	return s, err
}

func summarize(tx *bbolt.Tx) (s store.Summary, err error) {
	s.Needs = Schema
	if s.Schema, s.Program, err = readSchema(tx); err != nil {
		return s, err
	}
	if err := checkCurrent(tx); err != nil {
		return s, err
	}
	return s, tx.Bucket(openBucket).ForEach(func(channel, id []byte) error {
		h, err := readHeader(tx, table.ID(number(id, 0)))
		if err != nil {
			return err
		}
		s.Open = append(s.Open, store.Place{Guild: h.Guild, Channel: table.ChannelID(number(channel, 0))})
		return nil
	})
}

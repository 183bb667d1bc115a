package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/postgres"
)

type storePlace struct {
	where        string // the path of a file, or the URL of a PostgreSQL database
	passwordFile string // has the password for the database, "" for none
}

type anyStore interface {
	store.Store
	store.Movable
	Ended(ctx context.Context, match func(store.Header) bool,
		each func(id table.ID, log []table.Event) error, damaged func(id table.ID, err error)) error
}

// isDatabase is true for every URL; opening one tells if it is of no database.
func (p storePlace) isDatabase() bool { return urlScheme.MatchString(p.where) }

// String returns the place without passwords.
func (p storePlace) String() string {
	if !p.isDatabase() {
		return p.where
	}
	u, err := url.Parse(p.where)
	if err != nil {
		return "the PostgreSQL database"
	}
	u.RawQuery = ""
	return u.Redacted()
}

// name returns the name of the file without its ending, or of the database.
func (p storePlace) name() string {
	where := p.where
	if p.isDatabase() {
		where = "amytis"
		if u, err := url.Parse(p.where); err == nil && len(u.Path) > 1 {
			where = u.Path
		}
	}
	base := filepath.Base(where)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// open opens the store, or makes it if there is none.
func (p storePlace) open(ctx context.Context) (anyStore, error) {
	if p.isDatabase() {
		db, err := postgres.Open(ctx, postgres.Options{
			URL: p.where, PasswordFile: p.passwordFile, Program: program(), Replay: tables.Verify,
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		return db, nil
	}
	db, err := bolt.Open(p.where, p.fileOptions())
	if err != nil {
		return nil, fmt.Errorf("store %w", err) // it names the file
	}
	return db, nil
}

func (p storePlace) fileOptions() bolt.Options {
	return bolt.Options{Program: program(), Replay: tables.Verify}
}

func (p storePlace) withStore(ctx context.Context, use func(s anyStore) error) error {
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	return errors.Join(use(s), s.Close())
}

// dump calls each with every record of the store. A store in a file must not be in use.
func (p storePlace) dump(ctx context.Context, each func(store.Record) error) error {
	if p.isDatabase() {
		return p.withStore(ctx, func(s anyStore) error { return s.Dump(ctx, each) })
	}
	return bolt.DumpFile(ctx, p.where, each)
}

// urlScheme matches no path of a file.
var urlScheme = regexp.MustCompile(`^[A-Za-z][\w+.-]+://`)

// placeMapper makes the path of a file absolute, as kong's type path does. A URL or no path stays.
func placeMapper(ctx *kong.DecodeContext, target reflect.Value) error {
	var where string
	if err := ctx.Scan.PopValueInto("file", &where); err != nil {
		return err
	}
	switch {
	case where == "" || postgres.IsURL(where):
	case urlScheme.MatchString(where):
		return errors.New("unknown kind of URL: name a file, or a database as postgres://user@host/database")
	default:
		where = kong.ExpandPath(where)
	}
	target.SetString(where)
	return nil
}

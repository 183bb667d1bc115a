package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"amytis/store"
	"amytis/store/bolt"
)

// copyTo copies the store to a new file or an empty database, or over what is there.
func (p storePlace) copyTo(ctx context.Context, to storePlace, replace bool) (digest store.Digest, err error) {
	load := func(s store.Movable) (err error) {
		digest, err = s.Load(ctx, replace, func(each func(store.Record) error) error { return p.dump(ctx, each) })
		return err
	}
	if to.isDatabase() {
		return digest, to.withStore(ctx, func(s anyStore) error { return load(s) })
	}
	return digest, bolt.Create(to.where, to.fileOptions(), replace, func(s *bolt.DB) error { return load(s) })
}

// sweepHold is always held by one of the bots that use a store, see tables.NewSweeper.
const sweepHold = "sweep"

// checkUnused returns an error if a bot uses the database, or if there is no such file. A dump
// refuses a file in use.
func (p storePlace) checkUnused(ctx context.Context) error {
	if !p.isDatabase() {
		if _, err := os.Stat(p.where); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: there is no such file: name the store that has the games", p)
		}
		return nil
	}
	return p.withStore(ctx, func(s anyStore) error {
		free, _, err := s.Hold(ctx, sweepHold, time.Second, "")
		if err == nil && !free {
			err = fmt.Errorf("%s: a bot uses it: stop all replicas first; after a crash, wait 10 seconds", p)
		}
		return errors.Join(err, s.Release(ctx))
	})
}

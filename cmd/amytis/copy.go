package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/progress"
)

// errUncompared means that a copy differs or could not be compared.
var errUncompared = errors.New("the copy was not found to be the same")

// errEnough ends a dump early.
var errEnough = errors.New("the rest of the dump is not needed")

// copyTo copies the whole store to a place without one, and compares the copy. It returns the
// digest of both.
func (p storePlace) copyTo(ctx context.Context, to storePlace, options ...bolt.BackupOption) (*store.Digest, error) {
	digest := store.NewDigest()
	err := to.fill(ctx, func(s store.Movable) error {
		if err := s.Load(ctx, p.records(ctx, digest)); err != nil {
			return err
		}
		return compare(ctx, s, digest)
	}, options...)
	return digest, err
}

// compare returns errUncompared unless the store has the digest of what was copied to it.
func compare(ctx context.Context, s store.Movable, digest *store.Digest) error {
	copied := store.NewDigest()
	if err := s.Dump(progress.As(ctx, "comparing"), copied.Add); err != nil {
		return fmt.Errorf("%w: %w", errUncompared, err)
	}
	if want, got := digest.Sum(), copied.Sum(); want != got {
		return fmt.Errorf("%w: its digest is %s, but the store's is %s", errUncompared, got, want)
	}
	return nil
}

// records returns the dump of the store, and adds to its digest.
func (p storePlace) records(ctx context.Context, digest *store.Digest) func(func(store.Record, error) bool) {
	return func(yield func(store.Record, error) bool) {
		err := p.dump(ctx, func(r store.Record) error {
			if err := digest.Add(r); err != nil {
				return err
			}
			if !yield(r, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(store.Record{}, err)
		}
	}
}

// sweepDuty is always held by one of the bots that use a store, see tables.NewSweeper.
const sweepDuty = "sweep"

// checkUnused returns an error if a bot uses the database, or if there is no such file. A dump
// refuses a file in use.
func (p storePlace) checkUnused(ctx context.Context) error {
	if !p.isDatabase() {
		if _, err := os.Stat(p.where); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: there is no such file: name the store that has the games", p)
		}
		return nil
	}
	return p.with(ctx, func(s anyStore) error {
		free, err := s.Hold(ctx, sweepDuty, time.Second)
		if err == nil && !free {
			err = fmt.Errorf("%s: a bot uses it: stop all replicas first; after a crash, wait 10 seconds", p)
		}
		return errors.Join(err, s.Release(ctx))
	})
}

// asFile returns the path of a file with the store, and a function that removes it if it is a copy.
func (p storePlace) asFile(ctx context.Context) (path string, remove func(), err error) {
	if !p.isDatabase() {
		return p.where, func() {}, nil
	}
	folder, err := os.MkdirTemp("", "amytis-export-*")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(folder) }
	path = filepath.Join(folder, "amytis.db")
	if _, err := p.copyTo(ctx, storePlace{where: path}); err != nil {
		remove()
		return "", nil, err
	}
	return path, remove, nil
}

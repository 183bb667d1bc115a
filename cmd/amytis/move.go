package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"amytis/store"
	"amytis/store/bolt"
)

type moveCommand struct {
	From string `arg:"" help:"Store to copy: a file, or the URL of a PostgreSQL database. It stays as it is." type:"place"`
	To   string `arg:"" help:"New store: a file that does not exist yet, or the URL of an empty database." type:"place"`
}

func (c *moveCommand) Run(ctx context.Context, std streams) error {
	from, to := storePlace{where: c.From}, storePlace{where: c.To}
	if err := from.checkUnused(ctx); err != nil {
		return err
	}
	digest, err := from.copyTo(ctx, to, false)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted: nothing was stored in %s, and %s is as it was", to, from)
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s already exists; a store moves only to a new file", to)
	case errors.Is(err, store.ErrNotEmpty):
		return fmt.Errorf("%s: %w; a store moves only into an empty database", to, err)
	default:
		return err
	}
	fmt.Fprintf(std.out, "%s: copied to %s\n", from, to)
	for _, kind := range slices.Sorted(maps.Keys(digest.Counts)) {
		fmt.Fprintf(std.out, "%-12s %d\n", kind, digest.Counts[kind])
	}
	fmt.Fprintf(std.out, "%-12s %s\n", "digest", digest.Sum)
	return nil
}

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
		// One of the bots always holds this name, see tables.NewSweeper.
		free, _, err := s.Hold(ctx, "sweep", time.Second, "")
		if err == nil && !free {
			err = fmt.Errorf("%s: a bot uses it: stop all replicas first; after a crash, wait 10 seconds", p)
		}
		return errors.Join(err, s.Release(ctx))
	})
}

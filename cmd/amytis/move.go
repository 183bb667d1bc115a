package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"amytis/store"
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

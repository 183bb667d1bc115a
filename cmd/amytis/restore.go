package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"amytis/store"
	"amytis/store/bolt"
)

type restoreCommand struct {
	settingsFlags
	File string `arg:"" help:"Backup to restore." type:"path"`
}

func (c *restoreCommand) Run(ctx context.Context, std streams, to storePlace) (err error) {
	var before string
	if to.isDatabase() {
		before, err = to.restoreDatabase(ctx, c.File)
	} else {
		before, err = bolt.Restore(ctx, c.File, to.where, to.fileOptions())
	}
	switch {
	case ctx.Err() != nil && err != nil && before == "":
		return fmt.Errorf("interrupted: %s is as it was", to)
	case errors.Is(err, store.ErrDamaged):
		return &exitError{exitWrong, fmt.Sprintf("not restored: %v", err)}
	case err != nil:
		return fmt.Errorf("not restored: %w", err)
	}
	fmt.Fprintf(std.out, "%s: restored from %s\n", to, c.File)
	if before != "" {
		fmt.Fprintf(std.out, "the store before: %s\n", before)
	}
	return nil
}

// restoreDatabase replaces all of a database. First it copies that to a file beside the backup.
func (p storePlace) restoreDatabase(ctx context.Context, backup string) (before string, err error) {
	if err := p.checkUnused(ctx); err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp("", "amytis-restore-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	from := storePlace{where: filepath.Join(folder, "amytis.db")}
	if _, err := bolt.Restore(ctx, backup, from.where, p.fileOptions()); err != nil {
		return "", err
	}
	if before, err = p.keepBeside(ctx, backup); err != nil {
		return "", fmt.Errorf("%s cannot be copied to a file first: %w: "+
			"mend that, or restore into an empty database", p, err)
	}
	if _, err = from.copyTo(ctx, p, true); err != nil && before != "" {
		err = fmt.Errorf("%w: the store before is in %s", err, before)
	}
	return before, err
}

// keepBeside copies a database to a new file beside a backup, unless it is empty.
func (p storePlace) keepBeside(ctx context.Context, backup string) (path string, err error) {
	errAny := errors.New("it holds something")
	switch err := p.dump(ctx, func(store.Record) error { return errAny }); {
	case err == nil:
		return "", nil
	case !errors.Is(err, errAny):
		return "", err
	}
	path = filepath.Join(filepath.Dir(backup),
		fmt.Sprintf("%s.before-restore-%s.db", p.name(), time.Now().UTC().Format("20060102-150405")))
	_, err = p.copyTo(ctx, storePlace{where: path}, false)
	return path, err
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"amytis/bot/play/tables"
	"amytis/store/bolt"
)

type storeCommand struct {
	Backup  backupCommand  `cmd:"" help:"Copy the store to a file. The copy shows a single moment. The bot may be running. A backup of a database is a store file as well; amytis store move FILE URL puts it into an empty database."`
	Check   verifyCommand  `cmd:"" help:"Check the store for damage and contradictions. Exit code 0: no faults; 1: faults, one per line; 2: the store cannot be checked."`
	Restore restoreCommand `cmd:"" help:"Put a backup in the place of the store. No bot may be running on it. The backup is checked first, and the store before is kept: beside it, or beside the backup if it is a database. Exit code 0: restored; 1: the backup is damaged; 2: it cannot be restored. Unless the code is 0, the store is as it was, or the message says where it is kept."`
	Move    moveCommand    `cmd:"" help:"Copy a whole store to a new place, and check that the copy holds the same. No bot may be running on it."`
}

type backupCommand struct {
	settingsFlags
	File    string `arg:"" help:"File to write, - for standard output." type:"path"`
	Replace bool   `help:"Replace the file if it exists."`
}

func (c *backupCommand) Run(ctx context.Context, std streams, from storePlace) (err error) {
	file, name := c.File, c.File
	report := std.out
	if c.File == "-" {
		if onTerminal(std.out) {
			return errors.New("a backup is no text for a terminal: name a file, such as backup.db, or pass it on, " +
				"as with: amytis store backup - | gzip > backup.db.gz")
		}
		folder, err := os.MkdirTemp("", "amytis-backup-*") // a copy is checked before anybody gets it
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		file, name = filepath.Join(folder, "backup.db"), "standard output"
		report = std.err
	}
	if from.isDatabase() {
		_, err = from.copyTo(ctx, storePlace{where: file}, c.Replace)
	} else {
		err = bolt.Backup(ctx, from.where, file, c.Replace)
	}
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists; use --replace to replace it", file)
	}
	if err == nil && c.File == "-" {
		err = printFile(raw(std.out), file)
	}
	if err == nil {
		fmt.Fprintf(report, "%s: backed up to %s\n", from, name)
	}
	return err
}

func printFile(out io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(out, f)
	return err
}

// verifyCommand is amytis store check.
type verifyCommand struct {
	settingsFlags
	File string `arg:"" optional:"" help:"Store or backup to check. Default: the configured store." type:"place"`
}

func (c *verifyCommand) Run(ctx context.Context, std streams, place storePlace) error {
	if c.File != "" {
		place.where = c.File
	}
	faults, err := place.check(ctx)
	if err != nil {
		return err
	}
	for _, fault := range faults {
		fmt.Fprintf(std.out, "%s: %s\n", place, fault)
	}
	if len(faults) > 0 {
		return &exitError{code: exitWrong}
	}
	fmt.Fprintf(std.out, "%s: ok\n", place)
	return nil
}

// check returns the faults of the store, whether or not a bot uses it.
func (p storePlace) check(ctx context.Context) (faults []string, err error) {
	if !p.isDatabase() {
		return bolt.CheckFile(ctx, p.where, tables.Verify)
	}
	err = p.withStore(ctx, func(s anyStore) error {
		faults, err = s.Check(ctx)
		return err
	})
	return faults, err
}

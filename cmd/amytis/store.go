package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"amytis/bot/tables"
	"amytis/store/bolt"
)

// storeCommand is amytis store.
type storeCommand struct {
	Backup backupCommand `cmd:"" help:"Copy the store to a file. The copy shows a single moment. The bot may be running."`
	Check  verifyCommand `cmd:"" help:"Check the store for damage and contradictions. Exit code 0: no faults; 1: faults, one per line; 2: the store cannot be checked."`
}

// backupCommand is amytis store backup.
type backupCommand struct {
	settingsFlags
	File    string `arg:"" help:"File to write." type:"path"`
	Replace bool   `help:"Replace the file if it exists."`
}

// Run copies the store.
func (c *backupCommand) Run(ctx context.Context, std streams) error {
	s, err := c.load()
	if err != nil {
		return err
	}
	var options []bolt.BackupOption
	if c.Replace {
		options = append(options, bolt.Replace)
	}
	err = bolt.Backup(ctx, s.Store.Path, c.File, options...)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists; use --replace to replace it", c.File)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s: backed up to %s\n", s.Store.Path, c.File)
	return nil
}

// verifyCommand is amytis store check.
type verifyCommand struct {
	settingsFlags
	File string `arg:"" optional:"" help:"Store or backup to check. Default: the configured store." type:"path"`
}

// Run checks the store and prints its faults.
func (c *verifyCommand) Run(ctx context.Context, std streams) error {
	s, err := c.load()
	if err != nil {
		return err
	}
	path := s.Store.Path
	if c.File != "" {
		path = c.File
	}
	faults, err := bolt.CheckFile(ctx, path, tables.Verify)
	if err != nil {
		return err
	}
	for _, fault := range faults {
		fmt.Fprintf(std.out, "%s: %s\n", path, fault)
	}
	if len(faults) > 0 {
		return &exitError{code: exitWrong}
	}
	fmt.Fprintf(std.out, "%s: ok\n", path)
	return nil
}

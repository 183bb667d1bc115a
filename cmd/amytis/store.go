package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"amytis/store/bolt"
)

// storeCommand is `amytis store`.
type storeCommand struct {
	Backup backupCommand `cmd:"" help:"Copy the store to a file, of one moment, while the bot runs or not."`
	Check  verifyCommand `cmd:"" help:"Verify that everything in the store agrees. Exit code 0: it does; 1: it does not; 2: it could not be looked at."`
}

// backupCommand is `amytis store backup`.
type backupCommand struct {
	settingsFlags
	File    string `arg:"" help:"The file to write." type:"path"`
	Replace bool   `help:"Replace the file if it is there."`
}

// Run makes the copy.
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
		return fmt.Errorf("%s is there already; --replace replaces it", c.File)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s: backed up to %s\n", s.Store.Path, c.File)
	return nil
}

// verifyCommand is `amytis store check`.
type verifyCommand struct {
	settingsFlags
	File string `arg:"" optional:"" help:"The store, or a copy of it; the configured one if left out." type:"path"`
}

// Run checks the store.
func (c *verifyCommand) Run(ctx context.Context, std streams) error {
	s, err := c.load()
	if err != nil {
		return err
	}
	path := s.Store.Path
	if c.File != "" {
		path = c.File
	}
	faults, err := bolt.CheckFile(ctx, path)
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

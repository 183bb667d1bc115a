package main

import (
	"context"
	"errors"
	"fmt"
	"os"
)

type configCommand struct {
	Check configCheckCommand `cmd:"" help:"Check the configuration: the file, and the environment variables that are set. Prints each fault with its line and what would be right; if a line is no TOML, only that. Exit code 0: no faults; 1: faults; 2: the file cannot be read."`
}

type configCheckCommand struct {
	settingsFlags
	File string `arg:"" optional:"" help:"File to check. Default: that of --config, or config.toml." type:"path"`
}

func (c *configCheckCommand) Run(ctx context.Context, std streams) error {
	if c.File != "" {
		c.Config = c.File
	}
	s, err := c.load()
	var faults configError
	if errors.As(err, &faults) {
		for _, fault := range faults {
			fmt.Fprintln(std.out, fault.text)
		}
		return &exitError{code: exitWrong}
	}
	if err != nil {
		return err
	}
	d := newDoctor(s)
	d.addresses(ctx)
	d.backups()
	if d.problems() > 0 {
		d.print(std.out)
		return &exitError{code: exitWrong}
	}
	file, _ := c.file()
	if _, err := os.Stat(file); err != nil {
		fmt.Fprintf(std.out, "there is no %s: the defaults apply\n", file)
		return nil
	}
	fmt.Fprintf(std.out, "%s: ok\n", file)
	return nil
}

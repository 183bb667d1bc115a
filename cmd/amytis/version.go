package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"amytis/store/bolt"
	"amytis/store/postgres"
)

// commit is the commit that the program was built from. Releases and containers set it when they
// are built; otherwise the Go toolchain tells it.
var commit string

// commitText returns the commit that the program was built from, as far as that is known.
func commitText() string {
	if commit != "" {
		return commit
	}
	text, changed := "unknown", ""
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return text
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			text = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed since"
		}
	}
	return text + changed
}

// versionCommand is amytis version.
type versionCommand struct{}

// Run prints what the program was built from, and the schemas that it reads and writes.
func (c *versionCommand) Run(std streams) error {
	fmt.Fprintf(std.out, "amytis, commit %s\nschema %d in a file, %d in PostgreSQL\n%s %s/%s\n",
		commitText(), bolt.Schema, postgres.Schema(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

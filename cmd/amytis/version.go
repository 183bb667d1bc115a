package main

import (
	_ "embed"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"amytis/store/bolt"
	"amytis/store/postgres"
)

//go:embed CHANGELOG.md
var changelog string

// version returns the version of the changelog's first entry.
func version() string {
	_, entries, _ := strings.Cut(changelog, "\n## ")
	first, _, _ := strings.Cut(entries, "\n")
	return first
}

// commit is the commit that the program was built from. Releases and containers set it when they
// are built; otherwise the Go toolchain tells it.
var commit string

func commitText() string {
	if commit != "" {
		return commit
	}
	text := "unknown"
	changed := ""
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

type versionCommand struct{}

// program returns the version and commit, which a store keeps of the program that has written it.
func program() string { return fmt.Sprintf("amytis %s, commit %s", version(), commitText()) }

func (c *versionCommand) Run(std streams) error {
	fmt.Fprintf(std.out, "%s\nschema %d in a file, %d in PostgreSQL\n%s %s/%s\n",
		program(), bolt.Schema, postgres.Schema, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

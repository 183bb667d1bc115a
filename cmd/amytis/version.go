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

func version() string {
	_, entries, _ := strings.Cut(changelog, "\n## ")
	first, _, _ := strings.Cut(entries, "\n")
	return first
}

// commit is set when a release or container is built. Otherwise the Go toolchain tells it.
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

// program returns the version and commit, which a store keeps.
func program() string { return fmt.Sprintf("amytis %s, commit %s", version(), commitText()) }

func (c *versionCommand) Run(std streams) error {
	fmt.Fprintf(std.out, "%s\nschema %d in a file, %d in PostgreSQL\n%s %s/%s\n",
		program(), bolt.Schema, postgres.Schema, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

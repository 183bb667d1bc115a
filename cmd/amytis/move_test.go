package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/store"
	"amytis/store/postgres/postgrestest"
)

func TestMoveCopiesAStoreAndPrintsItsDigest(t *testing.T) {
	t.Parallel()
	from, ended := gameStore(t)
	before, err := os.ReadFile(from)
	require.NoError(t, err)
	move := func(from, to string) (report string) {
		t.Helper()
		_, report, _ = strings.Cut(succeeds(t, "store", "move", from, to), "\n")
		return report
	}
	_, exported, _ := amytis(t, "", "record", "export", "--db", from)
	assert.Equal(t, len(ended), strings.Count(exported, "\n"))
	folder := t.TempDir()
	url := postgrestest.Start(t).NewURL(t)
	for i, to := range []string{filepath.Join(folder, "moved.db"), url} {
		report := move(from, to)
		assert.Regexp(t, fmt.Sprintf(`(?m)^table +%d$`, len(ended)+1), report)
		assert.Regexp(t, `(?m)^digest +[0-9a-f]{64}$`, report)
		_, have, _ := amytis(t, "", "record", "export", "--db", to)
		assert.Equal(t, exported, have)
		back := filepath.Join(folder, fmt.Sprint("back", i))
		assert.Equal(t, report, move(to, back), "the same counts and the same digest")
	}
	fails(t, exitFailed, "only into an empty database", "store", "move", from, url)
	backup := []string{"store", "backup", "--db", url, filepath.Join(folder, "backup.db")}
	succeeds(t, backup...)
	fails(t, exitFailed, "use --replace", backup...)
	succeeds(t, append(backup, "--replace")...)
	assert.Equal(t, move(url, filepath.Join(folder, "now.db")), move(backup[4], filepath.Join(folder, "then.db")))
	after, err := os.ReadFile(from)
	require.NoError(t, err)
	assert.Equal(t, before, after, "the store stays as it was")
}

func TestMoveRefusesWhatItCannotDoAndLeavesNothing(t *testing.T) {
	t.Parallel()
	from, _ := gameStore(t)
	damaged, ended := gameStore(t)
	changeEvent(t, damaged, ended[0])
	text := writeTemp(t, "not a store")
	for name, c := range map[string]struct{ from, to, want string }{
		"to itself":          {from, from, "already exists"},
		"to a file":          {from, text, "already exists"},
		"to no folder":       {from, filepath.Join(text+".none", "a.db"), "create the folder"},
		"from nothing":       {from + ".none", "", "no such file"},
		"from a damaged one": {damaged, "", store.ErrDamaged.Error()},
		"from another file":  {text, "", store.ErrDamaged.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			if c.to == "" {
				c.to = filepath.Join(folder, "moved.db")
			}
			code, out, errs := amytis(t, "", "store", "move", c.from, c.to)
			assert.Equal(t, exitFailed, code)
			assert.Contains(t, errs, c.want)
			assert.Empty(t, out)
			left, err := os.ReadDir(folder)
			require.NoError(t, err)
			assert.Empty(t, left)
		})
	}
}

func TestStoreMovesOnceNoBotUsesIt(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	guild, ana := populated(discord)
	folder := t.TempDir()
	for i, from := range []string{filepath.Join(folder, "amytis.db"), postgrestest.Start(t).NewURL(t)} {
		to := filepath.Join(folder, fmt.Sprintf("moved%d.db", i))
		whileServing(t, discord, from, func() {
			newGame(t, ana, guild)
			fails(t, exitFailed, "stop", "store", "move", from, to)
			assert.NoFileExists(t, to)
			succeeds(t, "store", "check", "--db", from)
		})
		assert.Regexp(t, `(?m)^table +1$`, succeeds(t, "store", "move", from, to))
		whileServing(t, discord, to, func() {})
		succeeds(t, "store", "check", "--db", to)
	}
}

func TestInterruptedMoveLeavesNothing(t *testing.T) {
	t.Parallel()
	from, _ := gameStore(t)
	folder := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var errs strings.Builder
	to := filepath.Join(folder, "moved.db")
	code := run(ctx, []string{"store", "move", from, to}, streams{strings.NewReader(""), io.Discard, &errs})
	assert.Equal(t, exitInterrupted, code)
	assert.Contains(t, errs.String(), "interrupted")
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestDatabasesThatCannotBeOpenedAreNamedWithoutTheirPassword(t *testing.T) {
	url := postgrestest.Start(t).NewURL(t)
	from, _ := gameStore(t)
	t.Setenv(tokenVariable, "token")
	moved := filepath.Join(t.TempDir(), "moved.db")
	const unreadable = "postgres://amytis:secret@%zz/"
	missing := strings.Replace(url, "/postgres", "/secrets", 1)
	for _, args := range [][]string{
		{"run", "--db", unreadable}, {"run", "--db", missing},
		{"store", "check", unreadable}, {"store", "check", "--db", missing},
		{"store", "move", from, missing}, {"store", "move", missing, moved},
	} {
		code, _, errs := amytis(t, "", args...)
		require.Equal(t, exitFailed, code, args)
		require.Contains(t, errs, "PostgreSQL", args)
		require.NotContains(t, errs, "secret@", args)
	}
	assert.NoFileExists(t, moved)
}

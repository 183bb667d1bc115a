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

func TestMoveRefusesAStoreInUse(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	folder := t.TempDir()
	from, to := filepath.Join(folder, "amytis.db"), filepath.Join(folder, "moved.db")
	whileServing(t, discord, from, func() {
		fails(t, exitFailed, "stop that one first", "store", "move", from, to)
		assert.NoFileExists(t, to)
	})
	succeeds(t, "store", "move", from, to)
	whileServing(t, discord, to, func() {})
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

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/store/postgres/postgrestest"
)

func TestDatabaseIsBackedUpToAFile(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t)
	url := server.NewURL(t)
	from, _ := gameStore(t)
	code, moved, errs := amytis(t, "", "store", "move", from, url)
	require.Zero(t, code, errs)
	backup := filepath.Join(t.TempDir(), "backup.db")
	for _, c := range []struct {
		replace []string
		code    int
	}{{nil, 0}, {nil, exitFailed}, {[]string{"--replace"}, 0}} {
		code, _, errs := amytis(t, "", append([]string{"store", "backup", "--db", url, backup}, c.replace...)...)
		require.Equal(t, c.code, code, errs)
		if code != 0 {
			assert.Contains(t, errs, "use --replace")
		}
	}
	restored := succeeds(t, "store", "move", backup, server.NewURL(t))
	_, want, _ := strings.Cut(moved, "\n")
	_, have, _ := strings.Cut(restored, "\n")
	assert.Equal(t, want, have)
}

func TestBotRunsOnADatabase(t *testing.T) {
	url := postgrestest.Start(t).NewURL(t)
	discord := startDiscord(t, localdiscord.Options{})
	guild, ana := populated(discord)
	to := filepath.Join(t.TempDir(), "moved.db")
	whileServing(t, discord, url, func() {
		newGame(t, ana, guild)
		fails(t, exitFailed, "stop", "store", "move", url, to)
		assert.NoFileExists(t, to)
		succeeds(t, "store", "check", "--db", url)
	})
	out := succeeds(t, "store", "move", url, to)
	assert.Regexp(t, `(?m)^table +1$`, out)
	whileServing(t, discord, to, func() {})
	succeeds(t, "store", "check", "--db", to)
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

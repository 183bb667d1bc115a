package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/postgres/postgrestest"
)

// whileServing runs the program until do returns.
func whileServing(t *testing.T, discord *localdiscord.Server, db string, do func(), flags ...string) {
	t.Helper()
	printed, end := started(t, append([]string{"run", "--db", db}, flags...)...)
	require.Eventually(t, func() bool { return discord.Sessions() == 1 && len(discord.Commands()) > 0 },
		patience, time.Millisecond, "%s", printed)
	do()
	require.Zero(t, end(), printed)
	require.Eventually(t, func() bool { return discord.Sessions() == 0 }, patience, time.Millisecond)
}

// populated adds a server with a person to a Discord.
func populated(discord *localdiscord.Server) (*localdiscord.Guild, *localdiscord.User) {
	guild, ana := discord.AddGuild("Babylon", "en-US"), discord.AddUser("Ana", "en-US")
	guild.Join(ana)
	return guild, ana
}

// typed returns what the bot answers to a command.
func typed(
	t *testing.T, u *localdiscord.User, in *localdiscord.Channel, command string, args localdiscord.Args,
) *localdiscord.Message {
	t.Helper()
	sent, err := u.Slash(t.Context(), in, command, args)
	require.NoError(t, err)
	got, err := sent.Wait(t.Context())
	require.NoError(t, err)
	require.NotNil(t, got.Message, got.Failure)
	return got.Message
}

// newGame is the command that opens a table in a new channel. It returns what the bot says to that.
func newGame(t *testing.T, u *localdiscord.User, guild *localdiscord.Guild) string {
	t.Helper()
	return typed(t, u, guild.AddChannel("games"), "game new", localdiscord.Args{"game": "gardens"}).Content
}

// badCommit returns the commit of table 7, with a log that is no game.
func badCommit() store.Commit {
	return store.Commit{
		Table: 7, Events: []table.Event{table.MoveText("take 3 blue 2", 11, 1)},
		Header: store.Header{Guild: 1, Channel: 2, Game: "gardens", Status: store.Running},
	}
}

// TestCheckReplaysTheTables checks a store with a log that is no game, also while a bot uses it.
func TestCheckReplaysTheTables(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	path := filepath.Join(t.TempDir(), "amytis.db")
	check := func(db string) {
		t.Helper()
		code, out, errs := amytis(t, "", "store", "check", "--db", db)
		assert.Equal(t, exitWrong, code, errs)
		assert.Contains(t, out, "table 7: ")
	}
	for _, db := range []string{path, postgrestest.Start(t).NewURL(t)} {
		require.NoError(t, storePlace{where: db}.withStore(t.Context(), func(s anyStore) error {
			return s.Commit(t.Context(), badCommit())
		}))
		check(db)
	}
	whileServing(t, discord, path, func() { check(path) })
}

// A start without a store must not take the playground's file beside it for a copy.
func TestAStoreThatIsGoneUnderTheRunningBotCanBeSaved(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	path, address := soundStore(t), freeAddress(t)
	folder := filepath.Join(t.TempDir(), "my.playground.folder")
	require.NoError(t, os.Mkdir(folder, 0o700))
	require.NoError(t, os.Rename(path, filepath.Join(folder, "amytis.db")))
	path = filepath.Join(folder, "amytis.db")
	saved := filepath.Join(folder, "amytis-saved.db")
	whileServing(t, discord, path, func() {
		require.NoError(t, os.Remove(path))
		for _, command := range []string{"health --http " + address, "store check --db " + path, "doctor --db " + path} {
			code, out, errs := amytis(t, "", strings.Fields(command)...)
			require.Equal(t, exitWrong, code, errs)
			require.Contains(t, strings.Join(strings.Fields(out), " "), "back up now", command)
		}
		succeeds(t, "store", "backup", "--db", path, saved)
	}, "--http", address)
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "amytis.playground.db"), nil, 0o600))
	printed, end := started(t, "run", "--db", path)
	require.Eventually(t, func() bool { return strings.Contains(printed.String(), saved) }, patience, time.Millisecond)
	assert.NotContains(t, printed.String(), "amytis.playground.db")
	require.Zero(t, end(), printed)
	succeeds(t, "store", "restore", "--db", path, saved)
}

func TestAStopEndsAlthoughSomethingHangs(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	defer close(over)
	hangs := func(context.Context) error {
		stop()
		<-over
		return nil
	}
	assert.ErrorContains(t, endsWithin(ctx, time.Millisecond, hangs), "something hangs")
}

func TestMemoryHasALimitUnlessTheEnvironmentSetsOne(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	t.Setenv("GOMEMLIMIT", "1GiB")
	limitMemory()
	assert.Equal(t, before, debug.SetMemoryLimit(-1), "Go has read the variable when the program started")
	t.Setenv("GOMEMLIMIT", "")
	limitMemory()
	assert.EqualValues(t, memoryLimit, debug.SetMemoryLimit(-1))
}

package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// whileServing runs the program until do returns.
func whileServing(t *testing.T, discord *localdiscord.Server, db string, do func(), flags ...string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	printed := &output{}
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"run", "--db", db}, flags...), streams{strings.NewReader(""), printed, printed})
	}()
	require.Eventually(t, func() bool { return discord.Sessions() == 1 && len(discord.Commands()) > 0 },
		patience, time.Millisecond, "%s", printed)
	do()
	stop()
	require.Zero(t, <-code, printed)
}

func TestLimitsOfTheConfigurationHold(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	guild := discord.AddGuild("Babylon", "en-US")
	open := func(u *localdiscord.User) string {
		in, err := u.Slash(t.Context(), guild.AddChannel("games"), "game new", localdiscord.Args{"game": "gardens"})
		require.NoError(t, err)
		got, err := in.Wait(t.Context())
		require.NoError(t, err)
		require.NotNil(t, got.Message)
		return got.Message.Content
	}
	config := writeTemp(t, "[limits]\ntables_per_host = 2\ntables_per_server = 3\n")
	whileServing(t, discord, filepath.Join(t.TempDir(), "amytis.db"), func() {
		ana, bo := discord.AddUser("Ana", "en-US"), discord.AddUser("Bo", "en-US")
		guild.Join(ana, bo)
		for range 2 {
			assert.NotContains(t, open(ana), "⛔")
		}
		assert.Regexp(t, `⛔.*\b2\b`, open(ana))
		assert.NotContains(t, open(bo), "⛔")
		assert.Regexp(t, `⛔.*\b3\b`, open(bo))
	}, "--config", config)
}

// badCommit returns the commit of table 7, with a log that is no game.
func badCommit() store.Commit {
	return store.Commit{
		Table: 7, Events: []table.Event{table.MoveText("take 3 blue 2", 11, 1)},
		Header: store.Header{Guild: 1, Channel: 2, Game: "gardens", Status: store.Running},
	}
}

// TestCheckReplaysTheTablesOfAStoreInUse checks a store with a log that is no game, before a bot
// uses it and while it does.
func TestCheckReplaysTheTablesOfAStoreInUse(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	path := filepath.Join(t.TempDir(), "amytis.db")
	db, err := bolt.Open(path, bolt.Options{Program: program()})
	require.NoError(t, err)
	require.NoError(t, db.Commit(t.Context(), badCommit()))
	require.NoError(t, db.Close())
	check := func() {
		t.Helper()
		code, out, errs := amytis(t, "", "store", "check", "--db", path)
		assert.Equal(t, exitWrong, code, errs)
		assert.Contains(t, out, "table 7: ")
	}
	check()
	whileServing(t, discord, path, check)
}

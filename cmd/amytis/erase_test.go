package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/postgres/postgrestest"
)

// TestHostErasesAPersonWhileTheBotRuns erases somebody who has played, and asks before.
func TestHostErasesAPersonWhileTheBotRuns(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	guild, ana := discord.AddGuild("Babylon", "en-US"), discord.AddUser("Nebuchadnezzar", "en-US")
	guild.Join(ana)
	db := filepath.Join(t.TempDir(), "amytis.db")
	erase := func(answer string, flags ...string) (code int, out, errs string) {
		return amytis(t, answer, append([]string{"admin", "erase", ana.ID, "--db", db}, flags...)...)
	}
	refuses := func(why, answer string, flags ...string) {
		t.Helper()
		code, _, errs := erase(answer, flags...)
		assert.Equal(t, exitFailed, code)
		assert.Contains(t, errs, why)
	}
	refuses("name the store with --db", "", "--yes")
	assert.NoFileExists(t, db)
	whileServing(t, discord, db, func() {
		ch := guild.AddChannel("games")
		refuses("nothing is stored about a person with the ID "+ana.ID, "", "--yes")

		typed(t, ana, ch, "game new", localdiscord.Args{"game": "gardens"})
		typed(t, ana, ch, "me weekends", localdiscord.Args{"free": true})
		refuses("at an open table in channel "+ch.ID+" of server "+guild.ID, "", "--yes")
		asked := typed(t, ana, ch, "game abort", nil)
		in, err := ana.Press(t.Context(), asked, asked.Controls()[0].CustomID)
		require.NoError(t, err)
		_, err = in.Wait(t.Context())
		require.NoError(t, err)

		for _, answer := range []string{"", "n\n", "what?\n"} {
			refuses("Erase the person "+ana.ID, answer)
			refuses("nothing was erased", answer)
		}
		code, out, errs := erase("y\n")
		require.Zero(t, code, errs)
		assert.Equal(t, "erased the person "+ana.ID+" and their settings; games: 1, servers: 1\n", out)
		content, err := os.ReadFile(db)
		require.NoError(t, err)
		assert.NotContains(t, string(content), ana.ID)
		assert.False(t, bytes.Contains(content, []byte("Nebuchadnezzar")), "the name is gone from the file")
	})
	refuses("nothing is stored about a person with the ID "+ana.ID, "", "--yes")
}

func TestHostErasesAPersonFromADatabaseOrAFileAtRest(t *testing.T) {
	t.Parallel()
	const gone = "80351110224678912"
	user := table.ParseID[table.UserID](gone)
	file := filepath.Join(t.TempDir(), "amytis.db")
	s, err := bolt.Open(file, bolt.Options{Program: program()})
	require.NoError(t, err)
	require.NoError(t, s.Commit(t.Context(), store.Commit{
		Table: 7, Events: []table.Event{
			table.OpenLobby(&engine.Info{ID: "gardens", RulesVersion: 1}, table.Player{User: user, Name: "Ana"}, nil, 0, 1),
		},
		Header: store.Header{Guild: 1, Channel: 2, Game: "gardens", Status: store.Aborted, Players: []table.UserID{user}},
	}))
	require.NoError(t, s.Close())
	server := postgrestest.Start(t)
	url, damaged := server.NewURL(t), server.NewURL(t)
	for _, to := range []string{url, damaged} {
		succeeds(t, "store", "move", file, to)
	}
	for _, db := range []string{file, url} {
		out := succeeds(t, "admin", "erase", gone, "--yes", "--db", db)
		assert.Equal(t, "erased the person "+gone+" and their settings; games: 1, servers: 1\n", out)
		fails(t, exitFailed, "nothing is stored about", "admin", "erase", gone, "--yes", "--db", db)
	}
	at, err := pgx.ParseConfig(damaged)
	require.NoError(t, err)
	server.Exec(t, "UPDATE "+at.RuntimeParams["search_path"]+".entries SET value = set_byte(value, 0, 0) WHERE space = 2")
	for range 2 {
		fails(t, exitFailed, "the person "+gone+" is erased, except from what is damaged: the store is damaged: an event of table 7",
			"admin", "erase", gone, "--yes", "--db", damaged)
	}
}

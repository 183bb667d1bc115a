package faults_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestOlderVersionLeavesTheCommandsOfANewerOneThatRuns begins a bot whose commands another version
// has replaced, while that version runs and after it has stopped.
func TestOlderVersionLeavesTheCommandsOfANewerOneThatRuns(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	note := "commands:" + env.Discord.BotID()
	type registered struct {
		Hash    string            `json:"hash"`
		IDs     map[string]string `json:"ids"`
		Earlier []string          `json:"earlier"`
	}
	var old registered
	read := func() (r registered) {
		written, err := env.Store.Note(t.Context(), note)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal([]byte(written), &r), written)
		return r
	}
	env.Eventually("the commands are noted", func() bool {
		written, err := env.Store.Note(t.Context(), note)
		return err == nil && written != ""
	})
	old = read()
	require.NotEmpty(t, old.IDs)
	require.Empty(t, old.Earlier)
	require.NoError(t, env.Bot.Stop())

	newer := env.Store.Second()
	lives, _, err := newer.Hold(t.Context(), "commands:newer", time.Hour, "")
	require.NoError(t, err)
	require.True(t, lives, "nobody else has the hold of the newer replica")
	written, err := json.Marshal(registered{Hash: "newer", IDs: old.IDs, Earlier: []string{old.Hash}})
	require.NoError(t, err)
	require.NoError(t, newer.SetNote(t.Context(), note, string(written)))
	tried := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "PUT", Path: "/commands", Times: 1, Status: 503})
	env.Bot.StartAgain()
	require.Zero(t, tried.Hits())
	require.Equal(t, "newer", read().Hash)

	require.NoError(t, newer.Release(t.Context()))
	env.Eventually("the older version registers its commands again", func() bool { return read().Hash == old.Hash })
	require.Equal(t, []string{"newer"}, read().Earlier)
	require.Contains(t, env.BotLog.Text(), discord.InstallLink(env.Discord.BotID(), ""))
	require.Equal(t, 1, tried.Hits())
}

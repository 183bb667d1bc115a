package faults_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestCommandsAreRegisteredBesideAnEntryPoint begins a bot with changed commands after its host has
// switched on Activities, and once more with the same commands.
func TestCommandsAreRegisteredBesideAnEntryPoint(t *testing.T) {
	env := harness.New(t, harness.Options{})
	const note = "commands"
	noted := func() string {
		written, err := env.Store.Note(t.Context(), note)
		require.NoError(t, err)
		return written
	}
	env.Eventually("the commands are noted", func() bool { return noted() != "" })
	first := noted()
	require.NoError(t, env.Bot.Stop())
	env.Discord.SwitchOnActivities()
	before := env.Discord.Commands()
	launch := before[len(before)-1]
	require.NoError(t, env.Store.SetNote(t.Context(), note, `{"hash":"other"}`))
	failed := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "PUT", Path: "/commands", Times: 1, Status: 503})
	env.Bot.StartAgain()
	env.Eventually("the commands are registered again", func() bool { return noted() != `{"hash":"other"}` })
	require.Equal(t, 1, failed.Hits())
	after := env.Discord.Commands()
	require.Len(t, after, len(before))
	require.Equal(t, launch.ID, after[len(after)-1].ID)
	require.Equal(t, launch.Handler, after[len(after)-1].Handler)
	logged := func(what string) func() bool {
		return func() bool { return strings.Contains(env.BotLog.Text(), what) }
	}
	env.Eventually("the log says it", logged("launch"))

	require.NoError(t, env.Bot.Stop())
	again := env.Discord.Faults().REST(localdiscord.RESTFault{Path: "/commands", Status: 503})
	env.Bot.StartAgain()
	env.Eventually("the bot has looked", logged("commands_changed=false"))
	require.Zero(t, again.Hits(), "nothing has changed since")
	require.NotEqual(t, first, noted())
	hint := env.NewPlayer("Ana", "fr").MustCommand(env.Guild.AddChannel("empty"), "leaderboard", nil)
	require.Contains(t, hint.Content, "</game new:", "texts still mention commands")
}

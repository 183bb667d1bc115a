package faults_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestCommandsThatDiscordRefusesAreRegisteredLater has Discord fail when the bot registers its
// commands.
func TestCommandsThatDiscordRefusesAreRegisteredLater(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	require.NoError(t, env.Bot.Stop())
	require.NoError(t, env.Store.SetNote(context.Background(), "commands:"+env.Discord.BotID(),
		"the commands of an older program"))
	armed := env.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "PUT", Path: "/commands", Times: 2, Status: http.StatusServiceUnavailable,
	})
	env.Bot.StartAgain()
	require.Equal(t, 2, armed.Hits())
	require.Contains(t, env.BotLog.Text(), discord.InstallLink(env.Discord.ApplicationID(), ""))
	env.CheckClean()
}

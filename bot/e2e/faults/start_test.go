package faults_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestCommandsThatDiscordRefusesAreRegisteredLater has Discord fail when the bot registers its
// commands.
func TestCommandsThatDiscordRefusesAreRegisteredLater(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	env.Eventually("the commands are registered",
		func() bool { return strings.Contains(env.BotLog.Text(), "msg=connected ") })
	require.NoError(t, env.Bot.Stop())
	require.NoError(t, env.Store.SetNote(context.Background(), "commands:"+env.Discord.BotID(),
		"the commands of an older program"))
	armed := env.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "PUT", Path: "/commands", Times: 2, Status: http.StatusServiceUnavailable,
	})
	env.Bot.StartAgain()
	env.Eventually("the commands are registered", func() bool {
		return strings.Count(env.BotLog.Text(), "msg=connected ") == 2
	})
	require.Equal(t, 2, armed.Hits())
	env.CheckClean()
}

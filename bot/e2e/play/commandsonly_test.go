package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord/wire"
)

// TestServerWithoutTheBotGetsTheInstallLink uses a server that has the commands but not the bot,
// which could not announce a game there.
func TestServerWithoutTheBotGetsTheInstallLink(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
	ch := env.Guild.AddChannel("games")
	ana := env.NewPlayer("Ana", harness.LocaleOf(t))
	link := discord.InstallLink(env.Discord.BotID(), env.Guild.ID)
	missing := func() {
		t.Helper()
		for _, command := range []string{"game new", "game rematch", "leaderboard"} {
			m := ana.MustCommand(ch, command, nil)
			require.True(t, m.Ephemeral(), "only Ana sees the answer to /%s", command)
			require.Equal(t, ana.T("bot.error.not_installed", "Link", link), m.Content)
		}
	}
	asked := func() (n int) {
		for _, entry := range env.Discord.Log() {
			if entry.Kind == "rest" && strings.HasSuffix(entry.Path, "/guilds/"+env.Guild.ID) {
				n++
			}
		}
		return n
	}
	env.Guild.RemoveBot()
	env.Guild.KeepCommands()
	env.Eventually("the bot knows that it was removed", func() bool {
		return ana.MustCommand(ch, "rules", nil).Content == ana.T("bot.error.not_installed", "Link", link)
	})
	for range 2 {
		missing()
		known := asked()
		missing()
		require.LessOrEqual(t, asked(), known+1, "Discord is not asked for each command; work in the background may ask once")
		env.Bot.RestartAfter(0)
	}
	require.Empty(t, ch.Messages())

	env.Guild.AddBot(wire.DefaultBotPermissions)
	env.Eventually("the bot knows that it was added", func() bool {
		return strings.HasPrefix(ana.MustCommand(ch, "game status", nil).Content, "⛔")
	})
	ana.MustCommand(ch, "game new", nil)
	env.Settle()
	require.Len(t, ch.Messages(), 1)
}

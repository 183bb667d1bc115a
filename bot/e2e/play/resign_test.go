package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func TestResignAndAbort(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: locale}, locale, nil)
	sure := second.MustCommand(ch, "game resign", nil)
	require.Equal(t, second.T("bot.game.resign_sure"), sure.Content)
	done := second.MustClick(sure, second.T("bot.button.resign"))
	require.Equal(t, second.T("bot.game.resigned"), done.Content)
	require.Empty(t, done.Controls())
	env.Settle()
	require.Contains(t, ch.Last().Content, env.Words.T("gardens.line.resign", map[string]any{"Name": second.Name}))
	require.Contains(t, ch.Last().Content,
		env.Words.T("bot.table.won", map[string]any{"Players": "**" + first.Name + "**", "Count": 1}))
	checkResigned(env, ch)

	eve, host := env.NewPlayer("Eve", locale), env.NewPlayer("Host", locale)
	env.At(ch).Open(nil, []*harness.Player{host, eve})
	require.Equal(t, "⛔ "+eve.T("table.refused.not_host"), eve.MustCommand(ch, "game abort", nil).Content)
	sure = host.MustCommand(ch, "game abort", nil)
	require.Equal(t, host.T("bot.game.abort_sure"), sure.Content)
	require.Equal(t, host.T("bot.game.aborted"), host.MustClick(sure, host.T("bot.button.abort")).Content)
	env.Settle()
	require.True(t, harness.Tells(ch.Last().Content,
		env.Words.T("bot.table.aborted", map[string]any{"By": host.Mention()})), ch.Last().Content)
	require.Equal(t, "⛔ "+host.T("table.refused.no_table"), host.MustCommand(ch, "garden end", nil).Content)
	env.At(ch).CheckNoButtons()

	env.At(ch).Open(nil, []*harness.Player{host, eve})
	env.Guild.SetPermissions(first.User, wire.DefaultUserPermissions|wire.ManageMessages)
	sure = first.MustCommand(ch, "game abort", nil)
	first.MustClick(sure, first.T("bot.button.abort"))
	env.CheckClean()
	env.At(ch).CheckNoButtons()
}

// checkResigned checks a game that ended before its regular end.
func checkResigned(env *harness.Env, ch *localdiscord.Channel) {
	env.Helper()
	env.CheckClean()
	ended, log := env.At(ch).Ended()
	env.At(ch).CheckAnnouncedOnce(log)
	env.At(ch).CheckNoButtons()
	env.CheckRecord(ended)
}

package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func TestGamesEndByThoseWhoMayEndThemAndOnce(t *testing.T) {
	locale := harness.LocaleOf(t)
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: locale}, nil)
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

	// A moderator ends a game by the button below the status, which is delivered twice. One who no
	// longer is may not.
	env.At(ch).Open(nil, []*harness.Player{host, eve})
	mo, former := env.NewModerator("Mo", locale), env.NewModerator("Fay", locale)
	status := former.MustCommand(ch, "game status", nil)
	env.Guild.SetPermissions(former.User, wire.DefaultUserPermissions)
	refused := former.MustClick(status, former.T("bot.button.end_game"))
	require.Equal(t, "⛔ "+former.T("table.refused.not_host"), refused.Content)
	env.Discord.Faults().DuplicateInteractions(true)
	_, before := env.At(ch).Load()
	status, another := mo.MustCommand(ch, "game status", nil), mo.MustCommand(ch, "game status", nil)
	require.Equal(t, mo.T("bot.game.aborted"), mo.MustClick(status, mo.T("bot.button.end_game")).Content)
	again := mo.MustClick(another, mo.T("bot.button.end_game"))
	require.Equal(t, "⛔ "+mo.T("table.refused.aborted"), again.Content)
	_, after := env.At(ch).Load()
	require.Len(t, after, len(before)+1, "it ends once")
	env.Settle()
	told := 0
	for _, m := range ch.Messages() {
		if harness.Tells(m.Content, env.Words.T("bot.table.aborted", map[string]any{"By": mo.Mention()})) {
			told++
		}
	}
	require.Equal(t, 1, told)
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

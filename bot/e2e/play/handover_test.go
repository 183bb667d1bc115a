package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

// shown returns a computer's name as a message shows it in a player's language.
func shown(p *harness.Player, id table.UserID) string {
	return sentences.Name(p.Words, table.Player{User: id})
}

func TestSeatOfAPlayerWhoAgreesGoesToAComputer(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: harness.LocaleOf(t)})
	people, ch := env.NewPlayers(3), env.Guild.AddChannel("gardens")
	host, bo, cleo := people[0], people[1], people[2]
	env.At(ch).Open(nil, people)
	args := localdiscord.Args{"player": "Bo", "level": "3"}
	m := cleo.MustCommand(ch, "game replace", args)
	require.Equal(t, "⛔ "+cleo.T("table.refused.not_host"), m.Content)
	for _, args := range []localdiscord.Args{{"player": "Bo"}, {"player": "Bo", "by": cleo.User, "level": "3"}} {
		m = host.MustCommand(ch, "game replace", args)
		require.Equal(t, "⛔ "+host.T("table.refused.which_replacement"), m.Content)
	}

	before := len(bo.Pings())
	asked := host.MustCommand(ch, "game replace", args)
	require.False(t, asked.Ephemeral(), "Bo must see the question")
	computer := table.ComputerID(1, 3)
	require.Equal(t, env.Words.T("bot.moderation.ask_to_agree", map[string]any{
		"Player": bo.Mention(), "Host": host.Mention(), "New": shown(host, computer)}), asked.Content)
	require.Len(t, bo.Pings(), before+1)
	require.True(t, isAtTable(env, ch, bo), "Bo keeps the place until he agrees")
	for _, p := range []*harness.Player{host, cleo} {
		m = p.MustClick(asked, env.Words.T("bot.button.agree", nil))
		require.Equal(t, "⛔ "+p.T("table.refused.not_asked", "player", bo.Mention()), m.Content)
	}
	m = bo.MustClick(asked, env.Words.T("bot.button.agree", nil))
	require.Equal(t, asked.ID, m.ID)
	require.Equal(t, env.Words.T("bot.moderation.replaced", map[string]any{
		"New": shown(host, computer), "Player": "Bo"}), m.Content)
	require.Empty(t, m.Controls())
	now := env.At(ch).Now()
	require.False(t, now.Joined(bo.UserID()), "Bo has given up the place")
	require.True(t, now.Joined(computer), "the computer has Bo's place")
	require.Equal(t, 3, now.ComputerLevel())
}
